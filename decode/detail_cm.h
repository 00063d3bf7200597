/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DECODE_DETAIL_CM_H
#define DECODE_DETAIL_CM_H
/* Fields of management datagrams on QP 1, CM messages among them. */
#include "decode/detail.h"

/** detail_management - a datagram of @length bytes at @at */
void detail_management(struct detail *d, uint32_t at, uint32_t length);

/** detail_is_rdma_cm - the service id is one of rdma_cm, whose private data begins with addresses. */
static inline bool detail_is_rdma_cm(uint64_t service_id)
{
	return (service_id & 0xffffffffff000000ULL) == 0x0000000001000000ULL;
}

#endif
