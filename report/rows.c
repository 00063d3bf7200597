/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/rows.h"

#include "query/field.h"
#include "report/rows_engine.h"
#include "report/rows_pause.h"
#include "report/rows_story.h"

const char *row_type_name(enum row_kind kind)
{
	static const char *const names[] = {
#define X(id, type, key) type,
		ROW_KINDS(X)
#undef X
	};

	return names[kind];
}

const char *row_list_name(enum row_kind kind)
{
	static const char *const names[] = {
#define X(id, type, key) key,
		ROW_KINDS(X)
#undef X
	};

	return names[kind];
}

const struct row_column *row_columns(enum row_kind kind, unsigned *count)
{
	switch (kind) {
	case ROW_FLOW:
		return rows_flow_columns(count);
	case ROW_LANE:
		return rows_lane_columns(count);
	case ROW_EPISODE:
		return rows_episode_columns(count);
	case ROW_PAUSE:
		return rows_pause_columns(count);
	case ROW_EVENT:
		return rows_event_columns(count);
	default:
		return rows_finding_columns(count);
	}
}

void row_pick_default(struct row_pick *p, enum row_kind kind)
{
	unsigned n;
	const struct row_column *cols = row_columns(kind, &n);

	p->kind = kind;
	p->count = 0;
	for (unsigned i = 0; i < n && p->count < ROW_PICK_MAX; i++)
		if (!cols[i].extra)
			p->cols[p->count++] = cols + i;
}

/* Reads a list of names of a kind's columns. */
static int read_names(enum row_kind kind, const char *list, struct field_list *out, struct rs_err *err)
{
	const char *names[ROW_PICK_MAX];
	unsigned n;
	const struct row_column *cols = row_columns(kind, &n);

	for (unsigned i = 0; i < n; i++)
		names[i] = cols[i].name;
	return field_list_parse(list, names, n, out, err);
}

int row_pick_fields(struct row_pick *p, enum row_kind kind, const char *fields, struct rs_err *err)
{
	struct field_ref refs[ROW_PICK_MAX];
	struct field_list list = { .refs = refs, .max = ROW_PICK_MAX };
	unsigned n;
	const struct row_column *cols = row_columns(kind, &n);
	const int rc = read_names(kind, fields, &list, err);

	if (rc)
		return rc;
	p->kind = kind;
	p->count = 0;
	for (size_t i = 0; i < list.count; i++)
		p->cols[p->count++] = cols + refs[i].index;
	return 0;
}

int row_sort_keys(struct row_sort *s, enum row_kind kind, const char *fields, struct rs_err *err)
{
	struct field_ref refs[ROW_SORT_MAX];
	struct field_list list = { .refs = refs, .max = ROW_SORT_MAX };
	unsigned n;
	const struct row_column *cols = row_columns(kind, &n);
	const int rc = read_names(kind, fields, &list, err);

	if (rc)
		return rc;
	s->count = (unsigned)list.count;
	for (size_t i = 0; i < list.count; i++) {
		s->cols[i] = cols + refs[i].index;
		s->descending[i] = refs[i].descending;
	}
	return 0;
}
