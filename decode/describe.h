/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DECODE_DESCRIBE_H
#define DECODE_DESCRIBE_H
/* Which table describes which layer of the walk. */
#include "decode/detail.h"
#include "decode/walk.h"

/** One turn of the walk, for its description. */
struct describe_step {
	enum layer layer;	     /**< what was read */
	const struct rs_decode_config *cfg;
	const struct walk *before;   /**< the walk as it stood at the layer's first byte */
	const struct walk *after;
	const struct rs_record *rec; /**< as far as it is filled */
};

void describe_layer(struct detail *d, const struct describe_step *s);

/** describe_rest - bytes behind the last header that was read: data of another protocol, trailer, FCS. */
void describe_rest(struct detail *d, const struct rs_packet *pkt, const struct rs_record *r);

#endif
