/* SPDX-License-Identifier: BSD-2-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/pause_series.h"

#define MS(n) ((rs_ns)(n) * RS_NS_PER_MS)

static rs_ns total(const struct pause_series *s)
{
	rs_ns sum = 0;

	for (unsigned i = 0; i < RS_PAUSE_BINS; i++)
		sum += s->bins[i];
	return sum;
}

static void a_pause_is_shared_among_the_parts_it_lies_in(void **state)
{
	struct pause_series s = {0};

	pause_series_add(&s, MS(8), MS(13));
	assert_int_equal(s.bins[0], MS(2));
	assert_int_equal(s.bins[1], MS(3));
	assert_int_equal(s.count, 2);
	assert_int_equal(s.busiest, MS(3));
	assert_int_equal(s.busiest_at, 1);
	assert_int_equal(s.worst, MS(5));
}

static void the_worst_second_forgets_what_is_older(void **state)
{
	struct pause_series s = {0};

	for (unsigned i = 0; i < 300; i++)
		pause_series_add(&s, MS(10 * i), MS(10 * i + 4));
	assert_int_equal(s.worst, 100 * MS(4));
	assert_int_equal(s.busiest, MS(4));
	assert_int_equal(total(&s), 300 * MS(4));
}

static void bins_double_when_the_capture_goes_on(void **state)
{
	struct pause_series s = {0};

	pause_series_add(&s, 0, MS(1));
	pause_series_add(&s, MS(10 * 128), MS(10 * 128) + 7);
	assert_int_equal(s.width, MS(20));
	assert_int_equal(s.bins[0], MS(1));
	assert_int_equal(s.bins[64], 7);
	assert_int_equal(s.count, 65);
}

static void an_hour_in_one_pause_is_as_exact_as_many_short_ones(void **state)
{
	struct pause_series s = {0};

	pause_series_add(&s, MS(5), MS(3600005));
	assert_int_equal(total(&s), MS(3600000));
	assert_int_equal(s.worst, RS_NS_PER_S);
	assert_int_equal(s.busiest, MS(10));
	pause_series_add(&s, MS(3605000), MS(3605001));
	assert_int_equal(s.sum, MS(1)); /* five seconds later nothing of it is left */
}

static void times_that_go_backwards_count_where_the_series_is(void **state)
{
	struct pause_series s = {0};

	pause_series_add(&s, MS(100), MS(101));
	pause_series_add(&s, MS(50), MS(60)); /* wholly before: nothing */
	pause_series_add(&s, MS(90), MS(102));
	assert_int_equal(total(&s), MS(3));
	pause_series_add(&s, MS(103), INT64_MAX);
	assert_int_equal(total(&s), MS(3));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_pause_is_shared_among_the_parts_it_lies_in),
		cmocka_unit_test(the_worst_second_forgets_what_is_older),
		cmocka_unit_test(bins_double_when_the_capture_goes_on),
		cmocka_unit_test(an_hour_in_one_pause_is_as_exact_as_many_short_ones),
		cmocka_unit_test(times_that_go_backwards_count_where_the_series_is),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
