/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_PSN_H
#define BASE_PSN_H
/*
 * 24-bit packet sequence numbers. Half of the space is "after", half is "before"; a distance
 * of exactly 2^23 counts as before (as Linux rxe's psn_compare does).
 */
#include <stdbool.h>
#include <stdint.h>

#define PSN_MASK 0xffffffu

/** psn_diff - signed distance a - b in [-2^23, 2^23). */
static inline int32_t psn_diff(uint32_t a, uint32_t b)
{
	return (int32_t)((a - b) << 8) >> 8;
}

static inline uint32_t psn_add(uint32_t psn, int32_t n)
{
	return (psn + (uint32_t)n) & PSN_MASK;
}

static inline bool psn_before(uint32_t a, uint32_t b)
{
	return psn_diff(a, b) < 0;
}

static inline bool psn_after(uint32_t a, uint32_t b)
{
	return psn_diff(a, b) > 0;
}

/** psn_within - first <= p <= last in modular order. */
static inline bool psn_within(uint32_t p, uint32_t first, uint32_t last)
{
	return psn_diff(p, first) >= 0 && psn_diff(p, last) <= 0;
}

/** psn_count - PSNs that a message of @bytes takes at @pmtu bytes a packet (at least 1). */
static inline uint32_t psn_count(uint32_t bytes, uint32_t pmtu)
{
	return bytes ? (uint32_t)(((uint64_t)bytes + pmtu - 1) / pmtu) : 1;
}

#endif
