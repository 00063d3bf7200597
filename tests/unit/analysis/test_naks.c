/* SPDX-License-Identifier: BSD-2-Clause */
/* A NAK whose resend has not been seen: where the packet was lost, how quickly the NAK came, the rate of RNR NAKs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/naks.h"
#include "tests/lib/recs.h"

#include <string.h>

static void expect_side(const struct rs_record *recs, size_t count, unsigned side, unsigned flags)
{
	const struct rs_episode e = recs_episode(recs, count);

	if (e.cause != RS_CAUSE_NAK_SEQ || e.side != side || e.flags != flags)
		fail_msg("%s %s flags %x, expected NAK_SEQ %s flags %x", rs_cause_name(e.cause), rs_side_name(e.side), e.flags,
			 rs_side_name(side), flags);
}

#define EXPECT_SIDE(recs, side, flags) expect_side(recs, RECS_COUNT(recs), RS_SIDE_##side, flags)

static void a_hole_was_lost_before_the_tap(void **state)
{
	const struct rs_record recs[] = {
		wfirst(.psn = 100), wmid(.psn = 102, .at = US(1)), nak(.psn = 101, .at = US(5)), wmid(.psn = 101, .at = US(8)),
	};

	(void)state;
	EXPECT_SIDE(recs, UPSTREAM, 0);
}

static void what_had_passed_was_lost_behind_the_tap(void **state)
{
	const struct rs_record recs[] = {
		wfirst(.psn = 100), wmid(.psn = 101, .at = US(1)), wmid(.psn = 102, .at = US(2)), nak(.psn = 101, .at = US(5)),
		wmid(.psn = 101, .at = US(8)),
	};

	(void)state;
	EXPECT_SIDE(recs, DOWNSTREAM, 0);
}

static void what_came_late_before_the_nak_was_reordered(void **state)
{
	const struct rs_record recs[] = {
		wfirst(.psn = 100), wmid(.psn = 102, .at = US(1)), wmid(.psn = 101, .at = US(2)), nak(.psn = 101, .at = US(5)),
		wmid(.psn = 101, .at = US(8)), wmid(.psn = 102, .at = US(9)),
	};
	const struct rs_episode e = RECS_EPISODE(recs);

	(void)state;
	EXPECT_SIDE(recs, REORDER, 0);
	assert_int_equal(e.lost_packets, 0);
}

static void what_comes_late_by_its_id_behind_the_nak_was_reordered(void **state)
{
	const struct rs_record recs[] = {
		wfirst(.psn = 100, .id = 10), wmid(.psn = 102, .id = 12, .at = US(1)), nak(.psn = 101, .at = US(2)),
		wmid(.psn = 101, .id = 11, .at = US(3)), wmid(.psn = 101, .id = 13, .at = US(8)),
	};

	(void)state;
	EXPECT_SIDE(recs, REORDER, 0);
}

static void a_psn_before_the_first_one_is_older_than_the_capture(void **state)
{
	const struct rs_record recs[] = {
		wmid(.psn = 100), wmid(.psn = 101, .at = US(1)), nak(.psn = 99, .at = US(5)), wmid(.psn = 99, .at = US(8)),
	}, first[] = {
		wmid(.psn = 100), wmid(.psn = 101, .at = US(1)), nak(.psn = 100, .at = US(5)), wmid(.psn = 100, .at = US(8)),
	};

	(void)state;
	EXPECT_SIDE(recs, UNKNOWN, RS_EPI_PRE_CAPTURE);
	EXPECT_SIDE(first, DOWNSTREAM, 0);
}

/* After 2^23 PSNs the first one would lie ahead of the NAK if it were kept. */
static void a_lane_that_ran_long_is_not_older_than_the_capture(void **state)
{
	enum { STEPS = 150, STEP = 60000 };
	struct rs_record recs[STEPS + 5];
	unsigned n = 0;
	uint32_t psn = 0;

	(void)state;
	for (; n < STEPS; n++) {
		psn = n * STEP;
		recs[n] = rreq(.psn = psn, .dma = STEP * 1024, .at = US(n));
	}
	memmove(recs + 1, recs, STEPS * sizeof(recs[0]));
	recs[0] = wmid(.psn = 0xffffff); /* teaches the MTU */
	n++;
	psn += STEP;
	recs[n++] = wfirst(.psn = psn, .at = US(1000));
	recs[n++] = wmid(.psn = psn + 1, .at = US(1001));
	recs[n++] = nak(.psn = psn, .at = US(1005));
	recs[n++] = wfirst(.psn = psn, .at = US(1008));
	assert_true(psn > 1 << 23);
	expect_side(recs, n, RS_SIDE_DOWNSTREAM, 0);
}

static void a_nak_beyond_the_edge_proves_capture_loss(void **state)
{
	const struct rs_record recs[] = {
		wfirst(.psn = 100), wmid(.psn = 101, .at = US(1)), nak(.psn = 103, .at = US(5)), wmid(.psn = 103, .at = US(8)),
		wlast(.psn = 104, .at = US(9)), ack(.psn = 104, .at = US(13)),
	};

	(void)state;
	/* 102 arrived although the tap did not see it; what became of 103 nothing tells. */
	RECS_EXPECT(recs,
		    "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=4 new=4 acks=1 naks=1 cap_missing=1 next=105 una=105\n"
		    "  EPISODE cause=UNKNOWN side=UNKNOWN sign=NAK state=RECOVERED mode=NONE start=5 nak=5 resend=- end=13 "
		    "first=- hwm=103 lost=- lost_bytes=0 resent=0 resent_bytes=0 amp=- det=- react=- recov=8 impact=8 rounds=0 naks=1\n");
}

static void a_nak_for_a_higher_psn_says_the_first_was_late(void **state)
{
	const struct rs_record passed[] = {
		wfirst(.psn = 100), wmid(.psn = 101), wmid(.psn = 102), wmid(.psn = 103, .at = US(3)), nak(.psn = 101, .at = US(7)),
		nak(.psn = 102, .at = US(8)), wmid(.psn = 102, .at = US(11)),
	}, hole[] = {
		wfirst(.psn = 100), wmid(.psn = 101), wmid(.psn = 103, .at = US(3)), nak(.psn = 101, .at = US(7)),
		nak(.psn = 102, .at = US(8)), wmid(.psn = 102, .at = US(11)),
	};
	const struct rs_episode e = RECS_EPISODE(passed);

	(void)state;
	EXPECT_SIDE(passed, REORDER, 0);
	assert_int_equal(e.nak_psn, 101); /* the first NAK */
	assert_int_equal(e.nak, US(7));
	assert_int_equal(e.naks, 2);
	assert_int_equal(e.react, US(4));
	EXPECT_SIDE(hole, UPSTREAM, 0);
}

static void detection_begins_with_the_first_packet_behind_the_loss(void **state)
{
	const struct rs_record recs[] = {
		wfirst(.psn = 100), wmid(.psn = 102, .at = US(1)), wmid(.psn = 103, .at = US(2)), nak(.psn = 101, .at = US(6)),
		wmid(.psn = 101, .at = US(9)),
	}, tail[] = {
		wfirst(.psn = 100), wlast(.psn = 101, .at = US(1)), nak(.psn = 101, .at = US(6)), wlast(.psn = 101, .at = US(9)),
	};

	(void)state;
	assert_int_equal(RECS_EPISODE(recs).detect, US(5));
	assert_int_equal(RECS_EPISODE(tail).detect, RS_NS_NONE); /* nothing was sent behind it */
}

static void a_nak_below_una_is_stale(void **state)
{
	const struct rs_record recs[] = {
		wfirst(.psn = 100), wmid(.psn = 101), ack(.psn = 101, .at = US(4)), nak(.psn = 101, .at = US(5)),
		wmid(.psn = 102, .at = US(6)),
	};

	(void)state;
	RECS_EXPECT(recs, "LANE T1 A>B qp=b1 peer=a1 pair=SOLE req=3 new=3 acks=1 naks=1 next=103 una=102\n");
}

static void the_rnr_rate_is_the_most_within_one_second(void **state)
{
	struct lane l;

	(void)state;
	memset(&l, 0, sizeof(l));
	for (unsigned i = 0; i < 5; i++) {
		l.row.rnrs++;
		naks_rate(&l, MS(200) * i);
	}
	assert_int_equal(l.row.rnr_peak, 5); /* 0 to 800 ms */
	l.row.rnrs++;
	naks_rate(&l, MS(1000)); /* the first one is exactly a second old */
	assert_int_equal(l.row.rnr_peak, 5);
	for (unsigned i = 0; i < 20; i++) {
		l.row.rnrs++;
		naks_rate(&l, MS(5000) + MS(1) * i);
	}
	assert_int_equal(l.row.rnr_peak, LANE_RNRS); /* more are not told apart */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_hole_was_lost_before_the_tap),
		cmocka_unit_test(what_had_passed_was_lost_behind_the_tap),
		cmocka_unit_test(what_came_late_before_the_nak_was_reordered),
		cmocka_unit_test(what_comes_late_by_its_id_behind_the_nak_was_reordered),
		cmocka_unit_test(a_psn_before_the_first_one_is_older_than_the_capture),
		cmocka_unit_test(a_lane_that_ran_long_is_not_older_than_the_capture),
		cmocka_unit_test(a_nak_beyond_the_edge_proves_capture_loss),
		cmocka_unit_test(a_nak_for_a_higher_psn_says_the_first_was_late),
		cmocka_unit_test(detection_begins_with_the_first_packet_behind_the_loss),
		cmocka_unit_test(a_nak_below_una_is_stale),
		cmocka_unit_test(the_rnr_rate_is_the_most_within_one_second),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
