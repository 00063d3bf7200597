/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/hist.h"

#include <string.h>

/* Values below 2^SUB are their own bucket; above, the top SUB bits behind the leading one choose. */
static unsigned bucket_of(uint64_t v)
{
	unsigned shift;

	if (v < 1u << HIST_SUB_BITS)
		return (unsigned)v;
	shift = 63u - (unsigned)__builtin_clzll(v) - HIST_SUB_BITS;
	return ((shift + 1) << HIST_SUB_BITS) + (unsigned)((v >> shift) & ((1u << HIST_SUB_BITS) - 1));
}

/* Largest value of a bucket. */
static uint64_t bucket_top(unsigned b)
{
	unsigned shift, sub;

	if (b < 1u << HIST_SUB_BITS)
		return b;
	shift = (b >> HIST_SUB_BITS) - 1;
	sub = b & ((1u << HIST_SUB_BITS) - 1);
	return ((((uint64_t)1 << HIST_SUB_BITS) + sub + 1) << shift) - 1;
}

void hist_init(struct hist *h)
{
	memset(h, 0, sizeof(*h));
}

void hist_add(struct hist *h, int64_t value)
{
	unsigned b;

	if (value < 0)
		value = 0;
	if (!h->n || value < h->min)
		h->min = value;
	if (!h->n || value > h->max)
		h->max = value;
	h->n++;
	b = bucket_of((uint64_t)value);
	if (h->count[b] != UINT32_MAX)
		h->count[b]++;
}

void hist_merge(struct hist *into, const struct hist *from)
{
	if (!from->n)
		return;
	if (!into->n || from->min < into->min)
		into->min = from->min;
	if (!into->n || from->max > into->max)
		into->max = from->max;
	into->n += from->n;
	for (unsigned b = 0; b < HIST_BUCKETS; b++) {
		uint64_t sum = (uint64_t)into->count[b] + from->count[b];

		into->count[b] = sum > UINT32_MAX ? UINT32_MAX : (uint32_t)sum;
	}
}

int64_t hist_quantile(const struct hist *h, double q)
{
	uint64_t seen = 0, want = (uint64_t)(q * (double)h->n);

	if (!h->n)
		return 0;
	if ((double)want < q * (double)h->n || !want)
		want++;
	for (unsigned b = 0; b < HIST_BUCKETS; b++) {
		seen += h->count[b];
		if (seen >= want) {
			int64_t v = (int64_t)bucket_top(b);

			return v < h->min ? h->min : v > h->max ? h->max : v;
		}
	}
	return h->max;
}
