/* SPDX-License-Identifier: BSD-2-Clause */
#include "query/field.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const char *const names[] = { "src", "dst", "qp", "retx", "retx%", "stall" };
#define NAMES (sizeof(names) / sizeof(names[0]))

static void a_name_is_found_in_either_case(void **state)
{
	struct rs_err err = { 0 };

	assert_int_equal(field_find("src", names, NAMES, &err), 0);
	assert_int_equal(field_find("RETX%", names, NAMES, &err), 4);
	assert_int_equal(field_find("stall", names, NAMES, NULL), 5);
	assert_int_equal(err.code, RS_OK);
}

static void an_unknown_name_is_refused_with_the_nearest(void **state)
{
	struct rs_err err = { 0 };

	assert_int_equal(field_find("stal", names, NAMES, &err), -RS_EINVAL);
	assert_string_equal(err.text, "no such field 'stal'; nearest: stall");
	assert_int_equal(field_find("stal", names, NAMES, NULL), -RS_EINVAL);
}

static void a_name_like_no_other_is_refused_with_the_list(void **state)
{
	struct rs_err err = { 0 };

	assert_int_equal(field_find("zzzzzzzzzz", names, NAMES, &err), -RS_EINVAL);
	assert_string_equal(err.text, "no such field 'zzzzzzzzzz'; fields: src dst qp retx retx% stall");
}

static void a_list_keeps_its_order_and_its_signs(void **state)
{
	struct field_ref refs[4];
	struct field_list list = { .refs = refs, .max = 4 };

	assert_int_equal(field_list_parse("dst, -retx ,src", names, NAMES, &list, NULL), 0);
	assert_int_equal(list.count, 3);
	assert_int_equal(refs[0].index, 1);
	assert_false(refs[0].descending);
	assert_int_equal(refs[1].index, 3);
	assert_true(refs[1].descending);
	assert_int_equal(refs[2].index, 0);
}

static void an_empty_name_in_a_list_is_refused_with_its_position(void **state)
{
	static const struct {
		const char *text;
		const char *position;
	} bad[] = { { "", "position 1" }, { "src,,qp", "position 5" }, { "src,", "position 5" }, { "-", "position 1" } };
	struct field_ref refs[4];

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct field_list list = { .refs = refs, .max = 4 };
		struct rs_err err = { 0 };

		assert_int_equal(field_list_parse(bad[i].text, names, NAMES, &list, &err), -RS_EINVAL);
		assert_non_null(strstr(err.text, bad[i].position));
		assert_non_null(strstr(err.text, "example: src"));
	}
}

static void a_list_with_an_unknown_name_is_refused(void **state)
{
	struct field_ref refs[4];
	struct field_list list = { .refs = refs, .max = 4 };
	struct rs_err err = { 0 };

	assert_int_equal(field_list_parse("src,-dstt", names, NAMES, &list, &err), -RS_EINVAL);
	assert_string_equal(err.text, "no such field 'dstt'; nearest: dst");
}

static void a_list_longer_than_its_room_is_refused(void **state)
{
	struct field_ref refs[2];
	struct field_list list = { .refs = refs, .max = 2 };
	struct rs_err err = { 0 };

	assert_int_equal(field_list_parse("src,dst,qp", names, NAMES, &list, &err), -RS_ELIMIT);
	assert_non_null(strstr(err.text, "at most 2 names here"));
}

static void a_very_long_name_is_refused_without_harm(void **state)
{
	char word[400];
	struct field_ref ref;
	struct field_list list = { .refs = &ref, .max = 1 };
	struct rs_err err = { 0 };

	memset(word, 'x', sizeof(word) - 1);
	word[sizeof(word) - 1] = 0;
	assert_int_equal(field_list_parse(word, names, NAMES, &list, &err), -RS_EINVAL);
	assert_true(strlen(err.text) < 300);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_name_is_found_in_either_case),
		cmocka_unit_test(an_unknown_name_is_refused_with_the_nearest),
		cmocka_unit_test(a_name_like_no_other_is_refused_with_the_list),
		cmocka_unit_test(a_list_keeps_its_order_and_its_signs),
		cmocka_unit_test(an_empty_name_in_a_list_is_refused_with_its_position),
		cmocka_unit_test(a_list_with_an_unknown_name_is_refused),
		cmocka_unit_test(a_list_longer_than_its_room_is_refused),
		cmocka_unit_test(a_very_long_name_is_refused_without_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
