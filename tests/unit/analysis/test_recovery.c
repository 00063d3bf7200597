/* SPDX-License-Identifier: BSD-2-Clause */
/* Rounds, ends, draining, corrections (diagnosis 1.4 to 1.6). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/recovery.h"
#include "tests/lib/recs.h"

/* ---- ends ---- */

static void new_data_ends_an_episode(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 11, .at = US(1)), nak(.psn = 10, .at = US(5)), req(.psn = 10, .at = US(8)),
		req(.psn = 11, .at = US(9)), req(.psn = 12, .at = US(10)), ack(.psn = 12, .at = US(14)),
	};

	(void)state;
	assert_int_equal(RECS_EPISODE(recs).end, US(10));
}

static void an_ack_of_everything_ends_an_episode(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 11, .at = US(1)), nak(.psn = 10, .at = US(5)), req(.psn = 10, .at = US(8)),
		ack(.psn = 10, .at = US(9)), req(.psn = 11, .at = US(9.5)), ack(.psn = 11, .at = US(13)), req(.psn = 12, .at = US(14)),
	};

	(void)state;
	assert_int_equal(RECS_EPISODE(recs).end, US(13)); /* the ACK of 10 was not enough */
}

static void a_nak_of_something_newer_ends_an_episode_and_opens_the_next(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 11, .at = US(1)), nak(.psn = 10, .at = US(5)), req(.psn = 10, .at = US(8)),
		req(.psn = 11, .at = US(9)), nak(.psn = 12, .at = US(12)), req(.psn = 13, .at = US(13)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.episode_count, 2);
	assert_int_equal(r.episodes[0].end, RECS_EPOCH_NS + US(12));
	assert_int_equal(r.episodes[0].naks, 1);
	assert_int_equal(r.episodes[1].nak_psn, 12);
	assert_int_equal(r.episodes[1].state, RS_STATE_OPEN);
	run_fini(&r);
}

static void a_read_ends_with_its_last_response_and_no_hole_left(void **state)
{
	const struct rs_record recs[] = {
		rreq(.psn = 200, .dma = 4096), rfirst(.psn = 200, .at = US(4)), rlast(.psn = 203, .at = US(5)),
		rreq(.psn = 201, .dma = 3072, .at = US(9)), rmid(.psn = 201, .at = US(13)), rlast(.psn = 203, .at = US(14)),
		rreq(.psn = 202, .dma = 2048, .at = US(18)), rmid(.psn = 202, .at = US(22)), rlast(.psn = 203, .at = US(23)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.end, US(23)); /* at 14 there was a hole at 202 */
	assert_int_equal(e.rounds, 2);
	assert_int_equal(e.resent, 4);
	assert_int_equal(e.lost_packets, 2);
}

static void the_end_of_the_capture_leaves_it_open(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 11, .at = US(1)), nak(.psn = 10, .at = US(5)), req(.psn = 10, .at = US(8)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.state, RS_STATE_OPEN);
	assert_int_equal(e.end, RS_NS_NONE);
	assert_int_equal(e.resent, 1);
	assert_int_equal(e.hwm, 12);
}

/* ---- rounds ---- */

static void a_step_back_begins_another_round(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 11, .at = US(1)), req(.psn = 12, .at = US(2)), nak(.psn = 10, .at = US(5)),
		req(.psn = 10, .at = US(8)), req(.psn = 11, .at = US(9)), nak(.psn = 11, .at = US(12)), req(.psn = 11, .at = US(15)),
		req(.psn = 12, .at = US(16)), ack(.psn = 12, .at = US(20)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);
	struct run r;

	(void)state;
	assert_int_equal(e.rounds, 2);
	assert_int_equal(e.naks, 2);
	assert_int_equal(e.resent, 4);
	assert_int_equal(e.timer_rounds, 0);
	assert_int_equal(e.first, 10);
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.lanes[0].rounds, 2);
	assert_int_equal(recs_events(&r, RS_EVENT_REWIND), 2);
	assert_int_equal(recs_events(&r, RS_EVENT_NAK), 2);
	assert_int_equal(recs_events(&r, RS_EVENT_RECOVERED), 1);
	assert_int_equal(recs_event(&r, RS_EVENT_RECOVERED, 0)->duration, US(15));
	run_fini(&r);
}

static void a_nak_repeated_before_the_resend_is_one_round(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 11, .at = US(1)), nak(.psn = 10, .at = US(5)), nak(.psn = 10, .at = US(6)),
		req(.psn = 10, .at = US(9)), req(.psn = 11, .at = US(10)), ack(.psn = 11, .at = US(14)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.rounds, 1);
	assert_int_equal(e.naks, 2);
	assert_int_equal(e.nak, US(5));
	assert_int_equal(e.react, US(4));
}

static void a_sequence_nak_of_a_pending_rnr_changes_nothing(void **state)
{
	const struct rs_record recs[] = {
		sonly(.psn = 10), sonly(.psn = 11, .at = US(1)), rnr(.psn = 10, .code = 12, .at = US(5)), nak(.psn = 10, .at = US(6)),
		sonly(.psn = 10, .at = US(700)), sonly(.psn = 11, .at = US(701)), ack(.psn = 11, .at = US(705)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.cause, RS_CAUSE_RNR);
	assert_int_equal(e.side, RS_SIDE_RECEIVER);
	assert_int_equal(e.naks, 1);
	assert_int_equal(e.rnrs, 1);
	assert_int_equal(e.nak, RS_NS_NONE);
	assert_int_equal(e.lost_packets, 0);
}

/* ---- draining ---- */

static void resends_in_flight_drain_into_the_closed_episode(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), ack(.psn = 10, .at = US(4)), req(.psn = 11, .at = US(5)), req(.psn = 12, .at = US(6)),
		req(.psn = 11, .at = US(540)), ack(.psn = 12, .at = US(541)), req(.psn = 12, .at = US(542)), req(.psn = 13, .at = US(550)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.resent, 2);
	assert_int_equal(e.end, US(541)); /* not moved */
	assert_int_equal(e.rounds, 1);
}

static void only_what_continues_at_the_pointer_drains(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), ack(.psn = 10, .at = US(4)), req(.psn = 11, .at = US(5)), req(.psn = 12, .at = US(6)),
		req(.psn = 11, .at = US(540)), ack(.psn = 12, .at = US(541)), req(.psn = 11, .at = US(900)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.episode_count, 2);
	assert_int_equal(r.episodes[0].resent, 1);
	assert_int_equal(r.episodes[1].cause, RS_CAUSE_ACK_LOSS);
	run_fini(&r);
}

static void responses_in_flight_drain_too(void **state)
{
	const struct rs_record recs[] = {
		rreq(.psn = 200, .dma = 2048), rreq(.psn = 202, .dma = 2048, .at = US(1)), rfirst(.psn = 200, .at = US(4)),
		rlast(.psn = 201, .at = US(5)), rfirst(.psn = 202, .at = US(6)), rlast(.psn = 203, .at = US(7)),
		rreq(.psn = 201, .dma = 1024, .at = US(11)), rreq(.psn = 202, .dma = 2048, .at = US(12)), ronly(.psn = 201, .at = US(15)),
		rfirst(.psn = 202, .at = US(16)), rlast(.psn = 203, .at = US(17)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.end, US(15));
	assert_int_equal(e.resent, 3);
	assert_int_equal(e.side, RS_SIDE_RESP_DOWNSTREAM);
}

/* ---- the correction of 1.4: late packets that were the start of a resend ---- */

static void late_packets_before_a_resend_were_its_beginning(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 13, .at = US(1)), req(.psn = 11, .at = US(8)), req(.psn = 12, .at = US(9)),
		req(.psn = 13, .at = US(10)), req(.psn = 14, .at = US(11)),
	};

	(void)state;
	RECS_EXPECT(recs,
		    "LANE T1 A>B qp=b1 peer=- pair=NONE req=6 new=3 resent=3 next=15 una=-\n"
		    "  EPISODE cause=UNKNOWN side=UPSTREAM sign=GAP state=RECOVERED mode=GBN start=1 nak=- resend=8 end=11 first=11 "
		    "hwm=14 lost=11..12/2 lost_bytes=2048 resent=3 resent_bytes=3072 amp=1.50 det=- react=- recov=10 impact=10 rounds=1\n");
}

static void late_packets_before_new_data_stay_late(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 13, .at = US(1)), req(.psn = 11, .at = US(8)), req(.psn = 12, .at = US(9)),
		req(.psn = 14, .at = US(10)),
	};

	(void)state;
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=- pair=NONE req=5 new=5 ooo=2 max_disp=2 next=15 una=-\n");
}

static void a_run_must_touch_the_resend(void **state)
{
	/* 11 late, then a resend of 13: not the next PSN. */
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 12, .at = US(1)), req(.psn = 13, .at = US(2)), req(.psn = 11, .at = US(8)),
		req(.psn = 13, .at = US(9)), req(.psn = 14, .at = US(10)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.lanes[0].ooo, 1);
	assert_int_equal(r.snap.lanes[0].resent, 1);
	assert_int_equal(r.episodes[0].first, 13);
	run_fini(&r);
}

static void ids_leave_nothing_to_correct(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10, .id = 10), req(.psn = 12, .id = 12, .at = US(1)), req(.psn = 11, .id = 11, .at = US(2)),
		req(.psn = 12, .id = 13, .at = US(3)), req(.psn = 13, .id = 14, .at = US(4)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.lanes[0].ooo, 1);
	assert_int_equal(r.snap.lanes[0].resent, 1);
	run_fini(&r);
}

static void a_late_read_fills_all_its_psns(void **state)
{
	const struct rs_record recs[] = {
		wfirst(.psn = 100), wlast(.psn = 101, .at = US(1)), req(.psn = 106, .at = US(2)), rreq(.psn = 102, .dma = 4096, .at = US(3)),
		rfirst(.psn = 102, .at = US(6)), rmid(.psn = 103, .at = US(7)), rmid(.psn = 104, .at = US(8)), rlast(.psn = 105, .at = US(9)),
		ack(.psn = 106, .at = US(10)),
	};

	(void)state;
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=4 new=4 ooo=1 acks=1 rresp=4 max_disp=4 next=107 una=107\n");
}

/* ---- later corrections of timer rounds ---- */

/* rtt_min is 40 us; the timer fires at 1000 us; 11 and 12 are sent again 100 us apart; the ACK comes @after the first. */
static struct rs_episode timeout_answered(rs_ns after)
{
	const struct rs_record recs[] = {
		req(.psn = 10), ack(.psn = 10, .at = US(40)), req(.psn = 11, .at = US(50)), req(.psn = 12, .at = US(51)),
		req(.psn = 11, .at = US(1000)), req(.psn = 12, .at = US(1100)), ack(.psn = 12, .at = US(1000) + after),
	}, before[] = {
		recs[0], recs[1], recs[2], recs[3], recs[4], recs[6],
	};

	return after > US(100) ? RECS_EPISODE(recs) : RECS_EPISODE(before);
}

static void an_answer_quicker_than_any_was_for_the_original(void **state)
{
	const struct rs_episode e = timeout_answered(US(30));

	(void)state;
	assert_int_equal(e.cause, RS_CAUSE_SPURIOUS_TIMEOUT);
	assert_int_equal(e.side, RS_SIDE_NONE);
	assert_int_equal(e.lost_packets, 0);
	assert_int_equal(e.lost_bytes, 0);
	assert_int_equal(e.stall_count, 1);
}

static void an_answer_before_the_resend_was_whole_found_everything_there(void **state)
{
	const struct rs_episode e = timeout_answered(US(60));

	(void)state;
	assert_int_equal(e.cause, RS_CAUSE_ACK_LOSS);
	assert_int_equal(e.side, RS_SIDE_BEFORE_TAP);
	assert_int_equal(e.lost_packets, 0);
}

static void an_answer_too_quick_for_the_last_resend_found_it_there(void **state)
{
	const struct rs_episode e = timeout_answered(US(120));

	(void)state;
	assert_int_equal(e.cause, RS_CAUSE_ACK_LOSS);
	assert_int_equal(e.side, RS_SIDE_BEFORE_TAP);
}

static void an_answer_to_the_last_resend_leaves_the_timeout(void **state)
{
	const struct rs_episode e = timeout_answered(US(140));

	(void)state;
	assert_int_equal(e.cause, RS_CAUSE_TIMEOUT);
	assert_int_equal(e.side, RS_SIDE_UNKNOWN);
	assert_int_equal(e.lost_packets, 1);
	assert_int_equal(e.lost_exact, 0);
	assert_false(e.flags & RS_EPI_LOW_CONFIDENCE);
}

static void without_an_ack_delay_the_confidence_is_low(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 11), req(.psn = 12, .at = US(1)), req(.psn = 11, .at = US(600)), req(.psn = 12, .at = US(601)),
		ack(.psn = 12, .at = US(605)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.cause, RS_CAUSE_TIMEOUT);
	assert_int_equal(e.flags, RS_EPI_LOW_CONFIDENCE);
}

static void a_hole_is_a_loss_however_quick_the_answer(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), ack(.psn = 10, .at = US(40)), req(.psn = 12, .at = US(51)), req(.psn = 11, .at = US(1000)),
		ack(.psn = 12, .at = US(1001)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.cause, RS_CAUSE_TIMEOUT);
	assert_int_equal(e.side, RS_SIDE_UPSTREAM);
	assert_int_equal(e.lost_packets, 1);
}

/* ---- NAKs that are waiting ---- */

static void a_nak_whose_packet_came_late_closes_without_a_resend(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 11, .at = US(1)), req(.psn = 12, .at = US(2)), nak(.psn = 11, .at = US(5)),
		ack(.psn = 12, .at = US(6)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.state, RS_STATE_RECOVERED);
	assert_int_equal(e.side, RS_SIDE_REORDER);
	assert_int_equal(e.mode, RS_MODE_NONE);
	assert_int_equal(e.end, US(6));
}

static void its_resend_still_belongs_to_that_nak(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 11, .at = US(1)), req(.psn = 12, .at = US(2)), nak(.psn = 11, .at = US(5)),
		ack(.psn = 12, .at = US(6)), req(.psn = 11, .at = US(8)), req(.psn = 12, .at = US(9)), ack(.psn = 12, .at = US(13)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.cause, RS_CAUSE_NAK_SEQ);
	assert_int_equal(e.side, RS_SIDE_REORDER);
	assert_int_equal(e.resent, 2);
	assert_int_equal(e.lost_packets, 0);
}

static void a_recovery_across_the_turn_of_24_bits(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 0xfffffe), req(.psn = 0, .at = US(1)), req(.psn = 1, .at = US(2)), nak(.psn = 0xffffff, .at = US(5)),
		req(.psn = 0xffffff, .at = US(8)), req(.psn = 0, .at = US(9)), req(.psn = 1, .at = US(10)), ack(.psn = 1, .at = US(14)),
	};

	(void)state;
	RECS_EXPECT(recs,
		    "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=6 new=3 resent=3 acks=1 naks=1 next=2 una=2\n"
		    "  EPISODE cause=NAK_SEQ side=UPSTREAM sign=GAP state=RECOVERED mode=GBN start=1 nak=5 resend=8 end=14 "
		    "first=16777215 hwm=2 lost=16777215/1 lost_bytes=1024 resent=3 resent_bytes=3072 amp=3.00 det=4 react=3 recov=13 "
		    "impact=13 rounds=1 naks=1\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(new_data_ends_an_episode),
		cmocka_unit_test(an_ack_of_everything_ends_an_episode),
		cmocka_unit_test(a_nak_of_something_newer_ends_an_episode_and_opens_the_next),
		cmocka_unit_test(a_read_ends_with_its_last_response_and_no_hole_left),
		cmocka_unit_test(the_end_of_the_capture_leaves_it_open),
		cmocka_unit_test(a_step_back_begins_another_round),
		cmocka_unit_test(a_nak_repeated_before_the_resend_is_one_round),
		cmocka_unit_test(a_sequence_nak_of_a_pending_rnr_changes_nothing),
		cmocka_unit_test(resends_in_flight_drain_into_the_closed_episode),
		cmocka_unit_test(only_what_continues_at_the_pointer_drains),
		cmocka_unit_test(responses_in_flight_drain_too),
		cmocka_unit_test(late_packets_before_a_resend_were_its_beginning),
		cmocka_unit_test(late_packets_before_new_data_stay_late),
		cmocka_unit_test(a_run_must_touch_the_resend),
		cmocka_unit_test(ids_leave_nothing_to_correct),
		cmocka_unit_test(a_late_read_fills_all_its_psns),
		cmocka_unit_test(an_answer_quicker_than_any_was_for_the_original),
		cmocka_unit_test(an_answer_before_the_resend_was_whole_found_everything_there),
		cmocka_unit_test(an_answer_too_quick_for_the_last_resend_found_it_there),
		cmocka_unit_test(an_answer_to_the_last_resend_leaves_the_timeout),
		cmocka_unit_test(without_an_ack_delay_the_confidence_is_low),
		cmocka_unit_test(a_hole_is_a_loss_however_quick_the_answer),
		cmocka_unit_test(a_nak_whose_packet_came_late_closes_without_a_resend),
		cmocka_unit_test(its_resend_still_belongs_to_that_nak),
		cmocka_unit_test(a_recovery_across_the_turn_of_24_bits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
