/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A frame joins the queue of a port (faults before the tap strike here), leaves when the
 * link is free, passes the tap when its last bit is out, meets the faults after the tap and
 * arrives one propagation delay later. A queue above its XOFF mark pauses the port that the
 * frame came from, by a pause frame on the same link in the other direction, repeats that
 * while it stays full and sends XON when it has drained.
 *
 * Simplifications: pause frames overtake everything and take no time from data; a paused
 * port stops between frames only.
 */
#include "model/network.h"

#include <string.h>

#define PAUSE_QUANTA 0xffff
#define DATA_PRIORITY 3

int network_init(struct network *n, const struct plan *plan, struct event_queue *events,
		 const struct network_hooks *hooks, uint64_t seed)
{
	memset(n, 0, sizeof *n);
	n->plan = plan;
	n->events = events;
	n->hooks = *hooks;
	memcpy(n->faults, plan->faults, sizeof n->faults);
	dice_init(&n->dice, seed, 2);
	for (unsigned i = 0; i < PLAN_PORTS; i++) {
		if (i < PLAN_TRUNK && i / 2 >= plan->host_count)
			continue;
		if (queue_init(&n->ports[i].queue, &plan->queues[i])) {
			network_fini(n);
			return -RS_ENOMEM;
		}
	}
	return 0;
}

void network_fini(struct network *n)
{
	for (unsigned i = 0; i < PLAN_PORTS; i++)
		queue_fini(&n->ports[i].queue);
}

/* Delay that faults put on the frame; -1 = it is lost. */
static rs_ns meet_faults(struct network *n, rs_ns now, unsigned port, bool after_tap,
			 struct wire *w)
{
	const struct fault_site site = { port, after_tap, now - n->start };

	for (unsigned i = 0; i < n->plan->fault_count; i++) {
		struct fault *f = &n->faults[i];

		if (w->damaged || !cable_fault_hits(f, &site, w, &n->dice))
			continue;
		if (f->action == FAULT_HOLD) {
			w->held = true;
			n->held++;
			return (rs_ns)dice_range(&n->dice, (uint64_t)f->hold_min_ns,
						 (uint64_t)f->hold_max_ns);
		}
		n->hooks.lost(n->hooks.user, w);
		if (f->action == FAULT_DROP)
			return -1;
		w->damaged = true;
	}
	return 0;
}

static void send_pause(struct network *n, rs_ns now, unsigned upstream, uint16_t quanta)
{
	const unsigned port = upstream ^ 1u; /* same link, other direction */
	const struct wire w = { .opcode = WIRE_PFC, .quanta = quanta, .length = 60 };

	event_push(n->events, now + cable_time_ns(&n->plan->links[port], 60), EVENT_TAP, port, &w);
}

/* Pause frames are worth 512 bit times per quantum; they are repeated well before they run out. */
static rs_ns pause_ns(const struct network *n, unsigned port)
{
	return (rs_ns)((uint64_t)PAUSE_QUANTA * 512 * 1000 /
		       (n->plan->links[port].rate_bps / 1000000));
}

static void check_xoff(struct network *n, rs_ns now, unsigned port, unsigned upstream)
{
	struct port *p = &n->ports[port];

	if (!queue_over_xoff(&p->queue) || (p->paused >> upstream & 1))
		return;
	p->paused |= 1ULL << upstream;
	send_pause(n, now, upstream, PAUSE_QUANTA);
	if (!p->refreshing)
		event_push(n->events, now + pause_ns(n, upstream) * 6 / 10, EVENT_REFRESH, port,
			   NULL);
	p->refreshing = true;
}

static void check_xon(struct network *n, rs_ns now, unsigned port)
{
	struct port *p = &n->ports[port];

	if (!p->paused || !queue_under_xon(&p->queue))
		return;
	for (unsigned i = 0; i < PLAN_PORTS; i++)
		if (p->paused >> i & 1)
			send_pause(n, now, i, 0);
	p->paused = 0;
}

static void on_refresh(struct network *n, rs_ns now, unsigned port)
{
	struct port *p = &n->ports[port];

	p->refreshing = p->paused != 0;
	for (unsigned i = 0; i < PLAN_PORTS; i++)
		if (p->paused >> i & 1)
			send_pause(n, now, i, PAUSE_QUANTA);
	if (p->refreshing)
		event_push(n->events, now + pause_ns(n, port) * 6 / 10, EVENT_REFRESH, port, NULL);
}

static void kick(struct network *n, rs_ns now, unsigned port)
{
	struct port *p = &n->ports[port];
	struct wire w;
	rs_ns done;

	if (p->busy)
		return;
	if (!queue_pop(&p->queue, now, &w)) {
		if (p->queue.count[0]) /* paused: look again when the pause runs out */
			event_push(n->events, p->queue.paused_until, EVENT_PORT_FREE, port, NULL);
		return;
	}
	p->busy = true;
	done = now + cable_time_ns(&n->plan->links[port], w.length);
	event_push(n->events, done, EVENT_TAP, port, &w);
	event_push(n->events, done, EVENT_PORT_FREE, port | 0x80, NULL);
	check_xon(n, now, port);
}

static void enqueue(struct network *n, rs_ns now, unsigned port, const struct wire *in)
{
	struct wire w = *in;
	const rs_ns wait = meet_faults(n, now, port, false, &w);
	uint8_t path[3];

	if (wait < 0)
		return;
	if (wait > 0) {
		event_push(n->events, now + wait, EVENT_ENQUEUE, port, &w);
		return;
	}
	if (!queue_push(&n->ports[port].queue, &w, &n->dice)) {
		n->hooks.lost(n->hooks.user, &w);
		return;
	}
	if (w.hop) {
		plan_path(n->plan, w.src, w.dst, path);
		check_xoff(n, now, port, path[w.hop - 1]);
	}
	kick(n, now, port);
}

void network_send(struct network *n, rs_ns now, const struct wire *w)
{
	enqueue(n, now, PLAN_NIC(w->src), w);
}

static void on_tap(struct network *n, rs_ns now, unsigned port, const struct wire *in)
{
	struct wire w = *in;
	rs_ns wait;

	n->hooks.tap(n->hooks.user, now, port, &w);
	wait = meet_faults(n, now, port, true, &w);
	if (wait >= 0)
		event_push(n->events, now + n->plan->links[port].delay_ns + wait, EVENT_ARRIVE,
			   port, &w);
}

static void on_arrive(struct network *n, rs_ns now, unsigned port, const struct wire *in)
{
	struct wire w = *in;
	uint8_t path[3];

	if (w.opcode == WIRE_PFC) {
		struct queue *q = &n->ports[port ^ 1u].queue;

		queue_pause(q, w.quanta ? now + pause_ns(n, port) : RS_NS_NONE);
		if (!w.quanta)
			kick(n, now, port ^ 1u);
		return;
	}
	if (++w.hop < plan_path(n->plan, w.src, w.dst, path))
		enqueue(n, now, path[w.hop], &w);
	else
		n->hooks.deliver(n->hooks.user, now, &w);
}

void network_on_event(struct network *n, const struct event *ev)
{
	const unsigned port = ev->index & 0x7fu;

	switch (ev->kind) {
	case EVENT_ENQUEUE:
		enqueue(n, ev->time, port, &ev->wire);
		break;
	case EVENT_PORT_FREE:
		if (ev->index & 0x80) /* the frame is out; otherwise a pause may have run out */
			n->ports[port].busy = false;
		kick(n, ev->time, port);
		break;
	case EVENT_TAP:
		on_tap(n, ev->time, port, &ev->wire);
		break;
	case EVENT_ARRIVE:
		on_arrive(n, ev->time, port, &ev->wire);
		break;
	case EVENT_REFRESH:
		on_refresh(n, ev->time, port);
		break;
	default:
		break;
	}
}

uint32_t network_backlog(const struct network *n, unsigned host)
{
	const struct queue *q = &n->ports[PLAN_NIC(host)].queue;

	return q->count[0] + q->count[1];
}
