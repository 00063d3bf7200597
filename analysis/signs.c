/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each sign is one function over the storm's episodes and the rows of its lanes and flows.
 * Signs are facts with a threshold, not causes; the table in causes.c weighs them. Those about
 * pauses (s7 to s9) and paths (s19) need parts of the analysis that give their rows.
 */
#include "analysis/signs.h"

#include <stdlib.h>
#include <string.h>

#define FAN_IN 4
#define MOST_PCT 90
#define CLEAN_PAIRS 3
#define CLEAN_PCT 10
#define PEERS 3
#define BURST_RUN 8
#define EXACT_MIN 5	  /* exact losses before their spacing says something */
#define SINGLE_PCT 80
#define SAME_ROUNDS 3
#define SIZES_MIN 10
#define TOGETHER_LANES 3
#define TOGETHER_NS RS_NS_PER_MS
#define SLOW_REACT (50 * RS_NS_PER_US)
#define QUICK_RTT (20 * RS_NS_PER_US)
#define SWEEP_MAX 2000 /* silences compared with each other */

/** What the functions share, filled once. */
struct view {
	const struct signs_case *c;
	const struct rs_lane_row **rows; /* lane of each member, NULL if it is gone */
	uint32_t by_cause[RS_CAUSE_COUNT];
	uint32_t naks, reorders;
	uint64_t *flow_ids; /* request flows of the lanes, sorted */
	uint32_t flow_count;
};

typedef bool (*sign_fn)(const struct view *v);

static bool is_member(const struct signs_case *c, uint32_t lane)
{
	uint32_t lo = 0, hi = c->lane_count;

	while (lo < hi) {
		const uint32_t mid = lo + (hi - lo) / 2;

		if (c->lanes[mid] == lane)
			return true;
		if (c->lanes[mid] < lane)
			lo = mid + 1;
		else
			hi = mid;
	}
	return false;
}

static bool same(const struct rs_addr *a, const struct rs_addr *b)
{
	return !memcmp(a, b, sizeof(*a));
}

static bool share(uint32_t part, uint32_t all, uint32_t pct)
{
	return all && (uint64_t)part * 100 >= (uint64_t)all * pct;
}

/* Distinct senders (or receivers) of the storm's lanes towards the host of lane @l; counts up to @limit. */
static unsigned distinct_peers(const struct view *v, const struct rs_lane_row *l, bool senders, unsigned limit)
{
	const struct rs_addr *seen[8];
	unsigned n = 0;

	for (uint32_t i = 0; i < v->c->lane_count && n < limit; i++) {
		const struct rs_lane_row *x = rs_snapshot_lane(v->c->snap, v->c->lanes[i]);
		const struct rs_addr *peer;
		unsigned k = 0;

		if (!x || !same(senders ? &x->responder : &x->requester, senders ? &l->responder : &l->requester))
			continue;
		peer = senders ? &x->requester : &x->responder;
		while (k < n && !same(seen[k], peer))
			k++;
		if (k == n)
			seen[n++] = peer;
	}
	return n;
}

/* Episodes whose lane shares its sender, its receiver, or both with lane @l. */
static uint32_t sharing(const struct view *v, const struct rs_lane_row *l, bool sender, bool receiver)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < v->c->count; i++) {
		const struct rs_lane_row *x = v->rows[i];

		n += x && (!sender || same(&x->requester, &l->requester)) && (!receiver || same(&x->responder, &l->responder));
	}
	return n;
}

/* Does any lane of the storm satisfy a condition that is about its hosts? */
static bool any_lane(const struct view *v, bool (*fn)(const struct view *v, const struct rs_lane_row *l))
{
	for (uint32_t i = 0; i < v->c->lane_count; i++) {
		const struct rs_lane_row *l = rs_snapshot_lane(v->c->snap, v->c->lanes[i]);

		if (l && fn(v, l))
			return true;
		if (i >= 64)
			return false; /* nine in ten shows in the first ones, and a fan-in too */
	}
	return false;
}

static bool lane_fans_in(const struct view *v, const struct rs_lane_row *l)
{
	return distinct_peers(v, l, true, FAN_IN) >= FAN_IN;
}

static bool fan_in(const struct view *v)
{
	return any_lane(v, lane_fans_in);
}

/* Three other host pairs at the point that resent nothing and carry a tenth of the bytes. */
static bool others_are_clean(const struct view *v, const struct rs_lane_row *l)
{
	const struct rs_addr *seen[CLEAN_PAIRS][2];
	uint64_t clean = 0, all = 0;
	unsigned pairs = 0;

	for (uint32_t i = 0; i < v->c->snap->lane_count; i++) {
		const struct rs_lane_row *x = &v->c->snap->lanes[i];
		unsigned k = 0;

		if (x->point != v->c->storm->point)
			continue;
		all += x->goodput_bytes;
		if (x->episodes || is_member(v->c, x->id) || (same(&x->requester, &l->requester) && same(&x->responder, &l->responder)))
			continue;
		clean += x->goodput_bytes;
		while (k < pairs && !(same(seen[k][0], &x->requester) && same(seen[k][1], &x->responder)))
			k++;
		if (k == pairs && pairs < CLEAN_PAIRS) {
			seen[pairs][0] = &x->requester;
			seen[pairs++][1] = &x->responder;
		}
	}
	return pairs >= CLEAN_PAIRS && clean * 100 >= all * CLEAN_PCT;
}

static bool lane_is_the_pair(const struct view *v, const struct rs_lane_row *l)
{
	return share(sharing(v, l, true, true), v->c->count, MOST_PCT) && others_are_clean(v, l);
}

static bool one_pair(const struct view *v)
{
	return any_lane(v, lane_is_the_pair);
}

static bool lane_shares_sender(const struct view *v, const struct rs_lane_row *l)
{
	return share(sharing(v, l, true, false), v->c->count, MOST_PCT) && distinct_peers(v, l, false, PEERS) >= PEERS;
}

static bool one_sender(const struct view *v)
{
	return any_lane(v, lane_shares_sender);
}

static bool lane_shares_receiver(const struct view *v, const struct rs_lane_row *l)
{
	return share(sharing(v, l, false, true), v->c->count, MOST_PCT) && distinct_peers(v, l, true, PEERS) >= PEERS;
}

static bool one_receiver(const struct view *v)
{
	return any_lane(v, lane_shares_receiver);
}

static bool marked_before(const struct view *v)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < v->c->count; i++)
		n += v->c->members[i]->ce_before;
	return n && n * 2 >= v->c->count;
}

/* ---- classes and marks of flows ---- */

static bool carries_data(const struct rs_flow_row *f, uint16_t point)
{
	return f->point == point && f->request && f->payload_bytes;
}

static int by_flow_id(const void *a, const void *b)
{
	const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static bool flow_is_member(const struct view *v, const struct rs_flow_row *f)
{
	return bsearch(&f->flow_id, v->flow_ids, v->flow_count, sizeof(f->flow_id), by_flow_id) != NULL;
}

static bool collect_flows(struct view *v)
{
	v->flow_ids = calloc(v->c->lane_count + 1u, sizeof(*v->flow_ids));
	if (!v->flow_ids)
		return false;
	for (uint32_t i = 0; i < v->c->lane_count; i++) {
		const struct rs_lane_row *l = rs_snapshot_lane(v->c->snap, v->c->lanes[i]);

		if (l)
			v->flow_ids[v->flow_count++] = l->flow_id;
	}
	qsort(v->flow_ids, v->flow_count, sizeof(*v->flow_ids), by_flow_id);
	return true;
}

static void sum_ecn(const struct view *v, uint64_t ecn[4])
{
	memset(ecn, 0, 4 * sizeof(*ecn));
	for (uint32_t i = 0; i < v->c->snap->flow_count; i++) {
		const struct rs_flow_row *f = &v->c->snap->flows[i];

		if (carries_data(f, v->c->storm->point) && flow_is_member(v, f))
			for (unsigned k = 0; k < 4; k++)
				ecn[k] += f->ecn[k];
	}
}

static bool capable_but_unmarked(const struct view *v)
{
	uint64_t ecn[4];

	sum_ecn(v, ecn);
	return !ecn[3] && ecn[1] + ecn[2] > ecn[0];
}

static bool not_capable(const struct view *v)
{
	uint64_t ecn[4];

	sum_ecn(v, ecn);
	return ecn[0] > ecn[1] + ecn[2] + ecn[3];
}

static bool other_class(const struct view *v)
{
	uint64_t inside[2] = { 0, 0 }, clean[2] = { 0, 0 }; /* DSCPs as bits 0..63 in [0], PCPs in [1] */

	for (uint32_t i = 0; i < v->c->snap->flow_count; i++) {
		const struct rs_flow_row *f = &v->c->snap->flows[i];
		uint64_t *set;

		if (!carries_data(f, v->c->storm->point))
			continue;
		set = flow_is_member(v, f) ? inside : clean;
		for (unsigned k = 0; k < f->dscp_count; k++)
			set[0] |= 1ULL << (f->dscps[k] & 63);
		for (unsigned k = 0; k < f->pcp_count; k++)
			set[1] |= 1ULL << (f->pcps[k] & 7);
	}
	return (clean[0] && !(inside[0] & clean[0])) || (clean[1] && inside[1] && !(inside[1] & clean[1]));
}

static bool damaged(const struct view *v)
{
	for (uint32_t i = 0; i < v->c->snap->flow_count; i++) {
		const struct rs_flow_row *f = &v->c->snap->flows[i];

		if (carries_data(f, v->c->storm->point) && f->icrc_bad && f->icrc_bad * 10 < f->packets && flow_is_member(v, f))
			return true;
	}
	return false;
}

/* ---- shapes of losses ---- */

static int by_value(const void *a, const void *b)
{
	const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* Median of values that @get finds in the members; @none where there are none. */
static int64_t median(const struct view *v, int64_t (*get)(const struct view *v, uint32_t i), int64_t none)
{
	int64_t *values = calloc(v->c->count + 1u, sizeof(*values));
	int64_t m = none;
	uint32_t n = 0;

	if (!values)
		return none;
	for (uint32_t i = 0; i < v->c->count; i++) {
		const int64_t x = get(v, i);

		if (x != none)
			values[n++] = x;
	}
	qsort(values, n, sizeof(*values), by_value);
	if (n)
		m = values[n / 2];
	free(values);
	return m;
}

static int64_t get_run(const struct view *v, uint32_t i)
{
	return v->c->members[i]->run ? v->c->members[i]->run : INT64_MIN;
}

static bool bursts(const struct view *v)
{
	return median(v, get_run, INT64_MIN) >= BURST_RUN;
}

/* Single losses whose spacing varies about as much as its mean: as if each packet had the same chance. */
static bool single_and_random(const struct view *v)
{
	double sum = 0, squares = 0;
	uint32_t exact = 0, single = 0, gaps = 0;
	rs_ns last = RS_NS_NONE;

	for (uint32_t i = 0; i < v->c->count; i++) {
		const struct storm_digest *d = v->c->members[i];

		if (!d->run)
			continue;
		exact++;
		single += d->run == 1;
		if (last != RS_NS_NONE) {
			const double gap = (double)(d->start - last);

			sum += gap;
			squares += gap * gap;
			gaps++;
		}
		last = d->start;
	}
	if (exact < EXACT_MIN || !share(single, exact, SINGLE_PCT) || sum <= 0)
		return false;
	{
		/* Coefficient of variation between 0.7 and 1.3, compared as squares. */
		const double mean = sum / gaps, variance = squares / gaps - mean * mean;

		return variance >= 0.49 * mean * mean && variance <= 1.69 * mean * mean;
	}
}

/* Size above which everything was lost three times, 0 = no such size. */
static uint32_t size_limit(const struct view *v)
{
	uint32_t smallest_lost = UINT32_MAX, largest_passed = 0, lost = 0, passed = 0;

	for (uint32_t i = 0; i < v->c->count; i++) {
		const struct storm_digest *d = v->c->members[i];

		if (!d->lost)
			continue;
		if (d->same_rounds < SAME_ROUNDS || !d->lost_size)
			return 0; /* something was lost that passed later, or whose size is not known */
		smallest_lost = d->lost_size < smallest_lost ? d->lost_size : smallest_lost;
		lost += d->resent;
	}
	for (uint32_t i = 0; i < v->c->lane_count; i++) {
		const struct rs_lane_row *l = rs_snapshot_lane(v->c->snap, v->c->lanes[i]);

		if (!l)
			continue;
		largest_passed = l->largest_acked > largest_passed ? l->largest_acked : largest_passed;
		passed += (uint32_t)l->acks;
	}
	return lost >= SIZES_MIN && passed >= SIZES_MIN && largest_passed && largest_passed < smallest_lost ? smallest_lost : 0;
}

static bool size_selective(const struct view *v)
{
	return size_limit(v) != 0;
}

static bool larger_passed(const struct view *v)
{
	uint32_t smallest_lost = UINT32_MAX;

	for (uint32_t i = 0; i < v->c->count; i++) {
		const struct storm_digest *d = v->c->members[i];

		if (d->lost && d->lost_size && d->lost_size < smallest_lost)
			smallest_lost = d->lost_size;
	}
	for (uint32_t i = 0; i < v->c->snap->lane_count; i++) {
		const struct rs_lane_row *l = &v->c->snap->lanes[i];

		if (l->largest_acked < smallest_lost)
			continue;
		for (uint32_t k = 0; k < v->c->lane_count && k < 64; k++) {
			const struct rs_lane_row *m = rs_snapshot_lane(v->c->snap, v->c->lanes[k]);

			if (m && same(&m->requester, &l->requester) && same(&m->responder, &l->responder))
				return true;
		}
	}
	return false;
}

static bool same_psn(const struct view *v)
{
	for (uint32_t i = 0; i < v->c->count; i++)
		if (v->c->members[i]->same_rounds >= SAME_ROUNDS)
			return true;
	return false;
}

/* ---- shares of causes ---- */

static bool mostly_rnr(const struct view *v)
{
	return share(v->by_cause[RS_CAUSE_RNR], v->c->count, 50);
}

static bool mostly_timers(const struct view *v)
{
	const uint32_t n = v->by_cause[RS_CAUSE_TIMEOUT] + v->by_cause[RS_CAUSE_SPURIOUS_TIMEOUT] + v->by_cause[RS_CAUSE_ACK_LOSS];

	return share(n, v->c->count, 50);
}

static bool timer_near_rtt(const struct view *v)
{
	uint32_t n = 0;

	if (share(v->by_cause[RS_CAUSE_SPURIOUS_TIMEOUT], v->c->count, 10))
		return true;
	for (uint32_t i = 0; i < v->c->count; i++) {
		const struct storm_digest *d = v->c->members[i];
		const struct rs_lane_row *l = v->rows[i];

		n += l && !d->lost && d->stall != RS_NS_NONE && l->ack_p99 != RS_NS_NONE && d->stall < 4 * l->ack_p99;
	}
	return n && share(n, v->c->count, 10);
}

static bool acks_lost(const struct view *v)
{
	return share(v->by_cause[RS_CAUSE_ACK_LOSS], v->c->count, 30);
}

static bool reordered(const struct view *v)
{
	return share(v->reorders, v->naks, 30);
}

static bool restarts_messages(const struct view *v)
{
	for (uint32_t i = 0; i < v->c->count; i++)
		if (v->c->members[i]->flags & RS_EPI_GOBACK0)
			return true;
	return false;
}

/* ---- time ---- */

/* Three lanes silent during one common millisecond, each ending its silence by a resend. */
static bool silent_together(const struct view *v)
{
	const uint32_t n = v->c->count < SWEEP_MAX ? v->c->count : SWEEP_MAX;

	for (uint32_t i = 0; i < n; i++) {
		const struct storm_digest *a = v->c->members[i];
		uint32_t seen[TOGETHER_LANES] = { a->lane };
		unsigned lanes = 1;

		if (a->stall == RS_NS_NONE || a->stall < TOGETHER_NS || a->resend == RS_NS_NONE)
			continue;
		for (uint32_t k = 0; k < n && lanes < TOGETHER_LANES; k++) {
			const struct storm_digest *b = v->c->members[k];
			unsigned j = 0;

			/* b is silent through the last millisecond of a's silence. */
			if (b->stall == RS_NS_NONE || b->resend == RS_NS_NONE || b->resend < a->resend ||
			    b->resend - b->stall > a->resend - TOGETHER_NS)
				continue;
			while (j < lanes && seen[j] != b->lane)
				j++;
			if (j == lanes)
				seen[lanes++] = b->lane;
		}
		if (lanes == TOGETHER_LANES)
			return true;
	}
	return false;
}

static int64_t get_react(const struct view *v, uint32_t i)
{
	return v->c->members[i]->react;
}

static int64_t get_rtt(const struct view *v, uint32_t i)
{
	return v->rows[i] ? v->rows[i]->ack_p50 : RS_NS_NONE;
}

static bool reacts_slowly(const struct view *v)
{
	const rs_ns react = median(v, get_react, RS_NS_NONE), rtt = median(v, get_rtt, RS_NS_NONE);

	return react != RS_NS_NONE && rtt != RS_NS_NONE && react > SLOW_REACT && rtt < QUICK_RTT;
}

static bool peer_silent(const struct view *v)
{
	for (uint32_t i = 0; i < v->c->lane_count; i++) {
		const struct rs_lane_row *l = rs_snapshot_lane(v->c->snap, v->c->lanes[i]);

		if (!l || (l->last_response != RS_NS_NONE && l->last_response > v->c->storm->start))
			return false;
	}
	return true;
}

static bool progressed_later(const struct view *v)
{
	for (uint32_t i = 0; i < v->c->lane_count; i++) {
		const struct rs_lane_row *l = rs_snapshot_lane(v->c->snap, v->c->lanes[i]);

		if (l && l->last_progress != RS_NS_NONE && l->last_progress > v->c->storm->start)
			return true;
	}
	return false;
}

static const sign_fn tests[RS_STORM_SIGN_COUNT] = {
	[RS_SIGN_BIT_S1] = fan_in,
	[RS_SIGN_BIT_S2] = one_pair,
	[RS_SIGN_BIT_S3A] = one_sender,
	[RS_SIGN_BIT_S3B] = one_receiver,
	[RS_SIGN_BIT_S4] = marked_before,
	[RS_SIGN_BIT_S5] = capable_but_unmarked,
	[RS_SIGN_BIT_S6] = not_capable,
	[RS_SIGN_BIT_S10] = bursts,
	[RS_SIGN_BIT_S11] = single_and_random,
	[RS_SIGN_BIT_S12] = size_selective,
	[RS_SIGN_BIT_S13] = same_psn,
	[RS_SIGN_BIT_S14] = mostly_rnr,
	[RS_SIGN_BIT_S15] = mostly_timers,
	[RS_SIGN_BIT_S16] = timer_near_rtt,
	[RS_SIGN_BIT_S17] = silent_together,
	[RS_SIGN_BIT_S18] = other_class,
	[RS_SIGN_BIT_S20] = reordered,
	[RS_SIGN_BIT_S21] = damaged,
	[RS_SIGN_BIT_S22] = acks_lost,
	[RS_SIGN_BIT_S23] = reacts_slowly,
	[RS_SIGN_BIT_S24] = peer_silent,
	[RS_SIGN_BIT_S25] = restarts_messages,
	[RS_SIGN_BIT_S26] = progressed_later,
	[RS_SIGN_BIT_S27] = larger_passed,
};

uint32_t signs_find(const struct signs_case *c)
{
	struct view v = { .c = c };
	uint32_t mask = 0;

	v.rows = calloc(c->count + 1u, sizeof(*v.rows));
	if (!v.rows || !collect_flows(&v)) {
		free(v.rows);
		return 0;
	}
	for (uint32_t i = 0; i < c->count; i++) {
		const struct storm_digest *d = c->members[i];
		const bool nak = d->cause == RS_CAUSE_NAK_SEQ || d->cause == RS_CAUSE_NAK_LOST;

		v.rows[i] = rs_snapshot_lane(c->snap, d->lane);
		v.by_cause[d->cause < RS_CAUSE_COUNT ? d->cause : RS_CAUSE_UNKNOWN]++;
		v.naks += nak;
		v.reorders += nak && d->side == RS_SIDE_REORDER;
	}
	for (unsigned s = 0; s < RS_STORM_SIGN_COUNT; s++)
		if (tests[s] && tests[s](&v))
			mask |= 1u << s;
	free(v.rows);
	free(v.flow_ids);
	return mask;
}
