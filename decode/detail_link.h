/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DECODE_DETAIL_LINK_H
#define DECODE_DETAIL_LINK_H
/* Fields of link layers, tags, MPLS and MAC control. */
#include "decode/detail.h"

/** detail_link - what stands before the first network header of LINKTYPE_ @linktype */
void detail_link(struct detail *d, unsigned linktype);
void detail_ethernet(struct detail *d, uint32_t at);
/** detail_tags - tags and LLC behind an EtherType @type that was read before @at */
void detail_tags(struct detail *d, uint32_t at, uint16_t type);
void detail_mpls(struct detail *d, uint32_t at);
void detail_pause(struct detail *d, uint32_t at);

#endif
