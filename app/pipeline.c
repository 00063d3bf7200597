/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/pipeline.h"

#include "app/progress.h"
#include "app/signals.h"

#include <stdlib.h>
#include <string.h>

/* Elements kept in memory; more go to an unlinked file (decision 19). */
#define EPISODES_IN_MEMORY 65536
#define EVENTS_IN_MEMORY 65536
#define DRAIN 256

int pipeline_open(struct pipeline *p, const struct pipeline_config *cfg, struct rs_err *err)
{
	int rc;

	memset(p, 0, sizeof(*p));
	p->cfg = *cfg;
	p->start = RS_NS_NONE;
	p->stopped_ratio = -1;
	rc = input_open(&cfg->input, &p->input, err);
	if (rc)
		return rc;
	p->taps = taps_create(cfg->link_bps, err);
	p->engine = p->taps ? rs_engine_create(&cfg->engine, err) : NULL;
	p->fabric = p->engine ? rs_fabric_create(&cfg->engine.tune, err) : NULL;
	p->episodes = p->fabric ? spool_create(sizeof(struct rs_episode), EPISODES_IN_MEMORY, getenv("TMPDIR"), err)
				: NULL;
	p->events = p->episodes ? spool_create(sizeof(struct rs_event), EVENTS_IN_MEMORY, getenv("TMPDIR"), err) : NULL;
	if (p->events)
		return 0;
	pipeline_close(p);
	return -RS_ENOMEM;
}

void pipeline_close(struct pipeline *p)
{
	if (p->have_snap)
		rs_snapshot_fini(&p->snap);
	spool_destroy(p->events);
	spool_destroy(p->episodes);
	rs_fabric_destroy(p->fabric);
	rs_engine_destroy(p->engine);
	taps_destroy(p->taps);
	input_close(p->input);
	memset(p, 0, sizeof(*p));
}

/* A spool that cannot take more counts what it lost; the report says so, the analysis goes on. */
static void drain(struct pipeline *p)
{
	struct rs_event ev[DRAIN];
	struct rs_episode ep[16];
	struct rs_window win[64];
	size_t n;

	while ((n = rs_engine_events(p->engine, ev, DRAIN))) {
		for (size_t i = 0; i < n; i++)
			p->naks += ev[i].kind == RS_EVENT_NAK;
		rs_fabric_feed_events(p->fabric, ev, n);
		if (spool_append(p->events, ev, n))
			continue;
	}
	while ((n = rs_engine_windows(p->engine, win, 64)))
		rs_fabric_feed_windows(p->fabric, win, n);
	while ((n = rs_engine_episodes(p->engine, ep, 16))) {
		rs_fabric_feed_episodes(p->fabric, ep, n);
		if (spool_append(p->episodes, ep, n))
			continue;
	}
}

static void note_other_port(struct pipeline *p, const struct rs_record *r)
{
	if (r->reason != RS_REASON_UDP || p->other_port_count == PIPELINE_OTHER_PORTS)
		return;
	for (unsigned i = 0; i < p->other_port_count; i++)
		if (p->other_ports[i] == r->u.other.dport)
			return;
	p->other_ports[p->other_port_count++] = r->u.other.dport;
}

static inline bool is_mirrored(const struct rs_record *r)
{
	return r->tunnel == RS_TUNNEL_ERSPAN2 || r->tunnel == RS_TUNNEL_ERSPAN3;
}

static size_t decode_burst(struct pipeline *p, const struct rs_packet *pkts, size_t n, struct rs_record *recs)
{
	const bool window = p->cfg.from != RS_NS_NONE || p->cfg.to != RS_NS_NONE;
	unsigned plain;
	size_t kept = 0;

	taps_sync(p->taps, p->input);
	plain = taps_plain(p->taps);
	for (size_t i = 0; i < n; i++) {
		struct rs_record *r = &recs[kept];

		if (window && ((p->cfg.from != RS_NS_NONE && pkts[i].time < p->cfg.from) ||
			       (p->cfg.to != RS_NS_NONE && pkts[i].time > p->cfg.to)))
			continue;
		rs_decode(&p->cfg.decode, &pkts[i], r);
		if (r->point >= plain || is_mirrored(r))
			r->point = taps_assign(p->taps, r);
		if (r->kind == RS_KIND_OTHER)
			note_other_port(p, r);
		kept++;
	}
	return kept;
}

const struct rs_packet *pipeline_packet(const struct pipeline *p, const struct rs_record *r)
{
	for (size_t i = 0; i < p->burst_count; i++)
		if (p->burst[i].frame == r->frame)
			return &p->burst[i];
	return NULL;
}

/* Speed and ends of the links of points that are new. */
static void tell_links(struct pipeline *p)
{
	unsigned n;
	const struct report_point *rows;

	if (taps_count(p->taps) == p->linked)
		return;
	rows = taps_rows(p->taps, p->input, &n);
	for (; p->linked < n; p->linked++) {
		struct rs_link link = { .point = (uint16_t)p->linked, .bps = rows[p->linked].link_bps };

		links_of_point(p->cfg.links, rows[p->linked].name, &link);
		rs_engine_set_link(p->engine, &link);
	}
}

static void stop_input(void *arg)
{
	input_stop(arg);
}

static void read_all(struct pipeline *p, struct progress *progress)
{
	struct rs_record recs[RS_BURST_MAX];
	uint8_t classes[RS_BURST_MAX];
	const struct rs_packet *pkts;
	size_t n;

	signals_on_stop(stop_input, p->input);
	while (!signals_stop() && (n = input_next(p->input, &pkts))) {
		const struct progress_found found = { spool_count(p->episodes), p->naks };

		if (p->start == RS_NS_NONE)
			p->start = pkts[0].time;
		p->read_packets += n;
		p->burst = pkts;
		p->burst_count = n;
		n = decode_burst(p, pkts, n, recs);
		tell_links(p);
		rs_engine_feed(p->engine, recs, n, p->cfg.hook ? classes : NULL);
		drain(p);
		if (p->cfg.hook)
			p->cfg.hook(p->cfg.hook_user, recs, classes, n);
		progress_tick(progress, p->input, &found);
		if (signals_take_status())
			progress_print(progress, p->input, &found);
	}
	signals_on_stop(NULL, NULL);
	p->stopped_by = signals_stop();
}

/* What the sources say about losses; one source that does not know makes the sum unknown. */
static void fabric_input(struct pipeline *p, struct rs_fabric_input *in)
{
	unsigned n;
	const struct input_file *files = input_files(p->input, &n);
	const struct input_point *points;

	memset(in, 0, sizeof(*in));
	for (unsigned i = 0; i < n; i++)
		in->input_truncated |= files[i].truncated;
	points = input_points(p->input, &n);
	in->drops_known = n > 0;
	for (unsigned i = 0; i < n; i++) {
		in->drops_known &= points[i].drops_known;
		in->capture_drops += points[i].drops_known ? points[i].drops : 0;
	}
	/* A loss that one interface admits is a fact, whatever the others do not say. */
	in->drops_known |= in->capture_drops > 0;
	in->partial = p->stopped_by != 0;
	if (p->cfg.links) {
		const struct report_point *rows = taps_rows(p->taps, p->input, &n);

		in->links = links_resolve(p->cfg.links, rows, n, &in->link_count);
	}
	in->claimed_ns = taps_claim_ns(p->taps, p->input, &in->claimed_count);
}

static int conclude(struct pipeline *p, struct rs_err *err)
{
	struct rs_fabric_input in;
	struct input_progress ip;
	unsigned n;
	const struct input_file *files;
	bool more;
	int rc;

	rs_engine_finish(p->engine);
	drain(p);
	do {
		more = rs_engine_finish_step(p->engine);
		drain(p);
	} while (more);
	rc = rs_engine_snapshot(p->engine, &p->snap, err);
	if (rc)
		return rc;
	p->have_snap = true;
	files = input_files(p->input, &n);
	for (unsigned i = 0; i < n; i++)
		p->snap.totals.captured_bytes += files[i].bytes;
	input_progress(p->input, &ip);
	if (p->stopped_by && ip.total_bytes)
		p->stopped_ratio = (double)ip.done_bytes / (double)ip.total_bytes;
	fabric_input(p, &in);
	return rs_fabric_finish(p->fabric, &p->snap, &in, err);
}

int pipeline_run(struct pipeline *p, struct rs_err *err)
{
	struct progress progress;

	progress_start(&progress, p->cfg.progress);
	read_all(p, &progress);
	progress_end(&progress);
	return conclude(p, err);
}

int pipeline_span(const struct input_config *cfg, rs_ns *first, rs_ns *last, struct rs_err *err)
{
	const struct rs_packet *pkts;
	struct input *in;
	size_t n;
	int rc = input_open(cfg, &in, err);

	*first = RS_NS_NONE;
	if (last)
		*last = RS_NS_NONE;
	if (rc)
		return rc;
	while (!signals_stop() && (n = input_next(in, &pkts))) {
		if (*first == RS_NS_NONE)
			*first = pkts[0].time;
		if (!last)
			break;
		*last = pkts[n - 1].time;
	}
	input_close(in);
	return 0;
}
