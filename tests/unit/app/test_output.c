/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/output.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char dir[64], path[128];

static int enter(void **state)
{
	strcpy(dir, "/tmp/rs-output-XXXXXX");
	if (!mkdtemp(dir))
		return -1;
	snprintf(path, sizeof(path), "%s/result.txt", dir);
	return 0;
}

static int leave(void **state)
{
	unlink(path);
	return rmdir(dir); /* fails if a temporary file was left behind */
}

static void put(const char *text)
{
	FILE *f = fopen(path, "w");

	fputs(text, f);
	fclose(f);
}

static const char *content(void)
{
	static char buf[64];
	FILE *f = fopen(path, "r");
	size_t n;

	if (!f)
		return "(no file)";
	n = fread(buf, 1, sizeof(buf) - 1, f);
	buf[n] = 0;
	fclose(f);
	return buf;
}

static void old_file_stays_until_the_new_one_is_complete(void **state)
{
	struct output o;
	struct rs_err err;

	put("old");
	assert_int_equal(output_open(&o, path, &err), 0);
	fputs("new", o.file);
	fflush(o.file);
	assert_string_equal(content(), "old");
	assert_int_equal(output_commit(&o, &err), 0);
	assert_string_equal(content(), "new");
}

static void discarded_output_leaves_the_old_file(void **state)
{
	struct output o;
	struct rs_err err;

	put("old");
	assert_int_equal(output_open(&o, path, &err), 0);
	fputs("half", o.file);
	output_discard(&o);
	assert_string_equal(content(), "old");
}

static void new_file_is_readable_by_its_owner_alone(void **state)
{
	struct output o;
	struct rs_err err;
	struct stat st;

	assert_int_equal(output_open(&o, path, &err), 0);
	assert_int_equal(output_commit(&o, &err), 0);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0600);
}

static void full_disk_is_an_error_that_names_thing_reason_and_next_step(void **state)
{
	struct output o;
	struct rs_err err;

	assert_int_equal(output_open(&o, "/dev/full", &err), 0);
	fputs("text", o.file);
	assert_int_equal(output_commit(&o, &err), -RS_ENOSPC);
	assert_non_null(strstr(err.text, "/dev/full: cannot write: No space left"));
	assert_non_null(strstr(err.text, "free some space"));
}

static void missing_folder_is_refused_at_once(void **state)
{
	struct output o;
	struct rs_err err;

	assert_int_equal(output_open(&o, "/no/such/folder/x.json", &err), -RS_ENOENT);
	assert_non_null(strstr(err.text, "make the folder first"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(old_file_stays_until_the_new_one_is_complete, enter, leave),
		cmocka_unit_test_setup_teardown(discarded_output_leaves_the_old_file, enter, leave),
		cmocka_unit_test_setup_teardown(new_file_is_readable_by_its_owner_alone, enter, leave),
		cmocka_unit_test(full_disk_is_an_error_that_names_thing_reason_and_next_step),
		cmocka_unit_test(missing_folder_is_refused_at_once),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
