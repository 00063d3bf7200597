/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A lane has at most one open episode and one that lingers: closed, but resends in flight may
 * still drain into it, and its mode is known only when una passes its high-water mark. If a
 * NAK that came after resending began still waits when the episode ends, it opens the next.
 *
 * A NAK that was taken for lost may only have met a slow requester. Such an episode is held
 * until the reaction times of its host pair are known at the end of the capture; then, if
 * there are enough of them and its own is of their order, the NAK was not lost.
 */
#include "analysis/episodes.h"

#include "base/psn.h"

#include <rocescope/decode.h>
#include <string.h>

#define HELD_MAX 1024 /* more are handed out at once, uncorrected */
#define REACT_MIN 4   /* reaction times that a median needs */
#define SLOW_REACT 8  /* times the median: still a reaction */

struct episode *episodes_at(const struct recovery *rc, uint32_t index)
{
	return index ? pool_at(&rc->pools->episodes, index) : NULL;
}

void episodes_event(struct recovery *rc, const struct lane *l, const struct rs_record *r, unsigned kind, uint32_t first,
		    uint32_t last)
{
	const struct episode *e = episodes_at(rc, l->open ? l->open : l->linger);
	struct rs_event ev = { .time = r->time,
			       .duration = RS_NS_NONE,
			       .frames = { r->frame },
			       .lane = l->row.id,
			       .episode = e ? e->pub.id : RS_NO_EPISODE,
			       .psn_first = first,
			       .psn_last = last,
			       .packets = 1,
			       .bytes = r->payload_len,
			       .point = l->row.point,
			       .kind = (uint8_t)kind };

	if (first != RS_NO_PSN && last != RS_NO_PSN)
		ev.packets = (uint32_t)psn_diff(last, first) + 1;
	if (kind == RS_EVENT_RNR || kind == RS_EVENT_FATAL_NAK) {
		ev.detail = kind == RS_EVENT_RNR ? r->u.ack.syndrome & 0x1f : r->u.ack.syndrome;
		if (kind == RS_EVENT_RNR)
			ev.duration = rs_rnr_ns(ev.detail);
	}
	if (e && (kind == RS_EVENT_REWIND || kind == RS_EVENT_TIMEOUT || kind == RS_EVENT_IMPLIED_NAK)) {
		ev.detail = e->round_cause;
		ev.duration = kind == RS_EVENT_TIMEOUT ? e->last_stall : e->pub.react;
	}
	if (e && kind == RS_EVENT_RECOVERED) {
		ev.duration = e->pub.recov;
		ev.frames[0] = e->pub.frames[RS_EF_START];
		ev.frames[1] = e->pub.frames[RS_EF_RESEND];
		ev.frames[2] = r->frame;
		ev.packets = e->pub.resent;
		ev.bytes = e->pub.resent_bytes;
	}
	emit_event(rc->emit, &ev);
}

/* Its final form goes out; the block goes back. */
static void hand_out(struct recovery *rc, struct lane *l, uint32_t index)
{
	struct episode *e = episodes_at(rc, index);

	if (e->stall_waits)
		lane_note_stall(l, e->first_stall);
	for (unsigned i = 0; i < e->pub.range_count; i++)
		e->pub.damaged += lane_damaged(l, e->pub.lost[i].first, e->pub.lost[i].last);
	l->row.episodes++;
	l->row.reorder_episodes += e->pub.side == RS_SIDE_REORDER;
	emit_episode(rc->emit, &e->pub);
	pool_give(&rc->pools->episodes, index);
}

bool episodes_may_hold(const struct episode *e)
{
	return e->pub.cause == RS_CAUSE_NAK_LOST && e->pub.first == e->pub.nak_psn;
}

void episodes_retire(struct recovery *rc, struct lane *l, uint32_t index)
{
	struct episode *e = episodes_at(rc, index);

	if (!e)
		return;
	episode_settle(e, l);
	if (episodes_may_hold(e) && rc->held_count < HELD_MAX) {
		e->next_held = 0;
		if (rc->held)
			episodes_at(rc, rc->held_last)->next_held = index;
		else
			rc->held = index;
		rc->held_last = index;
		rc->held_count++;
		return;
	}
	hand_out(rc, l, index);
}

struct episode *episodes_open(struct recovery *rc, struct lane *l, unsigned sign, rs_ns now, rs_frame frame)
{
	const uint32_t index = pool_take(&rc->pools->episodes);
	struct episode *e = episodes_at(rc, index);

	if (!e)
		return NULL;
	e->pub.id = rc->next_id++;
	e->pub.lane = l->row.id;
	e->pub.point = l->row.point;
	episode_open(e, l, rc->pools, (uint8_t)sign, now, frame);
	l->open = index;
	return e;
}

/* The NAK that came after resending began opens the next episode; start, sign and counts move there. */
static void open_from_pending(struct recovery *rc, struct lane *l, struct episode *old)
{
	struct pending *n = &l->pending;
	struct episode *e = episodes_open(rc, l, n->kind == PENDING_RNR ? RS_SIGN_RNR : RS_SIGN_NAK, n->time, n->frame);

	if (!e)
		return;
	old->pub.naks -= n->naks;
	old->pub.rnrs -= n->rnrs;
	e->pub.naks = n->naks;
	e->pub.rnrs = n->rnrs;
	e->pub.frames[RS_EF_NAK] = n->frame;
	e->moved = true;
	if (n->kind == PENDING_NAK) {
		e->pub.nak = n->time;
		e->pub.nak_psn = n->first_psn;
	}
	n->naks = n->rnrs = 0;
}

void episodes_close(struct recovery *rc, struct lane *l, const struct rs_record *r, bool by_answer)
{
	struct episode *e = episodes_at(rc, l->open);

	episode_close(e, r->time, r->frame, by_answer);
	episodes_event(rc, l, r, RS_EVENT_RECOVERED, e->pub.first, RS_NO_PSN);
	episodes_retire(rc, l, l->linger);
	l->linger = l->open;
	l->open = 0;
	if (l->pending.kind && e->resending && l->pending.last >= e->round_time)
		open_from_pending(rc, l, e);
}

void episodes_drop(struct recovery *rc, uint32_t index)
{
	if (index)
		pool_give(&rc->pools->episodes, index);
}

void episodes_leave(struct recovery *rc, struct lane *l)
{
	episodes_retire(rc, l, l->linger);
	episodes_retire(rc, l, l->open);
	l->linger = l->open = 0;
}

/* A lost NAK, or only a slow requester? */
static void decide_held(struct recovery *rc, struct lane *l, struct episode *e)
{
	const struct delay *d = l->peers != PEERS_NONE ? &rc->peers->slot[l->peers].react : NULL;

	if (!d || d->n < REACT_MIN || e->pub.react > SLOW_REACT * delay_quantile(d, 0.5))
		return;
	e->pub.cause = RS_CAUSE_NAK_SEQ;
	e->pub.timer_rounds--;
	l->row.timer_rounds--;
	e->stall_waits = false;
	if (e->first_stall != RS_NS_NONE) {
		/* Its silence was no timer: take the first stall back. */
		e->pub.stall_total -= e->first_stall;
		e->pub.stalls_all--;
		e->pub.stall_count--;
		memmove(e->pub.stalls, e->pub.stalls + 1, e->pub.stall_count * sizeof(e->pub.stalls[0]));
		e->first_stall = RS_NS_NONE;
	}
	episode_settle(e, l);
}

bool episodes_finish_held(struct recovery *rc, struct lane *(*lane_of)(void *user, uint32_t id), void *user, unsigned max)
{
	for (; rc->held && max; max--) {
		const uint32_t index = rc->held;
		struct episode *e = episodes_at(rc, index);
		struct lane *l = lane_of(user, e->pub.lane);

		rc->held = e->next_held;
		rc->held_count--;
		if (l) {
			decide_held(rc, l, e);
			hand_out(rc, l, index);
		} else {
			emit_episode(rc->emit, &e->pub);
			pool_give(&rc->pools->episodes, index);
		}
	}
	return rc->held != 0;
}
