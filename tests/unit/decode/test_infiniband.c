/* SPDX-License-Identifier: BSD-2-Clause */
/* Native InfiniBand, LINKTYPE 247. */
#include <string.h>

#include "base/text.h"
#include "tests/unit/decode/frame.h"

#define LINK_INFINIBAND 247

/* LRH from LID 3 to LID 4: next header, length in words. */
#define LRH(lnh, words) "000" lnh " 0004 " words " 0003 "
#define BTH_SEND "0440 8001 00 000111 80 000200 69626962 5d5d9089 "
#define VCRC "1234"
#define GRH(len) "6020 0000 " len " 1b 40 fe800000000000000000000000000001 fe800000000000000000000000000002 "

static struct rs_record decode(const char *hex)
{
	return frame_decode_as(LINK_INFINIBAND, hex);
}

static void expect_addr(const struct rs_addr *a, const char *want)
{
	char buf[64];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	text_addr(&t, a);
	assert_string_equal(buf, want);
}

static void a_local_packet_has_lids_for_addresses(void **state)
{
	const struct rs_record r = decode(LRH("2", "0007") BTH_SEND VCRC);

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_int_equal(r.opcode, 0x04);
	assert_int_equal(r.psn, 0x200);
	assert_int_equal(r.payload_len, 4);
	assert_true(r.flags & RS_REC_ROCEV1);
	assert_true(r.headers & RS_HDR_LRH);
	expect_addr(&r.src, "lid:3");
	expect_addr(&r.dst, "lid:4");
}

static void a_global_packet_has_gids_for_addresses(void **state)
{
	const struct rs_record r = decode(LRH("3", "0011") GRH("0014") BTH_SEND VCRC);

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_int_equal(r.payload_len, 4);
	assert_int_equal(r.tos, 2);
	assert_int_equal(r.ttl, 0x40);
	expect_addr(&r.src, "fe80::1");
	expect_addr(&r.dst, "fe80::2");
}

static void the_icrc_as_received_is_kept_and_not_judged(void **state)
{
	const struct rs_record r = decode(LRH("3", "0011") GRH("0014") BTH_SEND VCRC);

	(void)state;
	assert_int_equal(r.icrc, 0x5d5d9089);
	assert_int_equal(r.icrc_state, RS_ICRC_UNCHECKED);
}

static void the_vcrc_may_be_missing(void **state)
{
	const struct rs_record with = decode(LRH("2", "0007") BTH_SEND VCRC);
	const struct rs_record without = decode(LRH("2", "0007") BTH_SEND);

	(void)state;
	assert_int_equal(without.headers, with.headers);
	assert_int_equal(without.payload_len, with.payload_len);
}

static void every_cut_is_short_once_the_lrh_is_read(void **state)
{
	const char *hex = LRH("2", "0007") BTH_SEND;

	(void)state;
	for (size_t cut = 1; cut <= 28; cut++) {
		struct rs_packet pkt = { .linktype = LINK_INFINIBAND };
		const struct rs_record r = frame_decode_packet(pkt, hex, cut);

		if (cut > 20) {
			frame_expect(&r, RS_KIND_OTHER, RS_REASON_CUT);
		} else if (cut > 8) {
			frame_expect(&r, RS_KIND_SHORT, RS_REASON_CUT);
			assert_int_equal(r.cut, 1);
		} else {
			frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
			assert_int_equal(r.cut, cut > 4 ? 14 : 15);
		}
	}
}

static void wrong_lengths_and_versions_are_malformed(void **state)
{
	static const char *const bad[] = {
		LRH("2", "0001") BTH_SEND, /* length shorter than the LRH */
		LRH("2", "0005") BTH_SEND, /* no room for BTH and ICRC */
		("0102 0004 0007 0003 " BTH_SEND), /* version 1 */
	};

	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		const struct rs_record r = decode(bad[i]);

		frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_LRH);
	}
}

static void a_grh_longer_than_the_packet_is_malformed(void **state)
{
	const struct rs_record r = decode(LRH("3", "0011") GRH("0018") BTH_SEND "00000000" VCRC);

	(void)state;
	frame_expect(&r, RS_KIND_MALFORMED, RS_REASON_GRH);
}

static void raw_packets_are_not_ours(void **state)
{
	const struct rs_record raw = decode(LRH("0", "0007") BTH_SEND);
	const struct rs_record ip = decode(LRH("1", "0007") BTH_SEND "000000000000000000000000000000000000");

	(void)state;
	frame_expect(&raw, RS_KIND_OTHER, RS_REASON_ETHERTYPE);
	assert_false(raw.flags & RS_REC_BTH);
	assert_int_not_equal(ip.kind, RS_KIND_ROCE);
}

static void a_lid_is_no_ip_address_and_reads_back(void **state)
{
	struct rs_addr a, b = rs_addr_from_lid(49152);

	(void)state;
	expect_addr(&b, "lid:49152");
	assert_true(text_addr_parse("lid:49152", &a));
	assert_memory_equal(&a, &b, sizeof(a));
	assert_true(text_addr_parse("lid:0xc000", &a));
	assert_memory_equal(&a, &b, sizeof(a));
	assert_false(text_addr_parse("lid:65536", &a));
	assert_false(text_addr_parse("lid:", &a));
	assert_false(text_addr_parse("lid:-1", &a));
	assert_false(text_addr_parse("lid:3x", &a));
	assert_true(text_addr_parse("::3", &a));
	expect_addr(&a, "::3");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_local_packet_has_lids_for_addresses),
		cmocka_unit_test(a_global_packet_has_gids_for_addresses),
		cmocka_unit_test(the_icrc_as_received_is_kept_and_not_judged),
		cmocka_unit_test(the_vcrc_may_be_missing),
		cmocka_unit_test(every_cut_is_short_once_the_lrh_is_read),
		cmocka_unit_test(wrong_lengths_and_versions_are_malformed),
		cmocka_unit_test(a_grh_longer_than_the_packet_is_malformed),
		cmocka_unit_test(raw_packets_are_not_ours),
		cmocka_unit_test(a_lid_is_no_ip_address_and_reads_back),
	};

	return cmocka_run_group_tests_name("infiniband", tests, NULL, NULL);
}
