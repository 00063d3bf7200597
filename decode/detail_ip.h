/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DECODE_DETAIL_IP_H
#define DECODE_DETAIL_IP_H
/* Fields of IPv4, IPv6, GRH, UDP and of tunnel headers. */
#include "decode/detail.h"

void detail_ipv4(struct detail *d, uint32_t at);
/** detail_ipv6 - with its extension headers up to @end */
void detail_ipv6(struct detail *d, uint32_t at, uint32_t end);
void detail_grh(struct detail *d, uint32_t at);
void detail_udp(struct detail *d, uint32_t at, bool roce);
void detail_vxlan(struct detail *d, uint32_t at);
void detail_geneve(struct detail *d, uint32_t at);
/** detail_gre - with the ERSPAN header behind it, up to @end */
void detail_gre(struct detail *d, uint32_t at, uint32_t end);

#endif
