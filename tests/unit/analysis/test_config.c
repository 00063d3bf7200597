/* SPDX-License-Identifier: BSD-2-Clause */
/* Defaults: those of diagnosis section 0. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <rocescope/engine.h>
#include <string.h>

static void the_defaults_are_those_of_the_design(void **state)
{
	struct rs_engine_config c;

	(void)state;
	memset(&c, 0xee, sizeof(c));
	rs_engine_config_init(&c);
	assert_int_equal(c.tune.t_idle, 100 * RS_NS_PER_US);
	assert_int_equal(c.tune.t_ooo, 100 * RS_NS_PER_US);
	assert_int_equal(c.tune.t_nak_late, RS_NS_PER_MS);
	assert_int_equal(c.tune.t_copy_id, 10 * RS_NS_PER_MS);
	assert_int_equal(c.tune.t_copy_hop, RS_NS_PER_MS);
	assert_int_equal(c.tune.t_copy_same, RS_NS_PER_US);
	assert_int_equal(c.tune.w_jump, 65536);
	assert_int_equal(c.tune.w_sole, 4096);
	assert_int_equal(c.tune.i_hold, 50 * RS_NS_PER_US);
	assert_int_equal(c.tune.t_cnp_max, RS_NS_PER_MS);
	assert_int_equal(c.tune.n_ce_min, 10);
	assert_int_equal(c.tune.t_pause_long, 10 * RS_NS_PER_MS);
	assert_int_equal(c.tune.t_pause_storm, 100 * RS_NS_PER_MS);
	assert_int_equal(c.tune.t_deadlock, 10 * RS_NS_PER_MS);
	assert_int_equal(c.tune.t_leak, 10 * RS_NS_PER_US);
	assert_int_equal(c.tune.w_storm, 100 * RS_NS_PER_MS);
	assert_int_equal(c.tune.w_rate, RS_NS_PER_MS);
	assert_null(c.pairs);
	assert_int_equal(c.pair_count, 0);
	assert_true(c.max_flows && c.max_points && c.max_events && c.max_episodes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_defaults_are_those_of_the_design),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
