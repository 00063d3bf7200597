/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Theory of operation. A row is put together with what belongs to it (struct subject): its
 * flow, its lane, the findings of both, the kinds of events of the lane. Three sorted lists
 * find them: flows by id and point, lanes by the flow that answers them, findings by flow.
 * The lists are made only if the filter reads a field that needs them.
 *
 * Findings name lanes; a lane's requests are one flow, so that flows, lanes, events and
 * packets find their findings by one key, the flow. An event or packet is part of a finding
 * only within the finding's time; a packet of the answering flow is part of it, too.
 */
#include "report/select.h"

#include "query/filter.h"
#include "report/subject.h"

#include <stdlib.h>
#include <string.h>

/** A lane by the flow that carries its answers. */
struct answer {
	uint64_t flow_id;
	const struct rs_lane_row *lane;
};

struct select {
	const struct filter *filter;
	unsigned groups;
	struct row_ctx c;
	struct subject_env env;
	const struct rs_flow_row **flows;  /**< by id and point */
	struct answer *answers;		   /**< by flow id and point */
	uint32_t answer_count;
	struct subject_finding *findings; /**< by flow id and point */
	unsigned finding_count;
	uint32_t *kinds;		   /**< by number of the lane */
};

static int three_way(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare_flows(const void *pa, const void *pb)
{
	const struct rs_flow_row *a = *(const struct rs_flow_row *const *)pa;
	const struct rs_flow_row *b = *(const struct rs_flow_row *const *)pb;
	const int c = three_way(a->flow_id, b->flow_id);

	return c ? c : three_way(a->point, b->point);
}

static int compare_answers(const void *pa, const void *pb)
{
	const struct answer *a = pa, *b = pb;
	const int c = three_way(a->flow_id, b->flow_id);

	return c ? c : three_way(a->lane->point, b->lane->point);
}

static int compare_findings(const void *pa, const void *pb)
{
	const struct subject_finding *a = pa, *b = pb;
	int c = three_way(a->flow_id, b->flow_id);

	if (!c)
		c = three_way(a->point, b->point);
	return c ? c : three_way(a->finding, b->finding);
}

/* ---- lists ---- */

static bool list_flows(struct select *s)
{
	const struct rs_snapshot *snap = s->c.r->snap;

	s->flows = calloc(snap->flow_count + 1u, sizeof(*s->flows));
	if (!s->flows)
		return false;
	for (uint32_t i = 0; i < snap->flow_count; i++)
		s->flows[i] = snap->flows + i;
	qsort(s->flows, snap->flow_count, sizeof(*s->flows), compare_flows);
	return true;
}

static bool list_answers(struct select *s)
{
	const struct rs_snapshot *snap = s->c.r->snap;

	s->answers = calloc(snap->lane_count + 1u, sizeof(*s->answers));
	if (!s->answers)
		return false;
	for (uint32_t i = 0; i < snap->lane_count; i++) {
		const struct rs_lane_row *l = snap->lanes + i;

		if (l->requester_qp != RS_NO_QPN)
			s->answers[s->answer_count++] = (struct answer){
				rs_flow_id(&l->responder, &l->requester, l->requester_qp, l->vni), l };
	}
	qsort(s->answers, s->answer_count, sizeof(*s->answers), compare_answers);
	return true;
}

static void add_finding(struct select *s, uint64_t flow_id, uint16_t point, uint32_t finding)
{
	s->findings[s->finding_count++] = (struct subject_finding){ flow_id, finding, point };
}

static bool list_findings(struct select *s)
{
	const struct rs_verdict *v = s->c.r->verdict;

	s->findings = calloc((size_t)v->lanes_total + v->finding_count + 1, sizeof(*s->findings));
	if (!s->findings)
		return false;
	for (uint32_t i = 0; i < v->finding_count; i++) {
		const struct rs_finding *f = v->findings + i;

		for (uint32_t k = 0; k < f->lane_count && (uint64_t)f->lane_first + k < v->lanes_total; k++) {
			const struct rs_lane_row *l = rs_snapshot_lane(s->c.r->snap, v->lanes[f->lane_first + k]);

			if (l && s->finding_count < v->lanes_total)
				add_finding(s, l->flow_id, l->point, i);
		}
		/* About a flow that is no lane's: UC, damaged answers. */
		if (f->flow_id)
			add_finding(s, f->flow_id, f->point, i);
	}
	qsort(s->findings, s->finding_count, sizeof(*s->findings), compare_findings);
	return true;
}

static bool list_kinds(struct select *s)
{
	struct rs_event e;

	s->kinds = calloc(s->c.r->snap->lane_count + 1u, sizeof(*s->kinds));
	if (!s->kinds)
		return false;
	for (uint32_t i = 0; i < order_event_count(s->c.order); i++) {
		if (!order_event(s->c.order, i, &e) || order_lane_number(s->c.order, e.lane) == ORDER_NONE)
			continue;
		s->kinds[order_lane_number(s->c.order, e.lane)] |= 1u << e.kind;
	}
	return true;
}

_Static_assert(RS_EVENT_COUNT <= 32, "kinds of events fit a mask");

int select_create(struct select **out, const struct filter *filter, const struct report *r, struct order *o,
		  struct rs_err *err)
{
	struct select *s;

	*out = NULL;
	if (!filter)
		return 0;
	s = calloc(1, sizeof(*s));
	if (!s)
		return rs_err_set(err, RS_ENOMEM, "no memory for the filter");
	s->filter = filter;
	s->groups = filter_groups(filter);
	if (r)
		row_ctx_init(&s->c, r, o);
	subject_env_init(&s->env, r ? &s->c : NULL);
	if (r && (!list_flows(s) || !list_answers(s) || (s->groups & SUBJECT_FINDINGS && !list_findings(s)) ||
		  (s->groups & SUBJECT_KINDS && !list_kinds(s)))) {
		select_destroy(s);
		return rs_err_set(err, RS_ENOMEM, "no memory to filter %u flows; leave out --where", r->snap->flow_count);
	}
	*out = s;
	return 0;
}

void select_destroy(struct select *s)
{
	if (!s)
		return;
	free(s->flows);
	free(s->answers);
	free(s->findings);
	free(s->kinds);
	free(s);
}

/* ---- what belongs to a row ---- */

static const struct rs_flow_row *find_flow(const struct select *s, uint64_t id, uint16_t point)
{
	const struct rs_flow_row key = { .flow_id = id, .point = point }, *kp = &key;
	const struct rs_flow_row **hit = bsearch(&kp, s->flows, s->c.r->snap->flow_count, sizeof(*s->flows), compare_flows);

	return hit ? *hit : NULL;
}

static struct subject_findings find_findings(const struct select *s, uint64_t id, uint16_t point)
{
	struct subject_findings list = { .count = 0 };
	unsigned lo = 0, hi = s->finding_count;

	while (lo < hi) {
		const unsigned mid = lo + (hi - lo) / 2;
		const struct subject_finding key = { id, 0, point };

		if (compare_findings(s->findings + mid, &key) < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	list.first = s->findings ? s->findings + lo : NULL;
	while (lo + list.count < s->finding_count && list.first[list.count].flow_id == id &&
	       list.first[list.count].point == point)
		list.count++;
	return list;
}

static void add_lane(const struct select *s, struct subject *x, const struct rs_lane_row *l)
{
	const uint32_t number = s->kinds && l ? order_lane_number(s->c.order, l->id) : ORDER_NONE;

	x->lane = l;
	if (number != ORDER_NONE)
		x->kinds = s->kinds[number];
}

static struct subject of_flow(const struct select *s, const struct rs_flow_row *f)
{
	struct subject x = { .flow = f, .time = RS_NS_NONE, .findings = { find_findings(s, f->flow_id, f->point) } };

	add_lane(s, &x, order_flow_lane(s->c.order, f));
	return x;
}

static struct subject of_lane(const struct select *s, const struct rs_lane_row *l)
{
	struct subject x = { .flow = find_flow(s, l->flow_id, l->point), .time = RS_NS_NONE,
			     .findings = { find_findings(s, l->flow_id, l->point) } };

	add_lane(s, &x, l);
	return x;
}

static bool match(struct select *s, const struct subject *x)
{
	return filter_match(s->filter, &s->env, x);
}

bool select_flow(struct select *s, const struct rs_flow_row *f)
{
	struct subject x;

	if (!s)
		return true;
	x = of_flow(s, f);
	return match(s, &x);
}

bool select_lane(struct select *s, const struct rs_lane_row *l)
{
	struct subject x;

	if (!s)
		return true;
	x = of_lane(s, l);
	return match(s, &x);
}

bool select_event(struct select *s, const struct rs_event *e)
{
	struct subject x = { .time = e->time };
	uint32_t number;

	if (!s)
		return true;
	number = order_lane_number(s->c.order, e->lane);
	if (number != ORDER_NONE)
		x = of_lane(s, order_lane(s->c.order, number));
	x.event = e;
	x.time = e->time;
	return match(s, &x);
}

bool select_episode(struct select *s, const struct rs_episode *e)
{
	struct subject x = { .time = e->start };
	uint32_t number;

	if (!s)
		return true;
	number = order_lane_number(s->c.order, e->lane);
	if (number != ORDER_NONE)
		x = of_lane(s, order_lane(s->c.order, number));
	x.time = e->start;
	return match(s, &x);
}

bool select_finding(struct select *s, const struct rs_finding *f)
{
	const struct rs_verdict *v = s ? s->c.r->verdict : NULL;
	struct subject x = { .finding = f, .time = RS_NS_NONE };

	if (!s)
		return true;
	for (uint32_t i = 0; i < f->lane_count && (uint64_t)f->lane_first + i < v->lanes_total; i++) {
		const struct rs_lane_row *l = rs_snapshot_lane(s->c.r->snap, v->lanes[f->lane_first + i]);
		struct subject y;

		if (!l)
			continue;
		y = of_lane(s, l);
		y.finding = f;
		if (match(s, &y))
			return true;
	}
	if (f->flow_id)
		x.flow = find_flow(s, f->flow_id, f->point);
	return (!f->lane_count || f->flow_id) && match(s, &x);
}

/* Tunnels with network numbers keep equal addresses apart; ERSPAN numbers name the mirror. */
static uint32_t vni_of(const struct rs_record *r)
{
	return r->tunnel == RS_TUNNEL_VXLAN || r->tunnel == RS_TUNNEL_GENEVE || r->tunnel == RS_TUNNEL_NVGRE ? r->encap_id
													       : 0;
}

bool select_packet(struct select *s, const struct packet_row *p)
{
	struct subject x = { .time = p->r->time };
	struct answer key;
	struct rs_lane_row at = { .point = p->r->point };
	const struct answer *answer;
	uint64_t id;

	if (!s)
		return true;
	if (!s->c.r || !(p->r->flags & RS_REC_BTH)) {
		x.packet = p;
		return match(s, &x);
	}
	id = rs_flow_id(&p->r->src, &p->r->dst, p->r->dqpn, vni_of(p->r));
	x.flow = find_flow(s, id, p->r->point);
	if (x.flow)
		x = of_flow(s, x.flow);
	key = (struct answer){ id, &at };
	answer = s->groups & SUBJECT_FINDINGS
			 ? bsearch(&key, s->answers, s->answer_count, sizeof(*s->answers), compare_answers)
			 : NULL;
	if (answer)
		x.findings[1] = find_findings(s, answer->lane->flow_id, answer->lane->point);
	x.packet = p;
	x.time = p->r->time;
	return match(s, &x);
}
