/* SPDX-License-Identifier: BSD-2-Clause */
/* Rings of events and episodes: order, loss of the newest when the caller is late. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/emit.h"

static void events_come_in_order_with_serial_numbers(void **state)
{
	struct rs_event out[4];
	struct emit e;

	(void)state;
	assert_int_equal(emit_init(&e, 16, 16), 0);
	for (uint32_t i = 0; i < 3; i++)
		emit_event(&e, &(struct rs_event){ .psn_first = i, .serial = 99 });
	assert_int_equal(emit_take_events(&e, out, 2), 2);
	assert_int_equal(out[0].psn_first, 0);
	assert_int_equal(out[0].serial, 1);
	assert_int_equal(out[1].serial, 2);
	assert_int_equal(emit_take_events(&e, out, 4), 1);
	assert_int_equal(out[0].psn_first, 2);
	assert_int_equal(emit_take_events(&e, out, 4), 0);
	emit_fini(&e);
}

static void a_full_ring_loses_the_newest_and_counts(void **state)
{
	struct rs_event out[32];
	struct emit e;

	(void)state;
	assert_int_equal(emit_init(&e, 16, 16), 0);
	for (uint32_t i = 0; i < 19; i++)
		emit_event(&e, &(struct rs_event){ .psn_first = i });
	assert_int_equal(e.lost, 3);
	assert_int_equal(emit_take_events(&e, out, 32), 16);
	assert_int_equal(out[15].psn_first, 15);
	emit_event(&e, &(struct rs_event){ .psn_first = 50 });
	assert_int_equal(emit_take_events(&e, out, 32), 1);
	assert_int_equal(out[0].psn_first, 50);
	assert_int_equal(out[0].serial, 17); /* the lost ones had none */
	emit_fini(&e);
}

static void lost_episodes_are_counted_with_the_events(void **state)
{
	struct rs_episode out[20];
	struct emit e;

	(void)state;
	assert_int_equal(emit_init(&e, 16, 16), 0);
	for (uint32_t i = 0; i < 18; i++)
		emit_episode(&e, &(struct rs_episode){ .id = i });
	assert_int_equal(e.lost, 2);
	assert_int_equal(emit_take_episodes(&e, out, 20), 16);
	assert_int_equal(out[0].id, 0);
	assert_int_equal(out[15].id, 15);
	emit_fini(&e);
}

static void the_ring_size_is_the_next_power_of_two(void **state)
{
	struct emit e;

	(void)state;
	assert_int_equal(emit_init(&e, 17, 1), 0);
	assert_int_equal(e.event_mask, 31);
	assert_int_equal(e.episode_mask, 15);
	emit_fini(&e);
}

static void the_ring_goes_round_for_ever(void **state)
{
	struct rs_event out[8];
	struct emit e;

	(void)state;
	assert_int_equal(emit_init(&e, 16, 16), 0);
	e.event_head = e.event_tail = UINT32_MAX - 2; /* near the end of its counters */
	for (uint32_t i = 0; i < 100; i++) {
		emit_event(&e, &(struct rs_event){ .psn_first = i });
		emit_event(&e, &(struct rs_event){ .psn_first = i });
		assert_int_equal(emit_take_events(&e, out, 8), 2);
		assert_int_equal(out[1].psn_first, i);
	}
	assert_int_equal(e.lost, 0);
	emit_fini(&e);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events_come_in_order_with_serial_numbers),
		cmocka_unit_test(a_full_ring_loses_the_newest_and_counts),
		cmocka_unit_test(lost_episodes_are_counted_with_the_events),
		cmocka_unit_test(the_ring_size_is_the_next_power_of_two),
		cmocka_unit_test(the_ring_goes_round_for_ever),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
