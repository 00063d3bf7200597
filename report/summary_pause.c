/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/summary_pause.h"

#include "report/columns.h"
#include "report/glyph.h"
#include "report/words.h"

#include <stdlib.h>
#include <string.h>

#define STRIP_CELLS 16
#define NOTES 4 /* deadlocks and trees that are written out */

enum column { PAUSER, POINT, PRIORITY, XOFF, XON, PAUSED, SHARE, LONGEST, WINDOW, STRIP, COLUMN_COUNT };

/** What the cells of the table are made of. */
struct view {
	const struct report *r;
	const struct rs_pause_row **rows; /**< most paused first */
	uint32_t count;
	bool points;			  /**< there are several: they have a column */
};

/* ---- share of time ---- */

static double common(double a, double b, double from, double to)
{
	const double lo = a > from ? a : from, hi = b < to ? b : to;

	return hi > lo ? hi - lo : 0;
}

/* Paused time between two moments since the start of the capture. */
static double paused_within(const struct report *r, const struct rs_pause_row *row, double from, double to)
{
	const struct rs_pause_interval *iv = r->snap->intervals + row->interval_first;
	const rs_ns start = r->snap->totals.first;
	double sum = 0;

	if (row->interval_count == row->pauses) {
		for (uint32_t i = 0; i < row->interval_count; i++)
			sum += common((double)(iv[i].start - start), (double)(iv[i].end - start), from, to);
		return sum;
	}
	for (uint32_t i = 0; i < row->bin_count; i++) {
		const double width = (double)row->bin_width;

		sum += (double)row->bins[i] * common((double)i * width, ((double)i + 1) * width, from, to) / width;
	}
	return sum;
}

void summary_pause_strip(const struct report *r, const struct rs_pause_row *row, unsigned cells, struct text *t)
{
	const struct rs_totals *tot = &r->snap->totals;
	const double width = (double)(tot->last - tot->first) / cells;
	unsigned blanks = 0;

	for (unsigned i = 0; width > 0 && i < cells; i++) {
		const double paused = paused_within(r, row, i * width, (i + 1) * width);

		if (paused <= 0) {
			blanks++;
			continue;
		}
		for (; blanks; blanks--)
			text_char(t, ' ');
		text_str(t, glyph_heat(paused / width));
	}
}

/* ---- table ---- */

static void bound(struct text *t, const struct rs_pause_row *row)
{
	if (row->method == RS_PAUSE_BY_REFRESH)
		text_str(t, ">= ");
}

static void share(struct text *t, const struct rs_pause_row *row)
{
	const double p = row->duty_ppm / 1e4;

	if (row->duty_ppm == UINT32_MAX)
		text_char(t, '-');
	else
		text_add(t, "%.*f%%", p >= 9.95 ? 0 : p >= 0.995 ? 1 : 2, p);
}

static void cell(const void *ctx, unsigned i, unsigned column, struct text *t)
{
	const struct view *v = ctx;
	const struct rs_pause_row *row = v->rows[i];

	switch (column + (column >= POINT && !v->points)) {
	case PAUSER:
		text_mac(t, row->mac);
		break;
	case POINT:
		text_str(t, row_point_name(v->r, row->point) ? row_point_name(v->r, row->point) : "-");
		break;
	case PRIORITY:
		if (row->priority < 0)
			text_str(t, "all");
		else
			text_add(t, "%d", row->priority);
		break;
	case XOFF:
		text_count(t, row->xoff);
		break;
	case XON:
		text_count(t, row->xon);
		break;
	case PAUSED:
		bound(t, row);
		text_time(t, row->paused);
		break;
	case SHARE:
		share(t, row);
		break;
	case LONGEST:
		bound(t, row);
		text_time(t, row->longest);
		break;
	case WINDOW:
		if (row->pauses)
			words_span(t, v->r, row->first, row->last);
		else
			text_char(t, '-');
		break;
	default:
		summary_pause_strip(v->r, row, v->points ? STRIP_CELLS / 2 + 2 : STRIP_CELLS, t);
		break;
	}
}

static int by_paused(const void *a, const void *b)
{
	const struct rs_pause_row *x = *(const struct rs_pause_row *const *)a, *y = *(const struct rs_pause_row *const *)b;

	if (x->paused != y->paused)
		return x->paused > y->paused ? -1 : 1;
	return x < y ? -1 : x > y;
}

static void write_table(const struct view *v, struct page *p)
{
	static const struct page_column all[COLUMN_COUNT] = {
		[PAUSER] = { "pauser", false }, [POINT] = { "point", false },	[PRIORITY] = { "prio", true },
		[XOFF] = { "XOFF", true },	[XON] = { "XON", true },	[PAUSED] = { "paused", true },
		[SHARE] = { "", true },	[LONGEST] = { "longest", true }, [WINDOW] = { "window", false },
		[STRIP] = { "share of time", false },
	};
	struct page_column columns[COLUMN_COUNT];
	unsigned n = 0;
	struct page_table table = { .columns = columns, .cell = cell, .ctx = v };

	for (unsigned i = 0; i < COLUMN_COUNT; i++)
		if (i != POINT || v->points)
			columns[n++] = all[i];
	table.column_count = n;
	table.rows = v->r->style.top && v->r->style.top < v->count ? v->r->style.top : v->count;
	p->ops->table(p, &table);
}

/* ---- remarks ---- */

/* What the times rest on: a speed that was given, or none. */
static void write_speed(const struct view *v, struct page *p)
{
	uint64_t assumed = 0;
	bool several = false, unknown = false;
	char buf[200];
	struct text t;

	for (uint32_t i = 0; i < v->count; i++) {
		const unsigned at = v->rows[i]->point;
		const struct report_point *pt = at < v->r->point_count ? &v->r->points[at] : NULL;

		unknown |= v->rows[i]->method == RS_PAUSE_BY_REFRESH;
		if (!pt || !pt->link_bps || !pt->link_bps_source || strcmp(pt->link_bps_source, "option"))
			continue;
		several |= assumed && assumed != pt->link_bps;
		assumed = pt->link_bps;
	}
	text_init(&t, buf, sizeof(buf));
	if (assumed && !several) {
		text_str(&t, "pause length assumes a ");
		text_rate(&t, (double)assumed);
		text_str(&t, " link (--link-speed)");
		p->ops->note(p, buf);
	}
	if (unknown)
		p->ops->note(p, "speed of the link not known: times are lower bounds; --link-speed RATE makes them exact");
}

static void priority_words(struct text *t, unsigned priority)
{
	if (priority == RS_PAUSE_ALL)
		text_str(t, "all priorities");
	else
		text_add(t, "priority %u", priority);
}

static void write_deadlock(const struct report *r, const struct rs_deadlock *d, struct page *p)
{
	char buf[600];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	text_str(&t, "deadlock on ");
	priority_words(&t, d->priority);
	text_str(&t, " for ");
	text_time(&t, d->end - d->start);
	text_str(&t, " (");
	words_span(&t, r, d->start, d->end);
	text_str(&t, "): ");
	for (uint32_t i = 0; i < d->device_count; i++)
		text_add(&t, "%s > ", d->devices[i]);
	text_add(&t, "%s; confidence %s", d->devices[0], d->idle ? "high" : "medium");
	p->ops->note(p, buf);
}

static void write_tree(const struct rs_pause_tree *tree, struct page *p)
{
	char buf[600];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	priority_words(&t, tree->priority);
	text_str(&t, ": ");
	for (uint32_t i = 0; i + 1 < tree->device_count; i++)
		text_add(&t, "%s%s waits for %s", i ? ", " : "", tree->devices[i], tree->devices[i + 1]);
	if (tree->device_count > 2)
		text_add(&t, "; the root is %s", tree->devices[tree->device_count - 1]);
	p->ops->note(p, buf);
}

static void write_none(const struct rs_totals *tot, struct page *p)
{
	char buf[200];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	if (!tot->pfc && !tot->pause) {
		text_str(&t, "no pause frames in this capture (mirror ports often drop them)");
	} else {
		words_count(&t, tot->pfc, "PFC frame");
		text_str(&t, ", ");
		words_count(&t, tot->pause, "802.3x pause frame");
	}
	p->ops->line(p, "PFC", buf);
}

int summary_pause(const struct report *r, struct page *p, struct rs_err *err)
{
	struct view v = { .r = r, .count = r->snap->pause_count };
	const struct rs_totals *tot = &r->snap->totals;
	char buf[120];
	struct text t;

	if (!v.count) {
		write_none(tot, p);
		return 0;
	}
	v.rows = calloc(v.count, sizeof(*v.rows));
	if (!v.rows)
		return rs_err_set(err, RS_ENOMEM, "report: no memory for %u rows of pauses", v.count);
	for (uint32_t i = 0; i < v.count; i++) {
		v.rows[i] = &r->snap->pauses[i];
		v.points |= v.rows[i]->point != v.rows[0]->point;
	}
	qsort(v.rows, v.count, sizeof(*v.rows), by_paused);
	text_init(&t, buf, sizeof(buf));
	words_count(&t, tot->pfc + tot->pause, "frame");
	if (tot->pause) {
		text_str(&t, ", ");
		text_count(&t, tot->pause);
		text_str(&t, " of them 802.3x");
	}
	p->ops->section(p, "PFC", buf);
	write_table(&v, p);
	if (r->style.top && r->style.top < v.count) {
		text_init(&t, buf, sizeof(buf));
		words_count(&t, v.count - r->style.top, "more row");
		text_str(&t, ": rocescope pfc ");
		words_file(&t, r);
		p->ops->note(p, buf);
	}
	write_speed(&v, p);
	for (uint32_t i = 0; i < r->verdict->deadlock_count && i < NOTES; i++)
		write_deadlock(r, &r->verdict->deadlocks[i], p);
	for (uint32_t i = 0; i < r->verdict->tree_count && i < NOTES; i++)
		write_tree(&r->verdict->trees[i], p);
	free(v.rows);
	return 0;
}
