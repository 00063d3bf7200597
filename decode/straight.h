/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DECODE_STRAIGHT_H
#define DECODE_STRAIGHT_H
/* Short cut for the frame that nearly all of a RoCEv2 capture consists of. */
#include <rocescope/decode.h>

#include "decode/walk.h"

/**
 * straight_read - walk from the first byte to the BTH in one go
 * @w, @r: as decode.c begins them
 * Takes Ethernet with at most one 802.1Q tag, IPv4 without options and fragments or IPv6
 * without extension headers, UDP to a RoCE port, lengths that agree.
 * Return: false if the frame is anything else; then nothing was changed.
 */
bool straight_read(const struct rs_decode_config *cfg, const struct rs_packet *pkt, struct walk *w,
		   struct rs_record *r);

#endif
