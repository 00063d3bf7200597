/* SPDX-License-Identifier: BSD-2-Clause */
/* Responses of READs and atomics as one stream (diagnosis 1.7): holes, restarts, late ones, replays. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/reads.h"
#include "base/psn.h"

#include <string.h>

static struct reads s;
static struct pool holes;

static int setup(void **state)
{
	(void)state;
	memset(&s, 0, sizeof(s));
	return pool_init(&holes, HOLES_BLOCK_BYTES, 2);
}

static int teardown(void **state)
{
	(void)state;
	pool_fini(&holes);
	return 0;
}

static uint32_t ask(uint32_t first, uint32_t n, rs_ns time)
{
	const struct read_range r = { .first = first, .last = psn_add(first, (int32_t)n - 1), .time = time, .sent = 1 };

	return reads_add(&s, &holes, &r);
}

static struct read_fact respond(uint32_t psn)
{
	return reads_response(&s, &holes, psn, false, 0, 0);
}

static uint32_t limit(uint32_t una, uint32_t acked)
{
	return reads_limit(&s, &holes, una, acked, 0, 0);
}

/* The request for @psn is repeated from there on. */
static void ask_again(uint32_t psn)
{
	reads_again(reads_find(&s, psn), psn);
}

static bool hole(uint32_t psn)
{
	return holes_find(&s.holes, &holes, psn) != NULL;
}

static void responses_in_order_are_new(void **state)
{
	(void)state;
	ask(10, 3, 5);
	for (uint32_t psn = 10; psn < 13; psn++) {
		const struct read_fact f = respond(psn);

		assert_true(f.in_order);
		assert_false(f.resent);
		assert_false(f.restart);
		assert_false(f.new_hole);
		assert_int_equal(f.sample, psn == 10 ? 5 : RS_NS_NONE);
	}
	assert_int_equal(s.hi, 13);
	assert_int_equal(s.holes.n, 0);
}

static void a_skip_leaves_a_hole(void **state)
{
	struct read_fact f;

	(void)state;
	ask(10, 5, 0);
	respond(10);
	f = respond(13);
	assert_true(f.new_hole);
	assert_int_equal(f.gap_first, 11);
	assert_int_equal(f.gap_last, 12);
	assert_false(f.resent);
	assert_false(hole(10));
	assert_true(hole(11) && hole(12));
	assert_false(hole(13));
}

static void the_first_response_may_be_missing(void **state)
{
	(void)state;
	ask(10, 3, 0);
	assert_true(respond(11).new_hole);
	assert_true(hole(10));
	assert_int_equal(limit(10, 12), 10);
}

static void only_psns_of_reads_can_be_holes(void **state)
{
	(void)state;
	ask(10, 2, 0);
	ask(20, 2, 0); /* WRITEs 12..19 between */
	respond(10);
	assert_true(respond(20).new_hole);
	assert_true(hole(11));
	assert_false(hole(12));
	assert_false(hole(19));
	assert_int_equal(holes_count(&s.holes, &holes), 1);
}

static void what_fills_a_hole_was_sent_again(void **state)
{
	struct read_fact f;

	(void)state;
	ask(10, 3, 0);
	respond(10);
	respond(12);
	ask_again(11);
	f = respond(11);
	assert_true(f.resent);
	assert_true(f.restart);
	assert_false(f.late);
	assert_false(hole(11));
	assert_int_equal(limit(11, 13), 13);
}

static void what_was_asked_for_once_cannot_have_been_sent_again(void **state)
{
	struct read_fact f;

	(void)state;
	ask(10, 3, 0);
	respond(10);
	respond(12);
	f = respond(11);
	assert_true(f.late);
	assert_false(f.resent);
	assert_false(hole(11));
}

static void an_older_id_in_a_hole_only_came_late(void **state)
{
	struct read_fact f;

	(void)state;
	ask(10, 3, 0);
	respond(10);
	respond(12);
	f = reads_response(&s, &holes, 11, true, 0, 0);
	assert_true(f.late);
	assert_false(f.resent);
	assert_false(hole(11));
	assert_true(reads_was_late(&s, 11));
	assert_false(reads_was_late(&s, 12));
	assert_int_equal(s.next, 13); /* the stream goes on where it was */
}

static void an_older_id_in_no_hole_is_a_repetition(void **state)
{
	(void)state;
	ask(10, 3, 0);
	respond(10);
	respond(11);
	assert_true(reads_response(&s, &holes, 10, true, 0, 0).resent);
}

static void below_the_highest_it_counts_as_resent(void **state)
{
	(void)state;
	ask(10, 4, 0);
	for (uint32_t psn = 10; psn < 14; psn++)
		respond(psn);
	assert_true(respond(11).restart); /* may begin with a MIDDLE: opcodes do not matter */
	assert_true(respond(12).in_order);
	assert_true(respond(13).resent);
	assert_int_equal(s.hi, 14);
}

static void a_skip_inside_the_second_stream_is_a_hole_over_what_was_seen(void **state)
{
	(void)state;
	ask(10, 4, 0);
	for (uint32_t psn = 10; psn < 14; psn++)
		respond(psn);
	ask_again(11);
	respond(11);
	assert_true(respond(13).new_hole);
	assert_true(hole(12));
}

static void a_skip_between_messages_leaves_what_was_seen_alone(void **state)
{
	struct read_fact f;

	(void)state;
	ask(10, 2, 0);
	ask(12, 2, 0);
	ask(14, 2, 0);
	for (uint32_t psn = 10; psn < 14; psn++)
		respond(psn);
	ask_again(10);
	respond(10);
	respond(11); /* only the first READ was asked again */
	f = respond(14);
	assert_false(f.new_hole);
	assert_false(f.resent);
	assert_int_equal(s.holes.n, 0);
}

static void a_hole_keeps_the_time_when_it_appeared(void **state)
{
	(void)state;
	ask(10, 4, 0);
	reads_response(&s, &holes, 10, false, 1, 1);
	reads_response(&s, &holes, 12, false, 2, 2);
	reads_response(&s, &holes, 10, false, 3, 3);
	reads_response(&s, &holes, 13, false, 4, 4); /* 11 is missing again, 12 for the first time */
	assert_int_equal(holes_find(&s.holes, &holes, 11)->time, 2);
	assert_int_equal(holes_find(&s.holes, &holes, 12)->time, 4);
	assert_int_equal(holes_find(&s.holes, &holes, 12)->frame, 4);
}

static void una_may_not_pass_reads_without_answer(void **state)
{
	(void)state;
	ask(10, 2, 0);
	assert_int_equal(limit(10, 15), 10); /* an ACK of 14, no response seen */
	assert_true(hole(10) && hole(11));
	ask_again(10);
	respond(10);
	assert_int_equal(limit(10, 15), 11);
	respond(11);
	assert_int_equal(limit(11, 15), 15);
}

static void una_never_moves_back_for_a_hole(void **state)
{
	(void)state;
	ask(10, 2, 0);
	respond(10);
	respond(11);
	assert_int_equal(limit(10, 12), 12);
	respond(10);
	ask(12, 2, 0);
	respond(13); /* 12 missing */
	assert_int_equal(limit(14, 14), 14);
}

static void a_read_seen_once_gives_one_sample(void **state)
{
	(void)state;
	ask(10, 2, 5);
	assert_int_equal(respond(10).sample, 5);
	assert_int_equal(respond(10).sample, RS_NS_NONE);
	ask(20, 1, 6);
	reads_find(&s, 20)->sent = 2;
	assert_int_equal(respond(20).sample, RS_NS_NONE);
}

static void the_outer_read_is_found(void **state)
{
	(void)state;
	ask(10, 8, 1);
	ask(12, 2, 2); /* a repetition that was kept apart */
	assert_int_equal(reads_find(&s, 12)->time, 1);
	assert_int_equal(reads_find(&s, 17)->last, 17);
	assert_null(reads_find(&s, 18));
}

static void the_65th_read_gives_up_the_oldest(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < READS_MAX; i++)
		assert_int_equal(ask(10 + 4 * i, 4, 0), 0);
	respond(10);
	respond(12);
	assert_true(hole(11));
	/* 11 never came: it was missed, or the requester would have asked again. 13 may still come. */
	assert_int_equal(ask(10 + 4 * READS_MAX, 4, 0), 1);
	assert_int_equal(s.count, READS_MAX);
	assert_int_equal(s.holes.n, 0);
	assert_int_equal(s.range[0].first, 14);
	assert_true(respond(13).in_order);
	assert_true(respond(14).in_order);
}

static void answered_reads_make_room_but_some_stay(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < 48; i++)
		ask(10 + i, 1, 0);
	reads_release(&s, 12); /* two answered */
	assert_int_equal(s.count, 46);
	for (uint32_t i = 48; i < 64; i++)
		ask(10 + i, 1, 0);
	reads_release(&s, 10 + 64);
	assert_int_equal(s.count, READS_KEPT);
	assert_int_equal(s.range[0].first, 10 + 32);
}

static void an_atomic_answered_twice_must_say_the_same(void **state)
{
	(void)state;
	assert_int_equal(reads_atomic(&s, 10, 7), 0);
	assert_int_equal(reads_atomic(&s, 11, 7), 0);
	assert_int_equal(reads_atomic(&s, 10, 7), 1);
	assert_int_equal(reads_atomic(&s, 10, 8), -1);
	for (uint32_t i = 0; i < READS_ATOMICS; i++)
		assert_int_equal(reads_atomic(&s, 100 + i, i), 0);
	assert_int_equal(reads_atomic(&s, 10, 8), 0); /* forgotten */
}

static void only_the_latest_8_late_ones_are_remembered(void **state)
{
	(void)state;
	ask(0, 64, 0);
	respond(0);
	for (uint32_t psn = 1; psn < 19; psn += 2)
		respond(psn + 1);
	for (uint32_t psn = 1; psn < 19; psn += 2)
		assert_true(reads_response(&s, &holes, psn, true, 0, 0).late);
	assert_false(reads_was_late(&s, 1));
	assert_true(reads_was_late(&s, 3));
	assert_true(reads_was_late(&s, 17));
}

static void streams_go_on_behind_the_turn_of_24_bits(void **state)
{
	(void)state;
	ask(0xfffffe, 4, 0);
	assert_false(respond(0xfffffe).resent);
	assert_true(respond(1).new_hole);
	assert_true(hole(0xffffff) && hole(0));
	assert_int_equal(limit(0xfffffe, 2), 0xffffff);
	ask_again(0xffffff);
	assert_true(respond(0xffffff).resent);
	respond(0);
	respond(1);
	assert_int_equal(limit(0xffffff, 2), 2);
	assert_int_equal(s.hi, 2);
}

/* Between two READs more than half of the space went by in WRITEs. */
static void a_read_far_beyond_the_last_begins_a_new_stream(void **state)
{
	(void)state;
	ask(10, 2, 0);
	respond(11);
	assert_true(hole(10));
	assert_int_equal(ask(psn_add(10, 0x900000), 2, 0), 1); /* the hole is given up */
	assert_false(respond(psn_add(10, 0x900000)).resent);
	assert_false(respond(psn_add(11, 0x900000)).new_hole);
	assert_int_equal(s.holes.n, 0);
	assert_null(reads_find(&s, 10));
}

static void without_room_for_holes_responses_still_count(void **state)
{
	(void)state;
	assert_int_equal(pool_take(&holes), 1);
	assert_int_equal(pool_take(&holes), 2);
	ask(10, 4, 0);
	respond(10);
	respond(12);
	assert_true(s.holes.overflow);
	assert_true(respond(13).in_order);
	assert_int_equal(limit(10, 14), 14);
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(responses_in_order_are_new),
		T(a_skip_leaves_a_hole),
		T(the_first_response_may_be_missing),
		T(only_psns_of_reads_can_be_holes),
		T(what_fills_a_hole_was_sent_again),
		T(what_was_asked_for_once_cannot_have_been_sent_again),
		T(an_older_id_in_a_hole_only_came_late),
		T(an_older_id_in_no_hole_is_a_repetition),
		T(below_the_highest_it_counts_as_resent),
		T(a_skip_inside_the_second_stream_is_a_hole_over_what_was_seen),
		T(a_skip_between_messages_leaves_what_was_seen_alone),
		T(a_hole_keeps_the_time_when_it_appeared),
		T(una_may_not_pass_reads_without_answer),
		T(una_never_moves_back_for_a_hole),
		T(a_read_seen_once_gives_one_sample),
		T(the_outer_read_is_found),
		T(the_65th_read_gives_up_the_oldest),
		T(answered_reads_make_room_but_some_stay),
		T(an_atomic_answered_twice_must_say_the_same),
		T(only_the_latest_8_late_ones_are_remembered),
		T(streams_go_on_behind_the_turn_of_24_bits),
		T(a_read_far_beyond_the_last_begins_a_new_stream),
		T(without_room_for_holes_responses_still_count),
	};
#undef T

	return cmocka_run_group_tests(tests, NULL, NULL);
}
