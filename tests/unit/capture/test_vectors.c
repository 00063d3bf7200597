/* SPDX-License-Identifier: BSD-2-Clause */
/* Every file of the table reads as it should; cut at every byte it reads its beginning. */
#include "support.h"
#include "vectors.h"
#include <string.h>

static void check_verdict(const struct vector *v, const struct read_result *r)
{
	switch (v->verdict) {
	case VECTOR_OK:
		assert_false(r->file.failed);
		assert_false(r->file.truncated);
		break;
	case VECTOR_PARTIAL:
		assert_false(r->file.failed);
		assert_true(r->file.note[0] != 0);
		break;
	case VECTOR_TRUNCATED:
		assert_true(r->file.truncated);
		assert_non_null(strstr(r->file.note, "ends inside packet"));
		break;
	default:
		assert_true(r->file.failed);
		assert_non_null(strstr(r->file.error.text, "memory: "));
		break;
	}
}

static void every_file_of_the_table_reads_as_it_should(void **state)
{
	assert_true(vector_count >= 41);
	for (unsigned i = 0; i < vector_count; i++) {
		const struct vector *v = &vectors[i];
		struct build b = { 0 };
		struct read_result r;

		print_message("%s\n", v->name);
		build_hex(&b, v->hex);
		read_build(&r, &b);
		assert_int_equal(r.packets, v->packets);
		assert_int_equal(r.file.packets, v->packets);
		check_verdict(v, &r);
		if (v->time0)
			assert_int_equal(r.kept[0].time, v->time0);
		if (v->caplen0)
			assert_int_equal(r.kept[0].caplen, v->caplen0);
		if (v->wirelen0)
			assert_int_equal(r.kept[0].wirelen, v->wirelen0);
		read_done(&r);
		build_free(&b);
	}
}

static void every_file_cut_at_every_byte_gives_no_more_than_its_packets(void **state)
{
	for (unsigned i = 0; i < vector_count; i++) {
		struct build b = { 0 };
		uint64_t before = 0;

		build_hex(&b, vectors[i].hex);
		for (size_t len = 0; len < b.len; len++) {
			struct read_result r;

			read_bytes(&r, b.data, len);
			assert_true(r.packets <= vectors[i].packets);
			assert_true(r.packets >= before);
			before = r.packets;
			if (!r.packets && len < 24)
				assert_true(r.file.failed);
			read_done(&r);
		}
		build_free(&b);
	}
}

/* Any one byte wrong: no crash, no read outside, an end. */
static void every_file_with_any_byte_inverted_comes_to_an_end(void **state)
{
	for (unsigned i = 0; i < vector_count; i++) {
		struct build b = { 0 };

		build_hex(&b, vectors[i].hex);
		for (size_t at = 0; at < b.len; at++) {
			struct read_result r;

			b.data[at] ^= 0xff;
			read_build(&r, &b);
			b.data[at] ^= 0xff;
			assert_true(r.packets <= 2);
			read_done(&r);
		}
		build_free(&b);
	}
}

static const struct vector *find(const char *name)
{
	for (unsigned i = 0; i < vector_count; i++)
		if (!strcmp(vectors[i].name, name))
			return &vectors[i];
	fail_msg("no vector %s", name);
	return NULL;
}

static void read_vector(struct read_result *r, const char *name)
{
	struct build b = { 0 };

	build_hex(&b, find(name)->hex);
	read_build(r, &b);
	build_free(&b);
}

static void interface_name_speed_drops_and_fcs_come_from_options(void **state)
{
	struct read_result r;

	read_vector(&r, "pcapng_ns_opts");
	assert_int_equal(r.point_count, 1);
	assert_string_equal(r.point[0].name, "mon0");
	assert_int_equal(r.point[0].link_bps, 100000000000);
	assert_int_equal(r.point[0].resolution_ns_x1000, 1000);
	assert_true(r.point[0].drops_known);
	assert_int_equal(r.point[0].drops, 7);
	assert_int_equal(r.kept[0].flags, RS_PKT_HAS_FCS);
	read_done(&r);
}

static void link_type_word_of_pcap_tells_of_the_fcs(void **state)
{
	struct read_result r;

	read_vector(&r, "pcap_fcs4");
	assert_int_equal(r.kept[0].linktype, 1);
	assert_int_equal(r.kept[0].flags, RS_PKT_HAS_FCS);
	assert_string_equal(r.file.note, "");
	read_done(&r);
}

static void link_type_is_that_of_the_interface(void **state)
{
	struct read_result r;

	read_vector(&r, "pcapng_two_if");
	assert_int_equal(r.kept[0].linktype, 1);
	assert_int_equal(r.kept[0].point, 0);
	assert_int_equal(r.kept[1].linktype, 113);
	assert_int_equal(r.kept[1].point, 1);
	assert_string_equal(r.point[0].name, "memory");
	assert_string_equal(r.point[1].name, "memory#2");
	read_done(&r);
}

static void statistics_and_old_packets_tell_of_drops(void **state)
{
	struct read_result r;

	read_vector(&r, "pcapng_isb_nrb_dsb");
	assert_int_equal(r.point[0].drops, 9);
	assert_true(r.point[0].drops_known);
	read_done(&r);
	read_vector(&r, "pcapng_old_pb");
	assert_int_equal(r.point[0].drops, 3);
	read_done(&r);
	read_vector(&r, "pcapng_le_min");
	assert_false(r.point[0].drops_known);
	read_done(&r);
}

static void simple_packet_has_no_time_of_its_own(void **state)
{
	struct read_result r;

	read_vector(&r, "pcapng_spb");
	assert_int_equal(r.kept[0].flags, RS_PKT_NO_TIME);
	assert_int_equal(r.kept[0].time, 0);
	read_done(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_file_of_the_table_reads_as_it_should),
		cmocka_unit_test(every_file_cut_at_every_byte_gives_no_more_than_its_packets),
		cmocka_unit_test(every_file_with_any_byte_inverted_comes_to_an_end),
		cmocka_unit_test(interface_name_speed_drops_and_fcs_come_from_options),
		cmocka_unit_test(link_type_word_of_pcap_tells_of_the_fcs),
		cmocka_unit_test(link_type_is_that_of_the_interface),
		cmocka_unit_test(statistics_and_old_packets_tell_of_drops),
		cmocka_unit_test(simple_packet_has_no_time_of_its_own),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
