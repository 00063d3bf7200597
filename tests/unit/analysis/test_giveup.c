/* SPDX-License-Identifier: BSD-2-Clause */
/* Ends of a lane's life: retries exhausted (diagnosis 1.8), QP reuse and outages (1.9). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/giveup.h"
#include "tests/lib/recs.h"

#include <string.h>

/* ---- retries exhausted ---- */

/* PSN 11 is sent at 1 ms and again after each of the silences; then something else at @end. */
static void timers(struct run *r, const rs_ns *stalls, unsigned count, rs_ns end, const struct rs_record *cm)
{
	struct rs_record recs[16];
	unsigned n = 0;
	rs_ns at = MS(1);

	if (cm) {
		recs[n++] = cm[0];
		recs[n++] = cm[1];
	}
	recs[n++] = req(.psn = 10);
	recs[n++] = ack(.psn = 10, .at = US(4));
	recs[n++] = req(.psn = 11, .at = at);
	for (unsigned i = 0; i < count; i++) {
		at += stalls[i];
		recs[n++] = req(.psn = 11, .at = at);
	}
	recs[n++] = req(.psn = 5, .from = 'C', .to = 'D', .at = at + end); /* the capture goes on */
	recs_run(r, NULL, recs, n);
}

static bool gave_up(const rs_ns *stalls, unsigned count, rs_ns end, const struct rs_record *cm)
{
	struct run r;
	bool failed;

	timers(&r, stalls, count, end, cm);
	assert_int_equal(r.episode_count, 1);
	failed = r.episodes[0].state == RS_STATE_FAILED;
	assert_int_equal(recs_events(&r, RS_EVENT_RETRY_EXHAUSTED), failed);
	assert_int_equal(r.snap.lanes[0].dead, failed);
	run_fini(&r);
	return failed;
}

static void a_constant_timer_is_exhausted_after_one_and_a_half(void **state)
{
	const rs_ns stalls[] = { MS(4), MS(4), MS(4) };

	(void)state;
	assert_true(gave_up(stalls, 3, MS(6), NULL));
	assert_false(gave_up(stalls, 3, MS(6) - 200, NULL));
}

static void stalls_within_a_tenth_agree(void **state)
{
	const rs_ns agree[] = { MS(4), MS(4), MS(4.4) }, differ[] = { MS(4), MS(4), MS(4.5) };

	(void)state;
	assert_true(gave_up(agree, 3, MS(6.6), NULL));
	assert_false(gave_up(differ, 3, MS(6.75), NULL));
	assert_true(gave_up(differ, 3, MS(18), NULL));
}

static void a_growing_timer_is_exhausted_after_four(void **state)
{
	const rs_ns stalls[] = { MS(1), MS(2), MS(4) };

	(void)state;
	assert_true(gave_up(stalls, 3, MS(16), NULL));
	assert_false(gave_up(stalls, 3, MS(16) - 200, NULL));
}

static void two_rounds_are_too_few(void **state)
{
	const rs_ns stalls[] = { MS(4), MS(4) };

	(void)state;
	assert_false(gave_up(stalls, 2, MS(400), NULL));
}

static void with_cm_the_retry_count_is_needed(void **state)
{
	const struct rs_record cm[] = {
		cmreq(.lid = 1, .lqp = 0xa1, .timeout = 10, .retry = 5),
		cmrep(.from = 'B', .to = 'A', .rid = 1, .lqp = 0xb1),
	};
	const rs_ns stalls[] = { MS(4), MS(4), MS(4), MS(4), MS(4) };

	(void)state;
	assert_false(gave_up(stalls, 4, MS(400), cm));
	assert_true(gave_up(stalls, 5, MS(400), cm));
}

static void the_event_names_the_last_round(void **state)
{
	const rs_ns stalls[] = { MS(4), MS(4), MS(4) };
	const struct rs_event *e;
	struct run r;

	(void)state;
	timers(&r, stalls, 3, MS(100), NULL);
	e = recs_event(&r, RS_EVENT_RETRY_EXHAUSTED, 0);
	assert_int_equal(e->time, RECS_EPOCH_NS + MS(13));
	assert_int_equal(e->frames[0], 6);
	assert_int_equal(e->psn_first, 11);
	assert_int_equal(r.episodes[0].rounds, 3);
	assert_int_equal(r.episodes[0].end, RS_NS_NONE);
	run_fini(&r);
}

static void progress_begins_to_count_anew(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), ack(.psn = 10, .at = US(4)), req(.psn = 11, .at = MS(1)), req(.psn = 12, .at = MS(1.001)),
		req(.psn = 11, .at = MS(5)), req(.psn = 12, .at = MS(5.001)), ack(.psn = 11, .at = MS(5.005)),
		req(.psn = 12, .at = MS(9)), req(.psn = 12, .at = MS(13)), req(.psn = 5, .from = 'C', .to = 'D', .at = MS(500)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.rounds, 3);
	assert_int_equal(e.state, RS_STATE_OPEN);
}

static void a_late_answer_finds_the_requester_gone(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), ack(.psn = 10, .at = US(4)), req(.psn = 11, .at = MS(1)), req(.psn = 11, .at = MS(5)),
		req(.psn = 11, .at = MS(9)), req(.psn = 11, .at = MS(13)), ack(.psn = 11, .at = MS(20)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.state, RS_STATE_FAILED);
}

/* ---- RNR retries exhausted ---- */

/* PSN 10 is refused (code 12: 640 us) and sent again @rounds times; the last NAK is left waiting until @end. */
static unsigned rnr_exhausted(unsigned rounds, rs_ns end, const struct rs_record *cm)
{
	struct rs_record recs[40];
	unsigned n = 0, failed;
	struct run r;
	rs_ns at = 0;

	if (cm) {
		recs[n++] = cm[0];
		recs[n++] = cm[1];
	}
	recs[n++] = sonly(.psn = 10);
	for (unsigned i = 0; i < rounds; i++) {
		recs[n++] = rnr(.psn = 10, .code = 12, .at = at + US(4));
		at += US(700);
		recs[n++] = sonly(.psn = 10, .at = at);
	}
	recs[n++] = rnr(.psn = 10, .code = 12, .at = at + US(4));
	recs[n++] = req(.psn = 5, .from = 'C', .to = 'D', .at = at + US(4) + end);
	recs_run(&r, NULL, recs, n);
	failed = recs_events(&r, RS_EVENT_RNR_EXHAUSTED);
	assert_int_equal(r.episode_count, 1);
	assert_int_equal(r.episodes[0].state, failed ? RS_STATE_FAILED : RS_STATE_OPEN);
	run_fini(&r);
	return failed;
}

static void a_sender_silent_for_many_rnr_delays_gave_up(void **state)
{
	(void)state;
	assert_int_equal(rnr_exhausted(3, MS(20), NULL), 1);
	assert_int_equal(rnr_exhausted(2, MS(20), NULL), 0);
}

static void within_four_coded_delays_it_still_waits(void **state)
{
	(void)state;
	assert_int_equal(rnr_exhausted(5, US(4 * 640) - 1, NULL), 0);
}

static void rnr_retry_7_never_ends(void **state)
{
	const struct rs_record cm[] = {
		cmreq(.lid = 1, .lqp = 0xa1, .timeout = 10, .retry = 7 | 7 << 4),
		cmrep(.from = 'B', .to = 'A', .rid = 1, .lqp = 0xb1, .retry = 7 << 4),
	};

	(void)state;
	assert_int_equal(rnr_exhausted(8, MS(500), cm), 0);
}

static void with_cm_the_rnr_retry_count_is_needed(void **state)
{
	const struct rs_record cm[] = {
		cmreq(.lid = 1, .lqp = 0xa1, .timeout = 10, .retry = 7 | 5 << 4),
		cmrep(.from = 'B', .to = 'A', .rid = 1, .lqp = 0xb1, .retry = 5 << 4),
	};

	(void)state;
	assert_int_equal(rnr_exhausted(4, MS(500), cm), 0);
	assert_int_equal(rnr_exhausted(5, MS(500), cm), 1);
}

static void a_sender_that_waits_longer_than_coded_is_given_time(void **state)
{
	/* It has always waited 10 times the coded 10 us; soft-RoCE does so. */
	struct rs_record recs[16];
	unsigned n = 0;
	struct run r;

	(void)state;
	for (unsigned i = 0; i < 4; i++) {
		recs[n++] = sonly(.psn = 10, .at = US(110 * i));
		recs[n++] = rnr(.psn = 10, .code = 1, .at = US(110 * i + 5));
	}
	recs[n++] = req(.psn = 5, .from = 'C', .to = 'D', .at = US(335 + 300));
	recs_run(&r, NULL, recs, n);
	assert_int_equal(recs_events(&r, RS_EVENT_RNR_EXHAUSTED), 0);
	run_fini(&r);
}

/* The resend has been answered by silence, not by an RNR NAK: it may be anything. */
static void an_rnr_resend_without_answer_gave_nothing_up(void **state)
{
	const struct rs_record recs[] = {
		sonly(.psn = 10), rnr(.psn = 10, .code = 12, .at = US(4)), sonly(.psn = 10, .at = US(700)),
		rnr(.psn = 10, .code = 12, .at = US(704)), sonly(.psn = 10, .at = US(1400)), rnr(.psn = 10, .code = 12, .at = US(1404)),
		sonly(.psn = 10, .at = US(2100)), req(.psn = 5, .from = 'C', .to = 'D', .at = MS(500)),
	};

	(void)state;
	assert_int_equal(RECS_EPISODE(recs).state, RS_STATE_OPEN);
}

/* ---- QP reuse ---- */

static void a_smaller_msn_makes_resends_first_packets(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 0), ack(.psn = 0, .msn = 1, .at = US(4)), req(.psn = 1, .at = US(5)), ack(.psn = 1, .msn = 2, .at = US(9)),
		req(.psn = 0, .at = MS(50)), req(.psn = 1, .at = MS(50.001)), ack(.psn = 1, .msn = 2, .at = MS(50.005)),
	}, reuse[] = {
		recs[0], recs[1], recs[2], recs[3], recs[4], recs[5], ack(.psn = 0, .msn = 1, .at = MS(50.005)),
	};
	const struct rs_event *e;
	struct run r;

	(void)state;
	/* The same MSN: the ACK was lost and the message is sent again. */
	assert_int_equal(RECS_EPISODE(recs).cause, RS_CAUSE_ACK_LOSS);
	recs_run(&r, NULL, reuse, RECS_COUNT(reuse));
	assert_int_equal(r.episode_count, 0);
	assert_int_equal(r.snap.lanes[0].new_packets, 4);
	assert_int_equal(r.snap.lanes[0].resent, 0);
	assert_int_equal(r.snap.lanes[0].rounds, 0);
	assert_int_equal(r.snap.lanes[0].timer_rounds, 0);
	assert_int_equal(r.snap.lanes[0].stalls, 0);
	assert_int_equal(r.snap.lanes[0].stall_max, 0);
	assert_int_equal(r.snap.lanes[0].epochs, 2);
	assert_int_equal(r.snap.lanes[0].next_psn, 2);
	assert_int_equal(r.snap.lanes[0].una_psn, 1);
	e = recs_event(&r, RS_EVENT_QP_REUSE, 0);
	assert_int_equal(e->time, RECS_EPOCH_NS + MS(50));
	assert_int_equal(e->frames[0], 5);
	assert_int_equal(e->psn_first, 0);
	run_fini(&r);
}

static void a_smaller_msn_at_a_higher_psn_is_reuse_too(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 0), ack(.psn = 0, .msn = 7, .at = US(4)), req(.psn = 5000, .at = MS(50)), req(.psn = 5001, .at = MS(50.001)),
		ack(.psn = 5001, .msn = 2, .at = MS(50.005)),
	};

	(void)state;
	/* PSNs 1 to 4999 were never sent, so none is missing. */
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=3 new=3 acks=2 next=5002 una=5002\n"
			  "  EVENT QP-REUSE t=50000 psn=5000\n");
}

static void an_overtaken_ack_is_no_reuse(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 11, .at = US(1)), req(.psn = 12, .at = US(2)), ack(.psn = 11, .msn = 2, .at = US(6)),
		ack(.psn = 10, .msn = 1, .at = US(7)), ack(.psn = 12, .msn = 3, .at = US(8)),
	};

	(void)state;
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=3 new=3 acks=3 stale_acks=1 next=13 una=13\n");
}

static void an_msn_goes_on_behind_the_turn_of_24_bits(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), ack(.psn = 10, .msn = 0xffffff, .at = US(4)), req(.psn = 11, .at = US(5)), ack(.psn = 11, .msn = 0, .at = US(9)),
	};

	(void)state;
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=2 new=2 acks=2 next=12 una=12\n");
}

static void a_jump_at_the_start_of_a_message_is_reuse(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 12, .at = US(1)), req(.psn = 900000, .at = MS(5)), req(.psn = 900001, .at = MS(5.001)),
	};
	struct run r;

	(void)state;
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=- pair=NONE req=4 new=4 undetermined=1 next=900002 una=-\n"
			  "  EVENT QP-REUSE t=5000 psn=900000\n");
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.classes[2], RS_CLASS_JUMP);
	assert_int_equal(r.snap.lanes[0].epochs, 2);
	run_fini(&r);
}

static void a_jump_inside_a_message_is_an_outage_of_the_capture(void **state)
{
	const struct rs_record recs[] = {
		wfirst(.psn = 10), wmid(.psn = 11, .at = US(1)), wmid(.psn = 900000, .at = MS(5)), wlast(.psn = 900001, .at = MS(5.001)),
	};
	struct run r;

	(void)state;
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=- pair=NONE req=4 new=4 next=900002 una=-\n"
			  "  EVENT CAP-OUTAGE t=5000 psn=900000\n");
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.lanes[0].epochs, 1); /* the same incarnation */
	run_fini(&r);
}

static void an_open_episode_does_not_reach_into_the_next_life(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 11, .at = US(1)), nak(.psn = 10, .at = US(5)), req(.psn = 900000, .at = MS(5)),
		req(.psn = 900001, .at = MS(5.001)), ack(.psn = 900001, .at = MS(5.005)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	assert_int_equal(e.state, RS_STATE_OPEN);
	assert_int_equal(e.resent, 0);
}

/* ---- CM ---- */

static void a_dreq_makes_the_next_message_a_new_life(void **state)
{
	const struct rs_record recs[] = {
		cmreq(.lid = 1, .lqp = 0xa1), cmrep(.from = 'B', .to = 'A', .lid = 2, .rid = 1, .lqp = 0xb1, .at = US(1)),
		req(.psn = 10, .at = US(10)), req(.psn = 11, .at = US(11)), ack(.psn = 11, .at = US(15)),
		cmdreq(.lid = 1, .rid = 2, .lqp = 0xb1, .at = MS(1)), req(.psn = 10, .at = MS(9)), ack(.psn = 10, .at = MS(9.004)),
	};

	(void)state;
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=a1 pair=CM req=3 new=3 acks=2 next=11 una=11\n"
			  "  EVENT QP-REUSE t=9000 psn=10\n");
}

static void a_new_connection_of_the_same_qp_is_a_new_life(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 11, .at = US(1)), ack(.psn = 11, .at = US(5)), cmreq(.lid = 1, .lqp = 0xa1, .at = MS(1)),
		cmrep(.from = 'B', .to = 'A', .lid = 2, .rid = 1, .lqp = 0xb1, .at = MS(2)), req(.psn = 10, .at = MS(9)),
		ack(.psn = 10, .at = MS(9.004)),
	};

	(void)state;
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=a1 pair=CM req=3 new=3 acks=2 next=11 una=11\n"
			  "  EVENT QP-REUSE t=9000 psn=10\n");
}

static void a_drep_alone_ends_a_life_too(void **state)
{
	const struct rs_record recs[] = {
		cmreq(.lid = 1, .lqp = 0xa1), cmrep(.from = 'B', .to = 'A', .lid = 2, .rid = 1, .lqp = 0xb1, .at = US(1)),
		req(.psn = 10, .at = US(10)), ack(.psn = 10, .at = US(15)),
		cmdrep(.from = 'B', .to = 'A', .lid = 2, .rid = 1, .at = MS(1)), req(.psn = 10, .at = MS(9)), ack(.psn = 10, .at = MS(9.004)),
	};

	(void)state;
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=a1 pair=CM req=2 new=2 acks=2 next=11 una=11\n"
			  "  EVENT QP-REUSE t=9000 psn=10\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_constant_timer_is_exhausted_after_one_and_a_half),
		cmocka_unit_test(stalls_within_a_tenth_agree),
		cmocka_unit_test(a_growing_timer_is_exhausted_after_four),
		cmocka_unit_test(two_rounds_are_too_few),
		cmocka_unit_test(with_cm_the_retry_count_is_needed),
		cmocka_unit_test(the_event_names_the_last_round),
		cmocka_unit_test(progress_begins_to_count_anew),
		cmocka_unit_test(a_late_answer_finds_the_requester_gone),
		cmocka_unit_test(a_sender_silent_for_many_rnr_delays_gave_up),
		cmocka_unit_test(within_four_coded_delays_it_still_waits),
		cmocka_unit_test(rnr_retry_7_never_ends),
		cmocka_unit_test(with_cm_the_rnr_retry_count_is_needed),
		cmocka_unit_test(a_sender_that_waits_longer_than_coded_is_given_time),
		cmocka_unit_test(an_rnr_resend_without_answer_gave_nothing_up),
		cmocka_unit_test(a_smaller_msn_makes_resends_first_packets),
		cmocka_unit_test(a_smaller_msn_at_a_higher_psn_is_reuse_too),
		cmocka_unit_test(an_overtaken_ack_is_no_reuse),
		cmocka_unit_test(an_msn_goes_on_behind_the_turn_of_24_bits),
		cmocka_unit_test(a_jump_at_the_start_of_a_message_is_reuse),
		cmocka_unit_test(a_jump_inside_a_message_is_an_outage_of_the_capture),
		cmocka_unit_test(an_open_episode_does_not_reach_into_the_next_life),
		cmocka_unit_test(a_dreq_makes_the_next_message_a_new_life),
		cmocka_unit_test(a_new_connection_of_the_same_qp_is_a_new_life),
		cmocka_unit_test(a_drep_alone_ends_a_life_too),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
