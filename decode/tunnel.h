/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DECODE_TUNNEL_H
#define DECODE_TUNNEL_H
/*
 * Encapsulations. Each reader takes its header off and returns the layer of the frame inside;
 * it calls no other parser. The record then describes the inner frame: what the outer one
 * left in it (addresses, marks, tag) is cleared.
 */
#include "decode/walk.h"

enum layer tunnel_vxlan(struct walk *w, struct rs_record *r);
enum layer tunnel_vxlan_gpe(struct walk *w, struct rs_record *r);
enum layer tunnel_geneve(struct walk *w, struct rs_record *r);
/** tunnel_gre - GRE, NVGRE, ERSPAN I, II and III. */
enum layer tunnel_gre(struct walk *w, struct rs_record *r);
enum layer tunnel_ipip(struct walk *w, struct rs_record *r);
enum layer tunnel_mpls(struct walk *w, struct rs_record *r);

#endif
