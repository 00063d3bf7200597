/* SPDX-License-Identifier: BSD-2-Clause */
/* Quantiles of delays: exact ends, buckets of a quarter octave, halving when full. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/delay.h"

/* Right within an eighth. */
static void near(rs_ns got, rs_ns want)
{
	if (got < want - want / 8 || got > want + want / 8)
		fail_msg("%lld ns, expected %lld within an eighth", (long long)got, (long long)want);
}

static void without_samples_there_is_no_quantile(void **state)
{
	const struct delay d = { .n = 0 };

	(void)state;
	assert_int_equal(delay_quantile(&d, 0.5), RS_NS_NONE);
}

static void one_sample_is_every_quantile(void **state)
{
	struct delay d = { .n = 0 };

	(void)state;
	delay_add(&d, 4123);
	assert_int_equal(delay_quantile(&d, 0.0), 4123);
	assert_int_equal(delay_quantile(&d, 0.5), 4123);
	assert_int_equal(delay_quantile(&d, 1.0), 4123);
	assert_int_equal(d.min, 4123);
	assert_int_equal(d.max, 4123);
}

static void the_median_is_right_within_an_eighth(void **state)
{
	struct delay d = { .n = 0 };

	(void)state;
	for (rs_ns v = 1; v <= 1001; v++)
		delay_add(&d, v * 1000);
	near(delay_quantile(&d, 0.5), 501000);
	near(delay_quantile(&d, 0.99), 991000);
	assert_int_equal(d.min, 1000);
	assert_int_equal(d.max, 1001000);
	assert_int_equal(d.n, 1001);
}

static void every_octave_from_64_ns_to_17_s_is_resolved(void **state)
{
	(void)state;
	for (rs_ns v = 64; v < 17 * RS_NS_PER_S; v += v / 3) {
		struct delay d = { .n = 0 };

		delay_add(&d, v - v / 16);
		delay_add(&d, v);
		delay_add(&d, v);
		delay_add(&d, v + v / 16);
		near(delay_quantile(&d, 0.5), v);
	}
}

static void values_outside_keep_to_the_ends(void **state)
{
	struct delay d = { .n = 0 };

	(void)state;
	delay_add(&d, -5); /* a clock that went backwards */
	delay_add(&d, 100 * RS_NS_PER_S);
	assert_int_equal(d.min, 0);
	assert_int_equal(delay_quantile(&d, 0.0), 0);
	assert_int_equal(delay_quantile(&d, 1.0), 100 * RS_NS_PER_S);
}

static void a_full_bucket_halves_all_and_keeps_the_shape(void **state)
{
	struct delay d = { .n = 0 };

	(void)state;
	for (unsigned i = 0; i < 70000; i++) {
		delay_add(&d, 1000);
		if (i % 4 == 0)
			delay_add(&d, 64000);
	}
	assert_int_equal(d.n, 87500);
	near(delay_quantile(&d, 0.5), 1000);
	near(delay_quantile(&d, 0.9), 64000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(without_samples_there_is_no_quantile),
		cmocka_unit_test(one_sample_is_every_quantile),
		cmocka_unit_test(the_median_is_right_within_an_eighth),
		cmocka_unit_test(every_octave_from_64_ns_to_17_s_is_resolved),
		cmocka_unit_test(values_outside_keep_to_the_ends),
		cmocka_unit_test(a_full_bucket_halves_all_and_keeps_the_shape),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
