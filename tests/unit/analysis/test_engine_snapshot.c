/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows as reported: timer estimates (diagnosis 1.8), order of rows, what a lane says of its flow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/lib/recs.h"

/* A lane whose timer fires after each of the silences, every time for another PSN. */
static struct rs_lane_row stalled(const rs_ns *stalls, unsigned count)
{
	struct rs_record recs[64];
	struct rs_lane_row row;
	unsigned n = 0;
	struct run r;
	rs_ns at = MS(1);

	recs[n++] = req(.psn = 10);
	recs[n++] = ack(.psn = 10, .at = US(4));
	for (uint32_t i = 0; i < count; i++) {
		recs[n++] = req(.psn = 11 + i, .at = at);
		at += stalls[i];
		recs[n++] = req(.psn = 11 + i, .at = at);
		recs[n++] = ack(.psn = 11 + i, .at = at + US(4));
		at += MS(1);
	}
	recs_run(&r, NULL, recs, n);
	row = r.snap.lanes[0];
	run_fini(&r);
	assert_int_equal(row.stalls, count);
	return row;
}

static void without_a_stall_there_is_no_timer(void **state)
{
	const struct rs_lane_row row = stalled(NULL, 0);

	(void)state;
	assert_int_equal(row.rto_n, -1);
	assert_int_equal(row.rto_pattern, RS_RTO_NONE);
	assert_false(row.rto_exact);
	assert_int_equal(row.stall_max, 0);
}

static void one_stall_gives_the_largest_exponent_below_it(void **state)
{
	const rs_ns just[] = { US(4.096 * 128) }, less[] = { US(4.096 * 128 / 1.05) + 2 }, under[] = { US(4.096 * 128 / 1.05) - 2 },
		    twice[] = { US(4.096 * 256 / 1.05) - 2 };
	struct rs_lane_row row = stalled(just, 1);

	(void)state;
	assert_int_equal(row.rto_pattern, RS_RTO_ONE);
	assert_int_equal(row.rto_n, 7);
	assert_int_equal(row.rto_ratio_pct, 100);
	assert_false(row.rto_exact); /* one sample */
	row = stalled(less, 1);
	assert_int_equal(row.rto_n, 7);
	assert_int_equal(row.rto_ratio_pct, 95);
	row = stalled(under, 1);
	assert_int_equal(row.rto_n, 6);
	assert_int_equal(row.rto_ratio_pct, 190);
	row = stalled(twice, 1);
	assert_int_equal(row.rto_n, 7);
	assert_int_equal(row.rto_ratio_pct, 190);
}

static void stalls_within_a_tenth_of_their_mean_are_constant(void **state)
{
	const rs_ns constant[] = { MS(0.9), MS(1.1), MS(1.0) }, mixed[] = { MS(0.89), MS(1.11), MS(1.0) };

	(void)state;
	assert_int_equal(stalled(constant, 3).rto_pattern, RS_RTO_CONST);
	assert_int_equal(stalled(mixed, 3).rto_pattern, RS_RTO_MIXED);
}

static void a_constant_timer_near_a_power_is_exact(void **state)
{
	const rs_ns near[] = { US(4194.304 * 1.10), US(4194.304 * 1.12) }, far[] = { US(4194.304 * 1.11), US(4194.304 * 1.12) };

	(void)state;
	assert_true(stalled(near, 2).rto_exact);
	assert_int_equal(stalled(near, 2).rto_n, 10);
	assert_false(stalled(far, 2).rto_exact);
}

static void growing_never_shrinks_and_ends_at_one_and_a_half(void **state)
{
	const rs_ns growing[] = { MS(1), MS(1), MS(1.5) }, little[] = { MS(1), MS(1.2), MS(1.49) }, shrank[] = { MS(1), MS(3), MS(2) };
	struct rs_lane_row row = stalled(growing, 3);

	(void)state;
	assert_int_equal(row.rto_pattern, RS_RTO_GROWING);
	assert_int_equal(row.stall_first, MS(1));
	assert_int_equal(row.stall_last, MS(1.5));
	assert_int_equal(row.stall_max, MS(1.5));
	assert_int_equal(row.stall_total, MS(3.5));
	assert_int_equal(stalled(little, 3).rto_pattern, RS_RTO_MIXED);
	assert_int_equal(stalled(shrank, 3).rto_pattern, RS_RTO_MIXED);
	assert_int_equal(stalled(shrank, 3).rto_n, 8); /* of the smallest: 1.049 ms */
}

static void what_cm_negotiated_counts_more(void **state)
{
	const struct rs_record recs[] = {
		cmreq(.lid = 1, .lqp = 0xa1, .timeout = 14), cmrep(.from = 'B', .to = 'A', .rid = 1, .lqp = 0xb1), req(.psn = 10),
		req(.psn = 10, .at = MS(1)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.lanes[0].rto_n, 14);
	assert_true(r.snap.lanes[0].rto_exact);
	assert_int_equal(r.snap.lanes[0].rto_pattern, RS_RTO_ONE);
	run_fini(&r);
}

static void an_ack_timeout_of_0_is_off_and_says_nothing(void **state)
{
	const struct rs_record recs[] = {
		cmreq(.lid = 1, .lqp = 0xa1, .timeout = 0), cmrep(.from = 'B', .to = 'A', .rid = 1, .lqp = 0xb1), req(.psn = 10),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.lanes[0].rto_n, -1);
	assert_false(r.snap.lanes[0].rto_exact);
	run_fini(&r);
}

static void rows_are_sorted_by_first_packet_and_by_id(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 1, .qp = 0xb9, .at = US(5)), req(.psn = 1, .qp = 0xb2, .at = US(3)), req(.psn = 1, .qp = 0xb5, .at = US(7)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.flows[0].dst_qp, 0xb2);
	assert_int_equal(r.snap.flows[1].dst_qp, 0xb9);
	assert_int_equal(r.snap.flows[2].dst_qp, 0xb5);
	for (uint32_t i = 0; i < 3; i++)
		assert_int_equal(r.snap.lanes[i].id, i);
	assert_int_equal(r.snap.lanes[0].responder_qp, 0xb9); /* ids in order of arrival */
	run_fini(&r);
}

static void a_lane_names_its_flow_and_hosts(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 1, .vni = 77), ack(.psn = 1, .vni = 77, .at = US(5)),
	};
	const struct rs_addr a = recs_host('A', false), b = recs_host('B', false);
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_memory_equal(&r.snap.lanes[0].requester, &a, sizeof(a));
	assert_memory_equal(&r.snap.lanes[0].responder, &b, sizeof(b));
	assert_int_equal(r.snap.lanes[0].vni, 77);
	assert_true(r.snap.lanes[0].flow_id == rs_flow_id(&a, &b, 0xb1, 77));
	assert_true(r.snap.lanes[0].flow_id == r.snap.flows[0].flow_id);
	assert_int_equal(r.snap.lanes[0].first_frame, 1);
	assert_true(r.snap.lanes[0].responded);
	run_fini(&r);
}

static void a_point_without_packets_has_no_times(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 1, .point = 2),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, 1);
	assert_int_equal(r.snap.point_count, 3);
	assert_int_equal(r.snap.points[0].packets, 0);
	assert_int_equal(r.snap.points[0].first, RS_NS_NONE);
	assert_int_equal(r.snap.points[2].first, RECS_EPOCH_NS);
	run_fini(&r);
}

static void flows_count_answers_by_kind(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 1), req(.psn = 2, .at = US(1)), rreq(.psn = 3, .dma = 1024, .at = US(2)), ack(.psn = 1, .at = US(5)),
		nak(.psn = 2, .at = US(6)), rnr(.psn = 2, .code = 1, .at = US(7)), fatal(.psn = 2, .code = 2, .at = US(8)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_true(r.snap.flows[0].request);
	assert_false(r.snap.flows[0].response);
	assert_int_equal(r.snap.flows[0].read_requests, 1);
	assert_true(r.snap.flows[1].response);
	assert_int_equal(r.snap.flows[1].acks, 1);
	assert_int_equal(r.snap.flows[1].naks, 1);
	assert_int_equal(r.snap.flows[1].rnr_naks, 1);
	assert_int_equal(r.snap.flows[1].fatal_naks, 1);
	run_fini(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_a_stall_there_is_no_timer),
		cmocka_unit_test(one_stall_gives_the_largest_exponent_below_it),
		cmocka_unit_test(stalls_within_a_tenth_of_their_mean_are_constant),
		cmocka_unit_test(a_constant_timer_near_a_power_is_exact),
		cmocka_unit_test(growing_never_shrinks_and_ends_at_one_and_a_half),
		cmocka_unit_test(what_cm_negotiated_counts_more),
		cmocka_unit_test(an_ack_timeout_of_0_is_off_and_says_nothing),
		cmocka_unit_test(rows_are_sorted_by_first_packet_and_by_id),
		cmocka_unit_test(a_lane_names_its_flow_and_hosts),
		cmocka_unit_test(a_point_without_packets_has_no_times),
		cmocka_unit_test(flows_count_answers_by_kind),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
