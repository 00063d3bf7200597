/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Theory of operation
 *
 * An episode or event adds to one accumulator per finding code that it supports; the key is
 * (code, lane). Entries are never removed: findings of a capture only grow. Whatever is kept
 * (earliest frames, worst PSN, sums) is chosen by value and not by arrival, so that the order
 * in which lanes report does not matter; one lane's own episodes always come in its order.
 */
#include "analysis/tally.h"

#include "base/hash.h"

#include <stdlib.h>

int tally_init(struct tally *t, uint32_t capacity, struct rs_err *err)
{
	memset(t, 0, sizeof(*t));
	t->capacity = capacity;
	t->entries = calloc(capacity, sizeof(*t->entries));
	t->slots = calloc((size_t)capacity * 2, sizeof(*t->slots));
	if (!t->entries || !t->slots) {
		tally_fini(t);
		return rs_err_set(
		    err, RS_ENOMEM,
		    "no memory for the findings table (%u entries); free some and try again",
		    capacity);
	}
	return 0;
}

void tally_fini(struct tally *t)
{
	free(t->entries);
	free(t->slots);
	memset(t, 0, sizeof(*t));
}

void tally_sum_init(struct tally_sum *s)
{
	memset(s, 0, sizeof(*s));
	s->first = s->last = RS_NS_NONE;
	s->rto_low = s->rto_high = -1;
	s->psn = RS_NO_PSN;
	s->react_stride = 1;
}

void tally_sum_span(struct tally_sum *s, rs_ns first, rs_ns last)
{
	if (first != RS_NS_NONE && (s->first == RS_NS_NONE || first < s->first))
		s->first = first;
	if (last != RS_NS_NONE && (s->last == RS_NS_NONE || last > s->last))
		s->last = last;
}

void tally_sum_frame(struct tally_sum *s, enum tally_frame kind, rs_frame frame)
{
	rs_frame *kept = s->frames[kind];

	for (unsigned i = 0; frame && i < RS_EVIDENCE_FRAMES; i++) {
		if (kept[i] == frame)
			return;
		if (!kept[i] || frame < kept[i]) {
			const rs_frame later = kept[i];

			kept[i] = frame;
			frame = later;
		}
	}
}

static uint32_t *slot_of(const struct tally *t, unsigned code, uint32_t lane)
{
	const uint32_t mask = t->capacity * 2 - 1;
	uint32_t i = (uint32_t)hash_combine(lane, code) & mask;

	while (t->slots[i]) {
		const struct tally_entry *e = &t->entries[t->slots[i] - 1];

		if (e->code == code && e->lane == lane)
			break;
		i = (i + 1) & mask;
	}
	return &t->slots[i];
}

const struct tally_entry *tally_find(const struct tally *t, unsigned code, uint32_t lane)
{
	const uint32_t slot = *slot_of(t, code, lane);

	return slot ? &t->entries[slot - 1] : NULL;
}

static struct tally_sum *entry_for(struct tally *t, unsigned code, uint32_t lane, uint16_t point)
{
	uint32_t *slot = slot_of(t, code, lane);
	struct tally_entry *e;

	if (*slot)
		return &t->entries[*slot - 1].sum;
	if (t->count == t->capacity) {
		t->dropped++;
		return NULL;
	}
	e = &t->entries[t->count++];
	*slot = t->count;
	e->lane = lane;
	e->point = point;
	e->code = (uint8_t)code;
	tally_sum_init(&e->sum);
	return &e->sum;
}

unsigned tally_code(const struct rs_episode *ep)
{
	switch (ep->cause) {
	case RS_CAUSE_READ_RESP:
		return ep->side == RS_SIDE_REORDER ? RS_FIND_GBN_SPURIOUS : RS_FIND_READ_RESP_LOSS;
	case RS_CAUSE_RNR:
		return RS_FIND_RNR_NAK;
	case RS_CAUSE_ACK_LOSS:
		return RS_FIND_ACK_LOSS;
	case RS_CAUSE_SPURIOUS_TIMEOUT:
		return RS_FIND_RTO_SPURIOUS;
	case RS_CAUSE_TIMEOUT:
		return RS_FIND_GBN_TIMEOUT;
	case RS_CAUSE_NAK_LOST:
		return RS_FIND_GBN_NAK_LOST;
	case RS_CAUSE_NAK_UNSEEN:
		return RS_FIND_GBN_NAK_UNSEEN;
	case RS_CAUSE_NAK_SEQ:
		if (ep->side == RS_SIDE_REORDER)
			return RS_FIND_GBN_SPURIOUS;
		if (ep->flags & RS_EPI_GOBACK0)
			return RS_FIND_GBN_GOBACK0;
		return ep->mode == RS_MODE_SELECTIVE ? RS_FIND_SR_RECOVERY : RS_FIND_GBN_NAK;
	default:
		/* A NAK that reordering drew and that nothing was sent again for. */
		return ep->side == RS_SIDE_REORDER ? RS_FIND_GBN_SPURIOUS : RS_FIND_GBN_UNEXPLAINED;
	}
}

static enum tally_place place_of(unsigned side)
{
	switch (side) {
	case RS_SIDE_UPSTREAM:
	case RS_SIDE_BEFORE_TAP:
	case RS_SIDE_RESP_UPSTREAM:
		return TALLY_BEFORE;
	case RS_SIDE_DOWNSTREAM:
	case RS_SIDE_AFTER_TAP:
	case RS_SIDE_RESP_DOWNSTREAM:
		return TALLY_AFTER;
	default:
		return TALLY_ELSEWHERE;
	}
}

/* The PSN worth naming: where the wait was longest, else the earliest. */
static void choose_psn(struct tally_sum *s, uint32_t psn, rs_ns stall, rs_ns time)
{
	if (psn == RS_NO_PSN)
		return;
	if (s->psn != RS_NO_PSN) {
		if (stall != s->psn_stall ? stall < s->psn_stall : time > s->psn_time)
			return;
		if (stall == s->psn_stall && time == s->psn_time && psn >= s->psn)
			return;
	}
	s->psn = psn;
	s->psn_stall = stall;
	s->psn_time = time;
}

static void choose_detail(struct tally_sum *s, uint8_t detail, uint64_t lost, rs_ns time)
{
	if (s->has_detail) {
		if (lost != s->detail_lost ? lost < s->detail_lost : time > s->detail_time)
			return;
		if (lost == s->detail_lost && time == s->detail_time && detail >= s->detail)
			return;
	}
	s->has_detail = true;
	s->detail = detail;
	s->detail_lost = lost;
	s->detail_time = time;
}

/* When the sample is full, every second value goes and the stride doubles: even coverage, no
 * chance. */
static void add_react(struct tally_sum *s, rs_ns react)
{
	if (react == RS_NS_NONE)
		return;
	if (react > s->react_max)
		s->react_max = react;
	if (s->react_seen++ % s->react_stride)
		return;
	if (s->react_count == TALLY_REACTS) {
		for (uint32_t i = 0; i < TALLY_REACTS / 2; i++)
			s->react[i] = s->react[2 * i];
		s->react_count = TALLY_REACTS / 2;
		s->react_stride *= 2;
	}
	s->react[s->react_count++] = react;
}

static rs_ns latest(const struct rs_episode *ep)
{
	rs_ns t = ep->start;

	if (ep->nak != RS_NS_NONE && ep->nak > t)
		t = ep->nak;
	if (ep->resend != RS_NS_NONE && ep->resend > t)
		t = ep->resend;
	if (ep->end != RS_NS_NONE && ep->end > t)
		t = ep->end;
	return t;
}

static void add_episode(struct tally_sum *s, const struct rs_episode *ep)
{
	const enum tally_place place = place_of(ep->side);
	const uint32_t kept =
	    ep->stall_count < RS_EPISODE_STALLS ? ep->stall_count : RS_EPISODE_STALLS;
	rs_ns longest = 0;

	for (uint32_t i = 0; i < kept; i++)
		if (ep->stalls[i] > longest)
			longest = ep->stalls[i];
	s->count++;
	tally_sum_span(s, ep->start, latest(ep));
	s->episodes[place]++;
	s->lost[place] += ep->lost_packets;
	s->bounds[place] += ep->lost_packets && !ep->lost_exact;
	s->damaged += ep->damaged;
	s->resent += ep->resent;
	s->resent_bytes += ep->resent_bytes;
	s->naks += ep->naks;
	s->rnrs += ep->rnrs;
	s->stalls += ep->stalls_all;
	s->stall_total += ep->stall_total > 0 ? ep->stall_total : 0;
	if (longest > s->stall_max)
		s->stall_max = longest;
	s->open += ep->state != RS_STATE_RECOVERED;
	s->unsure += (ep->flags & RS_EPI_LOW_CONFIDENCE) != 0;
	choose_psn(s, ep->first, longest, ep->start);
	choose_detail(s, ep->side, ep->lost_packets, ep->start);
	add_react(s, ep->react);
	tally_sum_frame(s, TALLY_F_START, ep->frames[RS_EF_START]);
	tally_sum_frame(s, TALLY_F_NAK, ep->frames[RS_EF_NAK]);
	tally_sum_frame(s, TALLY_F_RESEND, ep->frames[RS_EF_RESEND]);
}

/* Bytes flow and nothing completes: eight rounds without progress, or a message sent from its start again and again. */
static bool is_livelock(const struct rs_episode *ep)
{
	return ep->same_rounds >= 8 || ((ep->flags & RS_EPI_GOBACK0) && ep->rounds >= 4);
}

void tally_episode(struct tally *t, const struct rs_episode *ep)
{
	const unsigned codes[4] = {
	    tally_code(ep),
	    ep->flags & RS_EPI_RETX_LOST ? RS_FIND_GBN_RETX_LOST : RS_FIND_COUNT,
	    ep->flags & RS_EPI_RNR_EARLY ? RS_FIND_RNR_EARLY : RS_FIND_COUNT,
	    is_livelock(ep) ? RS_FIND_LIVELOCK : RS_FIND_COUNT,
	};

	for (unsigned i = 0; i < 4; i++) {
		struct tally_sum *s;

		if (codes[i] == RS_FIND_COUNT)
			continue;
		s = entry_for(t, codes[i], ep->lane, ep->point);
		if (s)
			add_episode(s, ep);
	}
}

/* Events that are findings by themselves; the others only tell the story of an episode. */
static unsigned event_code(unsigned kind)
{
	switch (kind) {
	case RS_EVENT_FATAL_NAK:
		return RS_FIND_QP_FATAL_NAK;
	case RS_EVENT_RETRY_EXHAUSTED:
		return RS_FIND_QP_RETRY_EXHAUST;
	case RS_EVENT_RNR_EXHAUSTED:
		return RS_FIND_QP_RNR_EXHAUST;
	case RS_EVENT_QP_REUSE:
		return RS_FIND_QP_REUSE;
	case RS_EVENT_ATOMIC_MISMATCH:
		return RS_FIND_ATOMIC_REPLAY_MISMATCH;
	case RS_EVENT_CAPTURE_LOSS:
		return RS_FIND_CAP_LOSS;
	case RS_EVENT_CAPTURE_OUTAGE:
		return RS_FIND_CAP_OUTAGE;
	case RS_EVENT_CAPTURE_SAMPLED:
		return RS_FIND_CAP_SAMPLED;
	default:
		return RS_FIND_COUNT;
	}
}

void tally_event(struct tally *t, const struct rs_event *ev)
{
	const unsigned code = event_code(ev->kind);
	struct tally_sum *s;

	if (code == RS_FIND_COUNT)
		return;
	s = entry_for(t, code, ev->lane, ev->point);
	if (!s)
		return;
	s->count += code == RS_FIND_CAP_LOSS ? ev->packets : 1;
	tally_sum_span(s, ev->time, ev->time);
	choose_psn(s, ev->psn_first, 0, ev->time);
	choose_detail(s, ev->detail, 0, ev->time);
	for (unsigned i = 0; i < 3; i++)
		tally_sum_frame(s, TALLY_F_START, ev->frames[i]);
}

static void merge_max(rs_ns *into, rs_ns v)
{
	if (v > *into)
		*into = v;
}

/* Exponents of several lanes: the range that holds all of them. */
static void merge_rto(struct tally_sum *into, const struct tally_sum *from)
{
	if (from->rto_high < 0)
		return;
	if (into->rto_high < 0) {
		into->rto_low = from->rto_low;
		into->rto_high = from->rto_high;
		return;
	}
	if (from->rto_low < into->rto_low)
		into->rto_low = from->rto_low;
	if (from->rto_high > into->rto_high)
		into->rto_high = from->rto_high;
}

void tally_sum_merge(struct tally_sum *into, const struct tally_sum *from)
{
	into->count += from->count;
	tally_sum_span(into, from->first, from->last);
	for (unsigned p = 0; p < TALLY_PLACES; p++) {
		into->lost[p] += from->lost[p];
		into->bounds[p] += from->bounds[p];
		into->episodes[p] += from->episodes[p];
	}
	into->damaged += from->damaged;
	into->resent += from->resent;
	into->resent_bytes += from->resent_bytes;
	into->naks += from->naks;
	into->rnrs += from->rnrs;
	into->of += from->of;
	into->stalls += from->stalls;
	into->open += from->open;
	into->unsure += from->unsure;
	into->stall_total += from->stall_total;
	if (from->stall_last > into->stall_last) {
		into->stall_first = from->stall_first;
		into->stall_last = from->stall_last;
	}
	merge_max(&into->stall_max, from->stall_max);
	merge_max(&into->react_max, from->react_max);
	merge_max(&into->ack_p99, from->ack_p99);
	if (from->peak > into->peak)
		into->peak = from->peak;
	merge_rto(into, from);
	choose_psn(into, from->psn, from->psn_stall, from->psn_time);
	if (from->has_detail)
		choose_detail(into, from->detail, from->detail_lost, from->detail_time);
	for (unsigned k = 0; k < TALLY_F_COUNT; k++)
		for (unsigned i = 0; i < RS_EVIDENCE_FRAMES; i++)
			tally_sum_frame(into, (enum tally_frame)k, from->frames[k][i]);
}
