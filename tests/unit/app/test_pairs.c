/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/pairs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct rs_pair_hint *pairs;
static unsigned count;
static struct rs_err err;

static int read_text(const char *text)
{
	char path[] = "/tmp/rs-pairs-XXXXXX";
	const int fd = mkstemp(path);
	int rc;

	assert_true(fd >= 0);
	assert_int_equal(write(fd, text, strlen(text)), (ssize_t)strlen(text));
	close(fd);
	free(pairs);
	rc = pairs_read(path, &pairs, &count, &err);
	unlink(path);
	return rc;
}

static void rows_behind_the_header_are_pairs(void **state)
{
	assert_int_equal(read_text("requester\tqp\tresponder\tqp\n10.0.0.1\t161\t10.0.0.2\t177\n"
				   "fd00::1\t0x10\tfd00::2\t0x11\n"), 0);
	assert_int_equal(count, 2);
	assert_int_equal(pairs[0].requester.b[15], 1);
	assert_int_equal(pairs[0].requester_qp, 161);
	assert_int_equal(pairs[0].responder_qp, 177);
	assert_int_equal(pairs[1].responder_qp, 0x11);
}

static void comments_and_empty_lines_are_skipped(void **state)
{
	assert_int_equal(read_text("# made by hand\n\n10.0.0.1\t1\t10.0.0.2\t2\n"), 0);
	assert_int_equal(count, 1);
}

static void line_that_is_no_pair_is_refused_with_its_number(void **state)
{
	assert_int_equal(read_text("10.0.0.1\t1\t10.0.0.2\t2\n10.0.0.1\tx\t10.0.0.2\t2\n"), -RS_EINVAL);
	assert_non_null(strstr(err.text, "line 2: not a QP number"));
	assert_null(pairs);
	assert_int_equal(read_text("10.0.0.1\t1\t10.0.0.2\n"), -RS_EINVAL);
	assert_non_null(strstr(err.text, "line 1: four columns"));
	assert_int_equal(read_text("tor\t1\t10.0.0.2\t5\n"), -RS_EINVAL);
	assert_non_null(strstr(err.text, "not an IP address"));
}

static void qp_beyond_24_bits_is_refused(void **state)
{
	assert_int_equal(read_text("10.0.0.1\t0x1000000\t10.0.0.2\t2\n"), -RS_EINVAL);
}

static void missing_table_is_refused(void **state)
{
	assert_int_equal(pairs_read("/no/such/table", &pairs, &count, &err), -RS_ENOENT);
	assert_non_null(strstr(err.text, "/no/such/table: cannot read the table of QP pairs"));
}

static int leave(void **state)
{
	free(pairs);
	return 0;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rows_behind_the_header_are_pairs),
		cmocka_unit_test(comments_and_empty_lines_are_skipped),
		cmocka_unit_test(line_that_is_no_pair_is_refused_with_its_number),
		cmocka_unit_test(qp_beyond_24_bits_is_refused),
		cmocka_unit_test(missing_table_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, leave);
}
