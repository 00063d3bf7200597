/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/commands.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

static void command_is_found_by_its_exact_name(void **state)
{
	assert_non_null(command_by_name("report"));
	assert_ptr_equal(command_by_name("packets")->run, cmd_packets);
}

static void abbreviated_command_is_not_found(void **state)
{
	assert_null(command_by_name("rep"));
	assert_null(command_by_name(""));
	assert_null(command_by_name("Report"));
}

static void every_option_belongs_to_a_command(void **state)
{
	for (int i = 0; i < OPT_COUNT; i++) {
		unsigned on = 0;

		for (unsigned c = 0; c < COMMAND_COUNT; c++)
			on |= command_list[c].on & option_list[i].on;
		assert_true(on);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(command_is_found_by_its_exact_name),
		cmocka_unit_test(abbreviated_command_is_not_found),
		cmocka_unit_test(every_option_belongs_to_a_command),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
