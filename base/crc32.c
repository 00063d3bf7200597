/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Long runs are folded by carry-less multiplication where the processor can, which leaves 16
 * bytes; these, short runs and other processors go through the tables.
 *
 * Slicing by eight: eight independent table look-ups per eight bytes. Table k holds the
 * register after 8 * (k + 1) zero bits behind one byte; being linear, each entry is the
 * exclusive or of eight basis values, so the compiler makes the tables and the library has
 * no start-up work and no writable state.
 */
#include "base/crc32.h"

#include "base/crc32_fold.h"

#define BITS(n, b0, b1, b2, b3, b4, b5, b6, b7) \
	(((n)&1u ? b0 : 0u) ^ ((n)&2u ? b1 : 0u) ^ ((n)&4u ? b2 : 0u) ^ ((n)&8u ? b3 : 0u) ^ \
	 ((n)&16u ? b4 : 0u) ^ ((n)&32u ? b5 : 0u) ^ ((n)&64u ? b6 : 0u) ^ ((n)&128u ? b7 : 0u))
#define B0(n) BITS(n, \
	0x77073096u, 0xee0e612cu, 0x076dc419u, 0x0edb8832u, 0x1db71064u, 0x3b6e20c8u, 0x76dc4190u, 0xedb88320u)
#define B1(n) BITS(n, \
	0x191b3141u, 0x32366282u, 0x646cc504u, 0xc8d98a08u, 0x4ac21251u, 0x958424a2u, 0xf0794f05u, 0x3b83984bu)
#define B2(n) BITS(n, \
	0x01c26a37u, 0x0384d46eu, 0x0709a8dcu, 0x0e1351b8u, 0x1c26a370u, 0x384d46e0u, 0x709a8dc0u, 0xe1351b80u)
#define B3(n) BITS(n, \
	0xb8bc6765u, 0xaa09c88bu, 0x8f629757u, 0xc5b428efu, 0x5019579fu, 0xa032af3eu, 0x9b14583du, 0xed59b63bu)
#define B4(n) BITS(n, \
	0x3d6029b0u, 0x7ac05360u, 0xf580a6c0u, 0x30704bc1u, 0x60e09782u, 0xc1c12f04u, 0x58f35849u, 0xb1e6b092u)
#define B5(n) BITS(n, \
	0xcb5cd3a5u, 0x4dc8a10bu, 0x9b914216u, 0xec53826du, 0x03d6029bu, 0x07ac0536u, 0x0f580a6cu, 0x1eb014d8u)
#define B6(n) BITS(n, \
	0xa6770bb4u, 0x979f1129u, 0xf44f2413u, 0x33ef4e67u, 0x67de9cceu, 0xcfbd399cu, 0x440b7579u, 0x8816eaf2u)
#define B7(n) BITS(n, \
	0xccaa009eu, 0x4225077du, 0x844a0efau, 0xd3e51bb5u, 0x7cbb312bu, 0xf9766256u, 0x299dc2edu, 0x533b85dau)

#define R4(B, n) B((n)), B((n) + 1u), B((n) + 2u), B((n) + 3u)
#define R16(B, n) R4(B, (n)), R4(B, (n) + 4u), R4(B, (n) + 8u), R4(B, (n) + 12u)
#define R64(B, n) R16(B, (n)), R16(B, (n) + 16u), R16(B, (n) + 32u), R16(B, (n) + 48u)
#define R256(B) R64(B, 0u), R64(B, 64u), R64(B, 128u), R64(B, 192u)

static const uint32_t table[8][256] = {
	{ R256(B0) }, { R256(B1) }, { R256(B2) }, { R256(B3) },
	{ R256(B4) }, { R256(B5) }, { R256(B6) }, { R256(B7) },
};

static inline uint32_t load_le32(const uint8_t *p)
{
	return (uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

uint32_t crc32_update_tables(uint32_t reg, const uint8_t *data, size_t len)
{
	for (; len >= 8; data += 8, len -= 8) {
		const uint32_t a = reg ^ load_le32(data), b = load_le32(data + 4);

		reg = table[7][a & 0xff] ^ table[6][a >> 8 & 0xff] ^ table[5][a >> 16 & 0xff] ^
		      table[4][a >> 24] ^ table[3][b & 0xff] ^ table[2][b >> 8 & 0xff] ^
		      table[1][b >> 16 & 0xff] ^ table[0][b >> 24];
	}
	for (; len; data++, len--)
		reg = (reg >> 8) ^ table[0][(reg ^ *data) & 0xff];
	return reg;
}

uint32_t crc32_update(uint32_t reg, const uint8_t *data, size_t len)
{
	uint8_t rest[16];
	size_t used;

	if (len < CRC32_FOLD_MIN || !crc32_fold_usable())
		return crc32_update_tables(reg, data, len);
	used = crc32_fold(reg, data, len, rest);
	reg = crc32_update_tables(0, rest, sizeof(rest));
	return crc32_update_tables(reg, data + used, len - used);
}
