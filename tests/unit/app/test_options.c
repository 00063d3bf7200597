/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/options.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <string.h>

static struct options o;
static struct rs_err err;

static int parse(unsigned on, const char *words)
{
	static char buf[512];
	static char *argv[32];
	int argc = 0;

	options_free(&o);
	memset(&err, 0, sizeof(err));
	snprintf(buf, sizeof(buf), "%s", words);
	for (char *w = strtok(buf, " "); w; w = strtok(NULL, " "))
		argv[argc++] = w;
	return options_parse(&o, on, "report", argc, argv, &err);
}

static void options_may_follow_operands(void **state)
{
	assert_int_equal(parse(ON_REPORT, "a.pcap --json b.pcap -q"), 0);
	assert_int_equal(o.operand_count, 2);
	assert_string_equal(o.operands[1], "b.pcap");
	assert_int_equal(o.format, REPORT_JSON);
	assert_true(o.quiet);
}

static void long_option_takes_value_after_equals_sign_or_blank(void **state)
{
	assert_int_equal(parse(ON_REPORT, "--top=3 x"), 0);
	assert_int_equal(o.top, 3);
	assert_int_equal(parse(ON_REPORT, "--top 4 x"), 0);
	assert_int_equal(o.top, 4);
}

static void short_option_takes_value_attached_or_apart(void **state)
{
	assert_int_equal(parse(ON_REPORT, "-fjson -o out.txt x"), 0);
	assert_int_equal(o.format, REPORT_JSON);
	assert_string_equal(o.outputs[0], "out.txt");
}

static void words_after_two_dashes_are_the_bpf_filter(void **state)
{
	assert_int_equal(parse(ON_REPORT, "a.pcap -- host 10.0.0.1 and --x"), 0);
	assert_string_equal(o.bpf, "host 10.0.0.1 and --x");
	assert_int_equal(o.operand_count, 1);
}

static void abbreviation_of_an_option_is_refused_with_the_nearest(void **state)
{
	assert_int_equal(parse(ON_REPORT, "--jso a.pcap"), -RS_EINVAL);
	assert_non_null(strstr(err.text, "--jso: no such option"));
	assert_non_null(strstr(err.text, "nearest: --json"));
}

static void option_of_another_command_is_refused(void **state)
{
	assert_int_equal(parse(ON_REPORT, "--fields a,b x"), -RS_EINVAL);
	assert_non_null(strstr(err.text, "not an option of report"));
}

static void missing_value_is_refused_with_its_meaning(void **state)
{
	assert_int_equal(parse(ON_REPORT, "a.pcap --top"), -RS_EINVAL);
	assert_non_null(strstr(err.text, "--top: needs N"));
}

static void value_for_a_flag_is_refused(void **state)
{
	assert_int_equal(parse(ON_REPORT, "--quiet=yes a"), -RS_EINVAL);
	assert_non_null(strstr(err.text, "takes no value"));
}

static void threshold_is_set_by_name_with_a_unit(void **state)
{
	assert_int_equal(parse(ON_REPORT, "--set T_idle=250us a"), 0);
	assert_int_equal(o.tune.t_idle, 250000);
	assert_string_equal(o.changed, "--set T_idle=250us");
}

static void unknown_threshold_is_refused_with_the_nearest(void **state)
{
	assert_int_equal(parse(ON_REPORT, "--set T_idel=250us a"), -RS_EINVAL);
	assert_non_null(strstr(err.text, "nearest: T_idle"));
}

static void unknown_format_is_refused(void **state)
{
	assert_int_equal(parse(ON_REPORT, "-f xml a"), -RS_EINVAL);
	assert_non_null(strstr(err.text, "no such format"));
}

static void info_is_no_limit_for_fail_on(void **state)
{
	assert_int_equal(parse(ON_REPORT, "--fail-on info a"), -RS_EINVAL);
	assert_int_equal(parse(ON_REPORT, "--fail-on warning a"), 0);
	assert_int_equal(o.fail_on, RS_SEV_WARNING);
}

static void link_speed_is_read_in_bits_per_second(void **state)
{
	assert_int_equal(parse(ON_REPORT, "--link-speed 100G a"), 0);
	assert_int_equal(o.link_bps, 100000000000ULL);
}

static void every_short_name_is_used_once(void **state)
{
	for (int i = 0; i < OPT_COUNT; i++)
		for (int j = i + 1; j < OPT_COUNT; j++) {
			assert_string_not_equal(option_list[i].name, option_list[j].name);
			if (option_list[i].ch)
				assert_int_not_equal(option_list[i].ch, option_list[j].ch);
		}
}

static int leave(void **state)
{
	options_free(&o);
	return 0;
}

static void filter_is_compiled_for_the_rows_of_the_command(void **state)
{
	assert_int_equal(parse(ON_FLOWS, "-Y retx>0 a.pcap"), 0);
	assert_non_null(o.filter);
	assert_string_equal(o.where, "retx>0");
	assert_int_equal(parse(ON_PACKETS, "--where=psn==1 a.pcap"), 0);
	assert_non_null(o.filter);
	assert_int_equal(parse(ON_FLOWS, "--where=psn==1 a.pcap"), -RS_EINVAL);
	assert_int_equal(parse(ON_REPORT, "a.pcap"), 0);
	assert_null(o.filter);
}

static void wrong_filter_is_refused_with_its_place(void **state)
{
	assert_int_equal(parse(ON_FLOWS, "-Y retxx>0 a.pcap"), -RS_EINVAL);
	assert_string_equal(err.text, "--where: no field 'retxx'; nearest: retx, retx%, host\n  retxx>0\n  ^");
}

static void second_filter_is_refused(void **state)
{
	assert_int_equal(parse(ON_FLOWS, "-Y retx>0 -Y nak>0 a.pcap"), -RS_EINVAL);
	assert_non_null(strstr(err.text, "join them"));
}

static void filter_is_named_among_the_options_that_change_results(void **state)
{
	assert_int_equal(parse(ON_FLOWS, "-Y retx>0 --no-icrc a.pcap"), 0);
	assert_string_equal(o.changed, "--where retx>0 --no-icrc");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(options_may_follow_operands),
		cmocka_unit_test(long_option_takes_value_after_equals_sign_or_blank),
		cmocka_unit_test(short_option_takes_value_attached_or_apart),
		cmocka_unit_test(words_after_two_dashes_are_the_bpf_filter),
		cmocka_unit_test(abbreviation_of_an_option_is_refused_with_the_nearest),
		cmocka_unit_test(option_of_another_command_is_refused),
		cmocka_unit_test(missing_value_is_refused_with_its_meaning),
		cmocka_unit_test(value_for_a_flag_is_refused),
		cmocka_unit_test(threshold_is_set_by_name_with_a_unit),
		cmocka_unit_test(unknown_threshold_is_refused_with_the_nearest),
		cmocka_unit_test(unknown_format_is_refused),
		cmocka_unit_test(info_is_no_limit_for_fail_on),
		cmocka_unit_test(link_speed_is_read_in_bits_per_second),
		cmocka_unit_test(every_short_name_is_used_once),
		cmocka_unit_test(filter_is_compiled_for_the_rows_of_the_command),
		cmocka_unit_test(wrong_filter_is_refused_with_its_place),
		cmocka_unit_test(second_filter_is_refused),
		cmocka_unit_test(filter_is_named_among_the_options_that_change_results),
	};

	return cmocka_run_group_tests(tests, NULL, leave);
}
