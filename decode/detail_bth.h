/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DECODE_DETAIL_BTH_H
#define DECODE_DETAIL_BTH_H
/* Fields of the InfiniBand transport: BTH, extension headers, payload, pad, ICRC. */
#include "decode/detail.h"

/**
 * detail_transport - from the BTH at @at to the ICRC
 * @length: BTH to ICRC as the lengths of the packet say
 */
void detail_transport(struct detail *d, uint32_t at, uint32_t length, const struct rs_record *r);

#endif
