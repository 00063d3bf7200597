/* SPDX-License-Identifier: BSD-2-Clause */
/* Values and places of fields as a person reads them. */
#include <stdlib.h>
#include <string.h>

#include "tests/lib/hex.h"
#include "tests/unit/decode/rows.h"

#define ACK(syndrome) ETH_IP4("0030", "11") UDP("001c") BTH("11") syndrome " 00000a 00000000"

static void a_send_is_told_from_the_mac_to_the_icrc(void **state)
{
	struct rows *r = rows_of_hex(MACS "0800 " SEND_IP4);

	(void)state;
	rows_expect(r, "Ethernet", "destination", "02:00:00:00:00:02");
	rows_expect(r, "Ethernet", "type", "0x0800 (IPv4)");
	rows_expect(r, "IPv4", "DSCP", "26");
	rows_expect(r, "IPv4", "ECN", "2 (ECT(0))");
	rows_expect(r, "IPv4", "protocol", "17 (UDP)");
	rows_expect(r, "IPv4", "source", "192.0.2.1");
	rows_expect(r, "UDP", "source port", "49443");
	rows_expect(r, "UDP", "destination port", "4791 (RoCEv2)");
	rows_expect(r, "UDP", "checksum", "0x0000 (none)");
	rows_expect(r, "BTH", "opcode", "0x04 (RC_SEND_ONLY)");
	rows_expect(r, "BTH", "partition key", "0xffff (full member)");
	rows_expect(r, "BTH", "destination QP", "0x000111 (273)");
	rows_expect(r, "BTH", "acknowledge request", "1");
	rows_expect(r, "BTH", "PSN", "0x000100 (256)");
	rows_expect(r, "payload", "data", "4 bytes: 62 61 73 65");
	rows_expect(r, "ICRC", "value", "0xadf4f62e (good)");
	free(r);
}

static void fields_stand_where_their_bytes_are(void **state)
{
	static const struct {
		const char *layer, *field;
		uint32_t offset, length;
	} want[] = {
		{ "Ethernet", "source", 6, 6 },	   { "IPv4", "ECN", 15, 1 },	   { "IPv4", "fragment offset", 20, 2 },
		{ "UDP", "length", 38, 2 },	   { "BTH", "opcode", 42, 1 },	   { "BTH", "pad count", 43, 1 },
		{ "BTH", "destination QP", 47, 3 }, { "BTH", "PSN", 51, 3 },	   { "payload", "data", 54, 4 },
		{ "ICRC", "value", 58, 4 },
	};
	struct rows *r = rows_of_hex(MACS "0800 " SEND_IP4);

	(void)state;
	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		const struct rows_row *row = rows_find(r, want[i].layer, want[i].field);

		assert_non_null(row);
		assert_int_equal(row->offset, want[i].offset);
		assert_int_equal(row->length, want[i].length);
		assert_false(row->cut);
	}
	free(r);
}

static void a_cut_packet_names_what_is_missing(void **state)
{
	size_t len;
	uint8_t *data = hex_bytes(MACS "0800 " SEND_IP4, &len);
	struct rows *r = rows_of(1, data, 52, len, 0);

	(void)state;
	assert_false(rows_find(r, "BTH", "destination QP")->cut);
	assert_true(rows_find(r, "BTH", "PSN")->cut);
	assert_string_equal(rows_find(r, "BTH", "PSN")->value, "");
	free(r);
	r = rows_of(1, data, 56, len, 0);
	assert_true(rows_find(r, "payload", "data")->cut);
	assert_true(rows_find(r, "ICRC", "value")->cut);
	assert_false(rows_find(r, "BTH", "PSN")->cut);
	free(r);
	free(data);
}

static void every_class_of_syndrome_has_its_meaning(void **state)
{
	static const struct {
		const char *hex, *value;
	} want[] = {
		{ ACK("1f"), "0x1f (ACK, no credit limit told)" }, { ACK("0a"), "0x0a (ACK, 32 credits)" },
		{ ACK("00"), "0x00 (ACK, 0 credits)" },		   { ACK("1e"), "0x1e (ACK, 32768 credits)" },
		{ ACK("2e"), "0x2e (RNR NAK 1.28 ms)" },	   { ACK("60"), "0x60 (NAK sequence error)" },
		{ ACK("62"), "0x62 (NAK remote access error)" },   { ACK("40"), "0x40 (reserved syndrome)" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		struct rows *r = rows_of_hex(want[i].hex);

		rows_expect(r, "AETH", "syndrome", want[i].value);
		rows_expect(r, "AETH", "MSN", "10");
		free(r);
	}
}

static void extension_headers_stand_in_their_order(void **state)
{
	struct rows *r = rows_of_hex(ETH_IP4("0044", "11") UDP("0030") BTH("0b")
				     "0000000000002000 00000055 00000004 cafef00d 11223344 00000000");
	const struct rows_row *reth = rows_find(r, "RETH", "virtual address"), *imm = rows_find(r, "ImmDt", "immediate data");

	(void)state;
	rows_expect(r, "RETH", "virtual address", "0x0000000000002000");
	rows_expect(r, "RETH", "remote key", "0x00000055");
	rows_expect(r, "RETH", "length of the message", "4");
	rows_expect(r, "ImmDt", "immediate data", "0xcafef00d");
	assert_int_equal(imm->offset, reth->offset + 16);
	free(r);
}

static void atomics_flush_and_xrc_are_told(void **state)
{
	struct rows *r = rows_of_hex(ETH_IP4("0048", "11") UDP("0034") BTH("13")
				     "0000000000001000 11223344 0102030405060708 1112131415161718 00000000");

	(void)state;
	rows_expect(r, "AtomicETH", "swap or add", "0x0102030405060708");
	rows_expect(r, "AtomicETH", "compare", "0x1112131415161718");
	free(r);
	r = rows_of_hex(ETH_IP4("0040", "11") UDP("002c") BTH("1c")
			"00000011 0000000000004000 00000066 00001000 00000000");
	rows_expect(r, "BTH", "opcode", "0x1c (RC_FLUSH)");
	rows_expect(r, "FETH", "selectivity", "1 (whole region)");
	rows_expect(r, "FETH", "placement", "1 (global visibility)");
	rows_expect(r, "RETH", "length of the message", "4096");
	free(r);
	r = rows_of_hex(ETH_IP4("0034", "11") UDP("0020") BTH("a4") "00000042 11223344 00000000");
	rows_expect(r, "XRCETH", "shared receive queue", "0x000042");
	free(r);
}

static void pause_times_are_told_as_times(void **state)
{
	struct rows *r = rows_of_hex("0180c2000001 020000000001 8808 0101 0018 "
				     "0005 0000 0000 0000 ffff 0000 0000 0000 0000");

	(void)state;
	rows_expect(r, "MAC control", "opcode", "0x0101 (priority flow control)");
	rows_expect(r, "PFC", "priorities enabled", "0x18");
	rows_expect(r, "PFC", "priority 3", "0 (resume)");
	rows_expect(r, "PFC", "priority 4", "65535 quanta (335.5 us at 100 Gb/s)");
	rows_expect(r, "PFC", "priority 0", "5");
	rows_expect(r, "rest", "trailer", "2 bytes, all zero");
	free(r);
}

static void tags_tunnels_and_labels_are_told(void **state)
{
	struct rows *r = rows_of_hex(MACS "88a8 b0c8 8100 6064 8847 03e8 10ff 0001 11ff 0800");

	(void)state;
	rows_expect(r, "VLAN tag", "priority (PCP)", "5");
	rows_expect(r, "VLAN tag", "VLAN", "200");
	rows_expect(r, "MPLS", "label", "16001");
	free(r);
	r = rows_of_hex(ETH_IP4("0066", "11") "c000 12b5 0052 0000 0800 0000 001389 00 " MACS "0800 " SEND_IP4);
	rows_expect(r, "UDP", "destination port", "4789 (VXLAN)");
	rows_expect(r, "VXLAN", "VNI", "5001");
	rows_expect(r, "ICRC", "value", "0xadf4f62e (good)");
	free(r);
	r = rows_of_hex(ETH_IP4("006e", "2f") "1000 88be 0000002a 1064 7955 0001 2345 " MACS "0800 " SEND_IP4);
	rows_expect(r, "GRE", "protocol", "0x88be (ERSPAN I, II or Everflow)");
	rows_expect(r, "GRE", "sequence", "42");
	rows_expect(r, "ERSPAN II", "session", "341");
	rows_expect(r, "ERSPAN II", "index", "0x12345");
	rows_expect(r, "BTH", "PSN", "0x000100 (256)");
	free(r);
}

static void a_checksum_at_the_end_is_told_when_the_file_says_so(void **state)
{
	size_t len;
	uint8_t *data = hex_bytes(MACS "0800 " SEND_IP4 "0000 a1b2c3d4", &len);
	struct rows *r = rows_of(1, data, len, len, RS_PKT_HAS_FCS);

	(void)state;
	rows_expect(r, "rest", "trailer", "2 bytes, all zero");
	rows_expect(r, "Ethernet", "FCS", "4 bytes: a1 b2 c3 d4");
	free(r);
	r = rows_of(1, data, len, len, 0);
	rows_expect(r, "rest", "trailer", "6 bytes: 00 00 a1 b2 c3 d4");
	assert_null(rows_find(r, "Ethernet", "FCS"));
	free(r);
	free(data);
}

static void data_of_other_protocols_is_not_dissected(void **state)
{
	struct rows *r = rows_of_hex(ETH_IP4("0020", "11") "1234 0035 000c 0000 deadbeef");

	(void)state;
	rows_expect(r, "UDP", "destination port", "53");
	rows_expect(r, "rest", "data", "4 bytes: de ad be ef");
	assert_null(rows_find(r, "BTH", "opcode"));
	free(r);
}

static void a_malformed_bth_is_told_and_nothing_behind_it(void **state)
{
	struct rows *r = rows_of_hex(ETH_IP4("0030", "11") UDP("001c") "11 41 ffff 00 000111 80 000010 1f00000a 00000000");

	(void)state;
	rows_expect(r, "BTH", "version", "1");
	assert_null(rows_find(r, "AETH", "syndrome"));
	rows_expect(r, "rest", "data", "8 bytes: 1f 00 00 0a 00 00 00 00");
	free(r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_send_is_told_from_the_mac_to_the_icrc),
		cmocka_unit_test(fields_stand_where_their_bytes_are),
		cmocka_unit_test(a_cut_packet_names_what_is_missing),
		cmocka_unit_test(every_class_of_syndrome_has_its_meaning),
		cmocka_unit_test(extension_headers_stand_in_their_order),
		cmocka_unit_test(atomics_flush_and_xrc_are_told),
		cmocka_unit_test(pause_times_are_told_as_times),
		cmocka_unit_test(tags_tunnels_and_labels_are_told),
		cmocka_unit_test(a_checksum_at_the_end_is_told_when_the_file_says_so),
		cmocka_unit_test(data_of_other_protocols_is_not_dissected),
		cmocka_unit_test(a_malformed_bth_is_told_and_nothing_behind_it),
	};

	return cmocka_run_group_tests_name("detail", tests, NULL, NULL);
}
