/* SPDX-License-Identifier: BSD-2-Clause */
/* The engine as a whole: order of judgement, limits of tables and pools, points, the end of a capture. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "analysis/engine_state.h"
#include "tests/lib/recs.h"

static struct rs_engine *create(const struct rs_engine_config *cfg)
{
	struct rs_engine_config small;
	struct rs_engine *e;
	struct rs_err err;

	run_config(&small);
	e = rs_engine_create(cfg ? cfg : &small, &err);
	assert_non_null(e);
	return e;
}

static unsigned feed(struct rs_engine *e, struct rs_record r)
{
	uint8_t cls;

	rs_engine_feed(e, &r, 1, &cls);
	return cls;
}

static size_t drain_events(struct rs_engine *e)
{
	struct rs_event out[64];
	size_t n, all = 0;

	while ((n = rs_engine_events(e, out, 64)))
		all += n;
	return all;
}

static void finish(struct rs_engine *e)
{
	rs_engine_finish(e);
	while (rs_engine_finish_step(e))
		;
}

static void snapshot(const struct rs_engine *e, struct rs_snapshot *s)
{
	struct rs_err err;

	assert_int_equal(rs_engine_snapshot(e, s, &err), 0);
}

/* ---- order of judgement ---- */

static void copies_never_enter_flows_or_lanes(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10, .id = 7), req(.psn = 10, .id = 7, .ttl = 63, .at = US(1)), ack(.psn = 10, .id = 3, .at = US(5)),
		ack(.psn = 10, .id = 3, .ttl = 63, .at = US(6)),
	};
	struct run r;

	(void)state;
	RECS_EXPECT(recs, "DEDUP copies=2\nLANE T1 A>B qp=b1 peer=a1 pair=SOLE req=1 new=1 acks=1 next=11 una=11\n");
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.classes[1], RS_CLASS_COPY);
	assert_int_equal(r.snap.totals.packets, 4);
	assert_int_equal(r.snap.totals.first_copy, 2);
	assert_int_equal(r.snap.points[0].copies, 2);
	assert_int_equal(r.snap.flows[0].packets, 1);
	run_fini(&r);
}

static void a_constant_id_turns_to_the_other_rules_after_64_packets(void **state)
{
	struct rs_record recs[70];
	struct run r;

	(void)state;
	for (uint32_t i = 0; i < 68; i++)
		recs[i] = req(.psn = i, .id = 7, .at = US(2 * i));
	recs[68] = req(.psn = 67, .id = 7, .at = US(140)); /* a resend: the id proves nothing */
	recs[69] = req(.psn = 68, .id = 7, .at = US(142));
	recs_run(&r, NULL, recs, 70);
	assert_int_equal(r.snap.totals.copies, 0);
	assert_int_equal(r.snap.lanes[0].resent, 1);
	run_fini(&r);
	recs[3] = req(.psn = 2, .id = 7, .at = US(6)); /* before 64: a copy */
	recs_run(&r, NULL, recs, 70);
	assert_int_equal(r.snap.totals.copies, 1);
	run_fini(&r);
}

static void a_damaged_packet_is_lost_for_the_lane(void **state)
{
	struct rs_record recs[16];
	unsigned n = 0;
	struct run r;

	(void)state;
	for (uint32_t i = 0; i < 9; i++)
		recs[n++] = req(.psn = 10 + i, .at = US(i));
	recs[n++] = req(.psn = 19, .bad_icrc = true, .at = US(9));
	recs[n++] = req(.psn = 20, .at = US(10));
	recs[n++] = nak(.psn = 19, .at = US(14));
	recs[n++] = req(.psn = 19, .at = US(17));
	recs[n++] = req(.psn = 20, .at = US(18));
	recs_run(&r, NULL, recs, n);
	assert_int_equal(r.classes[9], RS_CLASS_BAD_ICRC);
	assert_int_equal(r.episodes[0].side, RS_SIDE_UPSTREAM);
	assert_int_equal(r.episodes[0].lost[0].first, 19);
	assert_int_equal(r.snap.flows[0].icrc_bad, 1);
	assert_int_equal(recs_events(&r, RS_EVENT_ICRC_BAD), 1);
	assert_int_equal(recs_event(&r, RS_EVENT_ICRC_BAD, 0)->psn_first, 19);
	run_fini(&r);
}

static void where_many_icrcs_are_wrong_nothing_is_concluded(void **state)
{
	struct rs_record recs[10];
	struct run r;

	(void)state;
	for (uint32_t i = 0; i < 10; i++)
		recs[i] = req(.psn = 10 + i, .bad_icrc = i % 9 == 8, .at = US(i)); /* 8 good, 1 bad: less than 9 in 10 */
	recs_run(&r, NULL, recs, 10);
	assert_int_equal(r.classes[8], RS_CLASS_NEW);
	assert_int_equal(r.snap.lanes[0].next_psn, 20);
	assert_int_equal(r.snap.totals.icrc_bad, 1);
	run_fini(&r);
}

static void uc_counts_gaps_and_never_an_episode(void **state)
{
	const struct rs_record recs[] = {
		uc(.psn = 10), uc(.psn = 11, .at = US(1)), uc(.psn = 14, .at = US(3)), uc(.psn = 12, .at = US(5)), uc(.psn = 15, .at = US(7)),
		uc(.psn = 900000, .at = US(9)), uc(.psn = 900001, .at = US(11)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.classes[2], RS_CLASS_UC);
	assert_int_equal(r.snap.flows[0].uc_gaps, 2);
	assert_int_equal(r.snap.flows[0].first_uc_gap, 3);
	assert_int_equal(r.snap.lane_count, 0);
	assert_int_equal(r.episode_count, 0);
	run_fini(&r);
}

static void uc_goes_on_behind_the_turn_of_24_bits(void **state)
{
	const struct rs_record recs[] = {
		uc(.psn = 0xfffffe), uc(.psn = 1, .at = US(2)), uc(.psn = 2, .at = US(4)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.flows[0].uc_gaps, 2);
	run_fini(&r);
}

static void cnps_belong_to_no_lane(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), cnp(.from = 'B', .to = 'A', .qp = 0xa1, .at = US(3)), ack(.psn = 10, .at = US(5)),
	};
	struct run r;

	(void)state;
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=1 new=1 acks=1 next=11 una=11\n");
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.totals.cnp, 1);
	run_fini(&r);
}

static void taps_are_kept_apart(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 10, .point = 1, .at = 100), req(.psn = 12, .point = 1, .at = US(2)), req(.psn = 11, .at = US(3)),
	};

	(void)state;
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=- pair=NONE req=2 new=2 next=12 una=-\n"
			  "LANE T2 A>B qp=b1 peer=- pair=NONE req=2 new=2 undetermined=1 next=13 una=-\n");
}

static void a_hole_fill_is_goodput_and_a_resend_is_not(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 12, .at = US(1)), nak(.psn = 11, .at = US(5)), req(.psn = 11, .at = US(8)),
		req(.psn = 12, .at = US(9)), ack(.psn = 12, .at = US(13)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.lanes[0].goodput_bytes, 3 * 1024);
	assert_int_equal(r.snap.lanes[0].request_bytes, 4 * 1024);
	run_fini(&r);
}

static void short_requests_are_counted_as_such(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10, .cut = true), rreq(.psn = 11, .cut = true, .at = US(1)), req(.psn = 15, .at = US(2)), ack(.psn = 15, .at = US(6)),
	};
	struct run r;

	(void)state;
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=3 new=3 acks=1 short=2 next=16 una=11\n");
	/* una waits for the READ, however long it is. */
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.totals.cut_packets, 2);
	assert_int_equal(r.snap.totals.cut_headers, 0); /* neither BTH nor AETH */
	run_fini(&r);
}

/* ---- sampled mirrors ---- */

static void a_sampled_lane_reports_no_gap_no_loss_no_delay(void **state)
{
	enum { N = 600 };
	struct rs_record *recs = calloc(N + 4, sizeof(*recs));
	unsigned n = 0;
	struct run r;

	(void)state;
	assert_non_null(recs);
	for (uint32_t i = 0; i < N; i++)
		recs[n++] = req(.psn = 4 * i, .at = US(2 * i)); /* one in four */
	recs[n++] = ack(.psn = 4 * (N - 1), .at = US(1300));
	recs[n++] = req(.psn = 4 * (N - 3), .at = US(1302));
	recs[n++] = nak(.psn = 4 * N, .at = US(1305));
	recs_run(&r, NULL, recs, n);
	assert_true(r.snap.lanes[0].sampled);
	assert_int_equal(recs_events(&r, RS_EVENT_CAPTURE_SAMPLED), 1);
	assert_true(recs_events(&r, RS_EVENT_GAP) < 1000 / 4 + 2); /* only before it was known */
	assert_int_equal(r.episode_count, 0);
	assert_int_equal(r.snap.lanes[0].ack_min, RS_NS_NONE);
	assert_int_equal(recs_events(&r, RS_EVENT_NAK), 1);
	run_fini(&r);
	free(recs);
}

/* ---- limits ---- */

static void a_full_table_evicts_and_goes_on(void **state)
{
	struct rs_engine_config cfg;
	struct rs_engine *e;
	struct rs_snapshot s;

	(void)state;
	run_config(&cfg);
	cfg.max_flows = 16;
	e = create(&cfg);
	/* Requests, answers and requests again in every order: slots of lanes must not leak. */
	for (uint32_t i = 0; i < 5000; i++) {
		const char to = (char)('B' + i % 5);

		if (i * 2654435761u >> 30 & 1)
			feed(e, req(.psn = i, .qp = 0x1000 + i / 3, .to = to, .at = US(i)));
		else
			feed(e, ack(.psn = i, .qp = 0x5000 + i / 2, .from = to, .at = US(i)));
	}
	feed(e, req(.psn = 70, .qp = 0x9999, .at = MS(10)));
	feed(e, req(.psn = 71, .qp = 0x9999, .at = MS(11)));
	assert_true(e->lanes_used <= 16);
	snapshot(e, &s);
	assert_true(s.flow_count <= 16);
	assert_true(s.totals.evicted_flows > 1000);
	assert_int_equal(s.totals.packets, 5002);
	assert_int_equal(s.lanes[s.lane_count - 1].requests, 2); /* the latest is whole */
	rs_snapshot_fini(&s);
	rs_engine_destroy(e);
}

static void host_pairs_make_room_with_their_lanes(void **state)
{
	struct rs_engine_config cfg;
	struct rs_engine *e;

	(void)state;
	run_config(&cfg);
	cfg.max_flows = 16;
	e = create(&cfg);
	for (uint32_t i = 0; i < 200; i++) /* 200 host pairs, one flow each */
		assert_int_equal(feed(e, req(.psn = i, .from = (char)(1 + i), .at = US(i))), RS_CLASS_NEW);
	rs_engine_destroy(e);
}

static void an_evicted_lane_hands_out_its_open_episode(void **state)
{
	struct rs_engine_config cfg;
	struct rs_episode ep[4];
	struct rs_engine *e;

	(void)state;
	run_config(&cfg);
	cfg.max_flows = 16;
	e = create(&cfg);
	feed(e, req(.psn = 10));
	feed(e, req(.psn = 11, .at = US(1)));
	feed(e, req(.psn = 10, .at = US(500)));
	for (uint32_t i = 0; i < 16; i++)
		feed(e, req(.psn = 5, .qp = 0x1000 + i, .at = MS(1 + i)));
	assert_int_equal(rs_engine_episodes(e, ep, 4), 1);
	assert_int_equal(ep[0].state, RS_STATE_OPEN);
	assert_int_equal(ep[0].lane, 0);
	rs_engine_destroy(e);
}

static void an_answer_whose_lane_was_evicted_is_unattributed(void **state)
{
	struct rs_engine_config cfg;
	struct rs_engine *e;
	struct rs_snapshot s;

	(void)state;
	run_config(&cfg);
	cfg.max_flows = 16;
	e = create(&cfg);
	feed(e, req(.psn = 10));
	assert_int_equal(feed(e, ack(.psn = 10, .at = US(5))), RS_CLASS_ACK);
	for (uint32_t i = 0; i < 15; i++) {
		feed(e, ack(.psn = 10, .at = MS(1 + i))); /* stays busy */
		feed(e, req(.psn = 5, .qp = 0x1000 + i, .to = 'C', .at = MS(1 + i) + US(1)));
	}
	assert_int_equal(feed(e, ack(.psn = 10, .at = MS(20))), RS_CLASS_UNPAIRED);
	assert_int_equal(feed(e, req(.psn = 11, .at = MS(21))), RS_CLASS_NEW); /* the lane begins anew */
	assert_int_equal(feed(e, ack(.psn = 11, .at = MS(22))), RS_CLASS_ACK);
	snapshot(e, &s);
	assert_int_equal(s.totals.unpaired_responses, 1);
	rs_snapshot_fini(&s);
	rs_engine_destroy(e);
}

static void empty_pools_are_counted_and_the_rest_stays_right(void **state)
{
	struct rs_engine *e = create(NULL);
	struct rs_snapshot s;

	(void)state;
	while (pool_take(&e->pools.episodes))
		;
	while (pool_take(&e->pools.reads))
		;
	while (pool_take(&e->pools.history))
		;
	feed(e, req(.psn = 10));
	feed(e, req(.psn = 12, .at = US(1)));
	feed(e, nak(.psn = 11, .at = US(5)));
	assert_int_equal(feed(e, req(.psn = 11, .at = US(8))), RS_CLASS_LATE); /* no episode could open */
	feed(e, req(.psn = 12, .at = US(9)));
	feed(e, rreq(.psn = 13, .dma = 1024, .at = US(10)));
	feed(e, ronly(.psn = 13, .at = US(14)));
	feed(e, ack(.psn = 13, .at = US(15)));
	snapshot(e, &s);
	assert_true(s.totals.pool_empty >= 3);
	assert_int_equal(s.lanes[0].requests, 5);
	assert_int_equal(s.lanes[0].naks, 1);
	assert_int_equal(s.lanes[0].una_psn, 14);
	assert_int_equal(s.lanes[0].cap_missing, 0); /* the hole was filled */
	assert_int_equal(s.lanes[0].read_responses, 1);
	assert_int_equal(s.lanes[0].episodes, 0);
	rs_snapshot_fini(&s);
	rs_engine_destroy(e);
}

static void without_room_for_holes_the_lane_says_so(void **state)
{
	struct rs_engine *e = create(NULL);
	struct rs_snapshot s;

	(void)state;
	while (pool_take(&e->pools.holes))
		;
	feed(e, req(.psn = 10));
	feed(e, req(.psn = 12, .at = US(1)));
	feed(e, ack(.psn = 12, .at = US(5)));
	snapshot(e, &s);
	assert_true(s.lanes[0].hole_overflow);
	assert_int_equal(s.lanes[0].una_psn, 13);
	assert_int_equal(s.totals.pool_empty, 2); /* the last take of this test, and the lane's */
	rs_snapshot_fini(&s);
	rs_engine_destroy(e);
}

static void events_that_find_no_room_are_counted(void **state)
{
	struct rs_engine_config cfg;
	struct rs_engine *e;
	struct rs_snapshot s;

	(void)state;
	run_config(&cfg);
	cfg.max_events = 16;
	e = create(&cfg);
	for (uint32_t i = 0; i < 20; i++)
		feed(e, req(.psn = 10 + 2 * i, .at = US(i))); /* 19 gaps */
	assert_int_equal(drain_events(e), 16);
	feed(e, req(.psn = 100, .at = US(30)));
	assert_int_equal(drain_events(e), 1);
	snapshot(e, &s);
	assert_int_equal(s.totals.lost_events, 3);
	rs_snapshot_fini(&s);
	rs_engine_destroy(e);
}

static void too_many_holes_are_said_in_the_episode(void **state)
{
	struct rs_record recs[140];
	unsigned n = 0;
	struct run r;

	(void)state;
	for (uint32_t i = 0; i < 70; i++)
		recs[n++] = req(.psn = 10 + 2 * i, .at = US(i));
	recs[n++] = nak(.psn = 11, .at = US(72));
	recs[n++] = req(.psn = 11, .at = US(75));
	recs[n++] = req(.psn = 150, .at = US(76));
	recs_run(&r, NULL, recs, n);
	assert_true(r.snap.lanes[0].hole_overflow);
	assert_true(r.episodes[0].flags & RS_EPI_HOLE_OVERFLOW);
	run_fini(&r);
}

/* ---- points ---- */

static void a_point_beyond_the_table_counts_in_the_last_row(void **state)
{
	for (uint32_t max = 0; max <= 2; max++) {
		struct rs_engine_config cfg;
		struct rs_engine *e;
		struct rs_snapshot s;

		(void)state;
		run_config(&cfg);
		cfg.max_points = max; /* 0 is taken as 1 */
		e = create(&cfg);
		feed(e, req(.psn = 10));
		feed(e, req(.psn = 10, .point = 700, .at = US(1)));
		feed(e, req(.psn = 11, .point = 65535, .at = US(2)));
		snapshot(e, &s);
		assert_int_equal(s.point_count, max ? max : 1);
		assert_int_equal(s.points[s.point_count - 1].packets, max == 2 ? 2 : 3);
		assert_int_equal(s.lane_count, 3); /* PSN spaces stay apart */
		rs_snapshot_fini(&s);
		rs_engine_destroy(e);
	}
}

static void mirrors_count_what_their_numbers_skip(void **state)
{
	struct rs_engine *e = create(NULL);
	struct rs_snapshot s;

	(void)state;
	for (uint32_t i = 0; i < 4; i++) {
		static const uint32_t seq[] = { 0x3ffffe, 0x3fffff, 3, 2 }; /* 0, 1, 2 missing, then 2 is late */
		struct rs_record r = req(.psn = i, .at = US(i));

		r.tunnel = RS_TUNNEL_ERSPAN2;
		r.encap_id = 5u << 22 | seq[i];
		feed(e, r);
	}
	snapshot(e, &s);
	assert_int_equal(s.points[0].mirror_gaps, 3);
	rs_snapshot_fini(&s);
	rs_engine_destroy(e);
}

/* ---- the end ---- */

static void finishing_twice_counts_once(void **state)
{
	struct rs_engine *e = create(NULL);
	struct rs_episode ep[4];
	struct rs_snapshot s;

	(void)state;
	feed(e, req(.psn = 10));
	feed(e, req(.psn = 13, .at = US(1)));
	feed(e, nak(.psn = 11, .at = US(5)));
	finish(e);
	finish(e);
	assert_false(rs_engine_finish_step(e));
	assert_int_equal(rs_engine_episodes(e, ep, 4), 1);
	assert_int_equal(ep[0].state, RS_STATE_OPEN);
	snapshot(e, &s);
	assert_int_equal(s.lanes[0].undetermined, 2);
	assert_int_equal(s.lanes[0].episodes, 1);
	rs_snapshot_fini(&s);
	rs_engine_destroy(e);
}

static void a_capture_may_go_on_after_finishing(void **state)
{
	struct rs_engine *e = create(NULL);
	struct rs_episode ep[4];
	struct rs_snapshot s;

	(void)state;
	feed(e, req(.psn = 10));
	feed(e, req(.psn = 11, .at = US(1)));
	feed(e, nak(.psn = 10, .at = US(5)));
	finish(e);
	feed(e, req(.psn = 10, .at = US(8)));
	feed(e, req(.psn = 11, .at = US(9)));
	feed(e, ack(.psn = 11, .at = US(13)));
	finish(e);
	assert_int_equal(rs_engine_episodes(e, ep, 4), 2);
	assert_int_equal(ep[1].cause, RS_CAUSE_NAK_SEQ);
	assert_int_equal(ep[1].state, RS_STATE_RECOVERED);
	snapshot(e, &s);
	assert_int_equal(s.lanes[0].una_psn, 12);
	assert_int_equal(s.lanes[0].resent, 2);
	rs_snapshot_fini(&s);
	rs_engine_destroy(e);
}

static void time_that_passes_without_packets_counts_for_the_end(void **state)
{
	struct rs_engine *e = create(NULL);
	struct rs_episode ep[2];

	(void)state;
	feed(e, req(.psn = 10));
	feed(e, req(.psn = 10, .at = MS(4)));
	feed(e, req(.psn = 10, .at = MS(8)));
	feed(e, req(.psn = 10, .at = MS(12)));
	assert_false(rs_engine_advance(e, RECS_EPOCH_NS + MS(100)));
	finish(e);
	assert_int_equal(rs_engine_episodes(e, ep, 2), 1);
	assert_int_equal(ep[0].state, RS_STATE_FAILED);
	rs_engine_destroy(e);
}

static void an_engine_without_packets_has_nothing_to_say(void **state)
{
	struct rs_engine *e = create(NULL);
	struct rs_snapshot s;

	(void)state;
	finish(e);
	snapshot(e, &s);
	assert_int_equal(s.totals.packets, 0);
	assert_int_equal(s.totals.first, RS_NS_NONE);
	assert_int_equal(s.flow_count + s.lane_count + s.point_count, 0);
	rs_snapshot_fini(&s);
	rs_engine_destroy(e);
}

static void time_that_goes_backwards_is_counted(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10, .at = US(5)), req(.psn = 11, .at = US(3)), req(.psn = 12, .at = US(9)), req(.psn = 13, .at = US(8)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.totals.time_backwards, 2);
	assert_int_equal(r.snap.totals.first_backwards, 2);
	assert_int_equal(r.snap.totals.last, RECS_EPOCH_NS + US(9));
	run_fini(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(copies_never_enter_flows_or_lanes),
		cmocka_unit_test(a_constant_id_turns_to_the_other_rules_after_64_packets),
		cmocka_unit_test(a_damaged_packet_is_lost_for_the_lane),
		cmocka_unit_test(where_many_icrcs_are_wrong_nothing_is_concluded),
		cmocka_unit_test(uc_counts_gaps_and_never_an_episode),
		cmocka_unit_test(uc_goes_on_behind_the_turn_of_24_bits),
		cmocka_unit_test(cnps_belong_to_no_lane),
		cmocka_unit_test(taps_are_kept_apart),
		cmocka_unit_test(a_hole_fill_is_goodput_and_a_resend_is_not),
		cmocka_unit_test(short_requests_are_counted_as_such),
		cmocka_unit_test(a_sampled_lane_reports_no_gap_no_loss_no_delay),
		cmocka_unit_test(a_full_table_evicts_and_goes_on),
		cmocka_unit_test(host_pairs_make_room_with_their_lanes),
		cmocka_unit_test(an_evicted_lane_hands_out_its_open_episode),
		cmocka_unit_test(an_answer_whose_lane_was_evicted_is_unattributed),
		cmocka_unit_test(empty_pools_are_counted_and_the_rest_stays_right),
		cmocka_unit_test(without_room_for_holes_the_lane_says_so),
		cmocka_unit_test(events_that_find_no_room_are_counted),
		cmocka_unit_test(too_many_holes_are_said_in_the_episode),
		cmocka_unit_test(a_point_beyond_the_table_counts_in_the_last_row),
		cmocka_unit_test(mirrors_count_what_their_numbers_skip),
		cmocka_unit_test(finishing_twice_counts_once),
		cmocka_unit_test(a_capture_may_go_on_after_finishing),
		cmocka_unit_test(time_that_passes_without_packets_counts_for_the_end),
		cmocka_unit_test(an_engine_without_packets_has_nothing_to_say),
		cmocka_unit_test(time_that_goes_backwards_is_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
