/* SPDX-License-Identifier: BSD-2-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "app/links.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int read_text(const char *text, struct links **out, struct rs_err *err)
{
	char path[] = "/tmp/rs-links-XXXXXX";
	const int fd = mkstemp(path);
	int rc;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
	rc = links_read(path, out, err);
	unlink(path);
	return rc;
}

static void links_are_found_by_the_name_of_their_point(void **state)
{
	const struct report_point points[2] = {{.name = "other"}, {.name = "T1", .link_bps = 25}};
	const struct rs_link *found;
	struct rs_link link = {0};
	struct links *l;
	struct rs_err err;
	uint32_t n;

	assert_int_equal(read_text("point\tdev_a\tmac_a\tdev_b\tmac_b\n# note\n\nT1\th0\t02:00:00:00:00:01\tleaf0\t-\n"
				   "T9\th1\t-\tleaf0\t02-00-00-00-00-09\r\n", &l, &err), 0);
	assert_true(links_of_point(l, "T1", &link));
	assert_string_equal(link.dev_a, "h0");
	assert_string_equal(link.dev_b, "leaf0");
	assert_int_equal(link.mac_a[5], 1);
	assert_int_equal(link.mac_b[0], 0);
	assert_false(links_of_point(l, "T2", &link));
	assert_string_equal(links_unknown(l), "T1"); /* before anything was looked up */
	found = links_resolve(l, points, 2, &n);
	assert_int_equal(n, 1);
	assert_int_equal(found[0].point, 1);
	assert_int_equal(found[0].bps, 25);
	assert_null(links_unknown(l)); /* a table may be of the whole network */
	links_resolve(l, points, 1, &n);
	assert_int_equal(n, 0);
	assert_string_equal(links_unknown(l), "T1");
	links_free(l);
}

static void refused(const char *text, const char *words)
{
	struct links *l;
	struct rs_err err;

	assert_int_equal(read_text(text, &l, &err), -RS_EINVAL);
	assert_null(l);
	assert_non_null(strstr(err.text, words));
}

static void wrong_lines_are_refused_with_their_number(void **state)
{
	refused("T1\ta\t-\tb\n", "line 1: five columns are needed");
	refused("point\tdev_a\tmac_a\tdev_b\tmac_b\nT1\ta\t-\t\t-\n", "line 2: five columns are needed");
	refused("T1\ta\t-\tb\t-\tmore\n", "more than five columns");
	refused("T1\ta\t02:00\tb\t-\n", "not a MAC address");
	refused("T1\ta\t02:00:00:00:00:0g\tb\t-\n", "not a MAC address");
	refused("T1\ta\t02:00:00:00:00:011\tb\t-\n", "not a MAC address");
	refused("T1\ta\t-\ta\t-\n", "both ends are the same device");
}

static void a_missing_file_is_named(void **state)
{
	struct links *l;
	struct rs_err err;

	assert_int_equal(links_read("/nonexistent/links.tsv", &l, &err), -RS_ENOENT);
	assert_non_null(strstr(err.text, "/nonexistent/links.tsv: cannot read the table of links"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(links_are_found_by_the_name_of_their_point),
		cmocka_unit_test(wrong_lines_are_refused_with_their_number),
		cmocka_unit_test(a_missing_file_is_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
