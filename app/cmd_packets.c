/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/command.h"
#include "app/first_pass.h"
#include "app/output.h"
#include "app/session.h"
#include "report/packet_detail.h"
#include "report/packets.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/** State of the table while packets pass. */
struct rows {
	struct session *s;
	struct packet_writer *writer;
	FILE *details; /* where -v describes each packet behind its row, NULL = nowhere */
	uint64_t shown; /**< within the range; the filter may leave some out */
};

static bool is_shown(const struct session *s, const struct rs_record *r)
{
	if (s->only_frame)
		return rs_frame_file(r->frame) == 0 && rs_frame_number(r->frame) == s->only_frame;
	if (s->from != RS_NS_NONE && r->time < s->from)
		return false;
	if (s->to != RS_NS_NONE && r->time > s->to)
		return false;
	return r->kind != RS_KIND_OTHER || s->options->all_packets;
}

static void describe(const struct rows *rows, const struct rs_record *r)
{
	const struct session *s = rows->s;
	const struct rs_packet *pkt = pipeline_packet(&s->pipeline, r);
	struct packet_detail detail;

	if (!pkt)
		return;
	packet_detail_begin(&detail, rows->details, pkt);
	rs_decode_detail(&s->cfg.decode, pkt, packet_detail_field, &detail);
	packet_detail_end(&detail);
}

static void on_burst(void *user, const struct rs_record *recs, const uint8_t *classes, size_t n)
{
	struct rows *rows = user;
	const struct session *s = rows->s;

	for (size_t i = 0; i < n; i++) {
		const struct rs_record *r = &recs[i];

		if (!is_shown(s, r))
			continue;
		rows->shown++;
		if (packet_writer_row(rows->writer, r, classes[i], taps_name(s->pipeline.taps, r->point),
				      s->pipeline.start) && rows->details)
			describe(rows, r);
	}
}

static int say(const struct rs_err *err, int code)
{
	fprintf(stderr, "rocescope: %s\n", err->text);
	return code;
}

static int no_such_frame(const struct session *s)
{
	fprintf(stderr, "rocescope: --around %" PRIu64 ": no such frame; the capture has %" PRIu64 "\n", s->only_frame,
		s->pipeline.read_packets);
	return EXIT_USAGE;
}

static int run(struct session *s, const struct options *o, struct output *out, int format, struct first_pass *first)
{
	const struct report_style style = style_for(o, out->file, 0);
	struct rows rows = { .s = s, .details = o->verbose && format == REPORT_TEXT ? out->file : NULL };
	unsigned file_count;
	struct rs_err err;
	int code = session_open(s, o, RANGE_FRAME, on_burst, &rows);

	if (code) {
		output_discard(out);
		return code;
	}
	rows.writer = packet_writer_create((enum report_format)format, &style, out->file, o->operand_count > 1, &err);
	if (!rows.writer || packet_writer_filter(rows.writer, o->filter, first_pass_report(first), &err)) {
		if (rows.writer)
			packet_writer_finish(rows.writer);
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
	if (!code && s->only_frame && !rows.shown)
		code = no_such_frame(s);
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
	struct first_pass *first;
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
	code = first_pass_run(&first, o);
	if (code)
		return code;
	if (output_open(&out, path, &err)) {
		first_pass_free(first);
		return say(&err, EXIT_UNFINISHED);
	}
	s = malloc(sizeof(*s));
	code = s ? run(s, o, &out, format < 0 ? REPORT_TEXT : format, first) : EXIT_UNFINISHED;
	free(s);
	first_pass_free(first);
	return code;
}
