/* SPDX-License-Identifier: BSD-2-Clause */
/* The table of opcodes against the list of headers and positions it was made to hold. */
#include <string.h>

#include "tests/unit/decode/frame.h"

/* kind: q request, s response; position: f first, m middle, l last, o only */
static const struct {
	uint8_t code;
	const char *name;
	unsigned bytes;
	char kind, position;
} expected[] = {
	{ 0x00, "RC_SEND_FIRST", 12, 'q', 'f' },
	{ 0x01, "RC_SEND_MIDDLE", 12, 'q', 'm' },
	{ 0x02, "RC_SEND_LAST", 12, 'q', 'l' },
	{ 0x03, "RC_SEND_LAST_IMM", 16, 'q', 'l' },
	{ 0x04, "RC_SEND_ONLY", 12, 'q', 'o' },
	{ 0x05, "RC_SEND_ONLY_IMM", 16, 'q', 'o' },
	{ 0x06, "RC_WRITE_FIRST", 28, 'q', 'f' },
	{ 0x07, "RC_WRITE_MIDDLE", 12, 'q', 'm' },
	{ 0x08, "RC_WRITE_LAST", 12, 'q', 'l' },
	{ 0x09, "RC_WRITE_LAST_IMM", 16, 'q', 'l' },
	{ 0x0a, "RC_WRITE_ONLY", 28, 'q', 'o' },
	{ 0x0b, "RC_WRITE_ONLY_IMM", 32, 'q', 'o' },
	{ 0x0c, "RC_READ_REQUEST", 28, 'q', 'o' },
	{ 0x0d, "RC_READ_RESP_FIRST", 16, 's', 'f' },
	{ 0x0e, "RC_READ_RESP_MIDDLE", 12, 's', 'm' },
	{ 0x0f, "RC_READ_RESP_LAST", 16, 's', 'l' },
	{ 0x10, "RC_READ_RESP_ONLY", 16, 's', 'o' },
	{ 0x11, "RC_ACK", 16, 's', 'o' },
	{ 0x12, "RC_ATOMIC_ACK", 24, 's', 'o' },
	{ 0x13, "RC_CMP_SWAP", 40, 'q', 'o' },
	{ 0x14, "RC_FETCH_ADD", 40, 'q', 'o' },
	{ 0x16, "RC_SEND_LAST_INV", 16, 'q', 'l' },
	{ 0x17, "RC_SEND_ONLY_INV", 16, 'q', 'o' },
	{ 0x1c, "RC_FLUSH", 32, 'q', 'o' },
	{ 0x1d, "RC_ATOMIC_WRITE", 28, 'q', 'o' },
	{ 0x20, "UC_SEND_FIRST", 12, 'q', 'f' },
	{ 0x21, "UC_SEND_MIDDLE", 12, 'q', 'm' },
	{ 0x22, "UC_SEND_LAST", 12, 'q', 'l' },
	{ 0x23, "UC_SEND_LAST_IMM", 16, 'q', 'l' },
	{ 0x24, "UC_SEND_ONLY", 12, 'q', 'o' },
	{ 0x25, "UC_SEND_ONLY_IMM", 16, 'q', 'o' },
	{ 0x26, "UC_WRITE_FIRST", 28, 'q', 'f' },
	{ 0x27, "UC_WRITE_MIDDLE", 12, 'q', 'm' },
	{ 0x28, "UC_WRITE_LAST", 12, 'q', 'l' },
	{ 0x29, "UC_WRITE_LAST_IMM", 16, 'q', 'l' },
	{ 0x2a, "UC_WRITE_ONLY", 28, 'q', 'o' },
	{ 0x2b, "UC_WRITE_ONLY_IMM", 32, 'q', 'o' },
	{ 0x40, "RD_SEND_FIRST", 12, 'q', 'f' },
	{ 0x41, "RD_SEND_MIDDLE", 12, 'q', 'm' },
	{ 0x42, "RD_SEND_LAST", 12, 'q', 'l' },
	{ 0x43, "RD_SEND_LAST_IMM", 12, 'q', 'l' },
	{ 0x44, "RD_SEND_ONLY", 12, 'q', 'o' },
	{ 0x45, "RD_SEND_ONLY_IMM", 12, 'q', 'o' },
	{ 0x46, "RD_WRITE_FIRST", 12, 'q', 'f' },
	{ 0x47, "RD_WRITE_MIDDLE", 12, 'q', 'm' },
	{ 0x48, "RD_WRITE_LAST", 12, 'q', 'l' },
	{ 0x49, "RD_WRITE_LAST_IMM", 12, 'q', 'l' },
	{ 0x4a, "RD_WRITE_ONLY", 12, 'q', 'o' },
	{ 0x4b, "RD_WRITE_ONLY_IMM", 12, 'q', 'o' },
	{ 0x4c, "RD_READ_REQUEST", 12, 'q', 'o' },
	{ 0x4d, "RD_READ_RESP_FIRST", 12, 's', 'f' },
	{ 0x4e, "RD_READ_RESP_MIDDLE", 12, 's', 'm' },
	{ 0x4f, "RD_READ_RESP_LAST", 12, 's', 'l' },
	{ 0x50, "RD_READ_RESP_ONLY", 12, 's', 'o' },
	{ 0x51, "RD_ACK", 12, 's', 'o' },
	{ 0x52, "RD_ATOMIC_ACK", 12, 's', 'o' },
	{ 0x53, "RD_CMP_SWAP", 12, 'q', 'o' },
	{ 0x54, "RD_FETCH_ADD", 12, 'q', 'o' },
	{ 0x55, "RD_RESYNC", 12, 'q', 'o' },
	{ 0x5c, "RD_FLUSH", 12, 'q', 'o' },
	{ 0x64, "UD_SEND_ONLY", 20, 'q', 'o' },
	{ 0x65, "UD_SEND_ONLY_IMM", 24, 'q', 'o' },
	{ 0xa0, "XRC_SEND_FIRST", 16, 'q', 'f' },
	{ 0xa1, "XRC_SEND_MIDDLE", 16, 'q', 'm' },
	{ 0xa2, "XRC_SEND_LAST", 16, 'q', 'l' },
	{ 0xa3, "XRC_SEND_LAST_IMM", 20, 'q', 'l' },
	{ 0xa4, "XRC_SEND_ONLY", 16, 'q', 'o' },
	{ 0xa5, "XRC_SEND_ONLY_IMM", 20, 'q', 'o' },
	{ 0xa6, "XRC_WRITE_FIRST", 32, 'q', 'f' },
	{ 0xa7, "XRC_WRITE_MIDDLE", 16, 'q', 'm' },
	{ 0xa8, "XRC_WRITE_LAST", 16, 'q', 'l' },
	{ 0xa9, "XRC_WRITE_LAST_IMM", 20, 'q', 'l' },
	{ 0xaa, "XRC_WRITE_ONLY", 32, 'q', 'o' },
	{ 0xab, "XRC_WRITE_ONLY_IMM", 36, 'q', 'o' },
	{ 0xac, "XRC_READ_REQUEST", 32, 'q', 'o' },
	{ 0xad, "XRC_READ_RESP_FIRST", 16, 's', 'f' },
	{ 0xae, "XRC_READ_RESP_MIDDLE", 12, 's', 'm' },
	{ 0xaf, "XRC_READ_RESP_LAST", 16, 's', 'l' },
	{ 0xb0, "XRC_READ_RESP_ONLY", 16, 's', 'o' },
	{ 0xb1, "XRC_ACK", 16, 's', 'o' },
	{ 0xb2, "XRC_ATOMIC_ACK", 24, 's', 'o' },
	{ 0xb3, "XRC_CMP_SWAP", 44, 'q', 'o' },
	{ 0xb4, "XRC_FETCH_ADD", 44, 'q', 'o' },
	{ 0xb6, "XRC_SEND_LAST_INV", 20, 'q', 'l' },
	{ 0xb7, "XRC_SEND_ONLY_INV", 20, 'q', 'o' },
	{ 0xbc, "XRC_FLUSH", 36, 'q', 'o' },
	{ 0xbd, "XRC_ATOMIC_WRITE", 32, 'q', 'o' },
};

#define ROWS (sizeof(expected) / sizeof(expected[0]))

static unsigned role_of(char kind, char position)
{
	unsigned role = RS_OP_KNOWN | (kind == 'q' ? RS_OP_REQUEST : RS_OP_RESPONSE);

	switch (position) {
	case 'f':
		return role | RS_OP_FIRST;
	case 'm':
		return role | RS_OP_MIDDLE;
	case 'l':
		return role | RS_OP_LAST;
	default:
		return role | RS_OP_ONLY;
	}
}

static void every_listed_opcode_has_its_name_length_and_role(void **state)
{
	const unsigned mask = RS_OP_KNOWN | RS_OP_REQUEST | RS_OP_RESPONSE | RS_OP_FIRST |
			      RS_OP_MIDDLE | RS_OP_LAST | RS_OP_ONLY;

	(void)state;
	for (size_t i = 0; i < ROWS; i++) {
		const struct rs_opcode_info *op = rs_opcode(expected[i].code);

		assert_string_equal(op->name, expected[i].name);
		assert_int_equal(op->header_bytes, expected[i].bytes);
		assert_int_equal(op->role & mask, role_of(expected[i].kind, expected[i].position));
	}
}

static void opcodes_not_listed_are_unknown_and_named_by_number(void **state)
{
	unsigned unknown = 0;

	(void)state;
	for (unsigned code = 0; code < 256; code++) {
		const struct rs_opcode_info *op = rs_opcode((uint8_t)code);

		assert_non_null(op->name);
		assert_non_null(op->short_name);
		assert_true(op->headers & RS_HDR_BTH);
		unknown += !(op->role & RS_OP_KNOWN);
	}
	assert_int_equal(unknown, 256 - ROWS - 1); /* all but the CNP */
	assert_string_equal(rs_opcode(0x5f)->name, "OP_0x5f");
	assert_string_equal(rs_opcode(0xff)->short_name, "VENDOR_0xff");
	assert_string_equal(rs_opcode(0xc0)->name, "VENDOR_0xc0");
	assert_string_equal(rs_opcode(0xe0)->name, "TID_WRITE_REQUEST");
	assert_string_equal(rs_opcode(0xe7)->name, "TID_ACK");
	assert_int_equal(rs_opcode(0x15)->role, 0);
	assert_int_equal(rs_opcode(0x15)->header_bytes, 12);
}

static void transport_follows_from_the_top_three_bits(void **state)
{
	static const uint8_t want[8] = {
		RS_TRANSPORT_RC, RS_TRANSPORT_UC, RS_TRANSPORT_DC, RS_TRANSPORT_UD,
		RS_TRANSPORT_CNP, RS_TRANSPORT_XRC, RS_TRANSPORT_UNKNOWN, RS_TRANSPORT_UNKNOWN,
	};

	(void)state;
	for (unsigned code = 0; code < 256; code++)
		assert_int_equal(rs_opcode((uint8_t)code)->transport, want[code >> 5]);
}

static void short_name_is_the_name_without_transport(void **state)
{
	(void)state;
	assert_string_equal(rs_opcode(0x06)->short_name, "WRITE_FIRST");
	assert_string_equal(rs_opcode(0xb1)->short_name, "ACK");
	assert_string_equal(rs_opcode(0x81)->short_name, "CNP");
	assert_string_equal(rs_opcode(0x81)->name, "CNP");
}

static void families_have_their_bits(void **state)
{
	(void)state;
	assert_true(rs_opcode(0x00)->role & RS_OP_SEND);
	assert_true(rs_opcode(0x17)->role & RS_OP_SEND);
	assert_true(rs_opcode(0x2b)->role & RS_OP_WRITE);
	assert_true(rs_opcode(0x0c)->role & RS_OP_READ);
	assert_true(rs_opcode(0x0e)->role & RS_OP_READ);
	assert_true(rs_opcode(0x12)->role & RS_OP_ATOMIC);
	assert_true(rs_opcode(0x13)->role & RS_OP_ATOMIC);
	assert_true(rs_opcode(0x11)->role & RS_OP_ACK);
	assert_false(rs_opcode(0x12)->role & RS_OP_ACK);
	/* FLUSH and ATOMIC WRITE are followed like atomics: the answer carries their PSN. */
	assert_int_equal(rs_opcode(0x1c)->role & (RS_OP_WRITE | RS_OP_READ | RS_OP_ATOMIC), RS_OP_ATOMIC);
	assert_int_equal(rs_opcode(0x1d)->role & (RS_OP_WRITE | RS_OP_READ | RS_OP_ATOMIC), RS_OP_ATOMIC);
}

static void headers_of_some_opcodes(void **state)
{
	(void)state;
	assert_int_equal(rs_opcode(0x0b)->headers, RS_HDR_BTH | RS_HDR_RETH | RS_HDR_IMMDT);
	assert_int_equal(rs_opcode(0x12)->headers, RS_HDR_BTH | RS_HDR_AETH | RS_HDR_ATOMICACKETH);
	assert_int_equal(rs_opcode(0x1c)->headers, RS_HDR_BTH | RS_HDR_FETH | RS_HDR_RETH);
	assert_int_equal(rs_opcode(0xb3)->headers, RS_HDR_BTH | RS_HDR_XRCETH | RS_HDR_ATOMICETH);
	assert_int_equal(rs_opcode(0x65)->headers, RS_HDR_BTH | RS_HDR_DETH | RS_HDR_IMMDT);
	assert_int_equal(rs_opcode(0x4a)->headers, RS_HDR_BTH);
}

static void cnp_counts_its_reserved_bytes(void **state)
{
	(void)state;
	assert_int_equal(rs_opcode(0x81)->header_bytes, 28);
	assert_int_equal(rs_opcode(0x81)->headers, RS_HDR_BTH);
	assert_int_equal(rs_opcode(0x81)->role, RS_OP_KNOWN);
}

static void cnp_of_omni_path_has_a_name_but_no_role(void **state)
{
	(void)state;
	assert_string_equal(rs_opcode(0x80)->name, "CNP_OPA");
	assert_int_equal(rs_opcode(0x80)->role, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_listed_opcode_has_its_name_length_and_role),
		cmocka_unit_test(opcodes_not_listed_are_unknown_and_named_by_number),
		cmocka_unit_test(transport_follows_from_the_top_three_bits),
		cmocka_unit_test(short_name_is_the_name_without_transport),
		cmocka_unit_test(families_have_their_bits),
		cmocka_unit_test(headers_of_some_opcodes),
		cmocka_unit_test(cnp_counts_its_reserved_bytes),
		cmocka_unit_test(cnp_of_omni_path_has_a_name_but_no_role),
	};

	return cmocka_run_group_tests_name("opcode", tests, NULL, NULL);
}
