/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DECODE_OPCODE_H
#define DECODE_OPCODE_H
/* What the decoder knows of single opcodes; opcode.c holds the public table of all 256. */
#include <rocescope/decode.h>

/** Opcodes that the decoder treats by number. */
enum {
	OPCODE_CNP = 0x81,	     /**< congestion notification: BTH and 16 reserved bytes */
	OPCODE_UD_SEND_ONLY = 0x64,  /**< carries management datagrams on QP 1 */
};

#endif
