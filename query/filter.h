/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef QUERY_FILTER_H
#define QUERY_FILTER_H
/*
 * The filter language of -Y: one language for the rows of all commands.
 *
 *	src==10.1.0.3 and (retx>0 or stall>1ms) and not qp in {0x230..0x23f}
 *
 * The owner of the rows gives a table of fields with getters; this folder knows words,
 * types and operators, not what they stand for. A filter is compiled once, with every name,
 * type and value checked, and evaluated without allocation.
 *
 * A field may have several values at once (host: source and destination). A comparison
 * holds if one of them satisfies it, != and `not in` if all of them do. A field that the row
 * does not have satisfies nothing.
 */
#include "query/filter_types.h"

struct filter;

/**
 * filter_create - compile @text
 * Return: NULL on refusal or without memory; then @err has three lines: the reason with the nearest
 *	names, the expression, and a mark under the place.
 */
struct filter *filter_create(const struct filter_table *table, const char *text, struct rs_err *err);
void filter_destroy(struct filter *f);

/** filter_match - does a row satisfy the filter? NULL is satisfied by every row. No allocation. */
bool filter_match(const struct filter *f, void *user, const void *row);

/** filter_groups - all groups of the fields that the filter reads. */
unsigned filter_groups(const struct filter *f);

#endif
