/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DECODE_PAUSE_H
#define DECODE_PAUSE_H
/* MAC control: 802.3x PAUSE and 802.1Qbb priority flow control. */
#include "decode/walk.h"

/** pause_read - the walk stands behind EtherType 0x8808. */
void pause_read(struct walk *w, struct rs_record *r);

#endif
