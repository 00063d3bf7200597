/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DECODE_OPCODE_H
#define DECODE_OPCODE_H
/* Table of the 256 BTH opcodes; the public rs_opcode() reads it too. */
#include <rocescope/decode.h>

extern const struct rs_opcode_info opcode_table[256];

/** Opcodes that the decoder treats by number. */
enum {
	OPCODE_CNP = 0x81,	     /**< congestion notification: BTH and 16 reserved bytes */
	OPCODE_UD_SEND_ONLY = 0x64,  /**< carries management datagrams on QP 1 */
};

#endif
