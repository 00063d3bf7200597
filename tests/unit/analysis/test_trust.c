/* SPDX-License-Identifier: BSD-2-Clause */
/* Level, items and verdict: the table of decision 2, and the order in which trust is tested. */
#include "fabric_fixture.h"

static void expect(struct fabric_case *c, unsigned level, unsigned word, const char *code,
		   int64_t value)
{
	const struct rs_trust_item *item;

	finish(c);
	assert_string_equal(rs_trust_name(c->v->trust), rs_trust_name(level));
	assert_string_equal(rs_verdict_name(c->v->word), rs_verdict_name(word));
	if (!code) {
		assert_int_equal(c->v->trust_count, 0);
		return;
	}
	item = trust_item(c, code);
	assert_non_null(item);
	assert_int_equal(item->value, value);
	assert_true(strlen(item->effect) > 20);
	assert_true(strlen(item->effect) < sizeof(item->effect) - 1);
}

static void a_healthy_capture_is_good_and_healthy_without_reasons(void **state)
{
	struct fabric_case c;

	case_start(&c);
	expect(&c, RS_TRUST_GOOD, RS_VERDICT_HEALTHY, NULL, 0);
	case_end(&c);
}

static void copies_limit_trust_only_when_they_are_many(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.points[0].copies = c.snap.totals.copies = 100;
	expect(&c, RS_TRUST_GOOD, RS_VERDICT_HEALTHY, NULL, 0);
	c.points[0].copies = c.snap.totals.copies = 550;
	expect(&c, RS_TRUST_LIMITED, RS_VERDICT_HEALTHY, "cap-mirror-dup", 550);
	case_end(&c);
}

static void capture_loss_above_one_percent_is_poor(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.lanes[0].new_packets = 990;
	c.lanes[0].cap_missing = 10; /* 1.0 % of 1000 */
	expect(&c, RS_TRUST_LIMITED, RS_VERDICT_HEALTHY, "cap-loss", 10);
	assert_string_equal(trust_item(&c, "cap-loss")->effect,
			    "10 acknowledged PSNs are not in the capture (1.00 %): they are not "
			    "counted as network loss");
	c.lanes[0].cap_missing = 11;
	expect(&c, RS_TRUST_POOR, RS_VERDICT_INCONCLUSIVE, "cap-loss", 11);
	case_end(&c);
}

static void read_responses_count_as_psns_seen(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.lanes[0].new_packets = 10;
	c.lanes[0].read_responses = 1000;
	c.lanes[0].cap_missing = 10; /* of 1020, not of 20 */
	expect(&c, RS_TRUST_LIMITED, RS_VERDICT_HEALTHY, "cap-loss", 10);
	case_end(&c);
}

static void a_sampled_mirror_is_poor(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.lanes[0].sampled = true;
	expect(&c, RS_TRUST_POOR, RS_VERDICT_INCONCLUSIVE, "cap-sampled", 1);
	case_end(&c);
}

static void more_than_half_of_the_requests_without_response_is_poor(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.lanes[1] = healthy_lane(2, 3, 4, 0xc1);
	c.lanes[1].responded = false;
	c.snap.lane_count = 2;
	expect(&c, RS_TRUST_LIMITED, RS_VERDICT_HEALTHY, "cap-oneway", 1); /* exactly half */
	c.lanes[1].requests = 1001;
	expect(&c, RS_TRUST_POOR, RS_VERDICT_INCONCLUSIVE, "cap-oneway", 1);
	c.lanes[0].requests = 1200;
	c.lanes[1].requests = 999; /* no finding, and less than half */
	expect(&c, RS_TRUST_GOOD, RS_VERDICT_HEALTHY, NULL, 0);
	case_end(&c);
}

static void a_pair_with_one_answering_lane_is_not_seen_one_way(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.lanes[1] = healthy_lane(2, 1, 2, 0xb2);
	c.lanes[1].responded = false;
	c.lanes[1].requests = 900;
	c.lanes[0].requests = 100;
	c.snap.lane_count = 2;
	expect(&c, RS_TRUST_GOOD, RS_VERDICT_HEALTHY, NULL, 0);
	case_end(&c);
}

static void unpaired_responses_limit_trust_and_most_requests_without_answer_spoil_it(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.lanes[0].responded = false;
	c.flows[0] =
	    (struct rs_flow_row){.src = host(2), .dst = host(1), .packets = 5, .unpaired = 5};
	c.snap.flow_count = 1;
	c.snap.totals.unpaired_responses = 5;
	/* The host pair answers, so the mirror is not one-way; but no answer reached a lane. */
	expect(&c, RS_TRUST_POOR, RS_VERDICT_INCONCLUSIVE, "cap-unpaired", 5);
	assert_null(trust_item(&c, "cap-oneway"));
	c.lanes[0].responded = true;
	expect(&c, RS_TRUST_LIMITED, RS_VERDICT_HEALTHY, "cap-unpaired", 5);
	case_end(&c);
}

static void answers_without_any_request_are_poor_trust(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.snap.lane_count = 0;
	c.flows[0] =
	    (struct rs_flow_row){.src = host(2), .dst = host(1), .packets = 5, .unpaired = 5};
	c.snap.flow_count = 1;
	c.snap.totals.unpaired_responses = 5;
	expect(&c, RS_TRUST_POOR, RS_VERDICT_INCONCLUSIVE, "cap-unpaired", 5);
	assert_non_null(strstr(trust_item(&c, "cap-unpaired")->effect, "the requests are not in the capture"));
	case_end(&c);
}

static void drop_counters_limit_trust_when_they_are_known_and_not_zero(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.in.capture_drops = 12; /* not valid */
	expect(&c, RS_TRUST_GOOD, RS_VERDICT_HEALTHY, NULL, 0);
	c.in.drops_known = true;
	expect(&c, RS_TRUST_LIMITED, RS_VERDICT_HEALTHY, "capture-drops", 12);
	c.in.capture_drops = 0;
	expect(&c, RS_TRUST_GOOD, RS_VERDICT_HEALTHY, NULL, 0);
	case_end(&c);
}

static void sequence_gaps_of_the_mirror_limit_trust(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.snap.point_count = 2;
	c.points[0].mirror_gaps = 3;
	c.points[1].mirror_gaps = 4;
	expect(&c, RS_TRUST_LIMITED, RS_VERDICT_HEALTHY, "mirror-gaps", 7);
	case_end(&c);
}

static void cut_packets_limit_trust_only_inside_headers(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.snap.totals.cut_packets = 500;
	expect(&c, RS_TRUST_GOOD, RS_VERDICT_HEALTHY, "cap-trunc", 500);
	c.snap.totals.cut_headers = 2;
	expect(&c, RS_TRUST_LIMITED, RS_VERDICT_HEALTHY, "cap-trunc", 2);
	case_end(&c);
}

static void time_going_backwards_limits_trust(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.snap.totals.time_backwards = 1;
	expect(&c, RS_TRUST_LIMITED, RS_VERDICT_HEALTHY, "cap-time", 1);
	case_end(&c);
}

static void an_outage_of_the_capture_limits_trust(void **state)
{
	struct fabric_case c;

	case_start(&c);
	feed_event(&c, RS_EVENT_CAPTURE_OUTAGE, 1, 0, 5);
	expect(&c, RS_TRUST_LIMITED, RS_VERDICT_HEALTHY, "cap-outage", 1);
	case_end(&c);
}

static void full_tables_limit_trust_and_are_named(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.snap.totals.evicted_flows = 4;
	c.snap.totals.lost_events = 2;
	c.snap.totals.pool_empty = 1;
	c.lanes[0].hole_overflow = true;
	expect(&c, RS_TRUST_LIMITED, RS_VERDICT_HEALTHY, "table-limits", 8);
	assert_string_equal(
	    trust_item(&c, "table-limits")->effect,
	    "a table was full: 4 flows left early; 2 events were not read; history was too short 2 "
	    "times; counts are lower bounds");
	case_end(&c);
}

static void rewritten_ports_and_short_reading_are_said_but_lower_nothing(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.snap.totals.icrc_sport = 9;
	c.in.input_truncated = true;
	c.in.partial = true;
	expect(&c, RS_TRUST_GOOD, RS_VERDICT_HEALTHY, "cap-sport-rewritten", 9);
	assert_non_null(trust_item(&c, "input-truncated"));
	assert_non_null(trust_item(&c, "partial"));
	assert_int_equal(c.v->trust_count, 3);
	case_end(&c);
}

static void a_capture_without_roce_is_never_healthy(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.snap.totals.roce = 0;
	c.snap.lane_count = 0;
	expect(&c, RS_TRUST_POOR, RS_VERDICT_INCONCLUSIVE, "no-roce", 0);
	c.snap.totals.rocev1 = 5;
	expect(&c, RS_TRUST_GOOD, RS_VERDICT_HEALTHY, NULL, 0);
	case_end(&c);
}

static void the_verdict_is_the_worst_severity_even_of_a_poor_capture(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.lanes[0].cap_missing = 100;
	expect(&c, RS_TRUST_POOR, RS_VERDICT_INCONCLUSIVE, "cap-loss", 100);
	c.lanes[0].ooo = 1;
	expect(&c, RS_TRUST_POOR, RS_VERDICT_NOTICE, "cap-loss", 100);
	feed(&c, recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM));
	expect(&c, RS_TRUST_POOR, RS_VERDICT_WARNING, "cap-loss", 100);
	feed_event(&c, RS_EVENT_FATAL_NAK, 1, 0x62, 5);
	expect(&c, RS_TRUST_POOR, RS_VERDICT_CRITICAL, "cap-loss", 100);
	case_end(&c);
}

static void items_come_in_the_order_of_the_tests(void **state)
{
	static const char *const order[] = {"cap-mirror-dup", "cap-loss",     "cap-outage",
					    "cap-oneway",     "cap-unpaired", "capture-drops",
					    "mirror-gaps",    "cap-trunc",    "cap-time",
					    "table-limits",   "partial"};
	struct fabric_case c;

	case_start(&c);
	c.lanes[1] = healthy_lane(2, 3, 4, 0xc1);
	c.lanes[1].responded = false;
	c.snap.lane_count = 2;
	c.flows[0] = (struct rs_flow_row){.src = host(9), .dst = host(8), .unpaired = 1};
	c.snap.flow_count = 1;
	c.lanes[0].cap_missing = 1;
	c.points[0].copies = 900;
	c.points[0].mirror_gaps = 1;
	c.snap.totals.cut_packets = c.snap.totals.time_backwards = c.snap.totals.evicted_flows = 1;
	c.in.drops_known = c.in.partial = true;
	c.in.capture_drops = 1;
	feed_event(&c, RS_EVENT_CAPTURE_OUTAGE, 1, 0, 5);
	finish(&c);
	assert_int_equal(c.v->trust_count, sizeof(order) / sizeof(order[0]));
	for (unsigned i = 0; i < c.v->trust_count; i++)
		assert_string_equal(c.v->trust_items[i].code, order[i]);
	case_end(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_healthy_capture_is_good_and_healthy_without_reasons),
	    cmocka_unit_test(copies_limit_trust_only_when_they_are_many),
	    cmocka_unit_test(capture_loss_above_one_percent_is_poor),
	    cmocka_unit_test(read_responses_count_as_psns_seen),
	    cmocka_unit_test(a_sampled_mirror_is_poor),
	    cmocka_unit_test(more_than_half_of_the_requests_without_response_is_poor),
	    cmocka_unit_test(a_pair_with_one_answering_lane_is_not_seen_one_way),
	    cmocka_unit_test(unpaired_responses_limit_trust_and_most_requests_without_answer_spoil_it),
		cmocka_unit_test(answers_without_any_request_are_poor_trust),
	    cmocka_unit_test(drop_counters_limit_trust_when_they_are_known_and_not_zero),
	    cmocka_unit_test(sequence_gaps_of_the_mirror_limit_trust),
	    cmocka_unit_test(cut_packets_limit_trust_only_inside_headers),
	    cmocka_unit_test(time_going_backwards_limits_trust),
	    cmocka_unit_test(an_outage_of_the_capture_limits_trust),
	    cmocka_unit_test(full_tables_limit_trust_and_are_named),
	    cmocka_unit_test(rewritten_ports_and_short_reading_are_said_but_lower_nothing),
	    cmocka_unit_test(a_capture_without_roce_is_never_healthy),
	    cmocka_unit_test(the_verdict_is_the_worst_severity_even_of_a_poor_capture),
	    cmocka_unit_test(items_come_in_the_order_of_the_tests),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
