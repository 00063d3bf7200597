/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The walk of decode.c asks at every layer what may follow; this asks once whether the frame
 * is the common one, and leaves walk and record exactly as the walk would have. Everything
 * odd, contradictory or cut before the BTH is refused and goes the long way.
 */
#include "decode/straight.h"

#include <string.h>

enum {
	LINK_ETHERNET = 1,
	ETHERNET_BYTES = 14,
	TAG_BYTES = 4,
	IPV4_BYTES = 20,
	IPV6_BYTES = 40,
	UDP_BYTES = 8,
	BTH_AND_ICRC = 16,
	PROTO_UDP = 17,
};

/** Where things are in the frame. */
struct layout {
	uint16_t ethertype;
	uint16_t tci;
	bool tagged;
	const uint8_t *ip;
	uint32_t ip_bytes;   /* header */
	uint32_t ip_payload; /* by the IP header */
	const uint8_t *udp;
	uint32_t udp_length; /* header included */
};

static bool is_roce_port(const struct rs_decode_config *cfg, uint16_t port)
{
	for (unsigned i = 0; i < cfg->roce_port_count && i < RS_MAX_ROCE_PORTS; i++)
		if (cfg->roce_ports[i] == port)
			return true;
	return false;
}

static bool find_ip(const struct rs_packet *pkt, struct layout *l)
{
	const uint8_t *p = pkt->data;

	if (pkt->caplen < ETHERNET_BYTES + TAG_BYTES + IPV4_BYTES + UDP_BYTES)
		return false;
	l->ethertype = get_be16(p + 12);
	l->tagged = l->ethertype == 0x8100;
	l->ip = p + ETHERNET_BYTES;
	l->tci = 0;
	if (l->tagged) {
		l->tci = get_be16(p + 14);
		l->ethertype = get_be16(p + 16);
		l->ip += TAG_BYTES;
	}
	return true;
}

static bool check_ip(struct layout *l)
{
	const uint8_t *p = l->ip;

	if (l->ethertype == 0x0800) {
		const uint32_t total = get_be16(p + 2);

		l->ip_bytes = IPV4_BYTES;
		l->ip_payload = total - IPV4_BYTES;
		/* version and header length, more fragments and offset, protocol */
		return p[0] == 0x45 && !(get_be16(p + 6) & 0x3fff) && p[9] == PROTO_UDP &&
		       total >= IPV4_BYTES;
	}
	l->ip_bytes = IPV6_BYTES;
	l->ip_payload = get_be16(p + 4);
	return l->ethertype == 0x86dd && p[0] >> 4 == 6 && p[6] == PROTO_UDP;
}

static bool check_udp(const struct rs_decode_config *cfg, const struct rs_packet *pkt,
		      struct layout *l)
{
	const uint32_t at = (uint32_t)(l->ip - pkt->data) + l->ip_bytes;

	if (pkt->caplen < at + UDP_BYTES)
		return false;
	l->udp = pkt->data + at;
	l->udp_length = get_be16(l->udp + 4);
	return is_roce_port(cfg, get_be16(l->udp + 2)) &&
	       l->udp_length >= UDP_BYTES + BTH_AND_ICRC && l->udp_length <= l->ip_payload;
}

static void fill_addresses(struct rs_record *r, const struct layout *l)
{
	const uint8_t *p = l->ip;

	if (l->ip_bytes == IPV6_BYTES) {
		r->flags |= RS_REC_IP | RS_REC_IPV6;
		r->tos = (uint8_t)(p[0] << 4 | p[1] >> 4);
		r->ttl = p[7];
		memcpy(r->src.b, p + 8, 16);
		memcpy(r->dst.b, p + 24, 16);
		return;
	}
	r->flags |= RS_REC_IP;
	r->tos = p[1];
	r->ttl = p[8];
	r->ip_id = get_be16(p + 4);
	memset(r->src.b + 10, 0xff, 2); /* mapped into IPv6; the rest is zero already */
	memcpy(r->src.b + 12, p + 12, 4);
	memset(r->dst.b + 10, 0xff, 2);
	memcpy(r->dst.b + 12, p + 16, 4);
}

static void fill_walk(struct walk *w, const struct layout *l)
{
	w->ethertype = l->ethertype;
	w->ip_proto = PROTO_UDP;
	w->plain = true;
	w->ip = l->ip;
	w->sport = get_be16(l->udp);
	w->dport = get_be16(l->udp + 2);
	w->c.p = l->udp + UDP_BYTES;
	walk_limit(w, l->udp_length - UDP_BYTES);
}

bool straight_read(const struct rs_decode_config *cfg, const struct rs_packet *pkt, struct walk *w,
		   struct rs_record *r)
{
	struct layout l;

	if (pkt->linktype != LINK_ETHERNET ||
	    (pkt->flags & (RS_PKT_VLAN_STRIPPED | RS_PKT_HAS_FCS)))
		return false;
	if (!find_ip(pkt, &l) || !check_ip(&l) || !check_udp(cfg, pkt, &l))
		return false;
	memcpy(r->dmac, pkt->data, 6);
	memcpy(r->smac, pkt->data + 6, 6);
	if (l.tagged) {
		r->flags |= RS_REC_VLAN;
		r->vlan_tci = l.tci;
	}
	fill_addresses(r, &l);
	r->udp_sport = get_be16(l.udp);
	fill_walk(w, &l);
	return true;
}
