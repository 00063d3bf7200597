/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A connection is two flows, A->B to QP b and B->A to QP a. Tried in this order when an answer
 * arrives on a flow without partner:
 *
 *	TABLE	the user said so
 *	CM	REQ and REP were captured
 *	SPORT	both flows carry the UDP source port that Linux derives from both QPNs
 *	SOLE	there is one request flow between the two hosts, and the PSN is near its edge
 *	PSN	of several, exactly one has that PSN unacknowledged
 *
 * Where some request flow carries the answer's own source port, only such flows are candidates
 * from SOLE on (most NICs use one port both ways). What is not decisive stays unattributed: a
 * NAK charged to the wrong QP is worse than none. A sole or PSN pairing that later answers
 * contradict is undone and never made again.
 *
 * Known limit: starting PSNs that are equal (NCCL uses 0) make PSN useless.
 */
#include "analysis/pair.h"

#include "base/psn.h"
#include "base/sport.h"

#include <rocescope/decode.h>
#include <stdlib.h>
#include <string.h>

#define CONF_TABLE 100
#define CONF_SPORT 97
#define CONF_SOLE 90
#define CONF_PSN 80
#define CONF_PSN_SURE 95
#define PSN_SURE_HITS 3
#define FAR_PSN 65536	  /* an answer this far outside undoes a sole pairing */
#define TRY_ALWAYS 64	  /* answers of a flow that look for a partner, */
#define TRY_EVERY 256	  /* then only every so many */

int pair_init(struct pair *p, const struct rs_pair_hint *hints, uint32_t count)
{
	if (count) {
		p->hints = malloc(count * sizeof(*hints));
		if (!p->hints)
			return -RS_ENOMEM;
		memcpy(p->hints, hints, count * sizeof(*hints));
		p->hint_count = count;
	}
	return cm_init(&p->cm);
}

void pair_fini(struct pair *p)
{
	free(p->hints);
	cm_fini(&p->cm);
}

void pair_part(struct pair *p, uint32_t flow)
{
	struct flow *f = &p->flows->slot[flow];

	const uint32_t peer = f->peer;

	if (peer == FLOW_NONE)
		return;
	p->flows->slot[peer].peer = FLOW_NONE;
	p->flows->slot[peer].pairing = RS_PAIR_NONE;
	f->peer = FLOW_NONE;
	f->pairing = RS_PAIR_NONE;
}

void pair_join(struct pair *p, uint32_t a, uint32_t b, unsigned method, unsigned confidence)
{
	struct flow *x = &p->flows->slot[a], *y = &p->flows->slot[b];

	if (a == b) /* a host that talks to itself: one flow is no pair */
		return;
	pair_part(p, a);
	pair_part(p, b);
	x->peer = b;
	y->peer = a;
	x->pairing = y->pairing = (uint8_t)method;
	x->confidence = y->confidence = (uint8_t)confidence;
	x->psn_hits = y->psn_hits = 0;
}

static bool same(const struct rs_addr *a, const struct rs_addr *b)
{
	return !memcmp(a, b, sizeof(*a));
}

/* Flow of the other direction whose QPN is known. */
static uint32_t flow_back(const struct pair *p, const struct flow *f, uint32_t qpn)
{
	struct flow_key key = f->key;

	key.src = f->key.dst;
	key.dst = f->key.src;
	key.qpn = qpn;
	return flows_find(p->flows, &key, flow_hash(&key));
}

static bool by_table(struct pair *p, uint32_t flow)
{
	const struct flow *f = &p->flows->slot[flow];

	for (uint32_t i = 0; i < p->hint_count; i++) {
		const struct rs_pair_hint *h = &p->hints[i];
		uint32_t qpn = RS_NO_QPN, back;

		if (same(&h->responder, &f->key.src) && same(&h->requester, &f->key.dst) && h->requester_qp == f->key.qpn)
			qpn = h->responder_qp;
		else if (same(&h->requester, &f->key.src) && same(&h->responder, &f->key.dst) && h->responder_qp == f->key.qpn)
			qpn = h->requester_qp;
		if (qpn == RS_NO_QPN)
			continue;
		back = flow_back(p, f, qpn);
		if (back != FLOW_NONE)
			pair_join(p, flow, back, RS_PAIR_TABLE, CONF_TABLE);
		return true;
	}
	return false;
}

static bool by_cm(struct pair *p, uint32_t flow)
{
	const struct flow *f = &p->flows->slot[flow];
	uint32_t qpn, back;

	if (!cm_peer(&p->cm, &f->key.src, &f->key.dst, f->key.qpn, &qpn))
		return false;
	back = flow_back(p, f, qpn);
	if (back != FLOW_NONE)
		pair_join(p, flow, back, RS_PAIR_CM, CONF_TABLE);
	return true;
}

void pair_new_flow(struct pair *p, uint32_t flow)
{
	if (!by_table(p, flow))
		by_cm(p, flow);
}

/* A candidate has no partner, or one that has been silent since the candidate's QP began a new life. */
static bool is_free(const struct pair *p, const struct lane *l)
{
	const struct flow *f = &p->flows->slot[l->flow];

	if (f->pairing == RS_PAIR_TABLE || f->pairing == RS_PAIR_CM)
		return false;
	return f->peer == FLOW_NONE || (l->row.epochs > 1 && p->flows->slot[f->peer].row.last < l->epoch_start);
}

/** What a look through the candidates found. */
struct found {
	uint32_t all;	       /* request flows between the hosts */
	uint32_t with_sport;   /* of which carry the answer's source port */
	uint32_t by_sport;     /* free ones whose port follows from both QPNs */
	uint32_t by_psn;       /* free ones that have the PSN unacknowledged */
	uint32_t by_psn_sport; /* of which carry the answer's source port */
	uint32_t lane_sport, lane_with, lane_all, lane_psn, lane_psn_sport; /* the latest of each kind */
};

/* The lowest PSN that an answer may have: that of a repeated ACK. */
static uint32_t lowest_expected(const struct lane *l)
{
	return psn_add(l->una_known ? l->una : l->first_psn, -1);
}

static bool unacknowledged(const struct lane *l, uint32_t psn)
{
	return psn_within(psn, lowest_expected(l), psn_add(l->hi, -1));
}

static void look(const struct pair *p, const struct peers_entry *e, const struct flow *g, const struct rs_record *r,
		 struct found *out)
{
	memset(out, 0, sizeof(*out));
	for (uint32_t i = e->first_lane; i != LANE_NONE; i = p->lanes[i].next_of_peers) {
		const struct lane *l = &p->lanes[i];
		const struct flow *f = &p->flows->slot[l->flow];
		const bool has_port = flow_has_sport(f, r->udp_sport);

		if (f == g)
			continue;
		out->all++;
		out->lane_all = i;
		if (has_port) {
			out->with_sport++;
			out->lane_with = i;
		}
		if (!is_free(p, l))
			continue;
		if (has_port && r->udp_sport == sport_from_qps(g->key.qpn, f->key.qpn)) {
			out->by_sport++;
			out->lane_sport = i;
		}
		if (unacknowledged(l, r->psn)) {
			out->by_psn++;
			out->lane_psn = i;
			out->by_psn_sport += has_port;
			if (has_port)
				out->lane_psn_sport = i;
		}
	}
}

static bool near_edge(const struct pair *p, const struct lane *l, uint32_t psn)
{
	const int32_t d = psn_diff(psn, l->hi);

	return d <= p->tune->w_sole && d >= -p->tune->w_sole;
}

static uint32_t join_lane(struct pair *p, uint32_t flow, uint32_t lane, unsigned method, unsigned confidence)
{
	pair_join(p, flow, p->lanes[lane].flow, method, confidence);
	return p->lanes[lane].flow;
}

/* The one candidate that is left, if its PSNs fit. */
static uint32_t join_last(struct pair *p, uint32_t flow, uint32_t lane, unsigned method, const struct rs_record *r)
{
	const struct lane *l = &p->lanes[lane];

	if (!is_free(p, l) || !near_edge(p, l, r->psn) || p->flows->slot[l->flow].no_sole || p->flows->slot[flow].no_sole)
		return FLOW_NONE;
	return join_lane(p, flow, lane, method, method == RS_PAIR_SOLE ? CONF_SOLE : CONF_PSN);
}

static uint32_t search(struct pair *p, uint32_t flow, const struct rs_record *r)
{
	struct flow *g = &p->flows->slot[flow];
	const uint32_t e = peers_find(p->peers, &g->key.dst, &g->key.src, g->key.vni, g->key.point);
	struct found found;
	uint32_t by_psn, lane;

	if (e == PEERS_NONE)
		return FLOW_NONE;
	look(p, &p->peers->slot[e], g, r, &found);
	if (found.by_sport == 1)
		return join_lane(p, flow, found.lane_sport, RS_PAIR_SPORT, CONF_SPORT);
	if (found.all == 1)
		return join_last(p, flow, found.lane_all, RS_PAIR_SOLE, r);
	if (found.with_sport == 1)
		return join_last(p, flow, found.lane_with, RS_PAIR_PSN, r);
	if (found.with_sport) {
		by_psn = found.by_psn_sport;
		lane = found.lane_psn_sport;
	} else {
		by_psn = found.by_psn;
		lane = found.lane_psn;
	}
	if (by_psn == 1 && !g->no_sole && !p->flows->slot[p->lanes[lane].flow].no_sole)
		return join_lane(p, flow, lane, RS_PAIR_PSN, CONF_PSN);
	return FLOW_NONE;
}

/* Does this answer contradict a pairing that was concluded? Then it is undone. */
static bool contradicts(struct pair *p, struct flow *g, const struct rs_record *r)
{
	struct flow *f = &p->flows->slot[g->peer];
	const struct lane *l = f->lane != LANE_NONE ? &p->lanes[f->lane] : NULL;
	int32_t far;
	uint32_t low;

	if (!l || (g->pairing != RS_PAIR_SOLE && g->pairing != RS_PAIR_PSN))
		return false;
	if (unacknowledged(l, r->psn)) {
		if (g->pairing == RS_PAIR_PSN && g->psn_hits < PSN_SURE_HITS && ++g->psn_hits == PSN_SURE_HITS)
			g->confidence = f->confidence = CONF_PSN_SURE;
		return false;
	}
	g->psn_hits = g->psn_hits < PSN_SURE_HITS ? 0 : g->psn_hits; /* a miss: three in a row are needed */
	low = lowest_expected(l);
	far = psn_before(r->psn, low) ? psn_diff(low, r->psn) : psn_diff(r->psn, psn_add(l->hi, -1));
	if (far <= (g->pairing == RS_PAIR_SOLE ? FAR_PSN : (int32_t)p->tune->w_sole))
		return false;
	g->no_sole = f->no_sole = true;
	pair_part(p, (uint32_t)(g - p->flows->slot));
	return true;
}

uint32_t pair_for_answer(struct pair *p, uint32_t flow, const struct rs_record *r)
{
	struct flow *g = &p->flows->slot[flow];

	if (g->peer != FLOW_NONE)
		return contradicts(p, g, r) ? FLOW_NONE : g->peer;
	if (g->row.unpaired >= TRY_ALWAYS && g->row.unpaired % TRY_EVERY)
		return FLOW_NONE;
	if (by_table(p, flow) || by_cm(p, flow))
		return g->peer;
	return search(p, flow, r);
}
