/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APP_LINKS_H
#define APP_LINKS_H
/* The table of --links: which devices a capture point lies between (decision 7). */
#include "app/taps.h"

struct links;

/**
 * links_read - read a table: header line "point dev_a mac_a dev_b mac_b", then these by tabs; a MAC may be -
 * Return: 0 or a refusal with @err naming file, line and reason.
 */
RS_MUST_USE int links_read(const char *path, struct links **out, struct rs_err *err);
void links_free(struct links *l);

/**
 * links_of_point - fill MACs and devices of the link that the point of that name lies on
 * @link: point and bps are left alone
 * Return: false if the table has none.
 */
bool links_of_point(const struct links *l, const char *name, struct rs_link *link);

/** links_resolve - the links whose points are among @points, with their numbers; valid until links_free. */
const struct rs_link *links_resolve(struct links *l, const struct report_point *points, unsigned point_count,
				    uint32_t *count);

/** links_unknown - if links_resolve found none of the points, the first one's name; else NULL: a table may be of the whole network. */
const char *links_unknown(const struct links *l);

#endif
