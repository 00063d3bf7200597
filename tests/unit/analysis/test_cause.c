/* SPDX-License-Identifier: BSD-2-Clause */
/* Causes of rounds in their order (diagnosis 1.6), each threshold from both sides. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/cause.h"
#include "tests/lib/recs.h"

static void expect(const struct rs_record *recs, size_t count, unsigned cause, unsigned side, unsigned flags)
{
	const struct rs_episode e = recs_episode(recs, count);

	if (e.cause != cause || e.side != side || (e.flags & ~RS_EPI_LOW_CONFIDENCE) != flags)
		fail_msg("%s %s flags %x, expected %s %s flags %x", rs_cause_name(e.cause), rs_side_name(e.side), e.flags,
			 rs_cause_name(cause), rs_side_name(side), flags);
}

#define EXPECT(recs, cause, side, flags) \
	expect(recs, RECS_COUNT(recs), RS_CAUSE_##cause, RS_SIDE_##side, flags)

/* ---- 1: READ_RESP ---- */

static void a_read_from_a_hole_among_its_responses(void **state)
{
	const struct rs_record recs[] = {
		rreq(.psn = 200, .dma = 4096),
		rfirst(.psn = 200, .at = US(4)),
		rlast(.psn = 203, .at = US(5)),
		rreq(.psn = 201, .dma = 3072, .at = US(9)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	EXPECT(recs, READ_RESP, RESP_UPSTREAM, 0);
	assert_int_equal(e.lost_packets, 2); /* 201 and 202 */
	assert_int_equal(e.lost_exact, 1);
	assert_int_equal(e.sign, RS_SIGN_GAP);
	assert_int_equal(e.start, US(5));
	assert_int_equal(e.mode, RS_MODE_REREAD);
}

static void a_read_from_what_had_passed(void **state)
{
	const struct rs_record recs[] = {
		rreq(.psn = 200, .dma = 4096),
		rfirst(.psn = 200, .at = US(4)),
		rmid(.psn = 201, .at = US(5)),
		rreq(.psn = 201, .dma = 3072, .at = US(9)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	EXPECT(recs, READ_RESP, RESP_DOWNSTREAM, 0);
	assert_int_equal(e.lost_packets, 1);
	assert_int_equal(e.lost_exact, 0);
	assert_int_equal(e.lost[0].first, 201);
}

static void a_read_from_beyond_all_responses_is_a_timer(void **state)
{
	const struct rs_record recs[] = {
		rreq(.psn = 200, .dma = 4096),
		rfirst(.psn = 200, .at = US(4)),
		rmid(.psn = 201, .at = US(5)),
		rreq(.psn = 202, .dma = 2048, .at = US(500)),
	};

	(void)state;
	EXPECT(recs, TIMEOUT, UNKNOWN, 0);
}

static void a_read_whose_responses_never_came_is_a_timer(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 199), ack(.psn = 199, .at = US(4)), rreq(.psn = 200, .dma = 4096, .at = US(5)),
		rreq(.psn = 200, .dma = 4096, .at = US(600)),
	};

	(void)state;
	EXPECT(recs, TIMEOUT, UNKNOWN, 0);
}

static void a_read_again_from_a_response_that_came_late(void **state)
{
	for (uint32_t from = 201; from <= 203; from++) {
		const struct rs_record recs[] = {
			rreq(.psn = 200, .dma = 4096),
			rfirst(.psn = 200, .id = 1, .at = US(4)),
			rmid(.psn = 202, .id = 3, .at = US(5)),
			rmid(.psn = 201, .id = 2, .at = US(6)),
			rlast(.psn = 203, .id = 4, .at = US(7)),
			rreq(.psn = from, .dma = (204 - from) * 1024, .at = US(10)),
		};

		(void)state;
		/* From the late one, or from the one behind it. */
		if (from <= 202)
			EXPECT(recs, READ_RESP, REORDER, 0);
		else
			EXPECT(recs, READ_RESP, RESP_DOWNSTREAM, 0);
	}
}

static void an_atomic_whose_answer_is_a_hole(void **state)
{
	const struct rs_record recs[] = {
		atomic(.psn = 50), atomic(.psn = 51, .at = US(1)), aack(.psn = 51, .at = US(5)), atomic(.psn = 50, .at = US(9)),
	};

	(void)state;
	EXPECT(recs, READ_RESP, RESP_UPSTREAM, 0);
}

static void an_atomic_whose_answer_passed_needs_a_later_response(void **state)
{
	const struct rs_record alone[] = {
		atomic(.psn = 50), aack(.psn = 50, .at = US(4)), atomic(.psn = 50, .at = US(900)),
	}, later[] = {
		atomic(.psn = 50), atomic(.psn = 51, .at = US(1)), aack(.psn = 50, .at = US(4)), aack(.psn = 51, .at = US(5)),
		atomic(.psn = 50, .at = US(900)),
	};

	(void)state;
	EXPECT(alone, ACK_LOSS, AFTER_TAP, 0);
	EXPECT(later, READ_RESP, RESP_DOWNSTREAM, 0);
}

/* ---- 2 and 3: NAK_LOST, NAK_SEQ ---- */

static void a_nak_is_lost_after_more_than_1_ms(void **state)
{
	for (rs_ns late = 0; late <= 1; late++) {
		const struct rs_record recs[] = {
			wfirst(.psn = 100), wmid(.psn = 101, .at = US(1)), wmid(.psn = 102, .at = US(2)),
			ack(.psn = 100, .at = US(4)), nak(.psn = 101, .at = US(6)),
			wmid(.psn = 101, .at = US(1006) + late), wmid(.psn = 102, .at = US(1007)),
		};

		(void)state;
		if (late)
			EXPECT(recs, NAK_LOST, DOWNSTREAM, 0);
		else
			EXPECT(recs, NAK_SEQ, DOWNSTREAM, 0);
	}
}

static void a_nak_is_lost_after_more_than_8_ack_delays(void **state)
{
	for (rs_ns late = 0; late <= 1; late++) {
		const struct rs_record recs[] = {
			wfirst(.psn = 100), ack(.psn = 100, .at = US(200)), wmid(.psn = 101, .at = US(201)),
			wmid(.psn = 102, .at = US(202)), nak(.psn = 101, .at = US(206)),
			wmid(.psn = 101, .at = US(206 + 1600) + late),
		};

		(void)state;
		if (late)
			EXPECT(recs, NAK_LOST, DOWNSTREAM, 0);
		else
			EXPECT(recs, NAK_SEQ, DOWNSTREAM, 0);
	}
}

static void a_position_that_only_the_nak_can_tell(void **state)
{
	/* Nothing had acknowledged 101: without the NAK the requester would go back to 100. */
	for (uint32_t from = 100; from <= 102; from++) {
		const struct rs_record recs[] = {
			wfirst(.psn = 100), wmid(.psn = 101, .at = US(1)), wmid(.psn = 102, .at = US(2)),
			wmid(.psn = 103, .at = US(3)), nak(.psn = 102, .at = US(6)), wmid(.psn = from, .at = MS(12)),
		};

		(void)state;
		if (from == 102)
			EXPECT(recs, NAK_SEQ, DOWNSTREAM, 0);
		else
			EXPECT(recs, NAK_LOST, DOWNSTREAM, 0);
	}
}

static void the_first_packet_of_the_message_is_go_back_0(void **state)
{
	const struct rs_record to_first[] = {
		wfirst(.psn = 100), wmid(.psn = 101), wmid(.psn = 102), wmid(.psn = 103, .at = US(3)),
		nak(.psn = 102, .at = US(6)), wfirst(.psn = 100, .at = US(9)),
	}, to_second[] = {
		wfirst(.psn = 100), wmid(.psn = 101), wmid(.psn = 102), wmid(.psn = 103, .at = US(3)),
		nak(.psn = 102, .at = US(6)), wmid(.psn = 101, .at = US(9)),
	}, other_message[] = {
		wfirst(.psn = 100), wlast(.psn = 101), wfirst(.psn = 102), wmid(.psn = 103, .at = US(3)),
		nak(.psn = 103, .at = US(6)), wfirst(.psn = 100, .at = US(9)),
	};

	(void)state;
	EXPECT(to_first, NAK_SEQ, DOWNSTREAM, RS_EPI_GOBACK0);
	EXPECT(to_second, NAK_SEQ, DOWNSTREAM, RS_EPI_EARLY_START);
	EXPECT(other_message, NAK_SEQ, DOWNSTREAM, RS_EPI_EARLY_START);
}

static void a_long_message_is_begun_again_from_what_is_forgotten(void **state)
{
	struct rs_record recs[204];
	unsigned n = 0;

	(void)state;
	recs[n++] = wfirst(.psn = 0, .dma = 1024 * 300);
	for (uint32_t psn = 1; psn < 200; psn++)
		recs[n++] = wmid(.psn = psn, .at = US(psn));
	recs[n++] = ack(.psn = 150, .at = US(201));
	recs[n++] = nak(.psn = 160, .at = US(202));
	recs[n++] = wfirst(.psn = 0, .dma = 1024 * 300, .at = US(205));
	expect(recs, n, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM, RS_EPI_GOBACK0);
	recs[0] = recs[n - 1] = wfirst(.psn = 0, .dma = 1024 * 160, .at = US(205)); /* ends before 160 */
	recs[0].time = RECS_EPOCH_NS;
	expect(recs, n, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM, RS_EPI_EARLY_START);
}

static void what_an_earlier_nak_asked_for_is_no_early_start(void **state)
{
	const struct rs_record recs[] = {
		wfirst(.psn = 100), wmid(.psn = 101), wmid(.psn = 102), wmid(.psn = 103, .at = US(3)),
		nak(.psn = 101, .at = US(6)), nak(.psn = 102, .at = US(7)), wmid(.psn = 101, .at = US(9)),
	};

	(void)state;
	EXPECT(recs, NAK_SEQ, REORDER, 0);
}

/* ---- 4: RNR ---- */

static void an_rnr_round_is_early_before_nine_tenths_of_the_delay(void **state)
{
	for (rs_ns early = 0; early <= 1; early++) {
		const struct rs_record recs[] = {
			sonly(.psn = 500), rnr(.psn = 500, .code = 12, .at = US(4)), /* 640 us */
			sonly(.psn = 500, .at = US(4 + 576) - early), ack(.psn = 500, .at = US(700)),
		};

		(void)state;
		EXPECT(recs, RNR, RECEIVER, early ? RS_EPI_RNR_EARLY : 0);
	}
}

static void code_0_is_the_longest_rnr_delay(void **state)
{
	const struct rs_record recs[] = {
		sonly(.psn = 500), rnr(.psn = 500, .code = 0, .at = US(4)), sonly(.psn = 500, .at = MS(589)),
	}, in_time[] = {
		sonly(.psn = 500), rnr(.psn = 500, .code = 0, .at = US(4)), sonly(.psn = 500, .at = MS(590)),
	};

	(void)state;
	EXPECT(recs, RNR, RECEIVER, RS_EPI_RNR_EARLY); /* 0.9 x 655.36 ms */
	EXPECT(in_time, RNR, RECEIVER, 0);
}

/* ---- 5: ACK_LOSS, SPURIOUS_TIMEOUT ---- */

static void an_ack_less_than_t_idle_ago_crossed_the_resend(void **state)
{
	for (rs_ns early = 0; early <= 1; early++) {
		const struct rs_record recs[] = {
			req(.psn = 10), ack(.psn = 10, .at = US(4)), req(.psn = 11, .at = US(5)), ack(.psn = 11, .at = US(9)),
			req(.psn = 11, .at = US(109) - early), ack(.psn = 11, .at = US(113)),
		};

		(void)state;
		if (early)
			EXPECT(recs, SPURIOUS_TIMEOUT, NONE, 0);
		else
			EXPECT(recs, ACK_LOSS, AFTER_TAP, 0);
	}
}

static void an_ack_less_than_2_ack_delays_ago_crossed_the_resend(void **state)
{
	for (rs_ns early = 0; early <= 1; early++) {
		const struct rs_record recs[] = {
			req(.psn = 10), ack(.psn = 10, .at = US(80)), req(.psn = 11, .at = US(81)), ack(.psn = 11, .at = US(161)),
			req(.psn = 11, .at = US(321) - early), ack(.psn = 11, .at = US(330)),
		};

		(void)state;
		if (early)
			EXPECT(recs, SPURIOUS_TIMEOUT, NONE, 0);
		else
			EXPECT(recs, ACK_LOSS, AFTER_TAP, 0);
	}
}

static void a_resend_right_behind_another_request_was_under_way(void **state)
{
	for (rs_ns early = 0; early <= 1; early++) {
		const struct rs_record recs[] = {
			req(.psn = 10), ack(.psn = 10, .at = US(4)), req(.psn = 11, .at = US(5)), ack(.psn = 11, .at = US(9)),
			req(.psn = 12, .at = US(1000)), req(.psn = 11, .at = US(1100) - early),
		};
		const struct rs_episode e = RECS_EPISODE(recs);

		(void)state;
		assert_int_equal(e.lost_packets, 0);
		assert_int_equal(e.timer_rounds, !early);
		if (early)
			EXPECT(recs, SPURIOUS_TIMEOUT, NONE, 0);
		else
			EXPECT(recs, ACK_LOSS, AFTER_TAP, 0);
	}
}

static void only_what_lies_below_una_was_acknowledged(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), ack(.psn = 10, .at = US(4)), req(.psn = 11, .at = US(5)), req(.psn = 11, .at = US(505)),
		ack(.psn = 11, .at = US(509)),
	};

	(void)state;
	EXPECT(recs, TIMEOUT, UNKNOWN, 0); /* psn = una */
}

/* ---- 6 to 8: TIMEOUT, NAK_UNSEEN, UNKNOWN ---- */

static void silence_of_t_idle_is_a_timer(void **state)
{
	for (rs_ns early = 0; early <= 1; early++) {
		const struct rs_record recs[] = {
			req(.psn = 10), ack(.psn = 10, .at = US(4)), req(.psn = 11, .at = US(5)), req(.psn = 12, .at = US(6)),
			req(.psn = 11, .at = US(106) - early), req(.psn = 12, .at = US(107)),
		};

		(void)state;
		if (early)
			EXPECT(recs, NAK_UNSEEN, UNKNOWN, 0);
		else
			EXPECT(recs, TIMEOUT, UNKNOWN, 0);
	}
}

static void a_response_breaks_the_silence(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 11, .at = US(5)), ack(.psn = 10, .at = US(50)), req(.psn = 11, .at = US(149)),
	}, longer[] = {
		req(.psn = 10), req(.psn = 11, .at = US(5)), ack(.psn = 10, .at = US(50)), req(.psn = 11, .at = US(150)),
	};

	(void)state;
	EXPECT(recs, NAK_UNSEEN, UNKNOWN, 0);
	EXPECT(longer, TIMEOUT, UNKNOWN, 0);
}

static void without_any_response_a_quick_resend_is_unknown(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 11, .at = US(5)), req(.psn = 10, .at = US(50)),
	}, idle[] = {
		req(.psn = 10), req(.psn = 11, .at = US(5)), req(.psn = 10, .at = US(105)),
	};

	(void)state;
	EXPECT(recs, UNKNOWN, UNKNOWN, 0);
	EXPECT(idle, TIMEOUT, UNKNOWN, 0); /* a timer shows from one side too */
}

static void a_hole_behind_the_restart_puts_a_timer_upstream(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), ack(.psn = 10, .at = US(4)), req(.psn = 11, .at = US(5)), req(.psn = 13, .at = US(6)),
		req(.psn = 11, .at = US(600)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	EXPECT(recs, TIMEOUT, UPSTREAM, 0);
	assert_int_equal(e.lost[0].first, 12);
	assert_int_equal(e.lost[0].last, 12);
	assert_int_equal(e.lost_packets, 1);
	assert_int_equal(e.lost_exact, 1);
	assert_int_equal(e.sign, RS_SIGN_GAP);
	assert_int_equal(e.start, US(6));
}

/* ---- RETX_LOST ---- */

static void a_timer_inside_a_nak_recovery_lost_the_resend(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), ack(.psn = 10, .at = US(4)), req(.psn = 11, .at = US(5)), req(.psn = 12, .at = US(6)),
		nak(.psn = 11, .at = US(9)), req(.psn = 11, .at = US(12)), req(.psn = 12, .at = US(13)),
		req(.psn = 11, .at = US(500)), req(.psn = 12, .at = US(501)), ack(.psn = 12, .at = US(505)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	EXPECT(recs, NAK_SEQ, DOWNSTREAM, RS_EPI_RETX_LOST);
	assert_int_equal(e.rounds, 2);
	assert_int_equal(e.timer_rounds, 1);
	assert_int_equal(e.stalls[0], US(487));
	assert_int_equal(e.impact, US(496)); /* from the NAK on: round 1 was no timer round */
}

static void a_second_nak_is_no_lost_resend(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), ack(.psn = 10, .at = US(4)), req(.psn = 11, .at = US(5)), req(.psn = 12, .at = US(6)),
		nak(.psn = 11, .at = US(9)), req(.psn = 11, .at = US(12)), req(.psn = 12, .at = US(13)),
		nak(.psn = 11, .at = US(300)), req(.psn = 11, .at = US(303)), req(.psn = 12, .at = US(304)),
		ack(.psn = 12, .at = US(308)),
	};

	(void)state;
	EXPECT(recs, NAK_SEQ, DOWNSTREAM, 0);
}

static void timers_are_four_causes(void **state)
{
	(void)state;
	for (unsigned cause = 0; cause < RS_CAUSE_COUNT; cause++)
		assert_int_equal(cause_is_timer(cause), cause == RS_CAUSE_TIMEOUT || cause == RS_CAUSE_ACK_LOSS ||
								cause == RS_CAUSE_SPURIOUS_TIMEOUT || cause == RS_CAUSE_NAK_LOST);
}

static void causes_do_not_depend_on_where_24_bits_turn(void **state)
{
	const struct rs_record recs[] = {
		wfirst(.psn = 0xfffffe), wmid(.psn = 0xffffff), wmid(.psn = 0, .at = US(2)), wmid(.psn = 1, .at = US(3)),
		nak(.psn = 0, .at = US(6)), wfirst(.psn = 0xfffffe, .at = US(9)),
	}, position[] = {
		wfirst(.psn = 0xfffffe), wmid(.psn = 0xffffff), wmid(.psn = 0, .at = US(2)), wmid(.psn = 1, .at = US(3)),
		nak(.psn = 0, .at = US(6)), wmid(.psn = 0, .at = MS(12)),
	};

	(void)state;
	EXPECT(recs, NAK_SEQ, DOWNSTREAM, RS_EPI_GOBACK0);
	EXPECT(position, NAK_SEQ, DOWNSTREAM, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_read_from_a_hole_among_its_responses),
		cmocka_unit_test(a_read_from_what_had_passed),
		cmocka_unit_test(a_read_from_beyond_all_responses_is_a_timer),
		cmocka_unit_test(a_read_whose_responses_never_came_is_a_timer),
		cmocka_unit_test(a_read_again_from_a_response_that_came_late),
		cmocka_unit_test(an_atomic_whose_answer_is_a_hole),
		cmocka_unit_test(an_atomic_whose_answer_passed_needs_a_later_response),
		cmocka_unit_test(a_nak_is_lost_after_more_than_1_ms),
		cmocka_unit_test(a_nak_is_lost_after_more_than_8_ack_delays),
		cmocka_unit_test(a_position_that_only_the_nak_can_tell),
		cmocka_unit_test(the_first_packet_of_the_message_is_go_back_0),
		cmocka_unit_test(a_long_message_is_begun_again_from_what_is_forgotten),
		cmocka_unit_test(what_an_earlier_nak_asked_for_is_no_early_start),
		cmocka_unit_test(an_rnr_round_is_early_before_nine_tenths_of_the_delay),
		cmocka_unit_test(code_0_is_the_longest_rnr_delay),
		cmocka_unit_test(an_ack_less_than_t_idle_ago_crossed_the_resend),
		cmocka_unit_test(an_ack_less_than_2_ack_delays_ago_crossed_the_resend),
		cmocka_unit_test(a_resend_right_behind_another_request_was_under_way),
		cmocka_unit_test(only_what_lies_below_una_was_acknowledged),
		cmocka_unit_test(silence_of_t_idle_is_a_timer),
		cmocka_unit_test(a_response_breaks_the_silence),
		cmocka_unit_test(without_any_response_a_quick_resend_is_unknown),
		cmocka_unit_test(a_hole_behind_the_restart_puts_a_timer_upstream),
		cmocka_unit_test(a_timer_inside_a_nak_recovery_lost_the_resend),
		cmocka_unit_test(a_second_nak_is_no_lost_resend),
		cmocka_unit_test(timers_are_four_causes),
		cmocka_unit_test(causes_do_not_depend_on_where_24_bits_turn),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
