/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/finding_group.h"

#include "analysis/finding_evidence.h"
#include "base/hash.h"

#include <stdlib.h>

struct group_lane {
	uint32_t group, lane, qp;
};

struct group_react {
	uint32_t group, weight;
	rs_ns value;
};

/* How sure a code is when everything else is: what is not listed, the packets show by themselves.
 */
static const uint8_t base_confidence[RS_FIND_COUNT] = {
    [RS_FIND_GBN_TIMEOUT] = RS_CONF_LIKELY,	 [RS_FIND_GBN_NAK_LOST] = RS_CONF_LIKELY,
    [RS_FIND_GBN_NAK_UNSEEN] = RS_CONF_LIKELY,	 [RS_FIND_GBN_UNEXPLAINED] = RS_CONF_POSSIBLE,
    [RS_FIND_GBN_SPURIOUS] = RS_CONF_LIKELY,	 [RS_FIND_SR_RECOVERY] = RS_CONF_LIKELY,
    [RS_FIND_UC_GAP] = RS_CONF_LIKELY,		 [RS_FIND_ACK_LOSS] = RS_CONF_LIKELY,
    [RS_FIND_RTO_SPURIOUS] = RS_CONF_LIKELY,	 [RS_FIND_RTO_ADAPTIVE] = RS_CONF_LIKELY,
    [RS_FIND_QP_RETRY_EXHAUST] = RS_CONF_LIKELY, [RS_FIND_QP_RNR_EXHAUST] = RS_CONF_LIKELY,
    [RS_FIND_QP_REUSE] = RS_CONF_LIKELY,	 [RS_FIND_CAP_OUTAGE] = RS_CONF_LIKELY,
    [RS_FIND_CAP_SAMPLED] = RS_CONF_LIKELY,	 [RS_FIND_CAP_ONEWAY] = RS_CONF_LIKELY,
};

static void *grow(struct groups *b, void *p, size_t *capacity, size_t size)
{
	const size_t more = *capacity ? *capacity * 2 : 64;
	void *q = b->no_memory ? NULL : realloc(p, more * size);

	if (!q) {
		b->no_memory = true;
		return p;
	}
	*capacity = more;
	return q;
}

static uint32_t *group_slot(const struct groups *b, unsigned code, uint32_t scope)
{
	const uint32_t mask = b->capacity * 2 - 1;
	uint32_t i = (uint32_t)hash_combine(scope, code) & mask;

	while (b->slots[i]) {
		const struct group *g = &b->rows[b->slots[i] - 1];

		if (g->code == code && g->scope == scope)
			break;
		i = (i + 1) & mask;
	}
	return &b->slots[i];
}

static void grow_groups(struct groups *b)
{
	const uint32_t capacity = b->capacity ? b->capacity * 2 : 64;
	struct group *groups = realloc(b->rows, capacity * sizeof(*groups));
	uint32_t *slots = calloc((size_t)capacity * 2, sizeof(*slots));

	if (groups)
		b->rows = groups;
	if (!groups || !slots) {
		free(slots);
		b->no_memory = true;
		return;
	}
	free(b->slots);
	b->slots = slots;
	b->capacity = capacity;
	for (uint32_t i = 0; i < b->count; i++)
		*group_slot(b, groups[i].code, groups[i].scope) = i + 1;
}

struct group *groups_get(struct groups *b, unsigned code, uint32_t scope)
{
	uint32_t *slot;
	struct group *g;

	if (b->count == b->capacity)
		grow_groups(b);
	if (b->no_memory)
		return NULL;
	slot = group_slot(b, code, scope);
	if (*slot)
		return &b->rows[*slot - 1];
	g = &b->rows[b->count++];
	*slot = b->count;
	memset(g, 0, sizeof(*g));
	tally_sum_init(&g->sum);
	g->code = (uint8_t)code;
	g->scope = scope;
	g->qp_first = g->qp_last = RS_NO_QPN;
	g->confidence = base_confidence[code];
	return g;
}

void group_qp(struct group *g, uint32_t qp)
{
	if (qp == RS_NO_QPN)
		return;
	if (!g->qp_count++) {
		g->qp_first = g->qp_last = qp;
		return;
	}
	if (qp < g->qp_first)
		g->qp_first = qp;
	if (qp > g->qp_last)
		g->qp_last = qp;
}

void groups_lane(struct groups *b, const struct group *g, const struct rs_lane_row *l)
{
	if (b->lane_count == b->lane_capacity)
		b->lanes = grow(b, b->lanes, &b->lane_capacity, sizeof(*b->lanes));
	if (b->no_memory)
		return;
	b->lanes[b->lane_count++] =
	    (struct group_lane){(uint32_t)(g - b->rows), l->id, l->responder_qp};
}

void groups_reacts(struct groups *b, const struct group *g, const struct tally_sum *s)
{
	for (uint32_t i = 0; i < s->react_count; i++) {
		if (b->react_count == b->react_capacity)
			b->reacts = grow(b, b->reacts, &b->react_capacity, sizeof(*b->reacts));
		if (b->no_memory)
			return;
		b->reacts[b->react_count++] =
		    (struct group_react){(uint32_t)(g - b->rows), s->react_stride, s->react[i]};
	}
}

static uint8_t severity_of(unsigned code)
{
	static const uint8_t severities[RS_FIND_COUNT] = {
#define X(id, name, severity) [RS_FIND_##id] = RS_SEV_##severity,
	    RS_FINDINGS(X)
#undef X
	};

	return severities[code];
}

void groups_finding(struct groups *b, const struct rs_finding *f, const uint32_t *lanes,
		    uint32_t lane_count)
{
	struct rs_finding *to;

	if (b->made_count == b->made_capacity)
		b->made = grow(b, b->made, &b->made_capacity, sizeof(*b->made));
	while (b->made_lane_count + lane_count > b->made_lane_capacity && !b->no_memory)
		b->made_lanes = grow(b, b->made_lanes, &b->made_lane_capacity, sizeof(*b->made_lanes));
	if (b->no_memory)
		return;
	to = &b->made[b->made_count++];
	*to = *f;
	to->severity = severity_of(f->code);
	to->lane_first = (uint32_t)b->made_lane_count;
	to->lane_count = lane_count;
	if (lane_count)
		memcpy(b->made_lanes + b->made_lane_count, lanes, lane_count * sizeof(*lanes));
	b->made_lane_count += lane_count;
}

/* Behind the findings of groups. */
static void take_made(const struct groups *b, struct finding_set *out)
{
	for (size_t i = 0; i < b->made_count; i++) {
		struct rs_finding *f = &out->rows[out->count++];

		*f = b->made[i];
		f->lane_first += out->lane_count;
	}
	if (b->made_lane_count)
		memcpy(out->lanes + out->lane_count, b->made_lanes, b->made_lane_count * sizeof(*out->lanes));
	out->lane_count += (uint32_t)b->made_lane_count;
}

static int by_react(const void *a, const void *b)
{
	const struct group_react *x = a, *y = b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return x->value < y->value ? -1 : x->value > y->value;
}

/* Weighted median of the samples of one group; *at moves behind them. */
static rs_ns median(const struct groups *b, uint32_t group, size_t *at)
{
	size_t end = *at;
	uint64_t all = 0, seen = 0;
	rs_ns m = RS_NS_NONE;

	while (end < b->react_count && b->reacts[end].group == group)
		all += b->reacts[end++].weight;
	for (; *at < end; (*at)++) {
		if (seen * 2 < all)
			m = b->reacts[*at].value;
		seen += b->reacts[*at].weight;
	}
	return m;
}

static int by_group_lane(const void *a, const void *b)
{
	const struct group_lane *x = a, *y = b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	return x->lane < y->lane ? -1 : x->lane > y->lane;
}

/* Lane ids of all groups in one array without repetitions, QPNs noted on the way. */
static void settle_lanes(struct groups *b, struct finding_set *out)
{
	size_t n = 0;

	qsort(b->lanes, b->lane_count, sizeof(*b->lanes), by_group_lane);
	for (size_t i = 0; i < b->lane_count; i++) {
		const struct group_lane *r = &b->lanes[i];
		struct rs_finding *f = &out->rows[r->group];

		if (i && r->group == r[-1].group && r->lane == r[-1].lane)
			continue;
		if (!f->lane_count++)
			f->lane_first = (uint32_t)n;
		out->lanes[n++] = r->lane;
		group_qp(&b->rows[r->group], r->qp);
	}
	out->lane_count = (uint32_t)n;
}

static void settle(struct rs_finding *f, const struct hostpairs *pairs, const struct group *g,
		   rs_ns react_p50)
{
	const struct tally_sum *s = &g->sum;

	f->code = g->code;
	f->severity = severity_of(g->code);
	if (g->code == RS_FIND_GBN_TIMEOUT && s->stall_max >= RS_NS_PER_S)
		f->severity = RS_SEV_CRITICAL;
	f->confidence = g->confidence;
	f->priority = -1;
	f->detail = s->detail;
	if (g->scope & GROUP_POINT) {
		f->point = (uint16_t)g->scope;
	} else {
		const struct hostpair *p = &pairs->rows[g->scope];

		f->point = p->point;
		f->has_hosts = true;
		f->src = p->requester;
		f->dst = p->responder;
	}
	f->qp_first = g->qp_first;
	f->qp_last = g->qp_last;
	f->qp_count = g->qp_count;
	f->flow_id = g->flow_id;
	f->psn = s->psn;
	f->count = s->count < UINT32_MAX ? (uint32_t)s->count : UINT32_MAX;
	f->first = s->first;
	f->last = s->last;
	f->lost_packets = s->lost[TALLY_BEFORE] + s->lost[TALLY_AFTER] + s->lost[TALLY_ELSEWHERE];
	f->lost_exact =
	    !s->bounds[TALLY_BEFORE] && !s->bounds[TALLY_AFTER] && !s->bounds[TALLY_ELSEWHERE];
	f->resent_packets = s->resent;
	f->resent_bytes = s->resent_bytes;
	f->stall = s->stall_total;
	f->cost_bytes = g->cost_bytes;
	finding_evidence(f, s, react_p50);
}

/* Severity, then cost, then time, then key; whole-capture notes come after those with a time. */
static int by_rank(const void *a, const void *b)
{
	const struct rs_finding *x = a, *y = b;
	const uint64_t xt = (uint64_t)x->first - 1 - (uint64_t)RS_NS_NONE;
	const uint64_t yt = (uint64_t)y->first - 1 - (uint64_t)RS_NS_NONE;
	int d;

	if (x->severity != y->severity)
		return x->severity < y->severity ? -1 : 1;
	if (x->cost_bytes > y->cost_bytes || x->cost_bytes < y->cost_bytes)
		return x->cost_bytes > y->cost_bytes ? -1 : 1;
	if (xt != yt)
		return xt < yt ? -1 : 1;
	if (x->code != y->code)
		return x->code < y->code ? -1 : 1;
	if (x->point != y->point)
		return x->point < y->point ? -1 : 1;
	d = memcmp(&x->src, &y->src, sizeof(x->src));
	if (!d)
		d = memcmp(&x->dst, &y->dst, sizeof(x->dst));
	if (!d)
		d = memcmp(x->mac, y->mac, sizeof(x->mac));
	return d ? d : x->priority - y->priority;
}

int groups_settle(struct groups *b, const struct hostpairs *pairs, struct finding_set *out)
{
	size_t at = 0;

	memset(out, 0, sizeof(*out));
	if (b->no_memory)
		return -RS_ENOMEM;
	out->rows = calloc(b->count + b->made_count + 1u, sizeof(*out->rows));
	out->lanes = calloc(b->lane_count + b->made_lane_count + 1, sizeof(*out->lanes));
	if (!out->rows || !out->lanes) {
		finding_set_fini(out);
		return -RS_ENOMEM;
	}
	out->count = b->count;
	if (b->lane_count)
		settle_lanes(b, out);
	if (b->react_count)
		qsort(b->reacts, b->react_count, sizeof(*b->reacts), by_react);
	for (uint32_t i = 0; i < b->count; i++)
		settle(&out->rows[i], pairs, &b->rows[i], median(b, i, &at));
	take_made(b, out);
	qsort(out->rows, out->count, sizeof(*out->rows), by_rank);
	return 0;
}

void groups_fini(struct groups *b)
{
	free(b->rows);
	free(b->slots);
	free(b->lanes);
	free(b->reacts);
	free(b->made);
	free(b->made_lanes);
	memset(b, 0, sizeof(*b));
}

void finding_set_fini(struct finding_set *s)
{
	free(s->rows);
	free(s->lanes);
	memset(s, 0, sizeof(*s));
}
