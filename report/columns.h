/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_COLUMNS_H
#define REPORT_COLUMNS_H
/*
 * A column: the name of a value and how it is read from a row. The lists of columns are in
 * rows.h; JSON, NDJSON, CSV and tables print from them, so that they cannot differ.
 *
 * A dot in a name says that the column belongs to an object: "pairing.method" is
 * {"pairing": {"method": ...}} in JSON and a column of that name in CSV.
 */
#include "report/order.h"

enum row_type {
	ROW_NULL,     /**< not known */
	ROW_INT,      /**< n */
	ROW_DECIMAL,  /**< n in millionths */
	ROW_BOOL,     /**< n */
	ROW_TEXT,     /**< s */
	ROW_FRAME,    /**< frame number n, of file s if that is not NULL */
	ROW_PAIR,     /**< n and n2 */
	ROW_INTERVAL, /**< time n to n2, ended by s */
	ROW_EVIDENCE, /**< struct rs_evidence at p */
};

/** One value. */
struct row_value {
	enum row_type type;
	int64_t n, n2;
	const char *s; /**< static, in buf, or in the scratch of the context */
	const struct rs_evidence *p;
	char buf[64];
};

/** What getters need beside the row. */
struct row_ctx {
	const struct report *r;
	struct order *order;
	rs_ns start;	   /**< time 0 of the report, RS_NS_NONE if there is no packet */
	char scratch[512]; /**< of the latest value that needed room */
};

/** Rows: struct rs_flow_row and struct rs_lane_row of the snapshot, struct rs_finding of the verdict, and these. */
struct row_episode {
	struct rs_episode e;
	uint32_t number; /**< place in the order, from 0 */
};

struct row_event {
	struct rs_event e;
};

struct row_column;
typedef void row_getter(struct row_ctx *c, const void *row, unsigned i, struct row_value *v);
typedef unsigned row_counter(const struct row_ctx *c, const void *row);

/** How the plain fields of rows become values. */
enum row_form {
	ROW_F_GET,   /**< get */
	ROW_F_U64,
	ROW_F_U32,
	ROW_F_U8,
	ROW_F_BOOL,
	ROW_F_KNOWN, /**< uint32_t, 0 is not known */
	ROW_F_PSN,   /**< uint32_t, RS_NO_PSN or RS_NO_QPN is not known */
	ROW_F_TIME,  /**< absolute time, printed relative to the start */
	ROW_F_SPAN,  /**< duration */
	ROW_F_ADDR,
	ROW_F_POINT, /**< uint16_t */
	ROW_F_WORD,  /**< uint8_t, named by word */
};

struct row_column {
	const char *name;
	uint8_t form;			  /**< enum row_form */
	bool extra;			  /**< only when asked for with --fields or --sort */
	uint16_t offset;		  /**< of the field in the row */
	const char *(*word)(unsigned);	  /**< ROW_F_WORD */
	row_getter *get;		  /**< ROW_F_GET; item @i of a list */
	row_counter *count;		  /**< not NULL: a list of so many items */
};

/* Entries of a list of columns; ROW is defined as the name of the row's struct. */
#define COL_FIELD(form, column, field)                                                            \
	{ column, ROW_F_##form, false, offsetof(struct ROW, field), NULL, NULL, NULL }
#define COL_ALSO(form, column, field)                                                             \
	{ column, ROW_F_##form, true, offsetof(struct ROW, field), NULL, NULL, NULL }
#define COL_WORD(column, field, names)                                                            \
	{ column, ROW_F_WORD, false, offsetof(struct ROW, field), names, NULL, NULL }
#define COL_GET(column, getter)	       { column, ROW_F_GET, false, 0, NULL, getter, NULL }
#define COL_LIST(column, getter)       { column, ROW_F_GET, false, 0, NULL, getter, getter##_count }
#define COL_EXTRA(column, getter)      { column, ROW_F_GET, true, 0, NULL, getter, NULL }
#define COL_EXTRA_LIST(column, getter) { column, ROW_F_GET, true, 0, NULL, getter, getter##_count }
#define COL_COUNT(list)		       ((unsigned)(sizeof(list) / sizeof((list)[0])))

/** row_get - item @i (0 for a single value) of a column. */
void row_get(struct row_ctx *c, const struct row_column *col, const void *row, unsigned i, struct row_value *v);
/** row_count - items of a list, 1 for a single value. */
unsigned row_count(const struct row_ctx *c, const struct row_column *col, const void *row);

/** row_ctx_init - context of a report. */
void row_ctx_init(struct row_ctx *c, const struct report *r, struct order *o);

/** row_value_text - a value as CSV and text tables print it, "" if not known; in @buf or where the value points. */
const char *row_value_text(const struct row_value *v, char *buf, size_t size);
/** row_number - decimal digits of @v to @buf, no final 0; returns their number. */
#define ROW_NUMBER_MAX 24
unsigned row_number(int64_t v, char buf[ROW_NUMBER_MAX]);

/** row_time_text - as --time asks: ms since @start with 6 decimals, UTC, or ms since @before; "-" if not known. */
struct text;
void row_time_text(struct text *t, const struct report_style *style, rs_ns time, rs_ns start, rs_ns before);

/* Values that several getters make. */
void row_set_int(struct row_value *v, int64_t n);
void row_set_text(struct row_value *v, const char *s);
void row_set_addr(struct row_value *v, const struct rs_addr *a);
void row_set_time(const struct row_ctx *c, struct row_value *v, rs_ns t);
void row_set_frame(const struct report *r, struct row_value *v, rs_frame f);
void row_set_ratio(struct row_value *v, uint64_t part, uint64_t whole); /**< percent; null if whole is 0 */
const char *row_point_name(const struct report *r, unsigned point);

#endif
