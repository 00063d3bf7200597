/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/csv.h"

#include <string.h>

/* Room for one item of a list: a file name with a frame number, or the longest text. */
#define ITEM_BYTES 1100

void csv_init(struct csv *w, FILE *out)
{
	w->out = out;
	w->filled = false;
	w->quoted = false;
}

bool csv_needs_quotes(const char *s)
{
	return s[strcspn(s, ",\"\r\n")];
}

void csv_cell_begin(struct csv *w, bool quoted)
{
	if (w->filled)
		putc_unlocked(',', w->out);
	w->filled = true;
	w->quoted = quoted;
	if (quoted)
		putc_unlocked('"', w->out);
}

void csv_cell_part(struct csv *w, const char *s)
{
	for (; *s; s++) {
		if (*s == '"')
			putc_unlocked('"', w->out);
		putc_unlocked(*s, w->out);
	}
}

void csv_cell_end(struct csv *w)
{
	if (w->quoted)
		putc_unlocked('"', w->out);
}

void csv_cell(struct csv *w, const char *s)
{
	csv_cell_begin(w, s && csv_needs_quotes(s));
	if (s)
		csv_cell_part(w, s);
	csv_cell_end(w);
}

void csv_int(struct csv *w, int64_t v)
{
	char buf[ROW_NUMBER_MAX];

	csv_cell_begin(w, false);
	fwrite_unlocked(buf, 1, row_number(v, buf), w->out);
	csv_cell_end(w);
}

void csv_end_line(struct csv *w)
{
	fwrite_unlocked("\r\n", 1, 2, w->out);
	w->filled = false;
}

void csv_header(struct csv *w, const struct row_pick *p)
{
	for (unsigned i = 0; i < p->count; i++)
		csv_cell(w, p->cols[i]->name);
	csv_end_line(w);
}

/* Whether a list needs quotes shows only after all its items: they are made twice rather than kept. */
static void list_cell(struct csv *w, struct row_ctx *c, const struct row_column *col, const void *row)
{
	const unsigned n = row_count(c, col, row);
	char buf[ITEM_BYTES];
	struct row_value v;
	bool quoted = false;

	for (unsigned i = 0; i < n && !quoted; i++) {
		row_get(c, col, row, i, &v);
		quoted = csv_needs_quotes(row_value_text(&v, buf, sizeof(buf)));
	}
	csv_cell_begin(w, quoted);
	for (unsigned i = 0; i < n; i++) {
		row_get(c, col, row, i, &v);
		if (i)
			putc_unlocked(';', w->out);
		csv_cell_part(w, row_value_text(&v, buf, sizeof(buf)));
	}
	csv_cell_end(w);
}

void csv_row(struct csv *w, struct row_ctx *c, const struct row_pick *p, const void *row)
{
	char buf[ITEM_BYTES];
	struct row_value v;

	for (unsigned i = 0; i < p->count; i++) {
		if (p->cols[i]->count) {
			list_cell(w, c, p->cols[i], row);
			continue;
		}
		row_get(c, p->cols[i], row, 0, &v);
		if (v.type == ROW_INT)
			csv_int(w, v.n);
		else
			csv_cell(w, row_value_text(&v, buf, sizeof(buf)));
	}
	csv_end_line(w);
}
