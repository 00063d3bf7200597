/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Checks in the order of RFC 791 and RFC 8200 fields: enough bytes, version, header length,
 * total length. A total length of 0 comes from hosts that capture before segmentation by the
 * NIC; the frame length stands in. A total length beyond the captured bytes is a cut frame,
 * not a fault. Checksums are not looked at: hosts capture before the NIC fills them in.
 */
#include <string.h>

#include "decode/ip.h"

#define MAX_EXTENSIONS 8

enum {
	PROTO_HOPOPT = 0,
	PROTO_ICMP = 1,
	PROTO_IPIP = 4,
	PROTO_TCP = 6,
	PROTO_UDP = 17,
	PROTO_BTH = 27, /* GRH next header 0x1b */
	PROTO_IPV6 = 41,
	PROTO_ROUTING = 43,
	PROTO_FRAGMENT = 44,
	PROTO_GRE = 47,
	PROTO_ESP = 50,
	PROTO_AH = 51,
	PROTO_ICMPV6 = 58,
	PROTO_DSTOPT = 60,
	PROTO_MOBILITY = 135,
	PROTO_HIP = 139,
	PROTO_SHIM6 = 140,
};

enum {
	UDP_HEADER = 8,
	BTH_AND_ICRC = 16,
	PORT_VXLAN = 4789,
	PORT_VXLAN_GPE = 4790,
	PORT_VXLAN_OLD = 8472,
	PORT_GENEVE = 6081,
};

static enum layer tcp_ports(struct walk *w, struct rs_record *r)
{
	const uint8_t *p = walk_take(w, 4);

	if (p) {
		w->sport = get_be16(p);
		w->dport = get_be16(p + 2);
	}
	return walk_stop(r, RS_KIND_OTHER, RS_REASON_TCP);
}

static enum layer by_protocol(struct walk *w, struct rs_record *r, uint8_t proto)
{
	w->ip_proto = proto;
	switch (proto) {
	case PROTO_UDP:
		return LAYER_UDP;
	case PROTO_GRE:
		return LAYER_GRE;
	case PROTO_IPIP:
	case PROTO_IPV6:
		return LAYER_IPIP;
	case PROTO_TCP:
		return tcp_ports(w, r);
	case PROTO_ICMP: /* a packet quoted inside is not traffic */
	case PROTO_ICMPV6:
		return walk_stop(r, RS_KIND_OTHER, RS_REASON_ICMP);
	case PROTO_ESP:
		return walk_stop(r, RS_KIND_OTHER, RS_REASON_ENCRYPTED);
	default:
		return walk_stop(r, RS_KIND_OTHER, RS_REASON_IP_OTHER);
	}
}

static void map_v4(struct rs_addr *a, const uint8_t *v4)
{
	memset(a->b, 0, 10);
	a->b[10] = a->b[11] = 0xff;
	memcpy(a->b + 12, v4, 4);
}

enum layer ip_read_v4(struct walk *w, struct rs_record *r)
{
	const uint8_t *p = w->c.p;
	uint32_t header, total;
	uint16_t frag;

	if (cursor_left(&w->c) < 20)
		return walk_cut(r);
	header = (p[0] & 15u) * 4u;
	if (p[0] >> 4 != 4 || header < 20)
		return walk_stop(r, RS_KIND_MALFORMED, RS_REASON_IP_HEADER);
	total = get_be16(p + 2);
	w->guessed = total == 0;
	if (w->guessed)
		total = w->wire_left;
	if (total < header)
		return walk_stop(r, RS_KIND_MALFORMED, RS_REASON_IP_LENGTH);

	w->ip = p;
	w->ip_proto = p[9];
	w->plain = header == 20;
	r->flags |= RS_REC_IP;
	r->tos = p[1];
	r->ttl = p[8];
	r->ip_id = get_be16(p + 4);
	map_v4(&r->src, p + 12);
	map_v4(&r->dst, p + 16);
	if (!walk_take(w, header))
		return walk_cut(r);
	walk_limit(w, total - header);

	frag = get_be16(p + 6) & 0x3fff; /* more fragments, offset */
	if (frag & 0x1fff)
		return walk_stop(r, RS_KIND_OTHER, RS_REASON_FRAGMENT);
	if (frag) {
		r->flags |= RS_REC_FRAGMENT;
		w->plain = false;
	}
	return by_protocol(w, r, p[9]);
}

/* Fields at the same places in IPv6 header and GRH. */
static void v6_fields(struct walk *w, struct rs_record *r, const uint8_t *p)
{
	w->ip = p;
	w->plain = true;
	w->guessed = false;
	r->flags |= RS_REC_IP;
	r->tos = (uint8_t)(p[0] << 4 | p[1] >> 4);
	r->ttl = p[7];
	memcpy(r->src.b, p + 8, 16);
	memcpy(r->dst.b, p + 24, 16);
}

/* Length of an extension header from its first bytes; 0 = @proto is none that is walked over. */
static uint32_t extension_bytes(uint8_t proto, const uint8_t *p)
{
	switch (proto) {
	case PROTO_HOPOPT:
	case PROTO_ROUTING:
	case PROTO_DSTOPT:
	case PROTO_MOBILITY:
	case PROTO_HIP:
	case PROTO_SHIM6:
		return 8 + 8u * p[1];
	case PROTO_FRAGMENT:
		return 8;
	case PROTO_AH:
		return 4u * (p[1] + 2u);
	default:
		return 0;
	}
}

static inline bool is_extension(uint8_t proto)
{
	static const uint8_t dummy[2];

	return proto != PROTO_UDP && extension_bytes(proto, dummy) != 0;
}

/* Extension headers between IPv6 and the transport. */
static enum layer extensions(struct walk *w, struct rs_record *r, uint8_t proto)
{
	for (unsigned n = 0; is_extension(proto); n++) {
		const uint8_t *p = w->c.p;

		w->plain = false;
		w->ip_proto = proto;
		if (n == MAX_EXTENSIONS)
			return walk_stop(r, RS_KIND_OTHER, RS_REASON_DEPTH);
		if (cursor_left(&w->c) < 8 || !walk_take(w, extension_bytes(proto, p)))
			return walk_cut(r);
		if (proto == PROTO_FRAGMENT) {
			const uint16_t frag = get_be16(p + 2);

			if (frag & 0xfff8)
				return walk_stop(r, RS_KIND_OTHER, RS_REASON_FRAGMENT);
			if (frag & 1)
				r->flags |= RS_REC_FRAGMENT;
		}
		proto = p[0];
	}
	return by_protocol(w, r, proto);
}

enum layer ip_read_v6(struct walk *w, struct rs_record *r)
{
	const uint8_t *p = w->c.p;
	uint32_t length;

	if (cursor_left(&w->c) < 40)
		return walk_cut(r);
	if (p[0] >> 4 != 6)
		return walk_stop(r, RS_KIND_MALFORMED, RS_REASON_IP_HEADER);
	v6_fields(w, r, p);
	r->flags |= RS_REC_IPV6;
	walk_take(w, 40);
	length = get_be16(p + 4);
	if (length == 0) { /* jumbogram (RFC 2675) or captured before segmentation */
		w->guessed = true;
		length = w->wire_left;
	}
	walk_limit(w, length);
	return extensions(w, r, p[6]);
}

enum layer ip_read(struct walk *w, struct rs_record *r)
{
	if (cursor_left(&w->c) < 1)
		return walk_cut(r);
	return *w->c.p >> 4 == 6 ? ip_read_v6(w, r) : ip_read_v4(w, r);
}

enum layer ip_read_grh(struct walk *w, struct rs_record *r)
{
	const uint8_t *p = w->c.p;
	uint32_t length;

	r->flags |= RS_REC_ROCEV1;
	if (cursor_left(&w->c) < 40)
		return walk_short(r, WALK_HDR_BTH);
	v6_fields(w, r, p);
	length = get_be16(p + 4);
	if (p[0] >> 4 != 6 || p[6] != PROTO_BTH || length < BTH_AND_ICRC ||
	    ((r->headers & RS_HDR_LRH) && length + 40 > w->wire_left))
		return walk_stop(r, RS_KIND_MALFORMED, RS_REASON_GRH);
	w->ip_proto = p[6];
	walk_take(w, 40);
	walk_limit(w, length);
	return LAYER_BTH;
}

static inline bool is_roce_port(const struct rs_decode_config *cfg, uint16_t port)
{
	for (unsigned i = 0; i < cfg->roce_port_count && i < RS_MAX_ROCE_PORTS; i++)
		if (cfg->roce_ports[i] == port)
			return true;
	return false;
}

static enum layer by_port(struct walk *w, struct rs_record *r)
{
	switch (w->dport) {
	case PORT_VXLAN:
	case PORT_VXLAN_OLD:
		return LAYER_VXLAN;
	case PORT_VXLAN_GPE:
		return LAYER_VXLAN_GPE;
	case PORT_GENEVE:
		return LAYER_GENEVE;
	default:
		r->payload_len = (uint16_t)(w->wire_left > UINT16_MAX ? UINT16_MAX : w->wire_left);
		return walk_stop(r, RS_KIND_OTHER, RS_REASON_UDP);
	}
}

enum layer ip_read_udp(struct walk *w, const struct rs_decode_config *cfg, struct rs_record *r)
{
	const uint32_t room = w->wire_left; /* IP payload, UDP header included */
	const uint8_t *p;
	uint32_t length;
	bool roce;

	if (room < UDP_HEADER)
		return walk_stop(r, RS_KIND_MALFORMED, RS_REASON_IP_LENGTH);
	p = walk_take(w, UDP_HEADER);
	if (!p)
		return walk_cut(r);
	w->sport = r->udp_sport = get_be16(p);
	w->dport = get_be16(p + 2);
	length = get_be16(p + 4);
	if (length == 0 && w->guessed)
		length = room;
	roce = is_roce_port(cfg, w->dport);
	if (length < UDP_HEADER + (roce ? BTH_AND_ICRC : 0u))
		return walk_stop(r, RS_KIND_MALFORMED, RS_REASON_UDP_LENGTH);

	/* A first fragment holds less than the datagram: the UDP length is right nevertheless. */
	if (length > room && !(r->flags & RS_REC_FRAGMENT)) {
		walk_stop(r, RS_KIND_MALFORMED, RS_REASON_UDP_BEYOND);
		if (!roce || room < UDP_HEADER + BTH_AND_ICRC)
			return LAYER_END;
		length = room;
	}
	walk_limit(w, length - UDP_HEADER);
	return roce ? LAYER_BTH : by_port(w, r);
}
