/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Steers a run: takes events in time order and passes them between the queue pairs, the
 * network and the taps. All memory is taken at the start; the run ends when no event is left.
 */
#include "model/model.h"

#include "model/event.h"
#include "model/network.h"
#include "model/recipe.h"
#include "model/tap.h"

#include <stdlib.h>
#include <string.h>

#define START_NS (1764500000LL * RS_NS_PER_S) /* 2025-11-30 10:53:20 UTC */
#define EVENTS_MAX 16384
#define BACKLOG_MAX 8		/* frames at a NIC before its queue pairs wait */
#define BACKLOG_POLL_NS 400
#define DATA_DSCP 26
#define DATA_PRIORITY 3
#define CNP_DSCP 48
#define CNP_PRIORITY 6

struct conn {
	struct requester requester;
	struct responder responder;
	rs_ns wake_at;		 /* latest EVENT_WAKE asked for; older ones are stale */
	rs_ns cnp_at[2];	 /* last CNP for marked requests, for marked responses */
};

struct model {
	struct plan plan;
	struct event_queue events;
	struct network network;
	struct observe observe;
	struct tap tap;
	struct dice dice;
	struct model_truth *truth;
	struct conn conns[PLAN_CONNS];
	uint16_t ip_id[PLAN_HOSTS];
	struct wire responses[RESPONDER_OUT_MAX];
};

static rs_ns earliest(rs_ns a, rs_ns b)
{
	return a == RS_NS_NONE || (b != RS_NS_NONE && b < a) ? b : a;
}

/* Ask for a wake-up of a connection; an earlier one that is already under way will do. */
static void schedule(struct model *m, unsigned conn, rs_ns now, rs_ns not_before)
{
	struct conn *c = &m->conns[conn];
	rs_ns t = requester_wakeup(&c->requester);

	if (t == RS_NS_NONE)
		return;
	if (t < not_before)
		t = not_before;
	if (t <= now)
		t = now + 1;
	if (c->wake_at != RS_NS_NONE && c->wake_at > now && earliest(c->wake_at, t) == c->wake_at)
		return;
	c->wake_at = t;
	event_push(&m->events, t, EVENT_WAKE, conn, NULL);
}

static void address(struct model *m, struct wire *w, unsigned conn)
{
	const struct plan_conn *c = &m->plan.conns[conn];
	const bool cnp = w->opcode == WIRE_CNP;

	w->conn = conn;
	w->src = w->request ? c->src : c->dst;
	w->dst = w->request ? c->dst : c->src;
	w->dscp = cnp ? CNP_DSCP : DATA_DSCP;
	w->priority = cnp ? CNP_PRIORITY : DATA_PRIORITY;
	w->ecn = c->not_ect ? WIRE_NOT_ECT : WIRE_ECT0;
	w->length = (uint16_t)tap_length(&m->tap, w);
}

static void send(struct model *m, rs_ns now, struct wire *w)
{
	if (!m->plan.hosts[w->src].ipv6)
		w->ip_id = ++m->ip_id[w->src];
	network_send(&m->network, now, w);
}

static void on_wake(struct model *m, rs_ns now, unsigned conn)
{
	struct conn *c = &m->conns[conn];
	rs_ns not_before = now;
	struct wire w;

	if (c->wake_at != now || now > START_NS + m->plan.stop)
		return;
	c->wake_at = RS_NS_NONE;
	requester_on_time(&c->requester, now);
	if (network_backlog(&m->network, m->plan.conns[conn].src) >= BACKLOG_MAX) {
		not_before = now + BACKLOG_POLL_NS;
	} else if (requester_next(&c->requester, now, &w)) {
		address(m, &w, conn);
		observe_sent(&m->observe, &w);
		send(m, now, &w);
	}
	schedule(m, conn, now, not_before);
}

static void on_inject(struct model *m, rs_ns now, struct wire *w)
{
	if (w->opcode != WIRE_CNP && w->generation != m->conns[w->conn].responder.generation)
		return;
	send(m, now, w);
}

/* The receiving NIC of a marked packet notifies its sender, at most once per gap and QP. */
static void notify(struct model *m, rs_ns now, const struct wire *marked)
{
	rs_ns *last = &m->conns[marked->conn].cnp_at[marked->request ? 0 : 1];
	struct wire w = {.opcode = WIRE_CNP, .request = !marked->request, .span = 1, .sending = 1};

	if (!m->plan.cnp_gap || (*last != RS_NS_NONE && now - *last < m->plan.cnp_gap))
		return;
	*last = now;
	address(m, &w, marked->conn);
	event_push(&m->events, now + m->plan.cnp_delay, EVENT_INJECT, 0, &w);
}

static void on_request(struct model *m, rs_ns now, const struct wire *w)
{
	struct conn *c = &m->conns[w->conn];
	unsigned n;

	m->truth->requests_taken++;
	n = responder_on_request(&c->responder, now, w, &m->dice, m->responses);
	for (unsigned i = 0; i < n; i++) {
		address(m, &m->responses[i], w->conn);
		event_push(&m->events, m->responses[i].at, EVENT_INJECT, 0, &m->responses[i]);
	}
}

static void hook_deliver(void *user, rs_ns now, const struct wire *w)
{
	struct model *m = user;
	const rs_ns dead = m->plan.hosts[w->dst].dead_from;

	if (w->damaged)
		return;
	if (dead && now >= START_NS + dead) {
		observe_lost(&m->observe, w);
		return;
	}
	if (w->ecn == WIRE_CE && w->opcode != WIRE_CNP)
		notify(m, now, w);
	if (w->request && w->opcode != WIRE_CNP) {
		on_request(m, now, w);
	} else if (!w->request) {
		requester_on_response(&m->conns[w->conn].requester, now, w, &m->dice);
		schedule(m, w->conn, now, now);
	}
}

static void hook_tap(void *user, rs_ns now, unsigned port, struct wire *w)
{
	tap_frame(&((struct model *)user)->tap, now, port, w);
}

static void hook_lost(void *user, const struct wire *w)
{
	observe_lost(&((struct model *)user)->observe, w);
}

/* Post the work of one connection; times are jittered by the seed. */
static int open_conn(struct model *m, unsigned conn, uint32_t psn_max)
{
	const struct plan_conn *p = &m->plan.conns[conn];
	const struct plan_work *k = &p->work;
	struct conn *c = &m->conns[conn];
	int rc = requester_init(&c->requester, &p->req, k->count, psn_max);

	if (!rc)
		rc = responder_init(&c->responder, &p->rsp, psn_max);
	if (rc)
		return rc;
	c->wake_at = c->cnp_at[0] = c->cnp_at[1] = RS_NS_NONE;
	for (uint32_t i = 0; i < k->count; i++) {
		const rs_ns at = START_NS + k->start + k->gap * i +
				 (rs_ns)dice_below(&m->dice, (uint64_t)k->jitter);
		enum verb verb = (enum verb)k->verb;

		if (k->reads_every && (i + 1) % k->reads_every == 0)
			verb = VERB_READ;
		if (k->atomics_every && (i + 1) % k->atomics_every == 0)
			verb = VERB_ATOMIC;
		if (!requester_post(&c->requester, verb, verb == VERB_ATOMIC ? 8 : k->bytes, at))
			m->truth->refused++;
	}
	schedule(m, conn, START_NS, START_NS);
	return 0;
}

static uint32_t psns_of(const struct plan_conn *c)
{
	return c->work.count * (1 + (c->work.bytes + c->req.pmtu - 1) / c->req.pmtu);
}

static int set_up(struct model *m, const struct model_scenario *sc, uint64_t seed)
{
	const struct network_hooks hooks = { m, hook_tap, hook_deliver, hook_lost };
	uint32_t psn_max = 1;
	int rc;

	for (unsigned i = 0; i < m->plan.conn_count; i++)
		if (psns_of(&m->plan.conns[i]) > psn_max)
			psn_max = psns_of(&m->plan.conns[i]);
	rc = event_queue_init(&m->events, EVENTS_MAX);
	if (!rc)
		rc = network_init(&m->network, &m->plan, &m->events, &hooks, seed);
	if (!rc)
		rc = observe_init(&m->observe, &m->plan, m->truth, psn_max);
	m->network.start = START_NS;
	tap_init(&m->tap, &m->plan, sc, m->truth);
	dice_init(&m->tap.dice, seed, 3);
	m->tap.observe = &m->observe;
	m->tap.events = &m->events;
	for (unsigned i = 0; i < m->plan.conn_count && !rc; i++)
		rc = open_conn(m, i, psn_max);
	for (unsigned i = 0; i < PLAN_HOSTS; i++)
		m->ip_id[i] = (uint16_t)dice_next(&m->dice);
	return rc;
}

static void run(struct model *m)
{
	struct event ev;

	while (event_pop(&m->events, &ev)) {
		if (ev.kind == EVENT_WAKE)
			on_wake(m, ev.time, ev.index);
		else if (ev.kind == EVENT_INJECT)
			on_inject(m, ev.time, &ev.wire);
		else if (ev.kind == EVENT_COPY)
			tap_copy(&m->tap, ev.time, ev.index, &ev.wire);
		else
			network_on_event(&m->network, &ev);
	}
	for (unsigned i = 0; i < m->plan.conn_count; i++)
		observe_ends(&m->observe, i, &m->conns[i].requester, &m->conns[i].responder);
	m->truth->refused += m->events.refused;
	m->truth->reordered = m->network.held;
}

static void tear_down(struct model *m)
{
	for (unsigned i = 0; i < PLAN_CONNS; i++) {
		requester_fini(&m->conns[i].requester);
		responder_fini(&m->conns[i].responder);
	}
	observe_fini(&m->observe);
	network_fini(&m->network);
	event_queue_fini(&m->events);
}

int model_run(const struct model_scenario *sc, uint64_t seed, model_emit_fn emit, void *user,
	      struct model_truth *truth)
{
	const recipe_fn build = recipe_by_name(sc->name);
	struct model *m;
	int rc;

	memset(truth, 0, sizeof *truth);
	if (!build)
		return -RS_ENOENT;
	m = calloc(1, sizeof *m);
	if (!m)
		return -RS_ENOMEM;
	m->truth = truth;
	m->tap.emit = emit;
	m->tap.user = user;
	dice_init(&m->dice, seed, 1);
	plan_init(&m->plan);
	build(&m->plan, &m->dice);
	while (truth->points < MODEL_POINTS && sc->points[truth->points].name)
		truth->points++;
	rc = set_up(m, sc, seed);
	if (!rc)
		run(m);
	tear_down(m);
	free(m);
	return rc;
}
