/* SPDX-License-Identifier: BSD-2-Clause */
#include <string.h>

#include "decode/link.h"

#define MAX_TAGS 8

/* LINKTYPE_ values (tcpdump.org/linktypes.html); 12 and 14 are DLT_RAW of systems met in files. */
enum {
	LINK_NULL = 0,
	LINK_ETHERNET = 1,
	LINK_RAW_BSD = 12,
	LINK_RAW_OPENBSD = 14,
	LINK_RAW = 101,
	LINK_LOOP = 108,
	LINK_SLL = 113,
	LINK_IPV4 = 228,
	LINK_IPV6 = 229,
	LINK_INFINIBAND = 247,
	LINK_SLL2 = 276,
};

enum {
	LENGTH_MAX = 1500,  /* up to here the field is an 802.3 length */
	TYPE_MIN = 1536,    /* from here on it is an EtherType */
	SLL_LLC = 4,	    /* cooked protocol: LLC follows */
	LINK_BTH_AND_ICRC = 16,
};

/*
 * 802.2 LLC. Only SNAP with an Ethernet OUI leads on: AA AA 03, OUI (3), EtherType (2).
 */
static bool llc(struct walk *w, struct rs_record *r)
{
	const uint8_t *p = w->c.p;

	if (cursor_left(&w->c) < 8) {
		walk_cut(r);
		return false;
	}
	if (p[0] != 0xaa || p[1] != 0xaa || p[2] != 0x03 || p[3] || p[4] || (p[5] && p[5] != 0xf8)) {
		walk_stop(r, RS_KIND_OTHER, RS_REASON_LLC);
		return false;
	}
	w->ethertype = get_be16(p + 6);
	walk_take(w, 8);
	return true;
}

static void note_tag(struct rs_record *r, uint16_t tci)
{
	if (r->flags & RS_REC_VLAN)
		r->flags |= RS_REC_QINQ;
	r->flags |= RS_REC_VLAN;
	r->vlan_tci = tci;
}

static inline bool is_tag(uint16_t type)
{
	return type == 0x8100 || type == 0x88a8 || type == 0x9100 || type == 0x9200;
}

/* Tags; the innermost one stays in the record. Returns false when the walk ended. */
static bool tags(struct walk *w, struct rs_record *r)
{
	for (unsigned n = 0; is_tag(w->ethertype); n++) {
		const uint8_t *p;

		if (n == MAX_TAGS) {
			walk_stop(r, RS_KIND_OTHER, RS_REASON_DEPTH);
			return false;
		}
		p = walk_take(w, 4);
		if (!p) {
			walk_cut(r);
			return false;
		}
		note_tag(r, get_be16(p));
		w->ethertype = get_be16(p + 2);
	}
	return true;
}

/* 802.3 length instead of a type: padding behind it is not ours. */
static bool length_form(struct walk *w, struct rs_record *r)
{
	if (w->ethertype > LENGTH_MAX) {
		walk_stop(r, RS_KIND_MALFORMED, RS_REASON_LINK_LENGTH);
		return false;
	}
	walk_limit(w, w->ethertype);
	return llc(w, r) && tags(w, r);
}

enum layer link_ethertype(struct walk *w, struct rs_record *r)
{
	if (!tags(w, r))
		return LAYER_END;
	if (w->ethertype < TYPE_MIN && !length_form(w, r))
		return LAYER_END;

	switch (w->ethertype) {
	case 0x0800:
		return LAYER_IPV4;
	case 0x86dd:
		return LAYER_IPV6;
	case 0x8915:
		return LAYER_GRH;
	case 0x8808:
		return LAYER_MAC_CONTROL;
	case 0x8847:
	case 0x8848:
		return LAYER_MPLS;
	case 0x0806:
		return walk_stop(r, RS_KIND_OTHER, RS_REASON_ARP);
	case 0x88cc:
		return walk_stop(r, RS_KIND_OTHER, RS_REASON_LLDP);
	case 0x88e5: /* MACsec */
		return walk_stop(r, RS_KIND_OTHER, RS_REASON_ENCRYPTED);
	default:
		return walk_stop(r, RS_KIND_OTHER, RS_REASON_ETHERTYPE);
	}
}

enum layer link_ethernet(struct walk *w, struct rs_record *r)
{
	const uint8_t *p = walk_take(w, 14);

	if (!p)
		return walk_cut(r);
	memcpy(r->dmac, p, 6);
	memcpy(r->smac, p + 6, 6);
	w->ethertype = get_be16(p + 12);
	return link_ethertype(w, r);
}

/*
 * Linux cooked: v1 is 16 bytes (type, ARPHRD, address length, address at 6, protocol at 14),
 * v2 is 20 (protocol at 0, address length at 11, address at 12). There is no destination.
 */
static enum layer cooked(struct walk *w, struct rs_record *r, unsigned linktype)
{
	const bool v2 = linktype == LINK_SLL2;
	const uint8_t *p = walk_take(w, v2 ? 20 : 16);
	unsigned addr_len;

	if (!p)
		return walk_cut(r);
	addr_len = v2 ? p[11] : get_be16(p + 4);
	if (addr_len == 6)
		memcpy(r->smac, v2 ? p + 12 : p + 6, 6);
	w->ethertype = get_be16(v2 ? p : p + 14);
	if (w->ethertype == SLL_LLC) {
		if (!llc(w, r))
			return LAYER_END;
	} else if (w->ethertype < TYPE_MIN) {
		return walk_stop(r, RS_KIND_OTHER, RS_REASON_LLC);
	}
	return link_ethertype(w, r);
}

/* Address family of the capturing host: AF_INET is 2 everywhere, AF_INET6 is not. */
static enum layer by_family(uint32_t family)
{
	switch (family) {
	case 2:
		return LAYER_IPV4;
	case 24:
	case 28:
	case 30:
		return LAYER_IPV6;
	default:
		return LAYER_END;
	}
}

/* BSD loopback: type 0 has the byte order of the host that captured, 108 is big-endian. */
static enum layer loopback(struct walk *w, struct rs_record *r, unsigned linktype)
{
	const uint8_t *p = walk_take(w, 4);
	enum layer next;

	if (!p)
		return walk_cut(r);
	next = by_family(get_be32(p));
	if (next == LAYER_END && linktype == LINK_NULL)
		next = by_family(get_le32(p));
	if (next == LAYER_END)
		return walk_stop(r, RS_KIND_OTHER, RS_REASON_ETHERTYPE);
	return next;
}

/*
 * Native InfiniBand: local route header, 8 bytes:
 *	VL (4) version (4) | SL (4) reserved (2) LNH (2) | DLID (16) |
 *	reserved (5) PktLen (11) | SLID (16)
 * PktLen counts words from here to the ICRC; a VCRC behind it is not ours. A GRH, if there is
 * one, overwrites the addresses.
 */
static enum layer infiniband(struct walk *w, struct rs_record *r)
{
	const uint8_t *p = walk_take(w, 8);
	uint32_t bytes;

	if (!p)
		return walk_cut(r);
	r->headers |= RS_HDR_LRH;
	bytes = (get_be16(p + 4) & 0x7ffu) * 4;
	if ((p[0] & 0x0f) || bytes < 8)
		return walk_stop(r, RS_KIND_MALFORMED, RS_REASON_LRH);
	walk_limit(w, bytes - 8);
	switch (p[1] & 3) {
	case 3:
		return LAYER_GRH;
	case 2:
		break;
	case 1:
		return LAYER_IPV6;
	default:
		return walk_stop(r, RS_KIND_OTHER, RS_REASON_ETHERTYPE);
	}
	r->flags |= RS_REC_ROCEV1 | RS_REC_IP;
	r->dst = rs_addr_from_lid(get_be16(p + 2));
	r->src = rs_addr_from_lid(get_be16(p + 6));
	if (bytes - 8 < LINK_BTH_AND_ICRC)
		return walk_stop(r, RS_KIND_MALFORMED, RS_REASON_LRH);
	return LAYER_BTH;
}

enum layer link_begin(struct walk *w, unsigned linktype, struct rs_record *r)
{
	switch (linktype) {
	case LINK_ETHERNET:
		return link_ethernet(w, r);
	case LINK_SLL:
	case LINK_SLL2:
		return cooked(w, r, linktype);
	case LINK_RAW:
	case LINK_RAW_BSD:
	case LINK_RAW_OPENBSD:
		return LAYER_IP;
	case LINK_IPV4:
		return LAYER_IPV4;
	case LINK_IPV6:
		return LAYER_IPV6;
	case LINK_INFINIBAND:
		return infiniband(w, r);
	case LINK_NULL:
	case LINK_LOOP:
		return loopback(w, r, linktype);
	default:
		return walk_stop(r, RS_KIND_OTHER, RS_REASON_LINKTYPE);
	}
}
