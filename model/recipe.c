/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * For each scenario how the plan differs from two hosts that write to each other without
 * trouble. Faults are placed so that what must be found follows for every
 * seed; the seed moves times, PSNs and the packets that are hit.
 *
 * "Before the tap" for a request of host 0 seen on the link of host 1 is its own link or the
 * switch; "after the tap" when seen on the link of host 0 is the switch or the link of host 1.
 */
#include "model/recipe.h"

#include "base/psn.h"
#include "model/recipe_storm.h"

#include <string.h>

#define US RS_NS_PER_US
#define MS RS_NS_PER_MS
#define GBPS 1000000000ULL

/* Capture point on the link of one host only. */
static void tap_at(struct plan *p, unsigned host)
{
	memset(p->point, -1, sizeof p->point);
	p->point[host] = 0;
}

static void tap_trunk(struct plan *p)
{
	memset(p->point, -1, sizeof p->point);
	p->point[PLAN_TRUNK / 2] = 0;
}

/* One RC connection from host 0 to host 1. */
static struct plan_conn *one(struct plan *p, struct dice *dice)
{
	return plan_connect(p, 0, 1, dice);
}

static void two(struct plan *p, struct dice *dice)
{
	one(p, dice);
	one(p, dice);
}

static void healthy(struct plan *p, struct dice *dice)
{
	struct plan_conn *c;

	p->host_count = 6;
	for (unsigned pair = 0; pair < 3; pair++) {
		p->hosts[2 * pair + 1].side = 1;
		for (unsigned i = 0; i < 2; i++) {
			c = plan_connect(p, 2 * pair, 2 * pair + 1, dice);
			c->work.verb = (uint8_t)(pair == 0   ? VERB_WRITE
						 : pair == 1 ? VERB_SEND
							     : VERB_READ);
			c->work.count = 8;
			c->work.gap = 60 * US;
			c->req.rate_bps = 40 * GBPS;
		}
	}
	c->work.reads_every = 0;
	c->work.atomics_every = 4;
	tap_trunk(p);
}

static struct fault *drop(struct plan *p, unsigned port, bool after_tap, unsigned what)
{
	struct fault *f = plan_fault(p, port, after_tap, what);

	f->skip = 40;
	return f;
}

static void loss_before(struct plan *p, struct dice *dice)
{
	struct fault *f;

	two(p, dice);
	tap_at(p, 1);
	f = drop(p, PLAN_NIC(0), true, FAULT_REQUEST);
	f->every = (uint32_t)dice_range(dice, 90, 120);
	f->middle_only = f->first_sending = true;
	f->limit = 5;
}

static void loss_after(struct plan *p, struct dice *dice)
{
	struct fault *f;

	two(p, dice);
	f = drop(p, PLAN_DOWN(1), false, FAULT_REQUEST);
	f->every = (uint32_t)dice_range(dice, 90, 120);
	f->middle_only = f->first_sending = true;
	f->limit = 5;
}

static void two_taps(struct plan *p, struct dice *dice)
{
	struct fault *f;

	one(p, dice)->work.count = 16;
	p->point[1] = 1;
	f = drop(p, PLAN_DOWN(1), false, FAULT_REQUEST);
	f->every = (uint32_t)dice_range(dice, 70, 90);
	f->middle_only = f->first_sending = true;
	f->limit = 2;
}

static void burst_loss(struct plan *p, struct dice *dice)
{
	struct plan_conn *c = one(p, dice);
	struct fault *f;

	c->work.bytes = 32768;
	tap_at(p, 1);
	f = drop(p, PLAN_DOWN(1), false, FAULT_REQUEST);
	f->every = (uint32_t)dice_range(dice, 130, 150);
	f->middle_only = f->first_sending = true;
	f->burst_min = 4;
	f->burst_max = 12;
	f->limit = 3;
}

static void tail_timeout(struct plan *p, struct dice *dice)
{
	struct plan_conn *c = one(p, dice);
	struct fault *f;

	c->work.count = 24;
	c->work.gap = 6 * MS;
	c->work.jitter = MS;
	f = drop(p, PLAN_DOWN(1), false, FAULT_REQUEST);
	f->skip = 10;
	f->every = 5;
	f->last_only = f->first_sending = true;
	f->limit = 2;
}

/* The resent packet is lost as well: only a timer can repair that. */
static void retx_lost(struct plan *p, struct dice *dice)
{
	struct fault *f;

	one(p, dice)->work.gap = 6 * MS; /* nothing new before the timer: one episode */
	f = drop(p, PLAN_DOWN(1), false, FAULT_REQUEST);
	f->every = (uint32_t)dice_range(dice, 90, 110);
	f->middle_only = f->first_sending = true;
	f->limit = 2;
	f = plan_fault(p, PLAN_DOWN(1), false, FAULT_REQUEST);
	f->resent_only = true;
	f->every = 1;
	f->limit = 1;
}

static void ack_loss(struct plan *p, struct dice *dice)
{
	two(p, dice);
	for (unsigned i = 0; i < 2; i++) {
		struct fault *f = i ? drop(p, PLAN_NIC(1), false, FAULT_ACK)
				    : drop(p, PLAN_DOWN(0), true, FAULT_ACK);

		/* one delay for all ACKs: the engine compares single delays with the smallest */
		p->conns[i].rsp.process_max_ns = p->conns[i].rsp.process_min_ns;
		p->conns[i].work.count = 15;
		p->conns[i].work.gap = 6 * MS;
		p->conns[i].work.jitter = MS;
		f->conn_first = f->conn_last = i;
		f->skip = 6;
		f->every = (uint32_t)dice_range(dice, 3, 5);
		f->limit = 2;
	}
}

static void nak_lost(struct plan *p, struct dice *dice)
{
	struct plan_conn *c = one(p, dice);
	struct fault *f;

	c->req.timer_ns = 4 * MS + 194304; /* 4.096 us * 2^10 */
	c->work.gap = 200 * US;
	f = drop(p, PLAN_DOWN(1), false, FAULT_REQUEST);
	f->every = (uint32_t)dice_range(dice, 90, 110);
	f->middle_only = f->first_sending = true;
	f->limit = 2;
	f = plan_fault(p, PLAN_DOWN(0), true, FAULT_NAK);
	f->every = 1;
}

static void rnr(struct plan *p, struct dice *dice)
{
	struct plan_conn *c = one(p, dice);

	c->work.verb = VERB_SEND;
	c->work.gap = 500 * US;
	c->rsp.rnr_every = 7;
	c->rsp.rnr_times = 2;
}

static void read_loss(struct plan *p, struct dice *dice)
{
	two(p, dice);
	for (unsigned i = 0; i < 2; i++) {
		struct fault *f = i ? drop(p, PLAN_NIC(1), false, FAULT_RESPONSE)
				    : drop(p, PLAN_DOWN(0), true, FAULT_RESPONSE);

		p->conns[i].work.verb = VERB_READ;
		f->conn_first = f->conn_last = i;
		f->every = (uint32_t)dice_range(dice, 60, 80);
		f->middle_only = f->first_sending = true;
		f->limit = 3;
	}
}

/* Packets overtaken for less time than a NAK needs: received, but too late for Go-Back-N. */
static void hold_back(struct plan *p, struct dice *dice)
{
	struct fault *f;

	one(p, dice);
	f = drop(p, PLAN_NIC(0), false, FAULT_REQUEST);
	f->action = FAULT_HOLD;
	f->middle_only = f->first_sending = true;
	f->every = (uint32_t)dice_range(dice, 60, 75);
	f->hold_min_ns = 250;
	f->hold_max_ns = 350;
	f->limit = 4;
}

static void reorder(struct plan *p, struct dice *dice)
{
	hold_back(p, dice);
}

static void reorder_tolerated(struct plan *p, struct dice *dice)
{
	hold_back(p, dice);
	p->conns[0].rsp.tolerant = true;
	p->faults[0].every = (uint32_t)dice_range(dice, 11, 17);
	p->faults[0].limit = 0;
}

static void selective_repeat(struct plan *p, struct dice *dice)
{
	loss_after(p, dice);
	for (unsigned i = 0; i < p->conn_count; i++)
		p->conns[i].req.selective = p->conns[i].rsp.selective = true;
}

static void go_back_0(struct plan *p, struct dice *dice)
{
	loss_after(p, dice);
	for (unsigned i = 0; i < p->conn_count; i++)
		p->conns[i].req.go_back_0 = true;
	p->faults[0].limit = 3;
}

static void dead_peer(struct plan *p, struct dice *dice)
{
	struct plan_conn *c;

	p->host_count = 3;
	c = one(p, dice);
	c->req.retries = 4;
	c->req.window = 24;
	p->hosts[1].dead_from = 350 * US + (rs_ns)dice_below(dice, 100000);
	c = plan_connect(p, 0, 2, dice);
	c->work.count = 30;
	c->work.bytes = 4096;
	c->work.gap = MS;
}

static void qp_reuse(struct plan *p, struct dice *dice)
{
	struct plan_conn *a = one(p, dice), *b = one(p, dice);

	b->src_qpn = a->src_qpn;
	b->dst_qpn = a->dst_qpn;
	b->psn = psn_add(a->psn, (int32_t)dice_range(dice, 1 << 20, 1 << 22));
	a->work.count = b->work.count = 12;
	b->work.start = 2 * MS;
}

static void capture_drops(struct plan *p, struct dice *dice)
{
	two(p, dice);
	p->taps[0].drop_ppm = 15000;
	p->taps[0].drop_burst = 3;
}

static void mirror_copies(struct plan *p, struct dice *dice)
{
	one(p, dice)->work.count = 12;
	p->taps[0].copy_ppm = 1000000;
}

static void one_way(struct plan *p, struct dice *dice)
{
	loss_after(p, dice);
	p->taps[0].requests_only = true;
}

static void sampled(struct plan *p, struct dice *dice)
{
	two(p, dice);
	for (unsigned i = 0; i < 2; i++)
		p->conns[i].work.count = 80;
	p->taps[0].sample_every = 5;
}

static void corrupt_icrc(struct plan *p, struct dice *dice)
{
	struct plan_conn *c = one(p, dice);
	struct fault *f;

	c->req.pmtu = c->rsp.pmtu = 256;
	c->work.bytes = 4096;
	tap_at(p, 1);
	f = drop(p, PLAN_NIC(0), true, FAULT_REQUEST);
	f->action = FAULT_DAMAGE;
	f->every = (uint32_t)dice_range(dice, 75, 85);
	f->middle_only = f->first_sending = true;
	f->limit = 3;
}

static void uc_loss(struct plan *p, struct dice *dice)
{
	struct plan_conn *c = one(p, dice);
	struct fault *f;

	c->req.uc = c->rsp.uc = true;
	tap_at(p, 1);
	f = drop(p, PLAN_NIC(0), true, FAULT_REQUEST);
	f->every = (uint32_t)dice_range(dice, 50, 60);
	f->middle_only = true;
}

/* Two senders meet at a port half as fast as both; its queue marks, the senders slow down. */
static void cnp(struct plan *p, struct dice *dice)
{
	p->host_count = 3;
	for (unsigned i = 0; i < 2; i++) {
		struct plan_conn *c = plan_connect(p, i ? 2 : 0, 1, dice);

		c->work.bytes = 65536;
		c->work.count = 5;
		c->work.gap = 30 * US;
		c->work.jitter = 3 * US;
		c->req.rate_bps = 50 * GBPS;
	}
	p->links[PLAN_DOWN(1)].rate_bps = p->links[PLAN_NIC(1)].rate_bps = 50 * GBPS;
	p->queues[PLAN_DOWN(1)] =
	    (struct queue_config){.kmin = 8000, .kmax = 40000, .pmax_permille = 300};
	tap_at(p, 1);
}

/* The receiver's link is slower than the sender's: the switch pauses the sender. */
static void pfc(struct plan *p, struct dice *dice)
{
	for (unsigned i = 0; i < 2; i++) {
		struct plan_conn *c = one(p, dice);

		c->work.bytes = 65536;
		c->work.count = 5;
		c->work.gap = 60 * US;
	}
	p->links[PLAN_DOWN(1)].rate_bps = p->links[PLAN_NIC(1)].rate_bps = 25 * GBPS;
	p->queues[PLAN_DOWN(1)] = (struct queue_config){ .xoff = 40000, .xon = 20000 };
}

/* QP numbers with one product: Linux derives the same source port for all of them. */
static void ecmp_one_port(struct plan *p, struct dice *dice)
{
	static const uint16_t qpns[8][2] = { { 840, 858 }, { 780, 924 },  { 720, 1001 }, { 770, 936 },
					     { 728, 990 }, { 660, 1092 }, { 910, 792 },	 { 1040, 693 } };

	for (unsigned i = 0; i < 8; i++) {
		struct plan_conn *c = one(p, dice);

		c->src_qpn = qpns[i][0];
		c->dst_qpn = qpns[i][1];
		c->work.count = 4;
		c->req.rate_bps = 20 * GBPS;
	}
}

static void vlan_ipv6(struct plan *p, struct dice *dice)
{
	loss_before(p, dice);
	p->conn_count = 1;
	p->conns[0].req.pmtu = p->conns[0].rsp.pmtu = 256;
	p->conns[0].work.bytes = 4096;
	for (unsigned i = 0; i < 2; i++) {
		p->hosts[i].ipv6 = p->hosts[i].tagged = true;
		p->hosts[i].vlan = 100;
	}
}

static void atomics(struct plan *p, struct dice *dice)
{
	struct plan_conn *c = one(p, dice);
	struct fault *f;

	c->work.verb = VERB_ATOMIC;
	c->work.count = 300;
	c->work.gap = 2 * US;
	c->work.jitter = US;
	c->req.window = 16;
	f = drop(p, PLAN_NIC(1), false, FAULT_RESPONSE);
	f->first_sending = true;
	f->every = (uint32_t)dice_range(dice, 60, 80);
	f->limit = 3;
}

/* Some ACKs take a little longer than the timer: the timer fires although nothing was lost. */
static void timer_too_short(struct plan *p, struct dice *dice)
{
	struct plan_conn *c = one(p, dice);

	c->req.timer_ns = 131072; /* 4.096 us * 2^5 */
	c->work.gap = 400 * US;
	c->work.bytes = 4096;
	c->work.count = 60;
	c->rsp.slow_every = 12;
	c->rsp.slow_min_ns = 128 * US;
	c->rsp.slow_max_ns = 129 * US;
}

static void refused(struct plan *p, struct dice *dice)
{
	struct plan_conn *c;

	two(p, dice);
	c = &p->conns[0];
	c->rsp.refuse_message = (uint32_t)dice_range(dice, 5, 9);
}

/* Chance losses of everything, on both sides of the tap. */
static void mixed(struct plan *p, struct dice *dice)
{
	for (unsigned i = 0; i < 3; i++) {
		struct plan_conn *c = one(p, dice);

		c->work.verb = i == 1 ? VERB_SEND : VERB_WRITE;
		c->work.count = 14;
		c->work.gap = 60 * US;
		c->req.timer_ns = 4 * MS + 194304; /* 4.096 us * 2^10 */
	}
	plan_fault(p, PLAN_NIC(0), false, FAULT_REQUEST)->ppm = 8000;
	plan_fault(p, PLAN_DOWN(1), false, FAULT_REQUEST)->ppm = 8000;
	plan_fault(p, PLAN_NIC(1), false, FAULT_ACK | FAULT_NAK)->ppm = 10000;
	plan_fault(p, PLAN_DOWN(0), true, FAULT_ACK | FAULT_NAK)->ppm = 10000;
}

static const struct {
	const char *name;
	recipe_fn build;
} builders[] = {
	{ "loss-storm", recipe_storm }, { "healthy", healthy }, { "loss-before", loss_before },
	{ "loss-after", loss_after }, { "two-taps", two_taps }, { "burst-loss", burst_loss },
	{ "tail-timeout", tail_timeout }, { "retx-lost", retx_lost }, { "ack-loss", ack_loss },
	{ "nak-lost", nak_lost }, { "rnr", rnr }, { "read-loss", read_loss },
	{ "reorder", reorder }, { "reorder-tolerated", reorder_tolerated },
	{ "selective-repeat", selective_repeat }, { "go-back-0", go_back_0 },
	{ "dead-peer", dead_peer }, { "refused", refused }, { "qp-reuse", qp_reuse },
	{ "capture-drops", capture_drops }, { "mirror-copies", mirror_copies },
	{ "one-way", one_way }, { "sampled", sampled }, { "corrupt-icrc", corrupt_icrc },
	{ "uc-loss", uc_loss }, { "cnp", cnp }, { "pfc", pfc }, { "ecmp-one-port", ecmp_one_port },
	{ "vlan-ipv6", vlan_ipv6 }, { "atomics", atomics }, { "timer-too-short", timer_too_short },
    {"mixed", mixed},
};

recipe_fn recipe_by_name(const char *name)
{
	for (unsigned i = 0; i < sizeof builders / sizeof builders[0]; i++)
		if (!strcmp(builders[i].name, name))
			return builders[i].build;
	return NULL;
}
