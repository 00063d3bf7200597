/* SPDX-License-Identifier: BSD-2-Clause */
/* Pairing of the two directions (diagnosis 1.2): methods in their order, refusals, undoing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/pair.h"
#include "base/sport.h"
#include "tests/lib/recs.h"

/* The row of the lane to @qp. */
static const struct rs_lane_row *lane(const struct run *r, uint32_t qp)
{
	for (uint32_t i = 0; i < r->snap.lane_count; i++)
		if (r->snap.lanes[i].responder_qp == qp)
			return &r->snap.lanes[i];
	fail_msg("no lane to QP %x", qp);
	return NULL;
}

static void expect(const struct rs_record *recs, size_t count, uint32_t qp, uint32_t peer, unsigned method, unsigned confidence)
{
	const struct rs_lane_row *l;
	struct run r;

	recs_run(&r, NULL, recs, count);
	l = lane(&r, qp);
	if (l->requester_qp != peer || l->pairing != method || l->pair_confidence != confidence)
		fail_msg("QP %x: peer %x %s %u, expected %x %s %u", qp, l->requester_qp, rs_pairing_name(l->pairing),
			 l->pair_confidence, peer, rs_pairing_name(method), confidence);
	run_fini(&r);
}

#define EXPECT(recs, qp, peer, method, confidence) \
	expect(recs, RECS_COUNT(recs), qp, peer, RS_PAIR_##method, confidence)
#define EXPECT_NONE(recs, qp) expect(recs, RECS_COUNT(recs), qp, RS_NO_QPN, RS_PAIR_NONE, 0)

/* ---- TABLE, CM, SPORT ---- */

static void what_the_user_says_is_certain(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 0), req(.psn = 0, .qp = 0xb2, .at = US(1)), ack(.psn = 0, .qp = 0xa2, .at = US(5)), ack(.psn = 0, .qp = 0xa1, .at = US(6)),
	};
	const struct rs_pair_hint pairs[] = {
		{ recs_host('A', false), recs_host('B', false), 0xa1, 0xb1 },
		{ recs_host('A', false), recs_host('B', false), 0xa2, 0xb2 },
	};
	struct rs_engine_config cfg;
	struct run r;

	(void)state;
	run_config(&cfg);
	cfg.pairs = pairs;
	cfg.pair_count = 2;
	recs_run(&r, &cfg, recs, RECS_COUNT(recs));
	assert_int_equal(lane(&r, 0xb1)->requester_qp, 0xa1);
	assert_int_equal(lane(&r, 0xb2)->requester_qp, 0xa2);
	assert_int_equal(lane(&r, 0xb2)->pairing, RS_PAIR_TABLE);
	assert_int_equal(lane(&r, 0xb2)->pair_confidence, 100);
	run_fini(&r);
}

static void the_table_beats_every_sign(void **state)
{
	/* One request flow only: without the table it would be SOLE. */
	const struct rs_record recs[] = {
		req(.psn = 0), ack(.psn = 0, .qp = 0xa2, .at = US(5)),
	};
	const struct rs_pair_hint pairs[] = {
		{ recs_host('A', false), recs_host('B', false), 0xa2, 0xb9 },
	};
	struct rs_engine_config cfg;
	struct run r;

	(void)state;
	run_config(&cfg);
	cfg.pairs = pairs;
	cfg.pair_count = 1;
	recs_run(&r, &cfg, recs, RECS_COUNT(recs));
	assert_int_equal(lane(&r, 0xb1)->pairing, RS_PAIR_NONE);
	assert_int_equal(r.snap.totals.unpaired_responses, 1);
	run_fini(&r);
}

static void both_lanes_of_a_connection_are_paired_by_cm(void **state)
{
	const struct rs_record recs[] = {
		cmreq(.lid = 1, .lqp = 0xa1, .pmtu = 4, .timeout = 12, .retry = 3),
		cmrep(.from = 'B', .to = 'A', .rid = 1, .lqp = 0xb1, .at = US(1)),
		req(.psn = 0, .at = US(10)), req(.psn = 0, .from = 'B', .to = 'A', .qp = 0xa1, .at = US(11)),
		ack(.psn = 0, .at = US(14)), ack(.psn = 0, .from = 'A', .to = 'B', .qp = 0xb1, .at = US(15)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(r.snap.lanes[i].pairing, RS_PAIR_CM);
		assert_int_equal(r.snap.lanes[i].pair_confidence, 100);
		assert_int_equal(r.snap.lanes[i].pmtu, 2048);
		assert_int_equal(r.snap.lanes[i].rto_n, 12);
		assert_true(r.snap.lanes[i].rto_exact);
		assert_int_equal(r.snap.lanes[i].acks, 1);
	}
	run_fini(&r);
}

static void the_port_of_both_qps_pairs_among_equal_psns(void **state)
{
	const uint16_t one = sport_from_qps(0xa1, 0xb1), two = sport_from_qps(0xa2, 0xb2);
	const struct rs_record recs[] = {
		req(.psn = 0, .sport = one), req(.psn = 0, .qp = 0xb2, .sport = two, .at = US(1)),
		ack(.psn = 0, .qp = 0xa2, .sport = two, .at = US(5)), ack(.psn = 0, .qp = 0xa1, .sport = one, .at = US(6)),
	};

	(void)state;
	EXPECT(recs, 0xb1, 0xa1, SPORT, 97);
	EXPECT(recs, 0xb2, 0xa2, SPORT, 97);
}

static void a_port_that_follows_from_other_qps_does_not_count(void **state)
{
	const uint16_t port = sport_from_qps(0xa1, 0xb1);
	const struct rs_record recs[] = {
		req(.psn = 0, .sport = port), req(.psn = 0, .qp = 0xb2, .sport = port, .at = US(1)),
		ack(.psn = 0, .qp = 0xa1, .sport = port, .at = US(5)),
	};

	(void)state;
	/* b2 carries the port too, but it does not follow from a1 and b2. */
	EXPECT(recs, 0xb1, 0xa1, SPORT, 97);
	EXPECT_NONE(recs, 0xb2);
}

/* ---- SOLE ---- */

static void the_only_request_flow_is_sole_near_its_edge(void **state)
{
	for (int32_t d = 4096; d <= 4097; d++) {
		const struct rs_record ahead[] = {
			req(.psn = 10000), ack(.psn = (uint32_t)(10001 + d), .at = US(5)),
		}, behind[] = {
			req(.psn = 10000), ack(.psn = (uint32_t)(10001 - d), .at = US(5)),
		};

		(void)state;
		if (d == 4096) {
			EXPECT(ahead, 0xb1, 0xa1, SOLE, 90);
			EXPECT(behind, 0xb1, 0xa1, SOLE, 90);
		} else {
			EXPECT_NONE(ahead, 0xb1);
			EXPECT_NONE(behind, 0xb1);
		}
	}
}

static void sole_needs_the_same_hosts_and_point(void **state)
{
	const struct rs_record point[] = {
		req(.psn = 1), ack(.psn = 1, .point = 1, .at = US(5)),
	}, host[] = {
		req(.psn = 1), ack(.psn = 1, .from = 'C', .at = US(5)),
	}, vni[] = {
		req(.psn = 1), ack(.psn = 1, .vni = 9, .at = US(5)),
	};

	(void)state;
	EXPECT_NONE(point, 0xb1);
	EXPECT_NONE(host, 0xb1);
	EXPECT_NONE(vni, 0xb1);
}

static void a_sole_pair_is_undone_by_a_far_psn_and_never_made_again(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 100000), ack(.psn = 100000, .at = US(4)), req(.psn = 100001, .at = US(5)), ack(.psn = 700, .at = US(9)),
		ack(.psn = 100001, .at = US(10)),
	};
	struct run r;

	(void)state;
	EXPECT_NONE(recs, 0xb1);
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.classes[1], RS_CLASS_ACK);
	assert_int_equal(r.classes[3], RS_CLASS_UNPAIRED);
	assert_int_equal(r.classes[4], RS_CLASS_UNPAIRED);
	assert_int_equal(r.snap.totals.unpaired_responses, 2);
	run_fini(&r);
}

static void a_sole_pair_bears_2_to_the_16_on_either_side(void **state)
{
	/* una = 100001, so the lowest expected is 100000; hi - 1 = 100400. */
	for (uint32_t beyond = 0; beyond <= 1; beyond++) {
		struct rs_record recs[404];
		unsigned n = 0;

		(void)state;
		for (uint32_t i = 0; i <= 400; i++)
			recs[n++] = req(.psn = 100000 + i, .at = i);
		recs[n++] = ack(.psn = 100000, .at = US(4));
		recs[n] = ack(.psn = 100000 - 65536 - beyond, .at = US(5));
		expect(recs, n + 1, 0xb1, beyond ? RS_NO_QPN : 0xa1, beyond ? RS_PAIR_NONE : RS_PAIR_SOLE, beyond ? 0 : 90);
		recs[n] = ack(.psn = 100400 + 65536 + beyond, .at = US(5));
		expect(recs, n + 1, 0xb1, beyond ? RS_NO_QPN : 0xa1, beyond ? RS_PAIR_NONE : RS_PAIR_SOLE, beyond ? 0 : 90);
	}
}

/* ---- PSN ---- */

static void the_only_flow_with_the_psn_under_way_is_paired(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 5000, .qp = 0xb2, .at = US(1)), ack(.psn = 5000, .qp = 0xa2, .sport = 50001, .at = US(5)),
	};

	(void)state;
	EXPECT(recs, 0xb2, 0xa2, PSN, 80);
	EXPECT_NONE(recs, 0xb1);
}

static void equal_psns_decide_nothing(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 0), req(.psn = 0, .qp = 0xb2, .at = US(1)), ack(.psn = 0, .qp = 0xa2, .sport = 50001, .at = US(5)),
		ack(.psn = 0, .qp = 0xa1, .sport = 50001, .at = US(6)),
	};
	struct run r;

	(void)state;
	EXPECT_NONE(recs, 0xb1);
	EXPECT_NONE(recs, 0xb2);
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.totals.unpaired_responses, 2);
	assert_false(r.snap.lanes[0].responded);
	assert_int_equal(r.snap.lanes[0].una_psn, RS_NO_PSN); /* it runs in request-only mode */
	run_fini(&r);
}

static void three_hits_without_a_miss_raise_a_psn_pair(void **state)
{
	/* The joining answer, then hits; a PSN outside breaks the row. */
	struct rs_record recs[16];
	unsigned n = 0;

	(void)state;
	recs[n++] = req(.psn = 10);
	for (uint32_t i = 0; i < 4; i++)
		recs[n++] = req(.psn = 5000 + i, .qp = 0xb2, .at = US(1 + i));
	for (uint32_t i = 0; i < 3; i++)
		recs[n++] = ack(.psn = 5000 + i, .qp = 0xa2, .sport = 50001, .at = US(6 + i));
	expect(recs, n, 0xb2, 0xa2, RS_PAIR_PSN, 80); /* two hits */
	recs[n++] = ack(.psn = 5003, .qp = 0xa2, .sport = 50001, .at = US(9));
	expect(recs, n, 0xb2, 0xa2, RS_PAIR_PSN, 95);
	recs[n - 1] = ack(.psn = 4000, .qp = 0xa2, .sport = 50001, .at = US(9));
	recs[n++] = ack(.psn = 5003, .qp = 0xa2, .sport = 50001, .at = US(10));
	expect(recs, n, 0xb2, 0xa2, RS_PAIR_PSN, 80);
}

static void a_contradicted_psn_pair_is_undone(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), req(.psn = 50000, .qp = 0xb2, .at = US(1)), ack(.psn = 50000, .qp = 0xa2, .sport = 50001, .at = US(5)),
		ack(.psn = 10, .qp = 0xa2, .sport = 50001, .at = US(6)),
	};

	(void)state;
	EXPECT_NONE(recs, 0xb2);
	EXPECT_NONE(recs, 0xb1); /* that flow guesses no more */
}

static void the_source_port_narrows_the_candidates(void **state)
{
	/* PSNs are equal, but only b2 sends from the port that the answer carries. */
	const struct rs_record recs[] = {
		req(.psn = 0), req(.psn = 0, .qp = 0xb2, .sport = 50001, .at = US(1)),
		ack(.psn = 0, .qp = 0xa2, .sport = 50001, .at = US(5)),
	}, far[] = {
		req(.psn = 0), req(.psn = 0, .qp = 0xb2, .sport = 50001, .at = US(1)),
		ack(.psn = 5000, .qp = 0xa2, .sport = 50001, .at = US(5)),
	}, two[] = {
		req(.psn = 0, .sport = 50001), req(.psn = 700, .qp = 0xb2, .sport = 50001, .at = US(1)), req(.psn = 700, .qp = 0xb3, .at = US(2)),
		ack(.psn = 700, .qp = 0xa2, .sport = 50001, .at = US(5)),
	};

	(void)state;
	EXPECT(recs, 0xb2, 0xa2, PSN, 80);
	EXPECT_NONE(recs, 0xb1);
	EXPECT_NONE(far, 0xb2); /* not within W_sole */
	EXPECT(two, 0xb2, 0xa2, PSN, 80); /* of two with the port, one has the PSN */
	EXPECT_NONE(two, 0xb3);
}

static void an_answer_never_pairs_with_a_paired_flow(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10), ack(.psn = 10, .at = US(4)), ack(.psn = 10, .qp = 0xa7, .at = US(5)),
	};
	struct run r;

	(void)state;
	recs_run(&r, NULL, recs, RECS_COUNT(recs));
	assert_int_equal(r.snap.lanes[0].requester_qp, 0xa1);
	assert_int_equal(r.snap.totals.unpaired_responses, 1);
	run_fini(&r);
}

static void a_host_that_talks_to_itself_is_no_pair(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 10, .to = 'A', .qp = 5), ack(.psn = 10, .from = 'A', .qp = 5, .at = US(4)),
	};

	(void)state;
	EXPECT_NONE(recs, 5);
}

static void pairing_works_across_the_turn_of_24_bits(void **state)
{
	const struct rs_record sole[] = {
		req(.psn = 5), ack(.psn = 0xfffff0, .at = US(4)),
	}, psn[] = {
		req(.psn = 0x800000), req(.psn = 0xfffffe, .qp = 0xb2, .at = US(1)), req(.psn = 0xffffff, .qp = 0xb2, .at = US(2)),
		req(.psn = 0, .qp = 0xb2, .at = US(3)), ack(.psn = 0xffffff, .qp = 0xa2, .sport = 50001, .at = US(5)),
	};

	(void)state;
	EXPECT(sole, 0xb1, 0xa1, SOLE, 90);
	EXPECT(psn, 0xb2, 0xa2, PSN, 80);
}

static void a_new_life_may_have_a_new_partner(void **state)
{
	/* The QP of A is another one after the jump; the old one has been silent since. */
	const struct rs_record recs[] = {
		req(.psn = 10), ack(.psn = 10, .at = US(4)), req(.psn = 900000, .at = MS(5)), ack(.psn = 900000, .qp = 0xa7, .at = MS(5.004)),
	};

	(void)state;
	EXPECT(recs, 0xb1, 0xa7, SOLE, 90);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(what_the_user_says_is_certain),
		cmocka_unit_test(the_table_beats_every_sign),
		cmocka_unit_test(both_lanes_of_a_connection_are_paired_by_cm),
		cmocka_unit_test(the_port_of_both_qps_pairs_among_equal_psns),
		cmocka_unit_test(a_port_that_follows_from_other_qps_does_not_count),
		cmocka_unit_test(the_only_request_flow_is_sole_near_its_edge),
		cmocka_unit_test(sole_needs_the_same_hosts_and_point),
		cmocka_unit_test(a_sole_pair_is_undone_by_a_far_psn_and_never_made_again),
		cmocka_unit_test(a_sole_pair_bears_2_to_the_16_on_either_side),
		cmocka_unit_test(the_only_flow_with_the_psn_under_way_is_paired),
		cmocka_unit_test(equal_psns_decide_nothing),
		cmocka_unit_test(three_hits_without_a_miss_raise_a_psn_pair),
		cmocka_unit_test(a_contradicted_psn_pair_is_undone),
		cmocka_unit_test(the_source_port_narrows_the_candidates),
		cmocka_unit_test(an_answer_never_pairs_with_a_paired_flow),
		cmocka_unit_test(a_host_that_talks_to_itself_is_no_pair),
		cmocka_unit_test(pairing_works_across_the_turn_of_24_bits),
		cmocka_unit_test(a_new_life_may_have_a_new_partner),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
