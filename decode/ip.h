/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DECODE_IP_H
#define DECODE_IP_H
/* IPv4, IPv6, the GRH of RoCEv1, and UDP. */
#include <rocescope/decode.h>

#include "decode/walk.h"

/** ip_read - IPv4 or IPv6 by the first nibble (bare IP captures, MPLS). */
enum layer ip_read(struct walk *w, struct rs_record *r);
enum layer ip_read_v4(struct walk *w, struct rs_record *r);
enum layer ip_read_v6(struct walk *w, struct rs_record *r);
/** ip_read_grh - IPv6-shaped header of RoCEv1; next header 0x1b is the BTH. */
enum layer ip_read_grh(struct walk *w, struct rs_record *r);
/** ip_read_udp - the destination port decides what follows, nothing else. */
enum layer ip_read_udp(struct walk *w, const struct rs_decode_config *cfg, struct rs_record *r);

#endif
