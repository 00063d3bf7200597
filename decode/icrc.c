/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The ICRC is the CRC-32 of Ethernet over everything that does not change on the way: eight
 * bytes of ones in place of the LRH, the IP header (GRH), UDP header and BTH with the
 * mutable fields set to ones, and the rest as it stands. Run over the stored ICRC too, the
 * register of a good packet ends in a constant.
 *
 * No verdict is given on packets with IPv4 options or IPv6 extension headers: no source says
 * whether these are covered; nor on native InfiniBand, whose LRH takes part in some way.
 *
 * Overwritten source port. Some mirrors send every copy from port 4791. The CRC is linear:
 * a change d of two bytes, followed by n bytes, changes the final register by d * x^(8n+16)
 * modulo the polynomial. So the final difference is divided by that power of x; if the
 * quotient fits into two bytes, it is the change of the port. A packet damaged elsewhere
 * passes for a rewritten one once in 2^16.
 */
#include <string.h>

#include "base/crc32.h"
#include "decode/icrc.h"

enum {
	REWRITTEN_PORT = 4791,
	IPV4_BYTES = 20,
	IPV6_BYTES = 40,
	UDP_BYTES = 8,
	BTH_BYTES = 12,
};

#define POLYNOMIAL 0xedb88320u	     /* reflected: bit 31 is the coefficient of x^0 */
#define REG_AFTER_LRH 0xdebb20e3u    /* register after eight bytes of ones */
#define REG_GOOD 0xdebb20e3u	     /* register after a packet and its right ICRC */
#define X_POW_MINUS_8 0x6567cb95u    /* x^-8 modulo the polynomial */

/* Product of two polynomials modulo the CRC polynomial, reflected. */
static uint32_t multiply(uint32_t a, uint32_t b)
{
	uint32_t product = 0;

	for (uint32_t bit = 1u << 31; bit; bit >>= 1) {
		if (a & bit)
			product ^= b;
		b = (b >> 1) ^ (b & 1 ? POLYNOMIAL : 0);
	}
	return product;
}

/* @reg divided by x^(8 * bytes): what it was @bytes zero bytes ago. */
static uint32_t step_back(uint32_t reg, uint32_t bytes)
{
	uint32_t power = X_POW_MINUS_8;

	for (; bytes; bytes >>= 1) {
		if (bytes & 1)
			reg = multiply(reg, power);
		power = multiply(power, power);
	}
	return reg;
}

/* Copy of the headers up to the BTH with mutable fields set to ones; returns its length. */
static size_t masked_headers(const struct walk *w, const struct rs_record *r, uint8_t *buf)
{
	const bool v4 = !(r->flags & (RS_REC_IPV6 | RS_REC_ROCEV1));
	const size_t ip = v4 ? IPV4_BYTES : IPV6_BYTES;
	const size_t udp = r->flags & RS_REC_ROCEV1 ? 0 : UDP_BYTES;

	memcpy(buf, w->ip, ip + udp);
	memcpy(buf + ip + udp, w->bth, BTH_BYTES);
	if (v4) {
		buf[1] = 0xff;		   /* type of service */
		buf[8] = 0xff;		   /* TTL */
		buf[10] = buf[11] = 0xff;  /* header checksum */
	} else {
		buf[0] |= 0x0f;		   /* traffic class, flow label */
		buf[1] = buf[2] = buf[3] = 0xff;
		buf[7] = 0xff;		   /* hop limit */
	}
	if (udp)
		buf[ip + 6] = buf[ip + 7] = 0xff; /* UDP checksum */
	buf[ip + udp + 4] = 0xff;		  /* FECN, BECN, reserved */
	return ip + udp + BTH_BYTES;
}

/* The source port that makes the ICRC right, or 0 if the fault lies elsewhere. */
static uint16_t recover_port(uint32_t difference, uint32_t bytes_after_port, uint16_t port)
{
	const uint32_t d = step_back(difference, bytes_after_port + 2);

	if (d > 0xffff)
		return 0;
	return port ^ (uint16_t)((d & 0xff) << 8 | d >> 8); /* first byte sent is the lowest */
}

static bool checkable(const struct walk *w, const struct rs_record *r)
{
	return (r->headers & (RS_HDR_ICRC | RS_HDR_LRH)) == RS_HDR_ICRC && w->plain &&
	       (r->kind == RS_KIND_ROCE || r->kind == RS_KIND_CNP || r->kind == RS_KIND_CM);
}

void icrc_check(const struct walk *w, struct rs_record *r)
{
	uint8_t head[IPV6_BYTES + UDP_BYTES + BTH_BYTES];
	uint32_t reg;
	uint16_t port;

	if (!checkable(w, r))
		return;
	reg = crc32_update(REG_AFTER_LRH, head, masked_headers(w, r, head));
	reg = crc32_update(reg, w->bth + BTH_BYTES, w->bth_len - BTH_BYTES);
	if (reg == REG_GOOD) {
		r->icrc_state = RS_ICRC_GOOD;
		return;
	}
	r->icrc_state = RS_ICRC_BAD;
	if (r->udp_sport != REWRITTEN_PORT || (r->flags & RS_REC_ROCEV1))
		return;
	port = recover_port(reg ^ REG_GOOD, UDP_BYTES - 2 + w->bth_len, r->udp_sport);
	if (port) {
		r->icrc_state = RS_ICRC_SPORT;
		r->udp_sport = port;
	}
}
