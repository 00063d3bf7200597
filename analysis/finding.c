/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Theory of operation
 *
 * A build goes over the sums of the tally in the order of their lanes, then over lanes, flows,
 * points and totals of the snapshot. Each fact joins the group of its code and scope (host pair
 * at a point, a point, or the whole capture); a group becomes one finding. What a sampled
 * mirror cannot know is left out here, in one place (usable_code). The result depends on what
 * was fed, not on the order in which lanes were fed, so shards cannot change it.
 */
#include "analysis/finding.h"

#include "analysis/finding_group.h"
#include "analysis/finding_pause.h"

#include <stdlib.h>
#include <string.h>

struct build {
	const struct finding_source *src;
	struct groups groups;
};

bool finding_rnr_storm(const struct rs_lane_row *l)
{
	const rs_ns active = l->last - l->first;

	return l->rnr_peak >= 10 || (active >= RS_NS_PER_S && l->rnr_wait >= active / 10);
}

/* ---- lanes ---- */

/* A sampled mirror still shows NAKs, RNR NAKs and fatal NAKs; it shows no loss, resend or timer. */
static unsigned usable_code(unsigned code, const struct rs_lane_row *l)
{
	if (!l->sampled)
		return code;
	switch (code) {
	case RS_FIND_GBN_NAK:
	case RS_FIND_GBN_NAK_LOST:
	case RS_FIND_GBN_SPURIOUS:
	case RS_FIND_GBN_GOBACK0:
	case RS_FIND_SR_RECOVERY:
		return RS_FIND_GBN_NAK;
	case RS_FIND_RNR_NAK:
	case RS_FIND_RNR_STORM:
	case RS_FIND_QP_FATAL_NAK:
	case RS_FIND_CAP_SAMPLED:
		return code;
	default:
		return RS_FIND_COUNT;
	}
}

/* What the snapshot knows better than events, or alone. */
static void take_row(unsigned code, struct tally_sum *s, const struct rs_lane_row *l)
{
	if (l->sampled) {
		memset(s->lost, 0, sizeof(s->lost));
		memset(s->bounds, 0, sizeof(s->bounds));
		s->resent = s->resent_bytes = 0;
		s->react_count = 0;
		s->stalls = 0;
		s->stall_total = s->stall_max = s->react_max = 0;
	}
	if (l->rto_n >= 0 && !l->sampled) {
		s->rto_high = l->rto_n;
		s->rto_low = (int8_t)(l->rto_exact || l->rto_n < 2 ? l->rto_n : l->rto_n - 2);
	}
	if (code == RS_FIND_RNR_NAK || code == RS_FIND_RNR_STORM) {
		s->rnrs = l->rnrs > s->rnrs ? l->rnrs : s->rnrs;
		s->stall_total = l->rnr_wait > 0 ? l->rnr_wait : 0;
		s->of = l->last > l->first ? (uint64_t)(l->last - l->first) : 0;
		s->peak = l->rnr_peak;
	}
	if (code == RS_FIND_RTO_SPURIOUS && l->ack_p99 != RS_NS_NONE)
		s->ack_p99 = l->ack_p99;
	if (s->stalls > RS_EPISODE_STALLS && l->stall_max > s->stall_max)
		s->stall_max = l->stall_max; /* an episode keeps its first stalls only, growing
						timers end longer */
}

/* Payload bytes per ns while the lane was not waiting: what the time it waited would have carried.
 */
static double lane_rate(const struct rs_lane_row *l)
{
	const uint64_t bytes = l->goodput_bytes ? l->goodput_bytes
			       : l->request_bytes > l->resent_bytes
				   ? l->request_bytes - l->resent_bytes
				   : 0;
	const rs_ns life = l->last - l->first;
	rs_ns busy = life - l->stall_total - l->rnr_wait;

	if (busy <= 0)
		busy = life;
	return busy > 0 ? (double)bytes / (double)busy : 0;
}

/* The pair of lanes decides whom an answer is charged to: no finding is surer than that. */
static uint8_t pair_doubt(const struct rs_lane_row *l)
{
	if (l->pairing == RS_PAIR_NONE || l->pair_confidence >= 90)
		return RS_CONF_CERTAIN;
	return l->pair_confidence >= 70 ? RS_CONF_LIKELY : RS_CONF_POSSIBLE;
}

static uint32_t lane_scope(const struct build *b, const struct rs_lane_row *l)
{
	return hostpairs_find(b->src->pairs, l->point, &l->requester, &l->responder);
}

/* Add @s to the finding @code of the host pair of lane @l. */
static void add_lane(struct build *b, unsigned code, const struct rs_lane_row *l,
		     const struct tally_sum *s)
{
	struct group *g = groups_get(&b->groups, code, lane_scope(b, l));
	uint8_t doubt = pair_doubt(l);

	if (!g)
		return;
	if (s->unsure && s->unsure == s->count)
		doubt = RS_CONF_POSSIBLE;
	if (doubt > g->confidence)
		g->confidence = doubt;
	tally_sum_merge(&g->sum, s);
	g->cost_bytes += (double)s->resent_bytes + (double)s->stall_total * lane_rate(l);
	groups_reacts(&b->groups, g, s);
	groups_lane(&b->groups, g, l);
}

/* An accumulator of the tally; its lane may have left the engine's table, then only the point is
 * known. */
static void add_entry(struct build *b, const struct tally_entry *e)
{
	const struct rs_lane_row *l = rs_snapshot_lane(b->src->snap, e->lane);
	struct tally_sum s = e->sum;
	unsigned code = e->code;
	struct group *g;

	if (!l) {
		g = groups_get(&b->groups, code, GROUP_POINT | e->point);
		if (g) {
			tally_sum_merge(&g->sum, &s);
			g->cost_bytes += (double)s.resent_bytes;
			groups_reacts(&b->groups, g, &s);
		}
		return;
	}
	code = usable_code(code, l);
	/* rows correct these two: an acknowledged packet may still have come late */
	if (code == RS_FIND_COUNT || code == RS_FIND_CAP_LOSS || code == RS_FIND_CAP_SAMPLED)
		return;
	if (code == RS_FIND_RNR_NAK && finding_rnr_storm(l))
		code = RS_FIND_RNR_STORM;
	take_row(code, &s, l);
	add_lane(b, code, l, &s);
}

static uint64_t lane_psns(const struct rs_lane_row *l)
{
	const uint64_t answers =
	    l->read_responses > l->resp_resent ? l->read_responses - l->resp_resent : 0;

	return l->new_packets + answers + l->cap_missing;
}

/* A finding that a lane's row makes alone: @count of @of. */
static void add_row(struct build *b, unsigned code, const struct rs_lane_row *l, uint64_t count,
		    uint64_t of)
{
	struct tally_sum s;

	tally_sum_init(&s);
	s.count = count;
	s.of = of;
	tally_sum_span(&s, l->first, l->last);
	if (code == RS_FIND_OOO_REORDER) {
		s.peak = l->max_displacement;
		tally_sum_frame(&s, TALLY_F_START, l->first_ooo);
	} else if (code == RS_FIND_CAP_ONEWAY) {
		const struct tally_entry *e =
		    tally_find(b->src->tally, RS_FIND_GBN_UNEXPLAINED, l->id);

		s.peak = e ? (uint32_t)e->sum.count : 0;
		tally_sum_frame(&s, TALLY_F_START, l->first_frame);
	} else if (code == RS_FIND_RTO_ADAPTIVE) {
		s.stalls = l->stalls;
		s.stall_first = l->stall_first;
		s.stall_last = l->stall_last;
	} else if (code == RS_FIND_RNR_STORM) {
		tally_sum_frame(&s, TALLY_F_NAK, l->first_nak);
		take_row(code, &s, l);
	} else {
		tally_sum_frame(&s, TALLY_F_START, l->first_missing);
	}
	add_lane(b, code, l, &s);
}

static bool answers_unpaired(const struct build *b, const struct rs_lane_row *l)
{
	return b->src->pairs->rows[lane_scope(b, l)].unpaired != 0;
}

/* Frames among which copies are sought: beside other traffic only those of RoCE. */
static uint64_t copyable(const struct rs_point_row *p)
{
	return p->roce_packets ? p->roce_packets : p->packets;
}

static bool mirrored_twice(const struct rs_snapshot *snap, uint32_t point)
{
	return point < snap->point_count && snap->points[point].copies * 5 > copyable(&snap->points[point]);
}

static void add_lane_rows(struct build *b, const struct rs_lane_row *l)
{
	if (l->sampled)
		add_row(b, RS_FIND_CAP_SAMPLED, l, l->cap_missing + l->undetermined,
			lane_psns(l) + l->undetermined);
	else if (l->cap_missing)
		add_row(b, RS_FIND_CAP_LOSS, l, l->cap_missing, lane_psns(l));
	if (finding_rnr_storm(l) && !tally_find(b->src->tally, RS_FIND_RNR_NAK, l->id))
		add_row(b, RS_FIND_RNR_STORM, l, l->rnrs, 0);
	if (!l->responded && !answers_unpaired(b, l) &&
	    (l->requests >= 1000 || tally_find(b->src->tally, RS_FIND_GBN_UNEXPLAINED, l->id)))
		add_row(b, RS_FIND_CAP_ONEWAY, l, l->requests, 0);
	if (l->sampled)
		return;
	/* Where frames come from two places, their order in the file is not that of the wire. */
	if (l->ooo && !l->reorder_episodes && !mirrored_twice(b->src->snap, l->point))
		add_row(b, RS_FIND_OOO_REORDER, l, l->ooo, l->new_packets);
	if (l->rto_pattern == RS_RTO_GROWING && l->stalls >= 3)
		add_row(b, RS_FIND_RTO_ADAPTIVE, l, l->stalls, 0);
}

/* ---- flows, points, totals ---- */

static void add_flow(struct build *b, unsigned code, const struct rs_flow_row *f, uint64_t count,
		     rs_frame frame)
{
	const bool answer = code == RS_FIND_CAP_UNPAIRED;
	const uint32_t scope = hostpairs_find(b->src->pairs, f->point, answer ? &f->dst : &f->src,
					      answer ? &f->src : &f->dst);
	struct group *g = groups_get(&b->groups, code, scope);
	struct tally_sum s;

	if (!g)
		return;
	tally_sum_init(&s);
	s.count = count;
	s.of = f->packets;
	tally_sum_span(&s, f->first, f->last);
	tally_sum_frame(&s, TALLY_F_START, frame);
	tally_sum_merge(&g->sum, &s);
	if (answer)
		return;
	group_qp(g, f->dst_qp);
	if (count > g->flow_packets || (count == g->flow_packets && f->flow_id < g->flow_id)) {
		g->flow_packets = count;
		g->flow_id = f->flow_id;
	}
}

static void add_flows(struct build *b)
{
	const struct rs_snapshot *snap = b->src->snap;

	for (uint32_t i = 0; i < snap->flow_count; i++) {
		const struct rs_flow_row *f = &snap->flows[i];

		if (f->uc_gaps)
			add_flow(b, RS_FIND_UC_GAP, f, f->uc_gaps, f->first_uc_gap);
		if (hostpair_damaged(f))
			add_flow(b, RS_FIND_ICRC_BAD, f, f->icrc_bad, f->first_bad_icrc);
		if (f->unpaired)
			add_flow(b, RS_FIND_CAP_UNPAIRED, f, f->unpaired, f->first_unpaired);
	}
}

/* A note about a point or the whole capture: @count of @of, and a second number. */
static void add_note(struct build *b, unsigned code, uint32_t scope, struct tally_sum s)
{
	struct group *g = groups_get(&b->groups, code, scope);

	if (g)
		tally_sum_merge(&g->sum, &s);
}

static struct tally_sum note(uint64_t count, uint64_t of, uint64_t second, rs_frame frame)
{
	struct tally_sum s;

	tally_sum_init(&s);
	s.count = count;
	s.of = of;
	s.peak = second < UINT32_MAX ? (uint32_t)second : UINT32_MAX;
	tally_sum_frame(&s, TALLY_F_START, frame);
	return s;
}

/* All of at least 100 times are whole microseconds although the file promises finer ones. */
static bool coarse(const struct rs_fabric_input *in, uint32_t point, const struct rs_point_row *p)
{
	return in->claimed_ns && point < in->claimed_count && in->claimed_ns[point] &&
	       p->packets >= 100 && p->coarse_times == p->packets;
}

static void add_notes(struct build *b)
{
	const struct rs_snapshot *snap = b->src->snap;
	const struct rs_totals *t = &snap->totals;

	for (uint32_t i = 0; i < snap->point_count; i++) {
		const struct rs_point_row *p = &snap->points[i];

		if (mirrored_twice(snap, i))
			add_note(b, RS_FIND_CAP_MIRROR_DUP, GROUP_POINT | i,
				 note(p->copies, copyable(p), 0, t->first_copy));
		if (coarse(b->src->in, i, p))
			add_note(b, RS_FIND_CAP_TIME, GROUP_POINT | i,
				 note(p->coarse_times, p->packets, 0, 0));
	}
	if (t->cut_packets)
		add_note(b, RS_FIND_CAP_TRUNC, GROUP_WHOLE,
			 note(t->cut_packets, t->roce, t->cut_headers, t->first_cut));
	if (t->time_backwards)
		add_note(b, RS_FIND_CAP_TIME, GROUP_WHOLE,
			 note(t->time_backwards, 0, 0, t->first_backwards));
	if (t->icrc_sport)
		add_note(b, RS_FIND_CAP_SPORT_REWRITTEN, GROUP_WHOLE,
			 note(t->icrc_sport, 0, t->recovered_sport, 0));
}

static int by_lane(const void *a, const void *b)
{
	const struct tally_entry *const *x = a, *const *y = b;

	if ((*x)->lane != (*y)->lane)
		return (*x)->lane < (*y)->lane ? -1 : 1;
	return (int)(*x)->code - (int)(*y)->code;
}

static int add_tally(struct build *b)
{
	const struct tally *t = b->src->tally;
	const struct tally_entry **order = calloc(t->count + 1u, sizeof(*order));

	if (!order)
		return -RS_ENOMEM;
	for (uint32_t i = 0; i < t->count; i++)
		order[i] = &t->entries[i];
	qsort(order, t->count, sizeof(*order), by_lane);
	for (uint32_t i = 0; i < t->count; i++)
		add_entry(b, order[i]);
	free(order);
	return 0;
}

int finding_build(struct finding_set *out, const struct finding_source *src, struct rs_err *err)
{
	struct build b = {.src = src};
	int rc;

	memset(out, 0, sizeof(*out));
	rc = add_tally(&b);
	for (uint32_t i = 0; i < src->snap->lane_count; i++)
		add_lane_rows(&b, &src->snap->lanes[i]);
	add_flows(&b);
	add_notes(&b);
	if (!rc)
		rc = finding_pause_add(&b.groups, &(struct finding_pauses){src->snap, src->waits, src->tune});
	if (!rc)
		rc = groups_settle(&b.groups, src->pairs, out);
	groups_fini(&b.groups);
	if (rc)
		rs_err_set(err, RS_ENOMEM,
			   "no memory for the findings; narrow the capture with a filter");
	return rc;
}
