/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "tests/unit/decode/frame.h"

#define SEND BTH("04") "62617365 " ICRC_ANY
#define ETH_IP6 MACS "86dd "
#define ADDRS6 "20010db8000000000000000000000001 20010db8000000000000000000000002 "
#define IP6(length, next) "66a12345 " length " " next " 40 " ADDRS6

static void ipv4_addresses_are_mapped(void **state)
{
	const struct rs_record r = frame_decode(ETH_IP4("0030", "11") UDP("001c") SEND);

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_memory_equal(r.src.b, "\0\0\0\0\0\0\0\0\0\0\xff\xff\xc0\0\x02\x01", 16);
	assert_memory_equal(r.dst.b, "\0\0\0\0\0\0\0\0\0\0\xff\xff\xc0\0\x02\x02", 16);
	assert_int_equal(rs_record_dscp(&r), 26);
	assert_int_equal(rs_record_ecn(&r), 2);
	assert_int_equal(r.ttl, 64);
	assert_int_equal(r.ip_id, 0x1234);
	assert_int_equal(r.udp_sport, 0xc123);
	assert_int_equal(r.flags, RS_REC_IP | RS_REC_BTH);
}

static void ipv4_version_and_header_length_are_checked(void **state)
{
	struct rs_record r = frame_decode(
		MACS "0800 556a0030 12344000 40110000 c0000201 c0000202 " UDP("001c") SEND);

	(void)state;
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_IP_HEADER);
	r = frame_decode(MACS "0800 446a0030 12344000 40110000 c0000201 c0000202 " UDP("001c") SEND);
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_IP_HEADER);
}

static void ipv4_total_length_below_its_header_is_malformed(void **state)
{
	struct rs_record r = frame_decode(ETH_IP4("0013", "11") UDP("001c") SEND);

	(void)state;
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_IP_LENGTH);
	r = frame_decode(ETH_IP4("001b", "11") UDP("001c") SEND); /* no room for UDP */
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_IP_LENGTH);
}

static void ipv4_total_length_of_zero_means_the_frame(void **state)
{
	struct rs_record r = frame_decode(ETH_IP4("0000", "11") UDP("001c") SEND);

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_int_equal(r.payload_len, 4);
	r = frame_decode(ETH_IP4("0000", "11") UDP("0000") SEND);
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_int_equal(r.payload_len, 4);
	/* without its last 8 bytes the frame is still as long as the file says */
	r = frame_decode_cut(ETH_IP4("0000", "11") UDP("0000") SEND, 54);
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_int_equal(r.payload_len, 4);
}

static void frame_check_sequence_is_no_payload(void **state)
{
	const struct rs_record r = frame_decode_packet(
		(struct rs_packet){ .linktype = 1, .flags = RS_PKT_HAS_FCS },
		ETH_IP4("0000", "11") UDP("0000") SEND "12345678", 0);

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_int_equal(r.payload_len, 4);
}

static void a_trailer_behind_the_datagram_is_ignored(void **state)
{
	const struct rs_record r = frame_decode(
		ETH_IP4("0030", "11") UDP("001c") BTH("04") "62617365 01020304 ffffffffffffffff");

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_int_equal(r.icrc, 0x01020304);
	assert_int_equal(r.payload_len, 4);
}

static void a_frame_sliced_before_the_file_was_written_is_no_fault(void **state)
{
	/* IP promises 1072 bytes; the file says that 54 were on the wire */
	const struct rs_record r = frame_decode(ETH_IP4("0430", "11") UDP("041c") BTH("07"));

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_int_equal(r.payload_len, 1028);
	assert_string_equal(rs_header_name(r.cut - 1u), "payload");
}

static void ipv4_options_are_skipped_and_the_icrc_not_judged(void **state)
{
	const struct rs_record r = frame_decode(
		MACS "0800 466a0034 12344000 40110000 c0000201 c0000202 01010100 " UDP("001c") SEND);

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_int_equal(r.psn, 0x10);
	assert_int_equal(r.icrc_state, RS_ICRC_UNCHECKED);
}

static void first_fragment_is_read_and_marked(void **state)
{
	/* UDP length 1052, this fragment holds 8 + 32 bytes of it */
	const struct rs_record r = frame_decode(
		MACS "0800 456a003c 12342000 40110000 c0000201 c0000202 " UDP("041c") BTH("04")
		"0000000000000000000000000000000000000000");

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_true(r.flags & RS_REC_FRAGMENT);
	assert_int_equal(r.payload_len, 1028);
	assert_int_equal(r.icrc_state, RS_ICRC_UNCHECKED);
	assert_false(r.headers & (RS_HDR_PAYLOAD | RS_HDR_ICRC));
}

static void later_fragment_has_no_transport(void **state)
{
	const struct rs_record r = frame_decode(
		MACS "0800 456a0030 12340002 40110000 c0000201 c0000202 " UDP("001c") SEND);

	(void)state;
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_FRAGMENT);
	assert_true(r.flags & RS_REC_IP);
	assert_int_equal(r.u.other.ip_proto, 17);
	assert_int_equal(r.udp_sport, 0);
}

static void ipv6_fields_are_read(void **state)
{
	const struct rs_record r = frame_decode(ETH_IP6 IP6("001c", "11") UDP("001c") SEND);

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_int_equal(r.flags, RS_REC_IP | RS_REC_IPV6 | RS_REC_BTH);
	assert_int_equal(r.tos, 0x6a);
	assert_int_equal(r.ttl, 64);
	assert_int_equal(r.ip_id, 0);
	assert_int_equal(r.src.b[0], 0x20);
	assert_int_equal(r.src.b[15], 1);
	assert_int_equal(r.dst.b[15], 2);
}

static void ipv6_extension_headers_are_walked(void **state)
{
	/* hop-by-hop, routing, destination options, authentication, then UDP */
	const struct rs_record r = frame_decode(
		ETH_IP6 IP6("0040", "00") "2b00000000000000 3c00000000000000 3300000000000000 "
		"11010000 00000000 00000000 " UDP("001c") SEND);

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_int_equal(r.psn, 0x10);
	assert_int_equal(r.icrc_state, RS_ICRC_UNCHECKED);
}

static void ipv6_fragments_are_told_apart(void **state)
{
	struct rs_record r = frame_decode(
		ETH_IP6 IP6("0024", "2c") "1100000112345678 " UDP("041c") BTH("04") "6261736500000000");

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE); /* first */
	assert_true(r.flags & RS_REC_FRAGMENT);
	r = frame_decode(ETH_IP6 IP6("0024", "2c") "1100000812345678 " UDP("041c") SEND);
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_FRAGMENT); /* later */
	r = frame_decode(ETH_IP6 IP6("0024", "2c") "1100000012345678 " UDP("001c") SEND);
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE); /* only one */
	assert_false(r.flags & RS_REC_FRAGMENT);
}

static void too_many_extension_headers_end_the_walk(void **state)
{
	const struct rs_record r = frame_decode(
		ETH_IP6 IP6("0064", "3c")
		"3c00000000000000 3c00000000000000 3c00000000000000 3c00000000000000 "
		"3c00000000000000 3c00000000000000 3c00000000000000 3c00000000000000 "
		"1100000000000000 " UDP("001c") SEND);

	(void)state;
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_DEPTH);
}

static void ipv6_extension_beyond_the_frame_is_cut(void **state)
{
	const struct rs_record r = frame_decode(
		ETH_IP6 IP6("0024", "00") "11ff000000000000 " UDP("001c") SEND);

	(void)state;
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_CUT);
}

static void ipv6_version_is_checked(void **state)
{
	const struct rs_record r = frame_decode(
		ETH_IP6 "46a12345 001c 11 40 " ADDRS6 UDP("001c") SEND);

	(void)state;
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_IP_HEADER);
}

static void ipv6_payload_length_of_zero_means_the_frame(void **state)
{
	const struct rs_record r = frame_decode(ETH_IP6 IP6("0000", "11") UDP("001c") SEND);

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
}

static void datagram_too_small_for_bth_and_icrc_is_malformed(void **state)
{
	struct rs_record r = frame_decode(ETH_IP4("0030", "11") UDP("0017") SEND);

	(void)state;
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_UDP_LENGTH);
	assert_false(r.flags & RS_REC_BTH);
	r = frame_decode(ETH_IP4("0030", "11") UDP("0000") SEND);
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_UDP_LENGTH);
	r = frame_decode(ETH_IP4("0030", "11") "c123 0035 0007 0000 " SEND);
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_UDP_LENGTH);
}

static void datagram_beyond_the_ip_payload_is_malformed_but_readable(void **state)
{
	struct rs_record r = frame_decode(ETH_IP4("0030", "11") UDP("0020") SEND);

	(void)state;
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_UDP_BEYOND);
	assert_true(r.flags & RS_REC_BTH);
	assert_int_equal(r.psn, 0x10);
	assert_int_equal(r.payload_len, 4); /* by the IP length */
	assert_int_equal(r.icrc_state, RS_ICRC_UNCHECKED);
	r = frame_decode(ETH_IP4("0028", "11") UDP("0020") SEND); /* no room for a BTH and ICRC */
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_UDP_BEYOND);
	assert_false(r.flags & RS_REC_BTH);
}

static void destination_port_alone_decides(void **state)
{
	/* source port 4791, destination 53: not RoCE */
	const struct rs_record r = frame_decode(ETH_IP4("0030", "11") "12b7 0035 001c 0000 " SEND);

	(void)state;
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_UDP);
	assert_int_equal(r.u.other.sport, 4791);
	assert_int_equal(r.u.other.dport, 53);
	assert_int_equal(r.payload_len, 20);
}

static void other_protocols_have_their_reasons(void **state)
{
	struct rs_record r = frame_decode(ETH_IP4("0028", "06") "0016 c350 00000000");

	(void)state;
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_TCP);
	assert_int_equal(r.u.other.sport, 22);
	assert_int_equal(r.u.other.dport, 50000);
	assert_int_equal(r.u.other.ethertype, 0x0800);
	assert_int_equal(r.u.other.ip_proto, 6);
	r = frame_decode(ETH_IP4("0028", "32") "00000001");
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_ENCRYPTED);
	r = frame_decode(ETH_IP4("0028", "59") "00000001");
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_IP_OTHER);
	r = frame_decode(ETH_IP6 IP6("0008", "3b") "0000000000000000");
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_IP_OTHER);
}

static void a_packet_quoted_by_icmp_is_not_roce(void **state)
{
	struct rs_record r = frame_decode(
		ETH_IP4("0050", "01") "03040000 000005dc " IP4("0430", "11") UDP("041c") BTH("04"));

	(void)state;
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_ICMP);
	assert_false(r.flags & RS_REC_BTH);
	r = frame_decode(ETH_IP6 IP6("004c", "3a") "02000000 000005dc " IP6("041c", "11") UDP("041c"));
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_ICMP);
}

static void cut_ip_and_udp_headers_are_cut(void **state)
{
	(void)state;
	for (size_t n = 14; n < 42; n++) {
		const struct rs_record r = frame_decode_cut(ETH_IP4("0030", "11") UDP("001c") SEND, n);

		frame_expect(&r, RS_KIND_OTHER, RS_REASON_CUT);
	}
}

static void rocev1_needs_a_grh_with_a_transport_inside(void **state)
{
	struct rs_record r = frame_decode(
		MACS "8915 6020 0000 0014 1b 40 " ADDRS6 BTH("11") "1f000009" ICRC_ANY);

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_int_equal(r.flags, RS_REC_IP | RS_REC_ROCEV1 | RS_REC_BTH);
	assert_int_equal(r.u.ack.msn, 9);
	assert_int_equal(r.tos, 2);
	r = frame_decode(MACS "8915 6020 0000 0014 11 40 " ADDRS6 BTH("11") "1f000009" ICRC_ANY);
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_GRH);
	r = frame_decode(MACS "8915 4020 0000 0014 1b 40 " ADDRS6 BTH("11") "1f000009" ICRC_ANY);
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_GRH);
	r = frame_decode(MACS "8915 6020 0000 000f 1b 40 " ADDRS6 BTH("11") "1f000009" ICRC_ANY);
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_GRH);
}

static void rocev1_with_a_cut_grh_is_short(void **state)
{
	const struct rs_record r = frame_decode_cut(
		MACS "8915 6020 0000 0014 1b 40 " ADDRS6 BTH("11") "1f000009" ICRC_ANY, 50);

	(void)state;
	frame_expect(&r, RS_KIND_SHORT, RS_REASON_CUT);
	assert_int_equal(r.flags, RS_REC_ROCEV1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ipv4_addresses_are_mapped),
		cmocka_unit_test(ipv4_version_and_header_length_are_checked),
		cmocka_unit_test(ipv4_total_length_below_its_header_is_malformed),
		cmocka_unit_test(ipv4_total_length_of_zero_means_the_frame),
		cmocka_unit_test(frame_check_sequence_is_no_payload),
		cmocka_unit_test(a_trailer_behind_the_datagram_is_ignored),
		cmocka_unit_test(a_frame_sliced_before_the_file_was_written_is_no_fault),
		cmocka_unit_test(ipv4_options_are_skipped_and_the_icrc_not_judged),
		cmocka_unit_test(first_fragment_is_read_and_marked),
		cmocka_unit_test(later_fragment_has_no_transport),
		cmocka_unit_test(ipv6_fields_are_read),
		cmocka_unit_test(ipv6_extension_headers_are_walked),
		cmocka_unit_test(ipv6_fragments_are_told_apart),
		cmocka_unit_test(too_many_extension_headers_end_the_walk),
		cmocka_unit_test(ipv6_extension_beyond_the_frame_is_cut),
		cmocka_unit_test(ipv6_version_is_checked),
		cmocka_unit_test(ipv6_payload_length_of_zero_means_the_frame),
		cmocka_unit_test(datagram_too_small_for_bth_and_icrc_is_malformed),
		cmocka_unit_test(datagram_beyond_the_ip_payload_is_malformed_but_readable),
		cmocka_unit_test(destination_port_alone_decides),
		cmocka_unit_test(other_protocols_have_their_reasons),
		cmocka_unit_test(a_packet_quoted_by_icmp_is_not_roce),
		cmocka_unit_test(cut_ip_and_udp_headers_are_cut),
		cmocka_unit_test(rocev1_needs_a_grh_with_a_transport_inside),
		cmocka_unit_test(rocev1_with_a_cut_grh_is_short),
	};

	return cmocka_run_group_tests_name("ip", tests, NULL, NULL);
}
