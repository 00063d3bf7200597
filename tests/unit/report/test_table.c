/* SPDX-License-Identifier: BSD-2-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "fixture.h"
#include "report/table.h"

static void print(struct fixture *f, enum report_table table, enum report_format format)
{
	FILE *out = fixture_open(f);

	assert_int_equal(table_write(&f->report, table, format, out, NULL), 0);
	fixture_close(f, out);
}

static void expect(struct fixture *f, enum report_table table, enum report_format format, const char *want)
{
	print(f, table, format);
	assert_string_equal(f->text, want);
}

static void refuse(struct fixture *f, enum report_format format, const char *want)
{
	struct rs_err err;
	FILE *out = fixture_open(f);

	assert_int_equal(table_write(&f->report, REPORT_TABLE_FLOWS, format, out, &err), -RS_EINVAL);
	fixture_close(f, out);
	assert_string_equal(f->text, ""); /* nothing is printed before an error */
	assert_non_null(strstr(err.text, want));
}

static void flows_are_one_line_each_for_people(void **state)
{
	struct fixture f;

	fixture_init(&f);
	expect(&f, REPORT_TABLE_FLOWS, REPORT_TEXT,
	       "source   > destination  dest qp    Gb/s  retx%   NAK   RNR  TMO    CE%    CNP   ack p99     stall\n"
	       "10.1.0.3 > 10.1.0.4     0x000231   0.04   4.76     1     1    1   4.76      0         -   3.28 ms\n"
	       "10.1.0.4 > 10.1.0.3     0x000931   0.00      -     0     0    0   0.00      2         -         -\n");
	f.report.style.width = 60;
	expect(&f, REPORT_TABLE_FLOWS, REPORT_TEXT,
	       "source   > destination  dest qp    Gb/s  retx%   NAK\n"
	       "10.1.0.3 > 10.1.0.4     0x000231   0.04   4.76     1\n"
	       "10.1.0.4 > 10.1.0.3     0x000931   0.00      -     0\n");
	fixture_fini(&f);
}

static void long_addresses_take_a_second_line_and_are_never_cut(void **state)
{
	struct fixture f;
	char *save = NULL;

	fixture_init(&f);
	f.flows[1].src = fixture_addr("2001:db8:1111:2222:3333:4444:5555:6666");
	f.flows[1].dst = fixture_addr("2001:db8:1111:2222:3333:4444:5555:7777");
	f.report.style.width = 60;
	print(&f, REPORT_TABLE_FLOWS, REPORT_TEXT);
	assert_non_null(strstr(f.text, "source\n  > destination  "));
	assert_non_null(strstr(f.text, "\n2001:db8:1111:2222:3333:4444:5555:6666\n"
				       "  > 2001:db8:1111:2222:3333:4444:5555:7777  0x000231"));
	for (char *s = strtok_r(f.text, "\n", &save); s; s = strtok_r(NULL, "\n", &save))
		assert_true(strlen(s) <= 60);
	fixture_fini(&f);
}

static void events_are_one_line_each_for_people(void **state)
{
	struct fixture f;

	fixture_init(&f);
	expect(&f, REPORT_TABLE_EVENTS, REPORT_TEXT,
	       "e1  0.002000  nak         10.1.0.3 > 10.1.0.4 qp 0x231  expects 0x64, resend +500 ns, 5 resent  #12\n"
	       "-   0.002000  copy_burst  -                             mirror copies, 1 packet\n"
	       "e2  0.009000  timeout     10.1.0.3 > 10.1.0.4 qp 0x231  silent 3.28 ms, resent from 0x6e..0x71  #30\n");
	f.report.style.width = 60;
	f.report.style.time = REPORT_TIME_DELTA;
	expect(&f, REPORT_TABLE_EVENTS, REPORT_TEXT,
	       "e1  0.002000  nak         10.1.0.3 > 10.1.0.4 qp 0x231\n"
	       "    expects 0x64, resend +500 ns, 5 resent  #12\n"
	       "-   0.000000  copy_burst  -\n"
	       "    mirror copies, 1 packet\n"
	       "e2  0.007000  timeout     10.1.0.3 > 10.1.0.4 qp 0x231\n"
	       "    silent 3.28 ms, resent from 0x6e..0x71  #30\n");
	fixture_fini(&f);
}

static void sorting_reverses_and_puts_unknown_last(void **state)
{
	struct fixture f;

	fixture_init(&f);
	f.report.style.fields = "src,retx%";
	f.report.style.sort = "-packets";
	expect(&f, REPORT_TABLE_FLOWS, REPORT_CSV, "src,retx%\r\n10.1.0.4,\r\n10.1.0.3,4.761905\r\n");
	f.report.style.sort = "packets";
	expect(&f, REPORT_TABLE_FLOWS, REPORT_CSV, "src,retx%\r\n10.1.0.3,4.761905\r\n10.1.0.4,\r\n");
	f.report.style.sort = "retx%";
	expect(&f, REPORT_TABLE_FLOWS, REPORT_CSV, "src,retx%\r\n10.1.0.3,4.761905\r\n10.1.0.4,\r\n");
	f.report.style.sort = "-retx%";
	expect(&f, REPORT_TABLE_FLOWS, REPORT_CSV, "src,retx%\r\n10.1.0.3,4.761905\r\n10.1.0.4,\r\n");
	f.report.style.sort = "-src";
	expect(&f, REPORT_TABLE_FLOWS, REPORT_CSV, "src,retx%\r\n10.1.0.4,\r\n10.1.0.3,4.761905\r\n");
	fixture_fini(&f);
}

static void addresses_sort_by_number(void **state)
{
	struct fixture f;

	fixture_init(&f);
	f.flows[0].src = fixture_addr("10.1.0.20");
	f.flows[1].src = fixture_addr("10.1.0.3");
	f.report.style.fields = "src";
	f.report.style.sort = "src";
	expect(&f, REPORT_TABLE_FLOWS, REPORT_CSV, "src\r\n10.1.0.3\r\n10.1.0.20\r\n");
	fixture_fini(&f);
}

static void equal_keys_stay_in_the_order_of_the_report(void **state)
{
	struct fixture f;

	fixture_init(&f);
	f.report.style.fields = "kind,t_ns";
	f.report.style.sort = "-t_ns,kind";
	expect(&f, REPORT_TABLE_EVENTS, REPORT_CSV, "kind,t_ns\r\ntimeout,9000\r\ncopy_burst,2000\r\nnak,2000\r\n");
	f.report.style.sort = "t_ns";
	expect(&f, REPORT_TABLE_EVENTS, REPORT_CSV, "kind,t_ns\r\nnak,2000\r\ncopy_burst,2000\r\ntimeout,9000\r\n");
	fixture_fini(&f);
}

static void top_cuts_text_and_nothing_else(void **state)
{
	struct fixture f;

	fixture_init(&f);
	f.report.style.top = 1;
	f.report.style.fields = "kind,episode,src,duration_ns";
	expect(&f, REPORT_TABLE_EVENTS, REPORT_TEXT, "kind\tepisode\tsrc\tduration_ns\nnak\te1\t10.1.0.3\t-\n");
	print(&f, REPORT_TABLE_EVENTS, REPORT_NDJSON);
	assert_non_null(strstr(f.text, "{\"type\":\"event\",\"kind\":\"timeout\",\"episode\":\"e2\",\"src\":\"10.1.0.3\","
				       "\"duration_ns\":3280000}\n"));
	fixture_fini(&f);
}

static void json_tables_have_schema_start_and_rows(void **state)
{
	struct fixture f;

	fixture_init(&f);
	f.report.style.fields = "qp,pkts";
	expect(&f, REPORT_TABLE_FLOWS, REPORT_JSON,
	       "{\n \"schema\": \"rocescope.flows/1\",\n \"start_time\": \"2025-11-30T10:53:20.013000123Z\",\n"
	       " \"rows\": [\n  { \"qp\": 561, \"pkts\": 42 },\n  { \"qp\": 2353, \"pkts\": 58 }\n ]\n}\n");
	f.report.style.fields = NULL;
	print(&f, REPORT_TABLE_EVENTS, REPORT_JSON);
	assert_true(fixture_json_parses(f.text));
	assert_non_null(strstr(f.text, "\"schema\": \"rocescope.events/1\""));
	f.report.style.fields = "pairing";
	refuse(&f, REPORT_JSON, "pairing");
	fixture_fini(&f);
}

static void wrong_fields_and_formats_are_refused(void **state)
{
	struct fixture f;

	fixture_init(&f);
	f.report.style.fields = "src,dstqp";
	refuse(&f, REPORT_CSV, "nearest: dst_qp");
	f.report.style.fields = NULL;
	f.report.style.sort = "-packts";
	refuse(&f, REPORT_JSON, "nearest: packets");
	f.report.style.sort = NULL;
	refuse(&f, REPORT_MD, "use text, json, ndjson or csv");
	fixture_fini(&f);
}

static void the_report_as_csv_is_its_findings(void **state)
{
	struct fixture f;
	FILE *out;

	fixture_init(&f);
	out = fixture_open(&f);
	assert_int_equal(table_write_findings(&f.report, out, NULL), 0);
	fixture_close(&f, out);
	assert_non_null(strstr(f.text, "id,key,code,severity,confidence,title,scope.hosts,scope.flows,scope.priority,"
				       "scope.point,first_ns,last_ns,cost.resent_packets,cost.resent_bytes,"
				       "cost.stall_ns,cost.lost_goodput_bytes,evidence,next,ignored\r\nF1,"));
	fixture_fini(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(flows_are_one_line_each_for_people),
		cmocka_unit_test(long_addresses_take_a_second_line_and_are_never_cut),
		cmocka_unit_test(events_are_one_line_each_for_people),
		cmocka_unit_test(sorting_reverses_and_puts_unknown_last),
		cmocka_unit_test(addresses_sort_by_number),
		cmocka_unit_test(equal_keys_stay_in_the_order_of_the_report),
		cmocka_unit_test(top_cuts_text_and_nothing_else),
		cmocka_unit_test(json_tables_have_schema_start_and_rows),
		cmocka_unit_test(wrong_fields_and_formats_are_refused),
		cmocka_unit_test(the_report_as_csv_is_its_findings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
