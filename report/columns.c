/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/columns.h"

#include "base/text.h"
#include "report/json.h"

#include <string.h>

void row_ctx_init(struct row_ctx *c, const struct report *r, struct order *o)
{
	c->r = r;
	c->order = o;
	c->start = r->snap->totals.first;
	c->scratch[0] = 0;
}

void row_set_int(struct row_value *v, int64_t n)
{
	v->type = ROW_INT;
	v->n = n;
}

void row_set_text(struct row_value *v, const char *s)
{
	v->type = s ? ROW_TEXT : ROW_NULL;
	v->s = s;
}

void row_set_addr(struct row_value *v, const struct rs_addr *a)
{
	struct text t;

	text_init(&t, v->buf, sizeof(v->buf));
	text_addr(&t, a);
	row_set_text(v, v->buf);
}

void row_set_time(const struct row_ctx *c, struct row_value *v, rs_ns t)
{
	if (t == RS_NS_NONE || c->start == RS_NS_NONE)
		v->type = ROW_NULL;
	else
		row_set_int(v, t - c->start);
}

void row_set_frame(const struct report *r, struct row_value *v, rs_frame f)
{
	const unsigned file = rs_frame_file(f);

	v->type = f ? ROW_FRAME : ROW_NULL;
	v->n = (int64_t)rs_frame_number(f);
	v->s = r->file_count > 1 && file < r->file_count ? r->files[file].name : NULL;
}

void row_set_ratio(struct row_value *v, uint64_t part, uint64_t whole)
{
	v->type = whole ? ROW_DECIMAL : ROW_NULL;
	if (whole)
		v->n = (int64_t)((double)part * 1e8 / (double)whole + 0.5);
}

const char *row_point_name(const struct report *r, unsigned point)
{
	return point < r->point_count ? r->points[point].name : NULL;
}

static void set_known(struct row_value *v, uint32_t n, uint32_t unknown)
{
	if (n == unknown)
		v->type = ROW_NULL;
	else
		row_set_int(v, n);
}

static void get_field(struct row_ctx *c, const struct row_column *col, const unsigned char *at, struct row_value *v)
{
	uint64_t wide = 0;
	uint32_t half = 0;
	uint16_t small = 0;

	switch (col->form) {
	case ROW_F_U64:
	case ROW_F_TIME:
	case ROW_F_SPAN:
		memcpy(&wide, at, sizeof(wide));
		break;
	case ROW_F_U32:
	case ROW_F_KNOWN:
	case ROW_F_PSN:
		memcpy(&half, at, sizeof(half));
		break;
	case ROW_F_POINT:
		memcpy(&small, at, sizeof(small));
		break;
	}
	switch (col->form) {
	case ROW_F_U64:
		row_set_int(v, (int64_t)wide);
		break;
	case ROW_F_TIME:
		row_set_time(c, v, (rs_ns)wide);
		break;
	case ROW_F_SPAN:
		row_set_int(v, (rs_ns)wide);
		if ((rs_ns)wide == RS_NS_NONE)
			v->type = ROW_NULL;
		break;
	case ROW_F_U32:
		row_set_int(v, half);
		break;
	case ROW_F_KNOWN:
		set_known(v, half, 0);
		break;
	case ROW_F_PSN:
		set_known(v, half, RS_NO_PSN);
		break;
	case ROW_F_U8:
		row_set_int(v, *at);
		break;
	case ROW_F_BOOL:
		row_set_int(v, *at != 0);
		v->type = ROW_BOOL;
		break;
	case ROW_F_ADDR:
		row_set_addr(v, (const struct rs_addr *)at);
		break;
	case ROW_F_POINT:
		row_set_text(v, row_point_name(c->r, small));
		break;
	case ROW_F_WORD:
		row_set_text(v, col->word(*at));
		break;
	}
}

void row_get(struct row_ctx *c, const struct row_column *col, const void *row, unsigned i, struct row_value *v)
{
	v->type = ROW_NULL;
	if (col->form == ROW_F_GET) {
		if (col->get)
			col->get(c, row, i, v);
	} else {
		get_field(c, col, (const unsigned char *)row + col->offset, v);
	}
}

unsigned row_count(const struct row_ctx *c, const struct row_column *col, const void *row)
{
	return col->count ? col->count(c, row) : 1;
}

unsigned row_number(int64_t v, char buf[ROW_NUMBER_MAX])
{
	unsigned n = 0;

	if (v < 0)
		buf[n++] = '-';
	return n + json_digits(v < 0 ? 0 - (uint64_t)v : (uint64_t)v, buf + n);
}

/* "naks=40 packets", with ">=" for a lower bound. */
static void evidence_text(struct text *t, const struct rs_evidence *e)
{
	char number[32];

	text_add(t, "%s%s", e->name, e->lower_bound ? ">=" : "=");
	if (e->unit && !strcmp(e->unit, "ratio"))
		json_decimal_text(e->value, number);
	else
		number[row_number(e->value, number)] = 0;
	text_str(t, number);
	if (e->unit)
		text_add(t, " %s", e->unit);
}

const char *row_value_text(const struct row_value *v, char *buf, size_t size)
{
	struct text t;

	text_init(&t, buf, size);
	switch (v->type) {
	case ROW_NULL:
		break;
	case ROW_TEXT:
		return v->s;
	case ROW_BOOL:
		return v->n ? "true" : "false";
	case ROW_INT:
		text_add(&t, "%lld", (long long)v->n);
		break;
	case ROW_DECIMAL:
		json_decimal_text(v->n, buf);
		break;
	case ROW_FRAME:
		if (v->s)
			text_add(&t, "%.990s:", v->s);
		text_add(&t, "%lld", (long long)v->n);
		break;
	case ROW_PAIR:
		text_add(&t, "%lld-%lld", (long long)v->n, (long long)v->n2);
		break;
	case ROW_INTERVAL:
		text_add(&t, "%lld-%lld:%s", (long long)v->n, (long long)v->n2, v->s);
		break;
	case ROW_EVIDENCE:
		evidence_text(&t, v->p);
		break;
	}
	return buf;
}

void row_time_text(struct text *t, const struct report_style *style, rs_ns time, rs_ns start, rs_ns before)
{
	const rs_ns from = style->time == REPORT_TIME_DELTA ? before : start;
	rs_ns d;

	if (time == RS_NS_NONE || from == RS_NS_NONE) {
		text_char(t, '-');
		return;
	}
	if (style->time == REPORT_TIME_ABS) {
		text_utc(t, time, 9);
		return;
	}
	d = time - from;
	text_add(t, "%s%lld.%06lld", d < 0 ? "-" : "", (long long)(d < 0 ? -d : d) / RS_NS_PER_MS,
		 (long long)(d < 0 ? -d : d) % RS_NS_PER_MS);
}
