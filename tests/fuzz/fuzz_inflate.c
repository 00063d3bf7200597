/* SPDX-License-Identifier: BSD-2-Clause */
/* Bytes as a compressed file: the first byte chooses the compression. */
#include "fuzz_reader.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct {
		uint8_t bytes[6];
		uint8_t len;
	} magics[] = {
		{ { 0x1f, 0x8b }, 2 },
		{ { 0x28, 0xb5, 0x2f, 0xfd }, 4 },
		{ { 0x04, 0x22, 0x4d, 0x18 }, 4 },
		{ { 0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00 }, 6 },
	};
	uint8_t *file;

	if (size < 7)
		return 0;
	file = malloc(size - 1);
	if (!file)
		return 0;
	memcpy(file, data + 1, size - 1);
	memcpy(file, magics[data[0] & 3].bytes, magics[data[0] & 3].len);
	fuzz_read(file, size - 1);
	free(file);
	return 0;
}
