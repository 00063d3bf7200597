/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/command.h"
#include "app/output.h"
#include "app/session.h"
#include "report/packets.h"

#include <stdlib.h>
#include <string.h>

/** State of the table while packets pass. */
struct rows {
	struct session *s;
	struct packet_writer *writer;
};

static void on_burst(void *user, const struct rs_record *recs, const uint8_t *classes, size_t n)
{
	struct rows *rows = user;
	const struct session *s = rows->s;

	for (size_t i = 0; i < n; i++) {
		const struct rs_record *r = &recs[i];

		if (s->from != RS_NS_NONE && r->time < s->from)
			continue;
		if (s->to != RS_NS_NONE && r->time > s->to)
			continue;
		if (r->kind == RS_KIND_OTHER && !s->options->all_packets)
			continue;
		packet_writer_row(rows->writer, r, classes[i], taps_name(s->pipeline.taps, r->point),
				  s->pipeline.start);
	}
}

static int say(const struct rs_err *err, int code)
{
	fprintf(stderr, "rocescope: %s\n", err->text);
	return code;
}

static int run(struct session *s, const struct options *o, struct output *out, int format)
{
	const struct report_style style = style_for(o, out->file, 0);
	struct rows rows = { s, NULL };
	unsigned file_count;
	struct rs_err err;
	int code = session_open(s, o, RANGE_SHOW, on_burst, &rows);

	if (code) {
		output_discard(out);
		return code;
	}
	rows.writer = packet_writer_create((enum report_format)format, &style, out->file, o->operand_count > 1, &err);
	if (!rows.writer) {
		output_discard(out);
		session_close(s);
		return say(&err, err.code == RS_EINVAL ? EXIT_USAGE : EXIT_UNFINISHED);
	}
	session_files(s, &file_count);
	if (file_count > 1)
		packet_writer_files(rows.writer, s->files, file_count);
	code = session_run(s);
	packet_writer_finish(rows.writer);
	session_warn(s);
	if (output_commit(out, &err) && !code && !out->gone)
		code = say(&err, EXIT_UNFINISHED);
	if (!code)
		code = session_exit_code(s);
	session_close(s);
	return code;
}

int cmd_packets(const struct options *o)
{
	const char *path = o->output_count ? o->outputs[0] : "-";
	int format = o->format;
	struct session *s;
	struct output out;
	struct rs_err err;
	int code;

	if (o->output_count > 1) {
		fprintf(stderr, "rocescope: packets: one -o at a time\n");
		return EXIT_USAGE;
	}
	if (strcmp(path, "-") && report_format_by_suffix(path) >= 0)
		format = report_format_by_suffix(path);
	if (output_open(&out, path, &err))
		return say(&err, EXIT_UNFINISHED);
	s = malloc(sizeof(*s));
	if (!s)
		return EXIT_UNFINISHED;
	code = run(s, o, &out, format < 0 ? REPORT_TEXT : format);
	free(s);
	return code;
}
