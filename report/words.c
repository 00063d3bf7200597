/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/words.h"

#include <stdlib.h>
#include <string.h>

void words_count(struct text *t, uint64_t n, const char *noun)
{
	text_count(t, n);
	text_add(t, " %s%s", noun, n == 1 ? "" : "s");
}

void words_percent(struct text *t, uint64_t part, uint64_t whole)
{
	const double v = whole ? (double)part * 100 / (double)whole : 0;

	if (!whole)
		text_str(t, "-");
	else if (!part)
		text_str(t, "0 %");
	else if (v < 0.01)
		text_str(t, "< 0.01 %");
	else
		text_add(t, "%.*f %%", v >= 99.95 ? 0 : v >= 9.995 ? 1 : 2, v);
}

/* Time of day with microseconds; the title has the date. */
static void clock_time(struct text *t, rs_ns at)
{
	char utc[48];
	struct text u;

	text_init(&u, utc, sizeof(utc));
	text_utc(&u, at, 6);
	text_str(t, u.len > 11 ? utc + 11 : utc);
}

void words_moment(struct text *t, const struct report *r, rs_ns at)
{
	const rs_ns start = r->snap->totals.first;
	rs_ns rel;

	if (at == RS_NS_NONE || start == RS_NS_NONE) {
		text_char(t, '-');
		return;
	}
	if (r->style.time == REPORT_TIME_ABS) {
		clock_time(t, at);
		return;
	}
	rel = at - start;
	if (rel < RS_NS_PER_MS)
		text_time(t, rel);
	else if (rel < RS_NS_PER_S)
		text_add(t, "%.2f ms", (double)rel / 1e6);
	else
		text_add(t, "%.3f s", (double)rel / 1e9);
}

void words_span(struct text *t, const struct report *r, rs_ns first, rs_ns last)
{
	if (first == RS_NS_NONE) {
		text_str(t, "whole capture");
		return;
	}
	words_moment(t, r, first);
	if (last == RS_NS_NONE || last == first)
		return;
	text_str(t, " .. ");
	words_moment(t, r, last);
}

void words_frame(struct text *t, const struct report *r, rs_frame frame)
{
	if (r->file_count > 1)
		text_add(t, "#%u:%llu", rs_frame_file(frame) + 1, (unsigned long long)rs_frame_number(frame));
	else
		text_add(t, "#%llu", (unsigned long long)rs_frame_number(frame));
}

static int u32_cmp(const void *pa, const void *pb)
{
	const uint32_t a = *(const uint32_t *)pa, b = *(const uint32_t *)pb;

	return (a > b) - (a < b);
}

void words_qps(struct text *t, uint32_t *qps, uint32_t n, unsigned ranges)
{
	uint32_t i = 0;

	qsort(qps, n, sizeof(*qps), u32_cmp);
	for (unsigned k = 0; i < n && k < ranges; k++) {
		const uint32_t first = qps[i];
		uint32_t last = first;

		for (; i < n && (qps[i] == last || qps[i] == last + 1); i++)
			last = qps[i];
		text_add(t, "%s0x%x", k ? "," : "", first);
		if (last != first)
			text_add(t, "%c0x%x", last == first + 1 ? ',' : '-', last);
	}
	if (i < n)
		text_add(t, " and %u more", n - i);
}

/* Characters that a shell and a reader take as they are. */
static bool is_plain(const char *s)
{
	static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_./+-";

	return *s && *s != '-' && strspn(s, plain) == strlen(s);
}

void words_file(struct text *t, const struct report *r)
{
	const char *name = r->file_count == 1 ? r->files[0].name : NULL;

	if (!name || !is_plain(name) || strlen(name) > 30)
		text_str(t, r->file_count > 1 ? "FILE..." : "FILE");
	else
		text_str(t, name);
}

void words_end(struct text *t)
{
	if (t->len && !strchr(".!?", t->buf[t->len - 1]))
		text_char(t, '.');
}
