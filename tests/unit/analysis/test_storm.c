/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/storm.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>

#define MS(x) ((rs_ns)(x)*RS_NS_PER_MS)
#define LANES 8

static struct storm_log log_;
static struct storm_set set;
static struct rs_lane_row lanes[LANES];
static struct rs_snapshot snap;
static struct rs_engine_config cfg;

static struct rs_addr host(uint8_t n)
{
	struct rs_addr a = { { [10] = 0xff, 0xff, 10, 0, 0 } };

	a.b[15] = n;
	return a;
}

/* Eight lanes from hosts 1..8 to host 9. */
static int enter(void **state)
{
	rs_engine_config_init(&cfg);
	memset(&snap, 0, sizeof(snap));
	for (uint32_t i = 0; i < LANES; i++)
		lanes[i] = (struct rs_lane_row){ .id = i, .requester = host((uint8_t)(i + 1)), .responder = host(9),
						 .responder_qp = 100 + i, .last_progress = RS_NS_NONE,
						 .last_response = RS_NS_NONE, .ack_p99 = RS_NS_NONE, .ack_p50 = RS_NS_NONE };
	snap.lanes = lanes;
	snap.lane_count = LANES;
	snap.totals.first = 0;
	return 0;
}

static int leave(void **state)
{
	storm_log_fini(&log_);
	storm_set_fini(&set);
	return 0;
}

static void recovery(uint32_t lane, rs_ns start, unsigned cause, uint32_t resent)
{
	const struct rs_episode e = { .lane = lane, .start = start, .end = start + MS(1), .resend = start, .nak = start,
				      .react = RS_NS_NONE, .cause = (uint8_t)cause, .side = RS_SIDE_DOWNSTREAM,
				      .lost_packets = cause != RS_CAUSE_RNR, .lost_bytes = 1024, .resent = resent,
				      .resent_bytes = resent * 1024u };

	storm_log_episode(&log_, &e);
}

static void load(unsigned group, bool whole, int64_t number, uint32_t resent, uint64_t payload_packets)
{
	const struct rs_window w = { .number = number, .group = (uint8_t)group, .whole = whole, .resent = resent,
				     .resent_bytes = resent * 1024u, .payload_bytes = payload_packets * 1024,
				     .responder = group == RS_GROUP_RESPONDER ? host(9) : (struct rs_addr){ { 0 } } };

	storm_log_window(&log_, &w);
}

static unsigned build(void)
{
	assert_int_equal(storm_build(&set, &log_, &snap, &cfg.tune, NULL), 0);
	return set.count;
}

static void three_windows_of_clustered_recoveries_are_a_storm(void **state)
{
	static const int at[3][3] = { { 5, 7, 14 }, { 105, 112, 109 }, { 205, 208, 214 } };

	for (int w = 0; w < 3; w++)
		for (uint32_t lane = 0; lane < 3; lane++)
			recovery(lane, MS(at[w][lane]), RS_CAUSE_NAK_SEQ, 4);
	assert_int_equal(build(), 1);
	assert_int_equal(set.rows[0].reason, RS_STORM_CLUSTER);
	assert_int_equal(set.rows[0].windows, 3);
	assert_int_equal(set.rows[0].start, MS(5));
	assert_int_equal(set.rows[0].lane_count, 3);
	assert_int_equal(set.rows[0].episodes, 9);
}

static void two_windows_of_clusters_are_none(void **state)
{
	for (uint32_t lane = 0; lane < 3; lane++) {
		recovery(lane, MS(5), RS_CAUSE_NAK_SEQ, 4);
		recovery(lane, MS(105), RS_CAUSE_NAK_SEQ, 4);
	}
	assert_int_equal(build(), 0);
}

static void recoveries_of_two_lanes_do_not_cluster(void **state)
{
	for (int w = 0; w < 5; w++)
		for (uint32_t lane = 0; lane < 2; lane++)
			recovery(lane, MS(100 * w + 5), RS_CAUSE_NAK_SEQ, 4);
	assert_int_equal(build(), 0);
}

static void recoveries_eleven_ms_apart_do_not_cluster(void **state)
{
	for (int w = 0; w < 5; w++)
		for (uint32_t lane = 0; lane < 3; lane++)
			recovery(lane, MS(100 * w + 11 * (int)lane), RS_CAUSE_NAK_SEQ, 4);
	assert_int_equal(build(), 0);
}

static void tenth_of_the_payload_in_three_windows_of_ten_is_a_storm(void **state)
{
	recovery(0, MS(10), RS_CAUSE_NAK_SEQ, 100);
	load(RS_GROUP_POINT, true, 0, 100, 1000);
	load(RS_GROUP_POINT, true, 4, 150, 1000);
	load(RS_GROUP_POINT, true, 9, 100, 1000);
	assert_int_equal(build(), 1);
	assert_int_equal(set.rows[0].reason, RS_STORM_RATIO);
	assert_int_equal(set.rows[0].peak_ratio_ppm, 150000);
}

static void third_window_outside_ten_is_no_storm(void **state)
{
	recovery(0, MS(10), RS_CAUSE_NAK_SEQ, 100);
	load(RS_GROUP_POINT, true, 0, 100, 1000);
	load(RS_GROUP_POINT, true, 4, 100, 1000);
	load(RS_GROUP_POINT, true, 10, 100, 1000);
	assert_int_equal(build(), 0);
}

static void below_a_tenth_or_below_100_packets_is_no_storm(void **state)
{
	recovery(0, MS(10), RS_CAUSE_NAK_SEQ, 100);
	for (int w = 0; w < 3; w++)
		load(RS_GROUP_POINT, true, w, 100, 1001); /* 9.99 % */
	for (int w = 0; w < 3; w++)
		load(RS_GROUP_PAIR, true, w, 99, 100);
	assert_int_equal(build(), 0);
}

static void burst_of_300_resends_on_three_lanes_is_a_storm_by_itself(void **state)
{
	for (uint32_t lane = 0; lane < 3; lane++)
		recovery(lane, MS(2), RS_CAUSE_NAK_SEQ, 100);
	load(RS_GROUP_POINT, false, 0, 300, 3000);
	assert_int_equal(build(), 1);
	assert_int_equal(set.rows[0].reason, RS_STORM_BURST);
	assert_int_equal(set.rows[0].resent, 300);
}

static void burst_without_three_lanes_that_lost_is_none(void **state)
{
	recovery(0, MS(2), RS_CAUSE_NAK_SEQ, 100);
	recovery(1, MS(2), RS_CAUSE_NAK_SEQ, 100);
	recovery(2, MS(2), RS_CAUSE_RNR, 100);
	load(RS_GROUP_POINT, false, 0, 300, 3000);
	assert_int_equal(build(), 0);
}

static void burst_of_299_resends_is_none(void **state)
{
	for (uint32_t lane = 0; lane < 3; lane++)
		recovery(lane, MS(2), RS_CAUSE_NAK_SEQ, 100);
	load(RS_GROUP_POINT, false, 0, 299, 1000);
	assert_int_equal(build(), 0);
}

static void fan_in_to_one_receiver_is_ranked_first(void **state)
{
	for (uint32_t lane = 0; lane < 4; lane++)
		recovery(lane, MS(2), RS_CAUSE_NAK_SEQ, 100);
	load(RS_GROUP_POINT, false, 0, 400, 1000);
	load(RS_GROUP_RESPONDER, false, 0, 400, 1000);
	assert_int_equal(build(), 1);
	assert_true(set.rows[0].signs & 1u << RS_SIGN_BIT_S1);
	assert_true(set.rows[0].signs & 1u << RS_SIGN_BIT_S3B);
	assert_string_equal(rs_storm_cause_name(set.rows[0].causes[0].cause), "C-INCAST");
}

static void order_of_feeding_does_not_matter(void **state)
{
	uint32_t signs;

	for (uint32_t lane = 0; lane < 4; lane++)
		recovery(lane, MS(2 + lane), RS_CAUSE_NAK_SEQ, 100);
	load(RS_GROUP_POINT, false, 0, 400, 1000);
	assert_int_equal(build(), 1);
	signs = set.rows[0].signs;
	leave(NULL);
	load(RS_GROUP_POINT, false, 0, 400, 1000);
	for (uint32_t lane = 4; lane-- > 0;)
		recovery(lane, MS(2 + lane), RS_CAUSE_NAK_SEQ, 100);
	assert_int_equal(build(), 1);
	assert_int_equal(set.rows[0].signs, signs);
	assert_int_equal(set.rows[0].start, MS(2));
}

static void capture_without_recoveries_has_no_storm(void **state)
{
	assert_int_equal(build(), 0);
}

#define T(fn) cmocka_unit_test_setup_teardown(fn, enter, leave)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(three_windows_of_clustered_recoveries_are_a_storm),
		T(two_windows_of_clusters_are_none),
		T(recoveries_of_two_lanes_do_not_cluster),
		T(recoveries_eleven_ms_apart_do_not_cluster),
		T(tenth_of_the_payload_in_three_windows_of_ten_is_a_storm),
		T(third_window_outside_ten_is_no_storm),
		T(below_a_tenth_or_below_100_packets_is_no_storm),
		T(burst_of_300_resends_on_three_lanes_is_a_storm_by_itself),
		T(burst_without_three_lanes_that_lost_is_none),
		T(burst_of_299_resends_is_none),
		T(fan_in_to_one_receiver_is_ranked_first),
		T(order_of_feeding_does_not_matter),
		T(capture_without_recoveries_has_no_storm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
