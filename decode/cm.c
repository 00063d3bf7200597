/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Management datagram (IBTA vol. 1 ch. 13): 24 bytes of header, then the CM message (ch. 12).
 *	1 class (7 = CM) | 16 attribute id (16)
 * Offsets below count from the message.
 */
#include <string.h>

#include "base/sport.h"
#include "decode/cm.h"
#include "decode/opcode.h"

enum {
	MAD_BYTES = 24,
	CLASS_CM = 7,
};

enum {
	ATTR_REQ = 0x10,
	ATTR_REP = 0x13,
	ATTR_DREQ = 0x15,
	ATTR_SIDR_REQ = 0x17,
	ATTR_SIDR_REP = 0x18,
	ATTR_LAST = 0x1a,
};

/* Bytes of each message that struct rs_cm is made from. */
static uint32_t needed(uint8_t attr)
{
	switch (attr) {
	case ATTR_REQ:
		return 96;
	case ATTR_REP:
		return 28;
	case ATTR_DREQ:
		return 12;
	default:
		return 8;
	}
}

static void read_req(struct rs_cm *cm, const uint8_t *m)
{
	const uint32_t label = get_be32(m + 88) >> 12;

	cm->remote_id = 0; /* reserved bytes and vendor id stand here */
	cm->qpn = get_be24(m + 32);
	cm->psn = get_be24(m + 44);
	cm->retry = (uint8_t)((m[47] & 7) | (m[50] & 7) << 4);
	cm->pmtu_code = m[50] >> 4;
	cm->ack_timeout = m[95] >> 3;
	cm->flow_sport = label ? sport_from_flow_label(label) : 0;
}

static void read_message(struct rs_cm *cm, uint8_t attr, const uint8_t *m)
{
	memset(cm, 0, sizeof(*cm));
	cm->attr = attr;
	cm->qpn = RS_NO_QPN;
	cm->psn = RS_NO_PSN;
	cm->local_id = get_be32(m);
	cm->remote_id = get_be32(m + 4);
	if (attr == ATTR_REQ) {
		read_req(cm, m);
	} else if (attr == ATTR_REP) {
		cm->qpn = get_be24(m + 12);
		cm->psn = get_be24(m + 20);
		cm->retry = (uint8_t)((m[27] >> 5) << 4);
	} else if (attr == ATTR_DREQ) {
		cm->qpn = get_be24(m + 8);
	} else if (attr == ATTR_SIDR_REQ || attr == ATTR_SIDR_REP) {
		cm->remote_id = 0; /* one request id only */
	}
}

static void other_class(struct rs_record *r)
{
	r->reason = RS_REASON_CM_MESSAGE;
}

void cm_read(const struct walk *w, struct rs_record *r)
{
	struct cursor c = w->c;
	const uint8_t *mad, *m;
	uint16_t attr;

	cursor_limit(&c, r->payload_len);
	if (r->payload_len < MAD_BYTES) {
		other_class(r);
		return;
	}
	mad = cursor_take(&c, MAD_BYTES);
	if (!mad) {
		walk_short(r, WALK_HDR_CM);
		return;
	}
	attr = get_be16(mad + 16);
	if (mad[1] != CLASS_CM || attr < ATTR_REQ || attr > ATTR_LAST ||
	    r->payload_len < MAD_BYTES + needed((uint8_t)attr)) {
		other_class(r);
		return;
	}
	m = cursor_take(&c, needed((uint8_t)attr));
	if (!m) {
		walk_short(r, WALK_HDR_CM);
		return;
	}
	r->kind = RS_KIND_CM;
	r->headers |= RS_HDR_CM;
	read_message(&r->u.cm, (uint8_t)attr, m);
}
