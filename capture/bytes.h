/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_BYTES_H
#define CAPTURE_BYTES_H
/*
 * Numbers of file and block headers in the byte order of the file. @swap: the file's order is
 * not that of this machine. Not for packet bytes (those are read through base/cursor.h).
 */
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define BYTES_HOST_BIG (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__)

static inline uint16_t bytes_u16(const uint8_t *p, bool swap)
{
	uint16_t v;

	memcpy(&v, p, sizeof(v));
	return swap ? __builtin_bswap16(v) : v;
}

static inline uint32_t bytes_u32(const uint8_t *p, bool swap)
{
	uint32_t v;

	memcpy(&v, p, sizeof(v));
	return swap ? __builtin_bswap32(v) : v;
}

static inline uint64_t bytes_u64(const uint8_t *p, bool swap)
{
	uint64_t v;

	memcpy(&v, p, sizeof(v));
	return swap ? __builtin_bswap64(v) : v;
}

/** bytes_pad4 - length on disk of @n bytes padded to a multiple of 4. */
static inline uint64_t bytes_pad4(uint64_t n)
{
	return (n + 3) & ~(uint64_t)3;
}

#endif
