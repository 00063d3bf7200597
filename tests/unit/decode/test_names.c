/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit/decode/frame.h"

static void kinds_have_the_words_of_the_machine_contract(void **state)
{
	static const char *const words[] = { "other", "roce", "cnp", "cm", "pfc", "pause",
					     "malformed", "short" };

	(void)state;
	assert_int_equal(RS_KIND_COUNT, 8);
	for (unsigned i = 0; i < RS_KIND_COUNT; i++)
		assert_string_equal(rs_kind_name(i), words[i]);
}

static void a_number_beyond_a_list_is_named_unknown(void **state)
{
	(void)state;
	assert_string_equal(rs_kind_name(RS_KIND_COUNT), "unknown");
	assert_string_equal(rs_reason_name(RS_REASON_COUNT), "unknown");
	assert_string_equal(rs_reason_text(RS_REASON_COUNT), "unknown");
	assert_string_equal(rs_tunnel_name(RS_TUNNEL_COUNT), "unknown");
	assert_string_equal(rs_transport_name(RS_TRANSPORT_COUNT), "unknown");
	assert_string_equal(rs_icrc_name(RS_ICRC_COUNT), "unknown");
	assert_string_equal(rs_header_name(16), "unknown");
	assert_string_equal(rs_cm_name(0x0f), "unknown");
	assert_string_equal(rs_cm_name(0x1b), "unknown");
}

static void words_come_from_the_lists(void **state)
{
	(void)state;
	assert_string_equal(rs_reason_name(RS_REASON_UDP_BEYOND), "udp_beyond");
	assert_string_equal(rs_reason_text(RS_REASON_OPCODE), "opcode not in the tables");
	assert_string_equal(rs_tunnel_name(RS_TUNNEL_ERSPAN3), "erspan3");
	assert_string_equal(rs_tunnel_name(RS_TUNNEL_NONE), "");
	assert_string_equal(rs_transport_name(RS_TRANSPORT_XRC), "XRC");
	assert_string_equal(rs_icrc_name(RS_ICRC_SPORT), "sport");
	assert_string_equal(rs_header_name(0), "BTH");
	assert_string_equal(rs_header_name(14), "ICRC");
}

static void cm_messages_are_named_by_attribute(void **state)
{
	static const char *const words[] = { "REQ", "MRA", "REJ", "REP", "RTU", "DREQ", "DREP",
					     "SIDR_REQ", "SIDR_REP", "LAP", "APR" };

	(void)state;
	for (unsigned i = 0; i < 11; i++)
		assert_string_equal(rs_cm_name((uint8_t)(0x10 + i)), words[i]);
}

static void rnr_timer_codes_are_not_in_order(void **state)
{
	static const int64_t us[32] = {
		655360, 10, 20, 30, 40, 60, 80, 120,
		160, 240, 320, 480, 640, 960, 1280, 1920,
		2560, 3840, 5120, 7680, 10240, 15360, 20480, 30720,
		40960, 61440, 81920, 122880, 163840, 245760, 327680, 491520,
	};

	(void)state;
	for (unsigned i = 0; i < 32; i++)
		assert_int_equal(rs_rnr_ns(i), us[i] * 1000);
}

static void syndromes_are_told_in_words(void **state)
{
	(void)state;
	assert_string_equal(rs_syndrome_text(0x00), "ACK");
	assert_string_equal(rs_syndrome_text(0x1f), "ACK");
	assert_string_equal(rs_syndrome_text(0x20), "RNR NAK 655.36 ms");
	assert_string_equal(rs_syndrome_text(0x2c), "RNR NAK 0.64 ms");
	assert_string_equal(rs_syndrome_text(0x3f), "RNR NAK 491.52 ms");
	assert_string_equal(rs_syndrome_text(0x40), "reserved syndrome");
	assert_string_equal(rs_syndrome_text(0x60), "NAK sequence error");
	assert_string_equal(rs_syndrome_text(0x61), "NAK invalid request");
	assert_string_equal(rs_syndrome_text(0x62), "NAK remote access error");
	assert_string_equal(rs_syndrome_text(0x63), "NAK remote operational error");
	assert_string_equal(rs_syndrome_text(0x64), "NAK invalid RD request");
	assert_string_equal(rs_syndrome_text(0x65), "NAK reserved code");
	assert_string_equal(rs_syndrome_text(0x7f), "NAK reserved code");
}

static void syndrome_class_is_bits_5_and_6(void **state)
{
	(void)state;
	assert_int_equal(rs_aeth_class(0x1f), RS_AETH_ACK);
	assert_int_equal(rs_aeth_class(0x2e), RS_AETH_RNR);
	assert_int_equal(rs_aeth_class(0x40), RS_AETH_RESERVED);
	assert_int_equal(rs_aeth_class(0x60), RS_AETH_NAK);
	assert_int_equal(rs_aeth_class(0xe0), RS_AETH_NAK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(kinds_have_the_words_of_the_machine_contract),
		cmocka_unit_test(a_number_beyond_a_list_is_named_unknown),
		cmocka_unit_test(words_come_from_the_lists),
		cmocka_unit_test(cm_messages_are_named_by_attribute),
		cmocka_unit_test(rnr_timer_codes_are_not_in_order),
		cmocka_unit_test(syndromes_are_told_in_words),
		cmocka_unit_test(syndrome_class_is_bits_5_and_6),
	};

	return cmocka_run_group_tests_name("names", tests, NULL, NULL);
}
