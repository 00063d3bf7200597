/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/hostpair.h"

#include "base/hash.h"

#include <stdlib.h>

bool hostpair_damaged(const struct rs_flow_row *f)
{
	return f->icrc_bad && f->icrc_bad * 10 < f->packets;
}

static uint32_t *slot_of(const struct hostpairs *h, uint16_t point, const struct rs_addr *req,
			 const struct rs_addr *resp)
{
	uint32_t i =
	    (uint32_t)hash_combine(hash_combine(hash_addr(req->b), hash_addr(resp->b)), point) &
	    h->mask;

	while (h->slots[i]) {
		const struct hostpair *p = &h->rows[h->slots[i] - 1];

		if (p->point == point && !memcmp(&p->requester, req, sizeof(*req)) &&
		    !memcmp(&p->responder, resp, sizeof(*resp)))
			break;
		i = (i + 1) & h->mask;
	}
	return &h->slots[i];
}

uint32_t hostpairs_find(const struct hostpairs *h, uint16_t point, const struct rs_addr *requester,
			const struct rs_addr *responder)
{
	return *slot_of(h, point, requester, responder) - 1;
}

static struct hostpair *pair_for(struct hostpairs *h, uint16_t point, const struct rs_addr *req,
				 const struct rs_addr *resp)
{
	uint32_t *slot = slot_of(h, point, req, resp);
	struct hostpair *p;

	if (*slot)
		return &h->rows[*slot - 1];
	p = &h->rows[h->count++];
	*slot = h->count;
	p->requester = *req;
	p->responder = *resp;
	p->point = point;
	return p;
}

static void add_flow(struct hostpairs *h, const struct rs_flow_row *f)
{
	/* a response travels from responder to requester */
	if (f->unpaired)
		pair_for(h, f->point, &f->dst, &f->src)->unpaired += f->unpaired;
	if (f->uc_gaps || hostpair_damaged(f))
		pair_for(h, f->point, &f->src, &f->dst);
}

int hostpairs_init(struct hostpairs *h, const struct rs_snapshot *snap, struct rs_err *err)
{
	size_t most = snap->lane_count, slots = 16;

	memset(h, 0, sizeof(*h));
	for (uint32_t i = 0; i < snap->flow_count; i++)
		most += (snap->flows[i].unpaired != 0) + 1;
	while (slots < 2 * most)
		slots *= 2;
	h->rows = calloc(most + 1, sizeof(*h->rows));
	h->slots = calloc(slots, sizeof(*h->slots));
	if (!h->rows || !h->slots) {
		hostpairs_fini(h);
		return rs_err_set(err, RS_ENOMEM,
				  "no memory for %zu host pairs; narrow the capture with a filter",
				  most);
	}
	h->mask = (uint32_t)(slots - 1);
	for (uint32_t i = 0; i < snap->lane_count; i++) {
		const struct rs_lane_row *l = &snap->lanes[i];
		struct hostpair *p = pair_for(h, l->point, &l->requester, &l->responder);

		p->requests += l->requests;
		p->responded |= l->responded;
	}
	for (uint32_t i = 0; i < snap->flow_count; i++)
		add_flow(h, &snap->flows[i]);
	return 0;
}

void hostpairs_fini(struct hostpairs *h)
{
	free(h->rows);
	free(h->slots);
	memset(h, 0, sizeof(*h));
}
