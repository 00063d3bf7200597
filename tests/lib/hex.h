/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_LIB_HEX_H
#define TESTS_LIB_HEX_H
/* Frames written as hexadecimal text. */
#include <stddef.h>
#include <stdint.h>

/**
 * hex_bytes - bytes of @hex; spaces are skipped, anything else ends the test program
 * @len: receives the number of bytes
 * Return: block of exactly that size, to be freed by the caller (1 byte when empty).
 */
uint8_t *hex_bytes(const char *hex, size_t *len);

#endif
