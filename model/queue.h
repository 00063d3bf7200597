/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MODEL_QUEUE_H
#define MODEL_QUEUE_H
/*
 * Egress queue of one port: two FIFOs (the lossless data class and the rest), tail drop, ECN
 * marking between two thresholds, PFC thresholds, and the pause that the far side asked for.
 */
#include "model/dice.h"
#include "model/wire.h"

struct queue_config {
	uint32_t capacity;	 /**< bytes of the data class; 0 = no limit */
	uint32_t kmin, kmax;	 /**< ECN thresholds in bytes; kmax 0 = no marking */
	uint32_t pmax_permille;	 /**< marking probability at kmax */
	uint32_t xoff, xon;	 /**< PFC thresholds in bytes; xoff 0 = no PFC */
};

#define QUEUE_FRAMES 1024

struct queue {
	const struct queue_config *cfg;
	struct wire *ring[2];	 /**< 0 = data class, 1 = the rest */
	uint32_t head[2], count[2];
	uint32_t bytes;		 /**< waiting in the data class */
	rs_ns paused_until;	 /**< of the data class; RS_NS_NONE = not paused */
	uint64_t tail_drops, ce_marked;
};

RS_MUST_USE int queue_init(struct queue *q, const struct queue_config *cfg);
void queue_fini(struct queue *q);

/** queue_push - false: no room, the frame is lost. May mark @w CE (data class, ECT only). */
bool queue_push(struct queue *q, struct wire *w, struct dice *dice);

/** queue_pop - next frame that may leave at @now; the rest goes first. */
bool queue_pop(struct queue *q, rs_ns now, struct wire *out);

/** queue_pause - XOFF (until @until) or XON (RS_NS_NONE) for the data class. */
void queue_pause(struct queue *q, rs_ns until);

static inline bool queue_over_xoff(const struct queue *q)
{
	return q->cfg->xoff && q->bytes >= q->cfg->xoff;
}

static inline bool queue_under_xon(const struct queue *q)
{
	return q->bytes <= q->cfg->xon;
}

#endif
