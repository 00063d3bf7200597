/* SPDX-License-Identifier: BSD-2-Clause */
/*
 *	PAUSE (802.3 annex 31B): opcode 0x0001 | time
 *	PFC (802.1Qbb):          opcode 0x0101 | 0, vector of priorities | 8 times
 * Times are in quanta of 512 bit times. A frame may come without its padding.
 */
#include "decode/pause.h"

enum {
	OPCODE_PAUSE = 0x0001,
	OPCODE_PFC = 0x0101,
};

static void cut(struct rs_record *r)
{
	walk_short(r, WALK_HDR_PAUSE);
}

static void read_pause(struct walk *w, struct rs_record *r)
{
	const uint8_t *p = walk_take(w, 2);

	if (!p) {
		cut(r);
		return;
	}
	r->kind = RS_KIND_PAUSE;
	r->headers |= RS_HDR_PAUSE;
	r->u.pause.quanta[0] = get_be16(p);
}

static void read_pfc(struct walk *w, struct rs_record *r)
{
	const uint8_t *p = walk_take(w, 18);

	if (!p) {
		cut(r);
		return;
	}
	r->kind = RS_KIND_PFC;
	r->headers |= RS_HDR_PAUSE;
	r->u.pause.vector = get_be16(p);
	for (unsigned i = 0; i < 8; i++)
		r->u.pause.quanta[i] = get_be16(p + 2 + 2 * i);
	if (p[0])
		r->reason = RS_REASON_PAUSE_RESERVED;
}

void pause_read(struct walk *w, struct rs_record *r)
{
	const uint8_t *p = walk_take(w, 2);

	if (!p) {
		cut(r);
		return;
	}
	switch (get_be16(p)) {
	case OPCODE_PAUSE:
		read_pause(w, r);
		break;
	case OPCODE_PFC:
		read_pfc(w, r);
		break;
	default:
		walk_stop(r, RS_KIND_OTHER, RS_REASON_MAC_CONTROL);
	}
}
