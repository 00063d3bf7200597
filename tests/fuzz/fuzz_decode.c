/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzz target of the decoder. Input: link type selector, packet flags, VLAN TCI (2), bytes
 * missing at the end (1); then the frame. The frame lies in a block of its exact size.
 * Checked: no read outside it, what a record may say, and that the details know where they are cut.
 */
#include <stdlib.h>
#include <string.h>

#include <rocescope/decode.h>

#define HEAD 5

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool ok)
{
	if (!ok)
		abort();
}

static struct rs_record decode(const struct rs_packet *pkt, uint8_t fill)
{
	struct rs_decode_config cfg;
	struct rs_record r;

	rs_decode_config_init(&cfg);
	memset(&r, fill, sizeof(r));
	rs_decode(&cfg, pkt, &r);
	return r;
}

static void check_record(const struct rs_record *r)
{
	check(r->kind < RS_KIND_COUNT && r->reason < RS_REASON_COUNT);
	check(r->icrc_state < RS_ICRC_COUNT && r->tunnel < RS_TUNNEL_COUNT);
	check(r->dqpn <= 0xffffff && r->psn <= 0xffffff);
	check(r->icrc_state == RS_ICRC_UNCHECKED || (r->headers & RS_HDR_ICRC));
	check(r->kind != RS_KIND_SHORT || r->cut != 0);
	if (r->kind == RS_KIND_ROCE || r->kind == RS_KIND_CNP || r->kind == RS_KIND_CM)
		check((r->flags & RS_REC_BTH) && (r->headers & RS_HDR_BTH));
}

static void check_prefix(const struct rs_record *part, const struct rs_record *whole)
{
	check((part->headers & ~whole->headers) == 0);
	if (!(part->flags & RS_REC_BTH))
		return;
	check(whole->flags & RS_REC_BTH);
	check(part->opcode == whole->opcode && part->psn == whole->psn &&
	      part->dqpn == whole->dqpn && part->payload_len == whole->payload_len);
	check(part->kind == whole->kind || part->kind == RS_KIND_SHORT);
}

/* A field is cut exactly if its last byte was not captured; words are never NULL. */
static void check_detail(void *user, const struct rs_detail *d)
{
	const struct rs_packet *pkt = user;

	check(d->layer && d->field && d->value);
	check(d->cut == ((uint64_t)d->offset + d->length > pkt->caplen));
	check(strlen(d->value) < 400);
}

static void detail(struct rs_packet *pkt)
{
	struct rs_decode_config cfg;

	rs_decode_config_init(&cfg);
	rs_decode_detail(&cfg, pkt, check_detail, pkt);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const uint16_t linktypes[] = { 1, 113, 276, 101, 12, 228, 229, 0, 108, 247 };
	struct rs_packet pkt = { .frame = 1 };
	struct rs_record whole, again, part;
	uint8_t *frame;
	size_t len;

	if (size < HEAD)
		return 0;
	len = size - HEAD;
	frame = malloc(len ? len : 1);
	check(frame != NULL);
	memcpy(frame, data + HEAD, len);
	pkt.data = frame;
	pkt.linktype = linktypes[data[0] % (sizeof(linktypes) / sizeof(linktypes[0]))];
	pkt.flags = data[1] & 0x0f;
	pkt.vlan_tci = (uint16_t)(data[2] << 8 | data[3]);
	pkt.wirelen = pkt.caplen = (uint32_t)len;

	whole = decode(&pkt, 0x00);
	again = decode(&pkt, 0xff);
	check(!memcmp(&whole, &again, sizeof(whole)));
	check_record(&whole);
	detail(&pkt);

	pkt.caplen -= data[4] < pkt.caplen ? data[4] : pkt.caplen;
	part = decode(&pkt, 0x00);
	check_record(&part);
	check_prefix(&part, &whole);
	detail(&pkt);
	free(frame);
	return 0;
}
