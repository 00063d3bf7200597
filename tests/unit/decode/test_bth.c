/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit/decode/frame.h"

/* An ACK has 20 bytes behind UDP: IP 48, UDP 28. */
#define ACK_BYTES BTH("11") "1f000009 " ICRC_ANY
#define ACK ETH_IP4("0030", "11") UDP("001c") ACK_BYTES

/* WRITE ONLY WITH IMMEDIATE, 4 bytes: 12 + 16 + 4 + 4 + 4 = 40 behind UDP. */
#define WRITE_IMM                                                                                 \
	ETH_IP4("0044", "11") UDP("0030") BTH("0b")                                               \
	"0000000000002000 00000055 00000004 cafef00d 41424344 " ICRC_ANY

#define OFFSET_BTH 42

static void fields_of_the_base_header(void **state)
{
	const struct rs_record r = frame_decode(
		ETH_IP4("0030", "11") UDP("001c") "04 f0 1234 c5 abcdef ff fedcba 01000000" ICRC_ANY);

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_int_equal(r.opcode, 0x04);
	assert_int_equal(r.pkey, 0x1234);
	assert_int_equal(r.dqpn, 0xabcdef);
	assert_int_equal(r.psn, 0xfedcba);
	assert_int_equal(rs_record_pad(&r), 3);
	assert_int_equal(r.bth_flags & 0x1f, RS_BTH_SE | RS_BTH_MIGREQ | RS_BTH_ACKREQ |
						     RS_BTH_FECN | RS_BTH_BECN);
	assert_int_equal(r.payload_len, 1);
}

static void no_flag_leaks_into_another(void **state)
{
	const struct rs_record r = frame_decode(
		ETH_IP4("0030", "11") UDP("001c") "04 00 ffff 3f 000111 7f 000010 01020304" ICRC_ANY);

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_int_equal(r.bth_flags, 0); /* reserved bits are all set */
	assert_int_equal(r.payload_len, 4);
}

static void acknowledge_gives_syndrome_and_msn(void **state)
{
	const struct rs_record r = frame_decode(ACK);

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_int_equal(r.headers, RS_HDR_BTH | RS_HDR_AETH | RS_HDR_ICRC);
	assert_int_equal(r.u.ack.syndrome, 0x1f);
	assert_int_equal(r.u.ack.msn, 9);
	assert_int_equal(r.payload_len, 0);
}

static void cut_headers_make_the_record_short(void **state)
{
	(void)state;
	for (size_t n = OFFSET_BTH; n < OFFSET_BTH + 12; n++) {
		const struct rs_record r = frame_decode_cut(WRITE_IMM, n);

		frame_expect(&r, RS_KIND_SHORT, RS_REASON_CUT);
		assert_string_equal(rs_header_name(r.cut - 1u), "BTH");
		assert_false(r.flags & RS_REC_BTH);
	}
	for (size_t n = OFFSET_BTH + 12; n < OFFSET_BTH + 28; n++) {
		const struct rs_record r = frame_decode_cut(WRITE_IMM, n);

		frame_expect(&r, RS_KIND_SHORT, RS_REASON_CUT);
		assert_string_equal(rs_header_name(r.cut - 1u), "RETH");
		assert_int_equal(r.headers, RS_HDR_BTH); /* no ImmDt read from the RETH's bytes */
		assert_int_equal(r.u.req.imm, 0);
	}
	for (size_t n = OFFSET_BTH + 28; n < OFFSET_BTH + 32; n++) {
		const struct rs_record r = frame_decode_cut(WRITE_IMM, n);

		frame_expect(&r, RS_KIND_SHORT, RS_REASON_CUT);
		assert_string_equal(rs_header_name(r.cut - 1u), "ImmDt");
		assert_int_equal(r.u.req.dma_len, 4);
	}
}

static void a_cut_payload_is_not_short_and_keeps_its_length(void **state)
{
	(void)state;
	for (size_t n = OFFSET_BTH + 32; n < OFFSET_BTH + 36; n++) {
		const struct rs_record r = frame_decode_cut(WRITE_IMM, n);

		frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
		assert_string_equal(rs_header_name(r.cut - 1u), "payload");
		assert_int_equal(r.payload_len, 4);
		assert_int_equal(r.u.req.imm, 0xcafef00d);
	}
}

static void a_cut_icrc_is_not_short(void **state)
{
	(void)state;
	for (size_t n = OFFSET_BTH + 36; n < OFFSET_BTH + 40; n++) {
		const struct rs_record r = frame_decode_cut(WRITE_IMM, n);

		frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
		assert_string_equal(rs_header_name(r.cut - 1u), "ICRC");
		assert_true(r.headers & RS_HDR_PAYLOAD);
		assert_int_equal(r.icrc_state, RS_ICRC_UNCHECKED);
	}
}

static void icrc_is_kept_as_received(void **state)
{
	const struct rs_record r = frame_decode(
		ETH_IP4("0030", "11") UDP("001c") BTH("11") "1f000009 aa4ecc9e");

	(void)state;
	assert_int_equal(r.icrc, 0xaa4ecc9e);
}

static void another_transport_version_is_malformed(void **state)
{
	const struct rs_record r = frame_decode(
		ETH_IP4("0030", "11") UDP("001c") "11 41 ffff 00 000111 00 000010 1f000009" ICRC_ANY);

	(void)state;
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_BTH_VERSION);
	assert_true(r.flags & RS_REC_BTH);
	assert_int_equal(r.headers, RS_HDR_BTH);
}

static void reserved_opcode_is_roce_with_a_reason(void **state)
{
	const struct rs_record r = frame_decode(
		ETH_IP4("0030", "11") UDP("001c") BTH("15") "01020304" ICRC_ANY);

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_OPCODE);
	assert_int_equal(r.opcode, 0x15);
	assert_int_equal(r.payload_len, 4);
}

static void headers_longer_than_the_datagram_are_malformed(void **state)
{
	/* UDP length 24: room for BTH and ICRC, but WRITE FIRST needs a RETH */
	const struct rs_record r = frame_decode(
		ETH_IP4("002c", "11") UDP("0018") BTH("06") ICRC_ANY);

	(void)state;
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_BTH_LENGTH);
	assert_int_equal(r.headers, RS_HDR_BTH);
	assert_int_equal(r.payload_len, 0);
}

static void pad_longer_than_the_payload_is_malformed(void **state)
{
	const struct rs_record r = frame_decode(
		ETH_IP4("0030", "11") UDP("001c") "11 60 ffff 00 000111 00 000010 1f000009" ICRC_ANY);

	(void)state;
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_BTH_LENGTH);
}

static void length_that_is_no_multiple_of_four_is_malformed(void **state)
{
	const struct rs_record r = frame_decode(
		ETH_IP4("0031", "11") UDP("001d") BTH("04") "0102030405" ICRC_ANY);

	(void)state;
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_BTH_LENGTH);
}

static void cnp_is_known_by_its_opcode_alone(void **state)
{
	/* ECT(0), DSCP 26, no BECN, a QP and PSN of their own: still a CNP */
	const struct rs_record r = frame_decode(
		ETH_IP4("003c", "11") UDP("0028") BTH("81")
		"00000000000000000000000000000000" ICRC_ANY);

	(void)state;
	frame_expect(&r, RS_KIND_CNP, RS_REASON_NONE);
	assert_int_equal(r.payload_len, 0);
	assert_int_equal(r.headers, RS_HDR_BTH | RS_HDR_ICRC);
}

static void cnp_without_reserved_bytes_is_a_cnp(void **state)
{
	const struct rs_record r = frame_decode(
		ETH_IP4("002c", "11") UDP("0018") BTH("81") ICRC_ANY);

	(void)state;
	frame_expect(&r, RS_KIND_CNP, RS_REASON_NONE);
}

static void cnp_cut_behind_its_base_header_is_a_cnp(void **state)
{
	const struct rs_record r = frame_decode_cut(
		ETH_IP4("003c", "11") UDP("0028") BTH("81")
		"00000000000000000000000000000000" ICRC_ANY, OFFSET_BTH + 12);

	(void)state;
	frame_expect(&r, RS_KIND_CNP, RS_REASON_NONE);
	assert_string_equal(rs_header_name(r.cut - 1u), "ICRC");
}

static void datagram_transport_of_nvidia_is_read_to_the_base_header(void **state)
{
	const struct rs_record r = frame_decode(
		ETH_IP4("0044", "11") UDP("0030") BTH("4a")
		"0000000000002000 00000055 00000004 cafef00d 41424344 " ICRC_ANY);

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_string_equal(rs_opcode(r.opcode)->name, "RD_WRITE_ONLY");
	assert_int_equal(r.headers, RS_HDR_BTH | RS_HDR_PAYLOAD | RS_HDR_ICRC);
	assert_int_equal(r.payload_len, 24);
}

static void xrc_requests_carry_their_shared_receive_queue(void **state)
{
	const struct rs_record r = frame_decode(
		ETH_IP4("004c", "11") UDP("0038") BTH("b3") "00000042 0000000000001000 11223344 "
		"0102030405060708 1112131415161718 " ICRC_ANY);

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_int_equal(r.u.atomic.xrc_srqn, 0x42);
	assert_int_equal(r.u.atomic.va, 0x1000);
	assert_int_equal(r.u.atomic.rkey, 0x11223344);
	assert_true(r.u.atomic.swap_add == 0x0102030405060708);
}

static void datagrams_carry_key_and_source(void **state)
{
	const struct rs_record r = frame_decode(
		ETH_IP4("0038", "11") UDP("0024") BTH("65") "11111111 00000abc 00000007 " ICRC_ANY);

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_int_equal(r.u.ud.qkey, 0x11111111);
	assert_int_equal(r.u.ud.src_qpn, 0xabc);
	assert_int_equal(r.u.ud.imm, 7);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fields_of_the_base_header),
		cmocka_unit_test(no_flag_leaks_into_another),
		cmocka_unit_test(acknowledge_gives_syndrome_and_msn),
		cmocka_unit_test(cut_headers_make_the_record_short),
		cmocka_unit_test(a_cut_payload_is_not_short_and_keeps_its_length),
		cmocka_unit_test(a_cut_icrc_is_not_short),
		cmocka_unit_test(icrc_is_kept_as_received),
		cmocka_unit_test(another_transport_version_is_malformed),
		cmocka_unit_test(reserved_opcode_is_roce_with_a_reason),
		cmocka_unit_test(headers_longer_than_the_datagram_are_malformed),
		cmocka_unit_test(pad_longer_than_the_payload_is_malformed),
		cmocka_unit_test(length_that_is_no_multiple_of_four_is_malformed),
		cmocka_unit_test(cnp_is_known_by_its_opcode_alone),
		cmocka_unit_test(cnp_without_reserved_bytes_is_a_cnp),
		cmocka_unit_test(cnp_cut_behind_its_base_header_is_a_cnp),
		cmocka_unit_test(datagram_transport_of_nvidia_is_read_to_the_base_header),
		cmocka_unit_test(xrc_requests_carry_their_shared_receive_queue),
		cmocka_unit_test(datagrams_carry_key_and_source),
	};

	return cmocka_run_group_tests_name("bth", tests, NULL, NULL);
}
