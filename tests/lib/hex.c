/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/lib/hex.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	return -1;
}

uint8_t *hex_bytes(const char *hex, size_t *len)
{
	uint8_t *out = malloc(strlen(hex) / 2 + 1), *fit;
	size_t n = 0;

	if (!out)
		abort();
	for (; *hex; hex++) {
		if (*hex == ' ')
			continue;
		if (digit(hex[0]) < 0 || digit(hex[1]) < 0) {
			fprintf(stderr, "hex_bytes: no pair of digits at \"%.16s\"\n", hex);
			abort();
		}
		out[n++] = (uint8_t)(digit(hex[0]) << 4 | digit(hex[1]));
		hex++;
	}
	fit = realloc(out, n ? n : 1);
	*len = n;
	return fit ? fit : out;
}
