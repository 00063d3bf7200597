/* SPDX-License-Identifier: BSD-2-Clause */
/* Switch queue of the model (model/queue.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/queue.h"

static struct dice dice;

static struct wire data(uint32_t off)
{
	return (struct wire){ .off = off, .length = 1000, .priority = 3, .ecn = WIRE_ECT0 };
}

static void frames_leave_in_order(void **state)
{
	const struct queue_config cfg = { 0 };
	struct queue q;
	struct wire w;

	(void)state;
	assert_int_equal(queue_init(&q, &cfg), 0);
	for (uint32_t i = 0; i < 3; i++) {
		w = data(i);
		assert_true(queue_push(&q, &w, &dice));
	}
	assert_int_equal(q.bytes, 3000);
	for (uint32_t i = 0; i < 3; i++) {
		assert_true(queue_pop(&q, 0, &w));
		assert_int_equal(w.off, i);
	}
	assert_false(queue_pop(&q, 0, &w));
	assert_int_equal(q.bytes, 0);
	queue_fini(&q);
}

static void frame_beyond_the_buffer_is_lost(void **state)
{
	const struct queue_config cfg = { .capacity = 2500 };
	struct queue q;
	struct wire w;

	(void)state;
	assert_int_equal(queue_init(&q, &cfg), 0);
	for (uint32_t i = 0; i < 2; i++) {
		w = data(i);
		assert_true(queue_push(&q, &w, &dice));
	}
	w = data(2);
	assert_false(queue_push(&q, &w, &dice));
	assert_int_equal(q.tail_drops, 1);
	queue_fini(&q);
}

static void marks_only_above_the_threshold_and_only_ect(void **state)
{
	const struct queue_config cfg = { .kmin = 1000, .kmax = 1000, .pmax_permille = 1000 };
	struct queue q;
	struct wire w;

	(void)state;
	assert_int_equal(queue_init(&q, &cfg), 0);
	w = data(0);
	queue_push(&q, &w, &dice);
	assert_int_equal(w.ecn, WIRE_ECT0);
	w = data(1);
	queue_push(&q, &w, &dice);
	assert_int_equal(w.ecn, WIRE_CE);
	w = data(2);
	w.ecn = WIRE_NOT_ECT;
	queue_push(&q, &w, &dice);
	assert_int_equal(w.ecn, WIRE_NOT_ECT);
	assert_int_equal(q.ce_marked, 1);
	queue_fini(&q);
}

static void pause_stops_data_but_not_the_rest(void **state)
{
	const struct queue_config cfg = { 0 };
	struct queue q;
	struct wire w = data(1), cnp = { .off = 2, .length = 74, .priority = 6 };

	(void)state;
	assert_int_equal(queue_init(&q, &cfg), 0);
	queue_push(&q, &w, &dice);
	queue_push(&q, &cnp, &dice);
	queue_pause(&q, 100);
	assert_true(queue_pop(&q, 50, &w));
	assert_int_equal(w.off, 2);
	assert_false(queue_pop(&q, 99, &w));
	assert_true(queue_pop(&q, 100, &w));
	assert_int_equal(w.off, 1);
	queue_fini(&q);
}

static void xon_ends_a_pause(void **state)
{
	const struct queue_config cfg = { 0 };
	struct queue q;
	struct wire w = data(1);

	(void)state;
	assert_int_equal(queue_init(&q, &cfg), 0);
	queue_push(&q, &w, &dice);
	queue_pause(&q, 100);
	queue_pause(&q, RS_NS_NONE);
	assert_true(queue_pop(&q, 50, &w));
	queue_fini(&q);
}

static void thresholds_say_when_to_pause_the_sender(void **state)
{
	const struct queue_config cfg = { .xoff = 2000, .xon = 1000 };
	struct queue q;
	struct wire w = data(0);

	(void)state;
	assert_int_equal(queue_init(&q, &cfg), 0);
	queue_push(&q, &w, &dice);
	assert_false(queue_over_xoff(&q));
	queue_push(&q, &w, &dice);
	assert_true(queue_over_xoff(&q));
	assert_false(queue_under_xon(&q));
	queue_pop(&q, 0, &w);
	assert_true(queue_under_xon(&q));
	queue_fini(&q);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frames_leave_in_order),
		cmocka_unit_test(frame_beyond_the_buffer_is_lost),
		cmocka_unit_test(marks_only_above_the_threshold_and_only_ect),
		cmocka_unit_test(pause_stops_data_but_not_the_rest),
		cmocka_unit_test(xon_ends_a_pause),
		cmocka_unit_test(thresholds_say_when_to_pause_the_sender),
	};

	dice_init(&dice, 1, 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
