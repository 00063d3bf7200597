/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/table_text.h"

#include "base/text.h"
#include "report/rows_story.h"

#include <string.h>

#define LINE_BYTES 1024

void table_text_init(struct table_text *x, struct row_ctx *c, const struct row_pick *pick, enum row_kind kind, FILE *out)
{
	memset(x, 0, sizeof(*x));
	x->c = c;
	x->pick = pick;
	x->kind = kind;
	x->out = out;
	x->before = c->start;
}

static unsigned addr_width(const struct rs_addr *a)
{
	char buf[64];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	text_addr(&t, a);
	return (unsigned)t.len;
}

static void widen(unsigned *width, unsigned n)
{
	if (*width < n)
		*width = n;
}

static void pad(struct text *t, size_t column)
{
	while (t->len < column && !t->cut)
		text_char(t, ' ');
}

static void end_line(struct table_text *x, struct text *t)
{
	while (t->len && t->buf[t->len - 1] == ' ')
		t->len--;
	fwrite_unlocked(t->buf, 1, t->len, x->out);
	putc_unlocked('\n', x->out);
	t->len = 0;
	t->cut = false;
}

/* ---- flows ---- */

/** Ordinary columns after the addresses and the QP. */
struct flow_cell {
	const char *title;
	unsigned width;
	int rank; /**< the highest ranks are left out first where the page is narrow */
	void (*put)(struct text *t, const struct rs_flow_row *f, const struct rs_lane_row *l);
};

static void put_percent(struct text *t, uint64_t part, uint64_t whole)
{
	if (whole)
		text_add(t, "%.2f", 100.0 * (double)part / (double)whole);
	else
		text_char(t, '-');
}

static void cell_gbps(struct text *t, const struct rs_flow_row *f, const struct rs_lane_row *l)
{
	if (f->first != RS_NS_NONE && f->last > f->first)
		text_add(t, "%.2f", 8.0 * (double)f->wire_bytes / (double)(f->last - f->first));
	else
		text_char(t, '-');
}

static void cell_packets(struct text *t, const struct rs_flow_row *f, const struct rs_lane_row *l)
{
	text_add(t, "%llu", (unsigned long long)f->packets);
}

static void cell_retx(struct text *t, const struct rs_flow_row *f, const struct rs_lane_row *l)
{
	put_percent(t, l ? l->resent : 0, l ? l->requests : 0);
}

/* What answers a flow is known only through its lane. */
static void lane_count(struct text *t, const struct rs_lane_row *l, uint64_t n)
{
	if (l)
		text_add(t, "%llu", (unsigned long long)n);
	else
		text_char(t, '-');
}

static void cell_nak(struct text *t, const struct rs_flow_row *f, const struct rs_lane_row *l)
{
	lane_count(t, l, l ? l->naks : 0);
}

static void cell_rnr(struct text *t, const struct rs_flow_row *f, const struct rs_lane_row *l)
{
	lane_count(t, l, l ? l->rnrs : 0);
}

static void cell_timeouts(struct text *t, const struct rs_flow_row *f, const struct rs_lane_row *l)
{
	lane_count(t, l, l ? l->timer_rounds : 0);
}

static void cell_ce(struct text *t, const struct rs_flow_row *f, const struct rs_lane_row *l)
{
	put_percent(t, f->ecn[3], f->packets);
}

static void cell_cnp(struct text *t, const struct rs_flow_row *f, const struct rs_lane_row *l)
{
	text_add(t, "%llu", (unsigned long long)f->cnps);
}

static void cell_ack99(struct text *t, const struct rs_flow_row *f, const struct rs_lane_row *l)
{
	text_time(t, l ? l->ack_p99 : RS_NS_NONE);
}

static void cell_stall(struct text *t, const struct rs_flow_row *f, const struct rs_lane_row *l)
{
	text_time(t, l && l->stall_total ? l->stall_total : RS_NS_NONE);
}

static const struct flow_cell flow_cells[] = {
	{ "Gb/s", 7, 0, cell_gbps },	     { "retx%", 7, 0, cell_retx }, { "NAK", 6, 0, cell_nak },
	{ "RNR", 6, 5, cell_rnr },	     { "TMO", 5, 1, cell_timeouts }, { "CE%", 7, 4, cell_ce },
	{ "CNP", 7, 2, cell_cnp },	     { "packets", 10, 6, cell_packets },
	{ "ack p99", 10, 3, cell_ack99 },    { "stall", 10, 1, cell_stall },
};

#define FLOW_CELLS    (sizeof(flow_cells) / sizeof(flow_cells[0]))
#define FLOW_RANK_MAX 6
#define QP_WIDTH      8 /* 0x000321 */

static void right(struct text *t, unsigned width, const char *s)
{
	text_add(t, " %*s", (int)width - 1, s);
}

/* The most columns that fit beside @used others on a page; returns the rank up to which they are shown, -1 for none. */
static int fitting_rank(unsigned used, unsigned page)
{
	int rank = FLOW_RANK_MAX;

	for (; rank >= 0; rank--) {
		unsigned width = used;

		for (unsigned i = 0; i < FLOW_CELLS; i++)
			if (flow_cells[i].rank <= rank)
				width += flow_cells[i].width;
		if (width <= page)
			break;
	}
	return rank;
}

/*
 * Columns that do not fit the page are left out; addresses and QP never: where not even the
 * first columns stand beside them, the row goes on below the source.
 */
static void choose_flow_cells(struct table_text *x)
{
	const struct report *r = x->c->r;
	unsigned page = r->style.width ? r->style.width : 100, point = 0;

	for (unsigned i = 0; r->point_count > 1 && i < r->point_count; i++)
		widen(&point, 2 + (unsigned)strlen(r->points[i].name));
	page -= point < page ? point : page;

	widen(&x->width[0], (unsigned)strlen("source"));
	widen(&x->width[1], (unsigned)strlen("destination"));
	x->rank = fitting_rank(x->width[0] + 3 + x->width[1] + 2 + QP_WIDTH, page);
	x->two_lines = x->rank < 0;
	if (x->two_lines)
		x->rank = fitting_rank(4 + x->width[1] + 2 + QP_WIDTH, page);
}

/* Ends the line after the source where a row takes two. */
static void after_source(struct table_text *x, struct text *t)
{
	if (x->two_lines) {
		end_line(x, t);
		text_char(t, ' ');
	}
	text_str(t, " > ");
}

static void flow_header(struct table_text *x, struct text *t)
{
	choose_flow_cells(x);
	text_str(t, "source");
	pad(t, x->width[0]);
	after_source(x, t);
	text_add(t, "%-*s  %-*s", (int)x->width[1], "destination", QP_WIDTH, "dest qp");
	for (unsigned i = 0; i < FLOW_CELLS; i++)
		if (flow_cells[i].rank <= x->rank)
			right(t, flow_cells[i].width, flow_cells[i].title);
	if (x->c->r->point_count > 1)
		text_str(t, "  point");
	end_line(x, t);
}

static void flow_line(struct table_text *x, struct text *t, const struct rs_flow_row *f)
{
	const struct rs_lane_row *l = order_flow_lane(x->c->order, f);
	char buf[64];
	struct text cell;
	size_t column;

	text_addr(t, &f->src);
	pad(t, x->width[0]);
	after_source(x, t);
	column = t->len;
	text_addr(t, &f->dst);
	pad(t, column + x->width[1]);
	text_add(t, "  0x%06x", (unsigned)f->dst_qp);
	for (unsigned i = 0; i < FLOW_CELLS; i++) {
		if (flow_cells[i].rank > x->rank)
			continue;
		text_init(&cell, buf, sizeof(buf));
		flow_cells[i].put(&cell, f, l);
		right(t, flow_cells[i].width, buf);
	}
	/* The same flow at another point is another row. */
	if (x->c->r->point_count > 1 && row_point_name(x->c->r, f->point))
		text_add(t, "  %s", row_point_name(x->c->r, f->point));
	end_line(x, t);
}

/* ---- events ---- */

static uint32_t event_episode(struct table_text *x, const struct rs_event *e)
{
	return order_episode_number(x->c->order, e->lane, e->episode);
}

static void put_psns(struct text *t, const struct rs_event *e)
{
	if (e->psn_first == RS_NO_PSN)
		return;
	text_add(t, " 0x%x", (unsigned)e->psn_first);
	if (e->psn_last != RS_NO_PSN && e->psn_last != e->psn_first)
		text_add(t, "..0x%x", (unsigned)e->psn_last);
}

/* "expects 0x182453, resend +47.4 us, 6 resent" */
static void nak_details(struct table_text *x, struct text *t, const struct rs_event *e)
{
	const uint32_t n = event_episode(x, e);
	struct rs_episode ep;

	text_str(t, "expects");
	put_psns(t, e);
	if (n == ORDER_NONE || !order_episode(x->c->order, n, &ep))
		return;
	if (ep.resend != RS_NS_NONE && ep.resend >= e->time) {
		text_str(t, ", resend +");
		text_time(t, ep.resend - e->time);
	}
	text_add(t, ", %u resent", (unsigned)ep.resent);
}

static void event_details(struct table_text *x, struct text *t, const struct rs_event *e)
{
	switch (e->kind) {
	case RS_EVENT_NAK:
		nak_details(x, t, e);
		break;
	case RS_EVENT_RNR:
		text_str(t, "expects");
		put_psns(t, e);
		if (e->duration != RS_NS_NONE) {
			text_str(t, ", not before ");
			text_time(t, e->duration);
		}
		break;
	case RS_EVENT_TIMEOUT:
		text_str(t, "silent ");
		text_time(t, e->duration);
		text_add(t, ", resent from");
		put_psns(t, e);
		break;
	case RS_EVENT_PAUSE:
	case RS_EVENT_XON:
		text_str(t, rs_event_help(e->kind));
		text_str(t, " by ");
		text_mac(t, e->mac);
		text_add(t, e->detail == RS_PAUSE_ALL ? ", all priorities, " : ", priority %u, ", e->detail);
		text_str(t, e->kind == RS_EVENT_XON ? "after " : "for ");
		text_time(t, e->duration);
		break;
	default:
		text_str(t, rs_event_help(e->kind));
		if (e->psn_first != RS_NO_PSN)
			text_str(t, ", psn");
		put_psns(t, e);
		if (e->packets)
			text_add(t, ", %u packet%s", (unsigned)e->packets, e->packets == 1 ? "" : "s");
		if (e->duration != RS_NS_NONE) {
			text_str(t, ", ");
			text_time(t, e->duration);
		}
		break;
	}
}

static void event_place(struct table_text *x, struct text *t, const struct rs_event *e)
{
	const uint32_t n = order_lane_number(x->c->order, e->lane);

	if (n == ORDER_NONE) {
		text_str(t, "-");
	} else {
		const struct rs_lane_row *l = order_lane(x->c->order, n);

		text_addr(t, &l->requester);
		text_str(t, " > ");
		text_addr(t, &l->responder);
		text_add(t, " qp 0x%x", (unsigned)l->responder_qp);
	}
	if (x->c->r->point_count > 1 && row_point_name(x->c->r, e->point))
		text_add(t, " at %s", row_point_name(x->c->r, e->point));
}

static void event_frame(struct table_text *x, struct text *t, const struct rs_event *e)
{
	const rs_frame frame = rows_event_frame(e);
	struct row_value v;

	if (!frame)
		return;
	row_set_frame(x->c->r, &v, frame);
	if (v.s)
		text_add(t, "#%.300s:%lld", v.s, (long long)v.n);
	else
		text_add(t, "#%lld", (long long)v.n);
}

static void event_line(struct table_text *x, struct text *t, const struct rs_event *e)
{
	const unsigned page = x->c->r->style.width ? x->c->r->style.width : 100;
	const uint32_t n = event_episode(x, e);
	char buf[512];
	struct text details;
	size_t place;

	if (n == ORDER_NONE)
		text_str(t, "-");
	else
		text_add(t, "e%u", (unsigned)n + 1);
	pad(t, x->name_width + 2);
	row_time_text(t, &x->c->r->style, e->time, x->c->start, x->before);
	x->before = e->time;
	text_add(t, "  %-*s  ", (int)x->width[1], rs_event_name(e->kind));
	place = t->len;
	event_place(x, t, e);
	pad(t, place + x->width[0]);
	text_init(&details, buf, sizeof(buf));
	event_details(x, &details, e);
	text_str(&details, "  ");
	event_frame(x, &details, e);
	if (t->len + 2 + details.len > page) {
		end_line(x, t);
		pad(t, x->name_width);
	}
	text_add(t, "  %s", buf);
	end_line(x, t);
}

/* ---- pauses ---- */

static const struct pause_cell {
	const char *title;
	unsigned width;
} pause_cells[] = { { "prio", 5 },   { "XOFF", 8 },	   { "XON", 8 },   { "pauses", 8 },   { "paused", 11 },
		    { "share", 8 },  { "longest", 11 }, { "leaks", 6 }, { "headroom", 9 } };

#define PAUSE_CELLS (sizeof(pause_cells) / sizeof(pause_cells[0]))

static void put_bound(struct text *t, const struct rs_pause_row *p, rs_ns time)
{
	text_str(t, p->method == RS_PAUSE_BY_REFRESH ? ">= " : "");
	text_time(t, time);
}

static void pause_cell(struct text *t, const struct rs_pause_row *p, unsigned cell)
{
	switch (cell) {
	case 0:
		text_add(t, p->priority < 0 ? "all" : "%d", p->priority);
		break;
	case 1:
		text_add(t, "%llu", (unsigned long long)p->xoff);
		break;
	case 2:
		text_add(t, "%llu", (unsigned long long)p->xon);
		break;
	case 3:
		text_add(t, "%llu", (unsigned long long)p->pauses);
		break;
	case 4:
		put_bound(t, p, p->paused);
		break;
	case 5:
		put_percent(t, p->duty_ppm, p->duty_ppm == UINT32_MAX ? 0 : 1000000);
		text_str(t, p->duty_ppm == UINT32_MAX ? "" : "%");
		break;
	case 6:
		put_bound(t, p, p->longest);
		break;
	case 7:
		text_add(t, p->leaks_known ? "%llu" : "-", (unsigned long long)p->leak_frames);
		break;
	default:
		if (p->leaks_known)
			text_bytes(t, (double)p->headroom_bytes);
		else
			text_char(t, '-');
		break;
	}
}

/* Side, point where there are several, then numbers that go on below where the page is narrow. */
static void pause_line(struct table_text *x, struct text *t, const struct rs_pause_row *p)
{
	const unsigned page = x->c->r->style.width ? x->c->r->style.width : 100;
	const char *point = p ? row_point_name(x->c->r, p->point) : "point";
	char buf[64];
	struct text cell;

	if (p)
		text_mac(t, p->mac);
	else
		text_str(t, "pauser");
	pad(t, 17);
	if (x->width[0]) {
		text_add(t, "  %s", point ? point : "-");
		pad(t, 19 + x->width[0]);
	}
	for (unsigned i = 0; i < PAUSE_CELLS; i++) {
		text_init(&cell, buf, sizeof(buf));
		if (p)
			pause_cell(&cell, p, i);
		else
			text_str(&cell, pause_cells[i].title);
		if (t->len + pause_cells[i].width > page) {
			end_line(x, t);
			pad(t, 4);
		}
		right(t, pause_cells[i].width, buf);
	}
	end_line(x, t);
}

/* ---- all ---- */

void table_text_measure(struct table_text *x, const void *row)
{
	char buf[400];
	struct text t;

	if (x->pick)
		return;
	if (x->kind == ROW_FLOW) {
		const struct rs_flow_row *f = row;

		widen(&x->width[0], addr_width(&f->src));
		widen(&x->width[1], addr_width(&f->dst));
		return;
	}
	if (x->kind == ROW_PAUSE) {
		const char *point = row_point_name(x->c->r, ((const struct rs_pause_row *)row)->point);

		if (x->c->r->point_count > 1)
			widen(&x->width[0], point && strlen(point) > 5 ? (unsigned)strlen(point) : 5);
		return;
	}
	text_init(&t, buf, sizeof(buf));
	event_place(x, &t, &((const struct row_event *)row)->e);
	widen(&x->width[0], (unsigned)t.len);
	widen(&x->width[1], (unsigned)strlen(rs_event_name(((const struct row_event *)row)->e.kind)));
	text_init(&t, buf, sizeof(buf));
	text_add(&t, "e%u", (unsigned)order_episode_count(x->c->order));
	widen(&x->name_width, (unsigned)t.len);
}

void table_text_header(struct table_text *x)
{
	char line[LINE_BYTES];
	struct text t;

	text_init(&t, line, sizeof(line));
	if (x->pick) {
		for (unsigned i = 0; i < x->pick->count; i++)
			text_add(&t, "%s%s", i ? "\t" : "", x->pick->cols[i]->name);
		end_line(x, &t);
	} else if (x->kind == ROW_FLOW) {
		flow_header(x, &t);
	} else if (x->kind == ROW_PAUSE) {
		pause_line(x, &t, NULL);
	}
}

/* Chosen columns are separated by tabs; lists are joined by ";", unknown is "-". */
static void picked_line(struct table_text *x, const void *row)
{
	char buf[LINE_BYTES];
	struct row_value v;

	for (unsigned i = 0; i < x->pick->count; i++) {
		const struct row_column *col = x->pick->cols[i];
		const unsigned n = row_count(x->c, col, row);

		if (i)
			putc_unlocked('\t', x->out);
		for (unsigned k = 0; k < n; k++) {
			row_get(x->c, col, row, k, &v);
			if (k)
				putc_unlocked(';', x->out);
			fputs_unlocked(v.type == ROW_NULL ? "-" : row_value_text(&v, buf, sizeof(buf)), x->out);
		}
		if (!n)
			putc_unlocked('-', x->out);
	}
	putc_unlocked('\n', x->out);
}

void table_text_row(struct table_text *x, const void *row)
{
	char line[LINE_BYTES];
	struct text t;

	if (x->pick) {
		picked_line(x, row);
		return;
	}
	text_init(&t, line, sizeof(line));
	if (x->kind == ROW_FLOW)
		flow_line(x, &t, row);
	else if (x->kind == ROW_PAUSE)
		pause_line(x, &t, row);
	else
		event_line(x, &t, &((const struct row_event *)row)->e);
}
