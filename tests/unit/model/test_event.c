/* SPDX-License-Identifier: BSD-2-Clause */
/* Time-ordered queue of the model (model/event.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/dice.h"
#include "model/event.h"

static void events_come_out_in_time_order(void **state)
{
	static const rs_ns times[] = { 50, 10, 40, 30, 20 };
	struct event_queue q;
	struct event ev;

	(void)state;
	assert_int_equal(event_queue_init(&q, 8), 0);
	for (unsigned i = 0; i < 5; i++)
		event_push(&q, times[i], EVENT_WAKE, i, NULL);
	for (rs_ns t = 10; t <= 50; t += 10) {
		assert_true(event_pop(&q, &ev));
		assert_int_equal(ev.time, t);
	}
	assert_false(event_pop(&q, &ev));
	event_queue_fini(&q);
}

static void events_of_one_time_come_out_as_they_went_in(void **state)
{
	struct event_queue q;
	struct event ev;

	(void)state;
	assert_int_equal(event_queue_init(&q, 16), 0);
	for (unsigned i = 0; i < 10; i++)
		event_push(&q, 7, EVENT_TAP, i, NULL);
	for (unsigned i = 0; i < 10; i++) {
		assert_true(event_pop(&q, &ev));
		assert_int_equal(ev.index, i);
	}
	event_queue_fini(&q);
}

static void thousand_random_events_stay_in_order(void **state)
{
	struct event_queue q;
	struct event ev;
	struct dice d;
	rs_ns last = -1;

	(void)state;
	dice_init(&d, 1, 1);
	assert_int_equal(event_queue_init(&q, 1000), 0);
	for (unsigned i = 0; i < 1000; i++)
		event_push(&q, (rs_ns)dice_below(&d, 300), EVENT_TAP, i, NULL);
	for (unsigned i = 0; i < 1000; i++) {
		assert_true(event_pop(&q, &ev));
		assert_true(ev.time >= last);
		last = ev.time;
	}
	assert_int_equal(q.refused, 0);
	event_queue_fini(&q);
}

static void event_without_room_is_counted(void **state)
{
	struct event_queue q;

	(void)state;
	assert_int_equal(event_queue_init(&q, 2), 0);
	for (unsigned i = 0; i < 3; i++)
		event_push(&q, i, EVENT_TAP, i, NULL);
	assert_int_equal(q.refused, 1);
	assert_int_equal(q.count, 2);
	event_queue_fini(&q);
}

static void event_carries_its_packet(void **state)
{
	const struct wire w = { .opcode = WIRE_ACK, .off = 77 };
	struct event_queue q;
	struct event ev;

	(void)state;
	assert_int_equal(event_queue_init(&q, 2), 0);
	event_push(&q, 5, EVENT_ARRIVE, 3, &w);
	assert_true(event_pop(&q, &ev));
	assert_int_equal(ev.kind, EVENT_ARRIVE);
	assert_int_equal(ev.wire.off, 77);
	event_queue_fini(&q);
}

static void same_seed_throws_the_same_dice(void **state)
{
	struct dice a, b, c;

	(void)state;
	dice_init(&a, 42, 1);
	dice_init(&b, 42, 1);
	dice_init(&c, 43, 1);
	for (unsigned i = 0; i < 100; i++)
		assert_true(dice_next(&a) == dice_next(&b));
	assert_true(dice_next(&a) != dice_next(&c));
	assert_int_equal(dice_below(&a, 0), 0);
	for (unsigned i = 0; i < 100; i++) {
		const uint64_t v = dice_range(&a, 5, 7);

		assert_true(v >= 5 && v <= 7);
	}
	assert_false(dice_ppm(&a, 0));
	assert_true(dice_ppm(&a, 1000000));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(events_come_out_in_time_order),
		cmocka_unit_test(events_of_one_time_come_out_as_they_went_in),
		cmocka_unit_test(thousand_random_events_stay_in_order),
		cmocka_unit_test(event_without_room_is_counted),
		cmocka_unit_test(event_carries_its_packet),
		cmocka_unit_test(same_seed_throws_the_same_dice),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
