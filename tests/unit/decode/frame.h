/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_UNIT_DECODE_FRAME_H
#define TESTS_UNIT_DECODE_FRAME_H
/*
 * Frames for the tests of decode/, put together from hexadecimal pieces. Every frame is
 * decoded from a block of exactly its size, so that a sanitizer sees any read beyond it.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <rocescope/decode.h>

/* Ethernet header up to the type; type; IPv4 by total length and protocol; UDP by length. */
#define MACS "020000000002 020000000001 "
#define IP4(total, proto) "456a " total " 1234 4000 40 " proto " 0000 c0000201 c0000202 "
#define ETH_IP4(total, proto) MACS "0800 " IP4(total, proto)
#define UDP(len) "c123 12b7 " len " 0000 "
#define BTH(op) op " 40 ffff 00 000111 80 000010 "
#define ICRC_ANY "00000000 "

/* RC SEND ONLY with four bytes of payload and its right ICRC, from the IP header on: 48 bytes. */
#define SEND_IP4                                                                                  \
	"456a0030 12344000 4011a41b c0000201 c0000202 c12312b7 001c0000 "                         \
	"0440ffff 00000111 80000100 62617365 adf4f62e "

/** frame_decode - an Ethernet frame with the default configuration. */
struct rs_record frame_decode(const char *hex);
struct rs_record frame_decode_as(unsigned linktype, const char *hex);
/** frame_decode_packet - @pkt without data and lengths; @cut bytes are missing at the end of @hex. */
struct rs_record frame_decode_packet(struct rs_packet pkt, const char *hex, size_t cut);
/** frame_decode_cut - only the first @caplen bytes of an Ethernet frame were captured. */
struct rs_record frame_decode_cut(const char *hex, size_t caplen);

void frame_expect(const struct rs_record *r, enum rs_kind kind, enum rs_reason reason);

#endif
