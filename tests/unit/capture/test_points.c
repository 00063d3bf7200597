/* SPDX-License-Identifier: BSD-2-Clause */
#include "support.h"
#include <string.h>

static int add(struct points *p, const char *name, unsigned group, unsigned id)
{
	return points_add(
	    p, &(struct points_desc){ .name = name, .group = group, .interface_id = id });
}

static void a_repeated_name_gets_a_number(void **state)
{
	struct points *p = points_create();
	const struct input_point *list;
	unsigned n;

	assert_int_equal(add(p, "eth0", 0, 0), 0);
	assert_int_equal(add(p, "eth0", 1, 0), 1);
	assert_int_equal(add(p, "eth0#3", 2, 0), 2);
	assert_int_equal(add(p, "eth0", 3, 0), 3);
	list = points_list(p, &n);
	assert_int_equal(n, 4);
	assert_string_equal(list[0].name, "eth0");
	assert_string_equal(list[1].name, "eth0#2");
	assert_string_equal(list[2].name, "eth0#3");
	assert_string_equal(list[3].name, "eth0#4");
	points_destroy(p);
}

static void files_of_one_group_share_the_point_of_an_interface(void **state)
{
	struct points *p = points_create();

	assert_int_equal(add(p, "eth0", 5, 0), 0);
	assert_int_equal(add(p, "eth1", 5, 1), 1);
	assert_int_equal(add(p, "eth0", 5, 0), 0);
	assert_int_equal(add(p, "eth1", 5, 1), 1);
	assert_int_equal(add(p, "eth9", 5, 1), 2); /* another name: another interface */
	assert_int_equal(add(p, "eth0", 6, 0), 3); /* another group */
	points_destroy(p);
}

static void long_names_keep_their_number(void **state)
{
	struct points *p = points_create();
	const struct input_point *list;
	char name[200];
	unsigned n;

	memset(name, 'a', sizeof(name) - 1);
	name[sizeof(name) - 1] = 0;
	add(p, name, 0, 0);
	add(p, name, 1, 0);
	list = points_list(p, &n);
	assert_int_equal(strlen(list[0].name), 79);
	assert_int_equal(strlen(list[1].name), 79);
	assert_string_equal(list[1].name + 77, "#2");
	assert_int_equal(add(p, name, 1, 0), 1);
	points_destroy(p);
}

static void the_list_ends_at_its_limit(void **state)
{
	struct points *p = points_create();

	for (unsigned i = 0; i < POINTS_MAX; i++)
		assert_int_equal(add(p, "x", i, 0), (int)i);
	assert_int_equal(add(p, "x", POINTS_MAX, 0), -1);
	assert_int_equal(add(p, "x", 77, 0), 77);
	points_destroy(p);
}

static void a_name_is_cut_between_characters(void **state)
{
	char out[6];

	points_clean_name(out, sizeof(out), (const uint8_t *)"abcd\xc3\xa9", 6);
	assert_string_equal(out, "abcd");
	points_clean_name(out, sizeof(out), (const uint8_t *)"abc\xc3\xa9", 5);
	assert_string_equal(out, "abc\xc3\xa9");
	points_clean_name(out, sizeof(out), (const uint8_t *)"a\0b", 3);
	assert_string_equal(out, "a");
	points_clean_name(out, sizeof(out), (const uint8_t *)"\xed\xa0\x80", 3);
	assert_string_equal(out, "???");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_repeated_name_gets_a_number),
		cmocka_unit_test(files_of_one_group_share_the_point_of_an_interface),
		cmocka_unit_test(long_names_keep_their_number),
		cmocka_unit_test(the_list_ends_at_its_limit),
		cmocka_unit_test(a_name_is_cut_between_characters),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
