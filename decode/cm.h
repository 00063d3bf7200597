/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DECODE_CM_H
#define DECODE_CM_H
/* Connection management datagrams on QP 1, which tell QP pairs, starting PSNs and timers. */
#include "decode/opcode.h"
#include "decode/walk.h"

/** cm_is_candidate - a UD SEND ONLY to QP 1, all headers read. */
static inline bool cm_is_candidate(const struct rs_record *r)
{
	return r->kind == RS_KIND_ROCE && r->opcode == OPCODE_UD_SEND_ONLY && r->dqpn == 1;
}

/**
 * cm_read - the walk stands at the payload of a candidate
 * Makes the record kind CM with u.cm; leaves it ROCE, reason CM_MESSAGE, when the datagram is
 * of another class; makes it SHORT when the capture cut what u.cm needs.
 */
void cm_read(const struct walk *w, struct rs_record *r);

#endif
