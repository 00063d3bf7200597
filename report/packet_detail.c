/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/packet_detail.h"

#include <inttypes.h>
#include <string.h>

#define LINE_BYTES 16

void packet_detail_begin(struct packet_detail *d, FILE *out, const struct rs_packet *pkt)
{
	memset(d, 0, sizeof(*d));
	d->out = out;
	d->pkt = pkt;
	fprintf(out, "  %" PRIu32 " bytes on the wire, %" PRIu32 " captured\n", pkt->wirelen, pkt->caplen);
}

static void heading(struct packet_detail *d, const struct rs_detail *f)
{
	if (!strcmp(d->layer, f->layer))
		return;
	snprintf(d->layer, sizeof(d->layer), "%s", f->layer);
	fprintf(d->out, "  %s\n", f->layer);
}

void packet_detail_field(void *user, const struct rs_detail *f)
{
	struct packet_detail *d = user;
	const uint32_t caplen = d->pkt->caplen, there = caplen > f->offset ? caplen - f->offset : 0;

	heading(d, f);
	fprintf(d->out, "    %04" PRIx32 "  %-27s  ", f->offset, f->field);
	if (!f->cut)
		fprintf(d->out, "%s\n", f->value);
	else if (there)
		fprintf(d->out, "cut: %" PRIu32 " of %" PRIu32 " bytes captured\n", there, f->length);
	else
		fputs("cut\n", d->out);
}

static void line(FILE *out, const uint8_t *p, uint32_t at, uint32_t n)
{
	fprintf(out, "  %04" PRIx32 " ", at);
	for (uint32_t i = 0; i < LINE_BYTES; i++) {
		if (i == LINE_BYTES / 2)
			fputc(' ', out);
		if (i < n)
			fprintf(out, " %02x", p[i]);
		else
			fputs("   ", out);
	}
	fputs("  ", out);
	for (uint32_t i = 0; i < n; i++)
		fputc(p[i] >= 0x20 && p[i] < 0x7f ? p[i] : '.', out);
	fputc('\n', out);
}

void packet_detail_end(struct packet_detail *d)
{
	const uint32_t n = d->pkt->caplen;

	for (uint32_t at = 0; at < n; at += LINE_BYTES)
		line(d->out, d->pkt->data + at, at, n - at < LINE_BYTES ? n - at : LINE_BYTES);
	fputc('\n', d->out);
}
