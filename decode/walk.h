/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DECODE_WALK_H
#define DECODE_WALK_H
/*
 * Walk through one frame: where the next header begins, how many bytes the lengths read so
 * far promise from there, and what the end of the walk needs to know of the way. Every
 * reader takes its header from the walk and returns the layer that follows; the loop over
 * layers is in decode.c.
 *
 * Two lengths go side by side: the cursor ends where the captured bytes (or an outer length)
 * end; wire_left is what the innermost length field says. Verdicts use wire_left, reads use
 * the cursor, so that a frame cut by the capture decodes like the whole one up to the cut.
 */
#include <rocescope/record.h>

#include "base/cursor.h"

#define WALK_MAX_TUNNELS 4

/** What begins at the cursor. */
enum layer {
	LAYER_END,	   /**< nothing more to read; the record says why */
	LAYER_ETHERNET,	   /**< destination MAC */
	LAYER_ETHERTYPE,   /**< what walk.ethertype says */
	LAYER_IP,	   /**< IPv4 or IPv6 by the first nibble */
	LAYER_IPV4,
	LAYER_IPV6,
	LAYER_GRH,	   /**< RoCEv1 */
	LAYER_MAC_CONTROL, /**< behind EtherType 0x8808 */
	LAYER_MPLS,	   /**< label stack */
	LAYER_UDP,
	LAYER_GRE,
	LAYER_IPIP,	   /**< IP inside IP, version by walk.ip_proto */
	LAYER_VXLAN,
	LAYER_VXLAN_GPE,
	LAYER_GENEVE,
	LAYER_BTH,	   /**< wire_left counts BTH to ICRC */
};

struct walk {
	struct cursor c;	/**< captured bytes from the next header on */
	uint32_t wire_left;	/**< bytes from the next header on, by the innermost length field */
	uint16_t ethertype;	/**< innermost EtherType read */
	uint8_t ip_proto;	/**< innermost IP protocol */
	uint8_t tunnels;	/**< tunnels entered */
	uint16_t sport;		/**< innermost TCP or UDP source port */
	uint16_t dport;		/**< innermost TCP or UDP destination port */
	bool plain;		/**< IP header without options, extension headers, fragmentation */
	bool guessed;		/**< IP length was 0: wire_left comes from the frame length */
	const uint8_t *ip;	/**< first byte of the innermost IP header or GRH (borrowed) */
	const uint8_t *bth;	/**< first byte of the BTH (borrowed), NULL if not reached */
	uint32_t bth_len;	/**< BTH to ICRC by the UDP or GRH length */
};

/** walk_take - @n bytes as a pointer, or NULL without moving. */
static inline const uint8_t *walk_take(struct walk *w, uint32_t n)
{
	const uint8_t *p = cursor_take(&w->c, n);

	if (p)
		w->wire_left = w->wire_left > n ? w->wire_left - n : 0;
	return p;
}

/** walk_limit - a length field says that @n bytes follow; the cursor is never extended. */
static inline void walk_limit(struct walk *w, uint32_t n)
{
	w->wire_left = n;
	cursor_limit(&w->c, n);
}

/** walk_stop - the walk ends here with this verdict. */
static inline enum layer walk_stop(struct rs_record *r, enum rs_kind kind, enum rs_reason reason)
{
	r->kind = (uint8_t)kind;
	r->reason = (uint8_t)reason;
	return LAYER_END;
}

/** walk_cut - the capture ends inside a header before anything of ours was recognised. */
static inline enum layer walk_cut(struct rs_record *r)
{
	return walk_stop(r, RS_KIND_OTHER, RS_REASON_CUT);
}

/** walk_short - RoCE or MAC control, but header @bit (number in RS_HEADERS) is not whole. */
static inline enum layer walk_short(struct rs_record *r, unsigned bit)
{
	r->cut = (uint8_t)(bit + 1);
	return walk_stop(r, RS_KIND_SHORT,
			 r->flags & RS_REC_FRAGMENT ? RS_REASON_FRAGMENT : RS_REASON_CUT);
}

/** Numbers of the bits of RS_HEADERS, for rs_record.cut. */
enum walk_header_number {
#define X(id, bit, name, bytes) WALK_HDR_##id = bit,
	RS_HEADERS(X)
#undef X
};

#endif
