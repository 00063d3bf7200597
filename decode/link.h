/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DECODE_LINK_H
#define DECODE_LINK_H
/* Link layers: Ethernet with tags and LLC, Linux cooked, BSD loopback, InfiniBand, bare IP. */
#include "decode/walk.h"

/** link_begin - first bytes of a captured frame of LINKTYPE_ @linktype. */
enum layer link_begin(struct walk *w, unsigned linktype, struct rs_record *r);

/** link_ethernet - MACs and what follows; for outer frames and for those inside tunnels. */
enum layer link_ethernet(struct walk *w, struct rs_record *r);

/** link_ethertype - tags, then the protocol that w->ethertype names. */
enum layer link_ethertype(struct walk *w, struct rs_record *r);

#endif
