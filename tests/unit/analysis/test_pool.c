/* SPDX-License-Identifier: BSD-2-Clause */
/* Blocks taken and given back; an empty pool refuses and counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/pool.h"

static void a_taken_block_is_zero_even_after_use(void **state)
{
	struct pool p;
	uint32_t i;

	(void)state;
	assert_int_equal(pool_init(&p, 16, 3), 0);
	i = pool_take(&p);
	assert_int_equal(i, 1);
	*(uint64_t *)pool_at(&p, i) = 77;
	pool_give(&p, i);
	assert_int_equal(pool_take(&p), i);
	assert_int_equal(*(uint64_t *)pool_at(&p, i), 0);
	pool_fini(&p);
}

static void an_empty_pool_refuses_and_counts(void **state)
{
	struct pool p;

	(void)state;
	assert_int_equal(pool_init(&p, 8, 2), 0);
	assert_int_equal(pool_take(&p), 1);
	assert_int_equal(pool_take(&p), 2);
	assert_int_equal(pool_take(&p), 0);
	assert_int_equal(pool_take(&p), 0);
	assert_int_equal(p.refused, 2);
	pool_give(&p, 1);
	assert_int_equal(pool_take(&p), 1);
	assert_int_equal(p.refused, 2);
	pool_fini(&p);
}

static void the_block_given_back_last_is_taken_first(void **state)
{
	struct pool p;

	(void)state;
	assert_int_equal(pool_init(&p, 8, 4), 0);
	for (uint32_t i = 1; i <= 3; i++)
		assert_int_equal(pool_take(&p), i);
	pool_give(&p, 1);
	pool_give(&p, 3);
	assert_int_equal(pool_take(&p), 3);
	assert_int_equal(pool_take(&p), 1);
	assert_int_equal(pool_take(&p), 4);
	pool_fini(&p);
}

static void giving_back_no_block_does_nothing(void **state)
{
	struct pool p;

	(void)state;
	assert_int_equal(pool_init(&p, 8, 1), 0);
	pool_give(&p, 0);
	assert_int_equal(pool_take(&p), 1);
	assert_int_equal(pool_take(&p), 0);
	pool_fini(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_taken_block_is_zero_even_after_use),
		cmocka_unit_test(an_empty_pool_refuses_and_counts),
		cmocka_unit_test(the_block_given_back_last_is_taken_first),
		cmocka_unit_test(giving_back_no_block_does_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
