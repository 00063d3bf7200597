/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/answers.h"

#include "analysis/giveup.h"
#include "analysis/recovery.h"
#include "base/psn.h"

#include <rocescope/decode.h>

#define NAK_SEQUENCE 0
#define NAK_INVALID_RD 4 /* the last code there is */

static void take_sample(struct lane *l, const struct lane_pools *p, const struct rs_record *r)
{
	const struct history_entry *h = history_find(&l->history, &p->history, r->psn);

	if (h && h->sent == 1 && !l->sampled)
		delay_add(&l->ack_delay, r->time - h->first);
}

static void count_ack(struct lane *l, uint32_t psn)
{
	if (!l->una_known || !psn_before(psn, l->una))
		return;
	if (psn == psn_add(l->una, -1))
		l->row.dup_acks++;
	else
		l->row.stale_acks++;
}

static unsigned on_ack(struct recovery *rc, struct lane *l, const struct rs_record *r)
{
	l->row.acks++;
	count_ack(l, r->psn);
	take_sample(l, rc->pools, r);
	recovery_ack(rc, l, r->psn, r);
	recovery_answered(rc, l, r);
	return RS_CLASS_ACK;
}

static unsigned on_fatal(struct recovery *rc, struct lane *l, const struct rs_record *r)
{
	l->row.fatal_naks++;
	recovery_ack(rc, l, psn_add(r->psn, -1), r);
	episodes_event(rc, l, r, RS_EVENT_FATAL_NAK, r->psn, r->psn);
	l->dead = true;
	return RS_CLASS_NAK;
}

/* Only what lies before its PSN is sure. */
static void on_unreadable(struct recovery *rc, struct lane *l, const struct rs_record *r)
{
	recovery_ack(rc, l, psn_add(r->psn, -1), r);
	recovery_answered(rc, l, r);
}

static unsigned on_aeth(struct recovery *rc, struct lane *l, const struct rs_record *r)
{
	switch (rs_aeth_class(r->u.ack.syndrome)) {
	case RS_AETH_RNR:
		recovery_rnr(rc, l, r);
		return RS_CLASS_RNR;
	case RS_AETH_NAK:
		if ((r->u.ack.syndrome & 0x1f) == NAK_SEQUENCE)
			recovery_nak(rc, l, r);
		else if ((r->u.ack.syndrome & 0x1f) <= NAK_INVALID_RD)
			return on_fatal(rc, l, r);
		else
			on_unreadable(rc, l, r); /* reserved codes mean nothing that is known */
		return RS_CLASS_NAK;
	case RS_AETH_RESERVED:
		on_unreadable(rc, l, r);
		return RS_CLASS_ACK;
	default:
		return on_ack(rc, l, r);
	}
}

static void count_atomic(struct recovery *rc, struct lane *l, struct reads *s, const struct rs_record *r,
			 const struct read_fact *f, bool seen)
{
	const int again = r->headers & RS_HDR_ATOMICACKETH ? reads_atomic(s, r->psn, r->u.ack.orig) : 0;

	if (seen)
		l->row.atomic_replays++;
	if (again < 0)
		episodes_event(rc, l, r, RS_EVENT_ATOMIC_MISMATCH, r->psn, r->psn);
	/* A replay that repeats the latest answer is a duplicate; one inside a repeated stream is not. */
	if (f->restart && l->una_known && r->psn == psn_add(l->una, -1))
		l->row.dup_acks++;
}

/* A READ whose request the capture missed: its PSNs follow one by one, only the first is news of a loss. */
static bool goes_on_unseen(const struct lane *l, const struct reads *s, const struct rs_record *r)
{
	const unsigned role = rs_opcode(r->opcode)->role;

	return s->any && r->psn == l->hi && r->psn == s->next && (role & (RS_OP_MIDDLE | RS_OP_LAST));
}

static unsigned on_response(struct recovery *rc, struct lane *l, const struct rs_record *r, bool older)
{
	const unsigned role = rs_opcode(r->opcode)->role;
	struct reads *s = lane_reads(l, rc->pools, true);
	struct read_fact f;
	bool seen, unseen_read;

	if (!s) {
		/* No room to follow the stream: it still acknowledges. */
		l->row.read_responses += (role & RS_OP_READ) != 0;
		recovery_ack(rc, l, r->psn, r);
		recovery_answered(rc, l, r);
		return RS_CLASS_RESPONSE;
	}
	seen = s->any && psn_before(r->psn, s->hi) && !holes_find(&s->holes, &rc->pools->holes, r->psn);
	unseen_read = goes_on_unseen(l, s, r);
	f = reads_response(s, &rc->pools->holes, r->psn, older, r->time, r->frame);
	if (role & RS_OP_READ) {
		l->row.read_responses++;
		if (f.resent && !f.late) {
			l->row.resp_resent++;
			l->row.resp_resent_bytes += r->payload_len;
		} else {
			l->row.goodput_bytes += r->payload_len;
		}
		if (role & (RS_OP_FIRST | RS_OP_MIDDLE))
			lane_learn_pmtu(l, rc->pools, r->payload_len);
	} else {
		count_atomic(rc, l, s, r, &f, seen);
	}
	if (f.sample != RS_NS_NONE && !l->sampled)
		delay_add(&l->ack_delay, r->time - f.sample);
	if (f.new_hole && !l->sampled)
		episodes_event(rc, l, r, RS_EVENT_GAP, f.gap_first, f.gap_last);
	if (unseen_read)
		l->hi = psn_add(r->psn, 1);
	recovery_ack(rc, l, r->psn, r);
	recovery_response(rc, l, r, &f);
	return f.resent ? RS_CLASS_RESPONSE_RESENT : RS_CLASS_RESPONSE;
}

/* The MSN never decreases within one life of a QP, unless the network reordered answers. */
static void check_msn(struct recovery *rc, struct lane *l, const struct rs_record *r, bool older)
{
	if (older)
		return;
	if (giveup_reused(rc, l, r) || !l->msn_known || psn_after(r->u.ack.msn, l->msn)) {
		l->msn = r->u.ack.msn;
		l->msn_known = true;
	}
}

unsigned answers_on(struct recovery *rc, struct lane *l, const struct rs_record *r, bool older)
{
	const unsigned role = rs_opcode(r->opcode)->role;
	unsigned cls;

	giveup_check(rc, l, r->time);
	l->responded = true;
	if (!l->started)
		return RS_CLASS_NONE;
	if (r->headers & RS_HDR_AETH)
		check_msn(rc, l, r, older);
	if (r->kind == RS_KIND_SHORT) {
		l->row.shorts++; /* the AETH was cut off */
		on_unreadable(rc, l, r);
		cls = RS_CLASS_SHORT;
	} else if ((role & RS_OP_ACK)) {
		cls = on_aeth(rc, l, r);
	} else if ((role & RS_OP_ATOMIC) && (r->headers & RS_HDR_AETH) && rs_aeth_class(r->u.ack.syndrome) != RS_AETH_ACK) {
		cls = on_aeth(rc, l, r);
	} else {
		cls = on_response(rc, l, r, older);
	}
	l->last_response = r->time;
	l->row.last = r->time;
	return cls;
}
