/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Theory of operation. A table is a list of places in the order of the report (order.h). With
 * --sort the values of the sort columns are read once for each row, kept as small keys and
 * sorted; rows with equal keys stay in the order of the report, unknown values come last.
 * With a filter the list has the places that it lets through.
 */
#include "report/table.h"

#include "report/csv.h"
#include "report/json_rows.h"
#include "report/select.h"
#include "report/table_text.h"

#include <stdlib.h>
#include <string.h>

/** Value of one sort column. Texts longer than the room compare by their beginning. */
struct key {
	int64_t n;
	char text[23];
	bool null;
};

struct table {
	const struct report *r;
	enum row_kind kind;
	struct row_ctx c;
	struct row_pick pick;
	struct row_sort sort;
	uint32_t first; /**< events: place where the range of time begins */
	uint32_t span;	/**< places from there on, before the filter */
	uint32_t count;
	uint32_t *places; /**< NULL = all of the span in the order of the report */
	struct key *keys; /**< sort.count a place of the span */
};

static const void *row_at(struct table *t, uint32_t place, struct row_event *room)
{
	if (t->kind == ROW_FLOW)
		return order_flow(t->c.order, place);
	if (t->kind == ROW_PAUSE)
		return t->r->snap->pauses + place;
	return order_event(t->c.order, place, &room->e) ? room : NULL;
}

static void make_key(struct table *t, const struct row_column *col, const void *row, struct key *k)
{
	struct row_value v;

	memset(k, 0, sizeof(*k));
	if (!row || !row_count(&t->c, col, row)) {
		k->null = true;
		return;
	}
	row_get(&t->c, col, row, 0, &v);
	k->null = v.type == ROW_NULL;
	/* Addresses sort by their bytes: as texts, 10.1.0.10 would come before 10.1.0.9. */
	if (col->form == ROW_F_ADDR)
		memcpy(k->text, (const unsigned char *)row + col->offset, sizeof(struct rs_addr));
	else if (v.type == ROW_TEXT)
		memcpy(k->text, v.s, strnlen(v.s, sizeof(k->text)));
	else if (!k->null)
		k->n = v.n;
}

static int compare_keys(const struct key *a, const struct key *b, bool descending)
{
	int c;

	if (a->null || b->null)
		return a->null - b->null;
	c = a->n != b->n ? (a->n < b->n ? -1 : 1) : memcmp(a->text, b->text, sizeof(a->text));
	return descending ? -c : c;
}

static int compare_places(const void *pa, const void *pb, void *arg)
{
	const struct table *t = arg;
	const uint32_t a = *(const uint32_t *)pa - t->first, b = *(const uint32_t *)pb - t->first;

	for (unsigned i = 0; i < t->sort.count; i++) {
		const int c = compare_keys(t->keys + (size_t)a * t->sort.count + i,
					   t->keys + (size_t)b * t->sort.count + i, t->sort.descending[i]);

		if (c)
			return c;
	}
	return a < b ? -1 : a > b;
}

static int sort_rows(struct table *t, struct rs_err *err)
{
	struct row_event room;

	t->keys = calloc((size_t)t->span * t->sort.count + 1, sizeof(*t->keys));
	if (!t->keys)
		return rs_err_set(err, RS_ENOMEM, "no memory to sort %u rows; leave out --sort", (unsigned)t->count);
	for (uint32_t i = 0; i < t->count; i++) {
		const void *row = row_at(t, t->places[i], &room);
		struct key *keys = t->keys + (size_t)(t->places[i] - t->first) * t->sort.count;

		for (unsigned k = 0; k < t->sort.count; k++)
			make_key(t, t->sort.cols[k], row, keys + k);
	}
	qsort_r(t->places, t->count, sizeof(*t->places), compare_places, t);
	return 0;
}

static bool lets_through(struct table *t, struct select *s, uint32_t place)
{
	struct row_event room;
	const void *row = s ? row_at(t, place, &room) : NULL;

	if (!s)
		return true;
	if (!row)
		return false;
	if (t->kind == ROW_PAUSE)
		return true;
	return t->kind == ROW_FLOW ? select_flow(s, row) : select_event(s, &room.e);
}

/* The places that are shown, in the order of the report. */
static int list_places(struct table *t, struct rs_err *err)
{
	struct select *s;
	int rc = select_create(&s, t->r->filter, t->r, t->c.order, err);

	if (rc)
		return rc;
	t->places = calloc(t->span + 1u, sizeof(*t->places));
	if (!t->places)
		rc = rs_err_set(err, RS_ENOMEM, "no memory to choose among %u rows", (unsigned)t->span);
	t->count = 0;
	for (uint32_t i = 0; !rc && i < t->span; i++)
		if (lets_through(t, s, t->first + i))
			t->places[t->count++] = t->first + i;
	select_destroy(s);
	return rc;
}

/* Events are in order of time: those of the range are one run of places. */
static void limit_to_range(struct table *t)
{
	const struct report *r = t->r;
	struct row_event room;
	uint32_t end = t->count;

	while (t->first < end && row_at(t, t->first, &room) && room.e.time < r->show_from)
		t->first++;
	t->count = 0;
	while (t->first + t->count < end && row_at(t, t->first + t->count, &room) && room.e.time <= r->show_to)
		t->count++;
}

static int table_init(struct table *t, const struct report *r, enum report_table table, struct rs_err *err)
{
	struct order *o;
	int rc;

	memset(t, 0, sizeof(*t));
	t->r = r;
	t->kind = table == REPORT_TABLE_FLOWS ? ROW_FLOW : table == REPORT_TABLE_PFC ? ROW_PAUSE : ROW_EVENT;
	row_pick_default(&t->pick, t->kind);
	if (r->style.fields) {
		rc = row_pick_fields(&t->pick, t->kind, r->style.fields, err);
		if (rc)
			return rc;
	}
	if (r->style.sort) {
		rc = row_sort_keys(&t->sort, t->kind, r->style.sort, err);
		if (rc)
			return rc;
	}
	o = order_create(r, err);
	if (!o)
		return -RS_ENOMEM;
	row_ctx_init(&t->c, r, o);
	t->count = t->kind == ROW_FLOW ? r->snap->flow_count : t->kind == ROW_PAUSE ? r->snap->pause_count : order_event_count(o);
	if (t->kind == ROW_EVENT && r->show_range)
		limit_to_range(t);
	t->span = t->count;
	rc = t->sort.count || r->filter ? list_places(t, err) : 0;
	return !rc && t->sort.count ? sort_rows(t, err) : rc;
}

static void table_fini(struct table *t)
{
	order_destroy(t->c.order);
	free(t->places);
	free(t->keys);
}

/* Row number @i of the output, NULL if its spool cannot be read. */
static const void *nth_row(struct table *t, uint32_t i, struct row_event *room)
{
	return row_at(t, t->places ? t->places[i] : t->first + i, room);
}

static void write_json(struct table *t, const char *schema, FILE *out)
{
	struct row_event room;
	struct json j;

	json_init(&j, out, 2);
	json_object_begin(&j);
	json_head(&j, &t->c, schema);
	json_key(&j, "rows");
	json_array_begin(&j);
	for (uint32_t i = 0; i < t->count; i++) {
		const void *row = nth_row(t, i, &room);

		if (row)
			json_row(&j, &t->c, &t->pick, row, NULL);
	}
	json_array_end(&j);
	json_object_end(&j);
	json_finish(&j);
}

static void write_lines(struct table *t, const char *schema, FILE *out)
{
	struct row_event room;
	struct json j;

	json_init(&j, out, 0);
	json_stream_head(&j, &t->c, schema);
	for (uint32_t i = 0; i < t->count; i++) {
		const void *row = nth_row(t, i, &room);

		if (!row)
			continue;
		json_row(&j, &t->c, &t->pick, row, row_type_name(t->kind));
		json_finish(&j);
	}
}

static void write_csv(struct table *t, FILE *out)
{
	struct row_event room;
	struct csv w;

	csv_init(&w, out);
	csv_header(&w, &t->pick);
	for (uint32_t i = 0; i < t->count; i++) {
		const void *row = nth_row(t, i, &room);

		if (row)
			csv_row(&w, &t->c, &t->pick, row);
	}
}

static void write_text(struct table *t, FILE *out)
{
	const unsigned top = t->r->style.top;
	const uint32_t count = top && top < t->count ? top : t->count;
	struct table_text x;
	struct row_event room;

	table_text_init(&x, &t->c, t->r->style.fields ? &t->pick : NULL, t->kind, out);
	for (uint32_t i = 0; i < count; i++) {
		const void *row = nth_row(t, i, &room);

		if (row)
			table_text_measure(&x, row);
	}
	table_text_header(&x);
	for (uint32_t i = 0; i < count; i++) {
		const void *row = nth_row(t, i, &room);

		if (row)
			table_text_row(&x, row);
	}
}

int table_write(const struct report *r, enum report_table table, enum report_format format, FILE *out,
		struct rs_err *err)
{
	static const char *const schemas[] = {
#define X(id, command, word) "rocescope." word "/1",
		REPORT_TABLES(X)
#undef X
	};
	struct table t;
	int rc = table_init(&t, r, table, err);

	if (rc)
		format = REPORT_FORMAT_COUNT;
	switch (format) {
	case REPORT_JSON:
		write_json(&t, schemas[table], out);
		break;
	case REPORT_NDJSON:
		write_lines(&t, schemas[table], out);
		break;
	case REPORT_CSV:
		write_csv(&t, out);
		break;
	case REPORT_TEXT:
		write_text(&t, out);
		break;
	default:
		if (!rc)
			rc = rs_err_set(err, RS_EINVAL, "tables have no such format: use text, json, ndjson or csv");
		break;
	}
	table_fini(&t);
	return rc;
}

int table_write_findings(const struct report *r, FILE *out, struct rs_err *err)
{
	struct order *o = order_create(r, err);
	struct select *s;
	struct row_ctx c;
	struct row_pick pick;
	struct csv w;

	if (!o)
		return -RS_ENOMEM;
	if (select_create(&s, r->filter, r, o, err)) {
		order_destroy(o);
		return -RS_ENOMEM;
	}
	row_ctx_init(&c, r, o);
	row_pick_default(&pick, ROW_FINDING);
	csv_init(&w, out);
	csv_header(&w, &pick);
	for (uint32_t i = 0; i < r->verdict->finding_count; i++)
		if (select_finding(s, r->verdict->findings + i))
			csv_row(&w, &c, &pick, r->verdict->findings + i);
	select_destroy(s);
	order_destroy(o);
	return 0;
}
