/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Theory of operation. The fields that a row has are chosen once; each row is then read field
 * by field into a value on the stack and printed at once. The time of the first packet is
 * known only with the first row, so that headings wait for it.
 */
#include "report/packets.h"

#include "base/text.h"
#include "query/field.h"
#include "report/csv.h"
#include "report/json.h"
#include "report/packet_fields.h"
#include "report/select.h"

#include <stdlib.h>
#include <string.h>

#define FIELDS_MAX 32
#define LINE_BYTES 1024
#define SCHEMA	   "rocescope.packets/1"

struct packet_writer {
	FILE *out;
	enum report_format format;
	struct report_style style;
	const struct packet_field *fields[FIELDS_MAX];
	unsigned field_count;
	const struct report_file *files;
	unsigned file_count;
	bool several_files;
	bool begun;	 /**< the heading is written */
	rs_ns before;	 /**< time of the row before */
	struct order *order;   /**< of the results that the filter reads, NULL = none */
	struct select *select; /**< NULL = all packets */
	struct json json;
	struct csv csv;
};

static int choose_fields(struct packet_writer *w, const char *list, struct rs_err *err)
{
	const char *names[FIELDS_MAX];
	struct field_ref refs[FIELDS_MAX];
	struct field_list chosen = { .refs = refs, .max = FIELDS_MAX };
	unsigned n;
	const struct packet_field *all = packet_fields(&n);
	int rc;

	for (unsigned i = 0; i < n; i++) {
		names[i] = all[i].name;
		if (!all[i].extra)
			w->fields[w->field_count++] = all + i;
	}
	if (!list)
		return 0;
	rc = field_list_parse(list, names, n, &chosen, err);
	if (rc)
		return rc;
	for (size_t i = 0; i < chosen.count; i++)
		w->fields[i] = all + refs[i].index;
	w->field_count = (unsigned)chosen.count;
	return 0;
}

struct packet_writer *packet_writer_create(enum report_format format, const struct report_style *style, FILE *out,
					   bool several_files, struct rs_err *err)
{
	struct packet_writer *w;

	if (format == REPORT_MD || format >= REPORT_FORMAT_COUNT) {
		rs_err_set(err, RS_EINVAL, "packets have no such format: use text, json, ndjson or csv");
		return NULL;
	}
	if (style->sort) {
		rs_err_set(err, RS_EINVAL, "--sort %s: packets come in the order of the capture; sort flows or events",
			   style->sort);
		return NULL;
	}
	w = calloc(1, sizeof(*w));
	if (!w) {
		rs_err_set(err, RS_ENOMEM, "no memory for a packet table");
		return NULL;
	}
	if (choose_fields(w, style->fields, err)) {
		free(w);
		return NULL;
	}
	w->out = out;
	w->format = format;
	w->style = *style;
	w->several_files = several_files;
	w->before = RS_NS_NONE;
	return w;
}

void packet_writer_files(struct packet_writer *w, const struct report_file *files, unsigned count)
{
	w->files = files;
	w->file_count = count;
}

int packet_writer_filter(struct packet_writer *w, const struct filter *f, const struct report *results,
			 struct rs_err *err)
{
	if (results) {
		w->order = order_create(results, err);
		if (!w->order)
			return -RS_ENOMEM;
	}
	return select_create(&w->select, f, results, w->order, err);
}

static void json_heading(struct packet_writer *w, rs_ns start)
{
	char buf[64];
	struct text t;

	json_init(&w->json, w->out, w->format == REPORT_JSON ? 2 : 0);
	text_init(&t, buf, sizeof(buf));
	if (start != RS_NS_NONE)
		text_utc(&t, start, 9);
	json_object_begin(&w->json);
	json_key_str(&w->json, "schema", SCHEMA);
	json_key_str(&w->json, "start_time", start != RS_NS_NONE ? buf : NULL);
	if (w->format == REPORT_JSON) {
		json_key(&w->json, "rows");
		json_array_begin(&w->json);
	} else {
		json_object_end(&w->json);
		json_finish(&w->json);
	}
}

static void heading(struct packet_writer *w, rs_ns start)
{
	w->begun = true;
	switch (w->format) {
	case REPORT_JSON:
	case REPORT_NDJSON:
		json_heading(w, start);
		break;
	case REPORT_CSV:
		csv_init(&w->csv, w->out);
		for (unsigned i = 0; i < w->field_count; i++)
			csv_cell(&w->csv, w->fields[i]->name);
		csv_end_line(&w->csv);
		break;
	default:
		for (unsigned i = 0; w->style.fields && i < w->field_count; i++)
			fprintf(w->out, "%s%s", w->fields[i]->name, i + 1 < w->field_count ? "\t" : "\n");
		break;
	}
}

static void json_field(struct json *j, const struct row_value *v)
{
	char buf[LINE_BYTES];

	if (v->type == ROW_INT || (v->type == ROW_FRAME && !v->s))
		json_int(j, v->n);
	else if (v->type == ROW_NULL)
		json_null(j);
	else
		json_str(j, row_value_text(v, buf, sizeof(buf)));
}

static void json_packet(struct packet_writer *w, const struct packet_row *p)
{
	struct row_value v;

	json_object_begin(&w->json);
	if (w->format == REPORT_NDJSON)
		json_key_str(&w->json, "type", "packet");
	for (unsigned i = 0; i < w->field_count; i++) {
		v.type = ROW_NULL;
		w->fields[i]->get(p, &v);
		json_key(&w->json, w->fields[i]->name);
		json_field(&w->json, &v);
	}
	json_object_end(&w->json);
	if (w->format == REPORT_NDJSON)
		json_finish(&w->json);
}

static void csv_packet(struct packet_writer *w, const struct packet_row *p)
{
	char buf[LINE_BYTES];
	struct row_value v;

	for (unsigned i = 0; i < w->field_count; i++) {
		v.type = ROW_NULL;
		w->fields[i]->get(p, &v);
		if (v.type == ROW_INT || (v.type == ROW_FRAME && !v.s))
			csv_int(&w->csv, v.n);
		else
			csv_cell(&w->csv, row_value_text(&v, buf, sizeof(buf)));
	}
	csv_end_line(&w->csv);
}

static void text_packet(struct packet_writer *w, const struct packet_row *p)
{
	char buf[LINE_BYTES];
	struct row_value v;
	struct text t;

	if (!w->style.fields) {
		text_init(&t, buf, sizeof(buf));
		packet_line(&t, p, &w->style);
		fwrite_unlocked(buf, 1, t.len, w->out);
		putc_unlocked('\n', w->out);
		return;
	}
	for (unsigned i = 0; i < w->field_count; i++) {
		v.type = ROW_NULL;
		w->fields[i]->get(p, &v);
		if (i)
			putc_unlocked('\t', w->out);
		fputs_unlocked(v.type == ROW_NULL ? "-" : row_value_text(&v, buf, sizeof(buf)), w->out);
	}
	putc_unlocked('\n', w->out);
}

bool packet_writer_row(struct packet_writer *w, const struct rs_record *r, unsigned cls, const char *point, rs_ns start)
{
	const struct packet_row p = { .r = r, .point = point, .files = w->files, .file_count = w->file_count,
				      .several = w->several_files, .cls = cls, .start = start,
				      .before = w->before == RS_NS_NONE ? start : w->before };

	if (!select_packet(w->select, &p))
		return false;
	if (!w->begun)
		heading(w, start);
	switch (w->format) {
	case REPORT_JSON:
	case REPORT_NDJSON:
		json_packet(w, &p);
		break;
	case REPORT_CSV:
		csv_packet(w, &p);
		break;
	default:
		text_packet(w, &p);
		break;
	}
	w->before = r->time;
	return true;
}

void packet_writer_finish(struct packet_writer *w)
{
	if (!w)
		return;
	if (!w->begun)
		heading(w, RS_NS_NONE);
	if (w->format == REPORT_JSON) {
		json_array_end(&w->json);
		json_object_end(&w->json);
		json_finish(&w->json);
	}
	select_destroy(w->select);
	order_destroy(w->order);
	free(w);
}
