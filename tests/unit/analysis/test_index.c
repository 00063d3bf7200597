/* SPDX-License-Identifier: BSD-2-Clause */
/* Hash index: equal tags, wrap at the end of the table, removal without loss. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/index.h"

#include "base/hash.h"

static uint32_t first_of(const struct index *ix, uint64_t hash)
{
	uint32_t at = UINT32_MAX;

	return index_next(ix, hash, &at);
}

static void a_slot_is_found_by_its_hash(void **state)
{
	struct index ix;

	(void)state;
	assert_int_equal(index_init(&ix, 10), 0);
	index_insert(&ix, 0x500000007ULL, 3);
	assert_int_equal(first_of(&ix, 0x500000007ULL), 3);
	assert_int_equal(first_of(&ix, 0x500000008ULL), UINT32_MAX);
	index_fini(&ix);
}

static void all_slots_of_one_tag_are_walked(void **state)
{
	uint32_t at = UINT32_MAX, s, sum = 0, n = 0;
	struct index ix;

	(void)state;
	assert_int_equal(index_init(&ix, 10), 0);
	index_insert(&ix, 7, 1);
	index_insert(&ix, 7, 2);
	index_insert(&ix, 8, 50); /* lies between them after probing */
	index_insert(&ix, 7, 4);
	while ((s = index_next(&ix, 7, &at)) != UINT32_MAX) {
		sum += s;
		n++;
	}
	assert_int_equal(n, 3);
	assert_int_equal(sum, 7);
	index_fini(&ix);
}

static void probing_goes_on_at_the_start_of_the_table(void **state)
{
	struct index ix;

	(void)state;
	assert_int_equal(index_init(&ix, 10), 0);
	index_insert(&ix, ix.mask, 1);
	index_insert(&ix, (uint64_t)ix.mask | 1ULL << 31, 2);
	assert_int_equal(first_of(&ix, (uint64_t)ix.mask | 1ULL << 31), 2);
	index_remove(&ix, ix.mask, 1);
	assert_int_equal(first_of(&ix, (uint64_t)ix.mask | 1ULL << 31), 2);
	assert_int_equal(first_of(&ix, ix.mask), UINT32_MAX);
	index_fini(&ix);
}

static void removing_what_is_not_there_changes_nothing(void **state)
{
	struct index ix;

	(void)state;
	assert_int_equal(index_init(&ix, 10), 0);
	index_insert(&ix, 9, 1);
	index_remove(&ix, 9, 2);
	index_remove(&ix, 10, 1);
	assert_int_equal(first_of(&ix, 9), 1);
	index_fini(&ix);
}

/* Half of a full table goes, in an order unlike that of insertion; the other half stays reachable. */
static void removal_never_hides_another_slot(void **state)
{
	enum { N = 500 };
	struct index ix;

	(void)state;
	assert_int_equal(index_init(&ix, N), 0);
	for (uint32_t i = 0; i < N; i++)
		index_insert(&ix, hash_mix(i) & 0xff, i); /* many collisions */
	for (uint32_t i = 0; i < N; i += 2)
		index_remove(&ix, hash_mix((i * 7) % N & ~1u) & 0xff, (i * 7) % N & ~1u);
	for (uint32_t i = 0; i < N; i++) {
		uint32_t at = UINT32_MAX, s;
		bool found = false;

		while ((s = index_next(&ix, hash_mix(i) & 0xff, &at)) != UINT32_MAX)
			found |= s == i;
		assert_int_equal(found, i % 2);
	}
	index_fini(&ix);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_slot_is_found_by_its_hash),
		cmocka_unit_test(all_slots_of_one_tag_are_walked),
		cmocka_unit_test(probing_goes_on_at_the_start_of_the_table),
		cmocka_unit_test(removing_what_is_not_there_changes_nothing),
		cmocka_unit_test(removal_never_hides_another_slot),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
