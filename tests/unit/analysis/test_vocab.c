/* SPDX-License-Identifier: BSD-2-Clause */
/* Names derive from the lists; scripts depend on every one of these words. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <rocescope/engine.h>
#include <rocescope/event.h>

#include <string.h>

static void every_name_function_gives_the_word_of_json(void **state)
{
	assert_string_equal(rs_class_name(RS_CLASS_LATE_RESEND), "late_resend");
	assert_string_equal(rs_class_name(RS_CLASS_NONE), "");
	assert_string_equal(rs_severity_name(RS_SEV_NOTICE), "notice");
	assert_string_equal(rs_severity_label(RS_SEV_NOTICE), "NOTI");
	assert_string_equal(rs_event_name(RS_EVENT_QP_REUSE), "qp_reuse");
	assert_string_equal(rs_event_help(RS_EVENT_NAK), "NAK, PSN sequence error");
	assert_string_equal(rs_cause_name(RS_CAUSE_SPURIOUS_TIMEOUT), "SPURIOUS_TIMEOUT");
	assert_string_equal(rs_cause_text(RS_CAUSE_RNR), "receiver not ready");
	assert_string_equal(rs_side_name(RS_SIDE_RESP_UPSTREAM), "RESP_UPSTREAM");
	assert_string_equal(rs_side_text(RS_SIDE_DOWNSTREAM), "after the tap");
	assert_string_equal(rs_sign_name(RS_SIGN_RESEND), "RESEND");
	assert_string_equal(rs_state_name(RS_STATE_OPEN), "OPEN");
	assert_string_equal(rs_mode_name(RS_MODE_REREAD), "REREAD");
	assert_string_equal(rs_episode_flag_name(0), "GOBACK0");
	assert_string_equal(rs_episode_flag_name(6), "HOLE_OVERFLOW");
	assert_string_equal(rs_pairing_name(RS_PAIR_SPORT), "SPORT");
	assert_string_equal(rs_confidence_name(RS_CONF_LIKELY), "likely");
	assert_string_equal(rs_trust_name(RS_TRUST_LIMITED), "limited");
	assert_string_equal(rs_verdict_name(RS_VERDICT_INCONCLUSIVE), "inconclusive");
}

static void numbers_outside_of_a_list_are_unknown(void **state)
{
	const char *(*const functions[])(unsigned) = {
	    rs_class_name,	  rs_severity_name, rs_severity_label,	rs_event_name,
	    rs_event_help,	  rs_cause_name,    rs_cause_text,	rs_side_name,
	    rs_side_text,	  rs_sign_name,	    rs_state_name,	rs_mode_name,
	    rs_episode_flag_name, rs_pairing_name,  rs_confidence_name, rs_trust_name,
	    rs_verdict_name,
	};

	for (size_t i = 0; i < sizeof(functions) / sizeof(functions[0]); i++) {
		assert_string_equal(functions[i](1000), "unknown");
		assert_string_equal(functions[i](UINT32_MAX), "unknown");
		assert_non_null(functions[i](0));
	}
	assert_string_equal(rs_class_name(RS_CLASS_COUNT), "unknown");
	assert_string_equal(rs_episode_flag_name(7), "unknown");
}

static void a_code_is_found_by_its_whole_name_only(void **state)
{
	assert_int_equal(rs_finding_by_code("gbn-nak"), RS_FIND_GBN_NAK);
	assert_int_equal(rs_finding_by_code("gbn-nak-lost"), RS_FIND_GBN_NAK_LOST);
	assert_int_equal(rs_finding_by_code("cap-sport-rewritten"), RS_FIND_CAP_SPORT_REWRITTEN);
	assert_int_equal(rs_finding_by_code("gbn-na"), -1);
	assert_int_equal(rs_finding_by_code("GBN-NAK"), -1);
	assert_int_equal(rs_finding_by_code(""), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(every_name_function_gives_the_word_of_json),
	    cmocka_unit_test(numbers_outside_of_a_list_are_unknown),
	    cmocka_unit_test(a_code_is_found_by_its_whole_name_only),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
