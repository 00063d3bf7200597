/* SPDX-License-Identifier: BSD-2-Clause */
/* Truth per lane (model/observe.h): what an observer at a point could know. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "model/observe.h"

static struct plan plan;
static struct model_truth truth;
static struct observe obs;

static int open_bench(void **state)
{
	struct dice dice;

	(void)state;
	dice_init(&dice, 1, 1);
	plan_init(&plan);
	memset(&truth, 0, sizeof truth);
	plan_connect(&plan, 0, 1, &dice)->psn = 0xfffff0;
	return observe_init(&obs, &plan, &truth, 256);
}

static int close_bench(void **state)
{
	(void)state;
	observe_fini(&obs);
	return 0;
}

static void request(uint32_t off, uint32_t sending, uint32_t round)
{
	const struct wire w = {.request = true,
			       .opcode = WIRE_WRITE_MIDDLE,
			       .off = off,
			       .span = 1,
			       .payload = 100,
			       .sending = sending,
			       .round = round,
			       .round_cause = round ? ROUND_NAK : ROUND_NONE};

	observe_frame(&obs, 0, &w);
}

static void answer(uint8_t op, uint8_t syndrome, uint32_t off)
{
	const struct wire w = {
	    .opcode = op, .syndrome = syndrome, .off = off, .span = 1, .sending = 1};

	observe_frame(&obs, 0, &w);
}

static void resend_counts_when_the_tap_can_know(void **state)
{
	(void)state;
	request(0, 1, 0);
	request(2, 1, 0); /* 1 did not pass */
	request(1, 2, 1); /* in the hole */
	request(2, 2, 1);
	request(3, 2, 1); /* its first sending never passed: new here */
	assert_int_equal(truth.lanes[0].requests, 5);
	assert_int_equal(truth.lanes[0].resent, 2);
	assert_int_equal(truth.lanes[0].resent_bytes, 200);
	assert_int_equal(truth.lanes[0].rounds_nak, 1);
	assert_int_equal(truth.lanes[0].next_psn, 0xfffff4);
}

static void overtaken_first_transmission_is_late(void **state)
{
	(void)state;
	request(0, 1, 0);
	request(2, 1, 0);
	request(1, 1, 0);
	assert_int_equal(truth.lanes[0].late, 1);
	assert_int_equal(truth.lanes[0].resent, 0);
}

static void second_round_at_the_same_psn_counts_again(void **state)
{
	(void)state;
	request(0, 1, 0);
	request(1, 1, 0);
	request(0, 2, 1);
	request(0, 3, 2);
	assert_int_equal(truth.lanes[0].rounds_nak, 2);
}

static void acknowledged_psn_that_never_passed_is_missing(void **state)
{
	(void)state;
	request(0, 1, 0);
	request(2, 1, 0);
	answer(WIRE_ACK, WIRE_SYN_ACK, 3); /* 1 and 3 */
	assert_int_equal(truth.lanes[0].missing, 2);
	assert_int_equal(truth.lanes[0].next_psn, 0xfffff4);
	answer(WIRE_ACK, WIRE_SYN_ACK, 3);
	assert_int_equal(truth.lanes[0].missing, 2);
	assert_int_equal(truth.lanes[0].acks, 2);
}

static void answers_are_counted_by_kind(void **state)
{
	(void)state;
	request(0, 1, 0);
	request(1, 1, 0);
	request(2, 1, 0);
	answer(WIRE_ACK, WIRE_SYN_NAK, 1);
	answer(WIRE_ACK, WIRE_SYN_RNR | 3, 1);
	answer(WIRE_ACK, WIRE_SYN_ACCESS, 1);
	answer(WIRE_READ_MIDDLE, 0, 1);
	answer(WIRE_READ_MIDDLE, 0, 2);
	answer(WIRE_READ_MIDDLE, 0, 1);
	answer(WIRE_ATOMIC_ACK, WIRE_SYN_ACK, 2);
	assert_int_equal(truth.lanes[0].naks, 1);
	assert_int_equal(truth.lanes[0].rnr_naks, 1);
	assert_int_equal(truth.lanes[0].fatal_naks, 1);
	assert_int_equal(truth.lanes[0].read_responses, 3);
	assert_int_equal(truth.lanes[0].read_responses_resent, 1);
	assert_int_equal(truth.lanes[0].atomic_acks, 1);
	assert_int_equal(truth.lanes[0].atomic_replays, 1);
	assert_int_equal(truth.lanes[0].missing, 0);
}

static void loss_is_before_or_after_by_the_points_passed(void **state)
{
	struct wire w = { .request = true, .opcode = WIRE_WRITE_MIDDLE };

	(void)state;
	observe_lost(&obs, &w);
	w.seen = 1;
	observe_lost(&obs, &w);
	observe_lost(&obs, &w);
	assert_int_equal(truth.lanes[0].lost_before, 1);
	assert_int_equal(truth.lanes[0].lost_after, 2);
	assert_int_equal(truth.lost_before_tap, 1);
	assert_int_equal(truth.lost_after_tap, 2);
	assert_int_equal(truth.requests_lost, 3);
}

static void damaged_frame_is_no_part_of_the_lane(void **state)
{
	const struct wire w = {
	    .request = true, .opcode = WIRE_WRITE_MIDDLE, .span = 1, .damaged = true};

	(void)state;
	observe_frame(&obs, 0, &w);
	assert_int_equal(truth.lanes[0].requests, 0);
}

static void lane_has_the_names_of_its_ends(void **state)
{
	static const uint8_t a[16] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 1, 0, 1 };

	(void)state;
	assert_int_equal(truth.lane_count, 1);
	assert_memory_equal(truth.lanes[0].requester.b, a, 16);
	assert_int_equal(truth.lanes[0].requester_qp, 0x900);
	assert_int_equal(truth.lanes[0].responder_qp, 0x220);
	assert_int_equal(truth.lanes[0].epochs, 1);
}

#define T(f) cmocka_unit_test_setup_teardown(f, open_bench, close_bench)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(resend_counts_when_the_tap_can_know),
		T(overtaken_first_transmission_is_late),
		T(second_round_at_the_same_psn_counts_again),
		T(acknowledged_psn_that_never_passed_is_missing),
		T(answers_are_counted_by_kind),
		T(loss_is_before_or_after_by_the_points_passed),
		T(damaged_frame_is_no_part_of_the_lane),
		T(lane_has_the_names_of_its_ends),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
