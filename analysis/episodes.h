/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_EPISODES_H
#define ANALYSIS_EPISODES_H
/*
 * The episodes of all lanes: which is open, which lingers, which wait for the end of the
 * capture, and the events that tell of them. Theory of operation in episodes.c.
 */
#include "analysis/emit.h"
#include "analysis/episode.h"
#include "analysis/peers.h"

/** What recoveries of all lanes share; the pointers are borrowed from the engine. */
struct recovery {
	const struct rs_tunables *tune;
	struct lane_pools *pools;
	struct emit *emit;
	struct peers *peers;
	uint32_t next_id;    /**< of the next episode */
	uint32_t held;	     /**< episodes that wait for the end of the capture, oldest first, 0 = none */
	uint32_t held_last;  /**< the latest of them */
	uint32_t held_count;
};

/** episodes_at - episode of a pool index, NULL for 0. */
struct episode *episodes_at(const struct recovery *rc, uint32_t index);
/** episodes_open - a new open episode of a lane that has none; NULL if the pool is empty. */
struct episode *episodes_open(struct recovery *rc, struct lane *l, unsigned sign, rs_ns now, rs_frame frame);
/** episodes_close - the open one ends with this packet and lingers; a NAK that still waits opens the next. */
void episodes_close(struct recovery *rc, struct lane *l, const struct rs_record *r, bool by_answer);
/** episodes_retire - settle and hand out, or hold until the end; 0 is allowed. */
void episodes_retire(struct recovery *rc, struct lane *l, uint32_t index);
/** episodes_may_hold - round 1 took a NAK for lost that the requester may only have answered slowly. */
bool episodes_may_hold(const struct episode *e);
/** episodes_drop - forget one as if it had never been (QP reuse). */
void episodes_drop(struct recovery *rc, uint32_t index);
/** episodes_event - an event of a lane, with its open or lingering episode. */
void episodes_event(struct recovery *rc, const struct lane *l, const struct rs_record *r, unsigned kind, uint32_t first,
		    uint32_t last);
/** episodes_leave - hand out the open and the lingering one as they are. */
void episodes_leave(struct recovery *rc, struct lane *l);
/**
 * episodes_finish_held - decide up to @max episodes that waited; true if more are left
 * @lane_of: lane of an id, NULL if it is gone
 */
bool episodes_finish_held(struct recovery *rc, struct lane *(*lane_of)(void *user, uint32_t id), void *user, unsigned max);

#endif
