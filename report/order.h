/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_ORDER_H
#define REPORT_ORDER_H
/*
 * The order of a report's rows and the names that follow from it: flows and lanes by first
 * packet, episodes by start, events by time. It is the same for any number of shards, because
 * ties are broken by keys and not by numbers that an engine gave.
 */
#include "report/report.h"

#define ORDER_NONE UINT32_MAX

struct order;

/**
 * order_create - reads all episodes and events once; 24 bytes stay of each
 * @r: borrowed until order_destroy
 * Return: NULL without memory, @err filled.
 */
struct order *order_create(const struct report *r, struct rs_err *err);
void order_destroy(struct order *o);

/** order_flow, order_lane - row at place @i (from 0) of the order. */
const struct rs_flow_row *order_flow(const struct order *o, uint32_t i);
const struct rs_lane_row *order_lane(const struct order *o, uint32_t i);

/** order_lane_number - place (from 0) of a lane, ORDER_NONE if the snapshot has none of that id. */
uint32_t order_lane_number(const struct order *o, uint32_t lane_id);
/** order_flow_lane - the lane whose requests a flow carries, NULL if none. */
const struct rs_lane_row *order_flow_lane(const struct order *o, const struct rs_flow_row *f);
/** order_episode_number - place (from 0) of an episode of a lane, ORDER_NONE if it was not kept. */
uint32_t order_episode_number(const struct order *o, uint32_t lane_id, uint32_t episode_id);

uint32_t order_episode_count(const struct order *o);
uint32_t order_event_count(const struct order *o);
/** order_episode, order_event - copy the one at place @i; false when the spool cannot be read. */
bool order_episode(struct order *o, uint32_t i, struct rs_episode *out);
bool order_event(struct order *o, uint32_t i, struct rs_event *out);

/** order_tuples - distinct (source, destination, UDP source port) of the flows that carry requests or data; -1 without memory. */
int64_t order_tuples(const struct rs_snapshot *s);

#endif
