/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/summary_flows.h"

#include "query/field.h"
#include "report/words.h"

#include <stdlib.h>
#include <string.h>

/* ---- order ---- */

/* What --sort takes; the keys below follow the same order. */
static const char *const sort_fields[] = {
	"src", "dst", "qp", "gbps", "pkts", "retx", "retx%", "nak", "rnr", "timeout", "ce", "ce%", "cnp", "ack50",
	"ack99", "stall", "first", "last",
};

const char *const *summary_sort_fields(unsigned *count)
{
	*count = sizeof(sort_fields) / sizeof(sort_fields[0]);
	return sort_fields;
}

static double ratio(uint64_t part, uint64_t whole)
{
	return whole ? (double)part / (double)whole : 0;
}

/* Unknown times sort before all known ones. */
static double time_key(rs_ns ns)
{
	return ns == RS_NS_NONE ? -1 : (double)ns;
}

/* Numeric key of field @f, index into sort_fields; addresses compare apart. */
static double sort_key(const struct digest_lane *l, int f)
{
	const double keys[] = {
		0, 0, (double)l->row->responder_qp, l->bps, (double)l->packets, (double)l->resent,
		ratio(l->resent, l->packets), (double)l->row->naks, (double)l->row->rnrs,
		(double)l->row->timer_rounds, (double)l->ce, ratio(l->ce, l->flow_packets), (double)l->cnps,
		time_key(l->row->ack_p50), time_key(l->row->ack_p99), (double)l->row->stall_total,
		time_key(l->row->first), time_key(l->row->last),
	};

	return keys[f];
}

static int compare(const void *pa, const void *pb, void *ctx)
{
	const struct digest_lane *a = pa, *b = pb;
	const struct field_ref *by = ctx;
	int c;

	if (by->index < 2) {
		const struct rs_addr *x = by->index ? &a->row->responder : &a->row->requester;
		const struct rs_addr *y = by->index ? &b->row->responder : &b->row->requester;

		c = memcmp(x, y, sizeof(*x));
	} else {
		const double x = sort_key(a, by->index), y = sort_key(b, by->index);

		c = (x > y) - (x < y);
	}
	if (!c)
		return (a->row->id > b->row->id) - (a->row->id < b->row->id);
	return by->descending ? -c : c;
}

int summary_flows_sort(struct digest *d, const char *sort, struct rs_err *err)
{
	struct field_ref by;
	struct field_list list = { .refs = &by, .max = 1 };
	int rc;

	if (!sort)
		return 0;
	rc = field_list_parse(sort, sort_fields, sizeof(sort_fields) / sizeof(sort_fields[0]), &list, err);
	if (!rc)
		qsort_r(d->lanes, d->lane_count, sizeof(*d->lanes), compare, &by);
	return rc ? -RS_EINVAL : 0;
}

/* ---- table ---- */

enum {
	COL_NO, COL_SRC, COL_DST, COL_QP, COL_RATE, COL_RETX, COL_NAK, COL_RNR, COL_TMO, COL_CE, COL_CNP,
	COL_ACK, COL_STALL, COL_POINT, COL_COUNT
};

/* Several points: where a row was seen tells more than marks, which have a section of their own. */
static const uint8_t one_point[] = {
	COL_NO, COL_SRC, COL_DST, COL_QP, COL_RATE, COL_RETX, COL_NAK, COL_RNR, COL_TMO, COL_CE, COL_CNP, COL_ACK, COL_STALL,
};
static const uint8_t several_points[] = {
	COL_NO, COL_SRC, COL_DST, COL_QP, COL_RATE, COL_RETX, COL_NAK, COL_RNR, COL_TMO, COL_ACK, COL_STALL, COL_POINT,
};

/** What the cells need. */
struct source {
	const struct report *r;
	const struct digest *d;
	const uint8_t *shown; /**< COL_.. of each column */
};

static const struct page_column columns[COL_COUNT] = {
	[COL_NO] = { "", true },	  [COL_SRC] = { "source", false }, [COL_DST] = { "> destination", false },
	[COL_QP] = { "dest qp", true },	  [COL_RATE] = { "Gb/s", true },   [COL_RETX] = { "retx%", true },
	[COL_NAK] = { "NAK", true },	  [COL_RNR] = { "RNR", true },	   [COL_TMO] = { "TMO", true },
	[COL_CE] = { "CE%", true },	  [COL_CNP] = { "CNP", true },	   [COL_ACK] = { "ack p99", true },
	[COL_STALL] = { "stall", true },  [COL_POINT] = { "point", false },
};

static void add_gbps(struct text *t, double bps)
{
	const double v = bps / 1e9;

	if (v > 0 && v < 0.001)
		text_str(t, "<0.001");
	else
		text_add(t, "%.*f", v >= 99.95 ? 0 : v >= 9.995 ? 1 : v >= 0.0995 || v == 0 ? 2 : 3, v);
}

static void add_percent(struct text *t, uint64_t part, uint64_t whole)
{
	const double v = 100 * ratio(part, whole);

	if (v > 0 && v < 0.01)
		text_str(t, "<0.01");
	else
		text_add(t, "%.2f", v);
}

static void add_duration(struct text *t, rs_ns ns)
{
	if (ns)
		text_time(t, ns);
	else
		text_char(t, '0');
}

static void cell(const void *ctx, unsigned row, unsigned column, struct text *out)
{
	const struct source *s = ctx;
	const struct digest_lane *l = &s->d->lanes[row];
	const struct rs_lane_row *r = l->row;

	switch (s->shown[column]) {
	case COL_NO: text_add(out, "%2u", row + 1); break;
	case COL_SRC: text_addr(out, &r->requester); break;
	case COL_DST: text_str(out, "> "); text_addr(out, &r->responder); break;
	case COL_QP: text_add(out, "0x%06x", r->responder_qp); break;
	case COL_RATE: add_gbps(out, l->bps); break;
	case COL_RETX: add_percent(out, l->resent, l->packets); break;
	case COL_NAK: text_count(out, r->naks); break;
	case COL_RNR: text_count(out, r->rnrs); break;
	case COL_TMO: text_count(out, r->timer_rounds); break;
	case COL_CE: add_percent(out, l->ce, l->flow_packets); break;
	case COL_CNP:
		if (l->cnps_known)
			text_count(out, l->cnps);
		else
			text_char(out, '-');
		break;
	case COL_ACK: text_time(out, r->ack_p99); break;
	case COL_STALL: add_duration(out, r->stall_total); break;
	case COL_POINT: text_str(out, r->point < s->r->point_count ? s->r->points[r->point].name : "-"); break;
	default: break;
	}
}

/* What lanes from index @from on have in common, in half a sentence. */
static void add_others(struct text *t, const struct digest *d, unsigned from)
{
	double low = 0, high = 0;
	unsigned resending = 0;

	for (unsigned i = from; i < d->lane_count; i++) {
		const double bps = d->lanes[i].bps;

		low = i == from || bps < low ? bps : low;
		high = bps > high ? bps : high;
		resending += d->lanes[i].resent > 0;
	}
	text_rate(t, low);
	if (high > low) {
		text_str(t, " .. ");
		text_rate(t, high);
	}
	if (resending)
		text_add(t, ", %u with retransmission", resending);
	else
		text_str(t, ", no retransmission");
}

static void write_rest(const struct report *r, const struct digest *d, unsigned from, struct page *p)
{
	char buf[240];
	struct text t;

	if (from >= d->lane_count)
		return;
	text_init(&t, buf, sizeof(buf));
	words_count(&t, d->lane_count - from, "other");
	text_str(&t, ": ");
	add_others(&t, d, from);
	if (!r->style.quiet) {
		text_str(&t, "   all: rocescope flows ");
		words_file(&t, r);
	}
	p->ops->note(p, buf);
}

/* Nothing to show row by row. */
static void write_line(const struct report *r, const struct digest *d, struct page *p)
{
	char buf[240];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	if (d->lane_count) {
		words_count(&t, d->lane_count, "lane");
		text_str(&t, ", none with trouble: ");
		add_others(&t, d, 0);
	} else if (r->snap->flow_count) {
		words_count(&t, r->snap->flow_count, "flow");
		text_str(&t, " without a requester to follow (UD, CNP, responses only)");
	} else {
		text_str(&t, "no RoCE flow in this capture");
	}
	p->ops->line(p, "FLOWS", buf);
}

/* The first @rows lanes of @d. */
static void write_table(const struct report *r, const struct digest *d, unsigned rows, struct page *p)
{
	const bool several = r->point_count > 1;
	const struct source source = { r, d, several ? several_points : one_point };
	const unsigned column_count = several ? sizeof(several_points) : sizeof(one_point);
	struct page_column shown[COL_COUNT];
	const struct page_table table = {
		.columns = shown, .column_count = column_count, .rows = rows, .cell = cell, .ctx = &source,
	};

	for (unsigned i = 0; i < column_count; i++)
		shown[i] = columns[source.shown[i]];
	p->ops->table(p, &table);
}

static void write_all(const struct report *r, const struct digest *d, struct page *p)
{
	const unsigned listed = r->style.sort ? d->lane_count : d->trouble_count;
	const unsigned top = r->style.top && r->style.top < listed ? r->style.top : listed;
	char buf[160];
	struct text t;

	if (!listed) {
		write_line(r, d, p);
		return;
	}
	text_init(&t, buf, sizeof(buf));
	text_add(&t, "%u of %u with trouble, ", d->trouble_count, d->lane_count);
	if (r->style.sort)
		text_add(&t, "sorted by %.40s", r->style.sort);
	else
		text_str(&t, "worst first; Gb/s without resends");
	p->ops->section(p, "FLOWS", buf);
	write_table(r, d, top, p);
	write_rest(r, d, top, p);
}

/* The lanes that the filter lets through, in the order of @d; the array is the caller's. */
static struct digest_lane *let_through(const struct digest *d, struct select *select, unsigned *count)
{
	struct digest_lane *lanes = calloc(d->lane_count + 1u, sizeof(*lanes));

	*count = 0;
	for (unsigned i = 0; lanes && i < d->lane_count; i++)
		if (select_lane(select, d->lanes[i].row))
			lanes[(*count)++] = d->lanes[i];
	return lanes;
}

static void write_filtered(const struct report *r, const struct digest *d, struct page *p, unsigned all)
{
	const unsigned top = r->style.top && r->style.top < d->lane_count ? r->style.top : d->lane_count;
	char buf[160];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	if (!d->lane_count) {
		text_str(&t, "none of ");
		words_count(&t, all, "lane");
		text_str(&t, " passes the filter");
		p->ops->line(p, "FLOWS", buf);
		return;
	}
	text_add(&t, "%u of ", d->lane_count);
	words_count(&t, all, "lane");
	text_add(&t, " pass%s the filter; Gb/s without resends", d->lane_count == 1 ? "es" : "");
	p->ops->section(p, "FLOWS", buf);
	write_table(r, d, top, p);
	if (top < d->lane_count) {
		t.len = 0;
		words_count(&t, d->lane_count - top, "other");
		text_str(&t, " (all: --top 0)");
		p->ops->note(p, buf);
	}
}

void summary_flows(const struct report *r, const struct digest *d, struct select *select, struct page *p)
{
	struct digest shown = *d;

	if (!select) {
		write_all(r, d, p);
		return;
	}
	shown.lanes = let_through(d, select, &shown.lane_count);
	if (shown.lanes)
		write_filtered(r, &shown, p, d->lane_count);
	free(shown.lanes);
}
