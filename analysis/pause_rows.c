/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/pause_rows.h"

#include <stdlib.h>
#include <string.h>

static int by_side(const void *a, const void *b)
{
	const struct rs_pause_row *x = a, *y = b;
	int d;

	if (x->point != y->point)
		return x->point < y->point ? -1 : 1;
	d = memcmp(x->mac, y->mac, 6);
	return d ? d : (int)(uint8_t)x->priority - (int)(uint8_t)y->priority;
}

static uint32_t duty(rs_ns paused, rs_ns first, rs_ns now)
{
	double ppm;

	if (first == RS_NS_NONE || now <= first)
		return UINT32_MAX;
	ppm = (double)paused * 1e6 / (double)(now - first) + 0.5;
	return ppm >= 1e6 ? 1000000 : (uint32_t)ppm;
}

static void fill_row(struct rs_pause_row *row, const struct pauser *e, const struct pauses *p, rs_ns first, rs_ns now)
{
	const struct pause_series *s = &e->series;
	const unsigned priority = e->row.priority < 0 ? RS_PAUSE_ALL : (unsigned)e->row.priority;
	const unsigned max = p->cfg->max_points ? p->cfg->max_points : 1;
	const struct pause_point *pt = &p->points[e->row.point < max ? e->row.point : max - 1];

	*row = e->row;
	row->paused += e->paused_ps >= 500;
	row->duty_ppm = duty(row->paused, first, now);
	row->leaks_known = e->bps && (e->directed || pt->last_data[priority] == RS_NS_NONE);
	if (s->width) {
		row->busiest = s->busiest;
		row->busiest_start = p->origin + s->busiest_at * PAUSE_PART_NS;
		row->worst_second = s->worst;
		row->bin_width = s->width;
		row->bin_count = s->count;
		memcpy(row->bins, s->bins, sizeof(row->bins));
	}
}

/* The intervals of pauser @n, the one that ends now last. */
static void take_intervals(const struct pauses *p, uint32_t n, const struct rs_pause_interval *running,
			   struct rs_pause_row *row, struct rs_snapshot *out)
{
	const struct pauser *e = &p->pausers[n];
	const struct rs_pause_interval *kept = p->intervals + (size_t)n * PAUSE_KEPT;
	struct rs_pause_interval *to = out->intervals + out->interval_count;

	row->interval_first = out->interval_count;
	row->interval_count = e->interval_count;
	row->long_count = e->long_count;
	memcpy(to, kept, e->interval_count * sizeof(*to));
	memcpy(to + e->interval_count, kept + RS_PAUSE_INTERVALS, e->long_count * sizeof(*to));
	if (running && e->interval_count < RS_PAUSE_INTERVALS)
		to[row->interval_count++] = *running;
	else if (running && running->end - running->start >= p->cfg->tune.t_deadlock && e->long_count < RS_PAUSE_LONG)
		to[row->interval_count + row->long_count++] = *running;
	out->interval_count += row->interval_count + row->long_count;
}

int pause_rows_make(const struct pauses *p, rs_ns first, rs_ns now, struct rs_snapshot *out)
{
	struct pauser *settled;
	size_t kept = 1;

	for (uint32_t i = 0; i < p->pausers_used; i++)
		kept += p->pausers[i].interval_count + p->pausers[i].long_count + 1;
	out->pauses = calloc(p->pausers_used + 1u, sizeof(*out->pauses));
	out->intervals = calloc(kept, sizeof(*out->intervals));
	settled = malloc(sizeof(*settled));
	if (!out->pauses || !out->intervals || !settled) {
		free(settled);
		return -RS_ENOMEM;
	}
	for (uint32_t i = 0; i < p->pausers_used; i++) {
		struct rs_pause_row *row = &out->pauses[out->pause_count++];
		struct rs_pause_interval running;
		const bool runs = pauser_settled(&p->pausers[i], p, now, settled, &running);

		fill_row(row, settled, p, first, now);
		take_intervals(p, i, runs ? &running : NULL, row, out);
	}
	free(settled);
	qsort(out->pauses, out->pause_count, sizeof(*out->pauses), by_side);
	return 0;
}

void pause_rows_gap(const struct pauses *p, uint32_t pace, struct rs_flow_row *row)
{
	const struct pause_pace *b;
	uint64_t all = 0, seen = 0;
	unsigned i = 0;

	if (!pace)
		return;
	b = pool_at(&p->paces, pace);
	for (unsigned k = 0; k < 40; k++)
		all += b->hist[k];
	while (i < 39 && (seen += b->hist[i]) * 2 < all)
		i++;
	memcpy(row->towards, b->mac, 6);
	row->gap_max = b->gap;
	row->gap_median = (rs_ns)2 << i;
	row->gap_paused = b->covered;
	row->gap_frame = b->frame;
}

/* First row of that point and MAC, NULL if it sends no pauses. */
static struct rs_pause_row *rows_of(const struct rs_snapshot *s, uint16_t point, const uint8_t mac[6])
{
	struct rs_pause_row key = { .point = point };
	uint32_t lo = 0, hi = s->pause_count;

	memcpy(key.mac, mac, 6);
	while (lo < hi) {
		const uint32_t mid = lo + (hi - lo) / 2;

		if (by_side(&s->pauses[mid], &key) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (lo == s->pause_count || s->pauses[lo].point != point || memcmp(s->pauses[lo].mac, mac, 6))
		return NULL;
	return &s->pauses[lo];
}

void pause_rows_hosts(struct rs_snapshot *out)
{
	const struct rs_flow_row **source; /* by row: a flow that its MAC sources */
	bool *several;

	if (!out->pause_count)
		return;
	source = calloc(out->pause_count, sizeof(*source));
	several = calloc(out->pause_count, sizeof(*several));
	for (uint32_t i = 0; source && several && i < out->flow_count; i++) {
		const struct rs_flow_row *f = &out->flows[i];
		const struct rs_pause_row *row = rows_of(out, f->point, f->smac);
		const size_t n = row ? (size_t)(row - out->pauses) : 0;

		if (row && source[n])
			several[n] |= memcmp(&source[n]->src, &f->src, sizeof(f->src)) != 0;
		else if (row)
			source[n] = f;
	}
	for (uint32_t i = 0, first = 0; source && several && i < out->pause_count; i++) {
		struct rs_pause_row *row = &out->pauses[i];

		if (row->point != out->pauses[first].point || memcmp(row->mac, out->pauses[first].mac, 6))
			first = i;
		row->host = source[first] && !several[first];
	}
	free(source);
	free(several);
}
