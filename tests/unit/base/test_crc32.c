/* SPDX-License-Identifier: BSD-2-Clause */
/* Both ways of computing the CRC against the definition, bit by bit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/crc32.h"
#include "base/crc32_fold.h"

#define LONGEST 600

static uint32_t bitwise(uint32_t reg, const uint8_t *p, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		reg ^= p[i];
		for (int bit = 0; bit < 8; bit++)
			reg = reg >> 1 ^ (reg & 1 ? 0xedb88320u : 0);
	}
	return reg;
}

static void fill(uint8_t *p, size_t len, uint32_t seed)
{
	for (size_t i = 0; i < len; i++) {
		seed = seed * 1664525u + 1013904223u;
		p[i] = (uint8_t)(seed >> 24);
	}
}

static void the_check_value_of_the_polynomial_is_met(void **state)
{
	const uint8_t *digits = (const uint8_t *)"123456789";

	(void)state;
	assert_int_equal(~crc32_update(0xffffffffu, digits, 9), 0xcbf43926u);
	assert_int_equal(~crc32_update_tables(0xffffffffu, digits, 9), 0xcbf43926u);
}

/* The bytes stand at the end of a block of their own: reading further is an error to ASan. */
static void every_length_and_alignment_equals_the_bitwise_crc(void **state)
{
	static const uint32_t start[] = { 0, 0xffffffffu, 0xdebb20e3u, 0x12345678u };

	(void)state;
	for (size_t len = 0; len <= LONGEST; len++) {
		for (size_t shift = 0; shift < 16; shift++) {
			uint8_t *block = malloc(shift + len + 1), *p = block + shift;
			const uint32_t reg = start[(len + shift) % 4];
			uint32_t want;

			assert_non_null(block);
			block = realloc(block, shift + len ? shift + len : 1);
			assert_non_null(block);
			p = block + shift;
			fill(p, len, (uint32_t)(len * 31 + shift));
			want = bitwise(reg, p, len);
			if (crc32_update(reg, p, len) != want || crc32_update_tables(reg, p, len) != want)
				fail_msg("length %zu at alignment %zu: expected %08x", len, shift, want);
			free(block);
		}
	}
}

static void a_run_in_pieces_equals_the_whole(void **state)
{
	uint8_t data[4096 + 58];
	const uint32_t want = (fill(data, sizeof(data), 7), bitwise(0xdebb20e3u, data, sizeof(data)));

	(void)state;
	for (size_t cut = 0; cut <= sizeof(data); cut += 13) {
		const uint32_t reg = crc32_update(0xdebb20e3u, data, cut);

		assert_int_equal(crc32_update(reg, data + cut, sizeof(data) - cut), want);
	}
}

static void every_single_bit_changes_the_register(void **state)
{
	uint8_t data[256];
	uint32_t good;

	(void)state;
	fill(data, sizeof(data), 3);
	good = crc32_update(0xffffffffu, data, sizeof(data));
	for (size_t bit = 0; bit < 8 * sizeof(data); bit++) {
		data[bit / 8] ^= (uint8_t)(1u << bit % 8);
		assert_int_not_equal(crc32_update(0xffffffffu, data, sizeof(data)), good);
		assert_int_equal(crc32_update(0xffffffffu, data, sizeof(data)),
				 bitwise(0xffffffffu, data, sizeof(data)));
		data[bit / 8] ^= (uint8_t)(1u << bit % 8);
	}
}

static void folding_keeps_whole_blocks_and_the_remainder(void **state)
{
	uint8_t data[LONGEST], rest[16];

	(void)state;
	if (!crc32_fold_usable())
		skip();
	fill(data, sizeof(data), 11);
	for (size_t len = CRC32_FOLD_MIN; len <= LONGEST; len++) {
		const size_t used = crc32_fold(0x9abcdef0u, data, len, rest);

		assert_int_equal(used, len / 16 * 16);
		assert_int_equal(bitwise(0, rest, sizeof(rest)), bitwise(0x9abcdef0u, data, used));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_check_value_of_the_polynomial_is_met),
		cmocka_unit_test(every_length_and_alignment_equals_the_bitwise_crc),
		cmocka_unit_test(a_run_in_pieces_equals_the_whole),
		cmocka_unit_test(every_single_bit_changes_the_register),
		cmocka_unit_test(folding_keeps_whole_blocks_and_the_remainder),
	};

	return cmocka_run_group_tests_name("crc32", tests, NULL, NULL);
}
