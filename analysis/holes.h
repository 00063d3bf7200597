/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_HOLES_H
#define ANALYSIS_HOLES_H
/*
 * Sorted ranges of PSNs that were expected and not seen, each with the time and frame that
 * showed it. At most HOLES_MAX a lane; beyond that the oldest is forgotten and `overflow`
 * says so, which counts as evidence of capture loss.
 */
#include "analysis/pool.h"

#define HOLES_MAX 64

struct hole {
	uint32_t first, last; /**< inclusive */
	rs_ns time;	      /**< when it appeared */
	rs_frame frame;	      /**< packet that showed it */
};

struct holes {
	uint32_t block; /**< pool index of HOLES_MAX holes, 0 = none */
	uint16_t n;
	bool overflow;
};

#define HOLES_BLOCK_BYTES (HOLES_MAX * sizeof(struct hole))

struct hole *holes_at(const struct holes *h, const struct pool *pool, unsigned i);
/** holes_add - PSNs that overlap no hole yet. */
void holes_add(struct holes *h, struct pool *pool, const struct hole *hole);
/** holes_find - the hole that contains @psn, or NULL. */
const struct hole *holes_find(const struct holes *h, const struct pool *pool, uint32_t psn);
/** holes_remove - take PSNs first..last out; returns how many of them were in holes. */
uint32_t holes_remove(struct holes *h, struct pool *pool, uint32_t first, uint32_t last);
/** holes_drop_below - forget what lies before @psn; returns how many PSNs that were. */
uint32_t holes_drop_below(struct holes *h, struct pool *pool, uint32_t psn);
/** holes_count - PSNs in all holes. */
uint64_t holes_count(const struct holes *h, const struct pool *pool);
void holes_clear(struct holes *h, struct pool *pool);

#endif
