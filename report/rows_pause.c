/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/rows_pause.h"

#include "base/text.h"
#include "report/columns.h"

static const struct rs_pause_row *pause_of(const void *row)
{
	return row;
}

static void pause_mac(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	struct text t;

	text_init(&t, v->buf, sizeof(v->buf));
	text_mac(&t, pause_of(row)->mac);
	row_set_text(v, v->buf);
}

static void pause_priority(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	if (pause_of(row)->priority >= 0)
		row_set_int(v, pause_of(row)->priority);
}

static void pause_duty(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	if (pause_of(row)->duty_ppm == UINT32_MAX)
		return;
	v->type = ROW_DECIMAL;
	v->n = pause_of(row)->duty_ppm;
}

static void pause_bound(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	v->type = ROW_BOOL;
	v->n = pause_of(row)->method == RS_PAUSE_BY_REFRESH;
}

static void pause_headroom(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	if (pause_of(row)->leaks_known)
		row_set_int(v, (int64_t)pause_of(row)->headroom_bytes);
}

static void pause_leaks(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	if (pause_of(row)->leaks_known)
		row_set_int(v, (int64_t)pause_of(row)->leak_frames);
}

static void pause_interval(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_pause_interval *iv = &c->r->snap->intervals[pause_of(row)->interval_first + i];

	v->type = ROW_INTERVAL;
	v->n = iv->start - c->start;
	v->n2 = iv->end - c->start;
	v->s = rs_pause_end_name(iv->end_by);
}

static unsigned pause_interval_count(const struct row_ctx *c, const void *row)
{
	return pause_of(row)->interval_count;
}

static void pause_bin_ns(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	if (pause_of(row)->bin_count)
		row_set_int(v, pause_of(row)->bin_width);
}

static void pause_bin(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	row_set_int(v, pause_of(row)->bins[i]);
}

static unsigned pause_bin_count(const struct row_ctx *c, const void *row)
{
	return pause_of(row)->bin_count;
}

#define ROW rs_pause_row

static const struct row_column pause_columns[] = {
	COL_FIELD(POINT, "point", point),
	COL_GET("source_mac", pause_mac),
	COL_GET("priority", pause_priority),
	COL_FIELD(U64, "frames", frames),
	COL_FIELD(U64, "xoff", xoff),
	COL_FIELD(U64, "xon", xon),
	COL_FIELD(U64, "pauses", pauses),
	COL_FIELD(SPAN, "paused_ns", paused),
	COL_FIELD(SPAN, "longest_ns", longest),
	COL_GET("duty_ratio", pause_duty),
	COL_WORD("method", method, rs_pause_method_name),
	COL_GET("lower_bound", pause_bound),
	COL_GET("headroom_bytes", pause_headroom),
	COL_GET("leak_frames", pause_leaks),
	COL_LIST("intervals", pause_interval),
	COL_FIELD(BOOL, "host_nic", host),
	COL_FIELD(U32, "watchdog_trips", watchdogs),
	COL_FIELD(TIME, "first_ns", first),
	COL_FIELD(TIME, "last_ns", last),
	COL_GET("series_bin_ns", pause_bin_ns),
	COL_LIST("series_paused_ns", pause_bin),
};

#undef ROW

const struct row_column *rows_pause_columns(unsigned *count)
{
	*count = COL_COUNT(pause_columns);
	return pause_columns;
}
