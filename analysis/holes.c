/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/holes.h"

#include "base/psn.h"

#include <string.h>

struct hole *holes_at(const struct holes *h, const struct pool *pool, unsigned i)
{
	return (struct hole *)pool_at(pool, h->block) + i;
}

void holes_clear(struct holes *h, struct pool *pool)
{
	pool_give(pool, h->block);
	h->block = 0;
	h->n = 0;
}

static void erase(struct holes *h, struct pool *pool, unsigned i)
{
	struct hole *a = holes_at(h, pool, 0);

	memmove(a + i, a + i + 1, (h->n - i - 1u) * sizeof(*a));
	if (!--h->n)
		holes_clear(h, pool);
}

void holes_add(struct holes *h, struct pool *pool, const struct hole *hole)
{
	struct hole *a;
	unsigned i;

	if (!h->block && !(h->block = pool_take(pool))) {
		h->overflow = true;
		return;
	}
	if (h->n == HOLES_MAX) {
		erase(h, pool, 0);
		h->overflow = true;
	}
	a = holes_at(h, pool, 0);
	for (i = h->n; i && psn_after(a[i - 1].first, hole->first); i--)
		a[i] = a[i - 1];
	a[i] = *hole;
	h->n++;
}

const struct hole *holes_find(const struct holes *h, const struct pool *pool, uint32_t psn)
{
	for (unsigned i = 0; i < h->n; i++) {
		const struct hole *x = holes_at(h, pool, i);

		if (psn_within(psn, x->first, x->last))
			return x;
	}
	return NULL;
}

uint32_t holes_remove(struct holes *h, struct pool *pool, uint32_t first, uint32_t last)
{
	uint32_t removed = 0;

	for (unsigned i = 0; i < h->n;) {
		struct hole *x = holes_at(h, pool, i);
		const struct hole old = *x;
		uint32_t from = psn_after(first, old.first) ? first : old.first;
		uint32_t to = psn_before(last, old.last) ? last : old.last;

		if (psn_after(from, to)) {
			i++;
			continue;
		}
		removed += (uint32_t)psn_diff(to, from) + 1;
		if (from == old.first && to == old.last) {
			erase(h, pool, i);
			continue;
		}
		if (from == old.first) {
			x->first = psn_add(to, 1);
		} else {
			x->last = psn_add(from, -1);
			if (to != old.last) {
				struct hole rest = old;

				rest.first = psn_add(to, 1);
				holes_add(h, pool, &rest);
			}
		}
		i++;
	}
	return removed;
}

uint32_t holes_drop_below(struct holes *h, struct pool *pool, uint32_t psn)
{
	uint32_t dropped = 0;

	while (h->n) {
		struct hole *x = holes_at(h, pool, 0);

		if (!psn_before(x->first, psn))
			break;
		if (psn_before(x->last, psn)) {
			dropped += (uint32_t)psn_diff(x->last, x->first) + 1;
			erase(h, pool, 0);
			continue;
		}
		dropped += (uint32_t)psn_diff(psn, x->first);
		x->first = psn;
	}
	return dropped;
}

uint64_t holes_count(const struct holes *h, const struct pool *pool)
{
	uint64_t n = 0;

	for (unsigned i = 0; i < h->n; i++) {
		const struct hole *x = holes_at(h, pool, i);

		n += (uint64_t)psn_diff(x->last, x->first) + 1;
	}
	return n;
}
