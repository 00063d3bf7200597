/* SPDX-License-Identifier: BSD-2-Clause */
#include "capture/tsresol.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static rs_ns at(uint8_t code, int64_t offset_s, uint64_t count)
{
	struct tsresol t;

	assert_true(tsresol_init(&t, code, offset_s));
	return tsresol_ns(&t, count);
}

static void decimal_steps_become_nanoseconds(void **state)
{
	assert_int_equal(at(6, 0, 1700000000123456), 1700000000123456000);
	assert_int_equal(at(9, 0, 1700000000123456789), 1700000000123456789);
	assert_int_equal(at(3, 0, 1700000000123), 1700000000123000000);
	assert_int_equal(at(0, 0, 1700000000), 1700000000000000000);
	assert_int_equal(at(12, 0, 1700000123456), 1700000123);
	assert_int_equal(at(19, 0, 9999999999999999999u), 999999999);
}

static void binary_steps_become_nanoseconds(void **state)
{
	assert_int_equal(at(0x80 | 32, 0, (uint64_t)1700000000 << 32 | 0x80000000),
			 1700000000500000000);
	assert_int_equal(at(0x80 | 20, 0, ((uint64_t)5 << 20) + (1 << 18)), 5250000000);
	assert_int_equal(at(0x80, 0, 7), 7000000000);
	assert_int_equal(at(0x80 | 63, 0, UINT64_MAX), 1999999999);
}

static void offset_adds_seconds_and_may_be_negative(void **state)
{
	assert_int_equal(at(9, 1700000000, 123456789), 1700000000123456789);
	assert_int_equal(at(6, -10, 11000001), 1000001000);
	assert_int_equal(at(0x80 | 1, -1, 3), 500000000);
}

static void hostile_values_are_clamped_and_never_mean_unknown(void **state)
{
	static const uint8_t codes[] = { 0, 3, 6, 9, 10, 19, 0x80, 0x80 | 1, 0x80 | 34, 0x80 | 63 };
	static const int64_t offsets[] = { INT64_MIN, INT64_MIN + 1, -1, 0, 1, INT64_MAX };
	static const uint64_t counts[] = { 0, 1, INT64_MAX, (uint64_t)INT64_MAX + 1, UINT64_MAX };

	for (unsigned c = 0; c < sizeof(codes); c++)
		for (unsigned o = 0; o < 6; o++)
			for (unsigned k = 0; k < 5; k++)
				assert_true(at(codes[c], offsets[o], counts[k]) != RS_NS_NONE);
	assert_true(at(0, 0, UINT64_MAX) > at(0, 0, 1));
	assert_true(at(9, INT64_MIN, 0) < 0);
}

static void time_grows_with_the_count(void **state)
{
	for (unsigned shift = 1; shift < 64; shift++)
		assert_true(at(6, 0, (uint64_t)1 << shift) >= at(6, 0, ((uint64_t)1 << shift) - 1));
}

static void resolutions_out_of_range_are_refused(void **state)
{
	struct tsresol t;

	assert_false(tsresol_init(&t, 20, 0));
	assert_false(tsresol_init(&t, 127, 0));
	assert_false(tsresol_init(&t, 0x80 | 64, 0));
	assert_true(tsresol_init(&t, 19, 0));
	assert_true(tsresol_init(&t, 0x80 | 63, 0));
}

static void step_is_given_in_picoseconds(void **state)
{
	struct tsresol t;

	assert_true(tsresol_init(&t, 6, 0));
	assert_int_equal(tsresol_ps(&t), 1000000);
	assert_true(tsresol_init(&t, 15, 0));
	assert_int_equal(tsresol_ps(&t), 1);
	assert_true(tsresol_init(&t, 0x80 | 10, 0));
	assert_int_equal(tsresol_ps(&t), 976562500);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(decimal_steps_become_nanoseconds),
		cmocka_unit_test(binary_steps_become_nanoseconds),
		cmocka_unit_test(offset_adds_seconds_and_may_be_negative),
		cmocka_unit_test(hostile_values_are_clamped_and_never_mean_unknown),
		cmocka_unit_test(time_grows_with_the_count),
		cmocka_unit_test(resolutions_out_of_range_are_refused),
		cmocka_unit_test(step_is_given_in_picoseconds),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
