/* SPDX-License-Identifier: BSD-2-Clause */
/* The decision table of storms; expected scores are those of scenario S38. */
#include <rocescope/engine.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#define B(id) (1u << RS_SIGN_BIT_##id)

static struct rs_cause_score out[RS_STORM_CAUSE_COUNT];

static void best_is(uint32_t signs, unsigned cause, unsigned score)
{
	assert_true(rs_storm_rank(signs, out) >= 1);
	assert_string_equal(rs_storm_cause_name(out[0].cause), rs_storm_cause_name(cause));
	assert_int_equal(out[0].score, score);
}

static void fan_in_with_marks_pauses_and_bursts_is_incast(void **state)
{
	best_is(B(S1) | B(S3B) | B(S4) | B(S7) | B(S10), RS_STORM_CAUSE_INCAST, 100);
}

static void lost_sizes_and_one_psn_are_an_mtu(void **state)
{
	best_is(B(S12) | B(S13) | B(S15), RS_STORM_CAUSE_MTU, 100);
}

static void single_losses_on_one_link_with_bad_icrcs_are_a_bad_link(void **state)
{
	best_is(B(S2) | B(S5) | B(S11) | B(S21), RS_STORM_CAUSE_BADLINK, 100);
}

static void receiver_not_ready_at_one_host_is_rnr(void **state)
{
	best_is(B(S3B) | B(S14), RS_STORM_CAUSE_RNR, 90);
}

static void common_silence_with_timers_on_one_link_is_a_flap(void **state)
{
	best_is(B(S2) | B(S15) | B(S17), RS_STORM_CAUSE_FLAP, 90);
}

static void bursts_after_a_long_pause_are_drops_of_the_watchdog(void **state)
{
	best_is(B(S7) | B(S9) | B(S10), RS_STORM_CAUSE_PAUSEDROP, 90);
}

static void cause_without_its_needs_is_not_scored(void **state)
{
	/* Everything that speaks for C-INCAST but the fan-in itself. */
	rs_storm_rank(B(S4) | B(S10) | B(S3B), out);
	for (unsigned i = 0; i < RS_STORM_CAUSE_COUNT; i++)
		if (out[i].cause == RS_STORM_CAUSE_INCAST)
			assert_int_equal(out[i].score, 0);
}

static void contradictions_are_subtracted_and_never_go_below_zero(void **state)
{
	best_is(B(S12), RS_STORM_CAUSE_MTU, 60);
	rs_storm_rank(B(S12) | B(S27), out);
	for (unsigned i = 0; i < RS_STORM_CAUSE_COUNT; i++)
		if (out[i].cause == RS_STORM_CAUSE_MTU)
			assert_int_equal(out[i].score, 0);
}

static void causes_below_thirty_are_not_shown(void **state)
{
	assert_int_equal(rs_storm_rank(0, out), 0);
	/* s22 alone: C-ACKPATH has 60; with s10 against it 30, still shown. */
	assert_int_equal(rs_storm_rank(B(S22) | B(S10), out), 1);
	assert_int_equal(out[0].score, 30);
}

static void equal_scores_keep_the_order_of_the_table(void **state)
{
	/* C-RTOSMALL 60 (s16) and C-ACKPATH 60 (s22). */
	assert_int_equal(rs_storm_rank(B(S16) | B(S22), out), 2);
	assert_int_equal(out[0].cause, RS_STORM_CAUSE_RTOSMALL);
	assert_int_equal(out[1].cause, RS_STORM_CAUSE_ACKPATH);
}

static void every_cause_has_advice_and_can_win(void **state)
{
	for (unsigned c = 0; c < RS_STORM_CAUSE_COUNT; c++)
		assert_true(rs_storm_advice(c)[0] != 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fan_in_with_marks_pauses_and_bursts_is_incast),
		cmocka_unit_test(lost_sizes_and_one_psn_are_an_mtu),
		cmocka_unit_test(single_losses_on_one_link_with_bad_icrcs_are_a_bad_link),
		cmocka_unit_test(receiver_not_ready_at_one_host_is_rnr),
		cmocka_unit_test(common_silence_with_timers_on_one_link_is_a_flap),
		cmocka_unit_test(bursts_after_a_long_pause_are_drops_of_the_watchdog),
		cmocka_unit_test(cause_without_its_needs_is_not_scored),
		cmocka_unit_test(contradictions_are_subtracted_and_never_go_below_zero),
		cmocka_unit_test(causes_below_thirty_are_not_shown),
		cmocka_unit_test(equal_scores_keep_the_order_of_the_table),
		cmocka_unit_test(every_cause_has_advice_and_can_win),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
