/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_LOAD_H
#define ANALYSIS_LOAD_H
/*
 * Payload and resent payload of lanes, host pairs, hosts and points, in buckets of a tenth of
 * W_storm and in whole windows. Theory of operation in load.c.
 */
#include "analysis/index.h"

#include <rocescope/event.h>

#define LOAD_NONE UINT32_MAX
#define LOAD_BUCKETS 10 /* of a window */

struct load_sum {
	uint64_t payload, resent_bytes;
	uint32_t resent;
};

/** One group. Two lists link the nodes that were touched in the present bucket and window. */
struct load_node {
	struct load_sum bucket, window;
	uint32_t bucket_next, window_next;
	bool in_bucket, in_window;
	uint8_t group;	      /* enum rs_group */
	uint16_t point;
	uint32_t lane;	      /* LANE: id */
	uint32_t parents[4];  /* LANE: nodes of pair, requester, responder, point */
	struct rs_addr requester, responder;
};

struct load {
	struct load_node *nodes;
	uint32_t max, used;
	uint32_t free;		/* a lane's node given back, LOAD_NONE = none */
	struct index index;	/* pairs, hosts and points by key */
	uint64_t *hash;		/* of each indexed node */
	rs_ns start;		/* time of the first record, RS_NS_NONE before it */
	rs_ns bucket_ns;
	rs_ns bucket_end;	/* when the present bucket ends */
	int64_t bucket;		/* its number */
	uint32_t bucket_head, window_head; /* touched nodes */
	struct rs_window *ring;
	uint32_t ring_mask, head, tail;
	uint64_t lost;		/* windows that found no room */
};

RS_MUST_USE int load_init(struct load *l, uint32_t max_lanes, rs_ns window_ns, uint32_t max_windows);
void load_fini(struct load *l);

/** load_lane - node of a new lane; LOAD_NONE if the table is full (its load is not summed then). */
uint32_t load_lane(struct load *l, uint32_t lane_id, uint16_t point, const struct rs_addr *requester,
		   const struct rs_addr *responder);
/** load_lane_gone - the lane was evicted; what it sent still counts. */
void load_lane_gone(struct load *l, uint32_t node);

/** load_close - time has reached @now: tell the buckets and windows that ended. */
void load_close(struct load *l, rs_ns now);
/** load_finish - tell the unfinished bucket and window too. */
void load_finish(struct load *l);
size_t load_take(struct load *l, struct rs_window *out, size_t max);

/** load_clock - before each record. */
static inline void load_clock(struct load *l, rs_ns now)
{
	if (now >= l->bucket_end)
		load_close(l, now);
}

/** load_note - payload of one packet of a lane. */
static inline void load_note(struct load *l, uint32_t node, uint32_t bytes, bool resent)
{
	struct load_node *n;

	if (node == LOAD_NONE)
		return;
	n = &l->nodes[node];
	n->bucket.payload += bytes;
	if (resent) {
		n->bucket.resent++;
		n->bucket.resent_bytes += bytes;
	}
	if (!n->in_bucket) {
		n->in_bucket = true;
		n->bucket_next = l->bucket_head;
		l->bucket_head = node;
	}
}

#endif
