/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/cause.h"

#include "base/psn.h"

#include <rocescope/decode.h>

#define EARLY_RATIO_PCT 90 /* resent before this share of the RNR delay: early */

bool cause_is_timer(unsigned cause)
{
	return cause == RS_CAUSE_TIMEOUT || cause == RS_CAUSE_ACK_LOSS || cause == RS_CAUSE_SPURIOUS_TIMEOUT ||
	       cause == RS_CAUSE_NAK_LOST;
}

static struct reads *reads_of(const struct cause_case *c)
{
	return c->lane->reads ? pool_at(&c->pools->reads, c->lane->reads) : NULL;
}

/* Order 1: a READ or atomic asked again because a response is missing: the implied NAK. */
static bool is_read_resp(const struct cause_case *c, uint8_t *side)
{
	const unsigned role = rs_opcode(c->rec->opcode)->role;
	struct reads *s = reads_of(c);
	const uint32_t p = c->fact->psn;

	/* Where a short capture cut the length of READs off, only their responses tell what they covered. */
	const bool cut = (role & RS_OP_READ) && !(c->rec->headers & RS_HDR_RETH);

	if (!s || !(role & (RS_OP_READ | RS_OP_ATOMIC)) || (!cut && !reads_find(s, p)))
		return false;
	if (reads_was_late(s, p) || reads_was_late(s, psn_add(p, -1))) {
		*side = RS_SIDE_REORDER;
		return true;
	}
	if (holes_find(&s->holes, &c->pools->holes, p)) {
		*side = RS_SIDE_RESP_UPSTREAM;
		return true;
	}
	/* An atomic's answer that passed says nothing until a later response passed too. */
	if (s->any && psn_before((role & RS_OP_ATOMIC) ? psn_add(p, 1) : p, s->hi)) {
		*side = RS_SIDE_RESP_DOWNSTREAM;
		return true;
	}
	return false;
}

/* Order 2: the NAK passed the tap, but the requester moved by its timer. */
static bool is_nak_lost(const struct cause_case *c)
{
	const struct pending *n = &c->lane->pending;
	const rs_ns limit = c->tune->t_nak_late > 8 * c->yard ? c->tune->t_nak_late : 8 * c->yard;

	if (c->rec->time - n->time <= limit)
		return false;
	/* Nothing but the NAK can have told the requester to start there. */
	return !(!psn_before(c->fact->psn, n->psn) && psn_before(n->ack_before, psn_add(n->psn, -1)));
}

static bool was_asked(const struct pending *n, uint32_t psn)
{
	for (unsigned i = 0; i < n->asked_count; i++)
		if (n->asked[i] == psn)
			return true;
	return false;
}

/* The beginning of the NAKed message is forgotten (acknowledged long ago): does this packet begin it? */
static bool begins_message_of(const struct cause_case *c, const struct pending *n)
{
	const struct rs_record *r = c->rec;
	const uint32_t to = (uint32_t)psn_diff(n->psn, c->fact->psn);

	if (n->msg_first != RS_NO_PSN || !(rs_opcode(r->opcode)->role & RS_OP_FIRST))
		return false;
	return !(r->headers & RS_HDR_RETH) || psn_count(r->u.req.dma_len, r->payload_len ? r->payload_len : 1) > to;
}

static uint16_t start_flags(const struct cause_case *c)
{
	const struct pending *n = &c->lane->pending;

	if (!psn_before(c->fact->psn, n->psn) || was_asked(n, c->fact->psn))
		return 0;
	return c->fact->psn == n->msg_first || begins_message_of(c, n) ? RS_EPI_GOBACK0 : RS_EPI_EARLY_START;
}

/* Order 5: the tap had seen this PSN acknowledged. Lost ACK, or was the resend under way when the ACK passed? */
static void judge_acked(const struct cause_case *c, struct round *r)
{
	const rs_ns acked = lane_ack_time(c->lane, c->fact->psn), now = c->rec->time;
	const rs_ns limit = c->tune->t_idle > 2 * c->yard ? c->tune->t_idle : 2 * c->yard;

	if ((acked != RS_NS_NONE && now - acked < limit) ||
	    (c->last_request != RS_NS_NONE && now - c->last_request < c->tune->t_idle)) {
		r->cause = RS_CAUSE_SPURIOUS_TIMEOUT;
		r->side = RS_SIDE_NONE;
	} else {
		r->cause = RS_CAUSE_ACK_LOSS;
		r->side = RS_SIDE_AFTER_TAP;
	}
}

static bool is_silent(const struct cause_case *c)
{
	rs_ns last = c->last_request;

	if (c->lane->last_response != RS_NS_NONE && (last == RS_NS_NONE || c->lane->last_response > last))
		last = c->lane->last_response;
	return last != RS_NS_NONE && c->rec->time - last >= c->tune->t_idle;
}

static bool holes_from(const struct holes *h, const struct pool *pool, uint32_t from)
{
	return h->n && !psn_before(holes_at(h, pool, h->n - 1u)->last, from);
}

/* The capture is known to miss packets of this lane: a gap in it need not be a gap on the wire. */
static bool gaps_doubtful(const struct lane *l)
{
	return l->row.cap_missing || l->holes.overflow;
}

/* Orders 6 to 8: no NAK to go by. Only holes at or behind the restart belong to this round. */
static void judge_silent(const struct cause_case *c, struct round *r)
{
	r->side = !gaps_doubtful(c->lane) && holes_from(&c->lane->holes, &c->pools->holes, c->fact->psn) ? RS_SIDE_UPSTREAM
													   : RS_SIDE_UNKNOWN;
	if (is_silent(c))
		r->cause = RS_CAUSE_TIMEOUT;
	else
		r->cause = c->lane->responded ? RS_CAUSE_NAK_UNSEEN : RS_CAUSE_UNKNOWN;
}

static void judge_nak(const struct cause_case *c, struct round *r)
{
	const struct pending *n = &c->lane->pending;

	r->side = n->reorder ? RS_SIDE_REORDER : n->side;
	r->flags = n->pre_capture ? RS_EPI_PRE_CAPTURE : 0;
	if (is_nak_lost(c)) {
		r->cause = RS_CAUSE_NAK_LOST;
		return;
	}
	r->cause = RS_CAUSE_NAK_SEQ;
	r->flags |= start_flags(c);
}

static void judge_rnr(const struct cause_case *c, struct round *r)
{
	const struct pending *n = &c->lane->pending;
	const rs_ns coded = rs_rnr_ns(n->code);

	r->cause = RS_CAUSE_RNR;
	r->side = RS_SIDE_RECEIVER;
	if ((c->rec->time - n->last) * 100 < coded * EARLY_RATIO_PCT)
		r->flags = RS_EPI_RNR_EARLY;
}

struct round cause_judge(const struct cause_case *c)
{
	struct round r = { .stall = RS_NS_NONE };
	const struct episode *e = c->episode;
	rs_ns silence;

	if (is_read_resp(c, &r.side))
		r.cause = RS_CAUSE_READ_RESP;
	else if (c->lane->pending.kind == PENDING_NAK)
		judge_nak(c, &r);
	else if (c->lane->pending.kind == PENDING_RNR)
		judge_rnr(c, &r);
	else if (c->lane->una_known && psn_before(c->fact->psn, c->lane->una))
		judge_acked(c, &r);
	else
		judge_silent(c, &r);
	silence = c->last_request != RS_NS_NONE ? c->rec->time - c->last_request : 0;
	/* A resend that was under way while the ACK passed needs no timer: it follows other requests at once. */
	r.timer = cause_is_timer(r.cause) && !(r.cause == RS_CAUSE_SPURIOUS_TIMEOUT && silence < c->tune->t_idle);
	if (r.timer && r.cause != RS_CAUSE_SPURIOUS_TIMEOUT && silence >= c->tune->t_idle)
		r.stall = silence;
	/* A responder sends one NAK per break: a lost retransmission always costs a timer. */
	if (r.cause == RS_CAUSE_TIMEOUT && e->resending && e->pub.cause == RS_CAUSE_NAK_SEQ && !psn_before(c->fact->psn, e->pub.first) &&
	    psn_before(c->fact->psn, e->ptr))
		r.flags |= RS_EPI_RETX_LOST;
	return r;
}

static void lose_holes(struct episode *e, const struct holes *h, const struct pool *pool, uint32_t from)
{
	for (unsigned i = 0; i < h->n; i++) {
		const struct hole *x = holes_at(h, pool, i);

		if (!psn_before(x->last, from))
			episode_lose(e, psn_after(from, x->first) ? from : x->first, x->last);
	}
}

static void lose_one(struct episode *e, uint32_t psn)
{
	const uint32_t before = e->pub.lost_packets;

	episode_lose(e, psn, psn);
	/* One PSN is certain; a Go-Back-N receiver throws away what follows, so more may be lost. */
	if (e->pub.lost_packets != before)
		e->pub.lost_exact = 0;
}

static void read_losses(const struct cause_case *c, const struct round *round, struct episode *e)
{
	struct reads *s = reads_of(c);

	/* Holes beyond a response that was lost behind the tap were lost on the other side of it. */
	if (round->side == RS_SIDE_RESP_UPSTREAM && s && !gaps_doubtful(c->lane) &&
	    holes_from(&s->holes, &c->pools->holes, c->fact->psn))
		lose_holes(e, &s->holes, &c->pools->holes, c->fact->psn);
	else
		lose_one(e, c->fact->psn);
}

void cause_losses(const struct cause_case *c, const struct round *round, struct episode *e)
{
	const struct pending *n = &c->lane->pending;
	const bool nak = round->cause == RS_CAUSE_NAK_SEQ || round->cause == RS_CAUSE_NAK_LOST;

	if (round->side == RS_SIDE_REORDER || round->cause == RS_CAUSE_RNR || round->cause == RS_CAUSE_ACK_LOSS ||
	    round->cause == RS_CAUSE_SPURIOUS_TIMEOUT)
		return;
	if (round->cause == RS_CAUSE_READ_RESP) {
		read_losses(c, round, e);
		return;
	}
	if (!gaps_doubtful(c->lane) && holes_from(&c->lane->holes, &c->pools->holes, c->fact->psn)) {
		lose_holes(e, &c->lane->holes, &c->pools->holes, c->fact->psn);
		if (nak && n->side != RS_SIDE_UPSTREAM)
			lose_one(e, n->psn);
		return;
	}
	if (round->flags & RS_EPI_RETX_LOST) {
		/* Something behind the restart was lost again: which packet of it, nothing tells. */
		e->pub.lost_exact = 0;
		return;
	}
	if (nak && !gaps_doubtful(c->lane) && n->lost_last != RS_NO_PSN)
		episode_lose(e, n->psn, n->lost_last);
	else
		lose_one(e, nak ? n->psn : c->fact->psn);
}
