/* SPDX-License-Identifier: BSD-2-Clause */
/* Responder of the model by hand-drawn sequences (model/responder.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/responder.h"

struct bench {
	struct responder_config cfg;
	struct responder s;
	struct dice dice;
	struct wire out[RESPONDER_OUT_MAX];
	rs_ns now;
};

static struct bench b;

static int open_bench(void **state)
{
	(void)state;
	b = (struct bench){.cfg = {.pmtu = 1024,
				   .rate_bps = 100000000000ULL,
				   .process_min_ns = 500,
				   .process_max_ns = 500,
				   .rnr_code = 14}};
	dice_init(&b.dice, 1, 1);
	return responder_init(&b.s, &b.cfg, 256);
}

static int close_bench(void **state)
{
	(void)state;
	responder_fini(&b.s);
	return 0;
}

static unsigned give(struct wire w)
{
	b.now += RS_NS_PER_US;
	w.request = true;
	if (!w.span)
		w.span = 1;
	return responder_on_request(&b.s, b.now, &w, &b.dice, b.out);
}

static unsigned write_at(uint32_t off, bool last)
{
	return give((struct wire){.opcode = last ? WIRE_WRITE_LAST : WIRE_WRITE_MIDDLE,
				  .off = off,
				  .payload = 1024,
				  .last = last,
				  .ack_request = last});
}

static void message_is_acknowledged_at_its_end(void **state)
{
	(void)state;
	assert_int_equal(write_at(0, false), 0);
	assert_int_equal(write_at(1, false), 0);
	assert_int_equal(write_at(2, true), 1);
	assert_int_equal(b.out[0].opcode, WIRE_ACK);
	assert_int_equal(b.out[0].syndrome, WIRE_SYN_ACK);
	assert_int_equal(b.out[0].off, 2);
	assert_int_equal(b.out[0].msn, 1);
	assert_int_equal(b.out[0].at, b.now + 500);
}

static void gap_gets_one_nak_only(void **state)
{
	(void)state;
	write_at(0, false);
	assert_int_equal(write_at(2, false), 1);
	assert_int_equal(b.out[0].syndrome, WIRE_SYN_NAK);
	assert_int_equal(b.out[0].off, 1);
	assert_int_equal(write_at(3, false), 0);
	assert_int_equal(write_at(4, false), 0);
	assert_int_equal(write_at(1, false), 0);
	assert_int_equal(write_at(3, false), 1); /* 2 is missing again: a new gap */
	assert_int_equal(b.out[0].off, 2);
	assert_int_equal(b.s.naks, 2);
	assert_int_equal(b.s.ignored, 4);
}

static void duplicate_is_acknowledged_with_the_newest_psn(void **state)
{
	(void)state;
	write_at(0, false);
	write_at(1, true);
	assert_int_equal(write_at(0, false), 1);
	assert_int_equal(b.out[0].off, 1);
	assert_int_equal(b.out[0].msn, 1);
	b.cfg.quiet_duplicates = true;
	assert_int_equal(write_at(0, false), 0);
	assert_int_equal(write_at(1, true), 1);
	assert_int_equal(b.s.duplicates, 3);
}

static void unasked_acks_come_after_the_coalescing_count(void **state)
{
	(void)state;
	b.cfg.ack_every = 3;
	assert_int_equal(write_at(0, false), 0);
	assert_int_equal(write_at(1, false), 0);
	assert_int_equal(write_at(2, false), 1);
	assert_int_equal(write_at(3, false), 0);
}

static void every_nth_message_meets_no_buffer(void **state)
{
	const struct wire send = { .opcode = WIRE_SEND_ONLY, .last = true, .ack_request = true };
	struct wire w = send;

	(void)state;
	b.cfg.rnr_every = 2;
	b.cfg.rnr_times = 2;
	assert_int_equal(give(w), 1);
	assert_int_equal(b.out[0].syndrome, WIRE_SYN_ACK);
	w.off = 1;
	for (unsigned i = 0; i < 2; i++) {
		assert_int_equal(give(w), 1);
		assert_int_equal(b.out[0].syndrome, 0x2e);
		assert_int_equal(b.out[0].off, 1);
	}
	w.off = 2;
	assert_int_equal(give(w), 0); /* in flight behind the refused one */
	w.off = 1;
	assert_int_equal(give(w), 1);
	assert_int_equal(b.out[0].syndrome, WIRE_SYN_ACK);
	assert_int_equal(b.s.rnr_naks, 2);
}

static void read_is_answered_packet_by_packet(void **state)
{
	static const uint8_t ops[] = { WIRE_READ_FIRST, WIRE_READ_MIDDLE, WIRE_READ_LAST };

	(void)state;
	assert_int_equal(
	    give((struct wire){
		.opcode = WIRE_READ_REQUEST, .span = 3, .dma_len = 3000, .last = true}),
	    3);
	for (unsigned i = 0; i < 3; i++) {
		assert_int_equal(b.out[i].opcode, ops[i]);
		assert_int_equal(b.out[i].off, i);
		assert_int_equal(b.out[i].payload, i < 2 ? 1024 : 952);
		assert_int_equal(b.out[i].msn, 1);
	}
	assert_true(b.out[1].at > b.out[0].at);
	assert_int_equal(b.s.expected, 3);
}

static void repeated_read_cancels_the_answers_still_to_come(void **state)
{
	(void)state;
	give((struct wire){.opcode = WIRE_READ_REQUEST, .span = 3, .dma_len = 3000, .last = true});
	assert_int_equal(b.out[0].generation, 0);
	assert_int_equal(
	    give((struct wire){
		.opcode = WIRE_READ_REQUEST, .off = 2, .span = 1, .dma_len = 952, .last = true}),
	    1);
	assert_int_equal(b.out[0].opcode, WIRE_READ_ONLY);
	assert_int_equal(b.out[0].generation, 1);
	assert_int_equal(b.out[0].sending, 2);
	assert_int_equal(b.s.generation, 1);
}

static void repeated_reads_in_a_row_are_all_answered(void **state)
{
	struct wire w = {
	    .opcode = WIRE_READ_REQUEST, .span = 2, .dma_len = 2048, .last = true};
	rs_ns last;

	(void)state;
	give(w);
	w.off = 2;
	give(w);
	w.off = 0;
	assert_int_equal(give(w), 2); /* back: what the second still had to send is void */
	assert_int_equal(b.s.generation, 1);
	last = b.out[1].at;
	w.off = 2;
	assert_int_equal(give(w), 2); /* continues */
	assert_int_equal(b.s.generation, 1);
	assert_true(b.out[0].at > last);
}

static void replayed_atomic_gives_the_saved_value(void **state)
{
	const struct wire w = { .opcode = WIRE_FETCH_ADD, .last = true, .ack_request = true };
	uint64_t value;

	(void)state;
	assert_int_equal(give(w), 1);
	assert_int_equal(b.out[0].opcode, WIRE_ATOMIC_ACK);
	value = b.out[0].operand;
	assert_int_equal(give(w), 1);
	assert_true(b.out[0].operand == value);
	assert_int_equal(b.out[0].sending, 2);
	assert_int_equal(b.s.msn, 1);
}

static void tolerant_responder_takes_packets_out_of_order(void **state)
{
	(void)state;
	b.cfg.tolerant = true;
	write_at(0, false);
	assert_int_equal(write_at(2, false), 0);
	assert_int_equal(write_at(3, true), 0);
	assert_int_equal(write_at(1, false), 1);
	assert_int_equal(b.out[0].off, 3);
	assert_int_equal(b.out[0].msn, 1);
	assert_int_equal(b.s.naks, 0);
}

static void selective_responder_asks_for_each_hole(void **state)
{
	(void)state;
	b.cfg.selective = true;
	write_at(0, false);
	assert_int_equal(write_at(2, false), 1);
	assert_int_equal(b.out[0].off, 1);
	assert_int_equal(write_at(4, false), 0);
	assert_int_equal(write_at(1, false), 1);
	assert_int_equal(b.out[0].syndrome, WIRE_SYN_NAK);
	assert_int_equal(b.out[0].off, 3);
	assert_int_equal(write_at(3, false), 0);
	assert_int_equal(b.s.expected, 5);
}

static void refused_message_ends_the_responder(void **state)
{
	(void)state;
	b.cfg.refuse_message = 1;
	assert_int_equal(write_at(0, false), 1);
	assert_int_equal(b.out[0].syndrome, WIRE_SYN_ACCESS);
	assert_int_equal(write_at(0, false), 0);
}

static void uc_answers_nothing(void **state)
{
	(void)state;
	b.cfg.uc = true;
	assert_int_equal(write_at(0, false), 0);
	assert_int_equal(write_at(5, true), 0);
	assert_int_equal(b.s.accepted, 2);
}

static void answers_leave_in_order_even_when_one_is_slow(void **state)
{
	rs_ns first;

	(void)state;
	b.cfg.slow_every = 1;
	b.cfg.slow_min_ns = b.cfg.slow_max_ns = 100000;
	write_at(0, true);
	first = b.out[0].at;
	b.cfg.slow_every = 0;
	write_at(1, true);
	assert_true(b.out[0].at > first);
	assert_int_equal(first, 1000 + 100000 + 500);
}

#define T(f) cmocka_unit_test_setup_teardown(f, open_bench, close_bench)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(message_is_acknowledged_at_its_end),
		T(gap_gets_one_nak_only),
		T(duplicate_is_acknowledged_with_the_newest_psn),
		T(unasked_acks_come_after_the_coalescing_count),
		T(every_nth_message_meets_no_buffer),
		T(read_is_answered_packet_by_packet),
		T(repeated_read_cancels_the_answers_still_to_come),
		T(repeated_reads_in_a_row_are_all_answered),
		T(replayed_atomic_gives_the_saved_value),
		T(tolerant_responder_takes_packets_out_of_order),
		T(selective_responder_asks_for_each_hole),
		T(refused_message_ends_the_responder),
		T(uc_answers_nothing),
		T(answers_leave_in_order_even_when_one_is_slow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
