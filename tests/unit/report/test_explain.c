/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/report.h"
#include "tests/unit/report/story.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The text of report_explain; the caller frees it. */
static char *explained(const char *code, unsigned width, int *rc, struct rs_err *err)
{
	const struct report_style style = { .width = width };
	char *text = NULL, *copy;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	*rc = report_explain(code, &style, out, err);
	fclose(out);
	copy = strdup(text); /* gcc 12 takes the stream's buffer for a local of this function */
	free(text);
	return copy;
}

static char *expect(const char *code, unsigned width)
{
	struct rs_err err = { 0 };
	int rc;
	char *text = explained(code, width, &rc, &err);

	if (rc)
		fail_msg("%s: %s", code ? code : "all codes", err.text);
	return text;
}

static void every_code_is_explained_in_all_its_parts(void **state)
{
	for (unsigned c = 0; c < RS_FIND_COUNT; c++) {
		const struct rs_finding_info *info = rs_finding_info(c);
		char *text = expect(info->code, 100);

		assert_int_equal(strncmp(text, info->code, strlen(info->code)), 0);
		story_has(text, "\nRULE     ");
		story_has(text, "\nLIMITS   ");
		if (info->next && info->next[0])
			story_has(text, "\nWHAT TO CHECK");
		if (info->counters && info->counters[0])
			story_has(text, "\nCOUNTERS TO COMPARE");
		free(text);
	}
}

static void explanations_end_within_the_width(void **state)
{
	static const unsigned widths[] = { 60, 80, 100, 200 };

	for (size_t w = 0; w < sizeof(widths) / sizeof(widths[0]); w++) {
		char *list = expect(NULL, widths[w]);

		assert_true(story_widest(list) <= widths[w]);
		free(list);
		for (unsigned c = 0; c < RS_FIND_COUNT; c++) {
			char *text = expect(rs_finding_info(c)->code, widths[w]);

			assert_true(story_widest(text) <= widths[w]);
			free(text);
		}
	}
}

static void codes_are_taken_in_upper_case_and_with_underscores(void **state)
{
	char *want = expect("gbn-nak", 100);
	static const char *const forms[] = { "GBN-NAK", "gbn_nak", "Gbn-Nak", "GBN_NAK" };

	for (size_t i = 0; i < sizeof(forms) / sizeof(forms[0]); i++) {
		char *text = expect(forms[i], 100);

		assert_string_equal(text, want);
		free(text);
	}
	free(want);
}

static void the_list_names_every_code_once(void **state)
{
	char *list = expect("list", 100), *same = expect(NULL, 100);

	assert_string_equal(list, same);
	for (unsigned c = 0; c < RS_FIND_COUNT; c++) {
		char head[80];
		const char *at;

		snprintf(head, sizeof(head), "\n   %s ", rs_finding_info(c)->code);
		story_has(list, head);
		at = strstr(list, head);
		assert_non_null(at);
		assert_null(strstr(at + 1, head));
	}
	free(list);
	free(same);
}

static void an_unknown_code_is_refused_with_the_nearest(void **state)
{
	struct rs_err err = { 0 };
	int rc;
	char *text = explained("gbn-nack", 100, &rc, &err);

	assert_int_equal(rc, -RS_ENOENT);
	assert_string_equal(err.text, "no finding code 'gbn-nack'; nearest: gbn-nak; all: explain list");
	assert_string_equal(text, "");
	free(text);
	text = explained("xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", 100, &rc, &err);
	assert_int_equal(rc, -RS_ENOENT);
	story_has(err.text, "all: explain list");
	free(text);
	text = explained("", 100, &rc, &err);
	assert_int_equal(rc, -RS_ENOENT);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_code_is_explained_in_all_its_parts),
		cmocka_unit_test(explanations_end_within_the_width),
		cmocka_unit_test(codes_are_taken_in_upper_case_and_with_underscores),
		cmocka_unit_test(the_list_names_every_code_once),
		cmocka_unit_test(an_unknown_code_is_refused_with_the_nearest),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
