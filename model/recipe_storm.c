/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The storm of the demo: eight host pairs with four queue pairs each share one link between
 * two switches. One pair loses packets behind the tap; others show what usually stands beside
 * a storm - RNR NAKs, ECN marks with CNPs, pauses - so that a report has to tell them apart.
 */
#include "model/recipe_storm.h"

#include <string.h>

#define US RS_NS_PER_US
#define MS RS_NS_PER_MS
#define GBPS 1000000000ULL

/* Hosts of the storm: pair k is host 2k on side 0 and host 2k + 1 on side 1. */
static void storm_pairs(struct plan *p, struct dice *dice)
{
	p->host_count = 16;
	for (unsigned i = 0; i < 32; i++) {
		const unsigned pair = i / 4;
		struct plan_conn *c = plan_connect(p, 2 * pair, 2 * pair + 1, dice);

		p->hosts[2 * pair + 1].side = 1;
		c->req.pmtu = c->rsp.pmtu = 4096;
		c->req.timer_ns = 3280 * US;
		c->req.rate_bps = 25 * GBPS;
		c->work = (struct plan_work){.verb = VERB_WRITE,
					     .bytes = 32768,
					     .count = 14,
					     .start = (rs_ns)dice_below(dice, 2000000),
					     .gap = 2500 * US,
					     .jitter = 300 * US};
	}
	for (unsigned i = 0; i < 2; i++)
		p->links[PLAN_TRUNK + i].delay_ns = 4 * US;
}

/* Pair 1 loses packets behind the trunk for a while, then two last packets: NAKs, then timers. */
static void storm_losses(struct plan *p, struct dice *dice)
{
	struct fault *f;

	for (unsigned i = 4; i < 8; i++) {
		p->conns[i].req.rate_bps = 50 * GBPS;
		p->conns[i].rsp.process_max_ns = p->conns[i].rsp.process_min_ns;
		p->conns[i].work = (struct plan_work){.verb = VERB_WRITE,
						      .bytes = 262144,
						      .count = 8,
						      .start = (rs_ns)dice_below(dice, 1000000),
						      .gap = 4400 * US,
						      .jitter = 400 * US};
	}
	f = plan_fault(p, PLAN_DOWN(3), false, FAULT_REQUEST);
	f->from = 10 * MS;
	f->until = 24 * MS;
	f->every = (uint32_t)dice_range(dice, 27, 33);
	f->middle_only = f->first_sending = true;
	for (unsigned i = 4; i < 6; i++) {
		f = plan_fault(p, PLAN_DOWN(3), false, FAULT_REQUEST);
		f->conn_first = f->conn_last = i;
		f->from = 24 * MS;
		f->every = f->limit = 1;
		f->last_only = f->first_sending = true;
	}
}

void recipe_storm(struct plan *p, struct dice *dice)
{
	storm_pairs(p, dice);
	storm_losses(p, dice);
	/* pair 3: one receiver is slow to post buffers */
	p->conns[13].work.verb = VERB_SEND;
	p->conns[13].rsp.rnr_every = 5;
	p->conns[13].rsp.rnr_times = 1;
	p->conns[13].rsp.rnr_code = 12;
	/* pair 5 sits behind a slower uplink that marks */
	p->links[PLAN_NIC(10)].rate_bps = 25 * GBPS;
	p->queues[PLAN_NIC(10)] =
	    (struct queue_config){.kmin = 8000, .kmax = 40000, .pmax_permille = 200};
	/* pair 6: a 25 Gb/s receiver; its switch pauses the trunk */
	p->links[PLAN_DOWN(13)].rate_bps = p->links[PLAN_NIC(13)].rate_bps = 25 * GBPS;
	p->queues[PLAN_DOWN(13)] = (struct queue_config){ .xoff = 30000, .xon = 15000 };
	for (unsigned i = 0; i < 4; i++) {
		p->conns[20 + i].work.start = p->conns[24 + i].work.start = MS;
		p->conns[20 + i].work.jitter = p->conns[24 + i].work.jitter = 3 * US;
		p->conns[24 + i].req.rate_bps = 50 * GBPS;
	}
	memset(p->point, -1, sizeof p->point);
	p->point[PLAN_TRUNK / 2] = 0;
}
