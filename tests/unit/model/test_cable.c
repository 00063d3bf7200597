/* SPDX-License-Identifier: BSD-2-Clause */
/* Links and faults of the model (model/cable.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "model/cable.h"

static struct dice dice;
static const struct fault_site site = { .port = 4, .after_tap = true, .since_start = 1000 };

static struct fault fault(unsigned what)
{
	return (struct fault){.port = 4,
			      .after_tap = true,
			      .what = (uint8_t)what,
			      .conn_last = UINT32_MAX,
			      .every = 1};
}

static const struct wire request = { .opcode = WIRE_WRITE_MIDDLE, .request = true, .sending = 1 };

static bool hits(struct fault f, struct wire w)
{
	return cable_fault_hits(&f, &site, &w, &dice);
}

static void frame_takes_its_bits_on_the_link(void **state)
{
	const struct cable_config l = { .rate_bps = 100000000000ULL };

	(void)state;
	/* 1082 bytes, FCS, preamble and gap: 1106 * 8 / 100 = 88.48 ns, rounded up */
	assert_int_equal(cable_time_ns(&l, 1082), 89);
}

static void fault_strikes_at_its_place_only(void **state)
{
	const struct fault_site other = { .port = 5, .after_tap = true }, before = { .port = 4 };
	struct fault f = fault(FAULT_REQUEST);

	(void)state;
	assert_false(cable_fault_hits(&f, &other, &request, &dice));
	assert_false(cable_fault_hits(&f, &before, &request, &dice));
	assert_true(cable_fault_hits(&f, &site, &request, &dice));
	assert_int_equal(f.seen, 1);
}

static void fault_knows_the_kinds_of_packets(void **state)
{
	const struct wire ack = { .opcode = WIRE_ACK, .syndrome = WIRE_SYN_ACK };
	const struct wire nak = { .opcode = WIRE_ACK, .syndrome = WIRE_SYN_NAK };
	const struct wire rnr = { .opcode = WIRE_ACK, .syndrome = WIRE_SYN_RNR | 12 };
	const struct wire data = { .opcode = WIRE_READ_MIDDLE };
	const struct wire cnp = { .opcode = WIRE_CNP };

	(void)state;
	assert_true(hits(fault(FAULT_ACK), ack));
	assert_false(hits(fault(FAULT_ACK), nak));
	assert_true(hits(fault(FAULT_NAK), nak));
	assert_true(hits(fault(FAULT_RNR), rnr));
	assert_true(hits(fault(FAULT_RESPONSE), data));
	assert_false(hits(fault(FAULT_REQUEST), data));
	assert_false(hits(fault(0xff), cnp));
}

static void filters_restrict_by_connection_time_and_position(void **state)
{
	struct fault f = fault(FAULT_REQUEST);
	struct wire w = request;

	(void)state;
	f.conn_first = 1;
	assert_false(hits(f, w));
	f = fault(FAULT_REQUEST);
	f.from = 2000;
	assert_false(hits(f, w));
	f.from = 0;
	f.until = 1000;
	assert_false(hits(f, w));
	f = fault(FAULT_REQUEST);
	f.first_sending = true;
	w.sending = 2;
	assert_false(hits(f, w));
	f = fault(FAULT_REQUEST);
	f.resent_only = true;
	assert_true(hits(f, w));
	assert_false(hits(f, request));
	f = fault(FAULT_REQUEST);
	f.last_only = true;
	assert_false(hits(f, request));
	f = fault(FAULT_REQUEST);
	f.middle_only = true;
	w.first = true;
	assert_false(hits(f, w));
	assert_true(hits(f, request));
}

static void held_packet_is_let_alone(void **state)
{
	struct wire w = request;

	(void)state;
	w.held = true;
	assert_false(hits(fault(FAULT_REQUEST), w));
}

static void every_skip_burst_and_limit_count_packets(void **state)
{
	struct fault f = fault(FAULT_REQUEST);
	char seen[21] = "";

	(void)state;
	f.skip = 3;
	f.every = 5;
	f.burst_min = f.burst_max = 2;
	f.limit = 2;
	for (unsigned i = 0; i < 20; i++)
		seen[i] = cable_fault_hits(&f, &site, &request, &dice) ? 'x' : '.';
	assert_string_equal(seen, ".......xx...xx......");
	assert_int_equal(f.hits, 2);
}

static void probability_is_about_right(void **state)
{
	struct fault f = fault(FAULT_REQUEST);
	unsigned n = 0;

	(void)state;
	f.every = 0;
	f.ppm = 100000;
	for (unsigned i = 0; i < 10000; i++)
		n += cable_fault_hits(&f, &site, &request, &dice);
	assert_in_range(n, 900, 1100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frame_takes_its_bits_on_the_link),
		cmocka_unit_test(fault_strikes_at_its_place_only),
		cmocka_unit_test(fault_knows_the_kinds_of_packets),
		cmocka_unit_test(filters_restrict_by_connection_time_and_position),
		cmocka_unit_test(held_packet_is_let_alone),
		cmocka_unit_test(every_skip_burst_and_limit_count_packets),
		cmocka_unit_test(probability_is_about_right),
	};

	dice_init(&dice, 1, 1);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
