/* SPDX-License-Identifier: BSD-2-Clause */
#include "support.h"
#include <stdio.h>
#include <string.h>

static const uint32_t magics[] = { 0xa1b2c3d4, 0xa1b23c4d, 0xa1b2cd34, 0x1c0001ac, 0x1c0001ab };
static const rs_ns step_ns[] = { 1000, 1, 1000, 1, 1000 };

/* A file of @n packets of 60 bytes of 1000, one microsecond or nanosecond apart. */
static void make(struct build *b, unsigned kind, unsigned n)
{
	build_pcap(b, magics[kind], 96, 1);
	if (kind >= 3)
		build_u32(b, 0); /* size word of IXIA */
	for (unsigned i = 0; i < n; i++) {
		build_u32(b, 1700000000);
		build_u32(b, i);
		build_u32(b, 60);
		build_u32(b, 1000);
		if (kind == 2)
			build_u64(b, 0x0102030405060708);
		for (unsigned k = 0; k < 60; k++)
			build_bytes(b, &(uint8_t){ (uint8_t)i }, 1);
	}
}

static void every_magic_in_both_byte_orders_gives_the_same_packets(void **state)
{
	for (unsigned kind = 0; kind < 5; kind++) {
		for (unsigned big = 0; big < 2; big++) {
			struct build b = { .big = big };
			struct read_result r;

			make(&b, kind, 600);
			read_build(&r, &b);
			assert_int_equal(r.packets, 600);
			assert_string_equal(r.file.format, "pcap");
			assert_string_equal(r.file.note, "");
			for (unsigned i = 0; i < READ_KEEP; i++) {
				assert_int_equal(r.kept[i].time,
						 1700000000 * RS_NS_PER_S + i * step_ns[kind]);
				assert_int_equal(r.kept[i].caplen, 60);
				assert_int_equal(r.kept[i].wirelen, 1000);
				assert_int_equal(r.kept[i].point, 0);
			}
			assert_int_equal(r.file.bytes, 36000);
			assert_int_equal(r.file.wire_bytes, 600000);
			assert_int_equal(r.point[0].resolution_ns_x1000, step_ns[kind] * 1000);
			read_done(&r);
			build_free(&b);
		}
	}
}

static void a_file_cut_anywhere_gives_the_whole_packets_before(void **state)
{
	struct build b = { 0 };
	const size_t record = 16 + 60;

	make(&b, 1, 3);
	for (size_t len = 0; len <= b.len; len++) {
		struct read_result r;
		uint64_t whole = len < 24 ? 0 : (len - 24) / record;
		bool cut = len > 24 && (len - 24) % record;

		read_bytes(&r, b.data, len);
		assert_int_equal(r.packets, whole);
		assert_int_equal(r.file.failed, len < 24 || (cut && !whole));
		if (cut) {
			char want[40];

			snprintf(want, sizeof(want), "ends inside packet %u", (unsigned)whole + 1);
			assert_true(r.file.truncated);
			assert_non_null(strstr(whole ? r.file.note : r.file.error.text, want));
		}
		read_done(&r);
	}
	build_free(&b);
}

static void seconds_after_2038_are_positive(void **state)
{
	struct build b = { 0 };
	struct read_result r;

	build_pcap(&b, 0xa1b2c3d4, 0, 1);
	build_record(&b, 0xffffffff, 999999, 1, 1);
	read_build(&r, &b);
	assert_int_equal(r.kept[0].time, 4294967295 * RS_NS_PER_S + 999999000);
	assert_int_equal(r.point[0].snaplen, 0);
	read_done(&r);
	build_free(&b);
}

static void fraction_of_a_second_and_more_is_carried_and_told(void **state)
{
	struct build b = { 0 };
	struct read_result r;

	build_pcap(&b, 0xa1b23c4d, 0, 1);
	build_record(&b, 10, 1500000000, 1, 1);
	read_build(&r, &b);
	assert_int_equal(r.kept[0].time, 11500000000);
	assert_non_null(strstr(r.file.note, "1 time stamps have a fraction of a second or more"));
	read_done(&r);
	build_free(&b);
}

static void longer_than_the_snap_length_is_kept_and_told_once(void **state)
{
	struct build b = { 0 };
	struct read_result r;

	build_pcap(&b, 0xa1b2c3d4, 64, 1);
	for (unsigned i = 0; i < 5; i++)
		build_record(&b, 1, i, 60 + i * 2, 100);
	read_build(&r, &b);
	assert_int_equal(r.packets, 5);
	assert_int_equal(r.kept[4].caplen, 68);
	assert_string_equal(r.file.note, "packet 4 is longer than the snap length of the file");
	read_done(&r);
	build_free(&b);
}

static void a_giant_within_the_snap_length_is_delivered_up_to_the_cap(void **state)
{
	struct build b = { 0 };
	struct read_result r;

	build_pcap(&b, 0xa1b2c3d4, 1 << 20, 1);
	build_record(&b, 1, 0, 1000000, 1000000);
	build_record(&b, 2, 0, 60, 60);
	read_build(&r, &b);
	assert_int_equal(r.packets, 2);
	assert_int_equal(r.kept[0].caplen, 262144);
	assert_int_equal(r.kept[0].wirelen, 1000000);
	assert_int_equal(r.kept[1].caplen, 60);
	assert_false(r.file.failed);
	read_done(&r);
	build_free(&b);
}

static void an_impossible_length_ends_the_file_and_names_the_place(void **state)
{
	struct build b = { 0 };
	struct read_result r;

	build_pcap(&b, 0xa1b2c3d4, 65535, 1);
	build_record(&b, 1, 0, 60, 60);
	build_u32(&b, 2);
	build_u32(&b, 0);
	build_u32(&b, 262145);
	build_u32(&b, 262145);
	read_build(&r, &b);
	assert_int_equal(r.packets, 1);
	assert_true(r.file.failed);
	assert_int_equal(r.file.error.code, RS_EFORMAT);
	assert_non_null(
	    strstr(r.file.error.text, "memory: packet 2 at byte 100 claims 262145 captured bytes"));
	read_done(&r);
	build_free(&b);
}

/* Version fields lie at bytes 4 to 7. */
static void read_version(struct read_result *r, unsigned major, unsigned minor, uint32_t a,
			 uint32_t c)
{
	struct build b = { 0 };

	build_u32(&b, 0xa1b2c3d4);
	build_u16(&b, (uint16_t)major);
	build_u16(&b, (uint16_t)minor);
	build_u64(&b, 0);
	build_u32(&b, 65535);
	build_u32(&b, 1);
	build_u64(&b, 1);
	build_u32(&b, a);
	build_u32(&b, c);
	for (unsigned i = 0; i < 60; i++)
		build_bytes(&b, "x", 1);
	read_build(r, &b);
	build_free(&b);
}

static void old_versions_have_their_lengths_the_other_way_round(void **state)
{
	static const struct {
		unsigned major, minor;
		uint32_t first, second;
	} old[] = { { 2, 0, 62, 60 }, { 2, 2, 62, 60 }, { 543, 0, 62, 60 },
		    { 2, 3, 62, 60 }, { 2, 3, 60, 62 }, { 2, 4, 60, 62 } };

	for (unsigned i = 0; i < sizeof(old) / sizeof(old[0]); i++) {
		struct read_result r;

		read_version(&r, old[i].major, old[i].minor, old[i].first, old[i].second);
		assert_int_equal(r.packets, 1);
		assert_int_equal(r.kept[0].caplen, 60);
		assert_int_equal(r.kept[0].wirelen, 62);
		read_done(&r);
	}
}

static void unknown_versions_are_refused_by_number(void **state)
{
	struct read_result r;

	read_version(&r, 3, 0, 60, 60);
	assert_true(r.file.failed);
	assert_int_equal(r.file.error.code, RS_EUNSUPPORTED);
	assert_non_null(strstr(r.file.error.text, "is pcap of version 3.0"));
	read_done(&r);
	read_version(&r, 2, 5, 60, 60);
	assert_non_null(strstr(r.file.error.text, "is pcap of version 2.5"));
	read_done(&r);
}

static void reserved_bits_of_the_link_type_are_told(void **state)
{
	struct build b = { 0 };
	struct read_result r;

	build_pcap(&b, 0xa1b2c3d4, 65535, 0x00010001);
	read_build(&r, &b);
	assert_false(r.file.failed);
	assert_int_equal(r.point[0].linktype, 1);
	assert_string_equal(r.file.note, "reserved bits of its link type word 0x00010001 are set");
	read_done(&r);
	build_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_magic_in_both_byte_orders_gives_the_same_packets),
		cmocka_unit_test(a_file_cut_anywhere_gives_the_whole_packets_before),
		cmocka_unit_test(seconds_after_2038_are_positive),
		cmocka_unit_test(fraction_of_a_second_and_more_is_carried_and_told),
		cmocka_unit_test(longer_than_the_snap_length_is_kept_and_told_once),
		cmocka_unit_test(a_giant_within_the_snap_length_is_delivered_up_to_the_cap),
		cmocka_unit_test(an_impossible_length_ends_the_file_and_names_the_place),
		cmocka_unit_test(old_versions_have_their_lengths_the_other_way_round),
		cmocka_unit_test(unknown_versions_are_refused_by_number),
		cmocka_unit_test(reserved_bits_of_the_link_type_are_told),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
