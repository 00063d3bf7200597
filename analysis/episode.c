/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * An episode opens with a NAK, an RNR NAK or a resend. It has rounds: each time the requester
 * goes back, `ptr` is where its next resend is expected and `hwm` what was the edge (hi) when
 * the round began. A resend at ptr continues the round; one before ptr begins another; one
 * beyond ptr jumped over PSNs: their resend was lost before the tap, or the sender repairs
 * selectively. Those that had passed the tap and that no round has sent again are kept as
 * skips; if they never come and are acknowledged all the same, the sender does not go back.
 *
 * It ends when new data at or beyond hwm is sent, or when an answer covers everything below
 * hwm. After an answer closed it, resends that were already in flight drain into it. The mode
 * may be known only when una passes hwm, so a closed episode lingers until then, until the
 * next one closes, or until the end of the capture.
 *
 * What was lost is exact where holes (or skips) show it; otherwise only the first PSN is
 * certain, because a Go-Back-N receiver throws the rest away, and a bound is given. Bytes of
 * lost packets become known when they are sent again.
 */
#include "analysis/episode.h"

#include "base/psn.h"

#include <string.h>

void episode_open(struct episode *e, const struct lane *l, const struct lane_pools *p, uint8_t sign, rs_ns now,
		  rs_frame frame)
{
	struct rs_episode *pub = &e->pub;
	const uint32_t id = pub->id, lane = pub->lane;
	const uint16_t point = pub->point;

	memset(e, 0, sizeof(*e));
	pub->id = id;
	pub->lane = lane;
	pub->point = point;
	pub->sign = sign;
	pub->state = RS_STATE_OPEN;
	pub->cause = RS_CAUSE_UNKNOWN;
	pub->lost_exact = 1;
	pub->start = now;
	pub->frames[RS_EF_START] = frame;
	pub->nak = pub->resend = pub->end = pub->detect = pub->react = pub->recov = pub->impact = RS_NS_NONE;
	pub->first = pub->nak_psn = RS_NO_PSN;
	pub->hwm = l->hi;
	pub->ce_before = lane_ce_before(l, now);
	e->top_time = e->prev_stall = e->last_stall = e->first_stall = e->first_resent = RS_NS_NONE;
	if (l->holes.n && sign != RS_SIGN_GAP) {
		const struct hole *h = holes_at(&l->holes, &p->holes, 0);

		pub->sign = RS_SIGN_GAP;
		pub->start = h->time;
		pub->frames[RS_EF_START] = h->frame;
	}
}

static void note_stall(struct episode *e, rs_ns stall)
{
	struct rs_episode *pub = &e->pub;

	if (stall == RS_NS_NONE)
		return;
	if (pub->stall_count < RS_EPISODE_STALLS)
		pub->stalls[pub->stall_count++] = stall;
	pub->stalls_all++;
	pub->stall_total += stall;
	e->prev_stall = e->last_stall;
	e->last_stall = stall;
}

void episode_begin_round(struct episode *e, const struct lane *l, const struct rs_record *r, const struct lane_fact *f,
			 const struct round *round)
{
	struct rs_episode *pub = &e->pub;
	const bool progress = !e->resending || f->psn != e->round_first || (l->una_known && l->una != e->una_at_round);

	pub->rounds++;
	pub->timer_rounds += round->timer;
	pub->flags |= round->flags;
	if (pub->rounds == 1) {
		pub->cause = round->cause;
		pub->side = round->side;
		pub->first = f->psn;
		pub->resend = r->time;
		pub->frames[RS_EF_RESEND] = r->frame;
		if (pub->nak != RS_NS_NONE && round->cause != RS_CAUSE_RNR)
			pub->react = r->time - pub->nak;
		e->first_stall = round->stall;
	}
	note_stall(e, round->stall);
	e->resending = true;
	e->round_cause = round->cause;
	e->same_first = progress ? 1 : e->same_first + 1;
	if (e->same_first > pub->same_rounds)
		pub->same_rounds = e->same_first;
	e->una_at_round = l->una;
	e->ack_due = l->asked_known && (!l->una_known || psn_after(l->asked, l->una));
	e->round_first = e->ptr = f->psn;
	e->round_time = r->time;
	e->round_frame = r->frame;
	e->top_time = RS_NS_NONE;
	if (pub->rounds == 1)
		e->top = f->psn;
	e->jump_count = 0;
	pub->hwm = l->hi;
}

void episode_lose(struct episode *e, uint32_t first, uint32_t last)
{
	struct rs_episode *pub = &e->pub;

	for (unsigned i = 0; i < pub->range_count; i++) {
		if (psn_within(first, pub->lost[i].first, pub->lost[i].last))
			first = psn_add(pub->lost[i].last, 1);
		if (psn_within(last, pub->lost[i].first, pub->lost[i].last))
			last = psn_add(pub->lost[i].first, -1);
		if (psn_after(first, last))
			return;
	}
	pub->lost_packets += (uint32_t)psn_diff(last, first) + 1;
	if (pub->range_count == RS_EPISODE_RANGES)
		return;
	pub->lost[pub->range_count].first = first;
	pub->lost[pub->range_count].last = last;
	e->counted[pub->range_count++] = 0;
}

/* Bytes of a lost packet, once, when it is seen again; ranges are repaired from their beginning. */
static void count_lost_bytes(struct episode *e, uint32_t psn, uint32_t bytes)
{
	struct rs_episode *pub = &e->pub;

	for (unsigned i = 0; i < pub->range_count; i++) {
		if (!psn_within(psn, pub->lost[i].first, pub->lost[i].last))
			continue;
		if ((uint32_t)psn_diff(psn, pub->lost[i].first) >= e->counted[i]) {
			pub->lost_bytes += bytes;
			e->counted[i] = (uint32_t)psn_diff(psn, pub->lost[i].first) + 1;
		}
		return;
	}
}

/** A short list of ranges; what does not fit is dropped and noted. */
struct skip_list {
	struct psn_range *at;
	uint8_t *count;
};

static void add_skip(struct episode *e, struct skip_list l, uint32_t first, uint32_t last)
{
	if (psn_after(first, last))
		return;
	if (*l.count == EPISODE_SKIPS) {
		e->skip_overflow = true;
		return;
	}
	l.at[(*l.count)++] = (struct psn_range){ first, last };
}

static struct skip_list skips_of(struct episode *e)
{
	return (struct skip_list){ e->skips, &e->skip_count };
}

static struct skip_list jumps_of(struct episode *e)
{
	return (struct skip_list){ e->jumps, &e->jump_count };
}

/* PSNs from..to were not sent again; holes among them had not passed the tap and are no skips. */
static void skip_passed(struct episode *e, const struct lane *l, const struct lane_pools *p, uint32_t from, uint32_t to)
{
	for (unsigned i = 0; i < l->holes.n; i++) {
		const struct hole *h = holes_at(&l->holes, &p->holes, i);

		if (psn_before(h->last, from) || psn_after(h->first, to))
			continue;
		add_skip(e, skips_of(e), from, psn_add(h->first, -1));
		from = psn_add(h->last, 1);
	}
	add_skip(e, skips_of(e), from, to);
}

/* The round jumps from its pointer to @psn. What an earlier round sent again is no skip. */
static void note_jump(struct episode *e, const struct lane *l, const struct lane_pools *p, uint32_t psn)
{
	const uint32_t last = psn_add(psn, -1);

	add_skip(e, jumps_of(e), e->ptr, last);
	skip_passed(e, l, p, psn_after(e->top, e->ptr) ? e->top : e->ptr, last);
}

uint32_t episode_skipped(const struct episode *e, uint32_t psn)
{
	for (unsigned i = 0; i < e->jump_count; i++)
		if (psn_within(psn, e->jumps[i].first, e->jumps[i].last))
			return e->jumps[i].last;
	return RS_NO_PSN;
}

static void take_out(struct episode *e, struct skip_list l, uint32_t first, uint32_t last)
{
	for (unsigned i = 0; i < *l.count;) {
		const struct psn_range old = l.at[i];

		if (psn_after(first, old.last) || psn_before(last, old.first)) {
			i++;
			continue;
		}
		l.at[i] = l.at[--*l.count];
		add_skip(e, l, old.first, psn_add(first, -1));
		add_skip(e, l, psn_add(last, 1), old.last);
		i = 0;
	}
}

void episode_came_again(struct episode *e, uint32_t first, uint32_t n)
{
	const uint32_t last = psn_add(first, (int32_t)n - 1);

	take_out(e, skips_of(e), first, last);
	take_out(e, jumps_of(e), first, last);
}

void episode_resent(struct episode *e, const struct lane *l, const struct lane_pools *p, const struct rs_record *r,
		    const struct lane_fact *f)
{
	struct rs_episode *pub = &e->pub;
	const uint32_t end = psn_add(f->psn, (int32_t)f->n);

	if (e->first_resent == RS_NS_NONE)
		e->first_resent = r->time;
	e->req_resent++;
	e->req_resent_bytes += r->payload_len;
	if (f->cls != RS_CLASS_LATE_RESEND) {
		if (psn_after(f->psn, e->ptr))
			note_jump(e, l, p, f->psn);
		if (!psn_before(end, e->ptr))
			e->ptr = end;
		if (psn_after(end, e->top))
			e->top = end;
		if (!psn_before(end, pub->hwm))
			e->top_time = r->time;
	}
	episode_came_again(e, f->psn, f->n);
	if (pub->cause == RS_CAUSE_READ_RESP)
		return;
	pub->resent++;
	pub->resent_bytes += r->payload_len;
	count_lost_bytes(e, f->psn, r->payload_len);
}

void episode_response(struct episode *e, const struct rs_record *r)
{
	e->pub.resent++;
	e->pub.resent_bytes += r->payload_len;
	count_lost_bytes(e, r->psn, r->payload_len);
}

void episode_close(struct episode *e, rs_ns now, rs_frame frame, bool by_answer)
{
	struct rs_episode *pub = &e->pub;

	e->closed = true;
	e->drain = by_answer;
	pub->state = RS_STATE_RECOVERED;
	pub->end = now;
	pub->frames[RS_EF_END] = frame;
	pub->recov = now - pub->start;
	if (!e->resending || pub->cause == RS_CAUSE_READ_RESP)
		return;
	/* What no round reached was skipped too, if it is acknowledged without coming. */
	if (psn_before(e->top, pub->hwm))
		add_skip(e, skips_of(e), e->top, psn_add(pub->hwm, -1));
	/* The end of the last round that new data jumped over: if a NAK asks for it, its resend was lost before the tap. */
	if (psn_before(e->ptr, pub->hwm))
		add_skip(e, jumps_of(e), e->ptr, psn_add(pub->hwm, -1));
}

void episode_nothing_lost(struct episode *e, uint8_t cause, uint8_t side)
{
	struct rs_episode *pub = &e->pub;

	pub->cause = cause;
	pub->side = side;
	pub->range_count = 0;
	pub->lost_packets = 0;
	pub->lost_bytes = 0;
	pub->lost_exact = 1;
}

static uint8_t mode_of(const struct episode *e, const struct lane *l)
{
	const struct rs_episode *pub = &e->pub;
	const bool may_select = pub->cause == RS_CAUSE_NAK_SEQ || pub->cause == RS_CAUSE_NAK_LOST ||
				pub->cause == RS_CAUSE_NAK_UNSEEN || pub->cause == RS_CAUSE_UNKNOWN;
	bool skipped = false;

	if (pub->cause == RS_CAUSE_READ_RESP)
		return RS_MODE_REREAD;
	if (!e->resending)
		return RS_MODE_NONE;
	if (psn_diff(pub->hwm, pub->first) == 1)
		return RS_MODE_SINGLE;
	for (unsigned i = 0; i < e->skip_count; i++)
		skipped |= l->una_known && psn_before(e->skips[i].first, l->una);
	if (!skipped || !may_select || pub->side == RS_SIDE_REORDER)
		return RS_MODE_GBN;
	return l->row.cap_missing || l->holes.overflow ? RS_MODE_UNCLEAR : RS_MODE_SELECTIVE;
}

void episode_settle(struct episode *e, const struct lane *l)
{
	struct rs_episode *pub = &e->pub;

	pub->mode = mode_of(e, l);
	if (l->holes.overflow)
		pub->flags |= RS_EPI_HOLE_OVERFLOW;
	if (pub->end == RS_NS_NONE)
		return;
	pub->impact = pub->end - pub->start;
	/* The silence before the first round counts if a timer ended it. */
	if (e->first_stall != RS_NS_NONE && pub->resend - e->first_stall < pub->start)
		pub->impact = pub->end - (pub->resend - e->first_stall);
}
