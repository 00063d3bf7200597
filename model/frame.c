/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Layout of RoCEv2 (InfiniBand annex A17): Ethernet, IP, UDP, BTH (12), extended headers by
 * opcode, payload, 0..3 pad bytes, ICRC. The ICRC covers eight bytes of ones, the IP and UDP
 * headers with their mutable fields set to ones, and everything from the BTH (byte 4 set to
 * ones) to the pad; it is sent least significant byte first.
 */
#include "model/frame.h"

#include "base/crc32.h"
#include "base/psn.h"

#include <string.h>

#define ETHERTYPE_IPV4 0x0800
#define ETHERTYPE_IPV6 0x86dd
#define ETHERTYPE_VLAN 0x8100
#define ETHERTYPE_MAC_CONTROL 0x8808
#define PFC_OPCODE 0x0101
#define IP_PROTO_UDP 17
#define IP_TTL 64
#define RKEY 0x00182b3cu
#define BTH_BYTES 12
#define ICRC_BYTES 4

/* Writer that never passes the end of the frame buffer; all frames fit FRAME_MAX. */
struct out {
	uint8_t *buf;
	uint32_t len;
};

static void put8(struct out *o, uint32_t v)
{
	o->buf[o->len++] = (uint8_t)v;
}

static void put16(struct out *o, uint32_t v)
{
	put8(o, v >> 8);
	put8(o, v);
}

static void put24(struct out *o, uint32_t v)
{
	put8(o, v >> 16);
	put16(o, v);
}

static void put32(struct out *o, uint32_t v)
{
	put16(o, v >> 16);
	put16(o, v);
}

static void put64(struct out *o, uint64_t v)
{
	put32(o, (uint32_t)(v >> 32));
	put32(o, (uint32_t)v);
}

static void put_bytes(struct out *o, const uint8_t *p, uint32_t n)
{
	memcpy(o->buf + o->len, p, n);
	o->len += n;
}

static bool has_reth(const struct wire *w)
{
	return w->opcode == WIRE_WRITE_FIRST || w->opcode == WIRE_WRITE_ONLY ||
	       w->opcode == WIRE_READ_REQUEST;
}

static uint32_t extension_bytes(const struct wire *w)
{
	if (w->opcode == WIRE_CNP)
		return 16;
	if (w->opcode == WIRE_ATOMIC_ACK)
		return 4 + 8;
	if (wire_is_atomic(w))
		return 28;
	if (has_reth(w))
		return 16;
	return wire_has_aeth(w) ? 4 : 0;
}

static uint32_t pad_bytes(const struct wire *w)
{
	return (4 - w->payload % 4) % 4;
}

static uint32_t udp_length(const struct wire *w)
{
	return 8 + BTH_BYTES + extension_bytes(w) + w->payload + pad_bytes(w) + ICRC_BYTES;
}

uint32_t frame_length(const struct frame_flow *f, const struct wire *w)
{
	if (w->opcode == WIRE_PFC)
		return 60;
	return 14 + (f->tagged ? 4 : 0) + (f->ipv6 ? 40 : 20) + udp_length(w);
}

static uint32_t ip_checksum(const uint8_t *p, uint32_t n)
{
	uint32_t sum = 0;

	for (uint32_t i = 0; i < n; i += 2)
		sum += (uint32_t)p[i] << 8 | p[i + 1];
	while (sum >> 16)
		sum = (sum & 0xffff) + (sum >> 16);
	return ~sum & 0xffff;
}

static void put_ethernet(struct out *o, const struct frame_flow *f, const struct wire *w)
{
	put_bytes(o, f->dmac, 6);
	put_bytes(o, f->smac, 6);
	if (f->tagged) {
		put16(o, ETHERTYPE_VLAN);
		put16(o, (uint32_t)w->priority << 13 | (f->vlan & 0xfffu));
	}
	put16(o, f->ipv6 ? ETHERTYPE_IPV6 : ETHERTYPE_IPV4);
}

static void put_ipv4(struct out *o, const struct frame_flow *f, const struct wire *w, uint32_t tos)
{
	const uint32_t start = o->len;
	uint32_t sum;

	put8(o, 0x45);
	put8(o, tos);
	put16(o, 20 + udp_length(w));
	put16(o, w->ip_id);
	put16(o, 0x4000); /* do not fragment */
	put8(o, w->copied ? IP_TTL - 1 : IP_TTL);
	put8(o, IP_PROTO_UDP);
	put16(o, 0);
	put_bytes(o, f->src.b + 12, 4);
	put_bytes(o, f->dst.b + 12, 4);
	sum = ip_checksum(o->buf + start, 20);
	o->buf[start + 10] = (uint8_t)(sum >> 8);
	o->buf[start + 11] = (uint8_t)sum;
}

static void put_ipv6(struct out *o, const struct frame_flow *f, const struct wire *w, uint32_t tos)
{
	put32(o, 6u << 28 | tos << 20);
	put16(o, udp_length(w));
	put8(o, IP_PROTO_UDP);
	put8(o, w->copied ? IP_TTL - 1 : IP_TTL);
	put_bytes(o, f->src.b, 16);
	put_bytes(o, f->dst.b, 16);
}

static void put_bth(struct out *o, const struct frame_flow *f, const struct wire *w, uint32_t psn)
{
	const bool cnp = w->opcode == WIRE_CNP;

	put8(o, w->opcode + (f->uc && !cnp ? WIRE_UC : 0u));
	put8(o, (cnp ? 0u : 0x40u) | pad_bytes(w) << 4); /* MigReq as most NICs send it */
	put16(o, 0xffff);
	put8(o, cnp ? 0x40 : 0); /* BECN */
	put24(o, f->dqpn);
	put8(o, w->ack_request ? 0x80 : 0);
	put24(o, cnp ? 0 : psn);
}

static void put_extensions(struct out *o, const struct wire *w)
{
	if (w->opcode == WIRE_CNP) {
		put64(o, 0);
		put64(o, 0);
		return;
	}
	if (has_reth(w) || wire_is_atomic(w)) {
		put64(o, w->va);
		put32(o, RKEY);
	}
	if (has_reth(w))
		put32(o, w->dma_len);
	if (wire_is_atomic(w)) {
		put64(o, w->operand);
		put64(o, 0);
	}
	if (wire_has_aeth(w)) {
		put8(o, w->syndrome);
		put24(o, w->msn);
	}
	if (w->opcode == WIRE_ATOMIC_ACK)
		put64(o, w->operand);
}

static uint32_t icrc_of(const struct frame_flow *f, const uint8_t *ip, uint32_t bytes)
{
	static const uint8_t ones[8] = { 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff };
	const uint32_t ip_bytes = f->ipv6 ? 40 : 20;
	uint8_t head[40 + 8 + BTH_BYTES];
	uint32_t reg;

	memcpy(head, ip, ip_bytes + 8 + BTH_BYTES);
	if (f->ipv6) {
		head[0] |= 0x0f;
		memset(head + 1, 0xff, 3);
		head[7] = 0xff;
	} else {
		head[1] = 0xff;
		head[8] = 0xff;
		head[10] = head[11] = 0xff;
	}
	head[ip_bytes + 6] = head[ip_bytes + 7] = 0xff;
	head[ip_bytes + 8 + 4] = 0xff;
	reg = crc32_update(0xffffffffu, ones, sizeof ones);
	reg = crc32_update(reg, head, ip_bytes + 8 + BTH_BYTES);
	return ~crc32_update(reg, ip + ip_bytes + 8 + BTH_BYTES,
			     bytes - (ip_bytes + 8 + BTH_BYTES));
}

/* Bytes that differ between packets, so that equal frames are copies and nothing else is. */
static void put_payload(struct out *o, const struct wire *w)
{
	for (uint32_t i = 0; i < w->payload; i++)
		put8(o, i * 7u + w->off * 13u + w->conn);
	for (uint32_t i = 0; i < pad_bytes(w); i++)
		put8(o, 0);
}

uint32_t frame_build(const struct frame_flow *f, const struct wire *w, uint32_t psn, uint8_t *buf,
		     uint32_t cap)
{
	const uint32_t length = frame_length(f, w), tos = (uint32_t)w->dscp << 2 | w->ecn;
	const uint32_t ip_start = 14 + (f->tagged ? 4 : 0);
	uint8_t whole[FRAME_MAX];
	struct out o = { whole, 0 };
	uint32_t icrc;

	put_ethernet(&o, f, w);
	if (f->ipv6)
		put_ipv6(&o, f, w, tos);
	else
		put_ipv4(&o, f, w, tos);
	put16(&o, f->udp_sport);
	put16(&o, FRAME_UDP_PORT);
	put16(&o, udp_length(w));
	put16(&o, 0); /* checksum not computed, as NICs do */
	put_bth(&o, f, w, psn & PSN_MASK);
	put_extensions(&o, w);
	put_payload(&o, w);
	if (cap + ICRC_BYTES > length) { /* else the capture ends before it */
		icrc = icrc_of(f, whole + ip_start, o.len - ip_start);
		for (unsigned i = 0; i < 4; i++)
			put8(&o, icrc >> (8 * i));
		if (w->damaged) /* one flipped bit near the end of what the ICRC covers */
			whole[length - ICRC_BYTES - 2] ^= 0x10;
	}
	if (cap > length)
		cap = length;
	memcpy(buf, whole, cap);
	return cap;
}

uint32_t frame_build_pause(const uint8_t smac[6], unsigned priority, uint16_t quanta, uint8_t *buf)
{
	static const uint8_t group[6] = { 0x01, 0x80, 0xc2, 0x00, 0x00, 0x01 };
	struct out o = { buf, 0 };

	memset(buf, 0, 60);
	put_bytes(&o, group, 6);
	put_bytes(&o, smac, 6);
	put16(&o, ETHERTYPE_MAC_CONTROL);
	put16(&o, PFC_OPCODE);
	put16(&o, 1u << priority);
	o.len += 2 * priority;
	put16(&o, quanta);
	return 60;
}
