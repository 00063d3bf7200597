/* SPDX-License-Identifier: BSD-2-Clause */
/*
 *	| BTH 12 | extension headers by opcode | payload | pad 0-3 | ICRC 4 |
 *
 * The payload length follows from the UDP (or GRH) length, the opcode's headers and PadCnt;
 * captured bytes never enter. Headers stand in the order of their bits in RS_HEADERS, so one
 * pass over the mask reads them; after the first one that is cut nothing more is read.
 */
#include "decode/bth.h"

#include "decode/opcode.h"

enum {
	BTH_BYTES = 12,
	ICRC_BYTES = 4,
};

/* Header @bit of @bytes bytes, or NULL: then it is cut, and so is all behind it. */
static const uint8_t *take(struct walk *w, struct rs_record *r, unsigned bit, uint32_t bytes)
{
	const uint8_t *p = walk_take(w, bytes);

	if (p) {
		r->headers |= (uint16_t)(1u << bit);
	} else {
		w->c.p = w->c.end;
		if (!r->cut)
			r->cut = (uint8_t)(bit + 1);
	}
	return p;
}

#define TAKE(id, bytes) take(w, r, WALK_HDR_##id, bytes)

static void read_fields(struct rs_record *r, const uint8_t *p)
{
	const uint32_t first = get_be32(p), second = get_be32(p + 4), third = get_be32(p + 8);

	r->flags |= RS_REC_BTH;
	r->opcode = p[0];
	r->bth_flags = (uint8_t)((first & 1u << 23 ? RS_BTH_SE : 0) |
				 (first & 1u << 22 ? RS_BTH_MIGREQ : 0) |
				 (third & 1u << 31 ? RS_BTH_ACKREQ : 0) |
				 (second & 1u << 31 ? RS_BTH_FECN : 0) |
				 (second & 1u << 30 ? RS_BTH_BECN : 0) |
				 (first >> 20 & 3) << RS_BTH_PAD_SHIFT);
	r->pkey = (uint16_t)first;
	r->dqpn = second & 0xffffff;
	r->psn = third & 0xffffff;
}

/* Requests: [XRCETH] [FETH] [RETH] [ImmDt] [IETH]. FLUSH keeps its FETH in xrc_srqn. */
static void read_request(struct walk *w, struct rs_record *r, unsigned headers)
{
	const uint8_t *p;

	if ((headers & RS_HDR_XRCETH) && (p = TAKE(XRCETH, 4)))
		r->u.req.xrc_srqn = get_be24(p + 1);
	if ((headers & RS_HDR_FETH) && (p = TAKE(FETH, 4)))
		r->u.req.xrc_srqn = get_be32(p);
	if ((headers & RS_HDR_RETH) && (p = TAKE(RETH, 16))) {
		r->u.req.va = get_be64(p);
		r->u.req.rkey = get_be32(p + 8);
		r->u.req.dma_len = get_be32(p + 12);
	}
	if ((headers & RS_HDR_IMMDT) && (p = TAKE(IMMDT, 4)))
		r->u.req.imm = get_be32(p);
	if ((headers & RS_HDR_IETH) && (p = TAKE(IETH, 4)))
		r->u.req.imm = get_be32(p);
}

/* [XRCETH] AtomicETH: address, key, swap or add operand, compare operand (not kept). */
static void read_atomic(struct walk *w, struct rs_record *r, unsigned headers)
{
	const uint8_t *p;

	if ((headers & RS_HDR_XRCETH) && (p = TAKE(XRCETH, 4)))
		r->u.atomic.xrc_srqn = get_be24(p + 1);
	p = TAKE(ATOMICETH, 28);
	if (p) {
		r->u.atomic.va = get_be64(p);
		r->u.atomic.rkey = get_be32(p + 8);
		r->u.atomic.swap_add = get_be64(p + 12);
	}
}

/* AETH [AtomicAckETH] */
static void read_ack(struct walk *w, struct rs_record *r, unsigned headers)
{
	const uint8_t *p = TAKE(AETH, 4);

	if (p) {
		r->u.ack.syndrome = p[0];
		r->u.ack.msn = get_be24(p + 1);
	}
	if ((headers & RS_HDR_ATOMICACKETH) && (p = TAKE(ATOMICACKETH, 8)))
		r->u.ack.orig = get_be64(p);
}

/* DETH [ImmDt] */
static void read_datagram(struct walk *w, struct rs_record *r, unsigned headers)
{
	const uint8_t *p = TAKE(DETH, 8);

	if (p) {
		r->u.ud.qkey = get_be32(p);
		r->u.ud.src_qpn = get_be24(p + 5);
	}
	if ((headers & RS_HDR_IMMDT) && (p = TAKE(IMMDT, 4)))
		r->u.ud.imm = get_be32(p);
}

static void read_extensions(struct walk *w, struct rs_record *r, unsigned headers)
{
	if (headers & RS_HDR_AETH)
		read_ack(w, r, headers);
	else if (headers & RS_HDR_DETH)
		read_datagram(w, r, headers);
	else if (headers & RS_HDR_ATOMICETH)
		read_atomic(w, r, headers);
	else if (headers & ~(unsigned)RS_HDR_BTH)
		read_request(w, r, headers);
}

/* What the capture holds of payload, pad and ICRC behind the headers. */
static void note_rest(const struct walk *w, struct rs_record *r, uint32_t payload, uint32_t filler)
{
	const size_t left = cursor_left(&w->c);

	if (payload && left >= payload)
		r->headers |= RS_HDR_PAYLOAD;
	else if (payload)
		r->cut = WALK_HDR_PAYLOAD + 1;
	if (left >= (size_t)payload + filler + ICRC_BYTES) {
		r->headers |= RS_HDR_ICRC;
		r->icrc = get_be32(w->c.p + payload + filler);
	} else if (!r->cut) {
		r->cut = WALK_HDR_ICRC + 1;
	}
}

/* Verdict of the lengths: RS_REASON_NONE, or why header lengths and UDP length disagree. */
static enum rs_reason check_lengths(const struct rs_opcode_info *op, uint32_t length, uint32_t pad)
{
	if ((length & 3) || op->header_bytes + pad + ICRC_BYTES > length)
		return RS_REASON_BTH_LENGTH;
	return RS_REASON_NONE;
}

/* A CNP is known by its opcode alone; what stands behind its BTH is reserved and not judged. */
static void finish_cnp(struct walk *w, struct rs_record *r, uint32_t length)
{
	if (r->kind != RS_KIND_MALFORMED)
		r->kind = RS_KIND_CNP;
	note_rest(w, r, 0, length - BTH_BYTES - ICRC_BYTES);
}

static void finish(struct walk *w, struct rs_record *r, const struct rs_opcode_info *op,
		   uint32_t length)
{
	const uint32_t pad = rs_record_pad(r);
	const uint32_t payload = length - op->header_bytes - pad - ICRC_BYTES;

	if (r->kind != RS_KIND_MALFORMED) {
		r->kind = RS_KIND_ROCE;
		if (!(op->role & RS_OP_KNOWN))
			r->reason = RS_REASON_OPCODE;
	}
	r->payload_len = (uint16_t)(payload > UINT16_MAX ? UINT16_MAX : payload);
	read_extensions(w, r, op->headers);
	if (!r->cut)
		note_rest(w, r, payload, pad);
	else if (r->kind != RS_KIND_MALFORMED)
		walk_short(r, r->cut - 1u);
}

void bth_read(struct walk *w, struct rs_record *r)
{
	const uint32_t length = w->wire_left;
	const struct rs_opcode_info *op;
	const uint8_t *p = TAKE(BTH, BTH_BYTES);
	enum rs_reason reason;

	if (!p) {
		if (r->kind != RS_KIND_MALFORMED)
			walk_short(r, WALK_HDR_BTH);
		return;
	}
	w->bth = p;
	w->bth_len = length;
	read_fields(r, p);
	if (p[1] & 0x0f) {
		walk_stop(r, RS_KIND_MALFORMED, RS_REASON_BTH_VERSION);
		return;
	}
	if (r->opcode == OPCODE_CNP) {
		finish_cnp(w, r, length);
		return;
	}
	op = rs_opcode(r->opcode);
	reason = check_lengths(op, length, rs_record_pad(r));
	if (reason != RS_REASON_NONE) {
		walk_stop(r, RS_KIND_MALFORMED, reason);
		return;
	}
	finish(w, r, op, length);
}
