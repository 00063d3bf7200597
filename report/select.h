/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_SELECT_H
#define REPORT_SELECT_H
/*
 * Which rows a filter lets through. A report keeps its verdict and its sums whatever the
 * filter says: only rows are left out. NULL lets every row through.
 */
#include "report/columns.h"
#include "report/packet_fields.h"

struct filter;
struct select;

/**
 * select_create - @filter over the rows of @r in the order @o; both borrowed
 * @filter: NULL = no filter, then *@out is NULL
 * @r, @o: NULL for packets whose filter needs no results
 * Return: 0 or -RS_ENOMEM with @err filled.
 */
RS_MUST_USE int select_create(struct select **out, const struct filter *filter, const struct report *r, struct order *o,
			      struct rs_err *err);
void select_destroy(struct select *s);

bool select_flow(struct select *s, const struct rs_flow_row *f);
bool select_lane(struct select *s, const struct rs_lane_row *l);
/** select_event - with the fields of its lane. */
bool select_event(struct select *s, const struct rs_event *e);
/** select_episode - an episode goes with its lane. */
bool select_episode(struct select *s, const struct rs_episode *e);
/** select_finding - one of its lanes is let through, or the finding itself. */
bool select_finding(struct select *s, const struct rs_finding *f);
/** select_packet - with the fields of its flow. */
bool select_packet(struct select *s, const struct packet_row *p);

#endif
