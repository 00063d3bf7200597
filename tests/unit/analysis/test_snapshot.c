/* SPDX-License-Identifier: BSD-2-Clause */
/* Ids and shards must not move: they are printed, compared between machines and decide who meets
 * whom. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <rocescope/engine.h>
#include <rocescope/snapshot.h>

#include <stdlib.h>
#include <string.h>

static struct rs_addr v4(unsigned last)
{
	struct rs_addr a = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 0, 0, (uint8_t)last}};

	return a;
}

static void flow_ids_are_fixed_numbers(void **state)
{
	const struct rs_addr a = v4(1), b = v4(2);

	assert_int_equal(rs_flow_id(&a, &b, 0xb1, 0), 0xb149e35515a2ff8dULL);
	assert_int_equal(rs_flow_id(&a, &b, 0xb1, 7), 0xfc9dc0e11a581286ULL);
}

static void every_part_of_the_key_changes_the_flow_id(void **state)
{
	const struct rs_addr a = v4(1), b = v4(2);
	const uint64_t id = rs_flow_id(&a, &b, 0xb1, 0);

	assert_true(rs_flow_id(&a, &b, 0xb1, 0) == id);
	assert_true(rs_flow_id(&b, &a, 0xb1, 0) != id);
	assert_true(rs_flow_id(&a, &b, 0xb2, 0) != id);
	assert_true(rs_flow_id(&a, &b, 0xb1, 1) != id);
	/* QP and VNI may not stand in for each other */
	assert_true(rs_flow_id(&a, &b, 1, 0) != rs_flow_id(&a, &b, 0, 1));
}

static void both_directions_of_a_pair_meet_in_one_shard(void **state)
{
	struct rs_record r = {0}, back = {0};
	unsigned used = 0;

	for (unsigned i = 1; i < 64; i++) {
		r.src = back.dst = v4(i);
		r.dst = back.src = v4(100 + i);
		r.dqpn = 0xb1;
		back.dqpn = 0xa1;
		assert_true(rs_shard_of(&r, 8) < 8);
		assert_int_equal(rs_shard_of(&r, 8), rs_shard_of(&back, 8));
		used |= 1u << rs_shard_of(&r, 8);
	}
	assert_int_equal(used, 0xff); /* 63 pairs reach all of 8 shards */
	assert_int_equal(rs_shard_of(&r, 1), 0);
	assert_int_equal(rs_shard_of(&r, 0), 0);
}

static void lane_rows_are_found_by_id_not_by_index(void **state)
{
	struct rs_lane_row lanes[] = {{.id = 2}, {.id = 3}, {.id = 7}, {.id = 400}};
	const struct rs_snapshot s = {.lanes = lanes, .lane_count = 4};
	const struct rs_snapshot none = {0};

	for (unsigned i = 0; i < 4; i++)
		assert_ptr_equal(rs_snapshot_lane(&s, lanes[i].id), &lanes[i]);
	assert_null(rs_snapshot_lane(&s, 0));
	assert_null(rs_snapshot_lane(&s, 4));
	assert_null(rs_snapshot_lane(&s, RS_NO_LANE));
	assert_null(rs_snapshot_lane(&none, 2));
}

static void fini_frees_rows_and_leaves_an_empty_snapshot(void **state)
{
	struct rs_snapshot s = {
	    .points = calloc(1, sizeof(struct rs_point_row)),
	    .point_count = 1,
	    .flows = calloc(2, sizeof(struct rs_flow_row)),
	    .flow_count = 2,
	    .lanes = calloc(3, sizeof(struct rs_lane_row)),
	    .lane_count = 3,
	    .totals = {.packets = 5},
	};

	rs_snapshot_fini(&s);
	assert_null(s.points);
	assert_null(s.flows);
	assert_null(s.lanes);
	assert_int_equal(s.point_count + s.flow_count + s.lane_count, 0);
	assert_int_equal(s.totals.packets, 5); /* plain numbers stay readable */
	rs_snapshot_fini(&s);
	rs_snapshot_fini(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(flow_ids_are_fixed_numbers),
	    cmocka_unit_test(every_part_of_the_key_changes_the_flow_id),
	    cmocka_unit_test(both_directions_of_a_pair_meet_in_one_shard),
	    cmocka_unit_test(lane_rows_are_found_by_id_not_by_index),
	    cmocka_unit_test(fini_frees_rows_and_leaves_an_empty_snapshot),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
