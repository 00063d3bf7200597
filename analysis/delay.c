/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/delay.h"

#define LOWEST_BIT 6 /* 64 ns */

static unsigned bucket_of(uint64_t v)
{
	unsigned top, b;

	if (v < 1u << LOWEST_BIT)
		return 0;
	top = 63u - (unsigned)__builtin_clzll(v);
	b = 1 + (top - LOWEST_BIT) * 4 + (unsigned)(v >> (top - 2) & 3);
	return b < DELAY_BUCKETS ? b : DELAY_BUCKETS - 1;
}

static rs_ns bucket_bottom(unsigned b)
{
	return b ? (rs_ns)(4 + ((b - 1) & 3)) << (LOWEST_BIT - 2 + (b - 1) / 4) : 0;
}

void delay_add(struct delay *d, rs_ns value)
{
	const rs_ns v = value < 0 ? 0 : value;
	uint16_t *c = &d->count[bucket_of((uint64_t)v)];

	if (!d->n || v < d->min)
		d->min = v;
	if (!d->n || v > d->max)
		d->max = v;
	if (d->n != UINT32_MAX)
		d->n++;
	if (++*c == UINT16_MAX)
		for (unsigned b = 0; b < DELAY_BUCKETS; b++)
			d->count[b] >>= 1;
}

rs_ns delay_quantile(const struct delay *d, double q)
{
	uint64_t total = 0, seen = 0;
	double want;

	if (!d->n)
		return RS_NS_NONE;
	for (unsigned b = 0; b < DELAY_BUCKETS; b++)
		total += d->count[b];
	want = q * (double)total;
	for (unsigned b = 0; b < DELAY_BUCKETS; b++) {
		const uint64_t c = d->count[b];

		if (c && (double)(seen + c) >= want) {
			const rs_ns lo = bucket_bottom(b), hi = b + 1 < DELAY_BUCKETS ? bucket_bottom(b + 1) : d->max;
			const rs_ns v = lo + (rs_ns)((double)(hi - lo) * (want - (double)seen) / (double)c);

			return v < d->min ? d->min : v > d->max ? d->max : v;
		}
		seen += c;
	}
	return d->max;
}
