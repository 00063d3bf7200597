/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/history.h"

#include "base/psn.h"

#define NUMBER_MASK (PSN_MASK / HISTORY_BLOCK) /* block numbers are modulo 2^18 */

static uint32_t offset_of(const struct history *h, uint32_t psn)
{
	return (psn / HISTORY_BLOCK - h->base) & NUMBER_MASK;
}

static void drop_oldest(struct history *h, struct pool *pool)
{
	uint32_t *b = &h->block[h->base % HISTORY_BLOCKS];

	pool_give(pool, *b);
	*b = 0;
	h->base = (h->base + 1) & NUMBER_MASK;
	h->count -= h->count > 0; /* moving on over a wide gap drops more than there is */
}

void history_clear(struct history *h, struct pool *pool)
{
	while (h->count)
		drop_oldest(h, pool);
}

void history_release(struct history *h, struct pool *pool, uint32_t psn)
{
	const uint32_t keep = psn / HISTORY_BLOCK;

	while (h->count && ((keep - h->base) & NUMBER_MASK) != 0 && ((keep - h->base) & NUMBER_MASK) < NUMBER_MASK / 2)
		drop_oldest(h, pool);
}

/* Make room for the block of @psn; false if it lies before what is kept. */
static bool reach(struct history *h, struct pool *pool, uint32_t psn)
{
	uint32_t off;

	if (!h->count) {
		h->base = psn / HISTORY_BLOCK;
		h->count = 1;
		return true;
	}
	off = offset_of(h, psn);
	if (off > NUMBER_MASK / 2)
		return false;
	if (off >= 2 * HISTORY_BLOCKS) {
		history_clear(h, pool);
		return reach(h, pool, psn);
	}
	while (off >= HISTORY_BLOCKS) {
		drop_oldest(h, pool);
		off--;
	}
	if (off >= h->count)
		h->count = off + 1;
	return true;
}

void history_note(struct history *h, struct pool *pool, uint32_t psn, rs_ns time, bool start)
{
	struct history_entry *e;
	uint32_t *b;

	if (offset_of(h, psn) >= h->count && !reach(h, pool, psn))
		return;
	b = &h->block[psn / HISTORY_BLOCK % HISTORY_BLOCKS];
	if (!*b && !(*b = pool_take(pool)))
		return;
	e = (struct history_entry *)pool_at(pool, *b) + psn % HISTORY_BLOCK;
	if (!e->sent)
		e->first = time;
	e->start = start;
	if (e->sent != UINT16_MAX)
		e->sent++;
}

struct history_entry *history_find(const struct history *h, const struct pool *pool, uint32_t psn)
{
	struct history_entry *e;
	uint32_t b;

	if (offset_of(h, psn) >= h->count)
		return NULL;
	b = h->block[psn / HISTORY_BLOCK % HISTORY_BLOCKS];
	if (!b)
		return NULL;
	e = (struct history_entry *)pool_at(pool, b) + psn % HISTORY_BLOCK;
	return e->sent ? e : NULL;
}

void history_prefetch(const struct history *h, const struct pool *pool, uint32_t psn)
{
	const uint32_t b = h->block[psn / HISTORY_BLOCK % HISTORY_BLOCKS];

	if (b)
		__builtin_prefetch((struct history_entry *)pool_at(pool, b) + psn % HISTORY_BLOCK, 1);
}
