/* SPDX-License-Identifier: BSD-2-Clause */
/* When IPv4 identifications tell the order of sending. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/ipid.h"

static void nothing_is_known_of_no_packet(void **state)
{
	const struct ipid s = { .any = false };

	(void)state;
	assert_false(ipid_usable(&s));
	assert_false(ipid_is_const(&s));
}

static void two_different_ids_are_usable(void **state)
{
	struct ipid s = { .any = false };

	(void)state;
	ipid_note(&s, 10, true);
	assert_false(ipid_usable(&s));
	ipid_note(&s, 11, true);
	assert_true(ipid_usable(&s));
	assert_true(ipid_is_older(&s, 10));
	assert_false(ipid_is_older(&s, 11));
	assert_false(ipid_is_older(&s, 12));
}

static void zero_ids_are_no_ids(void **state)
{
	struct ipid s = { .any = false };

	(void)state;
	for (unsigned i = 0; i < 10; i++)
		ipid_note(&s, 0, true);
	assert_false(ipid_usable(&s));
}

static void an_id_that_is_the_same_64_times_is_a_constant(void **state)
{
	struct ipid s = { .any = false };

	(void)state;
	ipid_note(&s, 6, true);
	for (unsigned i = 0; i < 63; i++)
		ipid_note(&s, 7, true);
	assert_false(ipid_is_const(&s));
	assert_true(ipid_usable(&s));
	ipid_note(&s, 7, true);
	assert_true(ipid_is_const(&s));
	assert_false(ipid_usable(&s));
	ipid_note(&s, 8, true);
	assert_false(ipid_is_const(&s));
	assert_true(ipid_usable(&s));
}

static void ids_go_on_behind_the_turn_of_16_bits(void **state)
{
	struct ipid s = { .any = false };

	(void)state;
	ipid_note(&s, 0xfffe, true);
	ipid_note(&s, 0xffff, true);
	ipid_note(&s, 1, true);
	assert_true(ipid_usable(&s));
	assert_true(ipid_is_older(&s, 0xffff));
	assert_int_equal(s.newest, 1);
	assert_int_equal(s.back, 0);
}

static void a_late_packet_does_not_move_the_newest(void **state)
{
	struct ipid s = { .any = false };

	(void)state;
	ipid_note(&s, 10, true);
	ipid_note(&s, 12, true);
	ipid_note(&s, 11, false);
	assert_int_equal(s.newest, 12);
	assert_true(ipid_usable(&s));
}

static void one_new_packet_in_16_may_step_backwards_but_no_more(void **state)
{
	struct ipid s = { .any = false };
	uint16_t id = 1000;

	(void)state;
	for (unsigned i = 0; i < 160; i++) {
		id = (uint16_t)(id + 10);
		ipid_note(&s, i % 16 == 8 ? (uint16_t)(id - 15) : id, true);
	}
	assert_true(ipid_usable(&s));
	for (unsigned i = 0; i < 40; i++) {
		id = (uint16_t)(id + 10);
		ipid_note(&s, i % 4 == 1 ? (uint16_t)(id - 15) : id, true);
	}
	assert_false(ipid_usable(&s));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(nothing_is_known_of_no_packet),
		cmocka_unit_test(two_different_ids_are_usable),
		cmocka_unit_test(zero_ids_are_no_ids),
		cmocka_unit_test(an_id_that_is_the_same_64_times_is_a_constant),
		cmocka_unit_test(ids_go_on_behind_the_turn_of_16_bits),
		cmocka_unit_test(a_late_packet_does_not_move_the_newest),
		cmocka_unit_test(one_new_packet_in_16_may_step_backwards_but_no_more),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
