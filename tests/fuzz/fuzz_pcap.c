/* SPDX-License-Identifier: BSD-2-Clause */
/* Bytes as a pcap file: the first byte chooses the magic, so that every layout is met. */
#include "fuzz_reader.h"
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint8_t magics[][4] = {
		{ 0xd4, 0xc3, 0xb2, 0xa1 }, { 0xa1, 0xb2, 0xc3, 0xd4 }, { 0x4d, 0x3c, 0xb2, 0xa1 },
		{ 0xa1, 0xb2, 0x3c, 0x4d }, { 0x34, 0xcd, 0xb2, 0xa1 }, { 0xa1, 0xb2, 0xcd, 0x34 },
		{ 0xac, 0x01, 0x00, 0x1c }, { 0x1c, 0x00, 0x01, 0xab },
	};
	uint8_t *file;

	if (size < 5)
		return 0;
	file = malloc(size - 1);
	if (!file)
		return 0;
	memcpy(file, data + 1, size - 1);
	memcpy(file, magics[data[0] & 7], 4);
	fuzz_read(file, size - 1);
	free(file);
	return 0;
}
