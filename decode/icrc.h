/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DECODE_ICRC_H
#define DECODE_ICRC_H
/* Invariant CRC of RoCEv2 and RoCEv1 packets, and the source port that a mirror overwrote. */
#include "decode/walk.h"

/**
 * icrc_check - set r->icrc_state, if the frame allows a verdict
 * @w: as bth_read left it
 * When only the UDP source port is wrong and was overwritten with 4791, r->udp_sport becomes
 * the port that was sent.
 */
void icrc_check(const struct walk *w, struct rs_record *r);

#endif
