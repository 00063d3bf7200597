/* SPDX-License-Identifier: BSD-2-Clause */
/* The classes of requests (diagnosis 1.4), the edges hi and una, capture loss, epochs, sampled mirrors. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/lane.h"
#include "base/psn.h"
#include "tests/lib/recs.h"

#include <string.h>

struct fixture {
	struct rs_engine_config cfg;
	struct lane_pools pools;
	struct lane lane;
	bool usable, older;
};

static struct fixture f;

static int setup(void **state)
{
	const struct rs_record r = req(.psn = 0);

	(void)state;
	memset(&f, 0, sizeof(f));
	rs_engine_config_init(&f.cfg);
	assert_int_equal(pool_init(&f.pools.history, HISTORY_BLOCK_BYTES, 128), 0);
	assert_int_equal(pool_init(&f.pools.holes, HOLES_BLOCK_BYTES, 4), 0);
	assert_int_equal(pool_init(&f.pools.reads, sizeof(struct reads), 2), 0);
	assert_int_equal(pool_init(&f.pools.episodes, 8, 1), 0);
	lane_start(&f.lane, 0, &r);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	pool_fini(&f.pools.history);
	pool_fini(&f.pools.holes);
	pool_fini(&f.pools.reads);
	pool_fini(&f.pools.episodes);
	return 0;
}

static struct lane_fact classify(struct rs_record r)
{
	return lane_classify(&f.lane, &f.pools, &r, f.usable, f.older, &f.cfg.tune);
}

static uint32_t answer(uint32_t psn, rs_ns at)
{
	const struct rs_record r = ack(.psn = psn, .at = at);

	return lane_ack(&f.lane, &f.pools, psn, &r);
}

static void expect(struct rs_record r, unsigned cls)
{
	const struct lane_fact got = classify(r);

	if (got.cls != cls)
		fail_msg("PSN %u is %s, expected %s", r.psn, rs_class_name(got.cls), rs_class_name(cls));
}

static uint64_t missing(void)
{
	return holes_count(&f.lane.holes, &f.pools.holes);
}

/* ---- NEW, GAP, RESEND ---- */

static void the_first_packet_defines_the_edge_wherever_it_stands(void **state)
{
	(void)state;
	expect(wmid(.psn = 5000), RS_CLASS_NEW);
	assert_int_equal(f.lane.hi, 5001);
	assert_int_equal(f.lane.first_psn, 5000);
	assert_int_equal(missing(), 0);
	assert_false(f.lane.una_known);
}

static void the_next_psn_is_new(void **state)
{
	(void)state;
	expect(wfirst(.psn = 100), RS_CLASS_NEW);
	expect(wmid(.psn = 101), RS_CLASS_NEW);
	assert_int_equal(f.lane.hi, 102);
}

static void a_gap_leaves_a_hole_with_time_and_frame(void **state)
{
	struct rs_record r = wmid(.psn = 104, .at = US(7));
	const struct hole *h;
	struct lane_fact got;

	(void)state;
	r.frame = 9;
	expect(wfirst(.psn = 100), RS_CLASS_NEW);
	got = classify(r);
	assert_int_equal(got.cls, RS_CLASS_GAP);
	assert_int_equal(got.gap_first, 101);
	h = holes_find(&f.lane.holes, &f.pools.holes, 101);
	assert_non_null(h);
	assert_int_equal(h->last, 103);
	assert_int_equal(h->time, RECS_EPOCH_NS + 7000);
	assert_int_equal(h->frame, 9);
	assert_int_equal(f.lane.hi, 105);
}

static void below_the_edge_without_a_hole_is_a_resend(void **state)
{
	(void)state;
	expect(wfirst(.psn = 100), RS_CLASS_NEW);
	expect(wmid(.psn = 101), RS_CLASS_NEW);
	expect(wmid(.psn = 101), RS_CLASS_RESEND);
	expect(wfirst(.psn = 100), RS_CLASS_RESEND);
	expect(wmid(.psn = 99), RS_CLASS_RESEND); /* sent before the capture began */
	assert_int_equal(f.lane.hi, 102);
}

/* ---- LATE by both rules, LATE_RESEND ---- */

static void a_young_hole_is_filled_late_by_rule_b(void **state)
{
	(void)state;
	expect(wfirst(.psn = 100), RS_CLASS_NEW);
	expect(wmid(.psn = 102, .at = US(1)), RS_CLASS_GAP);
	expect(wmid(.psn = 101, .at = US(101)), RS_CLASS_LATE); /* exactly T_ooo */
}

static void an_old_hole_is_filled_by_a_resend(void **state)
{
	(void)state;
	expect(wfirst(.psn = 100), RS_CLASS_NEW);
	expect(wmid(.psn = 102, .at = US(1)), RS_CLASS_GAP);
	expect(wmid(.psn = 101, .at = US(101) + 1), RS_CLASS_RESEND);
}

static void rule_b_is_silent_while_an_episode_is_open(void **state)
{
	(void)state;
	expect(wfirst(.psn = 100), RS_CLASS_NEW);
	expect(wmid(.psn = 102, .at = US(1)), RS_CLASS_GAP);
	f.lane.open = 1;
	expect(wmid(.psn = 101, .at = US(2)), RS_CLASS_RESEND);
	f.lane.open = 0;
}

static void an_older_id_fills_late_however_old_the_hole(void **state)
{
	(void)state;
	expect(wfirst(.psn = 100), RS_CLASS_NEW);
	expect(wmid(.psn = 102, .at = US(1)), RS_CLASS_GAP);
	f.usable = f.older = true;
	f.lane.open = 1; /* not even a NAK makes a resend of it */
	expect(wmid(.psn = 101, .at = MS(50)), RS_CLASS_LATE);
	f.lane.open = 0;
}

static void a_newer_id_is_a_resend_however_quick(void **state)
{
	(void)state;
	expect(wfirst(.psn = 100), RS_CLASS_NEW);
	expect(wmid(.psn = 102, .at = US(1)), RS_CLASS_GAP);
	f.usable = true;
	expect(wmid(.psn = 101, .at = US(2)), RS_CLASS_RESEND);
}

static void an_older_id_in_no_hole_is_an_overtaken_resend(void **state)
{
	(void)state;
	expect(wfirst(.psn = 100), RS_CLASS_NEW);
	expect(wmid(.psn = 101, .at = US(1)), RS_CLASS_NEW);
	f.usable = f.older = true;
	expect(wfirst(.psn = 100, .at = US(2)), RS_CLASS_LATE_RESEND);
}

/* ---- SKEWED ---- */

static void data_whose_ack_was_seen_first_is_skewed(void **state)
{
	(void)state;
	expect(req(.psn = 10), RS_CLASS_NEW);
	assert_int_equal(answer(12, US(5)), 2);
	assert_int_equal(f.lane.row.cap_missing, 2);
	assert_int_equal(f.lane.hi, 13);
	expect(req(.psn = 11, .at = US(6)), RS_CLASS_SKEWED);
	expect(req(.psn = 12, .at = US(1005)), RS_CLASS_SKEWED); /* exactly T_copy_hop */
	assert_int_equal(f.lane.row.cap_missing, 0);
	expect(req(.psn = 12, .at = US(1006)), RS_CLASS_RESEND); /* not for the first time */
}

static void after_1_ms_it_is_a_resend(void **state)
{
	(void)state;
	expect(req(.psn = 10), RS_CLASS_NEW);
	assert_int_equal(answer(11, US(5)), 1);
	expect(req(.psn = 11, .at = US(1005) + 1), RS_CLASS_RESEND);
	assert_int_equal(f.lane.row.cap_missing, 1);
}

static void several_acks_may_come_before_their_data(void **state)
{
	(void)state;
	expect(req(.psn = 10), RS_CLASS_NEW);
	assert_int_equal(answer(11, US(5)), 1);
	assert_int_equal(answer(12, US(6)), 1);
	expect(req(.psn = 11, .at = US(7)), RS_CLASS_SKEWED);
	expect(req(.psn = 12, .at = US(8)), RS_CLASS_SKEWED);
	expect(req(.psn = 13, .at = US(9)), RS_CLASS_NEW);
	assert_int_equal(f.lane.row.cap_missing, 0);
}

static void a_hole_below_una_is_not_skew(void **state)
{
	(void)state;
	expect(req(.psn = 10), RS_CLASS_NEW);
	expect(req(.psn = 12), RS_CLASS_GAP);
	assert_int_equal(answer(12, US(5)), 1);
	expect(req(.psn = 11, .at = US(6)), RS_CLASS_RESEND);
	assert_int_equal(f.lane.row.cap_missing, 1);
}

static void a_skewed_read_takes_all_its_psns_back(void **state)
{
	(void)state;
	f.lane.pmtu = 1024;
	expect(req(.psn = 10), RS_CLASS_NEW);
	assert_int_equal(answer(15, US(5)), 5);
	expect(rreq(.psn = 11, .dma = 4096, .at = US(6)), RS_CLASS_SKEWED);
	assert_int_equal(f.lane.row.cap_missing, 1);
	expect(req(.psn = 15, .at = US(7)), RS_CLASS_SKEWED);
	assert_int_equal(f.lane.row.cap_missing, 0);
}

/* ---- JUMP ---- */

static void a_jump_is_more_than_w_jump_either_way(void **state)
{
	(void)state;
	expect(req(.psn = 100000), RS_CLASS_NEW);
	expect(req(.psn = 100001 + 65536), RS_CLASS_GAP);
	expect(req(.psn = 165538 + 65537), RS_CLASS_JUMP);
	expect(req(.psn = 165538 - 65536, .at = MS(5)), RS_CLASS_RESEND);
	expect(req(.psn = 165538 - 65537), RS_CLASS_JUMP);
	assert_int_equal(f.lane.hi, 165538); /* the caller decides what a jump means */
}

static void only_the_start_of_a_message_jumps_into_a_new_life(void **state)
{
	(void)state;
	expect(req(.psn = 0), RS_CLASS_NEW);
	assert_true(classify(req(.psn = 900000)).reuse);
	assert_true(classify(wfirst(.psn = 900000)).reuse);
	assert_true(classify(rreq(.psn = 900000)).reuse);
	assert_true(classify(atomic(.psn = 900000)).reuse);
	assert_true(classify(sonly(.psn = 900000)).reuse);
	assert_false(classify(wmid(.psn = 900000)).reuse);
	assert_false(classify(wlast(.psn = 900000)).reuse);
}

/* ---- READs and the PMTU ---- */

static void a_read_takes_a_psn_for_each_packet_of_its_response(void **state)
{
	(void)state;
	f.lane.pmtu = 1024;
	assert_int_equal(classify(rreq(.psn = 10, .dma = 4096)).n, 4);
	assert_int_equal(classify(rreq(.psn = 14, .dma = 4097)).n, 5);
	assert_int_equal(classify(rreq(.psn = 19, .dma = REC_ZERO)).n, 1);
	assert_int_equal(f.lane.hi, 20);
}

static void the_request_behind_a_read_teaches_the_mtu(void **state)
{
	(void)state;
	expect(rreq(.psn = 10, .dma = 4096), RS_CLASS_NEW);
	assert_int_equal(f.lane.hi, 11);
	expect(req(.psn = 12, .len = 64), RS_CLASS_NEW); /* 2048 bytes a packet */
	assert_int_equal(f.lane.pmtu, 2048);
	assert_int_equal(missing(), 0);
}

static void a_gap_behind_a_read_of_unknown_length_stays_a_gap(void **state)
{
	(void)state;
	expect(rreq(.psn = 10, .dma = 4096), RS_CLASS_NEW);
	expect(req(.psn = 13), RS_CLASS_GAP); /* no MTU gives 3 packets */
	assert_int_equal(f.lane.pmtu, 0);
}

static void a_read_up_to_256_bytes_is_one_psn_at_any_mtu(void **state)
{
	(void)state;
	expect(rreq(.psn = 10, .dma = 256), RS_CLASS_NEW);
	expect(req(.psn = 12), RS_CLASS_GAP);
}

static void a_read_whose_length_is_cut_off_leaves_no_gap(void **state)
{
	(void)state;
	expect(rreq(.psn = 10, .cut = true), RS_CLASS_NEW);
	expect(req(.psn = 50), RS_CLASS_NEW);
	assert_int_equal(f.lane.hi, 51);
	expect(req(.psn = 52), RS_CLASS_GAP); /* once only */
}

static void the_payload_of_first_and_middle_is_the_mtu(void **state)
{
	(void)state;
	expect(rreq(.psn = 10, .dma = 4096), RS_CLASS_NEW);
	lane_learn_pmtu(&f.lane, &f.pools, 1000); /* no MTU */
	assert_int_equal(f.lane.pmtu, 0);
	lane_learn_pmtu(&f.lane, &f.pools, 512);
	assert_int_equal(f.lane.pmtu, 512);
	assert_int_equal(f.lane.hi, 18);
	expect(req(.psn = 18), RS_CLASS_NEW);
}

static void a_longer_repeated_read_moves_the_edge(void **state)
{
	(void)state;
	f.lane.pmtu = 1024;
	expect(rreq(.psn = 10, .dma = 2048), RS_CLASS_NEW);
	expect(rreq(.psn = 11, .dma = 4096), RS_CLASS_RESEND);
	assert_int_equal(f.lane.hi, 15);
}

/* ---- una and capture loss ---- */

static void an_ack_covers_everything_up_to_its_psn(void **state)
{
	(void)state;
	for (uint32_t i = 10; i < 14; i++)
		expect(req(.psn = i), RS_CLASS_NEW);
	assert_int_equal(answer(11, US(5)), 0);
	assert_true(f.lane.una_known);
	assert_int_equal(f.lane.una, 12);
	assert_int_equal(answer(10, US(6)), 0);
	assert_int_equal(f.lane.una, 12); /* never back */
}

static void an_acknowledged_hole_was_missed_by_the_capture(void **state)
{
	(void)state;
	expect(req(.psn = 10), RS_CLASS_NEW);
	expect(req(.psn = 13), RS_CLASS_GAP);
	expect(req(.psn = 15), RS_CLASS_GAP);
	assert_int_equal(answer(13, US(5)), 2);
	assert_int_equal(f.lane.row.cap_missing, 2);
	assert_int_equal(missing(), 1); /* 14 is still open */
	assert_int_equal(answer(15, US(6)), 1);
	assert_int_equal(missing(), 0);
}

static void the_time_of_an_ack_is_remembered(void **state)
{
	(void)state;
	for (uint32_t i = 10; i < 14; i++)
		expect(req(.psn = i), RS_CLASS_NEW);
	answer(10, US(5));
	answer(12, US(6));
	assert_int_equal(lane_ack_time(&f.lane, 10), RECS_EPOCH_NS + 5000);
	assert_int_equal(lane_ack_time(&f.lane, 11), RECS_EPOCH_NS + 6000);
	assert_int_equal(lane_ack_time(&f.lane, 12), RECS_EPOCH_NS + 6000);
	assert_int_equal(lane_ack_time(&f.lane, 13), RS_NS_NONE);
}

static void una_stops_at_a_missing_response(void **state)
{
	struct rs_record r = rmid(.psn = 11, .at = US(4));
	struct reads *s;

	(void)state;
	f.lane.pmtu = 1024;
	expect(rreq(.psn = 10, .dma = 4096), RS_CLASS_NEW);
	s = lane_reads(&f.lane, &f.pools, true);
	reads_add(s, &f.pools.holes, &(struct read_range){ .first = 10, .last = 13, .time = r.time, .sent = 1 });
	reads_response(s, &f.pools.holes, 11, false, r.time, 1);
	lane_ack(&f.lane, &f.pools, 11, &r);
	assert_int_equal(f.lane.una, 10);
	reads_response(s, &f.pools.holes, 10, false, r.time, 1);
	lane_ack(&f.lane, &f.pools, 10, &r);
	assert_int_equal(f.lane.una, 11);
}

static void a_hole_2_to_the_16_behind_was_missed_by_the_capture(void **state)
{
	(void)state;
	expect(req(.psn = 10), RS_CLASS_NEW);
	expect(req(.psn = 12), RS_CLASS_GAP);
	for (uint32_t psn = 13; psn < 11 + 65536; psn++)
		expect(req(.psn = psn), RS_CLASS_NEW);
	assert_int_equal(missing(), 1);
	assert_int_equal(f.lane.row.cap_missing, 0);
	expect(req(.psn = 11 + 65536), RS_CLASS_NEW);
	assert_int_equal(missing(), 0);
	assert_int_equal(f.lane.row.cap_missing, 1);
}

static void a_response_hole_so_far_behind_was_missed_too(void **state)
{
	struct reads *s;

	(void)state;
	f.lane.pmtu = 1024;
	expect(rreq(.psn = 10, .dma = 2048), RS_CLASS_NEW);
	s = lane_reads(&f.lane, &f.pools, true);
	reads_add(s, &f.pools.holes, &(struct read_range){ .first = 10, .last = 11, .sent = 1 });
	reads_response(s, &f.pools.holes, 11, false, 0, 1);
	for (uint32_t psn = 12; psn < 12 + 65536; psn++)
		expect(req(.psn = psn), RS_CLASS_NEW);
	assert_int_equal(s->holes.n, 0);
	assert_int_equal(f.lane.row.cap_missing, 1);
	answer(40000, US(9));
	assert_int_equal(f.lane.una, 40001);
}

static void the_65th_hole_is_an_overflow(void **state)
{
	(void)state;
	for (uint32_t i = 0; i <= 64; i++)
		expect(req(.psn = 10 + 2 * i), i ? RS_CLASS_GAP : RS_CLASS_NEW);
	assert_false(f.lane.holes.overflow);
	expect(req(.psn = 140), RS_CLASS_GAP);
	assert_true(f.lane.holes.overflow);
	expect(req(.psn = 11), RS_CLASS_RESEND); /* its hole is forgotten */
	expect(req(.psn = 13), RS_CLASS_LATE);
}

/* ---- epochs ---- */

static void a_new_epoch_forgets_all_psn_state(void **state)
{
	(void)state;
	expect(req(.psn = 10), RS_CLASS_NEW);
	expect(req(.psn = 13), RS_CLASS_GAP);
	history_note(&f.lane.history, &f.pools.history, 13, 0, true);
	answer(10, US(1));
	lane_reads(&f.lane, &f.pools, true);
	f.lane.dead = true;
	lane_note_late(&f.lane, 13);
	lane_new_epoch(&f.lane, &f.pools, 7, RECS_EPOCH_NS);
	assert_int_equal(f.lane.hi, 7);
	assert_int_equal(f.lane.first_psn, 7);
	assert_false(f.lane.una_known);
	assert_false(f.lane.dead);
	assert_false(lane_was_late(&f.lane, 13));
	assert_int_equal(missing(), 0);
	assert_int_equal(f.lane.row.undetermined, 2);
	assert_int_equal(f.lane.reads, 0);
	assert_null(history_find(&f.lane.history, &f.pools.history, 13));
	assert_int_equal(lane_ack_time(&f.lane, 10), RS_NS_NONE);
}

/* ---- late PSNs ---- */

static void the_latest_16_late_psns_are_remembered(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < 17; i++)
		lane_note_late(&f.lane, 100 + i);
	assert_false(lane_was_late(&f.lane, 100));
	assert_true(lane_was_late(&f.lane, 101));
	assert_true(lane_was_late(&f.lane, 116));
}

/* ---- damaged requests ---- */

static void the_latest_8_damaged_psns_are_remembered_once_each(void **state)
{
	(void)state;
	assert_int_equal(lane_damaged(&f.lane, 0, 0xffffff), 0);
	lane_note_damaged(&f.lane, 0xfffffe);
	lane_note_damaged(&f.lane, 0xfffffe);
	lane_note_damaged(&f.lane, 1);
	assert_int_equal(lane_damaged(&f.lane, 0xfffffd, 2), 2);
	assert_int_equal(lane_damaged(&f.lane, 0xffffff, 0), 0);
	assert_int_equal(lane_damaged(&f.lane, 1, 1), 1);
	for (uint32_t i = 0; i < 8; i++)
		lane_note_damaged(&f.lane, 100 + i);
	assert_int_equal(lane_damaged(&f.lane, 0xfffffd, 2), 0);
	assert_int_equal(lane_damaged(&f.lane, 100, 107), 8);
	lane_new_epoch(&f.lane, &f.pools, 7, RECS_EPOCH_NS);
	assert_int_equal(lane_damaged(&f.lane, 100, 107), 0);
}

/* ---- sampled mirrors ---- */

static void more_than_a_quarter_missing_of_1000_is_a_sample(void **state)
{
	(void)state;
	f.lane.row.cap_missing = 250;
	f.lane.row.new_packets = 750;
	assert_false(lane_check_sampled(&f.lane)); /* exactly a quarter */
	f.lane.row.cap_missing = 251;
	f.lane.row.new_packets = 748;
	assert_false(lane_check_sampled(&f.lane)); /* 999 PSNs */
	f.lane.row.new_packets = 749;
	assert_true(lane_check_sampled(&f.lane));
	assert_true(f.lane.sampled);
	assert_false(lane_check_sampled(&f.lane)); /* said once */
}

static void more_than_half_holes_without_a_nak_is_a_sample(void **state)
{
	(void)state;
	f.lane.span = 1000;
	f.lane.gaps = 8;
	f.lane.hole_psns = 500;
	assert_false(lane_check_sampled(&f.lane));
	f.lane.hole_psns = 501;
	f.lane.row.naks = 1;
	assert_false(lane_check_sampled(&f.lane));
	f.lane.row.naks = 0;
	f.lane.gaps = 7; /* a few long gaps are outages */
	assert_false(lane_check_sampled(&f.lane));
	f.lane.gaps = 8;
	assert_true(lane_check_sampled(&f.lane));
}

static void a_sampled_lane_keeps_no_holes(void **state)
{
	(void)state;
	expect(req(.psn = 10), RS_CLASS_NEW);
	f.lane.sampled = true;
	expect(req(.psn = 20), RS_CLASS_GAP);
	assert_int_equal(missing(), 0);
}

/* ---- stalls ---- */

static void the_latest_stall_can_be_taken_back(void **state)
{
	(void)state;
	lane_note_stall(&f.lane, MS(4));
	lane_take_back_stall(&f.lane);
	assert_int_equal(f.lane.row.stalls, 0);
	assert_int_equal(f.lane.row.stall_max, 0);
	assert_int_equal(f.lane.row.stall_last, 0);
	lane_note_stall(&f.lane, MS(4));
	lane_note_stall(&f.lane, MS(1));
	assert_true(f.lane.stalls_shrank);
	lane_take_back_stall(&f.lane);
	assert_false(f.lane.stalls_shrank);
	assert_int_equal(f.lane.stall_min, MS(4));
	assert_int_equal(f.lane.row.stall_first, MS(4));
	assert_int_equal(f.lane.row.stall_last, MS(4));
	assert_int_equal(f.lane.row.stall_total, MS(4));
	assert_int_equal(f.lane.row.stalls, 1);
}

/* ---- 24 bits ---- */

static void classes_go_on_behind_the_turn_of_24_bits(void **state)
{
	(void)state;
	expect(req(.psn = 0xfffffe), RS_CLASS_NEW);
	expect(req(.psn = 1, .at = US(1)), RS_CLASS_GAP);
	assert_int_equal(missing(), 2);
	expect(req(.psn = 0, .at = US(2)), RS_CLASS_LATE);
	expect(req(.psn = 0xfffffe, .at = US(3)), RS_CLASS_RESEND);
	assert_int_equal(answer(1, US(4)), 2);
	assert_int_equal(f.lane.una, 2);
	assert_int_equal(answer(3, US(5)), 2);
	assert_int_equal(f.lane.hi, 4);
	expect(rreq(.psn = 0xfffff0, .at = US(6)), RS_CLASS_RESEND);
}

/* After half of the space the first PSN would seem to lie ahead. */
static void the_first_psn_follows_at_a_distance(void **state)
{
	const uint32_t step = 60000;
	uint32_t psn = 100;

	(void)state;
	expect(req(.psn = psn), RS_CLASS_NEW);
	f.lane.sampled = true; /* no holes: only the edges matter here */
	for (unsigned i = 0; i < 300; i++) {
		psn = psn_add(psn, (int32_t)step);
		expect(req(.psn = psn), RS_CLASS_GAP);
		assert_true(psn_before(f.lane.first_psn, psn));
	}
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(the_first_packet_defines_the_edge_wherever_it_stands),
		T(the_next_psn_is_new),
		T(a_gap_leaves_a_hole_with_time_and_frame),
		T(below_the_edge_without_a_hole_is_a_resend),
		T(a_young_hole_is_filled_late_by_rule_b),
		T(an_old_hole_is_filled_by_a_resend),
		T(rule_b_is_silent_while_an_episode_is_open),
		T(an_older_id_fills_late_however_old_the_hole),
		T(a_newer_id_is_a_resend_however_quick),
		T(an_older_id_in_no_hole_is_an_overtaken_resend),
		T(data_whose_ack_was_seen_first_is_skewed),
		T(after_1_ms_it_is_a_resend),
		T(several_acks_may_come_before_their_data),
		T(a_hole_below_una_is_not_skew),
		T(a_skewed_read_takes_all_its_psns_back),
		T(a_jump_is_more_than_w_jump_either_way),
		T(only_the_start_of_a_message_jumps_into_a_new_life),
		T(a_read_takes_a_psn_for_each_packet_of_its_response),
		T(the_request_behind_a_read_teaches_the_mtu),
		T(a_gap_behind_a_read_of_unknown_length_stays_a_gap),
		T(a_read_up_to_256_bytes_is_one_psn_at_any_mtu),
		T(a_read_whose_length_is_cut_off_leaves_no_gap),
		T(the_payload_of_first_and_middle_is_the_mtu),
		T(a_longer_repeated_read_moves_the_edge),
		T(an_ack_covers_everything_up_to_its_psn),
		T(an_acknowledged_hole_was_missed_by_the_capture),
		T(the_time_of_an_ack_is_remembered),
		T(una_stops_at_a_missing_response),
		T(a_hole_2_to_the_16_behind_was_missed_by_the_capture),
		T(a_response_hole_so_far_behind_was_missed_too),
		T(the_65th_hole_is_an_overflow),
		T(a_new_epoch_forgets_all_psn_state),
		T(the_latest_16_late_psns_are_remembered),
		T(the_latest_8_damaged_psns_are_remembered_once_each),
		T(more_than_a_quarter_missing_of_1000_is_a_sample),
		T(more_than_half_holes_without_a_nak_is_a_sample),
		T(a_sampled_lane_keeps_no_holes),
		T(the_latest_stall_can_be_taken_back),
		T(classes_go_on_behind_the_turn_of_24_bits),
		T(the_first_psn_follows_at_a_distance),
	};
#undef T

	return cmocka_run_group_tests(tests, NULL, NULL);
}
