/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_TABLE_TEXT_H
#define REPORT_TABLE_TEXT_H
/*
 * Tables for people: fixed columns first, so that cut and awk work, one line a row; a row that
 * is wider than the page takes two. All rows are shown to table_text_measure before the first
 * is printed.
 */
#include "report/rows.h"

struct table_text {
	struct row_ctx *c;
	const struct row_pick *pick; /**< --fields, NULL = the ordinary columns */
	enum row_kind kind;
	FILE *out;
	unsigned width[2];	       /**< longest addresses so far; events: longest pair with QP, longest kind */
	int rank;		       /**< columns of flows up to this rank fit the page */
	bool two_lines;		       /**< a row of flows goes on below its source */
	unsigned name_width;	       /**< longest episode name */
	rs_ns before;		       /**< time of the row printed last */
};

void table_text_init(struct table_text *x, struct row_ctx *c, const struct row_pick *pick, enum row_kind kind, FILE *out);
void table_text_measure(struct table_text *x, const void *row);
void table_text_header(struct table_text *x);
void table_text_row(struct table_text *x, const void *row);

#endif
