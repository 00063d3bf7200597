/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Nothing on the wire says that a requester gave up. Three rounds from one PSN without
 * progress, then a silence several times its timer, say it: four times the last silence, or
 * one and a half times when the last two agree within a tenth (a constant timer). What CM
 * negotiated counts more. A sender with rnr_retry 7 never gives up on RNR NAKs.
 *
 * A QP number that is used again shows by CM, by a PSN jump on the first packet of a message,
 * or by an MSN that goes backwards: then what looked like resends were first packets.
 */
#include "analysis/giveup.h"

#include "base/psn.h"

#include <rocescope/decode.h>

#define GIVE_UP_ROUNDS 3
#define SILENCE_TIMES 4	       /* of the last stall */
#define SILENCE_CONST_PCT 150  /* of the last stall, where the last two agree */
#define AGREE_PCT 10
#define RNR_RETRY_FOREVER 7
#define CM_UNKNOWN 0xff

static bool stalls_agree(const struct episode *e)
{
	const rs_ns a = e->prev_stall, b = e->last_stall;

	if (a == RS_NS_NONE)
		return false;
	return (a > b ? a - b : b - a) <= (a > b ? a : b) / 100 * AGREE_PCT;
}

static bool timer_exhausted(const struct lane *l, const struct episode *e, rs_ns silence)
{
	if (e->last_stall == RS_NS_NONE)
		return false;
	if (l->cm_retry != CM_UNKNOWN && e->same_first < l->cm_retry)
		return false;
	return silence / SILENCE_TIMES >= e->last_stall ||
	       (stalls_agree(e) && silence / SILENCE_CONST_PCT >= e->last_stall / 100);
}

/* The longest wait seen counts too: soft-RoCE waits several times the coded delay. */
static bool rnr_exhausted(const struct lane *l, const struct episode *e, rs_ns silence)
{
	const rs_ns mean = l->row.rnrs ? l->row.rnr_wait / (rs_ns)l->row.rnrs : 0;
	rs_ns wait = rs_rnr_ns(l->pending.code);

	if (l->pending.kind != PENDING_RNR || l->cm_rnr_retry == RNR_RETRY_FOREVER)
		return false;
	if (l->cm_rnr_retry != CM_UNKNOWN && e->same_first < l->cm_rnr_retry)
		return false;
	wait = wait > 4 * mean ? wait : 4 * mean;
	return silence >= SILENCE_TIMES * wait;
}

static void fail(struct recovery *rc, struct lane *l, struct episode *e, unsigned kind)
{
	const struct rs_record when = { .time = e->round_time, .frame = e->round_frame };

	e->pub.state = RS_STATE_FAILED;
	e->closed = true;
	episodes_event(rc, l, &when, kind, e->round_first, e->round_first);
	l->dead = true;
	episodes_leave(rc, l);
	l->pending.kind = PENDING_NONE;
}

void giveup_check(struct recovery *rc, struct lane *l, rs_ns now)
{
	struct episode *e = episodes_at(rc, l->open);
	rs_ns silence;

	if (!e || !e->resending || e->same_first < GIVE_UP_ROUNDS || l->last_request == RS_NS_NONE ||
	    (l->una_known && l->una != e->una_at_round))
		return;
	silence = now - l->last_request;
	if (e->round_cause == RS_CAUSE_RNR && l->pending.kind == PENDING_RNR && l->pending.last > l->last_request)
		silence = now - l->pending.last; /* it waits from the RNR NAK on */
	if (e->round_cause == RS_CAUSE_RNR ? rnr_exhausted(l, e, silence) : timer_exhausted(l, e, silence))
		fail(rc, l, e, e->round_cause == RS_CAUSE_RNR ? RS_EVENT_RNR_EXHAUSTED : RS_EVENT_RETRY_EXHAUSTED);
}

void giveup_new_epoch(struct recovery *rc, struct lane *l, uint32_t psn, const struct rs_record *r, unsigned kind)
{
	episodes_leave(rc, l);
	lane_new_epoch(l, rc->pools, psn, r->time);
	l->row.epochs += kind == RS_EVENT_QP_REUSE; /* after an outage of the capture it is the same incarnation */
	episodes_event(rc, l, r, kind, psn, psn);
}

/*
 * An ACK of something new whose MSN is smaller: the QP was used again at a higher PSN, close enough to look like a
 * gap. The new life begins behind the gap, or where the old one ended.
 */
static bool reused_ahead(struct recovery *rc, struct lane *l, const struct rs_record *r)
{
	const struct hole *h = l->holes.n ? holes_at(&l->holes, &rc->pools->holes, l->holes.n - 1u) : NULL;
	const uint32_t first = h ? psn_add(h->last, 1) : l->una, next = l->hi;
	const struct history_entry *seen = history_find(&l->history, &rc->pools->history, first);
	struct rs_record when = *r;

	if (!(rs_opcode(r->opcode)->role & RS_OP_ACK) || rs_aeth_class(r->u.ack.syndrome) != RS_AETH_ACK || !l->una_known ||
	    psn_before(r->psn, l->una) || !psn_within(r->psn, first, psn_add(next, -1)))
		return false;
	if (seen)
		when.time = seen->first;
	if (h) {
		when.frame = h->frame;
		if (l->row.first_missing == h->frame)
			l->row.first_missing = 0;
		holes_remove(&l->holes, &rc->pools->holes, h->first, h->last);
	}
	giveup_new_epoch(rc, l, first, &when, RS_EVENT_QP_REUSE);
	l->hi = next;
	return true;
}

/* Resends since una that an answer with a smaller MSN covers were first packets: their episode never was. */
static bool reused_behind(struct recovery *rc, struct lane *l, const struct rs_record *r)
{
	const uint32_t index = l->open ? l->open : l->linger;
	const struct episode *e = episodes_at(rc, index);
	struct rs_record when = *r;
	uint32_t first, next;

	if (!e || !e->req_resent || e->pub.rounds != 1)
		return false;
	first = e->pub.first;
	next = e->ptr;
	if (!psn_within(r->psn, first, psn_add(next, -1)) || !l->una_known || !psn_before(first, l->una))
		return false;
	l->row.resent -= e->req_resent;
	l->row.resent_bytes -= e->req_resent_bytes;
	l->row.new_packets += e->req_resent;
	l->row.rounds -= e->pub.rounds;
	l->row.timer_rounds -= e->pub.timer_rounds;
	if (e->first_stall != RS_NS_NONE && !e->stall_waits)
		lane_take_back_stall(l);
	when.time = e->first_resent;
	when.frame = e->pub.frames[RS_EF_RESEND];
	if (l->open && l->linger)
		episodes_retire(rc, l, l->linger);
	episodes_drop(rc, index);
	l->open = l->linger = 0;
	giveup_new_epoch(rc, l, first, &when, RS_EVENT_QP_REUSE);
	l->hi = next;
	return true;
}

bool giveup_reused(struct recovery *rc, struct lane *l, const struct rs_record *r)
{
	if (!l->msn_known || psn_diff(r->u.ack.msn, l->msn) >= 0)
		return false;
	return reused_behind(rc, l, r) || reused_ahead(rc, l, r);
}

void giveup_finish(struct recovery *rc, struct lane *l, rs_ns now)
{
	giveup_check(rc, l, now);
	episodes_leave(rc, l);
	l->row.undetermined += holes_count(&l->holes, &rc->pools->holes);
	holes_clear(&l->holes, &rc->pools->holes); /* counted once, even if the capture goes on */
}
