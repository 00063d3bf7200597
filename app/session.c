/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/session.h"

#include "app/command.h"
#include "app/pairs.h"
#include "app/progress.h"
#include "app/range.h"
#include "app/signals.h"
#include "base/text.h"

#include <rocescope/rocescope.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

/* Bytes of engine state per flow (one QP direction), all told: the budget of doc/architecture.md. */
#define BYTES_PER_FLOW 1024

static int say(const struct rs_err *err)
{
	fprintf(stderr, "rocescope: %s\n", err->text);
	return err->code == RS_EINVAL || err->code == RS_ENOENT ? EXIT_USAGE : EXIT_UNFINISHED;
}

static uint64_t default_memory(void)
{
	const uint64_t ram = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGE_SIZE);

	return ram / 4 < 2ULL << 30 ? ram / 4 : 2ULL << 30;
}

static int configure(struct session *s, const struct options *o, struct rs_err *err)
{
	struct pipeline_config *c = &s->cfg;
	const uint64_t flows = (o->max_memory ? o->max_memory : default_memory()) / BYTES_PER_FLOW;
	unsigned pair_count = 0;
	int rc = 0;

	memset(c, 0, sizeof(*c));
	c->input.paths = o->operands;
	c->input.path_count = o->operand_count;
	c->input.bpf = o->bpf[0] ? o->bpf : NULL;
	rs_decode_config_init(&c->decode);
	c->decode.check_icrc = !o->no_icrc;
	if (o->roce_port_count) {
		memcpy(c->decode.roce_ports, o->roce_ports, sizeof(o->roce_ports));
		c->decode.roce_port_count = o->roce_port_count;
	}
	rs_engine_config_init(&c->engine);
	c->engine.tune = o->tune;
	c->engine.max_points = MAX_POINTS;
	if (o->max_memory || flows < c->engine.max_flows)
		c->engine.max_flows = flows < 64 ? 64 : flows > 1u << 22 ? 1u << 22 : (uint32_t)flows;
	if (o->pairs)
		rc = pairs_read(o->pairs, &s->pairs, &pair_count, err);
	if (o->links && !rc)
		rc = links_read(o->links, &s->links, err);
	c->links = s->links;
	memcpy(c->engine.dscp_priority, o->dscp_priority, sizeof(c->engine.dscp_priority));
	c->engine.dscp_named = o->dscp_named;
	c->engine.pairs = s->pairs;
	c->engine.pair_count = pair_count;
	c->link_bps = o->link_bps;
	c->from = c->to = RS_NS_NONE;
	c->progress = o->progress == WHEN_ALWAYS ||
		      (o->progress == WHEN_AUTO && !o->quiet && isatty(STDERR_FILENO));
	return rc;
}

int session_open(struct session *s, const struct options *o, enum session_range range, pipeline_hook_fn hook, void *user)
{
	struct rs_err err;

	memset(s, 0, sizeof(*s));
	s->options = o;
	s->range = range;
	s->started = progress_now();
	s->from = s->to = RS_NS_NONE;
	if (!o->operand_count) {
		fprintf(stderr, "rocescope: no input named; give a capture file, a directory, or - for standard input\n");
		return EXIT_USAGE;
	}
	if (configure(s, o, &err))
		return say(&err);
	s->only_frame = range == RANGE_FRAME && o->verbose ? range_frame(o) : 0;
	if (!s->only_frame && range_resolve(&s->cfg, o, &s->from, &s->to, &err))
		return say(&err);
	if (range == RANGE_ANALYSE) {
		s->cfg.from = s->from;
		s->cfg.to = s->to;
	}
	s->cfg.hook = hook;
	s->cfg.hook_user = user;
	if (pipeline_open(&s->pipeline, &s->cfg, &err))
		return say(&err);
	return 0;
}

int session_run(struct session *s)
{
	struct rs_err err;

	if (pipeline_run(&s->pipeline, &err))
		return say(&err);
	if (s->pipeline.stopped_by) {
		const char *sig = s->pipeline.stopped_by == 2 ? "SIGINT" : s->pipeline.stopped_by == 15 ? "SIGTERM" : "SIGHUP";

		if (s->pipeline.stopped_ratio >= 0)
			snprintf(s->partial, sizeof(s->partial), "stopped by %s: first %.0f %% of the input", sig,
				 100 * s->pipeline.stopped_ratio);
		else
			snprintf(s->partial, sizeof(s->partial), "stopped by %s after %" PRIu64 " packets", sig,
				 s->pipeline.read_packets);
	}
	return 0;
}

static uint64_t peak_rss(void)
{
	struct rusage ru;

	return getrusage(RUSAGE_SELF, &ru) ? 0 : (uint64_t)ru.ru_maxrss * 1024;
}

static unsigned fill_files(struct session *s)
{
	const unsigned max = sizeof(s->files) / sizeof(s->files[0]);
	unsigned n;
	const struct input_file *f = input_files(s->pipeline.input, &n);

	n = n < max ? n : max;
	for (unsigned i = 0; i < n; i++)
		s->files[i] = (struct report_file){ .name = f[i].name,
						    .format = f[i].format,
						    .packets = f[i].packets,
						    .bytes = f[i].bytes,
						    .wire_bytes = f[i].wire_bytes,
						    .truncated = f[i].truncated,
						    .error = f[i].failed ? f[i].error.text : NULL };
	return n;
}

const struct report_file *session_files(struct session *s, unsigned *count)
{
	*count = fill_files(s);
	return s->files;
}

const struct report *session_report(struct session *s, FILE *out, unsigned default_top)
{
	struct report *r = &s->report;

	r->snap = &s->pipeline.snap;
	r->verdict = rs_fabric_verdict(s->pipeline.fabric);
	r->episodes = s->pipeline.episodes;
	r->events = s->pipeline.events;
	r->files = s->files;
	r->file_count = fill_files(s);
	r->points = taps_rows(s->pipeline.taps, s->pipeline.input, &r->point_count);
	r->options = s->options->changed;
	r->filter = s->options->filter;
	r->where = s->options->where;
	r->duration_ms = (progress_now() - s->started) / RS_NS_PER_MS;
	r->peak_rss_bytes = peak_rss();
	r->partial = s->partial[0] ? s->partial : NULL;
	r->show_range = s->range == RANGE_SHOW && (s->from != RS_NS_NONE || s->to != RS_NS_NONE);
	r->show_from = s->from; /* RS_NS_NONE is before everything */
	r->show_to = s->to != RS_NS_NONE ? s->to : INT64_MAX;
	r->style = style_for(s->options, out, default_top);
	return r;
}

/* --verbose: what each file was, and what the run cost. */
static void say_what_was_read(const struct session *s, const struct input_file *f, unsigned n)
{
	const double seconds = (double)(progress_now() - s->started) / 1e9;

	for (unsigned i = 0; i < n; i++)
		if (!f[i].failed)
			fprintf(stderr, "rocescope: %s: %s, %" PRIu64 " packets, %" PRIu64 " captured bytes\n", f[i].name,
				f[i].format ? f[i].format : "unknown format", f[i].packets, f[i].bytes);
	fprintf(stderr, "rocescope: %" PRIu64 " packets in %.3f s, peak memory %" PRIu64 " KiB, room for %" PRIu32 " flows\n",
		s->pipeline.read_packets, seconds, peak_rss() / 1024, s->cfg.engine.max_flows);
}

void session_warn(const struct session *s)
{
	unsigned n;
	const struct input_file *f = input_files(s->pipeline.input, &n);
	const uint64_t lost = spool_lost(s->pipeline.episodes) + spool_lost(s->pipeline.events);
	bool missing = false;

	for (unsigned i = 0; i < n; i++) {
		missing |= f[i].failed && f[i].error.code == RS_ENOENT;
		if (f[i].failed)
			fprintf(stderr, "rocescope: %s\n", f[i].error.text);
		else if (f[i].note[0])
			fprintf(stderr, "rocescope: %s: %s\n", f[i].name, f[i].note);
	}
	if (missing && n > 1)
		fprintf(stderr, "  a packet filter stands behind --: rocescope report FILE -- host 10.1.0.3; a command comes first\n");
	if (s->options->verbose)
		say_what_was_read(s, f, n);
	if (links_unknown(s->links))
		fprintf(stderr, "rocescope: %s: no capture point is named %s; rocescope report --json lists them as points\n",
			s->options->links, links_unknown(s->links));
	if (lost)
		fprintf(stderr, "rocescope: %" PRIu64 " episodes and events could not be kept: no space for temporary files; "
				"set TMPDIR to a folder with space\n", lost);
}

bool session_has_roce(const struct session *s)
{
	const struct rs_totals *t = &s->pipeline.snap.totals;

	return t->roce || t->rocev1 || t->pfc || t->pause;
}

static void say_no_roce(const struct session *s)
{
	const struct pipeline *p = &s->pipeline;
	const struct rs_totals *tot = &p->snap.totals;
	char buf[400];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	text_count(&t, tot->packets);
	text_add(&t, " packet%s, none RoCE", tot->packets == 1 ? "" : "s");
	if (!p->read_packets && s->options->bpf[0])
		text_add(&t, ": nothing passes the filter \"%.200s\"", s->options->bpf);
	else if (!tot->packets && p->read_packets)
		text_str(&t, " (none in the time range)");
	else if (tot->reasons[RS_REASON_LINKTYPE] == tot->packets && tot->packets)
		text_str(&t, ": link type not supported");
	if (p->other_port_count) {
		text_str(&t, ". First UDP ports seen:");
		for (unsigned i = 0; i < p->other_port_count; i++)
			text_add(&t, "%s %u", i ? "," : "", p->other_ports[i]);
		text_str(&t, "; is RoCE on one of them? --roce-port N");
	} else if (tot->packets) {
		text_str(&t, "; hosts do not show RDMA traffic to tcpdump: mirror the switch port");
	}
	fprintf(stderr, "rocescope: %s: %s\n", s->options->operands[0], buf);
}

/* With --fail-on, an inconclusive verdict counts as a warning. */
static bool fails(const struct session *s)
{
	const struct rs_verdict *v = rs_fabric_verdict(s->pipeline.fabric);
	const int limit = s->options->fail_on;

	if (limit < 0)
		return false;
	if (v->word == RS_VERDICT_INCONCLUSIVE && limit >= RS_SEV_WARNING)
		return true;
	for (uint32_t i = 0; i < v->finding_count; i++)
		if (v->findings[i].severity <= limit)
			return true;
	return false;
}

int session_exit_code(struct session *s)
{
	unsigned n;
	const struct input_file *f = input_files(s->pipeline.input, &n);

	if (s->pipeline.stopped_by)
		return 128 + s->pipeline.stopped_by;
	for (unsigned i = 0; i < n; i++)
		if (f[i].failed || (f[i].truncated && s->options->strict))
			return EXIT_UNFINISHED;
	if (!session_has_roce(s)) {
		say_no_roce(s);
		return s->options->allow_empty ? EXIT_DONE : EXIT_NO_ROCE;
	}
	return fails(s) ? EXIT_FOUND : EXIT_DONE;
}

void session_close(struct session *s)
{
	pipeline_close(&s->pipeline);
	free(s->pairs);
	links_free(s->links);
	s->links = NULL;
	s->pairs = NULL;
}
