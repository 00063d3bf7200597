/* SPDX-License-Identifier: BSD-2-Clause */
/* Connections of CM: REQ and REP by communication id, both directions, lives of one QP number, forgetting. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/connections.h"
#include "tests/lib/recs.h"

static const struct cm_connection *note(struct cm *c, struct rs_record r)
{
	return cm_note(c, &r);
}

static const struct cm_connection *peer(const struct cm *c, char src, char dst, uint32_t qpn, uint32_t *peer_qpn)
{
	const struct rs_addr a = recs_host(src, false), b = recs_host(dst, false);

	*peer_qpn = 0;
	return cm_peer(c, &a, &b, qpn, peer_qpn);
}

static void req_and_rep_make_a_connection_both_ways(void **state)
{
	const struct cm_connection *x;
	struct cm c;
	uint32_t q;

	(void)state;
	assert_int_equal(cm_init(&c), 0);
	assert_null(note(&c, cmreq(.lid = 5, .lqp = 0xa1, .psn = 100, .pmtu = 3, .timeout = 14, .retry = 7 | 6 << 4)));
	assert_null(peer(&c, 'A', 'B', 0xb1, &q));
	x = note(&c, cmrep(.from = 'B', .to = 'A', .lid = 9, .rid = 5, .lqp = 0xb1, .psn = 200));
	assert_non_null(x);
	assert_int_equal(x->active_qpn, 0xa1);
	assert_int_equal(x->passive_qpn, 0xb1);
	assert_int_equal(x->active_psn, 100);
	assert_int_equal(x->passive_psn, 200);
	assert_int_equal(x->pmtu, 1024);
	assert_int_equal(x->ack_timeout, 14);
	assert_int_equal(x->retry, 7);
	assert_int_equal(x->rnr_retry, 6);
	assert_ptr_equal(peer(&c, 'A', 'B', 0xb1, &q), x);
	assert_int_equal(q, 0xa1);
	assert_ptr_equal(peer(&c, 'B', 'A', 0xa1, &q), x);
	assert_int_equal(q, 0xb1);
	assert_null(peer(&c, 'B', 'A', 0xb1, &q));
	assert_null(peer(&c, 'A', 'C', 0xb1, &q));
	cm_fini(&c);
}

static void a_rep_without_its_req_says_nothing(void **state)
{
	struct cm c;
	uint32_t q;

	(void)state;
	assert_int_equal(cm_init(&c), 0);
	note(&c, cmreq(.lid = 5, .lqp = 0xa1));
	assert_null(note(&c, cmrep(.from = 'B', .to = 'A', .lid = 9, .rid = 6, .lqp = 0xb1)));
	assert_null(note(&c, cmrep(.from = 'C', .to = 'A', .lid = 9, .rid = 5, .lqp = 0xb1)));
	assert_null(peer(&c, 'A', 'B', 0xb1, &q));
	cm_fini(&c);
}

static void messages_sent_again_change_nothing(void **state)
{
	struct cm c;

	(void)state;
	assert_int_equal(cm_init(&c), 0);
	note(&c, cmreq(.lid = 5, .lqp = 0xa1, .psn = 1));
	note(&c, cmreq(.lid = 5, .lqp = 0xa1, .psn = 1));
	assert_int_equal(c.at, 1);
	assert_non_null(note(&c, cmrep(.from = 'B', .to = 'A', .rid = 5, .lqp = 0xb1)));
	assert_null(note(&c, cmrep(.from = 'B', .to = 'A', .rid = 5, .lqp = 0xb1)));
	cm_fini(&c);
}

static void two_requests_at_once_are_kept_apart(void **state)
{
	struct cm c;
	uint32_t q;

	(void)state;
	assert_int_equal(cm_init(&c), 0);
	note(&c, cmreq(.lid = 1, .lqp = 0xa1));
	note(&c, cmreq(.lid = 2, .lqp = 0xa2));
	note(&c, cmrep(.from = 'B', .to = 'A', .rid = 2, .lqp = 0xb2));
	note(&c, cmrep(.from = 'B', .to = 'A', .rid = 1, .lqp = 0xb1));
	assert_non_null(peer(&c, 'A', 'B', 0xb1, &q));
	assert_int_equal(q, 0xa1);
	assert_non_null(peer(&c, 'A', 'B', 0xb2, &q));
	assert_int_equal(q, 0xa2);
	cm_fini(&c);
}

static void of_several_lives_of_a_qp_the_latest_counts(void **state)
{
	struct cm c;
	uint32_t q;

	(void)state;
	assert_int_equal(cm_init(&c), 0);
	note(&c, cmreq(.lid = 1, .lqp = 0xa1));
	note(&c, cmrep(.from = 'B', .to = 'A', .rid = 1, .lqp = 0xb1));
	note(&c, cmreq(.lid = 2, .lqp = 0xa7));
	note(&c, cmrep(.from = 'B', .to = 'A', .rid = 2, .lqp = 0xb1));
	assert_non_null(peer(&c, 'A', 'B', 0xb1, &q));
	assert_int_equal(q, 0xa7);
	assert_non_null(peer(&c, 'B', 'A', 0xa1, &q)); /* the older one is still known by its other QP */
	cm_fini(&c);
}

static void a_dreq_ends_the_connection_of_the_qp_it_names(void **state)
{
	struct cm c;

	(void)state;
	assert_int_equal(cm_init(&c), 0);
	note(&c, cmreq(.lid = 1, .lqp = 0xa1));
	note(&c, cmrep(.from = 'B', .to = 'A', .lid = 8, .rid = 1, .lqp = 0xb1));
	assert_non_null(note(&c, cmdreq(.lid = 1, .rid = 8, .lqp = 0xb1)));
	assert_non_null(note(&c, cmdreq(.from = 'B', .to = 'A', .lid = 8, .rid = 1, .lqp = 0xa1)));
	assert_null(note(&c, cmdreq(.lid = 1, .rid = 8, .lqp = 0xb9)));
	cm_fini(&c);
}

static void a_drep_ends_it_by_the_id_of_the_active_side(void **state)
{
	struct cm c;

	(void)state;
	assert_int_equal(cm_init(&c), 0);
	note(&c, cmreq(.lid = 1, .lqp = 0xa1));
	assert_null(note(&c, cmdrep(.lid = 1, .rid = 8))); /* not complete yet */
	note(&c, cmrep(.from = 'B', .to = 'A', .lid = 8, .rid = 1, .lqp = 0xb1));
	assert_non_null(note(&c, cmdrep(.lid = 1, .rid = 8)));
	assert_non_null(note(&c, cmdrep(.from = 'B', .to = 'A', .lid = 8, .rid = 1)));
	assert_null(note(&c, cmdrep(.lid = 2, .rid = 9)));
	cm_fini(&c);
}

static void the_oldest_connection_is_forgotten_first(void **state)
{
	struct cm c;
	uint32_t q;

	(void)state;
	assert_int_equal(cm_init(&c), 0);
	for (uint32_t i = 0; i < CM_MAX + 1; i++) {
		note(&c, cmreq(.lid = i, .lqp = 0x1000 + i));
		assert_non_null(note(&c, cmrep(.from = 'B', .to = 'A', .rid = i, .lqp = 0x8000 + i)));
	}
	assert_null(peer(&c, 'A', 'B', 0x8000, &q));
	assert_non_null(peer(&c, 'A', 'B', 0x8001, &q));
	assert_int_equal(q, 0x1001);
	assert_non_null(peer(&c, 'A', 'B', 0x8000 + CM_MAX, &q));
	cm_fini(&c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(req_and_rep_make_a_connection_both_ways),
		cmocka_unit_test(a_rep_without_its_req_says_nothing),
		cmocka_unit_test(messages_sent_again_change_nothing),
		cmocka_unit_test(two_requests_at_once_are_kept_apart),
		cmocka_unit_test(of_several_lives_of_a_qp_the_latest_counts),
		cmocka_unit_test(a_dreq_ends_the_connection_of_the_qp_it_names),
		cmocka_unit_test(a_drep_ends_it_by_the_id_of_the_active_side),
		cmocka_unit_test(the_oldest_connection_is_forgotten_first),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
