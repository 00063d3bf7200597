/* SPDX-License-Identifier: BSD-2-Clause */
/* 24-bit PSN arithmetic (base/psn.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/psn.h"

static void distance_is_signed_and_wraps_at_24_bits(void **state)
{
	static const struct {
		uint32_t a, b;
		int32_t diff;
	} row[] = {
		{ 0x000000, 0x000000, 0 }, { 0x000001, 0x000000, 1 }, { 0x000000, 0x000001, -1 },
		{ 0x000000, 0xffffff, 1 }, { 0xffffff, 0x000000, -1 },
		{ 0x7fffff, 0x000000, 8388607 }, { 0x800000, 0x000000, -8388608 },
		{ 0x800001, 0x000000, -8388607 }, { 0x000010, 0xfffff0, 32 },
		{ 0xfffff0, 0x000010, -32 }, { 0x123456, 0x923456, -8388608 },
		{ 0x123456, 0x923457, 8388607 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		assert_int_equal(psn_diff(row[i].a, row[i].b), row[i].diff);
		assert_int_equal(psn_after(row[i].a, row[i].b), row[i].diff > 0);
		assert_int_equal(psn_before(row[i].a, row[i].b), row[i].diff < 0);
	}
}

static void half_way_counts_as_before_in_both_directions(void **state)
{
	(void)state;
	assert_true(psn_before(0x800000, 0));
	assert_true(psn_before(0, 0x800000));
}

static void sum_wraps_both_ways(void **state)
{
	(void)state;
	assert_int_equal(psn_add(0xffffff, 1), 0);
	assert_int_equal(psn_add(0, -1), 0xffffff);
	assert_int_equal(psn_add(0xfffff0, 0x20), 0x10);
}

static void a_range_may_lie_across_the_wrap(void **state)
{
	(void)state;
	assert_true(psn_within(0, 0xfffffe, 2));
	assert_true(psn_within(0xfffffe, 0xfffffe, 2));
	assert_true(psn_within(2, 0xfffffe, 2));
	assert_false(psn_within(3, 0xfffffe, 2));
	assert_false(psn_within(0xfffffd, 0xfffffe, 2));
}

static void messages_take_one_psn_per_packet_and_at_least_one(void **state)
{
	static const struct {
		uint32_t bytes, mtu, psns;
	} row[] = {
		{ 0u, 256, 1 },
		{ 0u, 512, 1 },
		{ 0u, 1024, 1 },
		{ 0u, 2048, 1 },
		{ 0u, 4096, 1 },
		{ 1u, 256, 1 },
		{ 1u, 512, 1 },
		{ 1u, 1024, 1 },
		{ 1u, 2048, 1 },
		{ 1u, 4096, 1 },
		{ 1023u, 256, 4 },
		{ 1023u, 512, 2 },
		{ 1023u, 1024, 1 },
		{ 1023u, 2048, 1 },
		{ 1023u, 4096, 1 },
		{ 1024u, 256, 4 },
		{ 1024u, 512, 2 },
		{ 1024u, 1024, 1 },
		{ 1024u, 2048, 1 },
		{ 1024u, 4096, 1 },
		{ 1025u, 256, 5 },
		{ 1025u, 512, 3 },
		{ 1025u, 1024, 2 },
		{ 1025u, 2048, 1 },
		{ 1025u, 4096, 1 },
		{ 2500u, 256, 10 },
		{ 2500u, 512, 5 },
		{ 2500u, 1024, 3 },
		{ 2500u, 2048, 2 },
		{ 2500u, 4096, 1 },
		{ 4097u, 256, 17 },
		{ 4097u, 512, 9 },
		{ 4097u, 1024, 5 },
		{ 4097u, 2048, 3 },
		{ 4097u, 4096, 2 },
		{ 1073741824u, 256, 4194304 },
		{ 1073741824u, 512, 2097152 },
		{ 1073741824u, 1024, 1048576 },
		{ 1073741824u, 2048, 524288 },
		{ 1073741824u, 4096, 262144 },
		{ 2147483648u, 256, 8388608 },
		{ 2147483648u, 512, 4194304 },
		{ 2147483648u, 1024, 2097152 },
		{ 2147483648u, 2048, 1048576 },
		{ 2147483648u, 4096, 524288 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++)
		assert_int_equal(psn_count(row[i].bytes, row[i].mtu), row[i].psns);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(distance_is_signed_and_wraps_at_24_bits),
		cmocka_unit_test(half_way_counts_as_before_in_both_directions),
		cmocka_unit_test(sum_wraps_both_ways),
		cmocka_unit_test(a_range_may_lie_across_the_wrap),
		cmocka_unit_test(messages_take_one_psn_per_packet_and_at_least_one),
	};

	return cmocka_run_group_tests_name("psn", tests, NULL, NULL);
}
