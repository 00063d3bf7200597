/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/naks.h"

#include "base/psn.h"

#include <rocescope/decode.h>

#define NAK_SCAN 4096  /* PSNs looked back for the message of a NAK */
#define DETECT_SCAN 64 /* PSNs looked ahead for the packet that drew a NAK */

static uint32_t message_of(const struct lane *l, const struct lane_pools *p, uint32_t psn)
{
	for (uint32_t i = 0; i < NAK_SCAN; i++) {
		const uint32_t x = psn_add(psn, -(int32_t)i);
		const struct history_entry *h = history_find(&l->history, &p->history, x);

		if (!h && x != psn)
			return RS_NO_PSN;
		if (h && h->start)
			return x;
	}
	return RS_NO_PSN;
}

static rs_ns detection(const struct lane *l, const struct lane_pools *p, const struct rs_record *r)
{
	rs_ns first = RS_NS_NONE;

	for (int32_t i = 1; i <= DETECT_SCAN && psn_before(psn_add(r->psn, i), l->hi); i++) {
		const struct history_entry *h = history_find(&l->history, &p->history, psn_add(r->psn, i));

		if (h && (first == RS_NS_NONE || h->first < first))
			first = h->first;
	}
	return first == RS_NS_NONE ? RS_NS_NONE : r->time - first;
}

/* Where the NAKed PSN was lost, as far as the tap can tell when the NAK comes. */
static void place_nak(const struct lane *l, const struct lane_pools *p, const struct episode *e, struct pending *n)
{
	const uint32_t psn = n->psn;

	n->lost_last = e ? episode_skipped(e, psn) : RS_NO_PSN;
	n->side = RS_SIDE_DOWNSTREAM;
	if (psn_before(psn, l->first_psn)) {
		n->pre_capture = true;
		n->side = RS_SIDE_UNKNOWN;
	} else if (!psn_before(psn, l->hi)) {
		n->side = RS_SIDE_UNKNOWN;
	} else if (holes_find(&l->holes, &p->holes, psn) || n->lost_last != RS_NO_PSN) {
		n->side = RS_SIDE_UPSTREAM;
	} else if (lane_was_late(l, psn)) {
		n->reorder = true;
	}
}

static void ask(struct pending *n, uint32_t psn)
{
	if (n->asked_count < LANE_ASKED)
		n->asked[n->asked_count++] = psn;
}

void naks_pend(struct lane *l, const struct lane_pools *p, const struct episode *under_way, const struct rs_record *r,
	       unsigned kind)
{
	struct pending n = { .kind = (uint8_t)kind,
			     .psn = r->psn,
			     .first_psn = r->psn,
			     .time = r->time,
			     .last = r->time,
			     .frame = r->frame,
			     .detect = RS_NS_NONE,
			     .lost_last = RS_NO_PSN,
			     .code = r->u.ack.syndrome & 0x1f };

	n.ack_before = psn_add(l->una_known ? l->una : l->first_psn, -1);
	n.msg_first = message_of(l, p, r->psn);
	ask(&n, r->psn);
	if (kind == PENDING_NAK) {
		place_nak(l, p, under_way, &n);
		n.detect = detection(l, p, r);
	}
	l->pending = n;
}

/* A NAK for a higher PSN before any resend: what the first one asked for has come by itself. */
void naks_pend_higher(struct lane *l, const struct lane_pools *p, const struct rs_record *r)
{
	struct pending *n = &l->pending;
	const bool in_hole = holes_find(&l->holes, &p->holes, r->psn) != NULL;

	n->reorder = !in_hole;
	n->pre_capture = false;
	n->psn = r->psn;
	n->last = r->time;
	n->lost_last = RS_NO_PSN;
	n->side = in_hole ? RS_SIDE_UPSTREAM : RS_SIDE_DOWNSTREAM;
	n->msg_first = message_of(l, p, r->psn);
	ask(n, r->psn);
}

void naks_rate(struct lane *l, rs_ns now)
{
	const uint32_t us = (uint32_t)((now - l->row.first) / RS_NS_PER_US);
	uint32_t in_second = 1;

	l->rnr_times[l->rnr_at % LANE_RNRS] = us;
	l->rnr_at = (uint8_t)((l->rnr_at + 1) % LANE_RNRS);
	for (unsigned i = 1; i < LANE_RNRS && i < l->row.rnrs; i++)
		in_second += us - l->rnr_times[(l->rnr_at + LANE_RNRS - 1 - i) % LANE_RNRS] < 1000000;
	if (in_second > l->row.rnr_peak)
		l->row.rnr_peak = in_second;
}
