/* SPDX-License-Identifier: BSD-2-Clause */
/* Ranges of missing PSNs: order, splitting, overflow, the turn of the PSN space. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/holes.h"

#include "base/psn.h"

struct fixture {
	struct holes h;
	struct pool pool;
};

static void init(struct fixture *f, uint32_t blocks)
{
	*f = (struct fixture){ .h = { .n = 0 } };
	assert_int_equal(pool_init(&f->pool, HOLES_BLOCK_BYTES, blocks), 0);
}

static void add(struct fixture *f, uint32_t first, uint32_t last, rs_ns time)
{
	const struct hole h = { first, last, time, (rs_frame)time };

	holes_add(&f->h, &f->pool, &h);
}

static void expect(const struct fixture *f, unsigned i, uint32_t first, uint32_t last)
{
	assert_true(i < f->h.n);
	assert_int_equal(holes_at(&f->h, &f->pool, i)->first, first);
	assert_int_equal(holes_at(&f->h, &f->pool, i)->last, last);
}

static void holes_are_sorted_whatever_the_order_of_adding(void **state)
{
	struct fixture f;

	(void)state;
	init(&f, 1);
	add(&f, 20, 22, 1);
	add(&f, 10, 10, 2);
	add(&f, 30, 31, 3);
	assert_int_equal(f.h.n, 3);
	expect(&f, 0, 10, 10);
	expect(&f, 1, 20, 22);
	expect(&f, 2, 30, 31);
	assert_int_equal(holes_count(&f.h, &f.pool), 6);
	pool_fini(&f.pool);
}

static void both_ends_of_a_hole_belong_to_it(void **state)
{
	struct fixture f;

	(void)state;
	init(&f, 1);
	add(&f, 20, 22, 7);
	assert_null(holes_find(&f.h, &f.pool, 19));
	assert_non_null(holes_find(&f.h, &f.pool, 20));
	assert_int_equal(holes_find(&f.h, &f.pool, 22)->time, 7);
	assert_null(holes_find(&f.h, &f.pool, 23));
	pool_fini(&f.pool);
}

static void a_psn_in_the_middle_splits_a_hole(void **state)
{
	struct fixture f;

	(void)state;
	init(&f, 1);
	add(&f, 20, 24, 7);
	assert_int_equal(holes_remove(&f.h, &f.pool, 22, 22), 1);
	assert_int_equal(f.h.n, 2);
	expect(&f, 0, 20, 21);
	expect(&f, 1, 23, 24);
	assert_int_equal(holes_at(&f.h, &f.pool, 1)->time, 7);
	assert_int_equal(holes_remove(&f.h, &f.pool, 20, 20), 1);
	expect(&f, 0, 21, 21);
	assert_int_equal(holes_remove(&f.h, &f.pool, 24, 24), 1);
	expect(&f, 1, 23, 23);
	pool_fini(&f.pool);
}

static void a_range_over_several_holes_takes_all_of_them(void **state)
{
	struct fixture f;

	(void)state;
	init(&f, 1);
	add(&f, 10, 12, 1);
	add(&f, 20, 20, 2);
	add(&f, 30, 33, 3);
	assert_int_equal(holes_remove(&f.h, &f.pool, 12, 31), 4);
	assert_int_equal(f.h.n, 2);
	expect(&f, 0, 10, 11);
	expect(&f, 1, 32, 33);
	assert_int_equal(holes_remove(&f.h, &f.pool, 13, 31), 0);
	pool_fini(&f.pool);
}

static void the_last_psn_gives_the_block_back(void **state)
{
	struct fixture f;

	(void)state;
	init(&f, 1);
	add(&f, 10, 10, 1);
	assert_int_equal(holes_remove(&f.h, &f.pool, 10, 10), 1);
	assert_int_equal(f.h.n, 0);
	assert_int_equal(f.h.block, 0);
	add(&f, 11, 11, 1); /* the pool has but one block */
	assert_int_equal(f.h.n, 1);
	assert_false(f.h.overflow);
	pool_fini(&f.pool);
}

static void dropping_below_counts_and_cuts(void **state)
{
	struct fixture f;

	(void)state;
	init(&f, 1);
	add(&f, 10, 12, 1);
	add(&f, 20, 24, 2);
	add(&f, 30, 30, 3);
	assert_int_equal(holes_drop_below(&f.h, &f.pool, 22), 5);
	assert_int_equal(f.h.n, 2);
	expect(&f, 0, 22, 24);
	assert_int_equal(holes_drop_below(&f.h, &f.pool, 22), 0);
	assert_int_equal(holes_drop_below(&f.h, &f.pool, 31), 4);
	assert_int_equal(f.h.n, 0);
	pool_fini(&f.pool);
}

static void the_65th_hole_drives_out_the_oldest(void **state)
{
	struct fixture f;

	(void)state;
	init(&f, 1);
	for (uint32_t i = 0; i < HOLES_MAX; i++)
		add(&f, 10 * i, 10 * i, i);
	assert_false(f.h.overflow);
	add(&f, 10 * HOLES_MAX, 10 * HOLES_MAX, HOLES_MAX);
	assert_true(f.h.overflow);
	assert_int_equal(f.h.n, HOLES_MAX);
	expect(&f, 0, 10, 10);
	expect(&f, HOLES_MAX - 1, 10 * HOLES_MAX, 10 * HOLES_MAX);
	pool_fini(&f.pool);
}

/* Splitting needs room: the oldest goes, everything else stays right. */
static void splitting_in_a_full_list_forgets_the_oldest(void **state)
{
	for (unsigned which = 0; which < HOLES_MAX; which++) {
		struct fixture f;

		(void)state;
		init(&f, 1);
		for (uint32_t i = 0; i < HOLES_MAX; i++)
			add(&f, 10 * i, 10 * i + 4, i);
		assert_int_equal(holes_remove(&f.h, &f.pool, 10 * which + 2, 10 * which + 2), 1);
		assert_true(f.h.overflow);
		assert_int_equal(f.h.n, HOLES_MAX);
		for (unsigned i = 1; i < f.h.n; i++)
			assert_true(psn_after(holes_at(&f.h, &f.pool, i)->first, holes_at(&f.h, &f.pool, i - 1)->last));
		assert_null(holes_find(&f.h, &f.pool, 10 * which + 2));
		assert_non_null(holes_find(&f.h, &f.pool, 10 * which + 4));
		pool_fini(&f.pool);
	}
}

static void without_a_block_the_hole_overflows(void **state)
{
	struct fixture f;

	(void)state;
	init(&f, 1);
	assert_int_equal(pool_take(&f.pool), 1);
	add(&f, 1, 1, 1);
	assert_true(f.h.overflow);
	assert_int_equal(f.h.n, 0);
	assert_null(holes_find(&f.h, &f.pool, 1));
	pool_fini(&f.pool);
}

static void a_hole_may_lie_across_the_turn_of_24_bits(void **state)
{
	struct fixture f;

	(void)state;
	init(&f, 1);
	add(&f, 5, 6, 2);
	add(&f, 0xfffffe, 1, 1);
	expect(&f, 0, 0xfffffe, 1);
	assert_int_equal(holes_count(&f.h, &f.pool), 6);
	assert_non_null(holes_find(&f.h, &f.pool, 0));
	assert_null(holes_find(&f.h, &f.pool, 2));
	assert_int_equal(holes_remove(&f.h, &f.pool, 0xffffff, 0), 2);
	expect(&f, 0, 0xfffffe, 0xfffffe);
	expect(&f, 1, 1, 1);
	assert_int_equal(holes_drop_below(&f.h, &f.pool, 6), 3);
	expect(&f, 0, 6, 6);
	pool_fini(&f.pool);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(holes_are_sorted_whatever_the_order_of_adding),
		cmocka_unit_test(both_ends_of_a_hole_belong_to_it),
		cmocka_unit_test(a_psn_in_the_middle_splits_a_hole),
		cmocka_unit_test(a_range_over_several_holes_takes_all_of_them),
		cmocka_unit_test(the_last_psn_gives_the_block_back),
		cmocka_unit_test(dropping_below_counts_and_cuts),
		cmocka_unit_test(the_65th_hole_drives_out_the_oldest),
		cmocka_unit_test(splitting_in_a_full_list_forgets_the_oldest),
		cmocka_unit_test(without_a_block_the_hole_overflows),
		cmocka_unit_test(a_hole_may_lie_across_the_turn_of_24_bits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
