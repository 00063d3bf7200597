/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/glyph.h"
#include "report/wrap.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Lines of @s joined by '|'. */
static void expect(const char *s, size_t columns, const char *want)
{
	char got[1024] = "";
	const char *line;
	size_t len;

	while ((line = wrap_next(&s, columns, &len))) {
		if (*got)
			strcat(got, "|");
		strncat(got, line, len);
	}
	assert_string_equal(got, want);
}

static void prose_breaks_at_blanks(void **state)
{
	expect("one two three", 7, "one two|three");
	expect("one two three", 8, "one two|three");
	expect("one two three", 3, "one|two|thr|ee");
	expect("  one  two ", 20, "one  two");
	expect("", 10, "");
	expect("   ", 10, "");
}

static void a_number_keeps_its_unit(void **state)
{
	expect("stalled 3.28 ms", 12, "stalled|3.28 ms");
	expect("carried 17.7 Gb/s, then", 14, "carried|17.7 Gb/s,|then");
	expect("carried 17 packets", 11, "carried 17|packets");
}

static void both_ends_of_an_arrow_stay_together(void **state)
{
	expect("on 10.1.0.3 > 10.1.0.4 now", 20, "on|10.1.0.3 > 10.1.0.4|now");
	expect("from 1.00 ms .. 2.00 ms on", 20, "from|1.00 ms .. 2.00 ms|on");
	expect("at qp 0x231", 6, "at|qp|0x231");
	expect("at qp 0x231", 9, "at|qp 0x231");
}

static void what_cannot_stay_together_breaks(void **state)
{
	expect("10.1.0.3 > 10.1.0.4", 10, "10.1.0.3 >|10.1.0.4");
	expect("abcdefghij", 4, "abcd|efgh|ij");
}

static void columns_count_characters_not_bytes(void **state)
{
	expect("\xc3\xa4\xc3\xb6\xc3\xbc \xc3\x9f", 5, "\xc3\xa4\xc3\xb6\xc3\xbc \xc3\x9f");
	expect("\xe6\xbc\xa2\xe5\xad\x97 x", 4, "\xe6\xbc\xa2\xe5\xad\x97|x");
	assert_int_equal(glyph_cells("\xe6\xbc\xa2\xe5\xad\x97", 6), 4);
	assert_int_equal(glyph_cells("e\xcc\x81", 3), 1);
}

static void lines_are_counted_as_they_are_broken(void **state)
{
	assert_int_equal(wrap_lines("one two three", 3, 100), 2);
	assert_int_equal(wrap_lines("one two three", 100, 3), 1);
	assert_int_equal(wrap_lines("", 10, 10), 0);
}

/* What glyph_put writes. */
static void expect_put(const char *s, bool utf8, const char *want)
{
	char *got;
	size_t size;
	FILE *out = open_memstream(&got, &size);

	glyph_put(out, s, strlen(s), utf8);
	fclose(out);
	assert_string_equal(got, want);
	free(got);
}

static void drawings_become_ascii_one_for_one(void **state)
{
	static const char heights[] = " ..:-=+*#";

	for (unsigned v = 0; v <= 8; v++) {
		const char want[2] = { heights[v], 0 };

		expect_put(glyph_block(v, 8), false, want);
	}
	expect_put(glyph_block(1, 1000000), false, ".");
	expect_put(glyph_severity(0), false, "X");
	expect_put(glyph_severity(1), false, "^");
	expect_put(glyph_severity(2), false, "*");
	expect_put(glyph_severity(3), false, "-");
	expect_put(GLYPH_RULE, true, GLYPH_RULE);
	expect_put(GLYPH_RULE, false, "-");
}

static void control_characters_and_broken_utf8_become_question_marks(void **state)
{
	expect_put("a\033[0mb\x7f\t", true, "a?[0mb??");
	expect_put("\xc3", true, "?");
	expect_put("\xc0\xaf", true, "??");
	expect_put("\xed\xa0\x80", true, "???");
	expect_put("\xf4\x90\x80\x80", true, "????");
	expect_put("\xc2\x9b", true, "??");
	expect_put("\xe6\xbc\xa2", false, "??");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(prose_breaks_at_blanks),
		cmocka_unit_test(a_number_keeps_its_unit),
		cmocka_unit_test(both_ends_of_an_arrow_stay_together),
		cmocka_unit_test(what_cannot_stay_together_breaks),
		cmocka_unit_test(columns_count_characters_not_bytes),
		cmocka_unit_test(lines_are_counted_as_they_are_broken),
		cmocka_unit_test(drawings_become_ascii_one_for_one),
		cmocka_unit_test(control_characters_and_broken_utf8_become_question_marks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
