/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_SPORT_H
#define BASE_SPORT_H
/*
 * UDP source ports that drivers derive for RoCEv2, so that ECMP spreads queue pairs. All lie
 * in 0xC000..0xFFFF. A port that follows from both QPNs is symmetric: both directions of a
 * connection carry it, which is a strong sign that two flows belong together.
 */
#include <stdint.h>

#define SPORT_BASE 0xc000u

/** sport_from_flow_label - port of a 20-bit IPv6 flow label (rdma_flow_label_to_udp_sport of Linux). */
static inline uint16_t sport_from_flow_label(uint32_t flow_label)
{
	uint32_t fold;

	flow_label &= 0xfffffu;
	fold = (flow_label & 0x3fffu) ^ (flow_label >> 14);
	return (uint16_t)(SPORT_BASE | fold);
}

/** sport_label_from_qps - flow label of two 24-bit QPNs when none was set (rdma_calc_flow_label). */
static inline uint32_t sport_label_from_qps(uint32_t a, uint32_t b)
{
	uint64_t v = (uint64_t)(a & 0xffffffu) * (b & 0xffffffu);

	v ^= v >> 20;
	v ^= v >> 40;
	return (uint32_t)(v & 0xfffffu);
}

/** sport_from_qps - port of a connected queue pair without flow label; the same both ways. */
static inline uint16_t sport_from_qps(uint32_t a, uint32_t b)
{
	return sport_from_flow_label(sport_label_from_qps(a, b));
}

/** sport_from_qpn_hash - port of soft-RoCE before a peer is known (UD, QP1): hash of the own QPN. */
static inline uint16_t sport_from_qpn_hash(uint32_t qpn)
{
	return (uint16_t)(SPORT_BASE | (qpn * 0x61c88647u) >> 18);
}

#endif
