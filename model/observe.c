/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/observe.h"

#include "base/psn.h"

#include <stdlib.h>
#include <string.h>

#define GOT_REQUEST 1
#define GOT_RESPONSE 2

struct rs_addr observe_addr(const struct plan *plan, unsigned host)
{
	struct rs_addr a = { { 0 } };

	if (plan->hosts[host].ipv6) {
		a.b[0] = 0xfd;
		a.b[7] = 1;
	} else {
		a.b[10] = a.b[11] = 0xff;
		a.b[12] = 10;
		a.b[13] = 1;
	}
	a.b[15] = (uint8_t)(host + 1);
	return a;
}

/* Lane of a connection at a point; a later connection with the same QP numbers shares it. */
static uint16_t lane_index(struct observe *o, unsigned conn, unsigned point)
{
	const struct plan_conn *c = &o->plan->conns[conn];
	struct model_truth *t = o->truth;
	struct model_lane *l;

	for (unsigned i = 0; i < conn; i++) {
		const struct plan_conn *b = &o->plan->conns[i];

		if (b->src == c->src && b->dst == c->dst && b->dst_qpn == c->dst_qpn) {
			t->lanes[o->sights[i][point].lane].epochs++;
			return o->sights[i][point].lane;
		}
	}
	if (t->lane_count == MODEL_LANES)
		return UINT16_MAX;
	l = &t->lanes[t->lane_count];
	l->requester = observe_addr(o->plan, c->src);
	l->responder = observe_addr(o->plan, c->dst);
	l->requester_qp = c->src_qpn;
	l->responder_qp = c->dst_qpn;
	l->point = (uint16_t)point;
	l->uc = c->req.uc;
	l->epochs = 1;
	return (uint16_t)t->lane_count++;
}

static bool passes(const struct plan *p, const struct plan_conn *c, unsigned point)
{
	uint8_t ports[3];
	const unsigned n = plan_path(p, c->src, c->dst, ports);

	for (unsigned i = 0; i < n; i++)
		if (p->point[ports[i] / 2] == (int)point)
			return true;
	return false;
}

int observe_init(struct observe *o, const struct plan *plan, struct model_truth *truth,
		 uint32_t psn_max)
{
	memset(o, 0, sizeof *o);
	o->plan = plan;
	o->truth = truth;
	for (unsigned c = 0; c < plan->conn_count; c++) {
		for (unsigned k = 0; k < MODEL_POINTS; k++) {
			struct sight *s = &o->sights[c][k];

			s->lane = UINT16_MAX;
			if (!passes(plan, &plan->conns[c], k))
				continue;
			s->lane = lane_index(o, c, k);
			s->got = calloc(psn_max + 1, 1);
			if (!s->got) {
				observe_fini(o);
				return -RS_ENOMEM;
			}
		}
	}
	return 0;
}

void observe_fini(struct observe *o)
{
	for (unsigned c = 0; c < PLAN_CONNS; c++)
		for (unsigned k = 0; k < MODEL_POINTS; k++)
			free(o->sights[c][k].got);
	memset(o->sights, 0, sizeof o->sights);
}

static struct model_lane *lane_of(struct observe *o, unsigned conn, unsigned point)
{
	const uint16_t i = o->sights[conn][point].lane;

	return i == UINT16_MAX ? NULL : &o->truth->lanes[i];
}

void observe_sent(struct observe *o, const struct wire *w)
{
	o->truth->requests_sent++;
	o->truth->resent += w->sending > 1;
	for (unsigned k = 0; k < MODEL_POINTS; k++) {
		struct model_lane *l = lane_of(o, w->conn, k);

		if (!l)
			continue;
		l->sent++;
		l->sent_again += w->sending > 1;
	}
}

static void count_loss(uint64_t *before, uint64_t *behind, bool after)
{
	++*(after ? behind : before);
}

static void count_lane_loss(struct model_lane *l, const struct wire *w, bool after)
{
	if (w->request)
		count_loss(&l->lost_before, &l->lost_after, after);
	else if (wire_is_response_data(w))
		count_loss(&l->responses_lost_before, &l->responses_lost_after, after);
	else
		count_loss(&l->acks_lost_before, &l->acks_lost_after, after);
}

void observe_lost(struct observe *o, const struct wire *w)
{
	struct model_truth *t = o->truth;
	bool first = true;

	if (w->opcode == WIRE_CNP || w->opcode == WIRE_PFC)
		return;
	t->requests_lost += w->request;
	t->acks_lost += !w->request && !wire_is_response_data(w);
	for (unsigned k = 0; k < MODEL_POINTS; k++) {
		struct model_lane *l = lane_of(o, w->conn, k);
		const bool after = w->seen >> k & 1;

		if (!l)
			continue;
		count_lane_loss(l, w, after);
		l->psns_lost += w->request ? w->span : 0;
		if (first && w->request)
			count_loss(&t->lost_before_tap, &t->lost_after_tap, after);
		else if (first && wire_is_response_data(w))
			count_loss(&t->responses_lost_before_tap, &t->responses_lost_after_tap,
				   after);
		first = false;
	}
}

static void count_round(struct model_lane *l, struct sight *s, const struct wire *w)
{
	uint64_t *const by_cause[] = {NULL, &l->rounds_nak, &l->rounds_timer, &l->rounds_rnr,
				      &l->rounds_read};

	if (w->round <= s->round || w->off >= s->pointer)
		return;
	s->round = w->round;
	(*by_cause[w->round_cause])++;
}

static void on_request(struct model_lane *l, struct sight *s, const struct wire *w)
{
	const bool below = s->any && w->off < s->high;

	l->requests++;
	l->request_bytes += w->payload;
	l->ce_marked += w->ecn == WIRE_CE;
	if (below && w->sending > 1) {
		l->resent++;
		l->resent_bytes += w->payload;
		count_round(l, s, w);
	} else if (below) {
		l->late++;
	} else if (s->any && l->uc) {
		l->uc_gaps += w->off - s->high;
	}
	if (!(below && w->sending == 1)) /* what comes late moves nothing */
		s->pointer = w->off + w->span;
	if (!s->any) { /* a capture begins where it begins */
		s->any = true;
		s->high = s->una = w->off;
	}
	for (uint32_t i = w->off; i < w->off + w->span; i++)
		s->got[i] |= GOT_REQUEST;
	if (w->off + w->span > s->high)
		s->high = w->off + w->span;
}

static void acknowledged(struct model_lane *l, struct sight *s, uint32_t upto)
{
	for (; s->any && s->una < upto && upto != UINT32_MAX; s->una++)
		l->missing += !(s->got[s->una] & GOT_REQUEST);
	if (s->any && upto != UINT32_MAX && upto > s->high)
		s->high = upto;
}

static void on_response_data(struct model_lane *l, struct sight *s, const struct wire *w)
{
	l->ce_marked += w->ecn == WIRE_CE;
	if (w->opcode == WIRE_ATOMIC_ACK) {
		l->atomic_acks++;
		l->atomic_replays += s->got[w->off] & GOT_RESPONSE ? 1 : 0;
	} else {
		l->read_responses++;
		l->read_responses_resent += w->off < s->resp_high;
	}
	s->got[w->off] |= GOT_RESPONSE;
	if (w->off + 1 > s->resp_high)
		s->resp_high = w->off + 1;
	acknowledged(l, s, w->off + 1);
}

void observe_frame(struct observe *o, unsigned point, const struct wire *w)
{
	struct model_lane *l = lane_of(o, w->conn, point);
	struct sight *s = &o->sights[w->conn][point];

	if (!l || w->damaged)
		return;
	if (w->opcode == WIRE_CNP) {
		l->cnps += !w->request;
		return;
	}
	if (w->request) {
		on_request(l, s, w);
	} else if (wire_is_response_data(w)) {
		on_response_data(l, s, w);
	} else if (w->syndrome == WIRE_SYN_ACK) {
		l->acks++;
		acknowledged(l, s, w->off + 1);
	} else {
		l->naks += w->syndrome == WIRE_SYN_NAK;
		l->fatal_naks += w->syndrome == WIRE_SYN_ACCESS;
		l->rnr_naks += (w->syndrome & 0x60) == WIRE_SYN_RNR;
		acknowledged(l, s, w->off);
	}
	if (s->any)
		l->next_psn = psn_add(o->plan->conns[w->conn].psn, (int32_t)s->high);
}

void observe_ends(struct observe *o, unsigned conn, const struct requester *r,
		  const struct responder *s)
{
	struct model_truth *t = o->truth;

	t->naks += s->naks;
	t->rnr_naks += s->rnr_naks;
	t->fatal_naks += s->fatal_naks;
	t->timeouts += r->timer_rounds;
	t->go_backs += r->nak_rounds;
	t->retry_exhausted += r->failed && !s->dead;
	for (unsigned k = 0; k < MODEL_POINTS; k++) {
		struct model_lane *l = lane_of(o, conn, k);

		if (!l)
			continue;
		l->naks_sent += s->naks;
		l->rnr_naks_sent += s->rnr_naks;
		l->timer_rounds += r->timer_rounds;
		l->nak_rounds += r->nak_rounds;
		l->rnr_rounds += r->rnr_rounds;
		l->read_rounds += r->read_rounds;
		l->failed |= r->failed;
	}
}
