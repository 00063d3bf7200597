/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "decode/tunnel.h"

#define MAX_LABELS 16

enum {
	TYPE_IPV4 = 0x0800,
	TYPE_IPV6 = 0x86dd,
	TYPE_ERSPAN3 = 0x22eb,
	TYPE_ETHERNET = 0x6558, /* transparent Ethernet bridging */
	TYPE_ERSPAN = 0x88be,
	TYPE_EVERFLOW = 0x8949, /* mirror of some switches: read as ERSPAN I */
};

static enum layer unknown(struct rs_record *r)
{
	return walk_stop(r, RS_KIND_OTHER, RS_REASON_TUNNEL);
}

/* Forget the outer network layer: the record describes the inner frame. */
static void clear_network(struct rs_record *r)
{
	r->flags &= (uint8_t)~(RS_REC_IP | RS_REC_IPV6 | RS_REC_FRAGMENT);
	memset(&r->src, 0, sizeof(r->src));
	memset(&r->dst, 0, sizeof(r->dst));
	r->tos = 0;
	r->ttl = 0;
	r->ip_id = 0;
	r->udp_sport = 0;
}

static void clear_link(struct rs_record *r)
{
	r->flags &= (uint8_t)~(RS_REC_VLAN | RS_REC_QINQ);
	memset(r->smac, 0, sizeof(r->smac));
	memset(r->dmac, 0, sizeof(r->dmac));
	r->vlan_tci = 0;
}

/* The frame inside begins at the cursor as @next. */
static enum layer enter(struct walk *w, struct rs_record *r, enum rs_tunnel kind, enum layer next)
{
	if (w->tunnels == WALK_MAX_TUNNELS)
		return walk_stop(r, RS_KIND_OTHER, RS_REASON_DEPTH);
	w->tunnels++;
	w->sport = w->dport = 0;
	r->tunnel = (uint8_t)kind;
	r->encap_id = 0;
	clear_network(r);
	if (next == LAYER_ETHERNET)
		clear_link(r);
	return next;
}

static enum layer enter_with_id(struct walk *w, struct rs_record *r, enum rs_tunnel kind,
				uint32_t id, enum layer next)
{
	next = enter(w, r, kind, next);
	if (next != LAYER_END)
		r->encap_id = id;
	return next;
}

/* RFC 7348: flags (I = 0x08), 24 bits reserved or group policy, VNI (24), 8 reserved. */
enum layer tunnel_vxlan(struct walk *w, struct rs_record *r)
{
	const uint8_t *p = walk_take(w, 8);

	if (!p)
		return walk_cut(r);
	if (!(p[0] & 0x08))
		return unknown(r);
	return enter_with_id(w, r, RS_TUNNEL_VXLAN, get_be24(p + 4), LAYER_ETHERNET);
}

/* Generic protocol extension: with P = 0x04 byte 3 names what follows. */
enum layer tunnel_vxlan_gpe(struct walk *w, struct rs_record *r)
{
	static const enum layer next[] = { LAYER_END, LAYER_IPV4, LAYER_IPV6, LAYER_ETHERNET };
	const uint8_t *p = walk_take(w, 8);
	unsigned proto;

	if (!p)
		return walk_cut(r);
	proto = p[0] & 0x04 ? p[3] : 3;
	if (!(p[0] & 0x08) || proto == 0 || proto > 3)
		return unknown(r);
	return enter_with_id(w, r, RS_TUNNEL_VXLAN, get_be24(p + 4), next[proto]);
}

/* What an EtherType in a Geneve or GRE header says of the bytes behind it. */
static enum layer inner_of(struct walk *w, uint16_t type)
{
	if (type == TYPE_ETHERNET)
		return LAYER_ETHERNET;
	w->ethertype = type;
	return LAYER_ETHERTYPE;
}

/* RFC 8926: version (2) and option length (6) in words, flags, type (16), VNI (24), reserved. */
enum layer tunnel_geneve(struct walk *w, struct rs_record *r)
{
	const uint8_t *p = walk_take(w, 8);

	if (!p)
		return walk_cut(r);
	if (p[0] >> 6)
		return unknown(r);
	if (!walk_take(w, (p[0] & 0x3fu) * 4u))
		return walk_cut(r);
	return enter_with_id(w, r, RS_TUNNEL_GENEVE, get_be24(p + 4), inner_of(w, get_be16(p + 2)));
}

static uint32_t erspan_id(uint32_t session, uint32_t seq)
{
	return session << 22 | (seq & 0x3fffffu);
}

/*
 * ERSPAN II, draft-foschiano-erspan-03, 8 bytes:
 *	version (4) VLAN (12) | COS (3) En (2) T (1) session (10) | reserved (12) index (20)
 * En 2: the tag was taken off the frame and stands here instead.
 */
static enum layer erspan2(struct walk *w, struct rs_record *r, uint32_t seq)
{
	const uint8_t *p = walk_take(w, 8);
	enum layer next;

	if (!p)
		return walk_cut(r);
	if (p[0] >> 4 != 1)
		return unknown(r);
	next = enter_with_id(w, r, RS_TUNNEL_ERSPAN2, erspan_id(get_be16(p + 2) & 0x3ffu, seq),
			     LAYER_ETHERNET);
	if (next != LAYER_END && (p[2] >> 3 & 3) == 2) {
		r->flags |= RS_REC_VLAN;
		r->vlan_tci = (uint16_t)((p[2] >> 5) << 13 | (get_be16(p) & 0xfff));
	}
	return next;
}

/*
 * ERSPAN III, 12 bytes:
 *	version (4) VLAN (12) | COS (3) BSO (2) T (1) session (10) | timestamp (32) |
 *	SGT (16) | P (1) FT (5) HwID (6) D (1) Gra (2) O (1)
 * O: an 8-byte platform header follows. FT 0: an Ethernet frame, 2: an IP packet.
 */
static enum layer erspan3(struct walk *w, struct rs_record *r, uint32_t seq)
{
	const uint8_t *p = walk_take(w, 12);
	unsigned type;

	if (!p)
		return walk_cut(r);
	type = p[10] >> 2 & 0x1f;
	if (p[0] >> 4 != 2 || (type != 0 && type != 2))
		return unknown(r);
	if ((p[11] & 1) && !walk_take(w, 8))
		return walk_cut(r);
	return enter_with_id(w, r, RS_TUNNEL_ERSPAN3, erspan_id(get_be16(p + 2) & 0x3ffu, seq),
			     type == 0 ? LAYER_ETHERNET : LAYER_IP);
}

/*
 * RFC 2784 and 2890: C, R, K, S and version, protocol; then checksum and offset (C or R),
 * key (K), sequence (S). ERSPAN I has no header of its own and no sequence number; type III
 * is met without one too.
 */
enum layer tunnel_gre(struct walk *w, struct rs_record *r)
{
	const uint8_t *p = walk_take(w, 4), *opt;
	uint32_t key = 0, seq = 0;
	uint16_t flags, type;

	if (!p)
		return walk_cut(r);
	flags = get_be16(p);
	type = get_be16(p + 2);
	if (flags & 7) /* version: 1 is PPTP */
		return unknown(r);
	if ((flags & 0xc000) && !walk_take(w, 4))
		return walk_cut(r);
	if (flags & 0x2000) {
		opt = walk_take(w, 4);
		if (!opt)
			return walk_cut(r);
		key = get_be32(opt);
	}
	if (flags & 0x1000) {
		opt = walk_take(w, 4);
		if (!opt)
			return walk_cut(r);
		seq = get_be32(opt);
	}

	if (type == TYPE_ERSPAN3)
		return erspan3(w, r, seq);
	if (type == TYPE_ERSPAN && (flags & 0x1000))
		return erspan2(w, r, seq);
	if (type == TYPE_ERSPAN || type == TYPE_EVERFLOW)
		return enter(w, r, RS_TUNNEL_ERSPAN1, LAYER_ETHERNET);
	if (type == TYPE_ETHERNET && (flags & 0xb000) == 0x2000) /* RFC 7637: key = VSID, FlowID */
		return enter_with_id(w, r, RS_TUNNEL_NVGRE, key >> 8, LAYER_ETHERNET);
	return enter(w, r, RS_TUNNEL_GRE, inner_of(w, type));
}

enum layer tunnel_ipip(struct walk *w, struct rs_record *r)
{
	return enter(w, r, RS_TUNNEL_IPIP, w->ip_proto == 4 ? LAYER_IPV4 : LAYER_IPV6);
}

/*
 * RFC 3032 label stack: label (20), TC (3), bottom (1), TTL (8). Nothing says what follows;
 * the first nibble does by habit: 4 and 6 are IP, 0 is a pseudowire control word (RFC 4385)
 * before an Ethernet frame.
 */
enum layer tunnel_mpls(struct walk *w, struct rs_record *r)
{
	const uint8_t *p;
	unsigned n = 0;

	do {
		p = walk_take(w, 4);
		if (!p)
			return walk_cut(r);
		if (++n > MAX_LABELS)
			return walk_stop(r, RS_KIND_OTHER, RS_REASON_DEPTH);
	} while (!(p[2] & 1));

	if (cursor_left(&w->c) < 4)
		return walk_cut(r);
	switch (*w->c.p >> 4) {
	case 4:
		return enter(w, r, RS_TUNNEL_MPLS, LAYER_IPV4);
	case 6:
		return enter(w, r, RS_TUNNEL_MPLS, LAYER_IPV6);
	case 0:
		walk_take(w, 4);
		return enter(w, r, RS_TUNNEL_MPLS, LAYER_ETHERNET);
	default:
		return unknown(r);
	}
}
