/* SPDX-License-Identifier: BSD-2-Clause */
/* Pauses in JSON, in the pfc table and in the section of the report. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "fixture.h"

struct paused {
	struct fixture f;
	struct rs_pause_row row;
	struct rs_pause_interval iv;
	struct rs_deadlock lock;
	struct rs_pause_tree tree;
};

static const char *const ring[] = {"A", "B"};

static void paused_init(struct paused *p)
{
	memset(p, 0, sizeof(*p));
	fixture_init(&p->f);
	p->iv = (struct rs_pause_interval){.start = FIXTURE_START, .end = FIXTURE_START + 5000, .end_by = RS_PAUSE_END_EXPIRY};
	p->row = (struct rs_pause_row){.mac = {2, 0, 0, 0, 0, 0x84}, .priority = -1, .frames = 3, .xoff = 2, .xon = 1, .pauses = 1,
				       .paused = 5000, .longest = 5000, .duty_ppm = 250000, .first = FIXTURE_START,
				       .last = FIXTURE_START + 5000, .interval_count = 1};
	p->lock = (struct rs_deadlock){.priority = 3, .idle = true, .start = FIXTURE_START, .end = FIXTURE_START + 9,
				       .devices = ring, .device_count = 2};
	p->tree = (struct rs_pause_tree){.priority = RS_PAUSE_ALL, .devices = ring, .device_count = 2};
	p->f.snap.totals.pause = 3;
	p->f.snap.pauses = &p->row;
	p->f.snap.intervals = &p->iv;
	p->f.snap.pause_count = p->f.snap.interval_count = 1;
	p->f.verdict.deadlocks = &p->lock;
	p->f.verdict.trees = &p->tree;
	p->f.verdict.deadlock_count = p->f.verdict.tree_count = 1;
}

static void print(struct paused *p, enum report_format format, bool table)
{
	struct rs_err err;
	FILE *out = fixture_open(&p->f);

	if (table)
		assert_int_equal(report_table_write(&p->f.report, REPORT_TABLE_PFC, format, out, &err), 0);
	else
		assert_int_equal(report_write(&p->f.report, format, out, &err), 0);
	fixture_close(&p->f, out);
}

static void has(const struct paused *p, const char *part)
{
	if (!strstr(p->f.text, part))
		fail_msg("\"%s\" is not in:\n%s", part, p->f.text);
}

static void json_has_rows_rings_and_roots(void **state)
{
	struct paused p;

	paused_init(&p);
	print(&p, REPORT_NDJSON, true);
	has(&p, "\"source_mac\":\"02:00:00:00:00:84\",\"priority\":null,\"frames\":3,\"xoff\":2,\"xon\":1,\"pauses\":1,"
		"\"paused_ns\":5000,\"longest_ns\":5000,\"duty_ratio\":0.25,\"method\":\"quanta\",\"lower_bound\":false,"
		"\"headroom_bytes\":null,\"leak_frames\":null,"
		"\"intervals\":[{\"start_ns\":0,\"end_ns\":5000,\"end_by\":\"expiry\"}]");
	p.row.leaks_known = true;
	p.row.leak_frames = 7;
	print(&p, REPORT_NDJSON, false);
	has(&p, "\"type\":\"pause\"");
	has(&p, "\"leak_frames\":7");
	has(&p, "\"deadlocks\":[{\"priority\":3,\"cycle\":[\"A\",\"B\",\"A\"],\"start_ns\":0,\"end_ns\":9,\"confidence\":\"high\"}]");
	has(&p, "\"pause_trees\":[{\"priority\":null,\"root\":\"B\",\"path\":[\"A\",\"B\"]}]");
	print(&p, REPORT_JSON, false);
	assert_true(fixture_json_parses(p.f.text));
	fixture_fini(&p.f);
}

static void csv_joins_intervals(void **state)
{
	struct paused p;

	paused_init(&p);
	print(&p, REPORT_CSV, true);
	has(&p, ",0-5000:expiry,");
	fixture_fini(&p.f);
}

static void text_says_what_length_rests_on(void **state)
{
	struct paused p;

	paused_init(&p);
	p.f.points[0].link_bps = 100000000000ULL;
	p.f.points[0].link_bps_source = "option";
	print(&p, REPORT_TEXT, false);
	has(&p, "02:00:00:00:00:84   all     2    1  5.00 us  25%  5.00 us");
	has(&p, "pause length assumes a 100 Gb/s link (--link-speed)");
	p.f.points[0].link_bps_source = "file";
	print(&p, REPORT_TEXT, false);
	assert_null(strstr(p.f.text, "assumes"));
	p.row.method = RS_PAUSE_BY_REFRESH;
	print(&p, REPORT_TEXT, false);
	has(&p, ">= 5.00 us");
	has(&p, "times are lower bounds");
	has(&p, "A > B > A; confidence high");
	has(&p, "all priorities: A waits for B");
	print(&p, REPORT_TEXT, true);
	has(&p, ">= 5.00 us");
	fixture_fini(&p.f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(json_has_rows_rings_and_roots),
		cmocka_unit_test(csv_joins_intervals),
		cmocka_unit_test(text_says_what_length_rests_on),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
