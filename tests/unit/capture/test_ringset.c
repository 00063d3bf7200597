/* SPDX-License-Identifier: BSD-2-Clause */
#include "capture/ringset.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static void base_name_has_no_suffixes(void **state)
{
	static const char *const cases[][2] = {
		{ "/a/b/storm.pcapng", "storm" },
		{ "x.pcap.gz", "x" },
		{ "x.PCAP.zst", "x" },
		{ "ackloss-send.A.pcap.gz", "ackloss-send.A" },
		{ "trace.pcap12", "trace" },
		{ "host1", "host1" },
		{ "wireshark.cap", "wireshark" },
		{ ".pcap", ".pcap" },
		{ "-", "stdin" },
		{ "v2.2.dmp.gz", "v2.2" },
		{ "a.b/c", "c" },
		{ "x.lz4", "x" },
	};
	char out[64];

	for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		ringset_base(cases[i][0], out, sizeof(out));
		assert_string_equal(out, cases[i][1]);
	}
}

static void parts_that_count_or_tell_time_are_taken_out(void **state)
{
	static const struct {
		const char *path, *stem, *point;
		enum ringset_kind kind;
	} cases[] = {
		{ "d/x.pcap", "d/x.pcap", "x", RINGSET_PLAIN },
		{ "d/x.pcap1", "d/x.pcap", "x", RINGSET_SURE },
		{ "d/x.pcap00", "d/x.pcap", "x", RINGSET_SURE },
		{ "d/x.pcap17.gz", "d/x.pcap", "x", RINGSET_SURE },
		{ "x", "x", "x", RINGSET_PLAIN },
		{ "x1", "x", "x", RINGSET_WEAK },
		{ "x07", "x", "x", RINGSET_SURE },
		{ "host12.pcap", "host12.pcap", "host12", RINGSET_PLAIN },
		{ "d/base_00001_20240101120000.pcapng", "d/base*.pcapng", "base", RINGSET_SURE },
		{ "d/base_00012_20240101130000.pcapng.zst", "d/base*.pcapng", "base",
		  RINGSET_SURE },
		{ "leaf1-2024-01-31_23-59-59.pcap", "leaf1*.pcap", "leaf1", RINGSET_SURE },
		{ "leaf1.20240131T235959.pcap", "leaf1*.pcap", "leaf1", RINGSET_SURE },
		{ "t1700000000.pcap", "t*.pcap", "t", RINGSET_SURE },
		{ "20240101120000.pcap", "*.pcap", "", RINGSET_SURE },
		{ "run_12345678901234.pcap", "run_12345678901234.pcap", "run_12345678901234",
		  RINGSET_PLAIN },
		{ "20240101120000/x.pcap", "20240101120000/x.pcap", "x", RINGSET_PLAIN },
		{ "d/12", "d/12", "12", RINGSET_PLAIN },
	};
	char stem[100], point[100];

	for (unsigned i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		assert_int_equal(ringset_stem(cases[i].path, stem, sizeof(stem)), cases[i].kind);
		assert_string_equal(stem, cases[i].stem);
		ringset_point(stem, point, sizeof(point));
		assert_string_equal(point, cases[i].point);
	}
}

static void long_names_are_cut_to_the_buffer(void **state)
{
	char out[8];

	ringset_base("abcdefghijklmnop.pcap", out, sizeof(out));
	assert_string_equal(out, "abcdefg");
	ringset_stem("abcdefghijklmnop.pcap1", out, sizeof(out));
	assert_string_equal(out, "abcdefg");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(base_name_has_no_suffixes),
		cmocka_unit_test(parts_that_count_or_tell_time_are_taken_out),
		cmocka_unit_test(long_names_are_cut_to_the_buffer),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
