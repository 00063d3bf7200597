/* SPDX-License-Identifier: BSD-2-Clause */
#include "decode/detail_bth.h"

#include "decode/detail_cm.h"
#include "decode/opcode.h"

static void say_opcode(struct text *t, uint64_t v)
{
	text_add(t, " (%s)", rs_opcode((uint8_t)v)->name);
}

static void say_pkey(struct text *t, uint64_t v)
{
	text_str(t, v & 0x8000 ? " (full member)" : " (limited member)");
}

static void say_number(struct text *t, uint64_t v)
{
	text_add(t, " (%llu)", (unsigned long long)v);
}

static void say_qp(struct text *t, uint64_t v)
{
	if (v <= 1)
		text_str(t, v ? " (general services)" : " (subnet management)");
	else
		say_number(t, v);
}

/* Credits of an ACK (IBTA vol. 1, 9.7.7.2.4, as in the Linux drivers); 31 = none told. */
static void say_syndrome(struct text *t, uint64_t v)
{
	static const uint16_t credits[31] = { 0,   1,	2,   3,	  4,	6,    8,    12,	  16,	24,   32,
					      48,  64,	96,  128, 192,	256,  384,  512,  768,	1024, 1536,
					      2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768 };
	const unsigned code = v & 31;

	text_add(t, " (%s", rs_syndrome_text((uint8_t)v));
	if (rs_aeth_class((uint8_t)v) == RS_AETH_ACK && code == 31)
		text_str(t, ", no credit limit told");
	else if (rs_aeth_class((uint8_t)v) == RS_AETH_ACK)
		text_add(t, ", %u credits", credits[code]);
	text_char(t, ')');
}

static void say_placement(struct text *t, uint64_t v)
{
	if (v & 3)
		text_add(t, " (%s%s%s)", v & 1 ? "global visibility" : "", (v & 3) == 3 ? ", " : "",
			 v & 2 ? "persistence" : "");
}

static void say_selectivity(struct text *t, uint64_t v)
{
	if (v <= 1)
		text_str(t, v ? " (whole region)" : " (range)");
}

static const struct detail_field bth[] = {
	{ "opcode", say_opcode, 0, 8, 0, FORM_HEX },
	{ "solicited event", NULL, 1, 1, 0, FORM_DEC },
	{ "migration request", NULL, 1, 1, 1, FORM_DEC },
	{ "pad count", NULL, 1, 2, 2, FORM_DEC },
	{ "version", NULL, 1, 4, 4, FORM_DEC },
	{ "partition key", say_pkey, 2, 16, 0, FORM_HEX },
	{ "FECN", NULL, 4, 1, 0, FORM_DEC },
	{ "BECN", NULL, 4, 1, 1, FORM_DEC },
	{ "reserved", NULL, 4, 6, 2, FORM_HEX },
	{ "destination QP", say_qp, 5, 24, 0, FORM_HEX },
	{ "acknowledge request", NULL, 8, 1, 0, FORM_DEC },
	{ "PSN", say_number, 9, 24, 0, FORM_HEX },
};
static const struct detail_field rdeth[] = { { "EE context", NULL, 1, 24, 0, FORM_HEX } };
static const struct detail_field deth[] = {
	{ "queue key", NULL, 0, 32, 0, FORM_HEX },
	{ "source QP", say_qp, 5, 24, 0, FORM_HEX },
};
static const struct detail_field xrceth[] = { { "shared receive queue", NULL, 1, 24, 0, FORM_HEX } };
static const struct detail_field feth[] = {
	{ "selectivity", say_selectivity, 3, 2, 2, FORM_DEC },
	{ "placement", say_placement, 3, 4, 4, FORM_DEC },
};
static const struct detail_field reth[] = {
	{ "virtual address", NULL, 0, 64, 0, FORM_HEX },
	{ "remote key", NULL, 8, 32, 0, FORM_HEX },
	{ "length of the message", NULL, 12, 32, 0, FORM_DEC },
};
static const struct detail_field atomiceth[] = {
	{ "virtual address", NULL, 0, 64, 0, FORM_HEX },
	{ "remote key", NULL, 8, 32, 0, FORM_HEX },
	{ "swap or add", NULL, 12, 64, 0, FORM_HEX },
	{ "compare", NULL, 20, 64, 0, FORM_HEX },
};
static const struct detail_field aeth[] = {
	{ "syndrome", say_syndrome, 0, 8, 0, FORM_HEX },
	{ "MSN", NULL, 1, 24, 0, FORM_DEC },
};
static const struct detail_field atomicacketh[] = { { "original value", NULL, 0, 64, 0, FORM_HEX } };
static const struct detail_field immdt[] = { { "immediate data", NULL, 0, 32, 0, FORM_HEX } };
static const struct detail_field ieth[] = { { "key to invalidate", NULL, 0, 32, 0, FORM_HEX } };

/** Headers in the order in which packets carry them. */
static const struct {
	const struct detail_field *table;
	const char *name;
	uint16_t bit; /* enum rs_header_bit */
	uint8_t count, bytes;
} headers[] = {
#define ROW(t, name, bit, bytes) { t, name, RS_HDR_##bit, DETAIL_COUNT(t), bytes }
	ROW(rdeth, "RDETH", RDETH, 4),
	ROW(deth, "DETH", DETH, 8),
	ROW(xrceth, "XRCETH", XRCETH, 4),
	ROW(feth, "FETH", FETH, 4),
	ROW(reth, "RETH", RETH, 16),
	ROW(atomiceth, "AtomicETH", ATOMICETH, 28),
	ROW(aeth, "AETH", AETH, 4),
	ROW(atomicacketh, "AtomicAckETH", ATOMICACKETH, 8),
	ROW(immdt, "ImmDt", IMMDT, 4),
	ROW(ieth, "IETH", IETH, 4),
#undef ROW
};

static void icrc(struct detail *d, uint32_t at, const struct rs_record *r)
{
	static const char *const verdicts[RS_ICRC_COUNT] = { "not checked", "good", "wrong", NULL };
	const unsigned value = (unsigned)detail_get(d, at, 4);

	if (r->icrc_state == RS_ICRC_SPORT)
		detail_say(d, "ICRC", "value", at, 4, "0x%08x (good with UDP source port %u: the port was rewritten)",
			   value, r->udp_sport);
	else
		detail_say(d, "ICRC", "value", at, 4, "0x%08x (%s)", value, verdicts[r->icrc_state]);
}

static void cnp(struct detail *d, uint32_t at, uint32_t end, const struct rs_record *r)
{
	if (end - at > 4)
		detail_bytes(d, "CNP", "reserved", at, end - at - 4);
	icrc(d, end - 4, r);
}

static bool is_management(const struct rs_record *r)
{
	return r->opcode == OPCODE_UD_SEND_ONLY && r->dqpn == 1;
}

void detail_transport(struct detail *d, uint32_t at, uint32_t length, const struct rs_record *r)
{
	const struct rs_opcode_info *op = rs_opcode(r->opcode);
	const uint32_t end = at + length, pad = rs_record_pad(r);

	detail_fields(d, "BTH", at, bth, DETAIL_COUNT(bth));
	if (!(r->flags & RS_REC_BTH) || r->reason == RS_REASON_BTH_LENGTH || r->reason == RS_REASON_BTH_VERSION)
		return;
	at += 12;
	if (r->opcode == OPCODE_CNP) {
		cnp(d, at, end, r);
		return;
	}
	for (size_t i = 0; i < DETAIL_COUNT(headers); i++) {
		if (!(op->headers & headers[i].bit))
			continue;
		detail_fields(d, headers[i].name, at, headers[i].table, headers[i].count);
		at += headers[i].bytes;
	}
	if (is_management(r)) {
		if (!detail_management(d, at, r->payload_len))
			return;
	} else if (end - at > pad + 4) {
		detail_bytes(d, "payload", "data", at, end - at - pad - 4);
	}
	if (pad)
		detail_bytes(d, "payload", "pad", end - 4 - pad, pad);
	icrc(d, end - 4, r);
}
