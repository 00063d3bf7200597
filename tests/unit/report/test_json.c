/* SPDX-License-Identifier: BSD-2-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "report/json.h"

/** A writer whose output is kept in text after done(). */
struct sheet {
	struct json j;
	FILE *out;
	char *text;
	size_t size;
};

static void begin(struct sheet *s, unsigned line_depth)
{
	memset(s, 0, sizeof(*s));
	s->out = open_memstream(&s->text, &s->size);
	assert_non_null(s->out);
	json_init(&s->j, s->out, line_depth);
}

/* Ends the value and compares; @good: json_finish must agree that the value is complete. */
static void expect(struct sheet *s, bool good, const char *want)
{
	assert_int_equal(json_finish(&s->j), good);
	fclose(s->out);
	assert_string_equal(s->text, want);
	free(s->text);
}

static void an_object_holds_its_members_in_order(void **state)
{
	struct sheet s;

	begin(&s, 0);
	json_object_begin(&s.j);
	json_key_int(&s.j, "b", -1);
	json_key_uint(&s.j, "a", UINT64_MAX);
	json_key_bool(&s.j, "t", true);
	json_key_bool(&s.j, "f", false);
	json_key_null(&s.j, "n");
	json_key_str(&s.j, "s", "x");
	json_key_str(&s.j, "z", NULL);
	json_object_end(&s.j);
	expect(&s, true,
	       "{\"b\":-1,\"a\":18446744073709551615,\"t\":true,\"f\":false,\"n\":null,\"s\":\"x\",\"z\":null}\n");
}

static void brackets_nest_and_stay_empty_when_nothing_is_in(void **state)
{
	struct sheet s;

	begin(&s, 0);
	json_array_begin(&s.j);
	json_array_begin(&s.j);
	json_array_end(&s.j);
	json_object_begin(&s.j);
	json_object_end(&s.j);
	json_int(&s.j, INT64_MIN);
	json_array_end(&s.j);
	expect(&s, true, "[[],{},-9223372036854775808]\n");
}

static void outer_levels_stand_on_lines_of_their_own(void **state)
{
	struct sheet s;

	begin(&s, 2);
	json_object_begin(&s.j);
	json_key(&s.j, "rows");
	json_array_begin(&s.j);
	for (int i = 0; i < 2; i++) {
		json_object_begin(&s.j);
		json_key_int(&s.j, "x", i);
		json_key_int(&s.j, "y", 7);
		json_object_end(&s.j);
	}
	json_array_end(&s.j);
	json_key(&s.j, "none");
	json_array_begin(&s.j);
	json_array_end(&s.j);
	json_object_end(&s.j);
	expect(&s, true,
	       "{\n \"rows\": [\n  { \"x\": 0, \"y\": 7 },\n  { \"x\": 1, \"y\": 7 }\n ],\n \"none\": []\n}\n");
}

static void control_characters_quotes_and_backslashes_are_escaped(void **state)
{
	struct sheet s;

	begin(&s, 0);
	json_str(&s.j, "a\"b\\c\n\t\r\b\f\x01\x1f\x7f/");
	expect(&s, true, "\"a\\\"b\\\\c\\n\\t\\r\\b\\f\\u0001\\u001f\\u007f/\"\n");
}

static void valid_utf8_passes_and_other_bytes_are_replaced(void **state)
{
	static const struct {
		const char *in, *want;
	} cases[] = {
		{ "\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80", "\"\xc3\xa9\xe2\x82\xac\xf0\x9f\x98\x80\"\n" },
		{ "\xff", "\"\xef\xbf\xbd\"\n" },
		{ "a\xc3", "\"a\xef\xbf\xbd\"\n" },				  /* cut sequence */
		{ "\xc0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\"\n" },		  /* overlong 0 */
		{ "\xe0\x80\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"\n" }, /* overlong */
		{ "\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"\n" }, /* surrogate */
		{ "\xf4\x90\x80\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\"\n" },
		{ "\xe2\x82z", "\"\xef\xbf\xbd\xef\xbf\xbdz\"\n" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct sheet s;

		begin(&s, 0);
		json_str(&s.j, cases[i].in);
		expect(&s, true, cases[i].want);
	}
}

static void decimals_have_no_exponent_and_no_zeros_at_the_end(void **state)
{
	static const struct {
		int64_t millionths;
		const char *want;
	} cases[] = {
		{ 970000, "0.97" }, { 1000000, "1" }, { 0, "0" }, { -1, "-0.000001" }, { 1500000, "1.5" },
		{ 123456789, "123.456789" }, { -2500000, "-2.5" },
		{ INT64_MAX, "9223372036854.775807" }, { INT64_MIN, "-9223372036854.775808" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char buf[32];

		assert_int_equal(json_decimal_text(cases[i].millionths, buf), strlen(cases[i].want));
		assert_string_equal(buf, cases[i].want);
	}
}

static void a_value_without_a_key_is_misuse(void **state)
{
	struct sheet s;

	begin(&s, 0);
	json_object_begin(&s.j);
	json_int(&s.j, 1);
	json_object_end(&s.j);
	expect(&s, false, "{\n");
}

static void a_key_without_a_value_is_misuse(void **state)
{
	struct sheet s;

	begin(&s, 0);
	json_object_begin(&s.j);
	json_key(&s.j, "a");
	json_object_end(&s.j);
	expect(&s, false, "{\"a\":\n");
}

static void a_key_in_an_array_is_misuse(void **state)
{
	struct sheet s;

	begin(&s, 0);
	json_array_begin(&s.j);
	json_key(&s.j, "a");
	expect(&s, false, "[\n");
}

static void brackets_of_different_kind_do_not_match(void **state)
{
	struct sheet s;

	begin(&s, 0);
	json_array_begin(&s.j);
	json_object_end(&s.j);
	expect(&s, false, "[\n");
}

static void an_open_bracket_is_no_complete_value(void **state)
{
	struct sheet s;

	begin(&s, 0);
	json_array_begin(&s.j);
	expect(&s, false, "[\n");
}

static void a_second_outermost_value_is_misuse(void **state)
{
	struct sheet s;

	begin(&s, 0);
	json_int(&s.j, 1);
	json_int(&s.j, 2);
	expect(&s, false, "1\n");
}

static void a_writer_is_ready_again_after_finish(void **state)
{
	struct sheet s;

	begin(&s, 0);
	json_int(&s.j, 1);
	assert_true(json_finish(&s.j));
	json_int(&s.j, 2);
	expect(&s, true, "1\n2\n");
}

static void depth_ends_at_the_limit(void **state)
{
	struct sheet s;

	begin(&s, 0);
	for (unsigned i = 0; i < JSON_DEPTH_MAX; i++)
		json_array_begin(&s.j);
	assert_false(s.j.bad);
	for (unsigned i = 0; i < JSON_DEPTH_MAX; i++)
		json_array_end(&s.j);
	expect(&s, true, "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]\n");

	begin(&s, 0);
	for (unsigned i = 0; i < JSON_DEPTH_MAX + 1; i++)
		json_array_begin(&s.j);
	assert_true(s.j.bad);
	expect(&s, false, "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_object_holds_its_members_in_order),
		cmocka_unit_test(brackets_nest_and_stay_empty_when_nothing_is_in),
		cmocka_unit_test(outer_levels_stand_on_lines_of_their_own),
		cmocka_unit_test(control_characters_quotes_and_backslashes_are_escaped),
		cmocka_unit_test(valid_utf8_passes_and_other_bytes_are_replaced),
		cmocka_unit_test(decimals_have_no_exponent_and_no_zeros_at_the_end),
		cmocka_unit_test(a_value_without_a_key_is_misuse),
		cmocka_unit_test(a_key_without_a_value_is_misuse),
		cmocka_unit_test(a_key_in_an_array_is_misuse),
		cmocka_unit_test(brackets_of_different_kind_do_not_match),
		cmocka_unit_test(an_open_bracket_is_no_complete_value),
		cmocka_unit_test(a_second_outermost_value_is_misuse),
		cmocka_unit_test(a_writer_is_ready_again_after_finish),
		cmocka_unit_test(depth_ends_at_the_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
