/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit/decode/frame.h"

#define PAUSE_MACS "0180c2000001 020000000001 8808 "
#define PFC_P3 PAUSE_MACS "0101 0008 0000 0000 0000 ffff 0000 0000 0000 0000"

static void pfc_keeps_vector_and_eight_times(void **state)
{
	const struct rs_record r = frame_decode(
		PAUSE_MACS "0101 00ff 0001 0002 0003 0004 0005 0006 0007 0008");

	(void)state;
	frame_expect(&r, RS_KIND_PFC, RS_REASON_NONE);
	assert_int_equal(r.u.pause.vector, 0xff);
	for (unsigned i = 0; i < 8; i++)
		assert_int_equal(r.u.pause.quanta[i], i + 1);
	assert_int_equal(r.headers, RS_HDR_PAUSE);
	assert_int_equal(r.smac[5], 1);
	assert_int_equal(r.dmac[0], 1);
}

static void pfc_without_padding_is_whole(void **state)
{
	const struct rs_record r = frame_decode(PFC_P3);

	(void)state;
	frame_expect(&r, RS_KIND_PFC, RS_REASON_NONE);
	assert_int_equal(r.u.pause.quanta[3], 0xffff);
	assert_int_equal(r.cut, 0);
}

static void reserved_bits_of_the_vector_are_told(void **state)
{
	const struct rs_record r = frame_decode(
		PAUSE_MACS "0101 0108 0000 0000 0000 ffff 0000 0000 0000 0000");

	(void)state;
	frame_expect(&r, RS_KIND_PFC, RS_REASON_PAUSE_RESERVED);
	assert_int_equal(r.u.pause.vector, 0x0108);
}

static void pause_keeps_its_time_first(void **state)
{
	const struct rs_record r = frame_decode(PAUSE_MACS "0001 1234");

	(void)state;
	frame_expect(&r, RS_KIND_PAUSE, RS_REASON_NONE);
	assert_int_equal(r.u.pause.quanta[0], 0x1234);
	assert_int_equal(r.u.pause.vector, 0);
}

static void pfc_cut_before_its_last_time_is_short(void **state)
{
	(void)state;
	for (size_t n = 14; n < 34; n++) {
		const struct rs_record r = frame_decode_cut(PFC_P3, n);

		frame_expect(&r, RS_KIND_SHORT, RS_REASON_CUT);
		assert_string_equal(rs_header_name(r.cut - 1u), "PAUSE");
		assert_int_equal(r.headers, 0);
	}
}

static void other_mac_control_is_not_ours(void **state)
{
	const struct rs_record r = frame_decode(PAUSE_MACS "0002 0000 0000 0000");

	(void)state;
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_MAC_CONTROL);
	assert_int_equal(r.u.other.ethertype, 0x8808);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pfc_keeps_vector_and_eight_times),
		cmocka_unit_test(pfc_without_padding_is_whole),
		cmocka_unit_test(reserved_bits_of_the_vector_are_told),
		cmocka_unit_test(pause_keeps_its_time_first),
		cmocka_unit_test(pfc_cut_before_its_last_time_is_short),
		cmocka_unit_test(other_mac_control_is_not_ours),
	};

	return cmocka_run_group_tests_name("pause", tests, NULL, NULL);
}
