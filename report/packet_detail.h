/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_PACKET_DETAIL_H
#define REPORT_PACKET_DETAIL_H
/* One packet for people: its fields by layer, then its bytes. */
#include <rocescope/decode.h>
#include <stdio.h>

struct packet_detail {
	FILE *out;
	const struct rs_packet *pkt;
	char layer[32]; /**< heading printed last */
};

void packet_detail_begin(struct packet_detail *d, FILE *out, const struct rs_packet *pkt);
/** packet_detail_field - a callback of rs_decode_detail(); @user is the struct packet_detail. */
void packet_detail_field(void *user, const struct rs_detail *field);
/** packet_detail_end - the bytes, with offsets that the fields name. */
void packet_detail_end(struct packet_detail *d);

#endif
