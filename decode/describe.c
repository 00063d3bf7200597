/* SPDX-License-Identifier: BSD-2-Clause */
#include "decode/describe.h"

#include "decode/detail_bth.h"
#include "decode/detail_ip.h"
#include "decode/detail_link.h"

#define FCS_BYTES 4

static bool is_roce_port(const struct rs_decode_config *cfg, uint64_t port)
{
	for (unsigned i = 0; i < cfg->roce_port_count && i < RS_MAX_ROCE_PORTS; i++)
		if (cfg->roce_ports[i] == port)
			return true;
	return false;
}

static void network(struct detail *d, const struct describe_step *s, uint32_t at, uint32_t end)
{
	switch (s->layer) {
	case LAYER_IP:
		if (detail_get(d, at, 1) >> 4 == 6)
			detail_ipv6(d, at, end);
		else
			detail_ipv4(d, at);
		break;
	case LAYER_IPV4:
		detail_ipv4(d, at);
		break;
	case LAYER_IPV6:
		detail_ipv6(d, at, end);
		break;
	case LAYER_GRH:
		detail_grh(d, at);
		break;
	case LAYER_UDP:
		detail_udp(d, at, is_roce_port(s->cfg, detail_get(d, at + 2, 2)));
		break;
	default:
		break;
	}
}

static void tunnel(struct detail *d, enum layer layer, uint32_t at, uint32_t end)
{
	switch (layer) {
	case LAYER_MPLS:
		detail_mpls(d, at);
		break;
	case LAYER_GRE:
		detail_gre(d, at, end);
		break;
	case LAYER_VXLAN:
	case LAYER_VXLAN_GPE:
		detail_vxlan(d, at);
		break;
	case LAYER_GENEVE:
		detail_geneve(d, at);
		break;
	default: /* IP in IP has no header of its own */
		break;
	}
}

void describe_layer(struct detail *d, const struct describe_step *s)
{
	const uint32_t at = (uint32_t)(s->before->c.p - d->data), end = (uint32_t)(s->after->c.p - d->data);

	switch (s->layer) {
	case LAYER_ETHERNET:
		detail_ethernet(d, at);
		break;
	case LAYER_ETHERTYPE:
		detail_tags(d, at, s->before->ethertype);
		break;
	case LAYER_MAC_CONTROL:
		detail_pause(d, at);
		break;
	case LAYER_BTH:
		detail_transport(d, at, s->before->wire_left, s->rec);
		break;
	case LAYER_IP:
	case LAYER_IPV4:
	case LAYER_IPV6:
	case LAYER_GRH:
	case LAYER_UDP:
		network(d, s, at, end);
		break;
	default:
		tunnel(d, s->layer, at, end);
		break;
	}
}

void describe_rest(struct detail *d, const struct rs_packet *pkt, const struct rs_record *r)
{
	const bool fcs = (pkt->flags & RS_PKT_HAS_FCS) && pkt->caplen == pkt->wirelen && pkt->caplen >= FCS_BYTES;
	const uint32_t end = pkt->caplen - (fcs ? FCS_BYTES : 0);

	if (d->seen < end)
		detail_bytes(d, "rest", r->kind == RS_KIND_OTHER || r->kind == RS_KIND_MALFORMED ? "data" : "trailer",
			     d->seen, end - d->seen);
	if (fcs)
		detail_bytes(d, "Ethernet", "FCS", end, FCS_BYTES);
}
