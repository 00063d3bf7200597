/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/range.h"

#include "query/timespec.h"
#include "report/order.h"

#include <string.h>

/** A frame's time, found while another pass reads. */
struct frame_search {
	uint64_t number; /* frame number in the first file */
	rs_ns time;	 /* RS_NS_NONE until it is seen */
};

static void look_for_frame(void *user, const struct rs_record *recs, const uint8_t *classes, size_t n)
{
	struct frame_search *f = user;

	for (size_t i = 0; i < n && f->time == RS_NS_NONE; i++)
		if (rs_frame_file(recs[i].frame) == 0 && rs_frame_number(recs[i].frame) == f->number)
			f->time = recs[i].time;
}

static int refuse_pipe(const struct pipeline_config *cfg, struct rs_err *err)
{
	for (unsigned i = 0; i < cfg->input.path_count; i++)
		if (!strcmp(cfg->input.paths[i], "-"))
			return rs_err_set(err, RS_EINVAL, "standard input can be read only once and this time range needs two "
							  "passes; save it to a file first");
	return 0;
}

static int finding_range(const struct pipeline *p, uint64_t number, rs_ns *first, rs_ns *last, struct rs_err *err)
{
	const struct rs_verdict *v = rs_fabric_verdict(p->fabric);

	if (!number || number > v->finding_count)
		return rs_err_set(err, RS_EINVAL, "--around F%llu: this capture has %u finding%s",
				  (unsigned long long)number, v->finding_count, v->finding_count == 1 ? "" : "s");
	*first = v->findings[number - 1].first;
	*last = v->findings[number - 1].last;
	if (*first == RS_NS_NONE)
		*first = p->snap.totals.first;
	if (*last == RS_NS_NONE)
		*last = p->snap.totals.last;
	return 0;
}

static int episode_range(const struct pipeline *p, uint64_t number, rs_ns *first, rs_ns *last, struct rs_err *err)
{
	const struct report r = { .snap = &p->snap, .episodes = p->episodes, .events = p->events };
	struct order *order = order_create(&r, err);
	struct rs_episode ep;
	bool found;

	if (!order)
		return -RS_ENOMEM;
	found = number && number <= order_episode_count(order) && order_episode(order, (uint32_t)number - 1, &ep);
	order_destroy(order);
	if (!found)
		return rs_err_set(err, RS_EINVAL, "--around e%llu: this capture has %llu episodes",
				  (unsigned long long)number, (unsigned long long)spool_count(p->episodes));
	*first = ep.start;
	*last = ep.end != RS_NS_NONE ? ep.end : ep.resend != RS_NS_NONE ? ep.resend : ep.start;
	return 0;
}

/* A finding, an episode or a frame: analyse once without a range and look it up. */
static int by_analysis(const struct pipeline_config *cfg, const struct time_place *place, rs_ns *first, rs_ns *last,
		       struct rs_err *err)
{
	struct pipeline_config c = *cfg;
	struct frame_search search = { place->number, RS_NS_NONE };
	struct pipeline p;
	int rc = refuse_pipe(cfg, err);

	if (rc)
		return rc;
	c.hook = place->kind == TIMESPEC_FRAME ? look_for_frame : NULL;
	c.hook_user = &search;
	rc = pipeline_open(&p, &c, err);
	if (rc)
		return rc;
	rc = pipeline_run(&p, err);
	if (!rc && place->kind == TIMESPEC_FINDING)
		rc = finding_range(&p, place->number, first, last, err);
	else if (!rc && place->kind == TIMESPEC_EPISODE)
		rc = episode_range(&p, place->number, first, last, err);
	else if (!rc && search.time == RS_NS_NONE)
		rc = rs_err_set(err, RS_EINVAL, "--around %llu: no such frame; the capture has %llu",
				(unsigned long long)place->number, (unsigned long long)p.read_packets);
	else if (!rc)
		*first = *last = search.time;
	pipeline_close(&p);
	return rc;
}

static int resolve_around(const struct pipeline_config *cfg, const char *text, rs_ns *from, rs_ns *to, struct rs_err *err)
{
	struct time_around a;
	rs_ns first = RS_NS_NONE, last = RS_NS_NONE;
	int rc = timespec_parse_around(text, &a, err);

	if (rc)
		return rc;
	if (a.place.kind == TIMESPEC_FINDING || a.place.kind == TIMESPEC_EPISODE || a.place.kind == TIMESPEC_FRAME) {
		rc = by_analysis(cfg, &a.place, from, to, err);
	} else {
		if (timespec_needs_packets(&a.place)) {
			rc = refuse_pipe(cfg, err);
			if (!rc)
				rc = pipeline_span(&cfg->input, &first, a.place.kind == TIMESPEC_END ? &last : NULL, err);
		}
		if (!rc)
			*from = *to = timespec_resolve(&a.place, first, last);
	}
	if (!rc && *from != RS_NS_NONE) {
		*from -= a.before;
		*to += a.after;
	}
	return rc;
}

static int resolve_edge(const struct pipeline_config *cfg, const char *text, rs_ns *edge, struct rs_err *err)
{
	struct time_place place;
	rs_ns first = RS_NS_NONE, last = RS_NS_NONE;
	int rc = timespec_parse(text, &place, err);

	if (!rc && timespec_needs_packets(&place)) {
		rc = refuse_pipe(cfg, err);
		if (!rc)
			rc = pipeline_span(&cfg->input, &first, place.kind == TIMESPEC_END ? &last : NULL, err);
	}
	if (!rc)
		*edge = timespec_resolve(&place, first, last);
	return rc;
}

int range_resolve(const struct pipeline_config *cfg, const struct options *o, rs_ns *from, rs_ns *to, struct rs_err *err)
{
	int rc = 0;

	if (o->around && (o->from || o->to))
		return rs_err_set(err, RS_EINVAL, "--around: not together with --from or --to; it sets both");
	if (o->around)
		return resolve_around(cfg, o->around, from, to, err);
	if (o->from)
		rc = resolve_edge(cfg, o->from, from, err);
	if (!rc && o->to)
		rc = resolve_edge(cfg, o->to, to, err);
	return rc;
}

uint64_t range_frame(const struct options *o)
{
	struct time_around a;

	if (!o->around || timespec_parse_around(o->around, &a, NULL))
		return 0;
	return a.place.kind == TIMESPEC_FRAME && !a.spanned ? a.place.number : 0;
}
