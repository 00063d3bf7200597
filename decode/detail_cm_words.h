/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DECODE_DETAIL_CM_WORDS_H
#define DECODE_DETAIL_CM_WORDS_H
/* Meanings of numbers in CM messages; each adds to the text behind the number. */
#include "base/text.h"

/** cm_is_rdma_service - the service id is one of rdma_cm, whose private data begins with addresses. */
static inline bool cm_is_rdma_service(uint64_t service_id)
{
	return (service_id & 0xffffffffff000000ULL) == 0x0000000001000000ULL;
}

void cm_say_service(struct text *t, uint64_t v);
void cm_say_transport(struct text *t, uint64_t v);
void cm_say_extended(struct text *t, uint64_t v);
void cm_say_mtu(struct text *t, uint64_t v);
void cm_say_rnr_retry(struct text *t, uint64_t v);
void cm_say_flow_label(struct text *t, uint64_t v);
/** cm_say_timeout - codes of ACK and CM timeouts and delays: 4.096 us * 2^n */
void cm_say_timeout(struct text *t, uint64_t v);
/** cm_say_ack_timeout - the same, 0 = off */
void cm_say_ack_timeout(struct text *t, uint64_t v);
void cm_say_reject(struct text *t, uint64_t v);
void cm_say_message(struct text *t, uint64_t v);
void cm_say_failover(struct text *t, uint64_t v);
void cm_say_number(struct text *t, uint64_t v);

#endif
