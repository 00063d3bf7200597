/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DECODE_DETAIL_CM_H
#define DECODE_DETAIL_CM_H
/* Fields of management datagrams on QP 1, CM messages among them. */
#include "decode/detail.h"

/** detail_management - a datagram of @length bytes at @at; false if the capture cuts what says how to go on. */
bool detail_management(struct detail *d, uint32_t at, uint32_t length);

#endif
