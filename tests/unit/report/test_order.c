/* SPDX-License-Identifier: BSD-2-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "fixture.h"
#include "report/order.h"

static void flows_and_lanes_come_by_first_packet(void **state)
{
	struct fixture f;
	struct order *o;

	fixture_init(&f);
	o = order_create(&f.report, NULL);
	assert_non_null(o);
	assert_ptr_equal(order_flow(o, 0), &f.flows[1]);
	assert_ptr_equal(order_flow(o, 1), &f.flows[0]);
	assert_ptr_equal(order_lane(o, 0), &f.lanes[1]);
	assert_int_equal(order_lane_number(o, 9), 0);
	assert_int_equal(order_lane_number(o, 4), 1);
	assert_int_equal(order_lane_number(o, 5), ORDER_NONE);
	assert_int_equal(order_lane_number(o, RS_NO_LANE), ORDER_NONE);
	order_destroy(o);
	fixture_fini(&f);
}

static void lanes_of_one_time_come_by_key_and_not_by_id(void **state)
{
	struct fixture f;
	struct order *o;

	fixture_init(&f);
	f.lanes[0].first = f.lanes[1].first;
	o = order_create(&f.report, NULL);
	assert_non_null(o);
	assert_int_equal(order_lane_number(o, 9), 0); /* requester 10.1.0.3 before 10.1.0.4 */
	order_destroy(o);

	f.lanes[0].requester = f.lanes[1].requester;
	f.lanes[0].responder = f.lanes[1].responder;
	f.lanes[0].responder_qp = 0x230;
	o = order_create(&f.report, NULL);
	assert_non_null(o);
	assert_int_equal(order_lane_number(o, 4), 0); /* qp 0x230 before 0x231 */
	order_destroy(o);
	fixture_fini(&f);
}

static void a_flow_finds_the_lane_of_its_requests(void **state)
{
	struct fixture f;
	struct order *o;
	struct rs_flow_row stranger;

	fixture_init(&f);
	o = order_create(&f.report, NULL);
	assert_non_null(o);
	assert_ptr_equal(order_flow_lane(o, &f.flows[1]), &f.lanes[1]);
	stranger = f.flows[1];
	stranger.point = 1;
	assert_null(order_flow_lane(o, &stranger));
	order_destroy(o);
	fixture_fini(&f);
}

static void episodes_are_numbered_by_their_start(void **state)
{
	struct fixture f;
	struct order *o;
	struct rs_episode e;

	fixture_init(&f);
	o = order_create(&f.report, NULL);
	assert_non_null(o);
	assert_int_equal(order_episode_count(o), 2);
	assert_true(order_episode(o, 0, &e));
	assert_int_equal(e.id, 1);
	assert_true(order_episode(o, 1, &e));
	assert_int_equal(e.id, 0);
	assert_int_equal(order_episode_number(o, 9, 1), 0);
	assert_int_equal(order_episode_number(o, 9, 0), 1);
	assert_int_equal(order_episode_number(o, 4, 0), ORDER_NONE);
	assert_int_equal(order_episode_number(o, 9, RS_NO_EPISODE), ORDER_NONE);
	order_destroy(o);
	fixture_fini(&f);
}

static void events_of_one_time_come_by_lane_with_laneless_ones_last(void **state)
{
	static const uint8_t want[] = { RS_EVENT_NAK, RS_EVENT_COPY_BURST, RS_EVENT_TIMEOUT };
	struct fixture f;
	struct order *o;
	struct rs_event e;

	fixture_init(&f);
	o = order_create(&f.report, NULL);
	assert_non_null(o);
	assert_int_equal(order_event_count(o), 3);
	for (uint32_t i = 0; i < 3; i++) {
		assert_true(order_event(o, i, &e));
		assert_int_equal(e.kind, want[i]);
	}
	order_destroy(o);
	fixture_fini(&f);
}

static void many_episodes_on_disk_come_out_sorted(void **state)
{
	struct fixture f;
	struct order *o;
	struct rs_episode e;
	rs_ns before = 0;

	fixture_init(&f);
	memset(&e, 0, sizeof(e));
	e.lane = 9;
	for (uint32_t i = 0; i < 2000; i++) {
		e.id = 10 + i;
		e.first = i;
		e.start = FIXTURE_START + 100000 + (rs_ns)(i * 7919u % 2000u) * 10; /* a permutation */
		assert_int_equal(spool_append(f.episodes, &e, 1), 0);
	}
	o = order_create(&f.report, NULL);
	assert_non_null(o);
	assert_int_equal(order_episode_count(o), 2002);
	for (uint32_t i = 0; i < 2002; i++) {
		assert_true(order_episode(o, i, &e));
		assert_true(e.start > before);
		before = e.start;
		assert_int_equal(order_episode_number(o, 9, e.id), i);
	}
	order_destroy(o);
	fixture_fini(&f);
}

static void an_empty_analysis_has_an_order_too(void **state)
{
	struct rs_snapshot snap;
	struct report r;
	struct order *o;

	memset(&snap, 0, sizeof(snap));
	memset(&r, 0, sizeof(r));
	r.snap = &snap;
	o = order_create(&r, NULL);
	assert_non_null(o);
	assert_int_equal(order_episode_count(o), 0);
	assert_int_equal(order_event_count(o), 0);
	assert_int_equal(order_lane_number(o, 0), ORDER_NONE);
	assert_int_equal(order_episode_number(o, 0, 0), ORDER_NONE);
	assert_int_equal(order_tuples(&snap), 0);
	order_destroy(o);
}

static void tuples_are_counted_once_over_points_and_flows(void **state)
{
	struct fixture f;

	fixture_init(&f);
	assert_int_equal(order_tuples(&f.snap), 2); /* two ports of the requests; the answers do not count */
	f.flows[0] = f.flows[1];
	f.flows[0].point = 1;
	f.flows[0].dst_qp = 0x232;
	f.flows[0].sports[1] = 50000;
	assert_int_equal(order_tuples(&f.snap), 3);
	fixture_fini(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(flows_and_lanes_come_by_first_packet),
		cmocka_unit_test(lanes_of_one_time_come_by_key_and_not_by_id),
		cmocka_unit_test(a_flow_finds_the_lane_of_its_requests),
		cmocka_unit_test(episodes_are_numbered_by_their_start),
		cmocka_unit_test(events_of_one_time_come_by_lane_with_laneless_ones_last),
		cmocka_unit_test(many_episodes_on_disk_come_out_sorted),
		cmocka_unit_test(an_empty_analysis_has_an_order_too),
		cmocka_unit_test(tuples_are_counted_once_over_points_and_flows),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
