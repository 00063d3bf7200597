/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_UNIT_DECODE_ROWS_H
#define TESTS_UNIT_DECODE_ROWS_H
/* What rs_decode_detail() told of a packet, kept. */
#include "tests/unit/decode/frame.h"

#define ROWS_MAX 256

struct rows {
	struct rows_row {
		char layer[32], field[48], value[320];
		uint32_t offset, length;
		bool cut;
	} row[ROWS_MAX];
	size_t count;
};

/** rows_of - the first @caplen bytes of @hex, from a block of exactly that size; free() it. */
struct rows *rows_of(unsigned linktype, const uint8_t *data, size_t caplen, size_t wirelen, unsigned flags);
/** rows_of_hex - an Ethernet frame. */
struct rows *rows_of_hex(const char *hex);
/** rows_find - the first row of that name, NULL if there is none. */
const struct rows_row *rows_find(const struct rows *r, const char *layer, const char *field);
/** rows_expect - such a row is there with this value. */
void rows_expect(const struct rows *r, const char *layer, const char *field, const char *value);

#endif
