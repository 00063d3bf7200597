/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_CRC32_H
#define BASE_CRC32_H
/*
 * CRC-32 of IEEE 802.3 (polynomial 0x04C11DB7, reflected 0xEDB88320), as used by the ICRC
 * and the Ethernet FCS. The register is neither preset nor inverted here.
 */
#include <stddef.h>
#include <stdint.h>

/** crc32_update - run the register over @len bytes; start with 0xffffffff, invert at the end. */
uint32_t crc32_update(uint32_t reg, const uint8_t *data, size_t len);

/** crc32_update_tables - the same on any processor, by tables alone. */
uint32_t crc32_update_tables(uint32_t reg, const uint8_t *data, size_t len);

#endif
