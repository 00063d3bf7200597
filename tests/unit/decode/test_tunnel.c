/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "tests/unit/decode/frame.h"

#define OUTER MACS "8100 e001 0800 "
/* Outer IPv4; a total length of 0 lets one header serve every inner frame. */
#define OUTER_IP(proto) "45ff 0000 0001 4000 07 " proto " 0000 c6336401 c6336402 "
#define OUTER_UDP(port) OUTER_IP("11") "e001 " port " 0000 0000 "
#define INNER_MACS "0200000000bb 0200000000aa "
#define INNER INNER_MACS "0800 " SEND_IP4

static void expect_inner(const struct rs_record *r, enum rs_tunnel tunnel, uint32_t id)
{
	frame_expect(r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_string_equal(rs_tunnel_name(r->tunnel), rs_tunnel_name(tunnel));
	assert_int_equal(r->encap_id, id);
	assert_int_equal(r->psn, 256);
	assert_int_equal(r->src.b[12], 0xc0);
	assert_int_equal(r->tos, 0x6a);
	assert_int_equal(r->ttl, 64);
	assert_int_equal(r->ip_id, 0x1234);
	assert_int_equal(r->udp_sport, 0xc123);
	assert_int_equal(r->icrc_state, RS_ICRC_GOOD);
}

static void expect_inner_frame(const struct rs_record *r, enum rs_tunnel tunnel, uint32_t id)
{
	expect_inner(r, tunnel, id);
	assert_int_equal(r->smac[5], 0xaa);
	assert_int_equal(r->dmac[5], 0xbb);
	assert_false(r->flags & RS_REC_VLAN); /* the tag was the outer frame's */
	assert_int_equal(r->vlan_tci, 0);
}

static void vxlan_carries_a_network_id(void **state)
{
	struct rs_record r = frame_decode(
		OUTER OUTER_UDP("12b5") "08000000 00138900 " INNER);

	(void)state;
	expect_inner_frame(&r, RS_TUNNEL_VXLAN, 5001);
	r = frame_decode(OUTER OUTER_UDP("2118") "88000001 00138900 " INNER); /* port 8472, policy */
	expect_inner_frame(&r, RS_TUNNEL_VXLAN, 5001);
}

static void vxlan_without_its_flag_is_not_understood(void **state)
{
	const struct rs_record r = frame_decode(OUTER OUTER_UDP("12b5") "00000000 00138900 " INNER);

	(void)state;
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_TUNNEL);
}

static void vxlan_gpe_names_what_it_carries(void **state)
{
	struct rs_record r = frame_decode(OUTER OUTER_UDP("12b6") "0c000003 00138900 " INNER);

	(void)state;
	expect_inner_frame(&r, RS_TUNNEL_VXLAN, 5001);
	r = frame_decode(OUTER OUTER_UDP("12b6") "0c000001 00138900 " SEND_IP4);
	expect_inner(&r, RS_TUNNEL_VXLAN, 5001);
	assert_int_equal(r.vlan_tci, 0xe001); /* no Ethernet inside: the outer tag stays */
	r = frame_decode(OUTER OUTER_UDP("12b6") "0c000004 00138900 " SEND_IP4);
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_TUNNEL);
}

static void geneve_options_are_skipped(void **state)
{
	struct rs_record r = frame_decode(
		OUTER OUTER_UDP("17c1") "02006558 001e6100 0102800100000001 " INNER);

	(void)state;
	expect_inner_frame(&r, RS_TUNNEL_GENEVE, 7777);
	r = frame_decode(OUTER OUTER_UDP("17c1") "00000800 001e6100 " SEND_IP4);
	expect_inner(&r, RS_TUNNEL_GENEVE, 7777);
	r = frame_decode(OUTER OUTER_UDP("17c1") "40006558 001e6100 " INNER); /* version 1 */
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_TUNNEL);
}

static void gre_optional_fields_are_skipped(void **state)
{
	struct rs_record r = frame_decode(OUTER OUTER_IP("2f") "0000 0800 " SEND_IP4);

	(void)state;
	expect_inner(&r, RS_TUNNEL_GRE, 0);
	r = frame_decode(OUTER OUTER_IP("2f") "b000 0800 11110000 22222222 33333333 " SEND_IP4);
	expect_inner(&r, RS_TUNNEL_GRE, 0);
	r = frame_decode(OUTER OUTER_IP("2f") "0000 6558 " INNER);
	expect_inner_frame(&r, RS_TUNNEL_GRE, 0);
}

static void gre_of_another_version_is_not_understood(void **state)
{
	const struct rs_record r = frame_decode(OUTER OUTER_IP("2f") "0001 0800 " SEND_IP4);

	(void)state;
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_TUNNEL);
}

static void nvgre_is_gre_with_a_key_and_ethernet(void **state)
{
	const struct rs_record r = frame_decode(OUTER OUTER_IP("2f") "2000 6558 00beef11 " INNER);

	(void)state;
	expect_inner_frame(&r, RS_TUNNEL_NVGRE, 0xbeef);
}

static void erspan_1_has_no_header(void **state)
{
	struct rs_record r = frame_decode(OUTER OUTER_IP("2f") "0000 88be " INNER);

	(void)state;
	expect_inner_frame(&r, RS_TUNNEL_ERSPAN1, 0);
	r = frame_decode(OUTER OUTER_IP("2f") "0000 8949 " INNER); /* Everflow */
	expect_inner_frame(&r, RS_TUNNEL_ERSPAN1, 0);
}

static void erspan_2_gives_session_and_sequence(void **state)
{
	const struct rs_record r = frame_decode(
		OUTER OUTER_IP("2f") "1000 88be 0000002a 10647955 00012345 " INNER);

	(void)state;
	expect_inner_frame(&r, RS_TUNNEL_ERSPAN2, 341u << 22 | 42);
}

static void erspan_2_keeps_the_tag_that_it_took_off(void **state)
{
	/* En 2: VLAN 100 and COS 3 stand in the header */
	const struct rs_record r = frame_decode(
		OUTER OUTER_IP("2f") "1000 88be 0000002a 10647155 00012345 " INNER);

	(void)state;
	expect_inner(&r, RS_TUNNEL_ERSPAN2, 341u << 22 | 42);
	assert_true(r.flags & RS_REC_VLAN);
	assert_int_equal(r.vlan_tci, 3u << 13 | 100);
}

static void erspan_2_of_another_version_is_not_understood(void **state)
{
	const struct rs_record r = frame_decode(
		OUTER OUTER_IP("2f") "1000 88be 0000002a 20647955 00012345 " INNER);

	(void)state;
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_TUNNEL);
}

static void erspan_3_may_come_without_sequence(void **state)
{
	struct rs_record r = frame_decode(
		OUTER OUTER_IP("2f") "0000 22eb 20646155 075bcd15 00428058 " INNER);

	(void)state;
	expect_inner_frame(&r, RS_TUNNEL_ERSPAN3, 341u << 22);
	r = frame_decode(OUTER OUTER_IP("2f")
			 "1000 22eb 0000002b 20646155 075bcd15 00428059 0c001234000f4240 " INNER);
	expect_inner_frame(&r, RS_TUNNEL_ERSPAN3, 341u << 22 | 43);
}

static void erspan_3_may_carry_ip(void **state)
{
	struct rs_record r = frame_decode(
		OUTER OUTER_IP("2f") "0000 22eb 20646155 075bcd15 00420858 " SEND_IP4);

	(void)state;
	expect_inner(&r, RS_TUNNEL_ERSPAN3, 341u << 22);
	r = frame_decode(OUTER OUTER_IP("2f") "0000 22eb 20646155 075bcd15 00420458 " SEND_IP4);
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_TUNNEL); /* frame type 1 */
	r = frame_decode(OUTER OUTER_IP("2f") "0000 22eb 10646155 075bcd15 00428058 " INNER);
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_TUNNEL); /* version 1 */
}

static void a_mirror_that_cuts_frames_gives_right_lengths(void **state)
{
	/* the outer lengths end eight bytes before the inner frame does */
	const struct rs_record r = frame_decode(
		MACS "0800 4500004e 00014000 072f0000 c6336401 c6336402 0000 88be "
		INNER_MACS "0800 " SEND_IP4);

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_int_equal(r.payload_len, 4);
	assert_string_equal(rs_header_name(r.cut - 1u), "payload");
	assert_int_equal(r.icrc_state, RS_ICRC_UNCHECKED);
}

static void ip_in_ip(void **state)
{
	const struct rs_record r = frame_decode(OUTER OUTER_IP("04") SEND_IP4);

	(void)state;
	expect_inner(&r, RS_TUNNEL_IPIP, 0);
}

static void mpls_is_told_by_the_first_nibble(void **state)
{
	struct rs_record r = frame_decode(MACS "8847 03e81640 00011740 " SEND_IP4);

	(void)state;
	expect_inner(&r, RS_TUNNEL_MPLS, 0);
	r = frame_decode(MACS "8847 00011740 00000000 " INNER); /* control word */
	expect_inner_frame(&r, RS_TUNNEL_MPLS, 0);
	r = frame_decode(MACS "8847 00011740 90000000 " INNER);
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_TUNNEL);
}

static void too_many_labels_end_the_walk(void **state)
{
	char hex[1024] = MACS "8847 ";
	struct rs_record r;

	(void)state;
	for (unsigned i = 0; i < 16; i++)
		strcat(hex, "03e81640 ");
	strcat(hex, "00011740 " SEND_IP4);
	r = frame_decode(hex);
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_DEPTH);
}

static void four_tunnels_are_entered_and_five_are_too_many(void **state)
{
	struct rs_record r = frame_decode(
		OUTER OUTER_IP("04") OUTER_IP("04") OUTER_IP("04") OUTER_IP("04") SEND_IP4);

	(void)state;
	expect_inner(&r, RS_TUNNEL_IPIP, 0);
	r = frame_decode(OUTER OUTER_IP("04") OUTER_IP("04") OUTER_IP("04") OUTER_IP("04")
			 OUTER_IP("04") SEND_IP4);
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_DEPTH);
}

static void the_innermost_tunnel_is_named(void **state)
{
	const struct rs_record r = frame_decode(
		OUTER OUTER_IP("2f") "0000 88be " MACS "0800 " OUTER_UDP("12b5")
		"08000000 00138900 " INNER);

	(void)state;
	expect_inner_frame(&r, RS_TUNNEL_VXLAN, 5001);
}

static void cut_tunnel_headers_are_cut(void **state)
{
	static const char *const frames[] = {
		MACS "0800 " OUTER_UDP("12b5") "08000000 00138900 " INNER,
		MACS "0800 " OUTER_UDP("17c1") "00006558 001e6100 " INNER,
		MACS "0800 " OUTER_IP("2f") "1000 88be 0000002a 10647955 00012345 " INNER,
		MACS "0800 " OUTER_IP("2f") "3000 22eb 00000001 00000002 20646155 075bcd15 00428059 "
		"0c001234000f4240 " INNER,
		MACS "8847 03e81640 00011740 " SEND_IP4,
	};
	static const size_t inner_bth[] = { 92, 92, 92, 108, 50 };

	(void)state;
	for (size_t i = 0; i < sizeof(frames) / sizeof(frames[0]); i++)
		for (size_t n = 0; n < inner_bth[i]; n++) {
			const struct rs_record r = frame_decode_cut(frames[i], n);

			frame_expect(&r, RS_KIND_OTHER, RS_REASON_CUT);
		}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(vxlan_carries_a_network_id),
		cmocka_unit_test(vxlan_without_its_flag_is_not_understood),
		cmocka_unit_test(vxlan_gpe_names_what_it_carries),
		cmocka_unit_test(geneve_options_are_skipped),
		cmocka_unit_test(gre_optional_fields_are_skipped),
		cmocka_unit_test(gre_of_another_version_is_not_understood),
		cmocka_unit_test(nvgre_is_gre_with_a_key_and_ethernet),
		cmocka_unit_test(erspan_1_has_no_header),
		cmocka_unit_test(erspan_2_gives_session_and_sequence),
		cmocka_unit_test(erspan_2_keeps_the_tag_that_it_took_off),
		cmocka_unit_test(erspan_2_of_another_version_is_not_understood),
		cmocka_unit_test(erspan_3_may_come_without_sequence),
		cmocka_unit_test(erspan_3_may_carry_ip),
		cmocka_unit_test(a_mirror_that_cuts_frames_gives_right_lengths),
		cmocka_unit_test(ip_in_ip),
		cmocka_unit_test(mpls_is_told_by_the_first_nibble),
		cmocka_unit_test(too_many_labels_end_the_walk),
		cmocka_unit_test(four_tunnels_are_entered_and_five_are_too_many),
		cmocka_unit_test(the_innermost_tunnel_is_named),
		cmocka_unit_test(cut_tunnel_headers_are_cut),
	};

	return cmocka_run_group_tests_name("tunnel", tests, NULL, NULL);
}
