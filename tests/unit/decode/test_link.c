/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "tests/unit/decode/frame.h"

static void expect_send(const struct rs_record *r)
{
	frame_expect(r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_int_equal(r->opcode, 0x04);
	assert_int_equal(r->psn, 256);
	assert_int_equal(r->icrc_state, RS_ICRC_GOOD);
}

static void ethernet_gives_both_addresses(void **state)
{
	const struct rs_record r = frame_decode(MACS "0800 " SEND_IP4);

	(void)state;
	expect_send(&r);
	assert_memory_equal(r.dmac, "\x02\0\0\0\0\x02", 6);
	assert_memory_equal(r.smac, "\x02\0\0\0\0\x01", 6);
	assert_false(r.flags & RS_REC_VLAN);
}

static void every_tag_type_is_taken_off(void **state)
{
	static const char *const types[] = { "8100", "88a8", "9100", "9200" };

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		char hex[512] = MACS;
		struct rs_record r;

		strcat(hex, types[i]);
		strcat(hex, " 6064 0800 " SEND_IP4);
		r = frame_decode(hex);
		expect_send(&r);
		assert_int_equal(r.vlan_tci, 0x6064);
		assert_true(r.flags & RS_REC_VLAN);
		assert_false(r.flags & RS_REC_QINQ);
	}
}

static void the_innermost_tag_stays(void **state)
{
	const struct rs_record r = frame_decode(MACS "88a8 b0c8 8100 6064 0800 " SEND_IP4);

	(void)state;
	expect_send(&r);
	assert_int_equal(r.vlan_tci, 0x6064);
	assert_true(r.flags & RS_REC_QINQ);
}

static void eight_tags_are_read_and_nine_are_too_many(void **state)
{
	struct rs_record r = frame_decode(
		MACS "8100 0001 8100 0002 8100 0003 8100 0004 8100 0005 8100 0006 8100 0007 "
		"8100 0008 0800 " SEND_IP4);

	(void)state;
	expect_send(&r);
	assert_int_equal(r.vlan_tci, 8);
	r = frame_decode(
		MACS "8100 0001 8100 0002 8100 0003 8100 0004 8100 0005 8100 0006 8100 0007 "
		"8100 0008 8100 0009 0800 " SEND_IP4);
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_DEPTH);
}

static void a_stripped_tag_counts_as_the_outer_one(void **state)
{
	const struct rs_packet pkt = { .linktype = 1, .flags = RS_PKT_VLAN_STRIPPED,
				       .vlan_tci = 0xa00a };
	struct rs_record r = frame_decode_packet(pkt, MACS "0800 " SEND_IP4, 0);

	(void)state;
	expect_send(&r);
	assert_true(r.flags & RS_REC_VLAN);
	assert_int_equal(r.vlan_tci, 0xa00a);
	r = frame_decode_packet(pkt, MACS "8100 6064 0800 " SEND_IP4, 0);
	expect_send(&r);
	assert_int_equal(r.vlan_tci, 0x6064);
	assert_true(r.flags & RS_REC_QINQ);
}

static void snap_leads_to_an_ethertype(void **state)
{
	struct rs_record r = frame_decode(MACS "0038 aaaa03 000000 0800 " SEND_IP4);

	(void)state;
	expect_send(&r);
	r = frame_decode(MACS "0038 aaaa03 0000f8 0800 " SEND_IP4);
	expect_send(&r);
}

static void other_llc_is_not_ours(void **state)
{
	struct rs_record r = frame_decode(MACS "0026 424203 0000000000000000");

	(void)state;
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_LLC);
	r = frame_decode(MACS "0038 aaaa03 00000c 2000 " SEND_IP4);
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_LLC);
}

static void llc_ends_with_its_length_field(void **state)
{
	/* a length of 4 leaves no room for SNAP, whatever was captured behind it */
	const struct rs_record r = frame_decode(MACS "0004 aaaa03 000000 0800 " SEND_IP4);

	(void)state;
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_CUT);
}

static void type_between_length_and_ethertype_is_malformed(void **state)
{
	struct rs_record r = frame_decode(MACS "05dd " SEND_IP4);

	(void)state;
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_LINK_LENGTH);
	r = frame_decode(MACS "05ff " SEND_IP4);
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_LINK_LENGTH);
	r = frame_decode(MACS "0600 " SEND_IP4);
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_ETHERTYPE);
}

static void other_ethertypes_have_their_reasons(void **state)
{
	struct rs_record r = frame_decode(MACS "0806 0001");

	(void)state;
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_ARP);
	assert_int_equal(r.u.other.ethertype, 0x0806);
	r = frame_decode(MACS "88cc 0001");
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_LLDP);
	r = frame_decode(MACS "88e5 0001");
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_ENCRYPTED);
	r = frame_decode(MACS "1234 0001");
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_ETHERTYPE);
	assert_int_equal(r.u.other.ethertype, 0x1234);
}

static void cut_link_headers_are_cut(void **state)
{
	(void)state;
	for (size_t n = 0; n < 18; n++) {
		const struct rs_record r = frame_decode_cut(MACS "8100 6064 0800 " SEND_IP4, n);

		frame_expect(&r, RS_KIND_OTHER, RS_REASON_CUT);
		assert_int_equal(r.wire_len, 66);
	}
}

static void cooked_captures_give_the_source_address(void **state)
{
	struct rs_record r = frame_decode_as(
		113, "0004 0001 0006 020000000001 0000 0800 " SEND_IP4);

	(void)state;
	expect_send(&r);
	assert_int_equal(r.smac[5], 1);
	assert_int_equal(r.dmac[0], 0);
	r = frame_decode_as(276, "0800 0000 00000007 0001 00 06 020000000001 0000 " SEND_IP4);
	expect_send(&r);
	assert_int_equal(r.smac[5], 1);
}

static void cooked_captures_may_hold_tags(void **state)
{
	const struct rs_record r = frame_decode_as(
		113, "0004 0001 0006 020000000001 0000 8100 6064 0800 " SEND_IP4);

	(void)state;
	expect_send(&r);
	assert_int_equal(r.vlan_tci, 0x6064);
}

static void cooked_address_of_another_length_is_no_mac(void **state)
{
	const struct rs_record r = frame_decode_as(
		113, "0000 0304 0000 ffffffffffff 0000 0800 " SEND_IP4);

	(void)state;
	expect_send(&r);
	assert_int_equal(r.smac[0], 0);
}

static void cooked_non_ethernet_protocols_are_llc(void **state)
{
	struct rs_record r = frame_decode_as(
		113, "0004 0001 0006 020000000001 0000 0001 " SEND_IP4);

	(void)state;
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_LLC);
	r = frame_decode_as(113, "0004 0001 0006 020000000001 0000 0004 aaaa03 000000 0800 " SEND_IP4);
	expect_send(&r);
}

static void bare_ip_has_several_link_types(void **state)
{
	static const unsigned types[] = { 101, 12, 14, 228 };

	(void)state;
	for (size_t i = 0; i < 4; i++) {
		const struct rs_record r = frame_decode_as(types[i], SEND_IP4);

		expect_send(&r);
	}
}

static void bare_ipv4_link_holds_no_ipv6(void **state)
{
	const struct rs_record r = frame_decode_as(229, SEND_IP4);

	(void)state;
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_IP_HEADER);
}

static void loopback_family_comes_in_both_byte_orders(void **state)
{
	struct rs_record r = frame_decode_as(0, "02000000 " SEND_IP4);

	(void)state;
	expect_send(&r);
	r = frame_decode_as(0, "00000002 " SEND_IP4);
	expect_send(&r);
	r = frame_decode_as(108, "00000002 " SEND_IP4);
	expect_send(&r);
	r = frame_decode_as(108, "02000000 " SEND_IP4);
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_ETHERTYPE);
	r = frame_decode_as(0, "00000007 " SEND_IP4);
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_ETHERTYPE);
}

static void an_unsupported_link_type_is_named(void **state)
{
	const struct rs_record r = frame_decode_as(248, "0002000400070003" SEND_IP4);

	(void)state;
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_LINKTYPE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ethernet_gives_both_addresses),
		cmocka_unit_test(every_tag_type_is_taken_off),
		cmocka_unit_test(the_innermost_tag_stays),
		cmocka_unit_test(eight_tags_are_read_and_nine_are_too_many),
		cmocka_unit_test(a_stripped_tag_counts_as_the_outer_one),
		cmocka_unit_test(snap_leads_to_an_ethertype),
		cmocka_unit_test(other_llc_is_not_ours),
		cmocka_unit_test(llc_ends_with_its_length_field),
		cmocka_unit_test(type_between_length_and_ethertype_is_malformed),
		cmocka_unit_test(other_ethertypes_have_their_reasons),
		cmocka_unit_test(cut_link_headers_are_cut),
		cmocka_unit_test(cooked_captures_give_the_source_address),
		cmocka_unit_test(cooked_captures_may_hold_tags),
		cmocka_unit_test(cooked_address_of_another_length_is_no_mac),
		cmocka_unit_test(cooked_non_ethernet_protocols_are_llc),
		cmocka_unit_test(bare_ip_has_several_link_types),
		cmocka_unit_test(bare_ipv4_link_holds_no_ipv6),
		cmocka_unit_test(loopback_family_comes_in_both_byte_orders),
		cmocka_unit_test(an_unsupported_link_type_is_named),
	};

	return cmocka_run_group_tests_name("link", tests, NULL, NULL);
}
