/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/report.h"
#include "tests/unit/report/story.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void formats_are_known_by_name(void **state)
{
	assert_int_equal(report_format_by_name("text"), REPORT_TEXT);
	assert_int_equal(report_format_by_name("json"), REPORT_JSON);
	assert_int_equal(report_format_by_name("NDJSON"), REPORT_NDJSON);
	assert_int_equal(report_format_by_name("csv"), REPORT_CSV);
	assert_int_equal(report_format_by_name("md"), REPORT_MD);
	assert_int_equal(report_format_by_name("html"), -1);
	assert_int_equal(report_format_by_name(""), -1);
	assert_string_equal(report_format_name(REPORT_NDJSON), "ndjson");
	assert_string_equal(report_format_name((enum report_format)99), "unknown");
}

static void formats_are_known_by_the_end_of_a_file_name(void **state)
{
	assert_int_equal(report_format_by_suffix("a/b/x.json"), REPORT_JSON);
	assert_int_equal(report_format_by_suffix("x.tar.MD"), REPORT_MD);
	assert_int_equal(report_format_by_suffix("x.txt"), REPORT_TEXT);
	assert_int_equal(report_format_by_suffix("x.ndjson"), REPORT_NDJSON);
	assert_int_equal(report_format_by_suffix("a.json/x"), -1);
	assert_int_equal(report_format_by_suffix("x"), -1);
	assert_int_equal(report_format_by_suffix(""), -1);
	assert_int_equal(report_format_by_suffix("x.html"), -1);
}

/* The report of a story through the public function; 0 or the error. */
static int written(struct story *s, enum report_format format, struct rs_err *err)
{
	FILE *out;
	int rc;

	free(s->text);
	out = open_memstream(&s->text, &s->size);
	assert_non_null(out);
	rc = report_write(&s->report, format, out, err);
	fclose(out);
	return rc;
}

static void each_format_begins_as_it_must(void **state)
{
	static const struct {
		enum report_format format;
		const char *begin;
	} want[] = {
		{ REPORT_TEXT, "rocescope 0.1.0   storm.pcapng   321,082 packets" },
		{ REPORT_MD, "# rocescope 0.1.0\n" },
		{ REPORT_JSON, "{" },
		{ REPORT_NDJSON, "{" },
		{ REPORT_CSV, "id," },
	};
	struct story s;

	story_init(&s, STORY_STORM);
	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		struct rs_err err = { 0 };

		assert_int_equal(written(&s, want[i].format, &err), 0);
		if (strncmp(s.text, want[i].begin, strlen(want[i].begin)))
			fail_msg("format %s begins with %.60s", report_format_name(want[i].format), s.text);
	}
	story_fini(&s);
}

static void an_unknown_format_is_refused(void **state)
{
	struct rs_err err = { 0 };
	struct story s;

	story_init(&s, STORY_STORM);
	assert_int_equal(written(&s, (enum report_format)99, &err), -RS_EINVAL);
	story_has(err.text, "one of text, json, ndjson, csv, md");
	story_fini(&s);
}

static void an_unknown_sort_field_is_refused_by_text(void **state)
{
	struct rs_err err = { 0 };
	struct story s;

	story_init(&s, STORY_STORM);
	s.report.style.sort = "nac";
	assert_int_equal(written(&s, REPORT_TEXT, &err), -RS_EINVAL);
	assert_string_equal(err.text, "no such field 'nac'; nearest: nak");
	assert_int_equal(s.size, 0);
	story_fini(&s);
}

static void widths_out_of_range_are_brought_into_it(void **state)
{
	struct rs_err err = { 0 };
	struct story s;

	story_init(&s, STORY_STORM);
	s.report.style.width = 0;
	assert_int_equal(written(&s, REPORT_TEXT, &err), 0);
	assert_true(story_widest(s.text) <= 60);
	s.report.style.width = 100000;
	assert_int_equal(written(&s, REPORT_TEXT, &err), 0);
	assert_true(story_widest(s.text) <= 300);
	story_fini(&s);
}

static void a_table_of_flows_is_written(void **state)
{
	struct rs_err err = { 0 };
	struct story s;
	FILE *out;

	story_init(&s, STORY_STORM);
	out = open_memstream(&s.text, &s.size);
	assert_int_equal(report_table_write(&s.report, REPORT_TABLE_FLOWS, REPORT_CSV, out, &err), 0);
	fclose(out);
	assert_int_equal(story_lines(s.text), 1 + s.snap.flow_count);
	story_fini(&s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(formats_are_known_by_name),
		cmocka_unit_test(formats_are_known_by_the_end_of_a_file_name),
		cmocka_unit_test(each_format_begins_as_it_must),
		cmocka_unit_test(an_unknown_format_is_refused),
		cmocka_unit_test(an_unknown_sort_field_is_refused_by_text),
		cmocka_unit_test(widths_out_of_range_are_brought_into_it),
		cmocka_unit_test(a_table_of_flows_is_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
