/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_HASH_H
#define BASE_HASH_H
/*
 * 64-bit mixing for tables and for ids that must be stable between machines (FNV-1a over
 * bytes, splitmix64 finaliser). Not cryptographic.
 */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

static inline uint64_t hash_mix(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ULL;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebULL;
	return x ^ (x >> 31);
}

static inline uint64_t hash_rotate(uint64_t x, unsigned n)
{
	return x << n | x >> (64 - n);
}

/** hash_combine - order matters. */
static inline uint64_t hash_combine(uint64_t h, uint64_t v)
{
	return hash_mix(h ^ (v + 0x9e3779b97f4a7c15ULL + (h << 6) + (h >> 2)));
}

/** hash_bytes - FNV-1a 64, finalised; the same on every machine. */
static inline uint64_t hash_bytes(const void *data, size_t len, uint64_t seed)
{
	const uint8_t *p = data;
	uint64_t h = 0xcbf29ce484222325ULL ^ seed;

	for (size_t i = 0; i < len; i++)
		h = (h ^ p[i]) * 0x100000001b3ULL;
	return hash_mix(h);
}

/** hash_addr - 16-byte address in two loads. */
static inline uint64_t hash_addr(const uint8_t b[16])
{
	uint64_t lo, hi;

	memcpy(&hi, b, 8);
	memcpy(&lo, b + 8, 8);
	return hash_mix(hash_mix(hi + 0x9e3779b97f4a7c15ULL) ^ lo);
}

/** hash_pair - of an unordered pair of addresses. */
static inline uint64_t hash_pair(const uint8_t a[16], const uint8_t b[16])
{
	uint64_t x = hash_addr(a), y = hash_addr(b);

	return hash_mix(x + y) ^ hash_mix(x ^ y);
}

#endif
