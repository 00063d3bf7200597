/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Each finding: a case that makes it, with its exact sentence, and a healthy neighbour that
 * must not. Episodes, events and rows are written by hand.
 */
#include "fabric_fixture.h"

/* ---- recoveries ---- */

static void a_nak_and_a_resend_make_gbn_nak(void **state)
{
	struct fabric_case c;
	const struct rs_finding *f;

	case_start(&c);
	feed(&c, recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM));
	f = only(&c, RS_FIND_GBN_NAK,
		 "1 Go-Back-N recovery on 10.0.0.1 > 10.0.0.2 qp 0xb1: at least 1 packet lost "
		 "after the tap "
		 "cost 3 resends (at most 3.0 per loss)");
	assert_int_equal(f->severity, RS_SEV_WARNING);
	assert_int_equal(f->confidence, RS_CONF_CERTAIN);
	assert_int_equal(f->count, 1);
	assert_int_equal(f->lost_packets, 1);
	assert_false(f->lost_exact);
	assert_int_equal(f->resent_packets, 3);
	assert_int_equal(f->resent_bytes, 3072);
	assert_int_equal(f->first, 7000);
	assert_int_equal(f->last, 13000);
	assert_int_equal(f->detail, RS_SIDE_DOWNSTREAM);
	assert_int_equal(f->psn, 102);
	assert_int_equal(f->lane_count, 1);
	assert_int_equal(c.v->lanes[f->lane_first], 1);
	assert_int_equal(value_of(f, "nak_seq_error"), 1);
	assert_int_equal(evidence(f, "nak_seq_error")->frames[0], 6);
	assert_int_equal(evidence(f, "nak_seq_error")->frames[1], 0);
	assert_true(evidence(f, "nak_seq_error")->has_expected);
	assert_int_equal(evidence(f, "nak_seq_error")->expected, 0);
	assert_true(evidence(f, "lost_packets")->lower_bound);
	assert_int_equal(value_of(f, "resent_packets"), 3);
	assert_int_equal(evidence(f, "resent_packets")->frames[0], 7);
	assert_int_equal(value_of(f, "nak_to_resend_p50"), 3000);
	assert_string_equal(evidence(f, "nak_to_resend_p50")->unit, "ns");
	assert_null(evidence(f, "timer_stalls"));
	assert_null(evidence(f, "not_recovered"));
	case_end(&c);
}

static void losses_on_both_sides_keep_their_own_numbers(void **state)
{
	struct fabric_case c;
	struct rs_episode e = recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_UPSTREAM);
	const struct rs_finding *f;

	case_start(&c);
	e.lost_packets = 4;
	e.lost_exact = 1;
	feed(&c, e);
	feed(&c, recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM));
	f = only(&c, RS_FIND_GBN_NAK,
		 "2 Go-Back-N recoveries on 10.0.0.1 > 10.0.0.2 qp 0xb1: at least 5 packets lost "
		 "(4 before the tap, at least 1 after it) cost 6 resends (at most 1.2 per loss)");
	assert_int_equal(f->detail, RS_SIDE_UPSTREAM); /* the worse one */
	assert_false(evidence(f, "lost_before_tap")->lower_bound);
	assert_true(evidence(f, "lost_after_tap")->lower_bound);
	case_end(&c);
}

static void damage_is_named_as_the_cause_of_a_recovery(void **state)
{
	struct fabric_case c;
	struct rs_episode e = recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_UPSTREAM);
	const struct rs_finding *f;

	case_start(&c);
	e.lost_exact = 1;
	e.damaged = 1;
	feed(&c, e);
	f = only(&c, RS_FIND_GBN_NAK,
		 "1 Go-Back-N recovery on 10.0.0.1 > 10.0.0.2 qp 0xb1: 1 packet damaged (wrong ICRC) before the tap "
		 "cost 3 resends (3.0 per loss)");
	assert_int_equal(value_of(f, "damaged_packets"), 1);
	case_end(&c);

	case_start(&c);
	e.lost_packets = 3;
	feed(&c, e);
	only(&c, RS_FIND_GBN_NAK,
	     "1 Go-Back-N recovery on 10.0.0.1 > 10.0.0.2 qp 0xb1: 3 packets lost, 1 of them damaged (wrong ICRC), "
	     "before the tap cost 3 resends (1.0 per loss)");
	case_end(&c);
}

static void an_exact_loss_is_said_without_bounds(void **state)
{
	struct fabric_case c;
	struct rs_episode e = recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_UPSTREAM);

	case_start(&c);
	e.lost_exact = 1;
	feed(&c, e);
	only(&c, RS_FIND_GBN_NAK,
	     "1 Go-Back-N recovery on 10.0.0.1 > 10.0.0.2 qp 0xb1: 1 packet lost before the tap "
	     "cost "
	     "3 resends (3.0 per loss)");
	case_end(&c);
}

static void a_loss_before_the_capture_has_no_place(void **state)
{
	struct fabric_case c;

	case_start(&c);
	feed(&c, recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_UNKNOWN));
	only(&c, RS_FIND_GBN_NAK,
	     "1 Go-Back-N recovery on 10.0.0.1 > 10.0.0.2 qp 0xb1: at least 1 packet lost (place "
	     "unknown) "
	     "cost 3 resends (at most 3.0 per loss)");
	case_end(&c);
}

static void a_nak_at_the_end_of_the_capture_has_no_resend_yet(void **state)
{
	struct fabric_case c;
	struct rs_episode e = recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM);

	case_start(&c);
	e.state = RS_STATE_OPEN;
	e.resend = e.end = e.react = RS_NS_NONE;
	e.first = RS_NO_PSN;
	e.resent = 0;
	e.resent_bytes = 0;
	feed(&c, e);
	only(&c, RS_FIND_GBN_NAK,
	     "1 Go-Back-N recovery on 10.0.0.1 > 10.0.0.2 qp 0xb1: at least 1 packet lost after "
	     "the tap, no "
	     "resend is in the capture");
	case_end(&c);
}

static void a_healthy_lane_makes_nothing(void **state)
{
	struct fabric_case c;

	case_start(&c);
	nothing(&c);
	case_end(&c);
}

static void a_timer_makes_gbn_timeout_with_its_wait(void **state)
{
	struct fabric_case c;
	const struct rs_finding *f;

	case_start(&c);
	c.lanes[0].rto_n = 7;
	c.lanes[0].rto_pattern = RS_RTO_ONE;
	feed(&c, timer_recovery(1, RS_CAUSE_TIMEOUT, RS_SIDE_UNKNOWN, 534 * US));
	f = only(&c, RS_FIND_GBN_TIMEOUT,
		 "1 timer recovery on 10.0.0.1 > 10.0.0.2 qp 0xb1: silent for 534 us, then 3 "
		 "resends from "
		 "PSN 102 (timer exponent 5 to 7); packet or ACK lost, this tap cannot tell which");
	assert_int_equal(f->severity, RS_SEV_WARNING);
	assert_int_equal(f->confidence, RS_CONF_LIKELY);
	assert_int_equal(f->stall, 534 * US);
	assert_int_equal(value_of(f, "timer_stalls"), 1);
	assert_int_equal(value_of(f, "stall_max"), 534 * US);
	assert_int_equal(value_of(f, "rto_exponent_low"), 5);
	case_end(&c);
}

static void a_wait_of_one_second_is_critical_a_shorter_one_is_not(void **state)
{
	for (int over = 0; over < 2; over++) {
		struct fabric_case c;
		const rs_ns stall = over ? RS_NS_PER_S : RS_NS_PER_S - 1;

		case_start(&c);
		feed(&c, timer_recovery(1, RS_CAUSE_TIMEOUT, RS_SIDE_UNKNOWN, stall));
		finish(&c);
		assert_int_equal(c.v->findings[0].severity,
				 over ? RS_SEV_CRITICAL : RS_SEV_WARNING);
		case_end(&c);
	}
}

static void several_waits_are_said_with_sum_and_longest(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.lanes[0].rto_n = 10;
	c.lanes[0].rto_exact = true;
	feed(&c, timer_recovery(1, RS_CAUSE_TIMEOUT, RS_SIDE_UNKNOWN, 3280 * US));
	feed(&c, timer_recovery(1, RS_CAUSE_TIMEOUT, RS_SIDE_UNKNOWN, 3570 * US));
	only(
	    &c, RS_FIND_GBN_TIMEOUT,
	    "2 timer recoveries on 10.0.0.1 > 10.0.0.2 qp 0xb1: silent for 6.85 ms in all, longest "
	    "3.57 ms, then 6 resends (timer exponent 10); packet or ACK lost, this tap cannot tell "
	    "which");
	case_end(&c);
}

static void a_nak_that_the_sender_did_not_act_on_makes_gbn_nak_lost(void **state)
{
	struct fabric_case c;
	struct rs_episode e = recovery(1, RS_CAUSE_NAK_LOST, RS_SIDE_UPSTREAM);

	case_start(&c);
	e.react = 4300 * US;
	feed(&c, e);
	only(&c, RS_FIND_GBN_NAK_LOST,
	     "1 NAK on 10.0.0.1 > 10.0.0.2 qp 0xb1 passed the tap, but the sender moved only 4.30 "
	     "ms "
	     "later, likely by its timer: the NAK was lost after the tap, or its resend before the "
	     "tap");
	case_end(&c);
}

static void a_resend_without_a_nak_is_a_note_about_the_capture(void **state)
{
	struct fabric_case c;

	case_start(&c);
	feed(&c, recovery(1, RS_CAUSE_NAK_UNSEEN, RS_SIDE_UNKNOWN));
	only(
	    &c, RS_FIND_GBN_NAK_UNSEEN,
	    "1 recovery on 10.0.0.1 > 10.0.0.2 qp 0xb1 without a NAK in this capture, though other "
	    "responses are visible: the capture likely missed it (3 resends)");
	assert_int_equal(c.v->findings[0].severity, RS_SEV_INFO);
	case_end(&c);
}

static void one_direction_makes_gbn_unexplained_and_cap_oneway(void **state)
{
	struct fabric_case c;
	const struct rs_finding *f;
	char title[300];

	case_start(&c);
	c.lanes[0].responded = false;
	c.lanes[0].pairing = RS_PAIR_NONE;
	c.lanes[0].requests = 8;
	feed(&c, recovery(1, RS_CAUSE_UNKNOWN, RS_SIDE_UNKNOWN));
	finish(&c);
	assert_int_equal(c.v->finding_count, 2);
	f = found(&c, RS_FIND_GBN_UNEXPLAINED);
	assert_non_null(f);
	assert_int_equal(f->confidence, RS_CONF_POSSIBLE);
	rs_finding_title(f, &c.snap, title, sizeof(title));
	assert_string_equal(
	    title, "1 recovery on 10.0.0.1 > 10.0.0.2 qp 0xb1 whose cause cannot be seen from "
		   "here: responses of these QPs are not in the capture (3 resends)");
	f = found(&c, RS_FIND_CAP_ONEWAY);
	assert_non_null(f);
	rs_finding_title(f, &c.snap, title, sizeof(title));
	assert_string_equal(
	    title, "no response to 8 requests of 10.0.0.1 > 10.0.0.2 qp 0xb1 is in the capture: "
		   "the cause of 1 recovery cannot be seen");
	case_end(&c);
}

static void a_thousand_requests_without_response_make_cap_oneway_fewer_do_not(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.lanes[0].responded = false;
	only(&c, RS_FIND_CAP_ONEWAY,
	     "no response to 1,000 requests of 10.0.0.1 > 10.0.0.2 qp 0xb1 is in the capture: "
	     "losses after "
	     "the tap cannot be seen");
	c.lanes[0].requests = 999;
	nothing(&c);
	c.lanes[0].requests = 5000;
	c.lanes[0].responded = true;
	nothing(&c);
	case_end(&c);
}

static void a_lost_retransmission_is_said_beside_its_recovery(void **state)
{
	struct fabric_case c;
	struct rs_episode e = recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM);
	const struct rs_finding *f;
	char title[300];

	case_start(&c);
	e.flags = RS_EPI_RETX_LOST;
	e.stalls[0] = e.stall_total = 67 * MS;
	e.stall_count = 1;
	e.stalls_all = 1;
	feed(&c, e);
	finish(&c);
	assert_int_equal(c.v->finding_count, 2);
	assert_non_null(found(&c, RS_FIND_GBN_NAK));
	f = found(&c, RS_FIND_GBN_RETX_LOST);
	assert_non_null(f);
	rs_finding_title(f, &c.snap, title, sizeof(title));
	assert_string_equal(
	    title, "1 recovery on 10.0.0.1 > 10.0.0.2 qp 0xb1 in which a retransmission was lost "
		   "again: only a timer could repair it, silent for 67.0 ms");
	case_end(&c);
}

static void reordering_that_draws_a_nak_makes_gbn_spurious(void **state)
{
	struct fabric_case c;
	struct rs_episode e = recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_REORDER);

	case_start(&c);
	e.lost_packets = 0;
	c.lanes[0].ooo = 1;
	c.lanes[0].reorder_episodes = 1;
	feed(&c, e);
	only(&c, RS_FIND_GBN_SPURIOUS,
	     "1 Go-Back-N recovery on 10.0.0.1 > 10.0.0.2 qp 0xb1 although nothing was lost: "
	     "packets only "
	     "arrived out of order (3 resends)");
	case_end(&c);
}

static void a_read_asked_again_after_reordering_is_spurious_too(void **state)
{
	struct fabric_case c;

	case_start(&c);
	feed(&c, recovery(1, RS_CAUSE_READ_RESP, RS_SIDE_REORDER));
	finish(&c);
	assert_int_equal(c.v->finding_count, 1);
	assert_non_null(found(&c, RS_FIND_GBN_SPURIOUS));
	case_end(&c);
}

static void restart_of_the_whole_message_makes_gbn_goback0(void **state)
{
	struct fabric_case c;
	struct rs_episode e = recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM);

	case_start(&c);
	e.flags = RS_EPI_GOBACK0;
	e.resent = 4;
	feed(&c, e);
	only(&c, RS_FIND_GBN_GOBACK0,
	     "the sender restarts whole messages after a loss on 10.0.0.1 > 10.0.0.2 qp 0xb1: 1 "
	     "recovery from "
	     "the first packet of a message, 4 resends");
	assert_int_equal(c.v->findings[0].severity, RS_SEV_CRITICAL);
	assert_int_equal(c.v->word, RS_VERDICT_CRITICAL);
	case_end(&c);
}

static void an_early_start_inside_the_message_is_plain_gbn(void **state)
{
	struct fabric_case c;
	struct rs_episode e = recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM);

	case_start(&c);
	e.flags = RS_EPI_EARLY_START;
	feed(&c, e);
	finish(&c);
	assert_int_equal(c.v->finding_count, 1);
	assert_non_null(found(&c, RS_FIND_GBN_NAK));
	case_end(&c);
}

static void selective_repeat_is_a_notice(void **state)
{
	struct fabric_case c;
	struct rs_episode e = recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_UPSTREAM);

	case_start(&c);
	e.mode = RS_MODE_SELECTIVE;
	e.resent = 1;
	feed(&c, e);
	only(&c, RS_FIND_SR_RECOVERY,
	     "1 recovery on 10.0.0.1 > 10.0.0.2 qp 0xb1 resent only what was missing (1 packet): "
	     "the sender "
	     "does not go back");
	assert_int_equal(c.v->findings[0].severity, RS_SEV_NOTICE);
	case_end(&c);
}

static void skipped_packets_with_capture_drops_are_plain_gbn(void **state)
{
	struct fabric_case c;
	struct rs_episode e = recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_UPSTREAM);

	case_start(&c);
	e.mode = RS_MODE_UNCLEAR;
	feed(&c, e);
	finish(&c);
	assert_non_null(found(&c, RS_FIND_GBN_NAK));
	assert_null(found(&c, RS_FIND_SR_RECOVERY));
	case_end(&c);
}

static void a_missing_response_makes_read_resp_loss(void **state)
{
	struct fabric_case c;
	struct rs_episode e = recovery(1, RS_CAUSE_READ_RESP, RS_SIDE_RESP_UPSTREAM);

	case_start(&c);
	e.lost_exact = 1;
	e.resent = 2;
	feed(&c, e);
	only(&c, RS_FIND_READ_RESP_LOSS,
	     "1 READ or atomic recovery on 10.0.0.1 > 10.0.0.2 qp 0xb1: 1 response lost before the "
	     "tap, "
	     "10.0.0.1 asked again from PSN 102, 2 responses resent");
	case_end(&c);
}

static void a_lost_ack_says_which_half_of_its_way(void **state)
{
	struct fabric_case c;
	struct rs_episode e = timer_recovery(1, RS_CAUSE_ACK_LOSS, RS_SIDE_AFTER_TAP, 995 * US);

	case_start(&c);
	e.lost_packets = 0;
	feed(&c, e);
	only(&c, RS_FIND_ACK_LOSS,
	     "1 timer recovery on 10.0.0.1 > 10.0.0.2 qp 0xb1 although the data had arrived: the "
	     "ACK was lost "
	     "after the tap, or the sender did not act on it; silent for 995 us");
	e.side = RS_SIDE_BEFORE_TAP;
	feed(&c, e);
	feed(&c, e);
	only(&c, RS_FIND_ACK_LOSS,
	     "3 timer recoveries on 10.0.0.1 > 10.0.0.2 qp 0xb1 although the data had arrived: the "
	     "ACK was lost "
	     "between responder and tap (2), or after the tap or not acted on (1); silent for 2.98 "
	     "ms in all, "
	     "longest 995 us");
	case_end(&c);
}

static void a_timer_before_its_ack_makes_rto_spurious(void **state)
{
	struct fabric_case c;
	struct rs_episode e = recovery(1, RS_CAUSE_SPURIOUS_TIMEOUT, RS_SIDE_NONE);

	case_start(&c);
	e.lost_packets = 0;
	e.resent = 2;
	c.lanes[0].ack_p99 = 32 * US;
	feed(&c, e);
	only(&c, RS_FIND_RTO_SPURIOUS,
	     "1 recovery on 10.0.0.1 > 10.0.0.2 qp 0xb1 although nothing was lost: the timer fired "
	     "before the "
	     "ACK came, or ACK and resend crossed (2 resends, ACK delay p99 32.0 us)");
	case_end(&c);
}

static void three_growing_stalls_make_rto_adaptive_two_or_equal_ones_do_not(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.lanes[0].rto_pattern = RS_RTO_GROWING;
	c.lanes[0].stalls = 3;
	c.lanes[0].stall_first = 4 * MS;
	c.lanes[0].stall_last = 16 * MS;
	only(&c, RS_FIND_RTO_ADAPTIVE,
	     "ACK timers on 10.0.0.1 > 10.0.0.2 qp 0xb1 grow from 4.00 ms to 16.0 ms: likely "
	     "adaptive "
	     "retransmission");
	c.lanes[0].stalls = 2;
	nothing(&c);
	c.lanes[0].stalls = 3;
	c.lanes[0].rto_pattern = RS_RTO_CONST;
	nothing(&c);
	case_end(&c);
}

/* ---- receiver not ready ---- */

static struct rs_episode rnr_episode(uint32_t naks)
{
	struct rs_episode e = recovery(1, RS_CAUSE_RNR, RS_SIDE_RECEIVER);

	e.nak = e.react = RS_NS_NONE;
	e.lost_packets = 0;
	e.naks = 0;
	e.rnrs = naks;
	e.resent = 2 * naks;
	return e;
}

static void rnr_naks_make_rnr_nak_with_the_wait(void **state)
{
	struct fabric_case c;
	const struct rs_finding *f;

	case_start(&c);
	c.lanes[0].rnrs = c.lanes[0].rnr_peak = 3;
	c.lanes[0].rnr_wait = 1968 * US;
	feed(&c, rnr_episode(3));
	f = only(&c, RS_FIND_RNR_NAK,
		 "3 RNR NAKs on 10.0.0.1 > 10.0.0.2 qp 0xb1: 10.0.0.2 had no receive buffer; the "
		 "sender waited "
		 "1.97 ms, 6 resends");
	assert_int_equal(f->severity, RS_SEV_WARNING);
	assert_int_equal(f->stall, 1968 * US);
	assert_int_equal(evidence(f, "rnr_naks")->frames[0], 6);
	case_end(&c);
}

static void ten_rnr_naks_in_a_second_replace_rnr_nak_by_a_storm(void **state)
{
	struct fabric_case c;
	const struct rs_finding *f;

	case_start(&c);
	c.lanes[0].rnrs = c.lanes[0].rnr_peak = 10;
	c.lanes[0].rnr_wait = 1 * MS;
	feed(&c, rnr_episode(10));
	f = only(&c, RS_FIND_RNR_STORM,
		 "10 RNR NAKs on 10.0.0.1 > 10.0.0.2 qp 0xb1: 10.0.0.2 had no receive buffer, up "
		 "to 10 times a "
		 "second; the sender waited 1.00 ms, 10.0 % of the time, 20 resends");
	assert_int_equal(f->severity, RS_SEV_CRITICAL);
	c.lanes[0].rnr_peak = 9;
	finish(&c);
	assert_non_null(found(&c, RS_FIND_RNR_NAK));
	assert_null(found(&c, RS_FIND_RNR_STORM));
	case_end(&c);
}

static void a_tenth_of_a_second_of_waiting_is_a_storm_only_over_a_whole_second(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.lanes[0].rnrs = c.lanes[0].rnr_peak = 2;
	c.lanes[0].last = c.lanes[0].first + RS_NS_PER_S;
	c.lanes[0].rnr_wait = 100 * MS;
	feed(&c, rnr_episode(2));
	finish(&c);
	assert_non_null(found(&c, RS_FIND_RNR_STORM));
	c.lanes[0].rnr_wait = 100 * MS - 1;
	finish(&c);
	assert_non_null(found(&c, RS_FIND_RNR_NAK));
	c.lanes[0].last--; /* less than a second active */
	c.lanes[0].rnr_wait = 900 * MS;
	finish(&c);
	assert_non_null(found(&c, RS_FIND_RNR_NAK));
	assert_null(found(&c, RS_FIND_RNR_STORM));
	case_end(&c);
}

static void storm_and_plain_lanes_of_a_pair_are_two_findings(void **state)
{
	struct fabric_case c;
	struct rs_episode e = rnr_episode(2);

	case_start(&c);
	c.lanes[1] = healthy_lane(2, 1, 2, 0xb2);
	c.snap.lane_count = 2;
	c.lanes[0].rnrs = c.lanes[0].rnr_peak = 12;
	feed(&c, rnr_episode(12));
	e.lane = 2;
	feed(&c, e);
	finish(&c);
	assert_int_equal(c.v->finding_count, 2);
	assert_int_equal(c.v->findings[0].code, RS_FIND_RNR_STORM);
	assert_int_equal(c.v->findings[0].qp_first, 0xb1);
	assert_int_equal(c.v->findings[0].qp_last, 0xb1);
	assert_int_equal(c.v->findings[1].code, RS_FIND_RNR_NAK);
	assert_int_equal(c.v->findings[1].qp_first, 0xb2);
	case_end(&c);
}

static void coming_back_too_early_makes_rnr_early(void **state)
{
	struct fabric_case c;
	struct rs_episode e = rnr_episode(1);
	char title[300];

	case_start(&c);
	feed(&c, e);
	finish(&c);
	assert_null(found(&c, RS_FIND_RNR_EARLY));
	e.flags = RS_EPI_RNR_EARLY;
	feed(&c, e);
	finish(&c);
	assert_non_null(found(&c, RS_FIND_RNR_EARLY));
	assert_int_equal(found(&c, RS_FIND_RNR_EARLY)->severity, RS_SEV_NOTICE);
	rs_finding_title(found(&c, RS_FIND_RNR_EARLY), &c.snap, title, sizeof(title));
	assert_string_equal(
	    title, "1 recovery on 10.0.0.1 > 10.0.0.2 qp 0xb1 in which the sender did not wait as "
		   "long as the RNR NAK asked");
	case_end(&c);
}

/* ---- queue pairs ---- */

static void events_of_queue_pairs_make_the_finding_of_their_name(void **state)
{
	static const struct {
		uint8_t event, detail, code, severity;
		const char *title;
	} cases[] = {
	    {RS_EVENT_RETRY_EXHAUSTED, 0, RS_FIND_QP_RETRY_EXHAUST, RS_SEV_CRITICAL,
	     "10.0.0.1 likely gave up on 10.0.0.1 > 10.0.0.2 qp 0xb1 at PSN 11: timer retries used "
	     "up, then "
	     "silence"},
	    {RS_EVENT_RNR_EXHAUSTED, 0, RS_FIND_QP_RNR_EXHAUST, RS_SEV_CRITICAL,
	     "10.0.0.1 likely gave up on 10.0.0.1 > 10.0.0.2 qp 0xb1 at PSN 11: RNR retries used "
	     "up, then "
	     "silence"},
	    {RS_EVENT_FATAL_NAK, 0x62, RS_FIND_QP_FATAL_NAK, RS_SEV_CRITICAL,
	     "10.0.0.2 refused PSN 11 on 10.0.0.1 > 10.0.0.2 qp 0xb1: remote access error; the QP "
	     "stops"},
	    {RS_EVENT_FATAL_NAK, 0x61, RS_FIND_QP_FATAL_NAK, RS_SEV_CRITICAL,
	     "10.0.0.2 refused PSN 11 on 10.0.0.1 > 10.0.0.2 qp 0xb1: invalid request; the QP "
	     "stops"},
	    {RS_EVENT_QP_REUSE, 0, RS_FIND_QP_REUSE, RS_SEV_NOTICE,
	     "QP number used again on 10.0.0.1 > 10.0.0.2 qp 0xb1 from PSN 11"},
	    {RS_EVENT_ATOMIC_MISMATCH, 0, RS_FIND_ATOMIC_REPLAY_MISMATCH, RS_SEV_CRITICAL,
	     "the same atomic returned two different values on 10.0.0.1 > 10.0.0.2 qp 0xb1, PSN "
	     "11"},
	    {RS_EVENT_CAPTURE_OUTAGE, 0, RS_FIND_CAP_OUTAGE, RS_SEV_INFO,
	     "the capture likely stopped 1 time on 10.0.0.1 > 10.0.0.2 qp 0xb1: the PSN jumps "
	     "inside a message"},
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fabric_case c;
		const struct rs_finding *f;

		case_start(&c);
		feed_event(&c, cases[i].event, 1, cases[i].detail, 11);
		f = only(&c, cases[i].code, cases[i].title);
		assert_int_equal(f->severity, cases[i].severity);
		assert_int_equal(f->first, 9000);
		assert_int_equal(f->evidence_count, 1);
		assert_int_equal(f->evidence[0].value, 1);
		assert_int_equal(f->evidence[0].frames[0], 20);
		assert_int_equal(f->evidence[0].frames[1], 21);
		case_end(&c);
	}
}

static void events_that_only_tell_a_story_make_nothing(void **state)
{
	static const uint8_t kinds[] = {
	    RS_EVENT_GAP,      RS_EVENT_OOO,	     RS_EVENT_NAK,	  RS_EVENT_RNR,
	    RS_EVENT_TIMEOUT,  RS_EVENT_REWIND,	     RS_EVENT_RESEND,	  RS_EVENT_RECOVERED,
	    RS_EVENT_CE_BURST, RS_EVENT_IMPLIED_NAK, RS_EVENT_COPY_BURST, RS_EVENT_ICRC_BAD};
	struct fabric_case c;

	case_start(&c);
	for (size_t i = 0; i < sizeof(kinds); i++)
		feed_event(&c, kinds[i], 1, 0, 11);
	nothing(&c);
	case_end(&c);
}

/* ---- order, damage, UC ---- */

static void late_packets_without_a_recovery_make_ooo_reorder(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.lanes[0].ooo = 20;
	c.lanes[0].max_displacement = 2;
	c.lanes[0].first_ooo = 33;
	only(&c, RS_FIND_OOO_REORDER,
	     "2.00 % of the packets on 10.0.0.1 > 10.0.0.2 qp 0xb1 out of order, up to 2 places; "
	     "no recovery "
	     "followed");
	assert_int_equal(evidence(&c.v->findings[0], "ooo_packets")->frames[0], 33);
	assert_int_equal(c.v->word, RS_VERDICT_NOTICE);
	c.lanes[0].reorder_episodes = 1;
	nothing(&c);
	case_end(&c);
}

static void a_few_wrong_icrcs_are_damage_many_are_not(void **state)
{
	struct fabric_case c;
	const struct rs_finding *f;

	case_start(&c);
	c.flows[0] = (struct rs_flow_row){.flow_id = 77,
					  .src = host(1),
					  .dst = host(2),
					  .dst_qp = 0xb1,
					  .packets = 100,
					  .icrc_bad = 9,
					  .first = 1000,
					  .last = 2000,
					  .first_bad_icrc = 50};
	c.snap.flow_count = 1;
	f = only(&c, RS_FIND_ICRC_BAD,
		 "9 packets with a wrong ICRC on 10.0.0.1 > 10.0.0.2 qp 0xb1: damaged before the "
		 "tap, dropped in "
		 "silence by the receiver");
	assert_int_equal(f->flow_id, 77);
	assert_int_equal(f->severity, RS_SEV_WARNING);
	assert_int_equal(f->evidence[0].frames[0], 50);
	c.flows[0].icrc_bad =
	    10; /* one in ten: the tap likely sees frames before the NIC fills it in */
	nothing(&c);
	case_end(&c);
}

static void missing_uc_packets_make_uc_gap(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.flows[0] = (struct rs_flow_row){.flow_id = 78,
					  .src = host(1),
					  .dst = host(2),
					  .dst_qp = 0xc1,
					  .transport = 1,
					  .packets = 1000,
					  .uc_gaps = 35,
					  .first_uc_gap = 60};
	c.flows[1] = c.flows[0];
	c.flows[1].dst_qp = 0xc5;
	c.flows[1].uc_gaps = 1;
	c.snap.flow_count = 2;
	only(&c, RS_FIND_UC_GAP,
	     "36 packets of UC 10.0.0.1 > 10.0.0.2 2 QPs 0xc1 to 0xc5 missing at the tap (lost "
	     "before it, or only "
	     "in the capture): UC repairs nothing");
	assert_int_equal(c.v->findings[0].flow_id, 78);
	assert_int_equal(c.v->findings[0].confidence, RS_CONF_LIKELY);
	c.flows[0].uc_gaps = c.flows[1].uc_gaps = 0;
	nothing(&c);
	case_end(&c);
}

/* ---- limits of the capture ---- */

static void acknowledged_packets_that_were_never_seen_are_no_network_loss(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.lanes[0].cap_missing = 5;
	c.lanes[0].first_missing = 44;
	only(&c, RS_FIND_CAP_LOSS,
	     "5 acknowledged packets of 10.0.0.1 > 10.0.0.2 qp 0xb1 are missing in the capture "
	     "(0.498 %): not a "
	     "network loss");
	assert_int_equal(c.v->findings[0].severity, RS_SEV_INFO);
	assert_int_equal(c.v->findings[0].lost_packets, 0);
	assert_int_equal(c.v->word, RS_VERDICT_HEALTHY);
	case_end(&c);
}

static void a_late_packet_takes_the_capture_loss_back(void **state)
{
	struct fabric_case c;

	case_start(&c);
	feed_event(&c, RS_EVENT_CAPTURE_LOSS, 1, 0,
		   12); /* said when the ACK came; the row knows better now */
	nothing(&c);
	case_end(&c);
}

static void capture_loss_of_a_lane_that_left_the_table_is_kept(void **state)
{
	struct fabric_case c;

	case_start(&c);
	feed_event(&c, RS_EVENT_CAPTURE_LOSS, 99, 0, 12);
	only(&c, RS_FIND_CAP_LOSS,
	     "1 acknowledged packet of flows that left the table is missing in the capture: not a "
	     "network loss");
	assert_false(c.v->findings[0].has_hosts);
	assert_int_equal(c.v->findings[0].point, 0);
	case_end(&c);
}

static void a_sampled_mirror_gives_naks_and_rnr_but_no_loss_and_no_timer(void **state)
{
	struct fabric_case c;
	const struct rs_finding *f;
	char title[300];

	case_start(&c);
	c.lanes[0].sampled = true;
	c.lanes[0].cap_missing = 1000;
	c.lanes[0].new_packets = 1000;
	c.lanes[0].ooo = 5;
	c.lanes[0].rto_pattern = RS_RTO_GROWING;
	c.lanes[0].stalls = 5;
	feed(&c, recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM));
	feed(&c, recovery(1, RS_CAUSE_NAK_LOST, RS_SIDE_UPSTREAM));
	feed(&c, timer_recovery(1, RS_CAUSE_TIMEOUT, RS_SIDE_UNKNOWN, 2 * RS_NS_PER_S));
	feed(&c, timer_recovery(1, RS_CAUSE_ACK_LOSS, RS_SIDE_AFTER_TAP, 2 * RS_NS_PER_S));
	feed(&c, recovery(1, RS_CAUSE_READ_RESP, RS_SIDE_RESP_UPSTREAM));
	feed(&c, rnr_episode(1));
	feed_event(&c, RS_EVENT_FATAL_NAK, 1, 0x63, 11);
	feed_event(&c, RS_EVENT_RETRY_EXHAUSTED, 1, 0, 11);
	finish(&c);
	assert_int_equal(c.v->finding_count, 4);
	assert_non_null(found(&c, RS_FIND_QP_FATAL_NAK));
	assert_non_null(found(&c, RS_FIND_RNR_NAK));
	f = found(&c, RS_FIND_GBN_NAK);
	assert_non_null(f);
	assert_int_equal(f->count, 2);
	assert_int_equal(f->lane_count, 1);
	assert_int_equal(f->lost_packets + f->resent_packets, 0);
	assert_null(evidence(f, "nak_to_resend_p50"));
	rs_finding_title(f, &c.snap, title, sizeof(title));
	assert_string_equal(
	    title,
	    "2 NAKs (PSN sequence error) on 10.0.0.1 > 10.0.0.2 qp 0xb1: packets are missing "
	    "at the receiver; this capture cannot tell how many, nor the resends");
	f = found(&c, RS_FIND_CAP_SAMPLED);
	assert_non_null(f);
	rs_finding_title(f, &c.snap, title, sizeof(title));
	assert_string_equal(
	    title, "the capture has only a part of 10.0.0.1 > 10.0.0.2 qp 0xb1 (50.0 % missing), "
		   "likely a sampling or overloaded mirror: losses and latencies are not judged");
	assert_null(found(&c, RS_FIND_CAP_LOSS));
	case_end(&c);
}

static void more_than_a_fifth_of_copies_make_cap_mirror_dup(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.points[0].copies = 221; /* of 1100 */
	c.snap.totals.copies = 221;
	c.snap.totals.first_copy = 2;
	only(&c, RS_FIND_CAP_MIRROR_DUP,
	     "20.1 % of the RoCE frames are copies (221): counted apart, not taken for resends");
	assert_int_equal(c.v->findings[0].point, 0);
	assert_int_equal(c.v->findings[0].evidence[0].frames[0], 2);
	c.points[0].copies = 220; /* exactly a fifth */
	nothing(&c);
	case_end(&c);
}

static void cut_packets_make_cap_trunc(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.snap.totals.cut_packets = 10;
	only(&c, RS_FIND_CAP_TRUNC,
	     "10 RoCE packets are cut in the capture: lengths come from the IP headers, their ICRC "
	     "cannot be "
	     "checked");
	assert_int_equal(c.v->findings[0].point, UINT16_MAX);
	assert_int_equal(c.v->findings[0].first, RS_NS_NONE);
	c.snap.totals.cut_headers = 3;
	only(&c, RS_FIND_CAP_TRUNC,
	     "10 RoCE packets are cut in the capture, 3 of them inside a BTH or AETH: lengths come "
	     "from the IP "
	     "headers, their ICRC cannot be checked");
	case_end(&c);
}

static void responses_without_a_pair_make_cap_unpaired_instead_of_oneway(void **state)
{
	struct fabric_case c;
	const struct rs_finding *f;

	case_start(&c);
	c.lanes[0].responded = false;
	c.flows[0] = (struct rs_flow_row){.src = host(2),
					  .dst = host(1),
					  .dst_qp = 0xa1,
					  .packets = 12,
					  .unpaired = 12,
					  .first_unpaired = 5};
	c.snap.flow_count = 1;
	c.snap.totals.unpaired_responses = 12;
	f = only(&c, RS_FIND_CAP_UNPAIRED,
		 "12 responses of 10.0.0.2 to 10.0.0.1 belong to no known QP pair: left out of "
		 "what is judged");
	assert_memory_equal(&f->src, &c.lanes[0].requester, sizeof(f->src));
	c.flows[0].unpaired = 0;
	finish(&c);
	assert_null(found(&c, RS_FIND_CAP_UNPAIRED));
	assert_non_null(found(&c, RS_FIND_CAP_ONEWAY));
	case_end(&c);
}

static void time_that_goes_backwards_makes_cap_time(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.snap.totals.time_backwards = 3;
	c.snap.totals.first_backwards = 9;
	only(&c, RS_FIND_CAP_TIME,
	     "3 packets are earlier than the packet before: order and short times are not exact");
	case_end(&c);
}

static void whole_microseconds_count_only_against_a_promise_of_nanoseconds(void **state)
{
	const uint8_t claimed[1] = {1};
	struct fabric_case c;

	case_start(&c);
	c.points[0].coarse_times = 1100;
	nothing(&c); /* resolution not known */
	c.in.claimed_ns = claimed;
	c.in.claimed_count = 1;
	only(&c, RS_FIND_CAP_TIME,
	     "all 1,100 time stamps are whole microseconds although the file promises finer ones: "
	     "times below "
	     "1 us mean nothing");
	c.points[0].coarse_times = 1099;
	nothing(&c);
	c.points[0].packets = c.points[0].coarse_times = 99; /* too few to say */
	nothing(&c);
	case_end(&c);
}

static void a_rewritten_source_port_is_said_once_with_the_original(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.snap.totals.icrc_sport = 8;
	c.snap.totals.recovered_sport = 49152;
	only(&c, RS_FIND_CAP_SPORT_REWRITTEN,
	     "the UDP source port of 8 packets was rewritten before the capture (the ICRC shows it "
	     "was 49152): "
	     "nothing is concluded from these ports");
	assert_int_equal(c.v->trust, RS_TRUST_GOOD);
	case_end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_nak_and_a_resend_make_gbn_nak),
	    cmocka_unit_test(losses_on_both_sides_keep_their_own_numbers),
	    cmocka_unit_test(damage_is_named_as_the_cause_of_a_recovery),
	    cmocka_unit_test(an_exact_loss_is_said_without_bounds),
	    cmocka_unit_test(a_loss_before_the_capture_has_no_place),
	    cmocka_unit_test(a_nak_at_the_end_of_the_capture_has_no_resend_yet),
	    cmocka_unit_test(a_healthy_lane_makes_nothing),
	    cmocka_unit_test(a_timer_makes_gbn_timeout_with_its_wait),
	    cmocka_unit_test(a_wait_of_one_second_is_critical_a_shorter_one_is_not),
	    cmocka_unit_test(several_waits_are_said_with_sum_and_longest),
	    cmocka_unit_test(a_nak_that_the_sender_did_not_act_on_makes_gbn_nak_lost),
	    cmocka_unit_test(a_resend_without_a_nak_is_a_note_about_the_capture),
	    cmocka_unit_test(one_direction_makes_gbn_unexplained_and_cap_oneway),
	    cmocka_unit_test(a_thousand_requests_without_response_make_cap_oneway_fewer_do_not),
	    cmocka_unit_test(a_lost_retransmission_is_said_beside_its_recovery),
	    cmocka_unit_test(reordering_that_draws_a_nak_makes_gbn_spurious),
	    cmocka_unit_test(a_read_asked_again_after_reordering_is_spurious_too),
	    cmocka_unit_test(restart_of_the_whole_message_makes_gbn_goback0),
	    cmocka_unit_test(an_early_start_inside_the_message_is_plain_gbn),
	    cmocka_unit_test(selective_repeat_is_a_notice),
	    cmocka_unit_test(skipped_packets_with_capture_drops_are_plain_gbn),
	    cmocka_unit_test(a_missing_response_makes_read_resp_loss),
	    cmocka_unit_test(a_lost_ack_says_which_half_of_its_way),
	    cmocka_unit_test(a_timer_before_its_ack_makes_rto_spurious),
	    cmocka_unit_test(three_growing_stalls_make_rto_adaptive_two_or_equal_ones_do_not),
	    cmocka_unit_test(rnr_naks_make_rnr_nak_with_the_wait),
	    cmocka_unit_test(ten_rnr_naks_in_a_second_replace_rnr_nak_by_a_storm),
	    cmocka_unit_test(a_tenth_of_a_second_of_waiting_is_a_storm_only_over_a_whole_second),
	    cmocka_unit_test(storm_and_plain_lanes_of_a_pair_are_two_findings),
	    cmocka_unit_test(coming_back_too_early_makes_rnr_early),
	    cmocka_unit_test(events_of_queue_pairs_make_the_finding_of_their_name),
	    cmocka_unit_test(events_that_only_tell_a_story_make_nothing),
	    cmocka_unit_test(late_packets_without_a_recovery_make_ooo_reorder),
	    cmocka_unit_test(a_few_wrong_icrcs_are_damage_many_are_not),
	    cmocka_unit_test(missing_uc_packets_make_uc_gap),
	    cmocka_unit_test(acknowledged_packets_that_were_never_seen_are_no_network_loss),
	    cmocka_unit_test(a_late_packet_takes_the_capture_loss_back),
	    cmocka_unit_test(capture_loss_of_a_lane_that_left_the_table_is_kept),
	    cmocka_unit_test(a_sampled_mirror_gives_naks_and_rnr_but_no_loss_and_no_timer),
	    cmocka_unit_test(more_than_a_fifth_of_copies_make_cap_mirror_dup),
	    cmocka_unit_test(cut_packets_make_cap_trunc),
	    cmocka_unit_test(responses_without_a_pair_make_cap_unpaired_instead_of_oneway),
	    cmocka_unit_test(time_that_goes_backwards_makes_cap_time),
	    cmocka_unit_test(whole_microseconds_count_only_against_a_promise_of_nanoseconds),
	    cmocka_unit_test(a_rewritten_source_port_is_said_once_with_the_original),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
