/* SPDX-License-Identifier: BSD-2-Clause */
/* What answers mean for their lane (diagnosis 1.7). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/answers.h"
#include "tests/lib/recs.h"

static void acks_are_new_repeated_or_stale(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 11, .at = US(1)), req(.psn = 12, .at = US(2)), ack(.psn = 11, .at = US(6)),
		ack(.psn = 11, .at = US(7)), ack(.psn = 10, .at = US(8)), ack(.psn = 12, .at = US(9)),
	};

	(void)state;
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=3 new=3 acks=4 dup_acks=1 stale_acks=1 next=13 una=13\n");
}

static void only_packets_sent_once_give_a_delay(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), ack(.psn = 10, .at = US(7)), req(.psn = 11, .at = US(10)), nak(.psn = 11, .at = US(14)),
		req(.psn = 11, .at = US(17)), ack(.psn = 11, .at = US(18)), req(.psn = 12, .at = US(20)), ack(.psn = 12, .at = US(29)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.lanes[0].ack_min, US(7));
	assert_int_equal(r.snap.lanes[0].ack_p99, US(9));
	run_fini(&r);
}

static void the_first_response_of_a_read_gives_a_delay(void **state)
{
	const struct rs_record recs[] = {
		rreq(.psn = 10, .dma = 2048), rfirst(.psn = 10, .at = US(6)), rlast(.psn = 11, .at = US(50)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.lanes[0].ack_min, US(6));
	assert_int_equal(r.snap.lanes[0].ack_p99, US(6));
	run_fini(&r);
}

static void skewed_data_gives_no_delay(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), ack(.psn = 10, .at = US(7)), ack(.psn = 11, .at = US(10)), req(.psn = 11, .at = US(11)),
		ack(.psn = 11, .at = US(12)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.classes[3], RS_CLASS_SKEWED);
	assert_int_equal(r.snap.lanes[0].ack_min, US(7));
	assert_int_equal(r.snap.lanes[0].ack_p99, US(7));
	run_fini(&r);
}

static void a_nak_acknowledges_what_precedes_it(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 12, .at = US(1)), req(.psn = 13, .at = US(2)), nak(.psn = 12, .at = US(6)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.lanes[0].una_psn, 12);
	assert_int_equal(r.snap.lanes[0].cap_missing, 1); /* 11 arrived */
	run_fini(&r);
}

static void an_acknowledged_gap_is_capture_loss_and_nothing_else(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 13, .at = US(1)), ack(.psn = 13, .at = US(5)), ack(.psn = 15, .at = MS(5)),
	};
	struct run r;

	(void)state;
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=2 new=2 acks=2 cap_missing=4 next=16 una=16\n");
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(recs_events(&r, RS_EVENT_CAPTURE_LOSS), 2);
	assert_int_equal(recs_event(&r, RS_EVENT_CAPTURE_LOSS, 1)->psn_first, 14);
	assert_int_equal(recs_event(&r, RS_EVENT_CAPTURE_LOSS, 1)->psn_last, 15);
	assert_int_equal(r.snap.lanes[0].first_missing, 2);
	run_fini(&r);
}

static void fatal_naks_kill_the_lane_without_an_episode(void **state)
{
	for (uint8_t code = 1; code <= 4; code++) {
		const struct rs_record recs[] = {
			req(.psn = 10), req(.psn = 11, .at = US(1)), fatal(.psn = 11, .code = code, .at = US(5)),
		};
		struct run r;

		(void)state;
		recs_run(&r, NULL, recs, RECS_COUNT(recs));
		assert_int_equal(r.snap.lanes[0].fatal_naks, 1);
		assert_true(r.snap.lanes[0].dead);
		assert_int_equal(r.snap.lanes[0].una_psn, 11);
		assert_int_equal(r.episode_count, 0);
		assert_int_equal(recs_event(&r, RS_EVENT_FATAL_NAK, 0)->detail, 0x60 | code);
		assert_int_equal(recs_event(&r, RS_EVENT_FATAL_NAK, 0)->psn_first, 11);
		run_fini(&r);
	}
}

static void reserved_codes_conclude_nothing(void **state)
{
	for (unsigned code = 5; code < 32; code++) {
		struct rs_record recs[] = {
			req(.psn = 10), req(.psn = 11, .at = US(1)), fatal(.psn = 11, .code = (uint8_t)code, .at = US(5)),
		};
		struct run r;

		(void)state;
		if (code == 31)
			recs[2].u.ack.syndrome = 0x40; /* the reserved kind */
		recs_run(&r, NULL, recs, RECS_COUNT(recs));
		assert_int_equal(r.snap.lanes[0].fatal_naks, 0);
		assert_false(r.snap.lanes[0].dead);
		assert_int_equal(r.snap.lanes[0].acks, 0);
		assert_int_equal(r.snap.lanes[0].una_psn, 11);
		assert_true(r.snap.lanes[0].responded);
		assert_int_equal(r.event_count, 0);
		run_fini(&r);
	}
}

static void an_answer_without_its_aeth_says_only_what_precedes_it(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 11, .at = US(1)), ack(.psn = 11, .cut = true, .at = US(5)),
	};

	(void)state;
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=2 new=2 short=1 next=12 una=11\n");
}

static void reads_in_order(void **state)
{
	const struct rs_record recs[] = {
		rreq(.psn = 10, .dma = 3072), rreq(.psn = 13, .dma = 1024, .at = US(1)), rfirst(.psn = 10, .at = US(4)),
		rmid(.psn = 11, .at = US(5)), rlast(.psn = 12, .at = US(6)), ronly(.psn = 13, .at = US(7)),
	};
	struct run r;

	(void)state;
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=2 new=2 rresp=4 next=14 una=14\n");
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.lanes[0].pmtu, 1024);
	assert_int_equal(r.snap.lanes[0].goodput_bytes, 4096);
	run_fini(&r);
}

static void repeated_reads_may_overlap_and_begin_with_a_middle(void **state)
{
	const struct rs_record recs[] = {
		rreq(.psn = 10, .dma = 4096), rfirst(.psn = 10, .at = US(4)), rmid(.psn = 11, .at = US(5)), rlast(.psn = 13, .at = US(6)),
		rreq(.psn = 12, .dma = 2048, .at = US(9)), rmid(.psn = 12, .at = US(13)), rlast(.psn = 13, .at = US(14)),
	};

	(void)state;
	RECS_EXPECT(recs,
		    "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=2 new=1 resent=1 rresp=5 rresp_resent=2 next=14 una=14\n"
		    "  EPISODE cause=READ_RESP side=RESP_UPSTREAM sign=GAP state=RECOVERED mode=REREAD start=6 nak=- resend=9 end=14 "
		    "first=12 hwm=14 lost=12/1 lost_bytes=1024 resent=2 resent_bytes=2048 amp=2.00 det=- react=- recov=8 impact=8 "
		    "rounds=1\n");
}

static void una_waits_for_a_missing_response(void **state)
{
	const struct rs_record recs[] = {
		rreq(.psn = 10, .dma = 2048), req(.psn = 12, .len = 64, .at = US(1)), rfirst(.psn = 10, .at = US(4)), ack(.psn = 12, .at = US(6)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.lanes[0].una_psn, 11);
	assert_int_equal(r.snap.lanes[0].cap_missing, 0);
	run_fini(&r);
}

static void a_read_whose_request_was_missed_is_one_loss(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 9), rfirst(.psn = 10, .at = US(4)), rmid(.psn = 11, .at = US(5)), rlast(.psn = 12, .at = US(6)),
	};

	(void)state;
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=1 new=1 cap_missing=1 rresp=3 next=13 una=13\n");
}

static void an_atomic_answered_again_is_a_replay(void **state)
{
	const struct rs_record recs[] = {
		atomic(.psn = 40), aack(.psn = 40, .val = 7, .at = US(4)), atomic(.psn = 40, .at = US(800)),
		aack(.psn = 40, .val = 7, .at = US(804)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.lanes[0].atomic_replays, 1);
	assert_int_equal(r.snap.lanes[0].dup_acks, 1);
	assert_int_equal(recs_events(&r, RS_EVENT_ATOMIC_MISMATCH), 0);
	run_fini(&r);
}

static void another_value_is_a_mismatch(void **state)
{
	const struct rs_record recs[] = {
		atomic(.psn = 40), aack(.psn = 40, .val = 7, .at = US(4)), atomic(.psn = 40, .at = US(800)),
		aack(.psn = 40, .val = 8, .at = US(804)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.lanes[0].atomic_replays, 1);
	assert_int_equal(recs_events(&r, RS_EVENT_ATOMIC_MISMATCH), 1);
	assert_int_equal(recs_event(&r, RS_EVENT_ATOMIC_MISMATCH, 0)->psn_first, 40);
	assert_int_equal(recs_event(&r, RS_EVENT_ATOMIC_MISMATCH, 0)->frames[0], 4);
	run_fini(&r);
}

static void a_refused_atomic_is_a_nak(void **state)
{
	const struct rs_record recs[] = {
		atomic(.psn = 40), REC(0x12, .syndrome = 0x62, .psn = 40, .at = US(4)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.lanes[0].fatal_naks, 1);
	assert_int_equal(r.snap.lanes[0].una_psn, 40);
	run_fini(&r);
}

static void identical_acks_of_duplicates_are_no_loss(void **state)
{
	struct rs_record recs[12] = {req(.psn = 10)};

	(void)state;
	for (unsigned i = 1; i < 12; i++)
		recs[i] = ack(.psn = 10, .at = US(4) + i * 100);
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=1 new=1 acks=11 dup_acks=10 next=11 una=11\n");
}

static void answers_across_the_turn_of_24_bits(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 0xfffffe, .len = 256), rreq(.psn = 0xffffff, .dma = 2048, .at = US(1)), rfirst(.psn = 0xffffff, .at = US(5)),
		rlast(.psn = 0, .at = US(6)), req(.psn = 1, .at = US(7)), ack(.psn = 1, .at = US(11)), ack(.psn = 0xfffffe, .at = US(12)),
	};

	(void)state;
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=3 new=3 acks=2 stale_acks=1 rresp=2 next=2 una=2\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(acks_are_new_repeated_or_stale),
		cmocka_unit_test(only_packets_sent_once_give_a_delay),
		cmocka_unit_test(the_first_response_of_a_read_gives_a_delay),
		cmocka_unit_test(skewed_data_gives_no_delay),
		cmocka_unit_test(a_nak_acknowledges_what_precedes_it),
		cmocka_unit_test(an_acknowledged_gap_is_capture_loss_and_nothing_else),
		cmocka_unit_test(fatal_naks_kill_the_lane_without_an_episode),
		cmocka_unit_test(reserved_codes_conclude_nothing),
		cmocka_unit_test(an_answer_without_its_aeth_says_only_what_precedes_it),
		cmocka_unit_test(reads_in_order),
		cmocka_unit_test(repeated_reads_may_overlap_and_begin_with_a_middle),
		cmocka_unit_test(una_waits_for_a_missing_response),
		cmocka_unit_test(a_read_whose_request_was_missed_is_one_loss),
		cmocka_unit_test(an_atomic_answered_again_is_a_replay),
		cmocka_unit_test(another_value_is_a_mismatch),
		cmocka_unit_test(a_refused_atomic_is_a_nak),
		cmocka_unit_test(identical_acks_of_duplicates_are_no_loss),
		cmocka_unit_test(answers_across_the_turn_of_24_bits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
