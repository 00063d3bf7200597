/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/json_rows.h"

#include "base/text.h"

#include <string.h>

/* "file:frame" when there are several files, else the number: a frame number alone would be ambiguous. */
static void put_frame(struct json *j, const struct row_value *v)
{
	char buf[1024];

	if (v->s)
		json_str(j, row_value_text(v, buf, sizeof(buf)));
	else
		json_int(j, v->n);
}

static void put_measure(struct json *j, const struct rs_evidence *e, int64_t n)
{
	if (e->unit && !strcmp(e->unit, "ratio"))
		json_decimal(j, n);
	else
		json_int(j, n);
}

static void put_evidence(struct json *j, struct row_ctx *c, const struct rs_evidence *e)
{
	struct row_value v;

	json_object_begin(j);
	json_key_str(j, "name", e->name);
	json_key(j, "value");
	put_measure(j, e, e->value);
	json_key(j, "expected");
	if (e->has_expected)
		put_measure(j, e, e->expected);
	else
		json_null(j);
	json_key_str(j, "unit", e->unit);
	json_key(j, "frames");
	json_array_begin(j);
	for (unsigned i = 0; i < RS_EVIDENCE_FRAMES && e->frames[i]; i++) {
		row_set_frame(c->r, &v, e->frames[i]);
		put_frame(j, &v);
	}
	json_array_end(j);
	json_key_bool(j, "lower_bound", e->lower_bound);
	json_object_end(j);
}

static void put_value(struct json *j, struct row_ctx *c, const struct row_value *v)
{
	switch (v->type) {
	case ROW_NULL:
		json_null(j);
		break;
	case ROW_INT:
		json_int(j, v->n);
		break;
	case ROW_DECIMAL:
		json_decimal(j, v->n);
		break;
	case ROW_BOOL:
		json_bool(j, v->n);
		break;
	case ROW_TEXT:
		json_str(j, v->s);
		break;
	case ROW_FRAME:
		put_frame(j, v);
		break;
	case ROW_PAIR:
		json_array_begin(j);
		json_int(j, v->n);
		json_int(j, v->n2);
		json_array_end(j);
		break;
	case ROW_INTERVAL:
		json_object_begin(j);
		json_key_int(j, "start_ns", v->n);
		json_key_int(j, "end_ns", v->n2);
		json_key_str(j, "end_by", v->s);
		json_object_end(j);
		break;
	case ROW_EVIDENCE:
		put_evidence(j, c, v->p);
		break;
	}
}

static void put_column(struct json *j, struct row_ctx *c, const struct row_column *col, const void *row)
{
	struct row_value v;

	if (!col->count) {
		row_get(c, col, row, 0, &v);
		put_value(j, c, &v);
		return;
	}
	json_array_begin(j);
	for (unsigned i = 0, n = row_count(c, col, row); i < n; i++) {
		row_get(c, col, row, i, &v);
		put_value(j, c, &v);
	}
	json_array_end(j);
}

/* Length of "object." in front of a name, 0 if there is none. */
static size_t prefix_length(const struct row_column *col)
{
	const char *dot = strchr(col->name, '.');

	return dot ? (size_t)(dot - col->name) + 1 : 0;
}

/* An object of which nothing is known is null. */
static bool all_null(struct row_ctx *c, const struct row_column *const *cols, unsigned n, const void *row)
{
	struct row_value v;

	for (unsigned i = 0; i < n; i++) {
		if (cols[i]->count)
			return false;
		row_get(c, cols[i], row, 0, &v);
		if (v.type != ROW_NULL)
			return false;
	}
	return true;
}

/* The columns of one object, which follow each other; returns how many there are. */
static unsigned put_object(struct json *j, struct row_ctx *c, const struct row_column *const *cols, unsigned room,
			   const void *row)
{
	const size_t len = prefix_length(cols[0]);
	char name[64];
	unsigned n = 1;

	while (n < room && !strncmp(cols[n]->name, cols[0]->name, len))
		n++;
	snprintf(name, sizeof(name), "%.*s", (int)len - 1, cols[0]->name);
	json_key(j, name);
	if (all_null(c, cols, n, row)) {
		json_null(j);
		return n;
	}
	json_object_begin(j);
	for (unsigned i = 0; i < n; i++) {
		json_key(j, cols[i]->name + len);
		put_column(j, c, cols[i], row);
	}
	json_object_end(j);
	return n;
}

void json_row(struct json *j, struct row_ctx *c, const struct row_pick *p, const void *row, const char *type)
{
	json_object_begin(j);
	if (type)
		json_key_str(j, "type", type);
	for (unsigned i = 0; i < p->count;) {
		if (prefix_length(p->cols[i])) {
			i += put_object(j, c, p->cols + i, p->count - i, row);
			continue;
		}
		json_key(j, p->cols[i]->name);
		put_column(j, c, p->cols[i], row);
		i++;
	}
	json_object_end(j);
}

void json_head(struct json *j, const struct row_ctx *c, const char *schema)
{
	char buf[64];
	struct text t;

	json_key_str(j, "schema", schema);
	json_key(j, "start_time");
	if (c->start == RS_NS_NONE) {
		json_null(j);
		return;
	}
	text_init(&t, buf, sizeof(buf));
	text_utc(&t, c->start, 9);
	json_str(j, buf);
}

void json_stream_head(struct json *j, const struct row_ctx *c, const char *schema)
{
	json_object_begin(j);
	json_head(j, c, schema);
	json_object_end(j);
	json_finish(j);
}
