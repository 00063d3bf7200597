/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_CRC32_FOLD_H
#define BASE_CRC32_FOLD_H
/* CRC-32 by carry-less multiplication, where the processor has it. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** Shorter runs gain nothing from it. */
#define CRC32_FOLD_MIN 64

/** crc32_fold_usable - the processor that runs this has the instructions. Cheap: one load and test. */
bool crc32_fold_usable(void);

/**
 * crc32_fold - reduce the front of @data to 16 bytes that have the same remainder
 * @reg: register so far; it goes into @out, so that the caller goes on with register 0
 * @len: at least CRC32_FOLD_MIN
 * @out: 16 bytes
 * Return: bytes of @data used up, a multiple of 16. Only where crc32_fold_usable().
 */
size_t crc32_fold(uint32_t reg, const uint8_t *data, size_t len, uint8_t *out);

#endif
