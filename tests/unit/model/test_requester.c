/* SPDX-License-Identifier: BSD-2-Clause */
/* Requester of the model by hand-drawn sequences (model/requester.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/requester.h"

#define US RS_NS_PER_US

static struct dice dice;

static struct requester_config config(void)
{
	return (struct requester_config){.pmtu = 1024,
					 .window = 8,
					 .rate_bps = 100000000000ULL,
					 .timer_ns = 500 * US,
					 .retries = 2,
					 .react_min_ns = 2 * US,
					 .react_max_ns = 2 * US};
}

/* Send everything that may go out from @now on, pace ignored; returns packets, last one in @w. */
static unsigned drain(struct requester *r, rs_ns *now, struct wire *w, uint32_t *first)
{
	unsigned n = 0;
	struct wire out;

	for (unsigned i = 0; i < 1000; i++) {
		const rs_ns t = requester_wakeup(r);

		if (t == RS_NS_NONE || t > *now + 100 * US)
			break;
		if (t > *now)
			*now = t;
		requester_on_time(r, *now);
		if (!requester_next(r, *now, &out))
			continue;
		if (!n++ && first)
			*first = out.off;
		if (w)
			*w = out;
	}
	return n;
}

static struct wire response(uint8_t op, uint8_t syndrome, uint32_t off)
{
	return (struct wire){ .opcode = op, .syndrome = syndrome, .off = off };
}

static void give(struct requester *r, rs_ns now, uint8_t op, uint8_t syndrome, uint32_t off)
{
	const struct wire w = response(op, syndrome, off);

	requester_on_response(r, now, &w, &dice);
}

static void open_qp(struct requester *r, const struct requester_config *cfg, enum verb verb,
		    unsigned messages, uint32_t bytes)
{
	dice_init(&dice, 1, 1);
	assert_int_equal(requester_init(r, cfg, messages, 4096), 0);
	for (unsigned i = 0; i < messages; i++)
		assert_true(requester_post(r, verb, bytes, 0));
}

static void message_becomes_first_middle_last(void **state)
{
	const struct requester_config cfg = config();
	static const uint8_t ops[] = { WIRE_WRITE_FIRST, WIRE_WRITE_MIDDLE, WIRE_WRITE_LAST };
	static const uint32_t bytes[] = { 1024, 1024, 952 };
	struct requester r;
	rs_ns now = 0;

	(void)state;
	open_qp(&r, &cfg, VERB_WRITE, 1, 3000);
	for (unsigned i = 0; i < 3; i++) {
		struct wire w;

		now += US;
		assert_true(requester_next(&r, now, &w));
		assert_int_equal(w.opcode, ops[i]);
		assert_int_equal(w.payload, bytes[i]);
		assert_int_equal(w.off, i);
		assert_int_equal(w.ack_request, i == 2);
		assert_int_equal(w.dma_len, 3000);
		assert_int_equal(w.sending, 1);
	}
	requester_fini(&r);
}

static void packets_keep_the_pace(void **state)
{
	const struct requester_config cfg = config();
	struct requester r;
	struct wire w;

	(void)state;
	open_qp(&r, &cfg, VERB_WRITE, 1, 4096);
	assert_true(requester_next(&r, 0, &w));
	assert_false(requester_next(&r, 0, &w));
	/* (1024 + 82) bytes at 100 Gb/s = 88.48 ns */
	assert_int_equal(requester_wakeup(&r), 88);
	assert_true(requester_next(&r, 88, &w));
	requester_fini(&r);
}

static void window_stops_the_sender_until_an_ack(void **state)
{
	const struct requester_config cfg = config();
	struct requester r;
	rs_ns now = 0;

	(void)state;
	open_qp(&r, &cfg, VERB_WRITE, 1, 16384);
	assert_int_equal(drain(&r, &now, NULL, NULL), 8);
	give(&r, now, WIRE_ACK, WIRE_SYN_ACK, 2);
	assert_int_equal(r.una, 3);
	assert_int_equal(drain(&r, &now, NULL, NULL), 3);
	requester_fini(&r);
}

static void nak_goes_back_to_its_psn_after_the_reaction_time(void **state)
{
	const struct requester_config cfg = config();
	struct requester r;
	struct wire w;
	uint32_t first;
	rs_ns now = 0;

	(void)state;
	open_qp(&r, &cfg, VERB_WRITE, 1, 8192);
	drain(&r, &now, NULL, NULL);
	now = 10 * US;
	give(&r, now, WIRE_ACK, WIRE_SYN_NAK, 5);
	assert_int_equal(r.una, 5);
	assert_int_equal(requester_wakeup(&r), 12 * US);
	assert_int_equal(drain(&r, &now, &w, &first), 3);
	assert_int_equal(first, 5);
	assert_int_equal(w.off, 7);
	assert_int_equal(w.sending, 2);
	assert_int_equal(w.round, 1);
	assert_int_equal(w.round_cause, ROUND_NAK);
	assert_int_equal(r.nak_rounds, 1);
	requester_fini(&r);
}

static void nak_behind_the_window_is_ignored(void **state)
{
	const struct requester_config cfg = config();
	struct requester r;
	rs_ns now = 0;

	(void)state;
	open_qp(&r, &cfg, VERB_WRITE, 1, 8192);
	drain(&r, &now, NULL, NULL);
	give(&r, now, WIRE_ACK, WIRE_SYN_ACK, 5);
	give(&r, now, WIRE_ACK, WIRE_SYN_NAK, 3);
	assert_int_equal(r.restart_at, RS_NS_NONE);
	give(&r, now, WIRE_ACK, WIRE_SYN_NAK, 9); /* never sent */
	assert_int_equal(r.restart_at, RS_NS_NONE);
	requester_fini(&r);
}

static void timer_resends_everything_unacknowledged(void **state)
{
	const struct requester_config cfg = config();
	struct requester r;
	struct wire w;
	uint32_t first;
	rs_ns now = 0;

	(void)state;
	open_qp(&r, &cfg, VERB_WRITE, 1, 4096);
	assert_int_equal(drain(&r, &now, NULL, NULL), 4);
	give(&r, now, WIRE_ACK, WIRE_SYN_ACK, 0);
	assert_int_equal(requester_wakeup(&r), now + 500 * US);
	now += 500 * US;
	assert_int_equal(drain(&r, &now, &w, &first), 3);
	assert_int_equal(first, 1);
	assert_int_equal(w.round_cause, ROUND_TIMER);
	assert_int_equal(r.timer_rounds, 1);
	requester_fini(&r);
}

static void qp_fails_when_retries_are_used_up(void **state)
{
	const struct requester_config cfg = config();
	struct requester r;
	rs_ns now = 0;

	(void)state;
	open_qp(&r, &cfg, VERB_WRITE, 1, 1024);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(drain(&r, &now, NULL, NULL), 1);
		now += 500 * US;
	}
	requester_on_time(&r, now);
	assert_true(r.failed);
	assert_true(requester_done(&r));
	assert_int_equal(r.timer_rounds, 2);
	assert_int_equal(requester_wakeup(&r), RS_NS_NONE);
	requester_fini(&r);
}

static void progress_gives_the_retries_back(void **state)
{
	const struct requester_config cfg = config();
	struct requester r;
	rs_ns now = 0;

	(void)state;
	open_qp(&r, &cfg, VERB_WRITE, 2, 1024);
	drain(&r, &now, NULL, NULL);
	now += 500 * US;
	drain(&r, &now, NULL, NULL);
	assert_int_equal(r.tries, 1);
	give(&r, now, WIRE_ACK, WIRE_SYN_ACK, 0);
	assert_int_equal(r.tries, 0);
	requester_fini(&r);
}

static void rnr_nak_makes_it_wait_the_coded_delay(void **state)
{
	const struct requester_config cfg = config();
	struct requester r;
	struct wire w;
	uint32_t first;
	rs_ns now = 0;

	(void)state;
	open_qp(&r, &cfg, VERB_SEND, 2, 2048);
	drain(&r, &now, NULL, NULL);
	give(&r, now, WIRE_ACK, WIRE_SYN_RNR | 1, 2); /* 10 us */
	assert_false(requester_next(&r, now + 9 * US, &w));
	now += 10 * US;
	assert_int_equal(drain(&r, &now, &w, &first), 2);
	assert_int_equal(first, 2);
	assert_int_equal(w.round_cause, ROUND_RNR);
	requester_fini(&r);
}

static void rnr_codes_have_the_times_of_the_table(void **state)
{
	(void)state;
	assert_int_equal(requester_rnr_ns(0), 655360 * US);
	assert_int_equal(requester_rnr_ns(1), 10 * US);
	assert_int_equal(requester_rnr_ns(12), 640 * US);
	assert_int_equal(requester_rnr_ns(14), 1280 * US);
	assert_int_equal(requester_rnr_ns(31), 491520 * US);
}

static void read_takes_the_psns_of_its_responses(void **state)
{
	const struct requester_config cfg = config();
	struct requester r;
	struct wire w;

	(void)state;
	open_qp(&r, &cfg, VERB_READ, 2, 3000);
	assert_true(requester_next(&r, 0, &w));
	assert_int_equal(w.opcode, WIRE_READ_REQUEST);
	assert_int_equal(w.span, 3);
	assert_int_equal(w.dma_len, 3000);
	assert_true(requester_next(&r, US, &w));
	assert_int_equal(w.off, 3);
	requester_fini(&r);
}

static void missing_read_response_is_asked_for_again_from_there(void **state)
{
	const struct requester_config cfg = config();
	struct requester r;
	struct wire w;
	rs_ns now = 0;

	(void)state;
	open_qp(&r, &cfg, VERB_READ, 1, 4000);
	drain(&r, &now, NULL, NULL);
	give(&r, now, WIRE_READ_FIRST, WIRE_SYN_ACK, 0);
	give(&r, now, WIRE_READ_MIDDLE, 0, 2); /* 1 is missing */
	give(&r, now, WIRE_READ_LAST, WIRE_SYN_ACK, 3);
	assert_int_equal(r.una, 1);
	assert_int_equal(drain(&r, &now, &w, NULL), 1);
	assert_int_equal(w.off, 1);
	assert_int_equal(w.span, 3);
	assert_int_equal(w.dma_len, 4000 - 1024);
	assert_int_equal(w.sending, 2);
	assert_int_equal(w.round_cause, ROUND_READ);
	assert_int_equal(r.read_rounds, 1);
	requester_fini(&r);
}

static void ack_does_not_acknowledge_a_read(void **state)
{
	const struct requester_config cfg = config();
	struct requester r;
	rs_ns now = 0;

	(void)state;
	dice_init(&dice, 1, 1);
	assert_int_equal(requester_init(&r, &cfg, 3, 64), 0);
	assert_true(requester_post(&r, VERB_WRITE, 1024, 0));
	assert_true(requester_post(&r, VERB_READ, 2048, 0));
	assert_true(requester_post(&r, VERB_WRITE, 1024, 0));
	drain(&r, &now, NULL, NULL);
	give(&r, now, WIRE_ACK, WIRE_SYN_ACK, 3);
	assert_int_equal(r.una, 1);
	assert_int_equal(r.restart_off, 1);
	requester_fini(&r);
}

static void go_back_0_restarts_the_message(void **state)
{
	struct requester_config cfg = config();
	struct requester r;
	uint32_t first;
	rs_ns now = 0;

	(void)state;
	cfg.go_back_0 = true;
	open_qp(&r, &cfg, VERB_WRITE, 2, 4096);
	drain(&r, &now, NULL, NULL);
	give(&r, now, WIRE_ACK, WIRE_SYN_NAK, 6);
	assert_int_equal(drain(&r, &now, NULL, &first), 4);
	assert_int_equal(first, 4);
	requester_fini(&r);
}

static void selective_repeat_resends_one_packet(void **state)
{
	struct requester_config cfg = config();
	struct requester r;
	uint32_t first;
	rs_ns now = 0;

	(void)state;
	cfg.selective = true;
	open_qp(&r, &cfg, VERB_WRITE, 1, 8192);
	drain(&r, &now, NULL, NULL);
	give(&r, now, WIRE_ACK, WIRE_SYN_NAK, 2);
	assert_int_equal(drain(&r, &now, NULL, &first), 1);
	assert_int_equal(first, 2);
	requester_fini(&r);
}

static void cnp_halves_the_rate_and_time_gives_it_back(void **state)
{
	struct requester_config cfg = config();
	struct requester r;
	struct wire w;

	(void)state;
	cfg.timer_ns = 0;
	open_qp(&r, &cfg, VERB_WRITE, 1, 8192);
	give(&r, 0, WIRE_CNP, 0, 0);
	assert_true(requester_next(&r, 0, &w));
	assert_int_equal(requester_wakeup(&r), 176);
	assert_true(requester_next(&r, 2000 * US, &w));
	assert_int_equal(requester_wakeup(&r), 2000 * US + 88);
	requester_fini(&r);
}

static void uc_sends_on_without_acks(void **state)
{
	struct requester_config cfg = config();
	struct requester r;
	struct wire w;
	rs_ns now = 0;

	(void)state;
	cfg.uc = true;
	open_qp(&r, &cfg, VERB_WRITE, 4, 16384);
	assert_int_equal(drain(&r, &now, &w, NULL), 64);
	assert_false(w.ack_request);
	assert_true(requester_done(&r));
	requester_fini(&r);
}

static void access_nak_ends_the_qp(void **state)
{
	const struct requester_config cfg = config();
	struct requester r;
	rs_ns now = 0;

	(void)state;
	open_qp(&r, &cfg, VERB_WRITE, 1, 8192);
	drain(&r, &now, NULL, NULL);
	give(&r, now, WIRE_ACK, WIRE_SYN_ACCESS, 4);
	assert_true(r.failed);
	requester_fini(&r);
}

static void post_refuses_what_does_not_fit(void **state)
{
	const struct requester_config cfg = config();
	struct requester r;

	(void)state;
	assert_int_equal(requester_init(&r, &cfg, 2, 16), 0);
	assert_true(requester_post(&r, VERB_WRITE, 8192, 0));
	assert_false(requester_post(&r, VERB_WRITE, 16384, 0));
	assert_true(requester_post(&r, VERB_WRITE, 8192, 0));
	assert_false(requester_post(&r, VERB_ATOMIC, 8, 0));
	requester_fini(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(message_becomes_first_middle_last),
		cmocka_unit_test(packets_keep_the_pace),
		cmocka_unit_test(window_stops_the_sender_until_an_ack),
		cmocka_unit_test(nak_goes_back_to_its_psn_after_the_reaction_time),
		cmocka_unit_test(nak_behind_the_window_is_ignored),
		cmocka_unit_test(timer_resends_everything_unacknowledged),
		cmocka_unit_test(qp_fails_when_retries_are_used_up),
		cmocka_unit_test(progress_gives_the_retries_back),
		cmocka_unit_test(rnr_nak_makes_it_wait_the_coded_delay),
		cmocka_unit_test(rnr_codes_have_the_times_of_the_table),
		cmocka_unit_test(read_takes_the_psns_of_its_responses),
		cmocka_unit_test(missing_read_response_is_asked_for_again_from_there),
		cmocka_unit_test(ack_does_not_acknowledge_a_read),
		cmocka_unit_test(go_back_0_restarts_the_message),
		cmocka_unit_test(selective_repeat_resends_one_packet),
		cmocka_unit_test(cnp_halves_the_rate_and_time_gives_it_back),
		cmocka_unit_test(uc_sends_on_without_acks),
		cmocka_unit_test(access_nak_ends_the_qp),
		cmocka_unit_test(post_refuses_what_does_not_fit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
