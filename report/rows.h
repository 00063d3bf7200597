/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_ROWS_H
#define REPORT_ROWS_H
/* The rows of every output, described once: for each kind of row a list of columns. */
#include "report/columns.h"

/** Kinds of rows. X(enum, "type" of a line, key of the document) */
#define ROW_KINDS(X)                                                                              \
	X(FLOW, "flow", "flows")                                                                  \
	X(LANE, "lane", "lanes")                                                                  \
	X(EPISODE, "episode", "episodes")                                                         \
	X(PAUSE, "pause", "pauses")                                                               \
	X(EVENT, "event", "events")                                                               \
	X(FINDING, "finding", "findings")

enum row_kind {
#define X(id, type, key) ROW_##id,
	ROW_KINDS(X)
#undef X
	ROW_KIND_COUNT
};

/** row_columns - the columns of a kind, in the order of the contract; extra ones last. */
const struct row_column *row_columns(enum row_kind kind, unsigned *count);

/** Columns chosen for an output. */
#define ROW_PICK_MAX 64
struct row_pick {
	enum row_kind kind;
	unsigned count;
	const struct row_column *cols[ROW_PICK_MAX];
};

/** row_pick_default - all columns of the contract. */
void row_pick_default(struct row_pick *p, enum row_kind kind);
/** row_pick_fields - columns by names, "a,b". Returns 0, -RS_EINVAL: @err names the unknown field and the nearest. */
RS_MUST_USE int row_pick_fields(struct row_pick *p, enum row_kind kind, const char *fields, struct rs_err *err);

/** Columns that rows are sorted by. */
#define ROW_SORT_MAX 4
struct row_sort {
	unsigned count;
	const struct row_column *cols[ROW_SORT_MAX];
	bool descending[ROW_SORT_MAX];
};

/** row_sort_keys - keys by names, "-" in front reverses: "-retx,src". Errors as row_pick_fields. */
RS_MUST_USE int row_sort_keys(struct row_sort *s, enum row_kind kind, const char *fields, struct rs_err *err);

const char *row_type_name(enum row_kind kind);
const char *row_list_name(enum row_kind kind);

#endif
