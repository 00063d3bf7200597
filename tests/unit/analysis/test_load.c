/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/load.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>

#define MS(x) ((rs_ns)(x)*RS_NS_PER_MS)

static struct load l;
static struct rs_window out[64];

static struct rs_addr host(uint8_t n)
{
	struct rs_addr a = { { [10] = 0xff, 0xff, 10, 0, 0 } };

	a.b[15] = n;
	return a;
}

static uint32_t lane(uint32_t id, uint8_t from, uint8_t to)
{
	const struct rs_addr a = host(from), b = host(to);

	return load_lane(&l, id, 0, &a, &b);
}

static int enter(void **state)
{
	return load_init(&l, 16, MS(100), 1024);
}

static int leave(void **state)
{
	load_fini(&l);
	return 0;
}

/* The told stretch of a group, NULL if there is none. */
static const struct rs_window *told(size_t n, unsigned group, bool whole, int64_t number)
{
	for (size_t i = 0; i < n; i++)
		if (out[i].group == group && out[i].whole == whole && out[i].number == number)
			return &out[i];
	return NULL;
}

static void stretch_without_resends_is_not_told(void **state)
{
	const uint32_t a = lane(0, 1, 2);

	load_clock(&l, 0);
	load_note(&l, a, 1024, false);
	load_finish(&l);
	assert_int_equal(load_take(&l, out, 64), 0);
}

static void resend_is_told_for_every_group_of_its_lane(void **state)
{
	const uint32_t a = lane(7, 1, 2);
	size_t n;

	load_clock(&l, 0);
	load_note(&l, a, 1000, false);
	load_note(&l, a, 1000, true);
	load_finish(&l);
	n = load_take(&l, out, 64);
	assert_int_equal(n, 2 * RS_GROUP_COUNT); /* a bucket and a window each */
	for (unsigned g = 0; g < RS_GROUP_COUNT; g++) {
		assert_non_null(told(n, g, false, 0));
		assert_int_equal(told(n, g, true, 0)->payload_bytes, 2000);
		assert_int_equal(told(n, g, true, 0)->resent_bytes, 1000);
		assert_int_equal(told(n, g, true, 0)->resent, 1);
	}
	assert_int_equal(told(n, RS_GROUP_LANE, true, 0)->lane, 7);
}

static void clean_lane_counts_in_the_groups_that_it_shares(void **state)
{
	const uint32_t a = lane(0, 1, 2), b = lane(1, 3, 2);
	size_t n;

	load_clock(&l, 0);
	load_note(&l, a, 1000, true);
	load_note(&l, b, 9000, false);
	load_finish(&l);
	n = load_take(&l, out, 64);
	assert_int_equal(told(n, RS_GROUP_RESPONDER, true, 0)->payload_bytes, 10000);
	assert_int_equal(told(n, RS_GROUP_POINT, true, 0)->payload_bytes, 10000);
	assert_int_equal(told(n, RS_GROUP_PAIR, true, 0)->payload_bytes, 1000);
	assert_int_equal(told(n, RS_GROUP_REQUESTER, true, 0)->payload_bytes, 1000);
}

static void buckets_are_a_tenth_of_a_window_and_numbered_from_the_first_record(void **state)
{
	const uint32_t a = lane(0, 1, 2);
	size_t n;

	load_clock(&l, MS(1000)); /* the first record begins bucket 0 */
	load_note(&l, a, 10, true);
	load_clock(&l, MS(1010));
	load_note(&l, a, 20, true);
	load_clock(&l, MS(1105));
	load_note(&l, a, 40, true);
	load_finish(&l);
	n = load_take(&l, out, 64);
	assert_int_equal(told(n, RS_GROUP_LANE, false, 0)->resent_bytes, 10);
	assert_int_equal(told(n, RS_GROUP_LANE, false, 1)->resent_bytes, 20);
	assert_int_equal(told(n, RS_GROUP_LANE, false, 10)->resent_bytes, 40);
	assert_int_equal(told(n, RS_GROUP_LANE, true, 0)->resent_bytes, 30);
	assert_int_equal(told(n, RS_GROUP_LANE, true, 1)->resent_bytes, 40);
}

static void evicted_lane_leaves_its_load_with_its_groups(void **state)
{
	const uint32_t a = lane(0, 1, 2);
	size_t n;
	uint32_t again;

	load_clock(&l, 0);
	load_note(&l, a, 500, true);
	load_lane_gone(&l, a);
	again = lane(1, 3, 4);
	assert_int_equal(again, a);
	load_finish(&l);
	n = load_take(&l, out, 64);
	assert_int_equal(told(n, RS_GROUP_PAIR, true, 0)->resent_bytes, 500);
}

static void full_ring_counts_what_it_loses(void **state)
{
	const uint32_t a = lane(0, 1, 2);

	load_clock(&l, 0);
	for (int i = 0; i < 200; i++) {
		load_clock(&l, MS(10 * i));
		load_note(&l, a, 1, true);
	}
	load_finish(&l);
	assert_int_equal(l.lost, 200 * RS_GROUP_COUNT + 20 * RS_GROUP_COUNT - 1024);
}

static void lane_without_a_node_is_not_summed(void **state)
{
	load_note(&l, LOAD_NONE, 100, true);
	load_finish(&l);
	assert_int_equal(load_take(&l, out, 64), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(stretch_without_resends_is_not_told, enter, leave),
		cmocka_unit_test_setup_teardown(resend_is_told_for_every_group_of_its_lane, enter, leave),
		cmocka_unit_test_setup_teardown(clean_lane_counts_in_the_groups_that_it_shares, enter, leave),
		cmocka_unit_test_setup_teardown(buckets_are_a_tenth_of_a_window_and_numbered_from_the_first_record, enter, leave),
		cmocka_unit_test_setup_teardown(evicted_lane_leaves_its_load_with_its_groups, enter, leave),
		cmocka_unit_test_setup_teardown(full_ring_counts_what_it_loses, enter, leave),
		cmocka_unit_test_setup_teardown(lane_without_a_node_is_not_summed, enter, leave),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
