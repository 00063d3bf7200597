/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Theory of operation. Parts form a ring of one second that moves on with time. The bins cover
 * the whole capture: they begin with the width of a part, and when a pause lies behind the last
 * one, neighbours are merged and the width doubles. No call does more than a few hundred steps,
 * however long a pause is: in the middle of a long one every part is full.
 */
#include "analysis/pause_series.h"

#include <string.h>

static rs_ns overlap(rs_ns a, rs_ns b, rs_ns from, rs_ns to)
{
	const rs_ns lo = a > from ? a : from, hi = b < to ? b : to;

	return hi > lo ? hi - lo : 0;
}

/* ---- the last second ---- */

static void move_on(struct pause_series *s, int64_t n)
{
	if (n - s->at >= PAUSE_PARTS) {
		memset(s->part, 0, sizeof(s->part));
		s->sum = 0;
		s->at = n;
		return;
	}
	while (s->at < n) {
		rs_ns *oldest = &s->part[++s->at % PAUSE_PARTS];

		s->sum -= *oldest;
		*oldest = 0;
	}
}

static void add_part(struct pause_series *s, int64_t n, rs_ns paused)
{
	rs_ns *part = &s->part[n % PAUSE_PARTS];

	move_on(s, n);
	*part += paused;
	s->sum += paused;
	if (*part > s->busiest) {
		s->busiest = *part;
		s->busiest_at = n;
	}
	if (s->sum > s->worst)
		s->worst = s->sum;
}

static void add_parts(struct pause_series *s, rs_ns from, rs_ns to)
{
	const int64_t last = (to - 1) / PAUSE_PART_NS;

	for (int64_t n = from / PAUSE_PART_NS; n <= last; n++) {
		/* a second of full parts says all: what lies between it and the end adds nothing */
		if (last - n > 2 * PAUSE_PARTS && n - from / PAUSE_PART_NS > PAUSE_PARTS)
			n = last - PAUSE_PARTS;
		add_part(s, n, overlap(from, to, n * PAUSE_PART_NS, (n + 1) * PAUSE_PART_NS));
	}
}

/* ---- the whole capture ---- */

static void double_width(struct pause_series *s)
{
	for (unsigned i = 0; i < RS_PAUSE_BINS / 2; i++)
		s->bins[i] = s->bins[2 * i] + s->bins[2 * i + 1];
	memset(s->bins + RS_PAUSE_BINS / 2, 0, sizeof(s->bins) / 2);
	s->width *= 2;
	s->count = (s->count + 1) / 2;
}

static void add_bins(struct pause_series *s, rs_ns from, rs_ns to)
{
	int64_t last;

	if (!s->width)
		s->width = PAUSE_PART_NS;
	while ((last = (to - 1) / s->width) >= RS_PAUSE_BINS)
		double_width(s);
	for (int64_t n = from / s->width; n <= last; n++)
		s->bins[n] += overlap(from, to, n * s->width, (n + 1) * s->width);
	if (s->count <= last)
		s->count = (uint32_t)last + 1;
}

void pause_series_add(struct pause_series *s, rs_ns from, rs_ns to)
{
	/* times that go backwards count for the part they are in now */
	if (from < s->at * PAUSE_PART_NS)
		from = s->at * PAUSE_PART_NS;
	if (to <= from || to > INT64_MAX - 2 * PAUSE_PART_NS * RS_PAUSE_BINS)
		return;
	add_parts(s, from, to);
	add_bins(s, from, to);
}
