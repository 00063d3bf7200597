/* SPDX-License-Identifier: BSD-2-Clause */
/* Merging over lanes, ranking, order of feeding, finishing again, limits, keys and texts. */
#include "fabric_fixture.h"

#include <stdlib.h>

static void lanes_of_one_host_pair_become_one_finding(void **state)
{
	static const uint32_t qps[] = {0x230, 0x231, 0x233, 0x232};
	struct fabric_case c;
	const struct rs_finding *f;

	case_start(&c);
	for (uint32_t i = 0; i < 4; i++) {
		c.lanes[i] = healthy_lane(10 + i, 3, 4, qps[i]);
		feed(&c, recovery(13 - i, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM));
	}
	c.snap.lane_count = 4;
	f = only(&c, RS_FIND_GBN_NAK,
		 "4 Go-Back-N recoveries on 10.0.0.3 > 10.0.0.4 qp 0x230-0x233: at least 4 packets "
		 "lost after the "
		 "tap cost 12 resends (at most 3.0 per loss)");
	assert_int_equal(f->lane_count, 4);
	for (uint32_t i = 0; i < 4; i++)
		assert_int_equal(c.v->lanes[f->lane_first + i], 10 + i);
	assert_int_equal(f->qp_count, 4);
	case_end(&c);
}

static void direction_and_point_keep_findings_apart(void **state)
{
	struct fabric_case c;

	case_start(&c);
	c.lanes[1] = healthy_lane(2, 2, 1, 0xa1); /* the way back */
	c.lanes[2] = healthy_lane(3, 1, 2, 0xb1); /* the same at another tap */
	c.lanes[2].point = 1;
	c.snap.lane_count = 3;
	for (uint32_t i = 1; i <= 3; i++)
		feed(&c, recovery(i, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM));
	finish(&c);
	assert_int_equal(c.v->finding_count, 3);
	for (uint32_t i = 0; i < 3; i++) {
		assert_int_equal(c.v->findings[i].lane_count, 1);
		for (uint32_t k = i + 1; k < 3; k++)
			assert_true(rs_finding_key(&c.v->findings[i]) !=
				    rs_finding_key(&c.v->findings[k]));
	}
	case_end(&c);
}

static void findings_rank_by_severity_then_cost_then_time(void **state)
{
	static const uint8_t order[] = {RS_FIND_QP_FATAL_NAK, RS_FIND_GBN_TIMEOUT, RS_FIND_GBN_NAK,
					RS_FIND_GBN_SPURIOUS, RS_FIND_SR_RECOVERY, RS_FIND_CAP_LOSS,
					RS_FIND_CAP_TRUNC};
	struct fabric_case c;
	struct rs_episode e;

	case_start(&c);
	c.snap.totals.cut_packets = 1;
	c.lanes[0].cap_missing = 1;
	e = recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_UPSTREAM);
	e.mode = RS_MODE_SELECTIVE;
	e.resent_bytes = 1000000; /* dear, but milder */
	feed(&c, e);
	e = recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_REORDER); /* as dear as gbn-nak, but later */
	e.start = 8000;
	feed(&c, e);
	feed(&c, recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM));
	feed(&c, timer_recovery(1, RS_CAUSE_TIMEOUT, RS_SIDE_UNKNOWN, 1 * MS));
	feed_event(&c, RS_EVENT_FATAL_NAK, 1, 0x62, 3);
	finish(&c);
	assert_int_equal(c.v->finding_count, sizeof(order));
	for (uint32_t i = 0; i < sizeof(order); i++)
		assert_string_equal(rs_finding_info(c.v->findings[i].code)->code,
				    rs_finding_info(order[i])->code);
	/* 1 ms of silence at 1,024,000 bytes in 10 ms, and 3072 bytes resent */
	assert_int_equal((int64_t)(c.v->findings[1].cost_bytes + 0.5), 102400 + 3072);
	assert_int_equal((int64_t)c.v->findings[2].cost_bytes, 3072);
	case_end(&c);
}

static struct rs_episode random_recovery(uint32_t lane)
{
	static const uint8_t causes[] = {RS_CAUSE_NAK_SEQ, RS_CAUSE_TIMEOUT, RS_CAUSE_RNR,
					 RS_CAUSE_ACK_LOSS};
	struct rs_episode e = recovery(lane, causes[rand() % 4], RS_SIDE_DOWNSTREAM);

	e.start += rand() % 1000;
	e.react = rand() % 100000;
	e.resent = (uint32_t)(rand() % 50);
	e.resent_bytes = 1024u * e.resent;
	e.first = (uint32_t)(rand() % 1000);
	e.lost_packets = 1 + (uint32_t)(rand() % 3);
	e.stalls[0] = e.stall_total = rand() % 1000000;
	e.stall_count = 1;
	e.stalls_all = 1;
	for (unsigned i = 0; i < RS_EF_COUNT; i++)
		e.frames[i] = 1 + (rs_frame)(rand() % 100000);
	return e;
}

/* Lanes report in any order, each lane its own in order: shards may interleave as they like. */
static void the_order_in_which_lanes_report_changes_nothing(void **state)
{
	enum { LANES = 6, EACH = 40 };
	struct rs_episode ep[LANES][EACH];
	struct fabric_case a, b;

	srand(7);
	case_start(&a);
	case_start(&b);
	for (uint32_t l = 0; l < LANES; l++) {
		a.lanes[l] = b.lanes[l] = healthy_lane(l, 1 + l % 2, 3, 0x10 + l);
		for (int i = 0; i < EACH; i++)
			ep[l][i] = random_recovery(l);
	}
	a.snap.lane_count = b.snap.lane_count = LANES;
	for (uint32_t l = 0; l < LANES; l++)
		rs_fabric_feed_episodes(a.fabric, ep[l], EACH);
	for (int i = 0; i < EACH; i++)
		for (uint32_t l = LANES; l-- > 0;)
			rs_fabric_feed_episodes(b.fabric, &ep[l][i], 1);
	finish(&a);
	finish(&b);
	assert_true(a.v->finding_count >= 4);
	assert_int_equal(a.v->finding_count, b.v->finding_count);
	assert_memory_equal(a.v->findings, b.v->findings,
			    a.v->finding_count * sizeof(struct rs_finding));
	assert_int_equal(a.v->lanes_total, b.v->lanes_total);
	assert_memory_equal(a.v->lanes, b.v->lanes, a.v->lanes_total * sizeof(uint32_t));
	case_end(&a);
	case_end(&b);
}

static void the_median_reaction_is_exact_for_few_and_close_for_many(void **state)
{
	struct fabric_case c;
	struct rs_episode e = recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM);

	case_start(&c);
	for (int i = 1; i <= 15; i++) {
		e.react = 1000 * ((i * 7) % 15 + 1); /* 1..15 us in some order */
		feed(&c, e);
	}
	finish(&c);
	assert_int_equal(value_of(&c.v->findings[0], "nak_to_resend_p50"), 8000);
	for (int i = 0; i < 1000; i++) {
		e.react = 20000 + 10 * i; /* 20 to 30 us */
		feed(&c, e);
	}
	finish(&c);
	assert_in_range(value_of(&c.v->findings[0], "nak_to_resend_p50"), 23500, 26500);
	case_end(&c);
}

static void evidence_keeps_the_five_earliest_frames(void **state)
{
	struct fabric_case c;
	struct rs_episode e = recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM);
	const rs_frame want[] = {1, 2, 3, 4, 5};

	case_start(&c);
	for (unsigned i = 9; i > 0; i--) {
		e.frames[RS_EF_NAK] = i;
		feed(&c, e);
		feed(&c, e); /* the same frame twice counts once */
	}
	finish(&c);
	assert_memory_equal(evidence(&c.v->findings[0], "nak_seq_error")->frames, want,
			    sizeof(want));
	case_end(&c);
}

static void a_weak_pair_weakens_the_finding(void **state)
{
	static const struct {
		uint8_t method, percent, confidence;
	} cases[] = {{RS_PAIR_TABLE, 100, RS_CONF_CERTAIN},
		     {RS_PAIR_SOLE, 90, RS_CONF_CERTAIN},
		     {RS_PAIR_PSN, 80, RS_CONF_LIKELY},
		     {RS_PAIR_TIME, 60, RS_CONF_POSSIBLE},
		     {RS_PAIR_NONE, 0, RS_CONF_CERTAIN}};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fabric_case c;

		case_start(&c);
		c.lanes[0].pairing = cases[i].method;
		c.lanes[0].pair_confidence = cases[i].percent;
		feed(&c, recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM));
		finish(&c);
		assert_int_equal(c.v->findings[0].confidence, cases[i].confidence);
		case_end(&c);
	}
}

static void a_timer_without_a_known_round_trip_is_only_possible(void **state)
{
	struct fabric_case c;
	struct rs_episode e = timer_recovery(1, RS_CAUSE_TIMEOUT, RS_SIDE_UNKNOWN, 1 * MS);

	case_start(&c);
	e.flags = RS_EPI_LOW_CONFIDENCE;
	feed(&c, e);
	finish(&c);
	assert_int_equal(c.v->findings[0].confidence, RS_CONF_POSSIBLE);
	case_end(&c);
}

static void open_and_failed_recoveries_are_counted(void **state)
{
	struct fabric_case c;
	struct rs_episode e = timer_recovery(1, RS_CAUSE_TIMEOUT, RS_SIDE_UNKNOWN, 67 * MS);

	case_start(&c);
	e.state = RS_STATE_FAILED;
	e.end = RS_NS_NONE;
	feed(&c, e);
	e.state = RS_STATE_OPEN;
	feed(&c, e);
	finish(&c);
	assert_int_equal(value_of(&c.v->findings[0], "not_recovered"), 2);
	assert_int_equal(c.v->findings[0].last, 10000); /* the resend: it did not end */
	case_end(&c);
}

static void finishing_again_after_more_counts_everything_once(void **state)
{
	struct fabric_case c;

	case_start(&c);
	feed(&c, recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM));
	finish(&c);
	finish(&c);
	assert_int_equal(c.v->findings[0].count, 1);
	feed(&c, recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM));
	finish(&c);
	assert_int_equal(c.v->finding_count, 1);
	assert_int_equal(c.v->findings[0].count, 2);
	case_end(&c);
}

static void before_the_first_finish_nothing_is_claimed(void **state)
{
	struct rs_fabric *f = rs_fabric_create(NULL, NULL);
	const struct rs_verdict *v = rs_fabric_verdict(f);

	assert_int_equal(v->word, RS_VERDICT_INCONCLUSIVE);
	assert_int_equal(v->finding_count, 0);
	rs_fabric_destroy(f);
	rs_fabric_destroy(NULL);
}

static void what_finds_no_room_is_counted_and_said(void **state)
{
	struct fabric_case c;
	struct rs_episode e = recovery(0, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM);

	case_start(&c);
	for (uint32_t i = 0; i < 65536 + 3; i++) {
		e.lane = i;
		feed(&c, e);
	}
	finish(&c);
	assert_int_equal(c.v->findings_dropped, 3);
	assert_string_equal(
	    trust_item(&c, "table-limits")->effect,
	    "a table was full: 3 recoveries are in no finding; counts are lower bounds");
	assert_int_equal(c.v->trust, RS_TRUST_LIMITED);
	case_end(&c);
}

static void many_host_pairs_give_one_finding_each(void **state)
{
	enum { PAIRS = 300 };
	struct fabric_case c;
	struct rs_lane_row *lanes = calloc(PAIRS, sizeof(*lanes));

	case_start(&c);
	for (uint32_t i = 0; i < PAIRS; i++) {
		lanes[i] = healthy_lane(i, i % 20, 100 + i / 20, 0xb1);
		feed(&c, recovery(i, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM));
	}
	c.snap.lanes = lanes;
	c.snap.lane_count = PAIRS;
	finish(&c);
	assert_int_equal(c.v->finding_count, PAIRS);
	for (uint32_t i = 1; i < PAIRS; i++) /* equal cost and time: by address */
		assert_true(memcmp(&c.v->findings[i - 1].src, &c.v->findings[i].src, 16) <= 0);
	case_end(&c);
	free(lanes);
}

static void keys_depend_on_code_and_scope_only(void **state)
{
	struct rs_finding a = {.code = RS_FIND_GBN_NAK, .priority = -1, .has_hosts = true};
	struct rs_finding b;

	a.src = host(1);
	a.dst = host(2);
	b = a;
	b.count = 9;
	b.qp_first = 7;
	b.severity = RS_SEV_CRITICAL;
	assert_true(rs_finding_key(&a) == rs_finding_key(&b));
	b.code = RS_FIND_GBN_TIMEOUT;
	assert_true(rs_finding_key(&a) != rs_finding_key(&b));
	b = a;
	b.src = host(2);
	b.dst = host(1);
	assert_true(rs_finding_key(&a) != rs_finding_key(&b));
	b = a;
	b.point = 1;
	assert_true(rs_finding_key(&a) != rs_finding_key(&b));
	b = a;
	b.priority = 3;
	assert_true(rs_finding_key(&a) != rs_finding_key(&b));
}

static void titles_are_cut_to_the_buffer(void **state)
{
	struct fabric_case c;
	char small[12];

	case_start(&c);
	feed(&c, recovery(1, RS_CAUSE_NAK_SEQ, RS_SIDE_DOWNSTREAM));
	finish(&c);
	assert_int_equal(rs_finding_title(&c.v->findings[0], &c.snap, small, sizeof(small)), 11);
	assert_string_equal(small, "1 Go-Back-N");
	assert_int_equal(rs_finding_title(&c.v->findings[0], &c.snap, small, 0), 0);
	case_end(&c);
}

static unsigned length(const char *const *list)
{
	unsigned n = 0;

	while (list[n]) {
		assert_true(strlen(list[n]) > 3);
		n++;
	}
	return n;
}

static void every_code_has_texts_a_title_and_evidence(void **state)
{
	for (unsigned code = 0; code < RS_FIND_COUNT; code++) {
		const struct rs_finding_info *info = rs_finding_info(code);
		struct rs_finding f = {.code = (uint8_t)code, .psn = RS_NO_PSN};
		char title[300];

		assert_int_equal(rs_finding_by_code(info->code), code);
		assert_in_range(info->severity, 0, RS_SEV_COUNT - 1);
		assert_true(strlen(info->summary) > 40);
		assert_true(strlen(info->rule) > 40);
		assert_true(strlen(info->limits) > 20);
		assert_in_range(length(info->next), 1, 4);
		length(info->counters);
		/* even a finding without evidence and hosts gives a sentence */
		assert_true(rs_finding_title(&f, NULL, title, sizeof(title)) > 20);
	}
	assert_string_equal(rs_finding_info(RS_FIND_COUNT)->code, "unknown");
	assert_null(rs_finding_info(1000)->next[0]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(lanes_of_one_host_pair_become_one_finding),
	    cmocka_unit_test(direction_and_point_keep_findings_apart),
	    cmocka_unit_test(findings_rank_by_severity_then_cost_then_time),
	    cmocka_unit_test(the_order_in_which_lanes_report_changes_nothing),
	    cmocka_unit_test(the_median_reaction_is_exact_for_few_and_close_for_many),
	    cmocka_unit_test(evidence_keeps_the_five_earliest_frames),
	    cmocka_unit_test(a_weak_pair_weakens_the_finding),
	    cmocka_unit_test(a_timer_without_a_known_round_trip_is_only_possible),
	    cmocka_unit_test(open_and_failed_recoveries_are_counted),
	    cmocka_unit_test(finishing_again_after_more_counts_everything_once),
	    cmocka_unit_test(before_the_first_finish_nothing_is_claimed),
	    cmocka_unit_test(what_finds_no_room_is_counted_and_said),
	    cmocka_unit_test(many_host_pairs_give_one_finding_each),
	    cmocka_unit_test(keys_depend_on_code_and_scope_only),
	    cmocka_unit_test(titles_are_cut_to_the_buffer),
	    cmocka_unit_test(every_code_has_texts_a_title_and_evidence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
