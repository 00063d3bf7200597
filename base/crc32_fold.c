/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A block of 128 bits that stands d bits before another one can be added to that one after a
 * multiplication by x^d modulo the polynomial; the product of 64 by 33 bits fits into 128
 * again. So four blocks run ahead by 512 bits at a time, then melt into one, which takes the
 * remaining blocks 128 bits at a time. What is left is 16 bytes for the tables.
 *
 * Bits are reflected (bit 0 of a byte is the highest power), which shifts each product by
 * one: hence the constants are x^(d+32) and x^(d-32) modulo the polynomial, reflected in 33
 * bits, for the low and the high half of a block.
 */
#include "base/crc32_fold.h"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#define FOLD_512_LOW 0x154442bd4LL
#define FOLD_512_HIGH 0x1c6e41596LL
#define FOLD_128_LOW 0x1751997d0LL
#define FOLD_128_HIGH 0x0ccaa009eLL

#define TARGET __attribute__((target("pclmul,sse4.1")))

bool crc32_fold_usable(void)
{
	return __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
}

TARGET static inline __m128i load(const uint8_t *p)
{
	return _mm_loadu_si128((const __m128i *)(const void *)p);
}

/* @block moved on by the distance of @by, plus what stands there. */
TARGET static inline __m128i fold(__m128i block, __m128i by, __m128i there)
{
	const __m128i low = _mm_clmulepi64_si128(block, by, 0x00);
	const __m128i high = _mm_clmulepi64_si128(block, by, 0x11);

	return _mm_xor_si128(_mm_xor_si128(low, high), there);
}

TARGET size_t crc32_fold(uint32_t reg, const uint8_t *data, size_t len, uint8_t *out)
{
	const __m128i by512 = _mm_set_epi64x(FOLD_512_HIGH, FOLD_512_LOW);
	const __m128i by128 = _mm_set_epi64x(FOLD_128_HIGH, FOLD_128_LOW);
	__m128i a = _mm_xor_si128(load(data), _mm_cvtsi32_si128((int)reg));
	__m128i b = load(data + 16), c = load(data + 32), d = load(data + 48);
	size_t used = 64;

	for (; len - used >= 64; used += 64) {
		a = fold(a, by512, load(data + used));
		b = fold(b, by512, load(data + used + 16));
		c = fold(c, by512, load(data + used + 32));
		d = fold(d, by512, load(data + used + 48));
	}
	b = fold(a, by128, b);
	c = fold(b, by128, c);
	d = fold(c, by128, d);
	for (; len - used >= 16; used += 16)
		d = fold(d, by128, load(data + used));
	_mm_storeu_si128((__m128i *)(void *)out, d);
	return used;
}

#else

bool crc32_fold_usable(void)
{
	return false;
}

size_t crc32_fold(uint32_t reg, const uint8_t *data, size_t len, uint8_t *out)
{
	(void)reg, (void)data, (void)len, (void)out;
	return 0;
}

#endif
