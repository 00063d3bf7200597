/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/plan.h"

#include "base/psn.h"

#include <string.h>

#define HOST_BPS 100000000000ULL

void plan_init(struct plan *p)
{
	memset(p, 0, sizeof *p);
	p->host_count = 2;
	for (unsigned i = 0; i < PLAN_PORTS; i++)
		p->links[i] = (struct cable_config){.rate_bps = HOST_BPS, .delay_ns = RS_NS_PER_US};
	memset(p->point, -1, sizeof p->point);
	p->point[0] = 0;
	p->cnp_gap = 50 * RS_NS_PER_US;
	p->cnp_delay = 2 * RS_NS_PER_US;
	p->stop = 10 * RS_NS_PER_S;
}

struct plan_conn *plan_connect(struct plan *p, unsigned src, unsigned dst, struct dice *dice)
{
	struct plan_conn *c;
	unsigned nth = 0;

	if (p->conn_count == PLAN_CONNS)
		return NULL;
	for (unsigned i = 0; i < p->conn_count; i++)
		nth += p->conns[i].src == src;
	c = &p->conns[p->conn_count++];
	c->src = (uint8_t)src;
	c->dst = (uint8_t)dst;
	c->src_qpn = 0x900 + 0x10 * src + nth;
	c->dst_qpn = 0x210 + 0x10 * dst + nth;
	c->psn = (uint32_t)dice_next(dice) & PSN_MASK;
	c->req =
	    (struct requester_config){.pmtu = 1024,
				      .window = 64,
				      .rate_bps = HOST_BPS,
				      .timer_ns = 2 * RS_NS_PER_MS + 97152, /* 4.096 us * 2^9 */
				      .retries = 7,
				      .react_min_ns = 1500,
				      .react_max_ns = 3500};
	c->rsp = (struct responder_config){.pmtu = 1024,
					   .rate_bps = HOST_BPS,
					   .process_min_ns = 600,
					   .process_max_ns = 900,
					   .rnr_code = 14};
	c->work = (struct plan_work){.verb = VERB_WRITE,
				     .bytes = 16384,
				     .count = 20,
				     .start = 10 * RS_NS_PER_US,
				     .gap = 40 * RS_NS_PER_US,
				     .jitter = 10 * RS_NS_PER_US};
	return c;
}

struct fault *plan_fault(struct plan *p, unsigned port, bool after_tap, unsigned what)
{
	struct fault *f;

	if (p->fault_count == PLAN_FAULTS)
		return NULL;
	f = &p->faults[p->fault_count++];
	f->port = (uint8_t)port;
	f->after_tap = after_tap;
	f->what = (uint8_t)what;
	f->conn_last = UINT32_MAX;
	return f;
}

unsigned plan_path(const struct plan *p, unsigned src, unsigned dst, uint8_t ports[3])
{
	unsigned n = 0;

	ports[n++] = (uint8_t)PLAN_NIC(src);
	if (p->hosts[src].side != p->hosts[dst].side)
		ports[n++] = (uint8_t)(PLAN_TRUNK + p->hosts[src].side);
	ports[n++] = (uint8_t)PLAN_DOWN(dst);
	return n;
}
