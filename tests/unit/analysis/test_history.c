/* SPDX-License-Identifier: BSD-2-Clause */
/* Memory of unacknowledged requests: what is kept, what is forgotten, and the turn of the PSN space. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/history.h"

#include "base/psn.h"

struct fixture {
	struct history h;
	struct pool pool;
};

static void init(struct fixture *f, uint32_t blocks)
{
	*f = (struct fixture){ .h = { .count = 0 } };
	assert_int_equal(pool_init(&f->pool, HISTORY_BLOCK_BYTES, blocks), 0);
}

static void fini(struct fixture *f)
{
	history_clear(&f->h, &f->pool);
	pool_fini(&f->pool);
}

static unsigned sent(const struct fixture *f, uint32_t psn)
{
	const struct history_entry *e = history_find(&f->h, &f->pool, psn);

	return e ? e->sent : 0;
}

static void the_first_time_stays_and_sendings_count(void **state)
{
	const struct history_entry *e;
	struct fixture f;

	(void)state;
	init(&f, 4);
	history_note(&f.h, &f.pool, 100, 5, true);
	history_note(&f.h, &f.pool, 100, 9, true);
	e = history_find(&f.h, &f.pool, 100);
	assert_non_null(e);
	assert_int_equal(e->first, 5);
	assert_int_equal(e->sent, 2);
	assert_int_equal(e->start, 1);
	assert_null(history_find(&f.h, &f.pool, 101));
	fini(&f);
}

static void release_forgets_whole_blocks_only(void **state)
{
	struct fixture f;

	(void)state;
	init(&f, 4);
	history_note(&f.h, &f.pool, 63, 1, false);
	history_note(&f.h, &f.pool, 64, 2, false);
	history_note(&f.h, &f.pool, 130, 3, false);
	history_release(&f.h, &f.pool, 127); /* lies in the second block */
	assert_int_equal(sent(&f, 63), 0);
	assert_int_equal(sent(&f, 64), 1);
	assert_int_equal(sent(&f, 130), 1);
	fini(&f);
}

static void released_blocks_serve_again(void **state)
{
	struct fixture f;

	(void)state;
	init(&f, 1);
	history_note(&f.h, &f.pool, 10, 1, false);
	history_release(&f.h, &f.pool, 64);
	history_note(&f.h, &f.pool, 70, 2, false);
	assert_int_equal(sent(&f, 70), 1);
	assert_int_equal(f.pool.refused, 0);
	fini(&f);
}

static void only_4096_psns_are_kept_the_oldest_go(void **state)
{
	struct fixture f;

	(void)state;
	init(&f, 65);
	for (uint32_t psn = 0; psn < 4096 + 64; psn++)
		history_note(&f.h, &f.pool, psn, psn, false);
	assert_int_equal(sent(&f, 63), 0);
	assert_int_equal(sent(&f, 64), 1);
	assert_int_equal(sent(&f, 4159), 1);
	assert_int_equal(f.pool.refused, 0);
	fini(&f);
}

static void a_leap_forgets_everything_before(void **state)
{
	struct fixture f;

	(void)state;
	init(&f, 2);
	history_note(&f.h, &f.pool, 0, 1, false);
	history_note(&f.h, &f.pool, 60000, 2, false);
	assert_int_equal(sent(&f, 0), 0);
	assert_int_equal(sent(&f, 60000), 1);
	fini(&f);
}

/* Between one history and two: more goes than there is. */
static void a_gap_wider_than_the_history_leaves_the_new_psn(void **state)
{
	struct fixture f;

	(void)state;
	init(&f, 4);
	history_note(&f.h, &f.pool, 0, 1, false);
	history_note(&f.h, &f.pool, 64 * 100, 2, false);
	assert_int_equal(sent(&f, 0), 0);
	assert_int_equal(sent(&f, 64 * 100), 1);
	history_note(&f.h, &f.pool, 64 * 99, 3, false);
	assert_int_equal(sent(&f, 64 * 99), 1);
	assert_true(f.h.count <= HISTORY_BLOCKS);
	fini(&f);
}

static void what_lies_before_the_oldest_block_is_not_noted(void **state)
{
	struct fixture f;

	(void)state;
	init(&f, 4);
	history_note(&f.h, &f.pool, 640, 1, false);
	history_note(&f.h, &f.pool, 600, 2, false);
	assert_int_equal(sent(&f, 600), 0);
	assert_int_equal(sent(&f, 640), 1);
	fini(&f);
}

static void psns_go_on_behind_the_turn_of_24_bits(void **state)
{
	struct fixture f;

	(void)state;
	init(&f, 8);
	for (int32_t i = -70; i < 70; i++)
		history_note(&f.h, &f.pool, psn_add(0, i), i + 100, false);
	for (int32_t i = -70; i < 70; i++) {
		assert_int_equal(sent(&f, psn_add(0, i)), 1);
		assert_int_equal(history_find(&f.h, &f.pool, psn_add(0, i))->first, i + 100);
	}
	history_release(&f.h, &f.pool, 0);
	assert_int_equal(sent(&f, PSN_MASK), 0);
	assert_int_equal(sent(&f, 0), 1);
	fini(&f);
}

static void release_before_the_oldest_block_keeps_all(void **state)
{
	struct fixture f;

	(void)state;
	init(&f, 2);
	history_note(&f.h, &f.pool, 5000, 1, false);
	history_release(&f.h, &f.pool, 100);
	assert_int_equal(sent(&f, 5000), 1);
	fini(&f);
}

static void without_a_block_a_psn_is_not_known(void **state)
{
	struct fixture f;

	(void)state;
	init(&f, 1);
	history_note(&f.h, &f.pool, 10, 1, false);
	history_note(&f.h, &f.pool, 100, 2, false);
	assert_int_equal(sent(&f, 10), 1);
	assert_int_equal(sent(&f, 100), 0);
	assert_int_equal(f.pool.refused, 1);
	fini(&f);
}

static void the_count_of_sendings_stops_at_its_end(void **state)
{
	struct fixture f;

	(void)state;
	init(&f, 1);
	for (unsigned i = 0; i < 65540; i++)
		history_note(&f.h, &f.pool, 1, 0, false);
	assert_int_equal(sent(&f, 1), 65535);
	fini(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_first_time_stays_and_sendings_count),
		cmocka_unit_test(release_forgets_whole_blocks_only),
		cmocka_unit_test(released_blocks_serve_again),
		cmocka_unit_test(only_4096_psns_are_kept_the_oldest_go),
		cmocka_unit_test(a_leap_forgets_everything_before),
		cmocka_unit_test(a_gap_wider_than_the_history_leaves_the_new_psn),
		cmocka_unit_test(what_lies_before_the_oldest_block_is_not_noted),
		cmocka_unit_test(psns_go_on_behind_the_turn_of_24_bits),
		cmocka_unit_test(release_before_the_oldest_block_keeps_all),
		cmocka_unit_test(without_a_block_a_psn_is_not_known),
		cmocka_unit_test(the_count_of_sendings_stops_at_its_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
