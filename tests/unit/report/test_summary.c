/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The text report of hand-written analyses: expected texts at 100 columns (tests/golden),
 * and what must hold at every width and in both character sets. With
 * ROCESCOPE_GOLDEN_UPDATE set the expected texts are written anew.
 */
#include "report/page_text.h"
#include "report/summary.h"
#include "tests/unit/report/story.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const unsigned widths[] = { 60, 72, 80, 99, 100, 120, 200, 300 };
#define WIDTHS (sizeof(widths) / sizeof(widths[0]))

static char *golden_path(const char *name)
{
	const char *dir = getenv("ROCESCOPE_GOLDEN");
	char *path;

	assert_true(asprintf(&path, "%s/%s.txt", dir ? dir : "tests/golden", name) > 0);
	return path;
}

static void update_golden(const char *path, const char *text)
{
	FILE *f = fopen(path, "w");

	assert_non_null(f);
	fputs(text, f);
	assert_int_equal(fclose(f), 0);
}

/* The text must be that of the file, byte for byte. */
static void compare_golden(const char *name, const char *text)
{
	char *path = golden_path(name), *want = NULL;
	size_t size = 0;
	FILE *f;

	if (getenv("ROCESCOPE_GOLDEN_UPDATE"))
		update_golden(path, text);
	f = fopen(path, "r");
	if (!f)
		fail_msg("no expected text at %s", path);
	if (getdelim(&want, &size, 0, f) < 0)
		fail_msg("%s is empty", path);
	fclose(f);
	if (strcmp(want, text))
		fail_msg("%s\nexpected:\n%s\nwritten:\n%s", path, want, text);
	free(want);
	free(path);
}

static void expect_golden(enum story_kind kind, const char *name)
{
	struct story s;

	story_init(&s, kind);
	story_page(&s, &page_text_ops, 100, false, false);
	compare_golden(name, s.text);
	story_fini(&s);
}

static void a_storm_reads_as_expected(void **state)
{
	expect_golden(STORY_STORM, "summary_storm");
}

static void a_healthy_capture_reads_as_expected(void **state)
{
	expect_golden(STORY_HEALTHY, "summary_healthy");
}

static void an_inconclusive_capture_reads_as_expected(void **state)
{
	expect_golden(STORY_INCONCLUSIVE, "summary_inconclusive");
}

static void a_capture_of_pauses_alone_reads_as_expected(void **state)
{
	expect_golden(STORY_PFC, "summary_pfc");
}

static void a_capture_without_roce_reads_as_expected(void **state)
{
	expect_golden(STORY_NO_ROCE, "summary_no_roce");
}

static void an_input_without_packets_says_so(void **state)
{
	struct story s;

	story_init(&s, STORY_EMPTY);
	story_page(&s, &page_text_ops, 100, false, false);
	story_has(s.text, "rocescope 0.1.0   storm.pcapng   0 packets   0 B on wire\n");
	story_has(s.text, "VERDICT  ? INCONCLUSIVE  the input has no packet; nothing was judged.\n");
	assert_null(strstr(s.text, "TRUST"));
	assert_null(strstr(s.text, "next"));
	story_fini(&s);
}

static void every_line_ends_within_every_width(void **state)
{
	for (int kind = 0; kind < STORY_KINDS; kind++)
		for (size_t w = 0; w < WIDTHS; w++)
			for (int utf8 = 0; utf8 < 2; utf8++) {
				struct story s;

				story_init(&s, kind);
				story_page(&s, &page_text_ops, widths[w], utf8, false);
				if (story_widest(s.text) > widths[w])
					fail_msg("story %d, width %u: a line has %zu columns\n%s", kind, widths[w],
						 story_widest(s.text), s.text);
				story_fini(&s);
			}
}

static void no_line_ends_with_a_blank(void **state)
{
	for (int kind = 0; kind < STORY_KINDS; kind++)
		for (size_t w = 0; w < WIDTHS; w++) {
			struct story s;

			story_init(&s, kind);
			story_page(&s, &page_text_ops, widths[w], false, false);
			if (strstr(s.text, " \n"))
				fail_msg("story %d, width %u\n%s", kind, widths[w], s.text);
			story_fini(&s);
		}
}

static void ascii_has_the_lines_of_utf8_and_no_byte_above(void **state)
{
	for (int kind = 0; kind < STORY_KINDS; kind++)
		for (size_t w = 0; w < WIDTHS; w++) {
			struct story a, u;

			story_init(&a, kind);
			story_init(&u, kind);
			story_page(&a, &page_text_ops, widths[w], false, false);
			story_page(&u, &page_text_ops, widths[w], true, false);
			assert_int_equal(story_lines(a.text), story_lines(u.text));
			for (const char *p = a.text; *p; p++)
				if ((unsigned char)*p >= 0x7f || ((unsigned char)*p < ' ' && *p != '\n'))
					fail_msg("story %d, width %u: byte 0x%02x", kind, widths[w], (unsigned char)*p);
			assert_null(strchr(u.text, '\033'));
			story_fini(&a);
			story_fini(&u);
		}
}

/* Without its colours a coloured text is the plain one. */
static void colour_adds_nothing_but_escape_sequences(void **state)
{
	for (int kind = 0; kind < STORY_KINDS; kind++) {
		struct story plain, colored;
		char *out;

		story_init(&plain, kind);
		story_init(&colored, kind);
		story_page(&plain, &page_text_ops, 100, true, false);
		story_page(&colored, &page_text_ops, 100, true, true);
		assert_non_null(strchr(colored.text, '\033'));
		out = colored.text;
		for (const char *p = colored.text; *p;) {
			if (*p == '\033')
				p += strcspn(p, "m") + 1;
			else
				*out++ = *p++;
		}
		*out = 0;
		assert_string_equal(colored.text, plain.text);
		story_fini(&plain);
		story_fini(&colored);
	}
}

/* Number of the line that contains @part, from 1. */
static unsigned line_of(const char *text, const char *part)
{
	const char *at = strstr(text, part);
	unsigned n = 1;

	assert_non_null(at);
	for (const char *p = text; p < at; p++)
		n += *p == '\n';
	return n;
}

static void the_verdict_stands_in_the_first_three_lines(void **state)
{
	for (int kind = 0; kind < STORY_EMPTY; kind++)
		for (size_t w = 0; w < WIDTHS; w++) {
			struct story s;

			story_init(&s, kind);
			story_page(&s, &page_text_ops, widths[w], true, false);
			assert_true(line_of(s.text, "VERDICT") <= 3);
			story_fini(&s);
		}
}

static void title_to_five_findings_fit_a_screen(void **state)
{
	struct story s;

	story_init(&s, STORY_STORM);
	story_page(&s, &page_text_ops, 100, true, false);
	assert_true(line_of(s.text, "\nFLOWS") <= 25);
	assert_non_null(strstr(s.text, " 5 "));
	story_fini(&s);
}

static void addresses_and_qps_are_never_cut(void **state)
{
	for (size_t w = 0; w < WIDTHS; w++) {
		struct story s;

		story_init(&s, STORY_CROWD);
		story_page(&s, &page_text_ops, widths[w], false, false);
		story_has(s.text, " 2001:db8:aaaa:bbbb:cccc:dddd:eeee:ff01");
		story_has(s.text, "> 2001:db8:aaaa:bbbb:cccc:dddd:eeee:ff02  0xfffff0");
		story_has(s.text, "0xfffff0-0xfffffb");
		story_has(s.text, "1,000,000");
		story_has(s.text, "1,234,567,890,123 packets");
		story_fini(&s);
	}
}

static void more_than_ten_findings_end_in_one_line(void **state)
{
	struct story s;

	story_init(&s, STORY_CROWD);
	story_page(&s, &page_text_ops, 100, false, false);
	story_has(s.text, "FINDINGS  3 critical  17 warning  5 info ");
	story_has(s.text, "\n10 ^ WARNING   gbn-nak");
	assert_null(strstr(s.text, "\n11 ^ WARNING"));
	story_has(s.text, "   22 more: gbn-nak x10, cap-loss x5, 7 not kept (all: --json)\n");
	s.report.style.top = 0;
	story_page(&s, &page_text_ops, 100, false, false);
	story_has(s.text, "\n25 - INFO      cap-loss");
	story_fini(&s);
}

static void limits_of_the_capture_fold_before_findings(void **state)
{
	struct story s;

	story_init(&s, STORY_CROWD);
	s.verdict.findings = s.findings + 16;
	s.verdict.finding_count = 9;
	s.verdict.findings_dropped = 0;
	story_page(&s, &page_text_ops, 100, false, false);
	story_has(s.text, "\n 5 - INFO      cap-loss");
	assert_null(strstr(s.text, "\n 6 - INFO"));
	story_has(s.text, "   4 more: cap-loss x4 (all: --json)\n");
	story_fini(&s);
}

static void names_from_outside_cannot_control_the_terminal(void **state)
{
	struct story s;

	story_init(&s, STORY_CROWD);
	story_page(&s, &page_text_ops, 100, true, false);
	story_has(s.text, "gro\xc3\x9f?[31m|` x.pcap and 1 more");
	story_page(&s, &page_text_ops, 100, false, false);
	story_has(s.text, "gro??[31m|` x.pcap and 1 more");
	/* An odd name is not offered for copying into a shell. */
	story_has(s.text, "rocescope events FILE...");
	story_fini(&s);
}

static void a_long_file_name_keeps_its_end(void **state)
{
	struct story s;

	story_init(&s, STORY_HEALTHY);
	s.files[0].name = "/x/a-very-long-name-that-says-where-and-when-this-capture-was-taken-20251130.pcapng";
	story_page(&s, &page_text_ops, 60, false, false);
	story_has(s.text, "rocescope 0.1.0   ..-taken-20251130.pcapng   336,000 packets\n");
	assert_int_equal(line_of(s.text, "VERDICT"), 3);
	story_fini(&s);
}

static void what_was_not_read_stands_in_trust(void **state)
{
	struct story s;

	story_init(&s, STORY_CROWD);
	story_page(&s, &page_text_ops, 300, false, false);
	story_has(s.text, "TRUST    limited: Partial: stopped by SIGINT at 38 %. 1 of 2 files ends inside a packet. "
			  "Not read: second.pcapng (unknown format).");
	story_fini(&s);
}

static void a_healthy_verdict_never_denies_what_was_counted(void **state)
{
	struct story s;

	story_init(&s, STORY_HEALTHY);
	s.lanes[3].resent = 2;
	s.lanes[3].naks = 1;
	s.lanes[4].cap_missing = 5;
	story_page(&s, &page_text_ops, 200, false, false);
	story_has(s.text, "1 NAK, 2 resends, no timeout, 5 capture gaps, CE 0 %");
	story_fini(&s);
}

static void quiet_leaves_out_the_hints(void **state)
{
	struct story s;

	story_init(&s, STORY_STORM);
	s.report.style.quiet = true;
	story_page(&s, &page_text_ops, 100, false, false);
	assert_null(strstr(s.text, "next   "));
	assert_null(strstr(s.text, "all: rocescope flows"));
	story_fini(&s);
}

static void top_cuts_rows_and_says_what_the_others_are(void **state)
{
	struct story s;

	story_init(&s, STORY_STORM);
	s.report.style.top = 2;
	story_page(&s, &page_text_ops, 100, false, false);
	story_has(s.text, "FLOWS  5 of 32 with trouble, worst first");
	story_has(s.text, "\n 2  10.1.0.3");
	assert_null(strstr(s.text, "\n 3  10.1.0"));
	story_has(s.text, "30 others: 4.36 Gb/s .. 8.21 Gb/s, 3 with retransmission");
	story_fini(&s);
}

static void sort_orders_all_lanes_by_a_field(void **state)
{
	struct story s;

	story_init(&s, STORY_STORM);
	s.report.style.sort = "-rnr";
	story_page(&s, &page_text_ops, 100, false, false);
	story_has(s.text, "sorted by -rnr");
	story_has(s.text, "\n 1  10.1.0.6");
	s.report.style.sort = "qp";
	story_page(&s, &page_text_ops, 100, false, false);
	story_has(s.text, "> 10.1.0.4     0x000230  4.34   0.91   10    0    1  4.17  122  32.0 us  3.28 ms\n 2 ");
	s.report.style.sort = "-dst";
	story_page(&s, &page_text_ops, 100, false, false);
	story_has(s.text, "\n 1  10.1.0.16  > 10.1.0.17 ");
	story_fini(&s);
}

static void every_sort_field_is_taken(void **state)
{
	static const char *const fields[] = { "src", "dst", "qp", "gbps", "pkts", "retx", "retx%", "nak", "rnr",
					      "timeout", "ce", "ce%", "cnp", "ack50", "ack99", "stall", "first", "last" };
	struct story s;

	story_init(&s, STORY_STORM);
	for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
		s.report.style.sort = fields[i];
		story_page(&s, &page_text_ops, 100, false, false);
	}
	story_fini(&s);
}

static void an_unknown_sort_field_is_refused_and_nothing_written(void **state)
{
	struct story s;
	struct rs_err err = { 0 };
	struct page p = { .ops = &page_text_ops, .width = 100 };

	story_init(&s, STORY_STORM);
	s.report.style.sort = "-stal";
	p.out = open_memstream(&s.text, &s.size);
	assert_int_equal(summary_write(&s.report, &p, &err), -RS_EINVAL);
	assert_string_equal(err.text, "no such field 'stal'; nearest: stall");
	fclose(p.out);
	assert_int_equal(s.size, 0);
	story_fini(&s);
}

static void absolute_times_are_the_time_of_day(void **state)
{
	struct story s;

	story_init(&s, STORY_STORM);
	s.report.style.time = REPORT_TIME_ABS;
	story_page(&s, &page_text_ops, 120, false, false);
	story_has(s.text, "10:53:20.026093Z .. 10:53:20.039029Z");
	story_fini(&s);
}

static void frames_of_several_files_name_the_file(void **state)
{
	struct story s;

	story_init(&s, STORY_STORM);
	s.files[1].name = "b.pcap";
	s.report.file_count = 2;
	s.findings[0].evidence[0].frames[0] = rs_frame_make(1, 77);
	story_page(&s, &page_text_ops, 100, false, false);
	story_has(s.text, "(#2:77 #1:201110)");
	story_fini(&s);
}

static void a_value_above_zero_never_draws_as_blank(void **state)
{
	struct story s;

	story_init(&s, STORY_STORM);
	story_page(&s, &page_text_ops, 100, false, false);
	story_has(s.text, "  on a log scale     46.4 us |");
	assert_null(strstr(s.text, "|                |"));
	story_fini(&s);
}

static void a_sender_without_any_valid_icrc_has_one_line(void **state)
{
	struct story s;

	(void)state;
	story_init(&s, STORY_HEALTHY);
	s.snap.totals.icrc_bad = s.flows[0].packets;
	s.flows[0].icrc_bad = s.flows[0].packets;
	for (uint32_t i = 1; i < s.snap.flow_count; i++)
		if (!memcmp(&s.flows[i].src, &s.flows[0].src, sizeof(s.flows[0].src)))
			s.flows[i].icrc_bad = s.flows[i].packets;
	story_page(&s, &page_text_ops, 200, false, false);
	story_has(s.text, ": no valid ICRC on any packet (");
	assert_ptr_equal(strstr(strstr(s.text, "no valid ICRC") + 1, "no valid ICRC"), NULL);

	s.flows[0].icrc_bad--; /* one good packet, and it is about damage */
	story_page(&s, &page_text_ops, 200, false, false);
	assert_null(strstr(s.text, "no valid ICRC"));
	story_fini(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_storm_reads_as_expected),
		cmocka_unit_test(a_healthy_capture_reads_as_expected),
		cmocka_unit_test(an_inconclusive_capture_reads_as_expected),
		cmocka_unit_test(a_capture_of_pauses_alone_reads_as_expected),
		cmocka_unit_test(a_capture_without_roce_reads_as_expected),
		cmocka_unit_test(an_input_without_packets_says_so),
		cmocka_unit_test(a_sender_without_any_valid_icrc_has_one_line),
		cmocka_unit_test(every_line_ends_within_every_width),
		cmocka_unit_test(no_line_ends_with_a_blank),
		cmocka_unit_test(ascii_has_the_lines_of_utf8_and_no_byte_above),
		cmocka_unit_test(colour_adds_nothing_but_escape_sequences),
		cmocka_unit_test(the_verdict_stands_in_the_first_three_lines),
		cmocka_unit_test(title_to_five_findings_fit_a_screen),
		cmocka_unit_test(addresses_and_qps_are_never_cut),
		cmocka_unit_test(more_than_ten_findings_end_in_one_line),
		cmocka_unit_test(limits_of_the_capture_fold_before_findings),
		cmocka_unit_test(names_from_outside_cannot_control_the_terminal),
		cmocka_unit_test(a_long_file_name_keeps_its_end),
		cmocka_unit_test(what_was_not_read_stands_in_trust),
		cmocka_unit_test(a_healthy_verdict_never_denies_what_was_counted),
		cmocka_unit_test(quiet_leaves_out_the_hints),
		cmocka_unit_test(top_cuts_rows_and_says_what_the_others_are),
		cmocka_unit_test(sort_orders_all_lanes_by_a_field),
		cmocka_unit_test(every_sort_field_is_taken),
		cmocka_unit_test(an_unknown_sort_field_is_refused_and_nothing_written),
		cmocka_unit_test(absolute_times_are_the_time_of_day),
		cmocka_unit_test(frames_of_several_files_name_the_file),
		cmocka_unit_test(a_value_above_zero_never_draws_as_blank),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
