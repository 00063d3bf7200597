/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MODEL_FRAME_H
#define MODEL_FRAME_H
/*
 * Bytes of a frame: Ethernet, one 802.1Q tag, IPv4 or IPv6, UDP 4791, BTH, extended headers,
 * payload, pad, ICRC; and PFC frames. Written from the header tables of the protocol, with
 * no code shared with the decoder, so that one can check the other.
 */
#include "model/wire.h"

#define FRAME_MAX 4300		/* 4096 payload and all headers */
#define FRAME_UDP_PORT 4791

/** Addressing of one direction of a connection. */
struct frame_flow {
	uint8_t smac[6], dmac[6];
	struct rs_addr src, dst;
	bool ipv6;
	bool tagged;	     /**< 802.1Q tag with the packet's priority */
	uint16_t vlan;	     /**< VID 1..4094 */
	uint16_t udp_sport;
	uint32_t dqpn;	     /**< destination QP */
	bool uc;	     /**< UC opcodes */
};

/** frame_length - bytes of the frame without FCS. */
uint32_t frame_length(const struct frame_flow *f, const struct wire *w);

/**
 * frame_build - write the first @cap bytes of a frame, or all of it if shorter
 * @psn: 24-bit PSN of @w
 * @buf: at least min(cap, frame_length()) bytes
 * The ICRC is right unless w->damaged; it is not computed when @cap cuts it off.
 *
 * Return: bytes written.
 */
uint32_t frame_build(const struct frame_flow *f, const struct wire *w, uint32_t psn, uint8_t *buf,
		     uint32_t cap);

/** frame_build_pause - a whole 60-byte PFC frame of one priority. Return: 60. */
uint32_t frame_build_pause(const uint8_t smac[6], unsigned priority, uint16_t quanta, uint8_t *buf);

#endif
