/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_HISTORY_H
#define ANALYSIS_HISTORY_H
/*
 * What a lane remembers of its unacknowledged requests: first time, times sent, whether a
 * message begins there. Blocks of 64 PSNs come from a pool and go back when they are
 * acknowledged; at most 4096 PSNs are kept, the oldest are forgotten first. Without a block
 * (pool empty) a PSN is simply not known.
 */
#include "analysis/pool.h"

#define HISTORY_BLOCK 64u  /* PSNs of a block */
#define HISTORY_BLOCKS 64u /* blocks of a lane */

/** One request packet (READ requests stand at their first PSN). */
struct history_entry {
	rs_ns first;	/**< time of the first sending */
	uint16_t sent;	/**< times seen, saturating; 0 = never */
	uint8_t start;	/**< a message begins here (FIRST, ONLY, READ, atomic) */
};

struct history {
	uint32_t base;			/**< oldest block number (psn / 64) */
	uint32_t count;			/**< block numbers base .. base + count - 1 are kept */
	uint32_t block[HISTORY_BLOCKS]; /**< pool index by block number mod 64, 0 = none */
};

#define HISTORY_BLOCK_BYTES (HISTORY_BLOCK * sizeof(struct history_entry))

/** history_note - a request packet was seen. */
void history_note(struct history *h, struct pool *pool, uint32_t psn, rs_ns time, bool start);
/** history_find - NULL if not known. */
struct history_entry *history_find(const struct history *h, const struct pool *pool, uint32_t psn);
/** history_release - forget everything before the block of @psn. */
void history_release(struct history *h, struct pool *pool, uint32_t psn);
/** history_prefetch - @psn will be noted or looked for soon. */
void history_prefetch(const struct history *h, const struct pool *pool, uint32_t psn);
void history_clear(struct history *h, struct pool *pool);

#endif
