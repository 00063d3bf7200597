/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/rows.h"

#include "report/rows_engine.h"
#include "report/rows_story.h"

#include "base/text.h"

#include <string.h>

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

static int unknown_name(enum row_kind kind, const char *name, const char *option, struct rs_err *err)
{
	const char *names[ROW_PICK_MAX];
	unsigned n;
	const struct row_column *cols = row_columns(kind, &n);
	int near;

	for (unsigned i = 0; i < n; i++)
		names[i] = cols[i].name;
	near = text_nearest(name, names, n);
	if (near >= 0)
		return rs_err_set(err, RS_EINVAL, "%s %s: %ss have no such field; nearest: %s", option, name,
				  row_type_name(kind), names[near]);
	return rs_err_set(err, RS_EINVAL, "%s %s: %ss have no such field; the CSV header of the table lists them",
			  option, name, row_type_name(kind));
}

const struct row_column *row_column_by_name(enum row_kind kind, const char *name, const char *option,
					    struct rs_err *err)
{
	unsigned n;
	const struct row_column *cols = row_columns(kind, &n);

	for (unsigned i = 0; i < n; i++)
		if (!strcmp(cols[i].name, name))
			return cols + i;
	unknown_name(kind, name, option, err);
	return NULL;
}

/* Adds the column @name, or all columns of the object @name; returns their number. */
static unsigned pick_name(struct row_pick *p, const char *name)
{
	const size_t len = strlen(name);
	unsigned n, added = 0;
	const struct row_column *cols = row_columns(p->kind, &n);

	for (unsigned i = 0; i < n && p->count < ROW_PICK_MAX; i++)
		if (!strncmp(cols[i].name, name, len) && (!cols[i].name[len] || cols[i].name[len] == '.')) {
			p->cols[p->count++] = cols + i;
			added++;
		}
	return added;
}

int row_pick_fields(struct row_pick *p, enum row_kind kind, const char *fields, struct rs_err *err)
{
	p->kind = kind;
	p->count = 0;
	while (*fields) {
		const size_t len = strcspn(fields, ",");
		char name[64];

		if (len && len < sizeof(name)) {
			memcpy(name, fields, len);
			name[len] = 0;
			if (!pick_name(p, name) && p->count < ROW_PICK_MAX)
				return unknown_name(kind, name, "--fields", err);
		} else if (len) {
			return rs_err_set(err, RS_EINVAL, "--fields %.40s...: the name is too long", fields);
		}
		fields += len;
		fields += *fields == ',';
	}
	if (!p->count)
		return rs_err_set(err, RS_EINVAL, "--fields names no field: give names separated by commas");
	return 0;
}
