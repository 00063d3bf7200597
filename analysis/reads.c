/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * READ and atomic responses of one lane form one stream of PSNs, whatever their opcodes say.
 * Kept are the highest PSN seen (hi), the next expected PSN of the present stream (next) and
 * the holes. A response before the expected one restarts the stream there (the requester
 * asked again); one beyond it leaves a hole over the READ PSNs between. A hole is also left
 * over PSNs that an earlier stream had delivered, if the skip starts inside a message: the
 * requester threw those away, so their absence from the new stream is a loss. MIDDLE
 * responses carry no AETH and a restart may begin with one (decision 16), so response PSNs
 * decide and never the order of opcodes.
 *
 * Ambiguous on the wire: a response that only the capture lost looks like one lost before the
 * tap. Nothing proves its arrival but a requester that goes on for long without asking again;
 * when READS_MAX later requests have been sent it is given up and counted as capture loss.
 */
#include "analysis/reads.h"

#include "base/psn.h"

#include <string.h>

#define FAR_PSN (1 << 21)

struct read_range *reads_find(struct reads *s, uint32_t psn)
{
	/* The latest first: a repeated READ lies inside an earlier one, and the outer one is wanted. */
	for (unsigned i = 0; i < s->count; i++)
		if (psn_within(psn, s->range[i].first, s->range[i].last))
			return &s->range[i];
	return NULL;
}

static void drop_first(struct reads *s, unsigned n)
{
	memmove(s->range, s->range + n, (size_t)(s->count - n) * sizeof(s->range[0]));
	s->count = (uint16_t)(s->count - n);
}

void reads_again(struct read_range *range, uint32_t psn)
{
	const int32_t from = psn_diff(psn, range->first);

	range->sent += range->sent != UINT8_MAX;
	range->from_before = range->from;
	range->from = from > UINT16_MAX ? UINT16_MAX : (uint16_t)from;
}

/* No READ for half of the PSN space: before and after would turn round, so begin anew at @psn. */
static uint32_t forget_far(struct reads *s, struct pool *holes, uint32_t psn)
{
	const int32_t d = psn_diff(psn, s->hi);
	const uint32_t given_up = (uint32_t)holes_count(&s->holes, holes);

	if (!s->any || (d < FAR_PSN && d > -FAR_PSN))
		return 0;
	holes_clear(&s->holes, holes);
	s->count = 0;
	s->late_count = s->late_at = 0;
	s->atomic_count = s->atomic_at = 0;
	s->hi = s->next = psn;
	return given_up;
}

uint32_t reads_add(struct reads *s, struct pool *holes, const struct read_range *range)
{
	uint32_t given_up = forget_far(s, holes, range->first);

	if (s->count == READS_MAX) {
		const uint32_t after = psn_add(s->range[0].last, 1);

		/* What no response has passed yet may still come: some requesters keep more than this under way. */
		given_up += holes_drop_below(&s->holes, holes, after);
		drop_first(s, 1);
	}
	s->range[s->count++] = *range;
	return given_up;
}

void reads_release(struct reads *s, uint32_t una)
{
	unsigned done = 0;

	/* Some answered ones stay: a requester may ask again for what was lost behind the tap. */
	if (s->count < READS_MAX - READS_KEPT / 2)
		return;
	while (done + READS_KEPT < s->count && psn_before(s->range[done].last, una))
		done++;
	drop_first(s, done);
}

bool reads_was_late(const struct reads *s, uint32_t psn)
{
	for (unsigned i = 0; i < s->late_count; i++)
		if (s->late[i] == psn)
			return true;
	return false;
}

static void note_late(struct reads *s, uint32_t psn)
{
	s->late[s->late_at] = psn;
	s->late_at = (s->late_at + 1) % READS_LATE;
	s->late_count += s->late_count < READS_LATE;
}

/* PSN that begins a READ or atomic: a skip from there starts between messages. */
static bool begins_message(const struct reads *s, uint32_t psn)
{
	for (unsigned i = 0; i < s->count; i++)
		if (s->range[i].first == psn)
			return true;
	return false;
}

/*
 * First PSN missing before a response that skipped some. Between messages a stream may jump
 * over READs that nobody asked for again; but a response from inside a READ began where one of
 * the requests for it did, so what lies between is missing even if it passed once before.
 */
static uint32_t skipped_from(const struct reads *s, uint32_t psn)
{
	uint32_t from = s->next;

	if (!begins_message(s, from) || !psn_before(from, s->hi))
		return from;
	from = s->hi;
	for (unsigned i = 0; i < s->count; i++) {
		const struct read_range *r = &s->range[i];
		const int32_t at = psn_diff(psn, r->first);
		uint32_t began;

		if (!psn_within(psn, r->first, r->last))
			continue;
		if (r->sent < 2 || r->from == UINT16_MAX || r->from >= at || r->from_before == at)
			break;
		began = psn_add(r->first, r->from);
		began = psn_after(s->next, began) ? s->next : began;
		return psn_before(began, from) ? began : from;
	}
	return from;
}

/* Part of from..to that belongs to READs, as one hole per READ; PSNs already holes are left alone. */
static bool open_holes(struct reads *s, struct pool *holes, uint32_t from, uint32_t to, rs_ns now, rs_frame frame)
{
	bool any = false;

	for (unsigned i = 0; i < s->count; i++) {
		const struct read_range *r = &s->range[i];
		struct hole h = { psn_after(from, r->first) ? from : r->first, psn_before(to, r->last) ? to : r->last, now, frame };

		if (psn_after(h.first, h.last))
			continue;
		/* Keep the older time of what is missing already. */
		while (!psn_after(h.first, h.last) && holes_find(&s->holes, holes, h.first))
			h.first = psn_add(holes_find(&s->holes, holes, h.first)->last, 1);
		while (!psn_after(h.first, h.last) && holes_find(&s->holes, holes, h.last))
			h.last = psn_add(holes_find(&s->holes, holes, h.last)->first, -1);
		if (psn_after(h.first, h.last))
			continue;
		holes_remove(&s->holes, holes, h.first, h.last);
		holes_add(&s->holes, holes, &h);
		any = true;
		from = psn_add(h.last, 1);
		if (psn_after(from, to))
			break;
	}
	return any;
}

static rs_ns sample_of(struct reads *s, uint32_t psn)
{
	for (unsigned i = 0; i < s->count; i++) {
		struct read_range *r = &s->range[i];

		if (r->first != psn)
			continue;
		if (r->answered || r->sent != 1)
			return RS_NS_NONE;
		r->answered = true;
		return r->time;
	}
	return RS_NS_NONE;
}

static bool asked_once(struct reads *s, uint32_t psn)
{
	const struct read_range *r = reads_find(s, psn);

	return r && r->sent == 1;
}

struct read_fact reads_response(struct reads *s, struct pool *holes, uint32_t psn, bool older, rs_ns now, rs_frame frame)
{
	struct read_fact f = { .sample = sample_of(s, psn) };
	const bool fills = holes_find(&s->holes, holes, psn) != NULL;

	if (!s->any) {
		s->any = true;
		s->hi = s->next = psn;
		if (s->count && psn_before(s->range[0].first, psn))
			s->hi = s->next = s->range[0].first;
	}
	/* Nothing can have been sent again that was asked for once: it only came late. */
	if (fills && (older || asked_once(s, psn))) {
		f.late = true;
		if (older)
			note_late(s, psn);
		holes_remove(&s->holes, holes, psn, psn);
		return f;
	}
	f.resent = fills || psn_before(psn, s->hi);
	f.in_order = psn == s->next;
	f.restart = psn_before(psn, s->next);
	if (psn_after(psn, s->next)) {
		const uint32_t from = skipped_from(s, psn);

		f.gap_first = from;
		f.gap_last = psn_add(psn, -1);
		if (psn_before(from, psn))
			f.new_hole = open_holes(s, holes, from, f.gap_last, now, frame);
	}
	if (fills)
		holes_remove(&s->holes, holes, psn, psn);
	s->next = psn_add(psn, 1);
	if (psn_after(s->next, s->hi))
		s->hi = s->next;
	return f;
}

uint32_t reads_limit(struct reads *s, struct pool *holes, uint32_t una, uint32_t acked, rs_ns now, rs_frame frame)
{
	/* An answer beyond READs that were not answered at the tap: their responses are missing here. */
	if (s->count) {
		const uint32_t from = s->any && psn_after(s->hi, s->range[0].first) ? s->hi : s->range[0].first;

		if (psn_before(from, acked) && open_holes(s, holes, from, psn_add(acked, -1), now, frame)) {
			s->any = true;
			s->hi = s->next = acked;
		}
	}
	if (s->holes.n) {
		const uint32_t first = holes_at(&s->holes, holes, 0)->first;

		if (psn_before(first, acked))
			return psn_before(first, una) ? una : first;
	}
	return acked;
}

int reads_atomic(struct reads *s, uint32_t psn, uint64_t value)
{
	for (unsigned i = 0; i < s->atomic_count; i++)
		if (s->atomics[i].psn == psn)
			return s->atomics[i].value == value ? 1 : -1;
	s->atomics[s->atomic_at].psn = psn;
	s->atomics[s->atomic_at].value = value;
	s->atomic_at = (s->atomic_at + 1) % READS_ATOMICS;
	s->atomic_count += s->atomic_count < READS_ATOMICS;
	return 0;
}
