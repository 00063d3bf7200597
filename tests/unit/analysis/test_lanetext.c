/* SPDX-License-Identifier: BSD-2-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/lib/lanetext.h"
#include "tests/lib/scenario.h"

#define START SCENARIO_EPOCH_NS
#define US(n) (START + (rs_ns)((n) * 1000))

static struct rs_lane_row lane(void)
{
	return (struct rs_lane_row){.id = 0,
				    .pairing = RS_PAIR_SOLE,
				    .requester = scenario_host('A'),
				    .responder = scenario_host('B'),
				    .responder_qp = 0xb1,
				    .requester_qp = 0xa1,
				    .requests = 8,
				    .new_packets = 5,
				    .resent = 3,
				    .next_psn = 106,
				    .una_psn = 106,
				    .rto_n = -1};
}

static struct rs_episode episode(void)
{
	return (struct rs_episode){.cause = RS_CAUSE_NAK_SEQ,
				   .side = RS_SIDE_UPSTREAM,
				   .sign = RS_SIGN_GAP,
				   .state = RS_STATE_RECOVERED,
				   .mode = RS_MODE_GBN,
				   .lost_exact = 1,
				   .range_count = 1,
				   .lost = {{102, 102}},
				   .lost_packets = 1,
				   .lost_bytes = 1024,
				   .start = US(2),
				   .nak = US(6),
				   .resend = US(9),
				   .end = US(12),
				   .first = 102,
				   .hwm = 105,
				   .resent = 3,
				   .resent_bytes = 3072,
				   .detect = 4000,
				   .react = 3000,
				   .recov = 10000,
				   .impact = 10250,
				   .rounds = 1,
				   .naks = 1};
}

static void expect(struct rs_lane_row *l, const struct rs_episode *e, const struct rs_event *ev, const char *want)
{
	struct rs_snapshot snap = {.lanes = l, .lane_count = 1};
	struct lanetext_run run = {.snap = &snap,
				   .episodes = e,
				   .episode_count = e ? 1 : 0,
				   .events = ev,
				   .event_count = ev ? 1 : 0,
				   .start = START};
	char buf[2048];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	lanetext_lanes(&t, &run);
	assert_string_equal(buf, want);
}

static void an_exact_loss_is_written_without_bounds(void **state)
{
	struct rs_lane_row l = lane();
	struct rs_episode e = episode();

	expect(&l, &e, NULL,
	       "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=8 new=5 resent=3 next=106 una=106\n"
	       "  EPISODE cause=NAK_SEQ side=UPSTREAM sign=GAP state=RECOVERED mode=GBN start=2 nak=6 resend=9 end=12 "
	       "first=102 hwm=105 lost=102/1 lost_bytes=1024 resent=3 resent_bytes=3072 amp=3.00 det=4 react=3 recov=10 "
	       "impact=10.25 rounds=1 naks=1\n");
}

static void bounds_ranges_stalls_and_flags_have_their_signs(void **state)
{
	struct rs_lane_row l = lane();
	struct rs_episode e = episode();

	e.lost_exact = 0;
	e.range_count = 2;
	e.lost[0].last = 103;
	e.lost[1].first = e.lost[1].last = 200;
	e.lost_packets = 3;
	e.nak = e.detect = e.react = RS_NS_NONE;
	e.naks = 0;
	e.rnrs = 2;
	e.stall_count = 2;
	e.stalls[0] = 534000;
	e.stalls[1] = 600500;
	e.flags = RS_EPI_GOBACK0 | RS_EPI_PRE_CAPTURE | RS_EPI_LOW_CONFIDENCE;
	l.rto_n = 7;
	l.rto_pattern = RS_RTO_CONST;
	l.rto_ratio_pct = 102;
	l.una_psn = RS_NO_PSN;
	l.requester_qp = RS_NO_QPN;
	l.pairing = RS_PAIR_NONE;
	expect(&l, &e, NULL,
	       "LANE T1 A>B qp=b1 peer=- pair=NONE req=8 new=5 resent=3 next=106 una=-\n"
	       "  EPISODE cause=NAK_SEQ side=UPSTREAM sign=GAP state=RECOVERED mode=GBN start=2 nak=- resend=9 end=12 "
	       "first=102 hwm=105 lost=102..103+200/>=3 lost_bytes=>=1024 resent=3 resent_bytes=3072 amp=<=3.00 det=- react=- "
	       "recov=10 impact=10.25 rounds=1 rnrs=2 stalls=534,600.5 rto=[CONST n=7 ratio=1.02] flags=GOBACK0,PRE_CAPTURE\n");
}

static void nothing_lost_has_no_amplification(void **state)
{
	struct rs_lane_row l = lane();
	struct rs_episode e = episode();

	e.lost_packets = 0;
	e.lost_bytes = 0;
	e.range_count = 0;
	e.state = RS_STATE_FAILED;
	e.end = e.recov = e.impact = RS_NS_NONE;
	e.first = RS_NO_PSN;
	expect(&l, &e, NULL,
	       "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=8 new=5 resent=3 next=106 una=106\n"
	       "  EPISODE cause=NAK_SEQ side=UPSTREAM sign=GAP state=FAILED mode=GBN start=2 nak=6 resend=9 end=- first=- "
	       "hwm=105 lost=- lost_bytes=0 resent=3 resent_bytes=3072 amp=- det=4 react=3 recov=- impact=- rounds=1 naks=1\n");
}

static void counters_come_in_their_order_and_only_if_not_zero(void **state)
{
	struct rs_lane_row l = lane();
	struct rs_event ev = {.kind = RS_EVENT_FATAL_NAK, .detail = 0x62, .time = US(4), .psn_first = 100};

	l.ooo = 1;
	l.acks = 2;
	l.naks = 3;
	l.rnrs = 4;
	l.dup_acks = 5;
	l.stale_acks = 6;
	l.cap_missing = 7;
	l.read_responses = 8;
	l.resp_resent = 9;
	l.atomic_replays = 10;
	l.shorts = 11;
	l.max_displacement = 12;
	l.undetermined = 13;
	l.point = 1;
	expect(&l, NULL, &ev,
	       "LANE T2 A>B qp=b1 peer=a1 pair=SOLE req=8 new=5 resent=3 ooo=1 acks=2 naks=3 rnrs=4 dup_acks=5 stale_acks=6 "
	       "cap_missing=7 rresp=8 rresp_resent=9 atomic_replays=10 short=11 max_disp=12 undetermined=13 next=106 una=106\n"
	       "  EVENT QP-FATAL-NAK kind=REMOTE_ACCESS t=4 psn=100\n");
}

static void events_that_only_repeat_counts_have_no_line(void **state)
{
	struct rs_lane_row l = lane();
	struct rs_event ev = {.kind = RS_EVENT_NAK, .time = US(4), .psn_first = 100};

	expect(&l, NULL, &ev, "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=8 new=5 resent=3 next=106 una=106\n");
}

static void copies_and_unpaired_come_first(void **state)
{
	struct rs_snapshot snap = {.totals = {.copies = 3, .unpaired_responses = 2}};
	char buf[128];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	lanetext_lanes(&t, &(struct lanetext_run){.snap = &snap});
	assert_string_equal(buf, "DEDUP copies=3\nUNPAIRED responses=2\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(an_exact_loss_is_written_without_bounds),
		cmocka_unit_test(bounds_ranges_stalls_and_flags_have_their_signs),
		cmocka_unit_test(nothing_lost_has_no_amplification),
		cmocka_unit_test(counters_come_in_their_order_and_only_if_not_zero),
		cmocka_unit_test(events_that_only_repeat_counts_have_no_line),
		cmocka_unit_test(copies_and_unpaired_come_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
