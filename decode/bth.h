/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DECODE_BTH_H
#define DECODE_BTH_H
/* Base transport header and the extension headers of its opcode. */
#include "decode/walk.h"

/**
 * bth_read - w->wire_left counts BTH to ICRC, at least 16
 * Fills kind, lengths, headers, the union variant of the opcode and the ICRC as received.
 * Afterwards the walk stands at the payload, if all headers were there.
 */
void bth_read(struct walk *w, struct rs_record *r);

#endif
