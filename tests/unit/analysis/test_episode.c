/* SPDX-License-Identifier: BSD-2-Clause */
/* Fields of an episode (diagnosis 1.5): sums, bounds, modes, impact. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/episode.h"
#include "tests/lib/recs.h"

#include <string.h>

/* ---- lost ranges ---- */

static void lost_psns_are_counted_once(void **state)
{
	struct episode e;

	(void)state;
	memset(&e, 0, sizeof(e));
	episode_lose(&e, 10, 12);
	episode_lose(&e, 11, 11);
	episode_lose(&e, 12, 14); /* 12 is known */
	episode_lose(&e, 8, 10);
	assert_int_equal(e.pub.lost_packets, 7);
	assert_int_equal(e.pub.range_count, 3);
	assert_int_equal(e.pub.lost[1].first, 13);
	assert_int_equal(e.pub.lost[1].last, 14);
	assert_int_equal(e.pub.lost[2].first, 8);
	assert_int_equal(e.pub.lost[2].last, 9);
}

static void beyond_8_ranges_only_the_sum_goes_on(void **state)
{
	struct episode e;

	(void)state;
	memset(&e, 0, sizeof(e));
	for (uint32_t i = 0; i < 10; i++)
		episode_lose(&e, 10 * i, 10 * i + 1);
	assert_int_equal(e.pub.range_count, RS_EPISODE_RANGES);
	assert_int_equal(e.pub.lost_packets, 20);
}

static void a_lost_range_may_lie_across_the_turn_of_24_bits(void **state)
{
	struct episode e;

	(void)state;
	memset(&e, 0, sizeof(e));
	episode_lose(&e, 0xffffff, 1);
	episode_lose(&e, 0, 0);
	assert_int_equal(e.pub.lost_packets, 3);
}

/* ---- sums ---- */

static void a_burst_of_different_lengths_has_exact_bytes(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10, .len = 100), req(.psn = 13, .len = 400, .at = US(1)), nak(.psn = 11, .at = US(5)),
		req(.psn = 11, .len = 200, .at = US(8)), req(.psn = 12, .len = 300, .at = US(9)),
		req(.psn = 13, .len = 400, .at = US(10)), ack(.psn = 13, .at = US(14)),
	};

	(void)state;
	RECS_EXPECT(recs,
		    "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=5 new=2 resent=3 acks=1 naks=1 next=14 una=14\n"
		    "  EPISODE cause=NAK_SEQ side=UPSTREAM sign=GAP state=RECOVERED mode=GBN start=1 nak=5 resend=8 end=14 first=11 "
		    "hwm=14 lost=11..12/2 lost_bytes=500 resent=3 resent_bytes=900 amp=1.80 det=4 react=3 recov=13 impact=13 "
		    "rounds=1 naks=1\n");
}

static void a_hole_and_a_nak_for_what_had_passed_are_two_losses(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 11, .at = US(1)), req(.psn = 13, .at = US(2)), nak(.psn = 10, .at = US(5)),
		req(.psn = 10, .at = US(8)), req(.psn = 11, .at = US(9)), req(.psn = 12, .at = US(10)), req(.psn = 13, .at = US(11)),
		ack(.psn = 13, .at = US(15)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.side, RS_SIDE_DOWNSTREAM);
	assert_int_equal(e.lost_packets, 2); /* 10 behind the tap, 12 before it */
	assert_int_equal(e.lost_exact, 0);
	assert_int_equal(e.lost_bytes, 2048);
	assert_int_equal(e.sign, RS_SIGN_GAP);
	assert_int_equal(e.start, US(2));
}

static void the_mark_is_the_edge_when_the_round_begins(void **state)
{
	/* 12 and 13 are sent while the NAK travels: first transmissions. */
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 11, .at = US(1)), nak(.psn = 10, .at = US(5)), req(.psn = 12, .at = US(6)),
		req(.psn = 13, .at = US(7)), req(.psn = 10, .at = US(8)), req(.psn = 11, .at = US(9)),
		req(.psn = 12, .at = US(10)), req(.psn = 13, .at = US(11)), req(.psn = 14, .at = US(12)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.hwm, 14);
	assert_int_equal(e.resent, 4);
	assert_int_equal(e.end, US(12));
	assert_int_equal(e.recov, US(7));
	assert_int_equal(e.frames[RS_EF_START], 3);
	assert_int_equal(e.frames[RS_EF_NAK], 3);
	assert_int_equal(e.frames[RS_EF_RESEND], 6);
	assert_int_equal(e.frames[RS_EF_END], 10);
}

/* ---- mode ---- */

static unsigned mode_of(const struct rs_record *recs, size_t count)
{
	return recs_episode(recs, count).mode;
}

#define MODE(recs) mode_of(recs, RECS_COUNT(recs))

static void what_passed_and_is_acknowledged_without_coming_again_was_kept(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 12, .at = US(1)), req(.psn = 13, .at = US(2)), nak(.psn = 11, .at = US(5)),
		req(.psn = 11, .at = US(8)), req(.psn = 14, .at = US(9)), ack(.psn = 14, .at = US(13)),
	};

	(void)state;
	assert_int_equal(MODE(recs), RS_MODE_SELECTIVE);
}

static void two_holes_repaired_one_by_one(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 12, .at = US(1)), req(.psn = 14, .at = US(2)), nak(.psn = 11, .at = US(5)),
		req(.psn = 11, .at = US(8)), req(.psn = 13, .at = US(9)), req(.psn = 15, .at = US(10)), ack(.psn = 15, .at = US(14)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.mode, RS_MODE_SELECTIVE);
	assert_int_equal(e.lost_packets, 2);
	assert_int_equal(e.resent, 2);
}

static void capture_drops_make_a_skip_unclear(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 8), req(.psn = 10, .at = US(1)), ack(.psn = 10, .at = US(2)), /* 9 was missed */
		req(.psn = 12, .at = US(3)), req(.psn = 13, .at = US(4)), nak(.psn = 11, .at = US(5)),
		req(.psn = 11, .at = US(8)), req(.psn = 14, .at = US(9)), ack(.psn = 14, .at = US(13)),
	};

	(void)state;
	assert_int_equal(MODE(recs), RS_MODE_UNCLEAR);
}

static void a_skip_that_nothing_acknowledges_decides_nothing(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 12, .at = US(1)), req(.psn = 13, .at = US(2)), nak(.psn = 11, .at = US(5)),
		req(.psn = 11, .at = US(8)), req(.psn = 14, .at = US(9)),
	};

	(void)state;
	assert_int_equal(MODE(recs), RS_MODE_GBN);
}

static void one_psn_alone_is_single(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 11, .at = US(1)), nak(.psn = 11, .at = US(5)), req(.psn = 11, .at = US(8)),
		ack(.psn = 11, .at = US(12)),
	};

	(void)state;
	assert_int_equal(MODE(recs), RS_MODE_SINGLE);
}

static void reordering_is_never_selective(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 12, .at = US(1)), req(.psn = 11, .at = US(2)), req(.psn = 13, .at = US(3)),
		nak(.psn = 11, .at = US(5)), req(.psn = 11, .at = US(8)), req(.psn = 14, .at = US(9)), ack(.psn = 14, .at = US(13)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.side, RS_SIDE_REORDER);
	assert_int_equal(e.mode, RS_MODE_GBN);
}

static void a_timer_is_never_selective(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), ack(.psn = 10, .at = US(4)), req(.psn = 11, .at = US(5)), req(.psn = 12, .at = US(6)),
		req(.psn = 13, .at = US(7)), req(.psn = 11, .at = US(600)), req(.psn = 13, .at = US(601)), req(.psn = 14, .at = US(602)),
		ack(.psn = 14, .at = US(607)),
	};

	(void)state;
	assert_int_equal(MODE(recs), RS_MODE_GBN);
}

static void a_nak_without_a_resend_has_no_mode(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 11, .at = US(1)), nak(.psn = 10, .at = US(5)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.mode, RS_MODE_NONE);
	assert_int_equal(e.state, RS_STATE_OPEN);
	assert_int_equal(e.rounds, 0);
	assert_int_equal(e.end, RS_NS_NONE);
	assert_int_equal(e.impact, RS_NS_NONE);
}

/* ---- impact ---- */

static void impact_reaches_back_over_the_silence_of_a_timer(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), ack(.psn = 10, .at = US(4)), req(.psn = 11, .at = US(5)), req(.psn = 12, .at = US(6)),
		req(.psn = 11, .at = US(540)), req(.psn = 12, .at = US(541)), ack(.psn = 12, .at = US(545)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.start, US(540));
	assert_int_equal(e.stalls[0], US(534));
	assert_int_equal(e.recov, US(5));
	assert_int_equal(e.impact, US(539));
}

static void a_start_before_the_silence_stays(void **state)
{
	/* The hole is older than the silence. */
	const struct rs_record recs[] = {
		req(.psn = 10), ack(.psn = 10, .at = US(4)), req(.psn = 12, .at = US(5)), req(.psn = 13, .at = US(300)),
		req(.psn = 11, .at = US(540)), req(.psn = 12, .at = US(541)), req(.psn = 13, .at = US(542)), ack(.psn = 13, .at = US(546)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.start, US(5));
	assert_int_equal(e.stalls[0], US(240));
	assert_int_equal(e.impact, US(541));
}

static void the_silence_of_a_later_round_does_not_count(void **state)
{
	/* Round 1 follows an RNR NAK, round 2 a timer. */
	const struct rs_record recs[] = {
		req(.psn = 9), ack(.psn = 9, .at = US(4)), sonly(.psn = 10, .at = US(5)), rnr(.psn = 10, .code = 1, .at = US(9)),
		sonly(.psn = 10, .at = US(30)), sonly(.psn = 10, .at = US(600)), ack(.psn = 10, .at = US(604)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.cause, RS_CAUSE_RNR);
	assert_int_equal(e.rounds, 2);
	assert_int_equal(e.timer_rounds, 1);
	assert_int_equal(e.stall_count, 1);
	assert_int_equal(e.stalls[0], US(570));
	assert_int_equal(e.impact, US(595)); /* from the RNR NAK on */
}

static void more_stalls_than_room_are_summed(void **state)
{
	struct rs_record recs[16];
	struct rs_episode e;
	unsigned n = 0;

	(void)state;
	recs[n++] = req(.psn = 10);
	recs[n++] = ack(.psn = 10, .at = US(4));
	recs[n++] = req(.psn = 11, .at = MS(1));
	for (unsigned i = 1; i <= 10; i++)
		recs[n++] = req(.psn = 11, .at = MS(1 + i));
	recs[n++] = ack(.psn = 11, .at = MS(11.5));
	e = recs_episode(recs, n);
	assert_int_equal(e.stall_count, RS_EPISODE_STALLS);
	assert_int_equal(e.stalls_all, 10);
	assert_int_equal(e.stall_total, MS(10));
	assert_int_equal(e.rounds, 10);
	assert_int_equal(e.impact, MS(10.5));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(lost_psns_are_counted_once),
		cmocka_unit_test(beyond_8_ranges_only_the_sum_goes_on),
		cmocka_unit_test(a_lost_range_may_lie_across_the_turn_of_24_bits),
		cmocka_unit_test(a_burst_of_different_lengths_has_exact_bytes),
		cmocka_unit_test(a_hole_and_a_nak_for_what_had_passed_are_two_losses),
		cmocka_unit_test(the_mark_is_the_edge_when_the_round_begins),
		cmocka_unit_test(what_passed_and_is_acknowledged_without_coming_again_was_kept),
		cmocka_unit_test(two_holes_repaired_one_by_one),
		cmocka_unit_test(capture_drops_make_a_skip_unclear),
		cmocka_unit_test(a_skip_that_nothing_acknowledges_decides_nothing),
		cmocka_unit_test(one_psn_alone_is_single),
		cmocka_unit_test(reordering_is_never_selective),
		cmocka_unit_test(a_timer_is_never_selective),
		cmocka_unit_test(a_nak_without_a_resend_has_no_mode),
		cmocka_unit_test(impact_reaches_back_over_the_silence_of_a_timer),
		cmocka_unit_test(a_start_before_the_silence_stays),
		cmocka_unit_test(the_silence_of_a_later_round_does_not_count),
		cmocka_unit_test(more_stalls_than_room_are_summed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
