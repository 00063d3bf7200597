/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Loop over the layers of a frame. Each reader takes its header and names the layer that
 * follows; nothing recurses, so a frame inside a tunnel is just another turn of the loop.
 * It ends because every turn consumes bytes or a tunnel (at most WALK_MAX_TUNNELS). The
 * common frame does not enter the loop: straight.c takes it to the BTH at once.
 */
#include <rocescope/decode.h>

#include <string.h>

#include "decode/bth.h"
#include "decode/cm.h"
#include "decode/describe.h"
#include "decode/detail_link.h"
#include "decode/icrc.h"
#include "decode/ip.h"
#include "decode/link.h"
#include "decode/pause.h"
#include "decode/straight.h"
#include "decode/tunnel.h"
#include "decode/walk.h"

enum {
	ROCE_PORT = 4791,
	FCS_BYTES = 4,
};

void rs_decode_config_init(struct rs_decode_config *cfg)
{
	memset(cfg, 0, sizeof(*cfg));
	cfg->roce_ports[0] = ROCE_PORT;
	cfg->roce_port_count = 1;
	cfg->check_icrc = true;
}

/* In pieces: compilers clear 32 bytes by vector stores, 128 by a slow string instruction. */
static inline void clear_record(struct rs_record *r)
{
	char *p = (char *)r;

	memset(p, 0, 32);
	memset(p + 32, 0, 32);
	memset(p + 64, 0, 32);
	memset(p + 96, 0, 32);
}

static void begin_record(struct rs_record *r, const struct rs_packet *pkt)
{
	clear_record(r);
	r->time = pkt->time;
	r->frame = pkt->frame;
	r->wire_len = pkt->wirelen;
	r->point = pkt->point;
	if (pkt->flags & RS_PKT_NO_TIME)
		r->flags |= RS_REC_NO_TIME;
	if (pkt->flags & RS_PKT_VLAN_STRIPPED) {
		r->flags |= RS_REC_VLAN;
		r->vlan_tci = pkt->vlan_tci;
	}
}

static void begin_walk(struct walk *w, const struct rs_packet *pkt)
{
	static const uint8_t nothing[1];
	uint32_t wire = pkt->wirelen;

	if ((pkt->flags & RS_PKT_HAS_FCS) && wire >= FCS_BYTES)
		wire -= FCS_BYTES;
	*w = (struct walk){ 0 };
	w->c = cursor_make(pkt->caplen ? pkt->data : nothing, pkt->caplen);
	w->wire_left = wire < pkt->caplen && !(pkt->flags & RS_PKT_HAS_FCS) ? pkt->caplen : wire;
}

static void read_transport(const struct rs_decode_config *cfg, struct walk *w, struct rs_record *r)
{
	bth_read(w, r);
	if (cm_is_candidate(r))
		cm_read(w, r);
	if (cfg->check_icrc && (r->headers & RS_HDR_ICRC))
		icrc_check(w, r);
}

static enum layer step(const struct rs_decode_config *cfg, struct walk *w, struct rs_record *r,
		       enum layer layer)
{
	switch (layer) {
	case LAYER_IPV4:
		return ip_read_v4(w, r);
	case LAYER_IPV6:
		return ip_read_v6(w, r);
	case LAYER_UDP:
		return ip_read_udp(w, cfg, r);
	case LAYER_BTH:
		read_transport(cfg, w, r);
		return LAYER_END;
	case LAYER_ETHERNET:
		return link_ethernet(w, r);
	case LAYER_ETHERTYPE:
		return link_ethertype(w, r);
	case LAYER_IP:
		return ip_read(w, r);
	case LAYER_GRH:
		return ip_read_grh(w, r);
	case LAYER_MAC_CONTROL:
		pause_read(w, r);
		return LAYER_END;
	case LAYER_MPLS:
		return tunnel_mpls(w, r);
	case LAYER_GRE:
		return tunnel_gre(w, r);
	case LAYER_IPIP:
		return tunnel_ipip(w, r);
	case LAYER_VXLAN:
		return tunnel_vxlan(w, r);
	case LAYER_VXLAN_GPE:
		return tunnel_vxlan_gpe(w, r);
	case LAYER_GENEVE:
		return tunnel_geneve(w, r);
	case LAYER_END:
		break;
	}
	return LAYER_END;
}

void rs_decode(const struct rs_decode_config *cfg, const struct rs_packet *pkt, struct rs_record *out)
{
	struct walk w;
	enum layer layer;

	begin_record(out, pkt);
	begin_walk(&w, pkt);
	if (straight_read(cfg, pkt, &w, out)) {
		read_transport(cfg, &w, out);
		return;
	}
	layer = link_begin(&w, pkt->linktype, out);
	while (layer != LAYER_END)
		layer = step(cfg, &w, out, layer);
	if (out->kind == RS_KIND_OTHER) {
		out->u.other.sport = w.sport;
		out->u.other.dport = w.dport;
		out->u.other.ethertype = w.ethertype;
		out->u.other.ip_proto = w.ip_proto;
	}
}

void rs_decode_detail(const struct rs_decode_config *cfg, const struct rs_packet *pkt, rs_detail_fn fn, void *user)
{
	struct detail d = { NULL, pkt->caplen, 0, fn, user };
	struct rs_record r;
	struct walk w;
	enum layer layer;

	begin_record(&r, pkt);
	begin_walk(&w, pkt);
	d.data = w.c.p;
	layer = link_begin(&w, pkt->linktype, &r);
	detail_link(&d, pkt->linktype);
	while (layer != LAYER_END) {
		const struct walk before = w;
		const enum layer next = step(cfg, &w, &r, layer);

		describe_layer(&d, &(struct describe_step){ layer, cfg, &before, &w, &r });
		layer = next;
	}
	describe_rest(&d, pkt, &r);
}
