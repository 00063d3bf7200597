/* SPDX-License-Identifier: BSD-2-Clause */
/* Host pairs: found by both addresses, VNI and point; slots serve again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/peers.h"
#include "tests/lib/recs.h"

static void each_part_of_the_key_makes_another_pair(void **state)
{
	const struct rs_addr a = recs_host('A', false), b = recs_host('B', false);
	struct peers p;
	uint32_t ab;

	(void)state;
	assert_int_equal(peers_init(&p, 8), 0);
	ab = peers_get(&p, &a, &b, 0, 0);
	assert_int_equal(peers_get(&p, &a, &b, 0, 0), ab);
	assert_int_equal(peers_find(&p, &a, &b, 0, 0), ab);
	assert_int_equal(peers_find(&p, &b, &a, 0, 0), PEERS_NONE);
	assert_int_equal(peers_find(&p, &a, &b, 1, 0), PEERS_NONE);
	assert_int_equal(peers_find(&p, &a, &b, 0, 1), PEERS_NONE);
	assert_int_not_equal(peers_get(&p, &b, &a, 0, 0), ab);
	assert_int_not_equal(peers_get(&p, &a, &b, 1, 0), ab);
	assert_int_not_equal(peers_get(&p, &a, &b, 0, 1), ab);
	assert_int_equal(p.used, 4);
	assert_int_equal(p.slot[ab].first_lane, UINT32_MAX);
	peers_fini(&p);
}

static void a_full_table_refuses_until_a_pair_goes(void **state)
{
	const struct rs_addr a = recs_host('A', false), b = recs_host('B', false), c = recs_host('C', false);
	struct peers p;
	uint32_t ab;

	(void)state;
	assert_int_equal(peers_init(&p, 2), 0);
	ab = peers_get(&p, &a, &b, 0, 0);
	assert_int_not_equal(peers_get(&p, &b, &a, 0, 0), PEERS_NONE);
	assert_int_equal(peers_get(&p, &a, &c, 0, 0), PEERS_NONE);
	delay_add(&p.slot[ab].react, 5);
	peers_remove(&p, ab);
	assert_int_equal(peers_find(&p, &a, &b, 0, 0), PEERS_NONE);
	assert_int_equal(peers_get(&p, &a, &c, 0, 0), ab);
	assert_int_equal(p.slot[ab].react.n, 0);
	assert_int_equal(peers_get(&p, &a, &b, 0, 0), PEERS_NONE);
	peers_fini(&p);
}

static void several_slots_given_back_all_serve_again(void **state)
{
	const struct rs_addr a = recs_host('A', false);
	struct peers p;

	(void)state;
	assert_int_equal(peers_init(&p, 4), 0);
	for (unsigned round = 0; round < 3; round++) {
		for (uint16_t i = 0; i < 4; i++)
			assert_int_not_equal(peers_get(&p, &a, &a, 0, (uint16_t)(10 * round + i)), PEERS_NONE);
		assert_int_equal(peers_get(&p, &a, &a, 0, 99), PEERS_NONE);
		for (uint16_t i = 0; i < 4; i++)
			peers_remove(&p, peers_find(&p, &a, &a, 0, (uint16_t)(10 * round + i)));
	}
	peers_fini(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(each_part_of_the_key_makes_another_pair),
		cmocka_unit_test(a_full_table_refuses_until_a_pair_goes),
		cmocka_unit_test(several_slots_given_back_all_serve_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
