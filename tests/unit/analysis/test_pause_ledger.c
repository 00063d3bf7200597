/* SPDX-License-Identifier: BSD-2-Clause */
/* Pauses through an engine: lines of tests/scenarios in, pause rows and events out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "analysis/pause_ledger.h"
#include "tests/lib/run.h"
#include "tests/lib/scenario.h"

#define US(n) ((rs_ns)((n) * 1000))
#define MS(n) US((n) * 1000)

struct trial {
	struct scenario s;
	struct run r;
};

static void go(struct trial *t, const char *lines)
{
	struct rs_engine_config cfg;
	struct rs_err err = {0};
	static char text[65536];

	snprintf(text, sizeof(text), "X01 a trial\n%sExpected:\nFINDINGS none\n", lines);
	if (scenario_parse(text, &t->s, &err))
		fail_msg("%s", err.text);
	run_config(&cfg);
	assert_int_equal(run_input(&t->r, &cfg, &(struct run_input){t->s.recs, t->s.count, 7, t->s.links, t->s.link_all}), 0);
}

static void over(struct trial *t)
{
	run_fini(&t->r);
	scenario_fini(&t->s);
}

static void quanta_are_exact_to_the_picosecond(void **state)
{
	static const struct { uint64_t gbps; rs_ns ns; uint32_t ps; } table[] = {
		{10, 3355392, 0}, {25, 1342156, 800}, {40, 838848, 0}, {50, 671078, 400}, {100, 335539, 200},
		{200, 167769, 600}, {400, 83884, 800}, {800, 41942, 400},
	};

	for (size_t i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		const struct fine_time f = pause_expiry(1000, 65535, table[i].gbps * 1000000000);

		assert_int_equal(f.ns, 1000 + table[i].ns);
		assert_int_equal(f.ps, table[i].ps);
	}
}

static void what_lies_below_the_nanosecond_adds_up(void **state)
{
	struct trial t;

	/* five times one quantum of 20.48 ns at 25 Gb/s are 102.4 ns */
	go(&t, "cfg rate=25\nfor i in 0..4: t=i T1 SW PF 3 1\neof 100\n");
	assert_int_equal(t.r.snap.pause_count, 1);
	assert_int_equal(t.r.snap.pauses[0].pauses, 5);
	assert_int_equal(t.r.snap.pauses[0].paused, 102);
	assert_int_equal(t.r.snap.pauses[0].longest, 20);
	over(&t);
}

static void a_shorter_xoff_replaces_what_was_left(void **state)
{
	struct trial t;

	go(&t, "cfg rate=100\n0 T1 SW PF 3 65535\n10 T1 SW PF 3 1000\neof 100\n");
	assert_int_equal(t.r.snap.pauses[0].pauses, 1);
	assert_int_equal(t.r.snap.pauses[0].paused, 15120); /* 10 us, then 1000 quanta of 5.12 ns */
	assert_int_equal(t.r.snap.intervals[0].end_by, RS_PAUSE_END_EXPIRY);
	over(&t);
}

static void one_frame_may_stop_one_class_and_resume_another(void **state)
{
	struct rs_record recs[2];
	struct rs_link link = {.bps = 100000000000ULL};
	struct rs_engine_config cfg;
	struct run r;

	memset(recs, 0, sizeof(recs));
	for (int i = 0; i < 2; i++) {
		recs[i].time = 1000000 + i * 5000;
		recs[i].frame = rs_frame_make(0, (uint64_t)i + 1);
		recs[i].kind = RS_KIND_PFC;
		recs[i].u.pause.vector = 1 << 3 | 1 << 4;
		recs[i].u.pause.quanta[3] = i ? 0 : 65535;
		recs[i].u.pause.quanta[4] = 65535;
	}
	run_config(&cfg);
	assert_int_equal(run_input(&r, &cfg, &(struct run_input){recs, 2, 2, &link, 1}), 0);
	assert_int_equal(r.snap.pause_count, 2);
	assert_int_equal(r.snap.pauses[0].priority, 3);
	assert_int_equal(r.snap.pauses[0].xon, 1);
	assert_int_equal(r.snap.pauses[0].paused, 5000);
	assert_int_equal(r.snap.pauses[1].priority, 4);
	assert_int_equal(r.snap.pauses[1].xoff, 2);
	assert_int_equal(r.snap.intervals[r.snap.pauses[1].interval_first].end_by, RS_PAUSE_END_CAPTURE);
	run_fini(&r);
}

static void pause_and_xon_are_events_with_their_side(void **state)
{
	struct trial t;

	go(&t, "cfg rate=100\n0 T1 SW PF 3 65535\n10 T1 SW PF 3 0\n100 T1 SW GP 1000\neof 500\n");
	assert_int_equal(t.r.event_count, 3);
	assert_int_equal(t.r.events[0].kind, RS_EVENT_PAUSE);
	assert_int_equal(t.r.events[0].duration, US(10));
	assert_int_equal(t.r.events[0].detail, 3);
	assert_int_equal(t.r.events[1].kind, RS_EVENT_XON);
	assert_int_equal(t.r.events[1].time, t.s.recs[1].time);
	assert_int_equal(rs_frame_number(t.r.events[1].frames[0]), 2);
	assert_memory_equal(t.r.events[1].mac, t.s.sides[0].mac, 6);
	assert_int_equal(t.r.events[2].detail, RS_PAUSE_ALL);
	over(&t);
}

static void the_first_thousand_pauses_are_kept_and_all_are_counted(void **state)
{
	struct trial t;

	go(&t, "cfg rate=100\nfor i in 0..1199: t=i*10 T1 SW PF 3 100\n"
	       "for i in 0..99: t=20000+i*200 T1 SW PF 3 65535\n50000 T1 SW PF 3 0\n");
	assert_int_equal(t.r.snap.pauses[0].pauses, 1201);
	assert_int_equal(t.r.snap.pauses[0].interval_count, RS_PAUSE_INTERVALS);
	assert_int_equal(t.r.snap.pauses[0].long_count, 1); /* the one of 20 ms, which a ring may need */
	assert_int_equal(t.r.snap.interval_count, RS_PAUSE_INTERVALS + 1);
	over(&t);
}

static void watchdogs_trip_at_200_ms(void **state)
{
	struct trial t;

	go(&t, "cfg rate=100\nfor i in 0..999: t=i*200 T1 SW PF 3 65535\n200000 T1 SW PF 3 0\n"
	       "for i in 0..998: t=300000+i*200 T1 SW PF 3 65535\n499999 T1 SW PF 3 0\n");
	assert_int_equal(t.r.snap.pauses[0].pauses, 2);
	assert_int_equal(t.r.snap.pauses[0].watchdogs, 1);
	assert_int_equal(t.r.snap.pauses[0].watchdog - t.s.recs[0].time, MS(200));
	over(&t);
}

static void directions_come_from_macs_or_are_not_known(void **state)
{
	struct trial t;

	/* data to the pausing side */
	go(&t, "cfg rate=100\n0 T1 SW PF 3 65535\n1 T1 NIC DA 3 4096 F1\n50 T1 NIC DA 3 4096 F1\n");
	assert_true(t.r.snap.pauses[0].leaks_known);
	assert_int_equal(t.r.snap.pauses[0].leak_frames, 1);
	assert_int_equal(rs_frame_number(t.r.snap.pauses[0].first_leak), 3);
	over(&t);
	/* data from it is no leak */
	go(&t, "cfg rate=100\n0 T1 SW PF 3 65535\n0 T1 NIC PF 4 0\n50 T1 SW DA 3 4096 F1\n");
	assert_int_equal(t.r.snap.pauses[0].leak_frames, 0);
	assert_true(t.r.snap.pauses[0].leaks_known);
	over(&t);
	/* without the speed nobody knows how long one XOFF holds */
	go(&t, "0 T1 SW PF 3 65535\n50 T1 NIC DA 3 4096 F1\n");
	assert_false(t.r.snap.pauses[0].leaks_known);
	assert_int_equal(t.r.snap.pauses[0].leak_frames, 0);
	over(&t);
}

static void a_host_is_a_mac_that_sources_one_address(void **state)
{
	struct trial t;

	go(&t, "cfg rate=100\n0 T1 NIC PF 3 65535\n1 T1 SW PF 3 65535\n400 T1 NIC DA 3 1024 F1\n");
	assert_int_equal(t.r.snap.pause_count, 2);
	assert_true(t.r.snap.pauses[0].host);	/* NIC */
	assert_false(t.r.snap.pauses[1].host);	/* sources nothing */
	over(&t);
}

static void without_the_speed_length_is_a_lower_bound(void **state)
{
	struct trial t;

	go(&t, "0 T1 SW PF 3 65535\n3356 T1 SW PF 3 65535\n6713 T1 SW PF 3 65535\neof 20000\n");
	assert_int_equal(t.r.snap.pauses[0].method, RS_PAUSE_BY_REFRESH);
	assert_int_equal(t.r.snap.pauses[0].pauses, 2); /* 3.356 ms apart is one pause, 3.357 ms are two */
	assert_int_equal(t.r.snap.pauses[0].paused, US(3356));
	over(&t);
}

static void a_full_table_counts_what_it_refuses(void **state)
{
	struct rs_engine_config cfg;
	struct rs_record recs[40];
	struct run r;

	memset(recs, 0, sizeof(recs));
	for (int i = 0; i < 40; i++) {
		recs[i].time = 1000 + i;
		recs[i].kind = RS_KIND_PAUSE;
		recs[i].smac[5] = (uint8_t)i;
		recs[i].u.pause.quanta[0] = 1;
	}
	run_config(&cfg);
	cfg.max_pausers = 10;
	assert_int_equal(run_records(&r, &cfg, recs, 40, 40), 0);
	assert_int_equal(r.snap.pause_count, 10);
	assert_int_equal(r.snap.totals.pausers_refused, 30);
	run_fini(&r);
}

static void absurd_times_do_no_harm(void **state)
{
	struct rs_record recs[4];
	struct rs_link link = {.bps = 1};
	struct rs_engine_config cfg;
	struct run r;

	memset(recs, 0, sizeof(recs));
	for (int i = 0; i < 4; i++) {
		recs[i].kind = RS_KIND_PAUSE;
		recs[i].u.pause.quanta[0] = 65535;
	}
	recs[1].time = INT64_MAX;
	recs[2].time = INT64_MAX / 2;
	recs[3].time = -5;
	run_config(&cfg);
	assert_int_equal(run_input(&r, &cfg, &(struct run_input){recs, 4, 4, &link, 1}), 0);
	assert_int_equal(r.snap.pauses[0].xoff, 3);
	run_fini(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(quanta_are_exact_to_the_picosecond),
		cmocka_unit_test(what_lies_below_the_nanosecond_adds_up),
		cmocka_unit_test(a_shorter_xoff_replaces_what_was_left),
		cmocka_unit_test(one_frame_may_stop_one_class_and_resume_another),
		cmocka_unit_test(pause_and_xon_are_events_with_their_side),
		cmocka_unit_test(the_first_thousand_pauses_are_kept_and_all_are_counted),
		cmocka_unit_test(watchdogs_trip_at_200_ms),
		cmocka_unit_test(directions_come_from_macs_or_are_not_known),
		cmocka_unit_test(a_host_is_a_mac_that_sources_one_address),
		cmocka_unit_test(without_the_speed_length_is_a_lower_bound),
		cmocka_unit_test(a_full_table_counts_what_it_refuses),
		cmocka_unit_test(absurd_times_do_no_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
