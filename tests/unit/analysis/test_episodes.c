/* SPDX-License-Identifier: BSD-2-Clause */
/* The episodes of all lanes: numbers, those that wait for the end of the capture, an empty pool, events. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/episodes.h"
#include "tests/lib/recs.h"

#include <stdlib.h>
#include <string.h>

/* ---- NAK_LOST until the reactions of the host pair are known ---- */

#define UNIT 6 /* records of one loss behind the tap, its NAK and recovery */

/* PSNs psn and psn + 1 from @at on; the requester reacts after @react. */
static void loss(struct rs_record *recs, uint32_t psn, rs_ns at, rs_ns react)
{
	recs[0] = req(.psn = psn, .at = at);
	recs[1] = req(.psn = psn + 1, .at = at + US(1));
	recs[2] = nak(.psn = psn, .at = at + US(5));
	recs[3] = req(.psn = psn, .at = at + US(5) + react);
	recs[4] = req(.psn = psn + 1, .at = at + US(6) + react);
	recs[5] = ack(.psn = psn + 1, .at = at + US(10) + react);
}

/* A slow reaction first, then @others of 300 us. */
static void slow_then(struct run *r, rs_ns slow, unsigned others)
{
	struct rs_record recs[8 * UNIT];

	loss(recs, 10, 0, slow);
	for (unsigned i = 0; i < others; i++)
		loss(recs + (i + 1) * UNIT, 12 + 2 * i, MS(10 + i), US(300));
	recs_run(r, NULL, recs, (others + 1) * UNIT);
	assert_int_equal(r->episode_count, others + 1);
}

/* It comes out last, because it waited. */
static const struct rs_episode *slow_one(const struct run *r)
{
	const struct rs_episode *e = &r->episodes[r->episode_count - 1];

	assert_int_equal(e->id, 0);
	return e;
}

static void within_8_reactions_the_requester_was_only_slow(void **state)
{
	const struct rs_episode *e;
	struct run r;

	(void)state;
	slow_then(&r, US(2400), 4);
	e = slow_one(&r);
	assert_int_equal(e->cause, RS_CAUSE_NAK_SEQ);
	assert_int_equal(e->timer_rounds, 0);
	assert_int_equal(e->stall_count, 0);
	assert_int_equal(e->stalls_all, 0);
	assert_int_equal(e->stall_total, 0);
	assert_int_equal(e->impact, US(2405)); /* from the NAK: the silence was no timer */
	assert_int_equal(r.snap.lanes[0].timer_rounds, 0);
	assert_int_equal(r.snap.lanes[0].stalls, 0);
	assert_int_equal(r.snap.lanes[0].stall_max, 0);
	assert_int_equal(r.snap.lanes[0].rto_n, -1);
	assert_int_equal(r.snap.lanes[0].episodes, 5);
	run_fini(&r);
}

static void beyond_8_reactions_the_nak_was_lost(void **state)
{
	const struct rs_episode *e;
	struct run r;

	(void)state;
	slow_then(&r, US(2400) + 1, 4);
	e = slow_one(&r);
	assert_int_equal(e->cause, RS_CAUSE_NAK_LOST);
	assert_int_equal(e->timer_rounds, 1);
	assert_int_equal(e->stalls[0], US(2404) + 1); /* since the request at 1 us */
	assert_int_equal(e->impact, US(2409) + 1);
	assert_int_equal(r.snap.lanes[0].timer_rounds, 1);
	assert_int_equal(r.snap.lanes[0].stalls, 1);
	assert_int_equal(r.snap.lanes[0].rto_pattern, RS_RTO_ONE);
	assert_int_equal(r.snap.lanes[0].rto_n, 9); /* 2.097 ms */
	run_fini(&r);
}

static void three_reactions_are_too_few(void **state)
{
	struct run r;

	(void)state;
	slow_then(&r, US(2400), 3);
	assert_int_equal(slow_one(&r)->cause, RS_CAUSE_NAK_LOST);
	run_fini(&r);
}

static void known_reactions_count_at_once(void **state)
{
	struct rs_record recs[3 * UNIT];
	struct run r;

	(void)state;
	loss(recs, 10, 0, US(300));
	loss(recs + UNIT, 12, MS(10), US(2400)); /* 8 times */
	loss(recs + 2 * UNIT, 14, MS(20), US(3000));
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.episodes[0].cause, RS_CAUSE_NAK_SEQ);
	assert_int_equal(r.episodes[1].cause, RS_CAUSE_NAK_SEQ);
	run_fini(&r);
}

static void a_stall_of_a_later_round_stays(void **state)
{
	/* Round 1 comes late but right behind new requests, so there was no silence; round 2 is a timer. */
	struct rs_record recs[9 + 4 * UNIT] = {
		req(.psn = 9), ack(.psn = 9, .at = US(300)), req(.psn = 10, .at = US(301)), req(.psn = 11, .at = US(302)),
		nak(.psn = 10, .at = US(305)), req(.psn = 12, .at = US(2700)), req(.psn = 10, .at = US(2705) + 1),
		req(.psn = 10, .at = MS(9)), ack(.psn = 12, .at = MS(9.5)),
	};
	struct run r;

	(void)state;
	for (unsigned i = 0; i < 4; i++)
		loss(recs + 9 + i * UNIT, 13 + 2 * i, MS(20 + i), US(301));
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(slow_one(&r)->cause, RS_CAUSE_NAK_SEQ);
	assert_int_equal(slow_one(&r)->stall_count, 1);
	assert_int_equal(slow_one(&r)->stalls[0], US(6295) - 1);
	assert_int_equal(slow_one(&r)->timer_rounds, 1);
	assert_int_equal(r.snap.lanes[0].stalls, 1);
	run_fini(&r);
}

static void those_that_waited_come_in_order_of_opening(void **state)
{
	struct rs_record recs[3 * UNIT];
	struct run r;

	(void)state;
	for (unsigned i = 0; i < 3; i++)
		loss(recs + i * UNIT, 10 + 2 * i, MS(20 * i), MS(2 << i));
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.episode_count, 3);
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(r.episodes[i].id, i);
	assert_int_equal(r.snap.lanes[0].stalls, 3);
	assert_int_equal(r.snap.lanes[0].rto_pattern, RS_RTO_GROWING);
	run_fini(&r);
}

/* ---- numbers and events ---- */

static void episodes_are_numbered_in_order_of_opening(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 1), req(.psn = 1, .qp = 0xb2, .sport = 50000, .at = US(1)), req(.psn = 2, .at = US(2)),
		req(.psn = 2, .qp = 0xb2, .sport = 50000, .at = US(3)), req(.psn = 1, .qp = 0xb2, .sport = 50000, .at = US(10)),
		req(.psn = 1, .at = US(11)), req(.psn = 3, .at = US(12)), req(.psn = 3, .qp = 0xb2, .sport = 50000, .at = US(13)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.episode_count, 2);
	for (unsigned i = 0; i < 2; i++)
		assert_int_equal(r.episodes[i].id, r.episodes[i].lane == 1 ? 0 : 1);
	run_fini(&r);
}

static void events_name_their_episode_and_packets(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 12, .at = US(1)), nak(.psn = 11, .at = US(5)), req(.psn = 11, .at = US(8)),
		req(.psn = 12, .at = US(9)), ack(.psn = 12, .at = US(13)),
	};
	const struct rs_event *e;
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	e = recs_event(&r, RS_EVENT_GAP, 0);
	assert_int_equal(e->psn_first, 11);
	assert_int_equal(e->psn_last, 11);
	assert_int_equal(e->packets, 1);
	assert_int_equal(e->frames[0], 2);
	assert_int_equal(e->episode, RS_NO_EPISODE);
	e = recs_event(&r, RS_EVENT_NAK, 0);
	assert_int_equal(e->episode, 0);
	assert_int_equal(e->psn_first, 11);
	assert_int_equal(e->time, RECS_EPOCH_NS + US(5));
	e = recs_event(&r, RS_EVENT_REWIND, 0);
	assert_int_equal(e->detail, RS_CAUSE_NAK_SEQ);
	assert_int_equal(e->duration, US(3));
	assert_int_equal(e->psn_first, 11);
	assert_int_equal(e->psn_last, 12);
	e = recs_event(&r, RS_EVENT_RECOVERED, 0);
	assert_int_equal(e->duration, US(12));
	assert_int_equal(e->packets, 2);
	assert_int_equal(e->bytes, 2048);
	run_fini(&r);
}

static void an_rnr_event_says_the_coded_delay(void **state)
{
	const struct rs_record recs[] = {
		sonly(.psn = 10), rnr(.psn = 10, .code = 14, .at = US(5)),
	};
	const struct rs_event *e;
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	e = recs_event(&r, RS_EVENT_RNR, 0);
	assert_int_equal(e->detail, 14);
	assert_int_equal(e->duration, US(1280));
	run_fini(&r);
}

/* ---- an empty pool ---- */

struct bare {
	struct rs_engine_config cfg;
	struct lane_pools pools;
	struct emit emit;
	struct peers peers;
	struct recovery rc;
	struct lane lane;
};

static void bare_init(struct bare *b, uint32_t episodes)
{
	const struct rs_record first = req(.psn = 1);

	memset(b, 0, sizeof(*b));
	rs_engine_config_init(&b->cfg);
	assert_int_equal(pool_init(&b->pools.episodes, sizeof(struct episode), episodes), 0);
	assert_int_equal(pool_init(&b->pools.holes, HOLES_BLOCK_BYTES, 1), 0);
	assert_int_equal(emit_init(&b->emit, 64, 16), 0);
	b->rc = (struct recovery){ .tune = &b->cfg.tune, .pools = &b->pools, .emit = &b->emit, .peers = &b->peers };
	lane_start(&b->lane, 0, &first);
	b->lane.peers = PEERS_NONE;
}

static void bare_fini(struct bare *b)
{
	pool_fini(&b->pools.episodes);
	pool_fini(&b->pools.holes);
	emit_fini(&b->emit);
}

static void without_a_block_no_episode_opens(void **state)
{
	struct bare b;

	(void)state;
	bare_init(&b, 1);
	assert_non_null(episodes_open(&b.rc, &b.lane, RS_SIGN_NAK, 5, 1));
	b.lane.open = 0;
	assert_null(episodes_open(&b.rc, &b.lane, RS_SIGN_NAK, 6, 2));
	assert_int_equal(b.lane.open, 0);
	assert_int_equal(b.pools.episodes.refused, 1);
	assert_int_equal(b.rc.next_id, 1); /* no number is spent */
	bare_fini(&b);
}

static void at_most_1024_wait_the_rest_goes_out_uncorrected(void **state)
{
	struct rs_episode out[16];
	struct bare b;

	(void)state;
	bare_init(&b, 1100);
	for (unsigned i = 0; i < 1024 + 3; i++) {
		struct episode *e = episodes_open(&b.rc, &b.lane, RS_SIGN_NAK, 5, 1);

		assert_non_null(e);
		e->pub.cause = RS_CAUSE_NAK_LOST;
		e->pub.first = e->pub.nak_psn = 7;
		episodes_leave(&b.rc, &b.lane);
	}
	assert_int_equal(b.rc.held_count, 1024);
	assert_int_equal(emit_take_episodes(&b.emit, out, 16), 3);
	assert_int_equal(out[0].id, 1024);
	bare_fini(&b);
}

static struct lane *no_lane(void *user, uint32_t id)
{
	(void)user;
	(void)id;
	return NULL;
}

static void one_whose_lane_is_gone_goes_out_as_it_is(void **state)
{
	struct rs_episode out[16];
	struct bare b;

	(void)state;
	bare_init(&b, 4);
	for (unsigned i = 0; i < 2; i++) {
		struct episode *e = episodes_open(&b.rc, &b.lane, RS_SIGN_NAK, 5, 1);

		e->pub.cause = RS_CAUSE_NAK_LOST;
		e->pub.first = e->pub.nak_psn = 7;
		episodes_leave(&b.rc, &b.lane);
	}
	assert_true(episodes_finish_held(&b.rc, no_lane, NULL, 1));
	assert_false(episodes_finish_held(&b.rc, no_lane, NULL, 1));
	assert_int_equal(emit_take_episodes(&b.emit, out, 16), 2);
	assert_int_equal(out[0].id, 0);
	assert_int_equal(out[1].cause, RS_CAUSE_NAK_LOST);
	assert_int_equal(b.rc.held, 0);
	bare_fini(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(within_8_reactions_the_requester_was_only_slow),
		cmocka_unit_test(beyond_8_reactions_the_nak_was_lost),
		cmocka_unit_test(three_reactions_are_too_few),
		cmocka_unit_test(known_reactions_count_at_once),
		cmocka_unit_test(a_stall_of_a_later_round_stays),
		cmocka_unit_test(those_that_waited_come_in_order_of_opening),
		cmocka_unit_test(episodes_are_numbered_in_order_of_opening),
		cmocka_unit_test(events_name_their_episode_and_packets),
		cmocka_unit_test(an_rnr_event_says_the_coded_delay),
		cmocka_unit_test(without_a_block_no_episode_opens),
		cmocka_unit_test(at_most_1024_wait_the_rest_goes_out_uncorrected),
		cmocka_unit_test(one_whose_lane_is_gone_goes_out_as_it_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
