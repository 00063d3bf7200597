/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What requests and answers mean for the recovery of a lane. A NAK or RNR NAK whose resend has
 * not been seen is `pending`; the next backward request is its resend. A backward request at
 * the resend pointer continues a round, one before it begins another, whose cause is judged
 * at that moment (cause.c).
 *
 * One judgement comes late: a run of LATE packets without IP identification, followed by PSNs
 * that had been seen, was the beginning of a resend (begin_late_run).
 */
#include "analysis/recovery.h"

#include "analysis/cause.h"
#include "analysis/naks.h"
#include "base/psn.h"

#include <rocescope/decode.h>
#include <string.h>

/* ---- rounds ---- */

static rs_ns yard(const struct recovery *rc, const struct lane *l)
{
	const rs_ns ack = l->ack_delay.n ? delay_quantile(&l->ack_delay, 0.5) : 0;
	const struct delay *d = l->peers != PEERS_NONE ? &rc->peers->slot[l->peers].react : NULL;
	const rs_ns react = d && d->n ? delay_quantile(d, 0.5) : 0;

	return ack > react ? ack : react;
}

static void count_round(struct recovery *rc, struct lane *l, struct episode *e, const struct round *round,
			const struct rs_record *r)
{
	l->row.rounds++;
	l->row.timer_rounds += round->timer;
	/* A NAK taken for lost may turn out to have met a slow requester: then that was no timer. */
	e->stall_waits |= e->pub.rounds == 1 && episodes_may_hold(e) && round->stall != RS_NS_NONE;
	if (round->stall != RS_NS_NONE && !(e->pub.rounds == 1 && e->stall_waits))
		lane_note_stall(l, round->stall);
	if (round->cause == RS_CAUSE_RNR)
		l->row.rnr_wait += r->time - l->pending.last;
	if (round->cause == RS_CAUSE_READ_RESP)
		l->row.implied_naks++;
	if (round->cause == RS_CAUSE_NAK_SEQ && e->pub.rounds == 1 && e->pub.react != RS_NS_NONE && l->peers != PEERS_NONE)
		delay_add(&rc->peers->slot[l->peers].react, e->pub.react);
	episodes_event(rc, l, r,
		       round->timer			      ? RS_EVENT_TIMEOUT
		       : round->cause == RS_CAUSE_READ_RESP ? RS_EVENT_IMPLIED_NAK
							      : RS_EVENT_REWIND,
		       r->psn, psn_add(l->hi, -1));
}

/* READ_RESP: the first sign was the hole among the responses. */
static void take_response_sign(struct episode *e, const struct lane *l, const struct lane_pools *p)
{
	const struct reads *s = l->reads ? pool_at(&p->reads, l->reads) : NULL;
	const struct hole *h = s && s->holes.n ? holes_at(&s->holes, &p->holes, 0) : NULL;

	if (!h || h->time >= e->pub.start)
		return;
	e->pub.sign = RS_SIGN_GAP;
	e->pub.start = h->time;
	e->pub.frames[RS_EF_START] = h->frame;
}

static void begin_round(struct recovery *rc, struct lane *l, struct episode *e, const struct rs_record *r,
			const struct lane_fact *f, rs_ns last_request)
{
	const struct cause_case c = { l, rc->pools, e, r, f, rc->tune, yard(rc, l), last_request };
	const struct round round = cause_judge(&c);

	episode_begin_round(e, l, r, f, &round);
	cause_losses(&c, &round, e);
	if (round.cause == RS_CAUSE_READ_RESP) {
		const struct reads *s = pool_at(&rc->pools->reads, l->reads);

		e->read_last = psn_add(f->psn, (int32_t)f->n - 1);
		e->resp_hwm = s->hi;
		if (e->pub.rounds == 1 && round.side == RS_SIDE_RESP_UPSTREAM)
			take_response_sign(e, l, rc->pools);
	}
	count_round(rc, l, e, &round, r);
	memset(&l->pending, 0, sizeof(l->pending));
}

/* ---- requests ---- */

/* Correction of 1.4: the LATE packets just before were the beginning of this resend. */
static void begin_late_run(struct recovery *rc, struct lane *l, const struct rs_record *r)
{
	const struct late_run run = l->run;
	const struct hole h = { run.first, psn_add(run.next, -1), run.hole.time, run.hole.frame };
	struct lane_fact f = { RS_CLASS_RESEND, run.first, 1, false, 0, false };
	struct rs_record first = *r;
	struct episode *e;

	l->row.ooo -= run.packets;
	l->row.new_packets -= run.packets;
	l->row.resent += run.packets;
	l->row.resent_bytes += run.bytes;
	l->late_count = l->late_at = 0;
	holes_add(&l->holes, &rc->pools->holes, &h);
	first.psn = run.first;
	first.time = run.time;
	first.frame = run.frame;
	first.payload_len = (uint16_t)(run.bytes / run.packets);
	e = episodes_open(rc, l, RS_SIGN_RESEND, run.time, run.frame);
	if (e)
		begin_round(rc, l, e, &first, &f, run.before);
	for (uint32_t i = 0; e && i < run.packets; i++) {
		f.psn = psn_add(run.first, (int32_t)i);
		first.psn = f.psn;
		episode_resent(e, l, rc->pools, &first, &f);
	}
	holes_remove(&l->holes, &rc->pools->holes, h.first, h.last);
}

static bool continues_late_run(const struct lane *l, uint32_t psn)
{
	return l->run_on && !l->open && psn == l->run.next;
}

/* A closed episode takes resends that were in flight, or the resend of a NAK that it closed before. */
static bool drains(struct recovery *rc, struct lane *l, const struct rs_record *r, const struct lane_fact *f)
{
	struct episode *e = episodes_at(rc, l->linger);

	if (!e || l->open)
		return false;
	if (!e->resending && l->pending.kind) {
		e->closed = e->drain = false;
		e->pub.state = RS_STATE_OPEN;
		e->pub.end = e->pub.recov = RS_NS_NONE;
		l->open = l->linger;
		l->linger = 0;
		return false;
	}
	if (!e->drain || f->psn != e->ptr || !psn_before(f->psn, e->pub.hwm) || l->pending.kind)
		return false;
	episode_resent(e, l, rc->pools, r, f);
	return true;
}

/* Into the open episode, or a new one. Without room for one the resend is only counted. */
static void resend_in_episode(struct recovery *rc, struct lane *l, const struct rs_record *r, const struct lane_fact *f)
{
	struct episode *e = episodes_at(rc, l->open);

	if (!e)
		e = episodes_open(rc, l, RS_SIGN_RESEND, r->time, r->frame);
	if (!e) {
		l->pending.kind = PENDING_NONE;
		return;
	}
	if (!e->resending || psn_before(f->psn, e->ptr))
		begin_round(rc, l, e, r, f, l->last_request);
	episode_resent(e, l, rc->pools, r, f);
}

static void on_resend(struct recovery *rc, struct lane *l, const struct rs_record *r, const struct lane_fact *f)
{
	l->row.resent++;
	l->row.resent_bytes += r->payload_len;
	if (l->sampled)
		return;
	if (continues_late_run(l, f->psn))
		begin_late_run(rc, l, r);
	l->run_on = false;
	if (!drains(rc, l, r, f))
		resend_in_episode(rc, l, r, f);
	if (l->linger && l->open)
		episode_came_again(episodes_at(rc, l->linger), f->psn, f->n);
	holes_remove(&l->holes, &rc->pools->holes, f->psn, psn_add(f->psn, (int32_t)f->n - 1));
}

static void on_late(struct recovery *rc, struct lane *l, const struct rs_record *r, const struct lane_fact *f, bool by_age)
{
	const struct hole *h = holes_find(&l->holes, &rc->pools->holes, f->psn);
	const uint32_t displacement = (uint32_t)psn_diff(l->hi, f->psn) - 1;
	struct late_run *run = &l->run;

	l->row.new_packets++;
	l->row.ooo++;
	if (!l->row.first_ooo)
		l->row.first_ooo = r->frame;
	if (displacement > l->row.max_displacement)
		l->row.max_displacement = displacement;
	if (!by_age) {
		l->run_on = false;
	} else if (l->run_on && f->psn == run->next) {
		run->next = psn_add(f->psn, (int32_t)f->n);
		run->packets++;
		run->bytes += r->payload_len;
	} else {
		l->run_on = true;
		*run = (struct late_run){ f->psn, psn_add(f->psn, (int32_t)f->n), 1, r->payload_len, *h, r->time, l->last_request, r->frame };
	}
	lane_note_late(l, f->psn);
	if (l->pending.kind == PENDING_NAK && l->pending.psn == f->psn)
		l->pending.reorder = true;
	episodes_event(rc, l, r, RS_EVENT_OOO, f->psn, f->psn);
	holes_remove(&l->holes, &rc->pools->holes, f->psn, psn_add(f->psn, (int32_t)f->n - 1));
}

static void on_new(struct recovery *rc, struct lane *l, const struct rs_record *r, const struct lane_fact *f)
{
	struct episode *e = episodes_at(rc, l->open);

	l->row.new_packets++;
	l->run_on = false;
	if (f->cls == RS_CLASS_GAP && !l->sampled) {
		episodes_event(rc, l, r, RS_EVENT_GAP, f->gap_first, psn_add(f->psn, -1));
		if (lane_check_sampled(l))
			episodes_event(rc, l, r, RS_EVENT_CAPTURE_SAMPLED, RS_NO_PSN, RS_NO_PSN);
	}
	if (e && e->resending && e->round_cause != RS_CAUSE_READ_RESP && !psn_before(f->psn, e->pub.hwm)) {
		/* One that the resend overtook was sent before it and will be sent again. */
		if (f->older)
			e->pub.hwm = l->hi;
		else
			episodes_close(rc, l, r, false);
	}
	if (l->linger && !l->open) {
		struct episode *last = episodes_at(rc, l->linger);

		last->drain = false;
		if (l->una_known && !psn_before(l->una, last->pub.hwm)) {
			episodes_retire(rc, l, l->linger);
			l->linger = 0;
		}
	}
}

void recovery_request(struct recovery *rc, struct lane *l, const struct rs_record *r, const struct lane_fact *f)
{
	l->row.requests++;
	l->row.request_bytes += r->payload_len;
	switch (f->cls) {
	case RS_CLASS_NEW:
		if (!l->open && !l->linger && !l->run_on) {
			l->row.new_packets++;
			return;
		}
		on_new(rc, l, r, f);
		return;
	case RS_CLASS_GAP:
		on_new(rc, l, r, f);
		return;
	case RS_CLASS_SKEWED:
		l->row.new_packets++;
		return;
	case RS_CLASS_LATE:
		on_late(rc, l, r, f, !f->older);
		return;
	case RS_CLASS_LATE_RESEND:
		l->row.resent++;
		l->row.resent_bytes += r->payload_len;
		if (l->open || l->linger)
			episode_resent(episodes_at(rc, l->open ? l->open : l->linger), l, rc->pools, r, f);
		return;
	default:
		on_resend(rc, l, r, f);
	}
}

/* ---- answers ---- */

/* What a timer round was, once the answer that ends it is here (1.6, later corrections). */
static void correct_timeout(struct episode *e, const struct lane *l, rs_ns now)
{
	/* Delays jitter: an answer must be clearly quicker than any before to be that of the original. */
	const rs_ns rtt = l->ack_delay.min - l->ack_delay.min / 8;

	if (e->pub.cause != RS_CAUSE_TIMEOUT || e->pub.rounds != 1 || e->pub.side == RS_SIDE_UPSTREAM)
		return;
	if (!l->ack_delay.n)
		e->pub.flags |= RS_EPI_LOW_CONFIDENCE;
	else if (!e->ack_due)
		return; /* nothing that the tap saw was owed an ACK: what was lost never came to it */
	else if (now - e->pub.resend < rtt)
		episode_nothing_lost(e, RS_CAUSE_SPURIOUS_TIMEOUT, RS_SIDE_NONE);
	else if (e->top_time == RS_NS_NONE || now - e->top_time < rtt)
		episode_nothing_lost(e, RS_CAUSE_ACK_LOSS, RS_SIDE_BEFORE_TAP);
}

void recovery_ack(struct recovery *rc, struct lane *l, uint32_t psn, const struct rs_record *r)
{
	const uint32_t missing = lane_ack(l, rc->pools, psn, r);

	if (!missing || l->sampled)
		return;
	episodes_event(rc, l, r, RS_EVENT_CAPTURE_LOSS, psn_add(psn, 1 - (int32_t)missing), psn);
	if (lane_check_sampled(l))
		episodes_event(rc, l, r, RS_EVENT_CAPTURE_SAMPLED, RS_NO_PSN, RS_NO_PSN);
}

void recovery_answered(struct recovery *rc, struct lane *l, const struct rs_record *r)
{
	struct episode *e = episodes_at(rc, l->open);

	if (!e || !l->una_known)
		return;
	/* What the NAK asked for was answered before any resend: it had only been late. */
	if (l->pending.kind == PENDING_NAK && psn_after(l->una, l->pending.psn) && l->pending.side == RS_SIDE_DOWNSTREAM)
		l->pending.reorder = true;
	if (psn_before(l->una, e->pub.hwm))
		return;
	if (!e->resending && (l->pending.kind == PENDING_NONE || !psn_after(l->una, l->pending.psn)))
		return;
	correct_timeout(e, l, r->time);
	if (!e->resending)
		e->pub.side = l->pending.reorder ? RS_SIDE_REORDER : RS_SIDE_UNKNOWN;
	episodes_close(rc, l, r, true);
}

void recovery_response(struct recovery *rc, struct lane *l, const struct rs_record *r, const struct read_fact *f)
{
	struct episode *e = episodes_at(rc, l->open), *last = episodes_at(rc, l->linger);
	const struct reads *s = pool_at(&rc->pools->reads, l->reads);

	if (e && e->resending && e->pub.cause == RS_CAUSE_READ_RESP) {
		if (f->resent)
			episode_response(e, r);
	} else if (f->resent && last && last->pub.cause == RS_CAUSE_READ_RESP && psn_before(r->psn, last->resp_hwm)) {
		episode_response(last, r);
	}
	if (!e || !e->resending || e->round_cause != RS_CAUSE_READ_RESP) {
		recovery_answered(rc, l, r);
		return;
	}
	if (psn_before(r->psn, e->read_last))
		return;
	for (unsigned i = 0; i < s->holes.n; i++) {
		const struct hole *h = holes_at(&s->holes, &rc->pools->holes, i);

		if (!psn_after(h->first, e->read_last) && !psn_before(h->last, e->round_first))
			return;
	}
	episodes_close(rc, l, r, true);
}

/* An episode for the answer; the one that is open, or a new one. */
static struct episode *episode_for(struct recovery *rc, struct lane *l, const struct rs_record *r, unsigned sign)
{
	struct episode *e = episodes_at(rc, l->open);

	return e ? e : episodes_open(rc, l, sign, r->time, r->frame);
}

static void first_nak(struct episode *e, const struct lane *l, const struct rs_record *r)
{
	if (e->pub.nak != RS_NS_NONE || e->pub.sign == RS_SIGN_RNR)
		return;
	e->pub.nak = r->time;
	e->pub.nak_psn = r->psn;
	e->pub.frames[RS_EF_NAK] = r->frame;
	if (!e->resending)
		e->pub.detect = l->pending.detect;
}

static void on_nak(struct recovery *rc, struct lane *l, const struct rs_record *r)
{
	const bool stale = l->una_known && psn_before(r->psn, l->una);
	const bool same_rnr = l->pending.kind == PENDING_RNR && l->pending.psn == r->psn;
	struct episode *e;

	l->row.naks++;
	if (!l->row.first_nak)
		l->row.first_nak = r->frame;
	if (l->sampled || stale) {
		if (!stale)
			recovery_ack(rc, l, psn_add(r->psn, -1), r);
		else if (l->open)
			episodes_at(rc, l->open)->pub.naks++;
		return;
	}
	if (same_rnr) {
		if (l->open)
			episodes_at(rc, l->open)->pub.naks++;
		return;
	}
	if (l->pending.kind != PENDING_NAK)
		naks_pend(l, rc->pools, episodes_at(rc, l->open ? l->open : l->linger), r, PENDING_NAK);
	else if (psn_after(r->psn, l->pending.psn))
		naks_pend_higher(l, rc->pools, r);
	else
		l->pending.last = r->time;
	recovery_ack(rc, l, psn_add(r->psn, -1), r);
	e = episodes_at(rc, l->open);
	if (e && e->resending && !psn_before(l->una, e->pub.hwm)) {
		correct_timeout(e, l, r->time);
		episodes_close(rc, l, r, true);
	}
	e = episode_for(rc, l, r, RS_SIGN_NAK);
	if (!e)
		return;
	e->pub.naks++;
	l->pending.naks += e->resending || e->moved;
	first_nak(e, l, r);
}

/* The event comes last: it belongs to the episode that the NAK opened. */
void recovery_nak(struct recovery *rc, struct lane *l, const struct rs_record *r)
{
	on_nak(rc, l, r);
	episodes_event(rc, l, r, RS_EVENT_NAK, r->psn, r->psn);
}

static void on_rnr(struct recovery *rc, struct lane *l, const struct rs_record *r)
{
	struct episode *e;

	l->row.rnrs++;
	if (!l->row.first_nak)
		l->row.first_nak = r->frame;
	naks_rate(l, r->time);
	if (l->una_known && psn_before(r->psn, l->una))
		return;
	if (l->pending.kind == PENDING_RNR && l->pending.psn == r->psn) {
		l->pending.last = r->time;
		l->pending.code = r->u.ack.syndrome & 0x1f;
	} else {
		naks_pend(l, rc->pools, episodes_at(rc, l->open ? l->open : l->linger), r, PENDING_RNR);
	}
	recovery_ack(rc, l, psn_add(r->psn, -1), r);
	if (l->sampled)
		return;
	e = episodes_at(rc, l->open);
	if (e && e->resending && !psn_before(l->una, e->pub.hwm))
		episodes_close(rc, l, r, true);
	e = episode_for(rc, l, r, RS_SIGN_RNR);
	if (!e)
		return;
	e->pub.rnrs++;
	l->pending.rnrs += e->resending || e->moved;
	if (!e->pub.frames[RS_EF_NAK])
		e->pub.frames[RS_EF_NAK] = r->frame;
}

void recovery_rnr(struct recovery *rc, struct lane *l, const struct rs_record *r)
{
	on_rnr(rc, l, r);
	episodes_event(rc, l, r, RS_EVENT_RNR, r->psn, r->psn);
}
