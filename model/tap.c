/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/tap.h"

#include "base/psn.h"
#include "base/sport.h"

#include <string.h>

#define LINKTYPE_ETHERNET 1
#define COPY_MIN_NS 300
#define COPY_MAX_NS 900

static void host_mac(unsigned host, uint8_t mac[6])
{
	const uint8_t m[6] = { 0x02, 0, 0, 0, 0, (uint8_t)(0x10 + host) };

	memcpy(mac, m, 6);
}

/* A pause frame comes from the port that sends it: a host's NIC or a switch port. */
static void port_mac(unsigned port, uint8_t mac[6])
{
	const uint8_t m[6] = { 0x02, 0, 0, 0, 0xff, (uint8_t)port };

	if (port < PLAN_TRUNK && port % 2 == 0)
		host_mac(port / 2, mac);
	else
		memcpy(mac, m, 6);
}

static void set_flow(struct frame_flow *f, const struct plan *p, const struct plan_conn *c,
		     bool request)
{
	const unsigned src = request ? c->src : c->dst, dst = request ? c->dst : c->src;

	host_mac(src, f->smac);
	host_mac(dst, f->dmac);
	f->src = observe_addr(p, src);
	f->dst = observe_addr(p, dst);
	f->ipv6 = p->hosts[src].ipv6;
	f->tagged = p->hosts[src].tagged;
	f->vlan = p->hosts[src].vlan;
	f->udp_sport = c->udp_sport ? c->udp_sport : sport_from_qps(c->src_qpn, c->dst_qpn);
	f->dqpn = request ? c->dst_qpn : c->src_qpn;
	f->uc = c->req.uc;
}

void tap_init(struct tap *t, const struct plan *plan, const struct model_scenario *sc,
	      struct model_truth *truth)
{
	t->plan = plan;
	t->scenario = sc;
	t->truth = truth;
	for (unsigned i = 0; i < plan->conn_count; i++) {
		set_flow(&t->request[i], plan, &plan->conns[i], true);
		set_flow(&t->response[i], plan, &plan->conns[i], false);
	}
}

static const struct frame_flow *flow_of(const struct tap *t, const struct wire *w)
{
	return w->request ? &t->request[w->conn] : &t->response[w->conn];
}

uint32_t tap_length(const struct tap *t, const struct wire *w)
{
	return frame_length(flow_of(t, w), w);
}

static void emit(struct tap *t, rs_ns now, unsigned port, const struct wire *w)
{
	const unsigned point = (unsigned)t->plan->point[port / 2];
	const uint32_t snaplen = t->scenario->points[point].snaplen;
	struct rs_packet p = {
	    .data = t->buf, .time = now, .point = (uint16_t)point, .linktype = LINKTYPE_ETHERNET};
	uint8_t mac[6];

	p.wirelen = w->length;
	p.caplen = snaplen && snaplen < w->length ? snaplen : w->length;
	if (w->opcode == WIRE_PFC) {
		port_mac(port, mac);
		frame_build_pause(mac, 3, w->quanta, t->buf);
	} else {
		frame_build(flow_of(t, w), w, psn_add(t->plan->conns[w->conn].psn, (int32_t)w->off),
			    t->buf, p.caplen);
	}
	p.frame = rs_frame_make(0, ++t->truth->frames);
	if (t->truth->frames == 1)
		t->truth->start = now;
	t->truth->end = now;
	t->emit(t->user, &p);
}

/* Does the capture keep this frame? */
static bool captured(struct tap *t, unsigned point, const struct wire *w)
{
	const struct plan_tap *c = &t->plan->taps[point];

	if (c->requests_only && !w->request)
		return false;
	if (c->sample_every && dice_below(&t->dice, c->sample_every)) {
		t->truth->capture_drops++;
		return false;
	}
	if (t->drop_left[point]) {
		t->drop_left[point]--;
	} else {
		if (!dice_ppm(&t->dice, c->drop_ppm))
			return true;
		t->drop_left[point] =
		    c->drop_burst ? (uint32_t)dice_below(&t->dice, c->drop_burst) : 0;
	}
	t->truth->capture_drops++;
	return false;
}

void tap_frame(struct tap *t, rs_ns now, unsigned port, struct wire *w)
{
	const int point = t->plan->point[port / 2];

	if (point < 0)
		return;
	w->seen |= (uint8_t)(1u << point);
	if (!captured(t, (unsigned)point, w))
		return;
	emit(t, now, port, w);
	if (w->opcode == WIRE_PFC) {
		t->truth->pfc_frames++;
		return;
	}
	t->truth->ce_marked += w->ecn == WIRE_CE;
	t->truth->cnps += w->opcode == WIRE_CNP;
	t->truth->corrupted += w->damaged;
	observe_frame(t->observe, (unsigned)point, w);
	if (dice_ppm(&t->dice, t->plan->taps[point].copy_ppm))
		event_push(t->events, now + (rs_ns)dice_range(&t->dice, COPY_MIN_NS, COPY_MAX_NS),
			   EVENT_COPY, port, w);
}

void tap_copy(struct tap *t, rs_ns now, unsigned port, const struct wire *w)
{
	struct wire copy = *w;

	copy.copied = true;
	t->truth->copies++;
	emit(t, now, port, &copy);
}
