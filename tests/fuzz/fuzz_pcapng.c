/* SPDX-License-Identifier: BSD-2-Clause */
/* Bytes as blocks of a pcapng file: behind a good section header of the byte order that the first
 * byte chooses. */
#include "fuzz_reader.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint8_t little[28] = {
		0x0a, 0x0d, 0x0d, 0x0a, 28,   0,    0,	  0,	0x4d, 0x3c, 0x2b, 0x1a, 1, 0,
		0,    0,    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 28,	  0,	0, 0,
	};
	static const uint8_t big[28] = {
		0x0a, 0x0d, 0x0d, 0x0a, 0,    0,    0,	  28,	0x1a, 0x2b, 0x3c, 0x4d, 0, 1,
		0,    0,    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0,	  0,	0, 28,
	};
	uint8_t *file;

	if (size < 1)
		return 0;
	file = malloc(size - 1 + sizeof(little));
	if (!file)
		return 0;
	memcpy(file, data[0] & 1 ? big : little, sizeof(little));
	memcpy(file + sizeof(little), data + 1, size - 1);
	fuzz_read(file, size - 1 + sizeof(little));
	free(file);
	return 0;
}
