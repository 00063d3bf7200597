/* SPDX-License-Identifier: BSD-2-Clause */
/* Each pfc-* code: a capture that triggers it and a healthy neighbour; graphs of several links. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "tests/lib/findtext.h"
#include "tests/lib/lanetext.h"
#include "tests/lib/run.h"
#include "tests/lib/scenario.h"

#define RATE "cfg rate=100\n"

struct outcome {
	char codes[400];
	char graph[800]; /* DEADLOCK and PAUSETREE lines */
	struct rs_finding worst;
	char title[400];
};

static void conclude(const char *lines, struct outcome *o)
{
	static char text[65536];
	struct rs_engine_config cfg;
	struct rs_fabric_input in = {0};
	struct scenario s;
	struct rs_err err = {0};
	struct rs_fabric *f;
	struct run r;
	struct text t;
	const struct rs_verdict *v;

	snprintf(text, sizeof(text), "X01 a trial\n%sExpected:\nFINDINGS none\n", lines);
	if (scenario_parse(text, &s, &err))
		fail_msg("%s", err.text);
	run_config(&cfg);
	assert_int_equal(run_input(&r, &cfg, &(struct run_input){s.recs, s.count, 50, s.links, s.link_all}), 0);
	in.links = s.links;
	in.link_count = s.link_count;
	f = rs_fabric_create(&cfg.tune, &err);
	rs_fabric_feed_events(f, r.events, r.event_count);
	rs_fabric_feed_episodes(f, r.episodes, r.episode_count);
	assert_int_equal(rs_fabric_finish(f, &r.snap, &in, &err), 0);
	v = rs_fabric_verdict(f);
	memset(o, 0, sizeof(*o));
	text_init(&t, o->codes, sizeof(o->codes));
	findtext_verdict(&t, v);
	if (v->finding_count) {
		o->worst = v->findings[0];
		rs_finding_title(&o->worst, &r.snap, o->title, sizeof(o->title));
	}
	if (v->deadlock_count || v->tree_count) {
		text_init(&t, o->graph, sizeof(o->graph));
		lanetext_lanes(&t, &(struct lanetext_run){.snap = &r.snap, .start = s.recs[0].time, .pauses = true, .verdict = v});
	}
	rs_fabric_destroy(f);
	run_fini(&r);
	scenario_fini(&s);
}

static void expect(const char *lines, const char *codes)
{
	struct outcome o;

	conclude(lines, &o);
	assert_string_equal(o.codes, codes);
}

static void duty_needs_a_fifth_of_10_ms(void **state)
{
	/* 20 pauses of 100 us in 10 ms, or 19 */
	expect(RATE "for i in 0..19: t=i*400 T1 SW PF 3 65535\nfor i in 0..19: t=100+i*400 T1 SW PF 3 0\neof 20000\n", "PFC-DUTY");
	expect(RATE "for i in 0..18: t=i*400 T1 SW PF 3 65535\nfor i in 0..18: t=100+i*400 T1 SW PF 3 0\neof 20000\n", "none");
}

static void long_pauses_take_the_place_of_duty(void **state)
{
	expect(RATE "for i in 0..49: t=i*200 T1 SW PF 3 65535\n10000 T1 SW PF 3 0\neof 50000\n", "PFC-LONG");
	expect(RATE "for i in 0..49: t=i*200 T1 SW PF 3 65535\n9999 T1 SW PF 3 0\neof 50000\n", "PFC-DUTY");
}

static void a_storm_takes_the_place_of_a_long_pause(void **state)
{
	struct outcome o;

	conclude(RATE "for i in 0..999: t=i*200 T1 SW PF 3 65535\n200000 T1 SW PF 3 0\n", &o);
	assert_string_equal(o.codes, "PFC-STORM");
	assert_int_equal(o.worst.severity, RS_SEV_CRITICAL);
	assert_int_equal(o.worst.priority, 3);
	assert_non_null(strstr(o.title, "for up to 200 ms without a break"));
	assert_non_null(strstr(o.title, "would have tripped once"));
	expect(RATE "for i in 0..499: t=i*200 T1 SW PF 3 65535\n99999 T1 SW PF 3 0\n", "PFC-LONG");
}

static void half_a_second_in_short_pauses_is_a_storm_too(void **state)
{
	expect(RATE "for i in 0..999: t=i*1000 T1 SW PF 3 65535\nfor i in 0..999: t=200+i*1000 T1 SW PF 3 65535\n"
		    "for i in 0..999: t=500+i*1000 T1 SW PF 3 0\n", "PFC-STORM");
}

static void a_nic_that_never_lets_go_is_named(void **state)
{
	const char *storm = RATE "0 T1 SW PF 6 0\nfor i in 0..999: t=i*200 T1 NIC PF 3 65535\n%s210000 T1 NIC DA 3 1024 F1\n";
	char lines[400];

	snprintf(lines, sizeof(lines), storm, "");
	expect(lines, "PFC-NIC-STORM, PFC-STORM");
	snprintf(lines, sizeof(lines), storm, "200000 T1 NIC PF 3 0\n");
	expect(lines, "PFC-STORM");
}

static void leaks_are_ignored_pauses(void **state)
{
	expect(RATE "0 T1 SW PF 3 65535\n11 T1 NIC DA 3 1024 F1\neof 400\n", "PFC-IGNORED");
	expect(RATE "0 T1 SW PF 3 65535\n10 T1 NIC DA 3 1024 F1\neof 400\n", "none");
	expect(RATE "0 T1 SW PF 3 65535\n20 T1 SW PF 3 0\n21 T1 NIC DA 3 1024 F1\neof 400\n", "none");
}

static void a_priority_without_roce_is_not_expected(void **state)
{
	expect(RATE "0 T1 SW PF 4 65535\n400 T1 NIC DA 3 1024 F1\n", "PFC-UNEXPECTED-PRIO");
	expect(RATE "0 T1 SW PF 4 65535\n", "none"); /* no RoCE at all: nothing to compare with */
	expect(RATE "0 T1 SW PF 4 0\n400 T1 NIC DA 3 1024 F1\n", "none"); /* XON alone pauses nothing */
}

static void global_pauses_matter_where_there_is_roce(void **state)
{
	expect(RATE "0 T1 SW GP 100\n400 T1 NIC DA 3 1024 F1\n", "PFC-GLOBAL");
	expect(RATE "0 T1 SW GP 100\neof 400\n", "none");
}

static void two_ends_that_pause_each_other_are_mutual(void **state)
{
	const char *both = RATE "link T1 SW1 SW2\nfor i in 0..99: t=i*200 T1 SW1 PF 3 65535\n20000 T1 SW1 PF 3 0\n"
			   "for i in 0..%u: t=%u+i*200 T1 SW2 PF 3 65535\n20000 T1 SW2 PF 3 0\n";
	struct outcome o;
	char lines[400];

	snprintf(lines, sizeof(lines), both, 49, 10000);
	conclude(lines, &o);
	assert_string_equal(o.codes, "PFC-LONG, PFC-MUTUAL");
	assert_null(strstr(o.graph, "DEADLOCK"));
	snprintf(lines, sizeof(lines), both, 44, 11000);
	expect(lines, "PFC-DUTY, PFC-LONG");
}

/* Three links in a ring; the last begins at @last us. */
static void ring(char *lines, size_t size, unsigned last, const char *extra)
{
	const unsigned n = (30000 - last) / 200;

	snprintf(lines, size, RATE "link T1 SW1 SW2\nlink T2 SW2 SW3\nlink T3 SW3 SW1\n"
		 "for i in 0..144: t=1000+i*200 T1 SW2 PF 3 65535\n30000 T1 SW2 PF 3 0\n"
		 "for i in 0..144: t=1000+i*200 T2 SW3 PF 3 65535\n30000 T2 SW3 PF 3 0\n"
		 "for i in 0..%u: t=%u+i*200 T3 SW1 PF 3 65535\n30000 T3 SW1 PF 3 0\n%s", n - 1, last, extra);
}

static void a_ring_must_hold_for_t_deadlock(void **state)
{
	struct outcome o;
	char lines[800];

	ring(lines, sizeof(lines), 20000, "");
	conclude(lines, &o);
	assert_string_equal(o.graph, "DEADLOCK prio=3 cycle=SW1>SW2>SW3>SW1 from=20000 to=30000 overlap_us=10000 conf=high\n");
	assert_int_equal(o.worst.code, RS_FIND_PFC_DEADLOCK);
	assert_int_equal(o.worst.confidence, RS_CONF_CERTAIN);
	ring(lines, sizeof(lines), 20200, "");
	conclude(lines, &o);
	assert_null(strstr(o.graph, "DEADLOCK"));
}

static void data_on_a_link_of_the_ring_lowers_the_confidence(void **state)
{
	struct outcome o;
	char lines[800];

	ring(lines, sizeof(lines), 9000, "25000 T2 SW3 DA 3 1024 F1\n");
	conclude(lines, &o);
	assert_string_equal(o.graph, "DEADLOCK prio=3 cycle=SW1>SW2>SW3>SW1 from=9000 to=30000 overlap_us=21000 conf=medium\n");
	ring(lines, sizeof(lines), 9000, "5000 T2 SW3 DA 3 1024 F1\n"); /* before the ring was closed */
	conclude(lines, &o);
	assert_non_null(strstr(o.graph, "conf=high"));
}

static void a_chain_has_a_root_and_is_no_deadlock(void **state)
{
	struct outcome o;

	conclude(RATE "link T1 SW1 SW2\nlink T2 SW2 SW3\nlink T3 SW4 SW3\n"
		      "0 T2 SW3 PF 3 65535\n10 T1 SW2 PF 3 65535\n20 T3 SW3 PF 3 65535\neof 1000\n", &o);
	assert_string_equal(o.graph, "PAUSETREE prio=3 root=SW3 path=SW1>SW2>SW3\n");
	assert_string_equal(o.codes, "none");
	/* one after the other is no chain */
	conclude(RATE "link T1 SW1 SW2\nlink T2 SW2 SW3\n0 T2 SW3 PF 3 1000\n10 T1 SW2 PF 3 65535\neof 1000\n", &o);
	assert_string_equal(o.graph, "PAUSETREE prio=3 root=SW3 path=SW2>SW3\nPAUSETREE prio=3 root=SW2 path=SW1>SW2\n");
}

/* ---- beside flows and lanes, by hand ---- */

struct hand {
	struct rs_snapshot snap;
	struct rs_point_row point;
	struct rs_flow_row flows[3];
	struct rs_lane_row lane;
	struct rs_pause_row row;
};

static void hand_init(struct hand *h)
{
	memset(h, 0, sizeof(*h));
	h->row = (struct rs_pause_row){.mac = {2, 0, 0, 0, 1, 1}, .priority = 3, .frames = 2, .xoff = 1, .xon = 1, .pauses = 1,
				       .longest = 1000000, .paused = 1000000, .duty_ppm = 10000, .leaks_known = true};
	for (unsigned i = 0; i < 3; i++) {
		h->flows[i] = (struct rs_flow_row){.flow_id = i + 1, .dst_qp = 0x100 + i, .request = true, .priority = 3,
						   .packets = 100, .gap_max = 1000000, .gap_median = 2000, .gap_paused = 100};
		h->flows[i].src = scenario_host((char)('A' + i));
		h->flows[i].dst = scenario_host(i < 2 ? 'X' : 'Y');
		memcpy(h->flows[i].towards, h->row.mac, 6);
	}
	h->lane = (struct rs_lane_row){.requester = h->flows[0].src, .responder = h->flows[0].dst, .priority = 3, .rto_n = -1,
				       .requests = 100, .responded = true, .responder_qp = 0x100, .requester_qp = 0x200,
				       .pairing = RS_PAIR_TABLE, .pair_confidence = 100};
	h->snap = (struct rs_snapshot){.points = &h->point, .point_count = 1, .flows = h->flows, .flow_count = 3,
				       .lanes = &h->lane, .lane_count = 1, .pauses = &h->row, .pause_count = 1};
	h->snap.totals.roce = 300;
}

static void hand_expect(const struct hand *h, const char *codes, struct rs_finding *first)
{
	const struct rs_fabric_input in = {0};
	struct rs_err err = {0};
	struct rs_fabric *f = rs_fabric_create(NULL, &err);
	char got[200];
	struct text t;

	assert_int_equal(rs_fabric_finish(f, &h->snap, &in, &err), 0);
	text_init(&t, got, sizeof(got));
	findtext_verdict(&t, rs_fabric_verdict(f));
	assert_string_equal(got, codes);
	if (first)
		*first = rs_fabric_verdict(f)->findings[0];
	rs_fabric_destroy(f);
}

static void a_victim_goes_elsewhere_than_the_crowd(void **state)
{
	struct rs_finding f;
	char title[300];
	struct hand h;

	hand_init(&h);
	hand_expect(&h, "none", NULL);
	h.flows[2].gap_paused = 800000;
	hand_expect(&h, "PFC-VICTIM", &f);
	assert_int_equal(f.confidence, RS_CONF_LIKELY);
	assert_int_equal(f.count, 1);
	rs_finding_title(&f, &h.snap, title, sizeof(title));
	assert_string_equal(title, "1 flow, 10.0.0.3 > 10.0.0.25 qp 0x102, was likely held up by pauses of priority 3 that are due to "
				   "2 senders to 10.0.0.24");
	h.flows[2].gap_paused = 799999; /* not 80 % */
	hand_expect(&h, "none", NULL);
	h.flows[2].gap_paused = 1000000;
	h.flows[2].gap_median = 250001; /* not 4 times */
	hand_expect(&h, "none", NULL);
	h.flows[2].gap_median = 2000;
	h.flows[1].src = h.flows[0].src; /* one sender each: no crowd */
	hand_expect(&h, "none", NULL);
}

static void pauses_longer_than_a_timer_are_named(void **state)
{
	struct hand h;

	hand_init(&h);
	h.lane.rto_n = 7; /* 524.288 us */
	h.row.longest = 524289;
	hand_expect(&h, "PFC-OVER-RTO", NULL);
	h.row.longest = 524288;
	hand_expect(&h, "none", NULL);
	h.row.longest = 1000000;
	h.lane.priority = 4;
	hand_expect(&h, "none", NULL);
}

static void losses_beside_pauses_of_another_class_miss_pfc(void **state)
{
	struct rs_finding f;
	struct hand h;

	hand_init(&h);
	h.lane.naks = h.lane.episodes = 2;
	hand_expect(&h, "none", NULL); /* the class is paused */
	h.row.priority = 4;
	h.flows[2].priority = 4;
	hand_expect(&h, "PFC-MISSING", &f);
	assert_int_equal(f.priority, 3);
	assert_int_equal(f.confidence, RS_CONF_POSSIBLE);
	h.lane.reorder_episodes = 2;
	hand_expect(&h, "none", NULL); /* nothing was lost */
}

static void an_assumed_priority_makes_a_finding_only_possible(void **state)
{
	struct rs_finding f;
	struct hand h;

	hand_init(&h);
	h.row.priority = 5;
	hand_expect(&h, "PFC-UNEXPECTED-PRIO", &f);
	assert_int_equal(f.confidence, RS_CONF_CERTAIN);
	h.flows[0].priority_assumed = true;
	hand_expect(&h, "PFC-UNEXPECTED-PRIO", &f);
	assert_int_equal(f.confidence, RS_CONF_POSSIBLE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(duty_needs_a_fifth_of_10_ms),
		cmocka_unit_test(long_pauses_take_the_place_of_duty),
		cmocka_unit_test(a_storm_takes_the_place_of_a_long_pause),
		cmocka_unit_test(half_a_second_in_short_pauses_is_a_storm_too),
		cmocka_unit_test(a_nic_that_never_lets_go_is_named),
		cmocka_unit_test(leaks_are_ignored_pauses),
		cmocka_unit_test(a_priority_without_roce_is_not_expected),
		cmocka_unit_test(global_pauses_matter_where_there_is_roce),
		cmocka_unit_test(two_ends_that_pause_each_other_are_mutual),
		cmocka_unit_test(a_ring_must_hold_for_t_deadlock),
		cmocka_unit_test(data_on_a_link_of_the_ring_lowers_the_confidence),
		cmocka_unit_test(a_chain_has_a_root_and_is_no_deadlock),
		cmocka_unit_test(a_victim_goes_elsewhere_than_the_crowd),
		cmocka_unit_test(pauses_longer_than_a_timer_are_named),
		cmocka_unit_test(losses_beside_pauses_of_another_class_miss_pfc),
		cmocka_unit_test(an_assumed_priority_makes_a_finding_only_possible),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
