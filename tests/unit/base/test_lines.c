/* SPDX-License-Identifier: BSD-2-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/lines.h"

static void memory_is_zero_and_begins_at_a_line(void **state)
{
	(void)state;
	for (size_t n = 1; n < 5000; n = n * 3 + 1) {
		void *mem;
		const uint8_t *p = lines_calloc(n, 3, &mem);

		assert_non_null(p);
		assert_int_equal((uintptr_t)p % LINE_BYTES, 0);
		for (size_t i = 0; i < 3 * n; i++)
			assert_int_equal(p[i], 0);
		lines_prefetch(p, 3 * n);
		free(mem);
	}
}

static void sizes_beyond_the_address_space_are_refused(void **state)
{
	void *mem = &mem;

	(void)state;
	assert_null(lines_calloc(SIZE_MAX, 2, &mem));
	assert_null(mem);
	assert_null(lines_calloc(SIZE_MAX, 1, &mem));
	assert_null(mem);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(memory_is_zero_and_begins_at_a_line),
		cmocka_unit_test(sizes_beyond_the_address_space_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
