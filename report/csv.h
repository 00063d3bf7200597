/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_CSV_H
#define REPORT_CSV_H
/* Comma-separated values as RFC 4180 has them: lines end with CR LF, what needs quotes gets them. */
#include "report/rows.h"

struct csv {
	FILE *out;
	bool filled; /**< the line has a cell */
	bool quoted; /**< the open cell stands in quotes */
};

void csv_init(struct csv *w, FILE *out);

/** csv_cell - one cell; NULL is an empty one. */
void csv_cell(struct csv *w, const char *s);
void csv_int(struct csv *w, int64_t v);
void csv_end_line(struct csv *w);

/* A cell in parts, for lists. */
bool csv_needs_quotes(const char *s);
void csv_cell_begin(struct csv *w, bool quoted);
void csv_cell_part(struct csv *w, const char *s);
void csv_cell_end(struct csv *w);

/** csv_header, csv_row - the names of columns, one row; lists are joined by ";", unknown is empty. */
void csv_header(struct csv *w, const struct row_pick *p);
void csv_row(struct csv *w, struct row_ctx *c, const struct row_pick *p, const void *row);

#endif
