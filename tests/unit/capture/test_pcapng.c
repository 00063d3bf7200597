/* SPDX-License-Identifier: BSD-2-Clause */
#include "support.h"
#include <stdio.h>
#include <string.h>

static void name_option(struct build *o, uint16_t code, const char *text)
{
	build_option(o, code, text, (uint16_t)strlen(text));
}

static void both_byte_orders_read_the_same(void **state)
{
	for (unsigned big = 0; big < 2; big++) {
		struct build b = { .big = big }, o = { .big = big };
		struct read_result r;

		name_option(&o, 2, "eth5");
		build_option_u64(&o, 8, 25000000000);
		build_option(&o, 9, "\x09", 1);
		build_section(&b);
		build_interface(&b, 1, 128, &o);
		for (unsigned i = 0; i < 600; i++)
			build_packet(&b, 0, 1700000000000000000 + i, 60 + i % 5, 1000);
		read_build(&r, &b);
		assert_int_equal(r.packets, 600);
		assert_string_equal(r.file.format, "pcapng");
		assert_string_equal(r.file.note, "");
		for (unsigned i = 0; i < READ_KEEP; i++) {
			assert_int_equal(r.kept[i].time, 1700000000000000000 + i);
			assert_int_equal(r.kept[i].caplen, 60 + i % 5);
			assert_int_equal(r.kept[i].wirelen, 1000);
		}
		assert_string_equal(r.point[0].name, "eth5");
		assert_int_equal(r.point[0].link_bps, 25000000000);
		assert_int_equal(r.point[0].snaplen, 128);
		read_done(&r);
		build_free(&b);
		build_free(&o);
	}
}

static void interfaces_are_points_in_file_order_late_ones_included(void **state)
{
	struct build b = { 0 }, o = { 0 }, d = { 0 };
	struct read_result r;

	name_option(&o, 2, "h0");
	name_option(&o, 3, "not this");
	name_option(&d, 3, "spine port");
	build_section(&b);
	build_interface(&b, 1, 0, &o);
	build_interface(&b, 1, 0, &d);
	build_packet(&b, 0, 1000000, 60, 60);
	build_interface(&b, 113, 0, NULL);
	build_interface(&b, 1, 0, &o);
	build_packet(&b, 2, 1000001, 60, 60);
	build_packet(&b, 3, 1000002, 60, 60);
	read_build(&r, &b);
	assert_int_equal(r.packets, 3);
	assert_int_equal(r.point_count, 4);
	assert_string_equal(r.point[0].name, "h0");
	assert_string_equal(r.point[1].name, "spine port");
	assert_string_equal(r.point[2].name, "memory");
	assert_string_equal(r.point[3].name, "h0#2");
	for (unsigned i = 0; i < 4; i++)
		assert_int_equal(r.point[i].interface_id, i);
	assert_int_equal(r.kept[1].point, 2);
	assert_int_equal(r.kept[1].linktype, 113);
	assert_int_equal(r.kept[2].point, 3);
	read_done(&r);
	build_free(&b);
	build_free(&o);
	build_free(&d);
}

static void a_new_section_forgets_the_interfaces_before(void **state)
{
	struct build b = { 0 };
	struct read_result r;

	build_section(&b);
	build_interface(&b, 1, 0, NULL);
	build_packet(&b, 0, 5, 60, 60);
	b.big = true;
	build_section(&b);
	build_packet(&b, 0, 6, 60, 60);
	read_build(&r, &b);
	assert_int_equal(r.packets, 1);
	assert_true(r.file.failed);
	assert_non_null(strstr(r.file.error.text, "comes before any interface block"));
	read_done(&r);
	build_free(&b);
}

static void interfaces_of_sections_are_numbered_through(void **state)
{
	struct build b = { 0 };
	struct read_result r;

	for (unsigned i = 0; i < 3; i++) {
		b.big = i & 1;
		build_section(&b);
		build_interface(&b, 1, 0, NULL);
		build_packet(&b, 0, 5 + i, 60, 60);
	}
	read_build(&r, &b);
	assert_int_equal(r.packets, 3);
	assert_int_equal(r.point_count, 3);
	assert_int_equal(r.point[2].interface_id, 2);
	assert_string_equal(r.point[2].name, "memory#3");
	assert_int_equal(r.kept[2].time, 7000);
	read_done(&r);
	build_free(&b);
}

static void simple_packets_take_the_time_of_the_packet_before(void **state)
{
	struct build b = { 0 }, spb = { 0 };
	struct read_result r;

	build_u32(&spb, 64);
	build_hex(&spb, "000102030405060708090a0b0c0d0e0f");
	build_section(&b);
	build_interface(&b, 1, 0, NULL);
	build_block(&b, 3, &spb);
	build_packet(&b, 0, 5, 60, 60);
	build_block(&b, 3, &spb);
	read_build(&r, &b);
	assert_int_equal(r.packets, 3);
	assert_int_equal(r.kept[0].time, 5000); /* nothing before it: of the first that has one */
	assert_int_equal(r.kept[0].flags, RS_PKT_NO_TIME);
	assert_int_equal(r.kept[0].caplen, 16);
	assert_int_equal(r.kept[0].wirelen, 64);
	assert_int_equal(r.kept[1].flags, 0);
	assert_int_equal(r.kept[2].time, 5000);
	assert_int_equal(r.kept[2].flags, RS_PKT_NO_TIME);
	read_done(&r);
	build_free(&b);
	build_free(&spb);
}

static void statistics(struct build *b, uint32_t interface, uint64_t ifdrop, uint64_t osdrop)
{
	struct build body = { .big = b->big };

	build_u32(&body, interface);
	build_u64(&body, 0);
	build_option_u64(&body, 5, ifdrop);
	build_option_u64(&body, 7, osdrop);
	build_block(b, 5, &body);
	build_free(&body);
}

static void drops_are_the_last_statistics_or_the_sum_of_packets(void **state)
{
	struct build b = { 0 }, o = { 0 };
	struct read_result r;

	build_option_u64(&o, 4, 40);
	build_section(&b);
	build_interface(&b, 1, 0, NULL);
	build_interface(&b, 1, 0, NULL);
	build_interface(&b, 1, 0, NULL);
	build_interface(&b, 1, 0, NULL);
	b.options = &o;
	build_packet(&b, 1, 5, 60, 60);
	b.options = &o;
	build_packet(&b, 1, 6, 60, 60);
	statistics(&b, 0, 3, 1);
	statistics(&b, 0, 10, 2);
	statistics(&b, 1, 81, 0);
	statistics(&b, 2, UINT64_MAX, UINT64_MAX);
	statistics(&b, 9, 1, 1);
	read_build(&r, &b);
	assert_int_equal(r.point[0].drops, 12);
	assert_int_equal(r.point[1].drops, 81);
	assert_true(r.point[2].drops == UINT64_MAX);
	assert_false(r.point[3].drops_known);
	assert_false(r.file.failed);
	read_done(&r);
	build_free(&b);
	build_free(&o);
}

static void comments_and_blocks_not_known_are_passed_over(void **state)
{
	struct build b = { 0 }, o = { 0 }, big_block = { 0 };
	struct read_result r;

	name_option(&o, 1, "look here");
	for (unsigned i = 0; i < 300000; i++)
		build_u32(&big_block, i);
	build_section(&b);
	build_interface(&b, 1, 0, NULL);
	b.options = &o;
	build_packet(&b, 0, 5, 60, 60);
	build_block(&b, 0x00000bad, &big_block);
	build_block(&b, 0x80001234, &big_block);
	build_block(&b, 4, &big_block);
	b.options = &o;
	build_packet(&b, 0, 6, 60, 60);
	read_build(&r, &b);
	assert_int_equal(r.packets, 2);
	assert_string_equal(r.file.note, "");
	read_done(&r);
	build_free(&b);
	build_free(&o);
	build_free(&big_block);
}

static void a_giant_packet_is_delivered_up_to_the_cap(void **state)
{
	struct build b = { 0 };
	struct read_result r;

	build_section(&b);
	build_interface(&b, 1, 0, NULL);
	build_packet(&b, 0, 5, 2000000, 2000001);
	build_packet(&b, 0, 6, 60, 60);
	read_build(&r, &b);
	assert_int_equal(r.packets, 2);
	assert_int_equal(r.kept[0].caplen, 262144);
	assert_int_equal(r.kept[0].wirelen, 2000001);
	assert_int_equal(r.kept[1].time, 6000);
	read_done(&r);
	build_free(&b);
}

static void impossible_block_lengths_end_the_file_at_that_byte(void **state)
{
	static const uint32_t lengths[] = {
		0, 4, 8, 13, 0x7ffffff0, 0xfffffffc, 16 * 1024 * 1024 + 4
	};

	for (unsigned i = 0; i < sizeof(lengths) / sizeof(lengths[0]); i++) {
		struct build b = { 0 };
		struct read_result r;

		build_section(&b);
		build_interface(&b, 1, 0, NULL);
		build_packet(&b, 0, 5, 60, 60);
		build_u32(&b, 6);
		build_u32(&b, lengths[i]);
		build_u64(&b, 0);
		read_build(&r, &b);
		assert_int_equal(r.packets, 1);
		assert_true(r.file.failed);
		assert_non_null(
		    strstr(r.file.error.text, "block at byte 140 has an impossible length"));
		read_done(&r);
		build_free(&b);
	}
}

static void a_bad_interface_costs_only_its_own_packets(void **state)
{
	struct build b = { 0 }, o = { 0 };
	struct read_result r;

	build_option(&o, 9, "\x7f", 1);
	build_section(&b);
	build_interface(&b, 1, 0, &o);
	build_interface(&b, 1, 0, NULL);
	build_packet(&b, 0, 5, 60, 60);
	build_packet(&b, 1, 6, 60, 60);
	build_packet(&b, 7, 6, 60, 60);
	read_build(&r, &b);
	assert_int_equal(r.packets, 1);
	assert_false(r.file.failed);
	assert_non_null(
	    strstr(r.file.note, "interface 0 has a time resolution out of range (if_tsresol 127)"));
	assert_non_null(
	    strstr(r.file.note, "2 packets of interfaces that cannot be used were dropped"));
	read_done(&r);
	build_free(&b);
	build_free(&o);
}

static void a_section_of_unknown_version_is_passed_over(void **state)
{
	struct build b = { 0 };
	struct read_result r;

	build_section(&b);
	b.data[12] = 9;
	build_packet(&b, 0, 5, 60, 60);
	read_build(&r, &b);
	assert_true(r.file.failed);
	assert_int_equal(r.file.error.code, RS_EUNSUPPORTED);
	read_done(&r);
	build_section(&b);
	build_interface(&b, 1, 0, NULL);
	build_packet(&b, 0, 5, 60, 60);
	read_build(&r, &b);
	assert_int_equal(r.packets, 1);
	assert_false(r.file.failed);
	assert_string_equal(r.file.note, "a section of unknown version 9.0 was passed over");
	read_done(&r);
	build_free(&b);
}

static void names_are_made_safe_for_a_terminal(void **state)
{
	struct build b = { 0 }, o = { 0 };
	struct read_result r;

	name_option(&o, 2, "a\x1b[2Jb\xff\xc3\xa9\xc2\x9b");
	build_section(&b);
	build_interface(&b, 1, 0, &o);
	read_build(&r, &b);
	assert_string_equal(r.point[0].name, "a?[2Jb?\xc3\xa9??");
	read_done(&r);
	build_free(&b);
	build_free(&o);
}

static void thousands_of_interfaces_of_one_name_are_told_apart(void **state)
{
	struct build b = { 0 };
	struct read_result r;

	build_section(&b);
	for (unsigned i = 0; i < 20000; i++)
		build_interface(&b, 1, 0, NULL);
	build_packet(&b, 19999, 5, 60, 60);
	read_build(&r, &b);
	assert_int_equal(r.point_count, 20000);
	assert_string_equal(r.point[19999].name, "memory#20000");
	assert_int_equal(r.kept[0].point, 19999);
	read_done(&r);
	build_free(&b);
}

static void a_cut_between_packets_of_a_file_is_found_inside_which_packet(void **state)
{
	struct build b = { 0 };
	size_t ends[4];

	build_section(&b);
	build_interface(&b, 1, 0, NULL);
	ends[0] = b.len;
	for (unsigned i = 1; i < 4; i++) {
		build_packet(&b, 0, i, 61, 61);
		ends[i] = b.len;
	}
	for (size_t len = ends[1]; len <= b.len; len++) {
		struct read_result r;
		unsigned whole = len >= ends[3] ? 3 : len >= ends[2] ? 2 : 1;
		bool cut = len != ends[whole];

		read_bytes(&r, b.data, len);
		assert_int_equal(r.packets, whole);
		assert_int_equal(r.file.truncated, cut);
		if (len > ends[whole] + 12) {
			char want[40];

			snprintf(want, sizeof(want), "ends inside packet %u", whole + 1);
			assert_string_equal(r.file.note, want);
		}
		read_done(&r);
	}
	build_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(both_byte_orders_read_the_same),
		cmocka_unit_test(interfaces_are_points_in_file_order_late_ones_included),
		cmocka_unit_test(a_new_section_forgets_the_interfaces_before),
		cmocka_unit_test(interfaces_of_sections_are_numbered_through),
		cmocka_unit_test(simple_packets_take_the_time_of_the_packet_before),
		cmocka_unit_test(drops_are_the_last_statistics_or_the_sum_of_packets),
		cmocka_unit_test(comments_and_blocks_not_known_are_passed_over),
		cmocka_unit_test(a_giant_packet_is_delivered_up_to_the_cap),
		cmocka_unit_test(impossible_block_lengths_end_the_file_at_that_byte),
		cmocka_unit_test(a_bad_interface_costs_only_its_own_packets),
		cmocka_unit_test(a_section_of_unknown_version_is_passed_over),
		cmocka_unit_test(names_are_made_safe_for_a_terminal),
		cmocka_unit_test(thousands_of_interfaces_of_one_name_are_told_apart),
		cmocka_unit_test(a_cut_between_packets_of_a_file_is_found_inside_which_packet),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
