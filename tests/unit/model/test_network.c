/* SPDX-License-Identifier: BSD-2-Clause */
/* Ports and links of the model (model/network.h): times, faults, pauses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "model/network.h"

struct passed {
	rs_ns time;
	unsigned port;
	struct wire wire;
};

struct bench {
	struct plan plan;
	struct event_queue events;
	struct network net;
	struct passed taps[256], arrivals[256];
	unsigned tap_count, arrival_count, lost;
};

static struct bench b;

static void on_tap(void *user, rs_ns now, unsigned port, struct wire *w)
{
	(void)user;
	b.taps[b.tap_count++] = (struct passed){ now, port, *w };
}

static void on_deliver(void *user, rs_ns now, const struct wire *w)
{
	(void)user;
	b.arrivals[b.arrival_count++] = (struct passed){ now, 0, *w };
}

static void on_lost(void *user, const struct wire *w)
{
	(void)user;
	(void)w;
	b.lost++;
}

static int open_bench(void **state)
{
	(void)state;
	memset(&b, 0, sizeof b);
	plan_init(&b.plan);
	return 0;
}

/* The plan is final: build the network. */
static void start(void)
{
	const struct network_hooks hooks = { NULL, on_tap, on_deliver, on_lost };

	assert_int_equal(event_queue_init(&b.events, 1024), 0);
	assert_int_equal(network_init(&b.net, &b.plan, &b.events, &hooks, 1), 0);
}

static int close_bench(void **state)
{
	(void)state;
	network_fini(&b.net);
	event_queue_fini(&b.events);
	return 0;
}

static void send(rs_ns at, uint32_t off)
{
	const struct wire w = {.opcode = WIRE_WRITE_MIDDLE,
			       .request = true,
			       .src = 0,
			       .dst = 1,
			       .off = off,
			       .length = 976,
			       .priority = 3,
			       .ecn = WIRE_ECT0,
			       .sending = 1};

	event_push(&b.events, at, EVENT_INJECT, 0, &w);
}

static void run(void)
{
	struct event ev;

	while (event_pop(&b.events, &ev)) {
		if (ev.kind == EVENT_INJECT)
			network_send(&b.net, ev.time, &ev.wire);
		else
			network_on_event(&b.net, &ev);
	}
}

static void frame_crosses_both_links(void **state)
{
	(void)state;
	start();
	send(100, 7);
	run();
	/* 1000 bytes at 100 Gb/s = 80 ns per link, 1 us of propagation on each */
	assert_int_equal(b.tap_count, 2);
	assert_int_equal(b.taps[0].port, PLAN_NIC(0));
	assert_int_equal(b.taps[0].time, 180);
	assert_int_equal(b.taps[1].port, PLAN_DOWN(1));
	assert_int_equal(b.taps[1].time, 100 + 80 + 1000 + 80);
	assert_int_equal(b.arrival_count, 1);
	assert_int_equal(b.arrivals[0].time, 100 + 2 * 1080);
	assert_int_equal(b.arrivals[0].wire.off, 7);
}

static void hosts_on_two_sides_meet_over_the_trunk(void **state)
{
	(void)state;
	b.plan.hosts[1].side = 1;
	start();
	send(0, 0);
	run();
	assert_int_equal(b.tap_count, 3);
	assert_int_equal(b.taps[1].port, PLAN_TRUNK);
}

static void frames_wait_for_the_link(void **state)
{
	(void)state;
	start();
	for (uint32_t i = 0; i < 3; i++)
		send(0, i);
	run();
	for (unsigned i = 0; i < 3; i++)
		assert_int_equal(b.arrivals[i].time, 2 * 1080 + 80 * (int)i);
}

static void lost_frame_does_not_reach_the_tap_behind(void **state)
{
	struct fault *f = plan_fault(&b.plan, PLAN_DOWN(1), false, FAULT_REQUEST);

	(void)state;
	f->every = 2;
	start();
	for (uint32_t i = 0; i < 4; i++)
		send((rs_ns)i * 1000, i);
	run();
	assert_int_equal(b.lost, 2);
	assert_int_equal(b.arrival_count, 2);
	assert_int_equal(b.tap_count, 4 + 2);
}

static void frame_lost_behind_the_tap_has_passed_it(void **state)
{
	struct fault *f = plan_fault(&b.plan, PLAN_DOWN(1), true, FAULT_REQUEST);

	(void)state;
	f->every = 1;
	start();
	send(0, 0);
	run();
	assert_int_equal(b.tap_count, 2);
	assert_int_equal(b.arrival_count, 0);
	assert_int_equal(b.lost, 1);
}

static void held_frame_is_overtaken(void **state)
{
	struct fault *f = plan_fault(&b.plan, PLAN_NIC(0), false, FAULT_REQUEST);

	(void)state;
	f->action = FAULT_HOLD;
	f->every = f->limit = 1;
	f->hold_min_ns = f->hold_max_ns = 300;
	start();
	for (uint32_t i = 0; i < 3; i++)
		send((rs_ns)i * 100, i);
	run();
	assert_int_equal(b.arrivals[0].wire.off, 1);
	assert_int_equal(b.arrivals[1].wire.off, 2);
	assert_int_equal(b.arrivals[2].wire.off, 0);
	assert_int_equal(b.net.held, 1);
	assert_int_equal(b.lost, 0);
}

static void damaged_frame_travels_on(void **state)
{
	struct fault *f = plan_fault(&b.plan, PLAN_NIC(0), true, FAULT_REQUEST);

	(void)state;
	f->action = FAULT_DAMAGE;
	f->every = 1;
	start();
	send(0, 0);
	run();
	assert_false(b.taps[0].wire.damaged);
	assert_true(b.taps[1].wire.damaged);
	assert_int_equal(b.arrival_count, 1);
	assert_int_equal(b.lost, 1);
}

/* 100 Gb/s into 25 Gb/s: the switch pauses the sender on its own link and lets it go on later. */
static void full_queue_pauses_its_sender_and_loses_nothing(void **state)
{
	unsigned xoff = 0, xon = 0;

	(void)state;
	b.plan.links[PLAN_DOWN(1)].rate_bps = 25000000000ULL;
	b.plan.queues[PLAN_DOWN(1)] =
	    (struct queue_config){.capacity = 60000, .xoff = 10000, .xon = 5000};
	start();
	for (uint32_t i = 0; i < 100; i++)
		send(0, i);
	run();
	for (unsigned i = 0; i < b.tap_count; i++) {
		if (b.taps[i].wire.opcode != WIRE_PFC)
			continue;
		assert_int_equal(b.taps[i].port, PLAN_DOWN(0));
		xoff += b.taps[i].wire.quanta != 0;
		xon += b.taps[i].wire.quanta == 0;
	}
	assert_true(xoff >= 1);
	assert_int_equal(xoff, xon);
	assert_int_equal(b.arrival_count, 100);
	assert_int_equal(b.lost, 0);
}

static void tail_drop_is_a_loss(void **state)
{
	(void)state;
	b.plan.links[PLAN_DOWN(1)].rate_bps = 25000000000ULL;
	b.plan.queues[PLAN_DOWN(1)] = (struct queue_config){ .capacity = 10000 };
	start();
	for (uint32_t i = 0; i < 100; i++)
		send(0, i);
	run();
	assert_true(b.lost > 0);
	assert_int_equal(b.arrival_count + b.lost, 100);
}

#define T(f) cmocka_unit_test_setup_teardown(f, open_bench, close_bench)

int main(void)
{
	const struct CMUnitTest tests[] = {
		T(frame_crosses_both_links),
		T(hosts_on_two_sides_meet_over_the_trunk),
		T(frames_wait_for_the_link),
		T(lost_frame_does_not_reach_the_tap_behind),
		T(frame_lost_behind_the_tap_has_passed_it),
		T(held_frame_is_overtaken),
		T(damaged_frame_travels_on),
		T(full_queue_pauses_its_sender_and_loses_nothing),
		T(tail_drop_is_a_loss),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
