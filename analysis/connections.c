/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/connections.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

#define CM_MTU_CODES 5 /* 256 .. 4096 */

enum { CM_REQ = 0x10, CM_REP = 0x13, CM_DREQ = 0x15, CM_DREP = 0x16 };

int cm_init(struct cm *c)
{
	memset(c, 0, sizeof(*c));
	c->slot = calloc(CM_MAX, sizeof(*c->slot));
	c->hash = calloc(2 * CM_MAX, sizeof(*c->hash));
	return c->slot && c->hash ? index_init(&c->index, 2 * CM_MAX) : -RS_ENOMEM;
}

void cm_fini(struct cm *c)
{
	free(c->slot);
	free(c->hash);
	index_fini(&c->index);
	memset(c, 0, sizeof(*c));
}

static bool same(const struct rs_addr *a, const struct rs_addr *b)
{
	return !memcmp(a, b, sizeof(*a));
}

static uint64_t key_hash(const struct rs_addr *src, const struct rs_addr *dst, uint32_t qpn)
{
	return hash_mix(hash_addr(src->b) + 3 * hash_addr(dst->b) + qpn);
}

static struct cm_connection *find_id(struct cm *c, const struct rs_addr *active, const struct rs_addr *passive, uint32_t id)
{
	/* The latest first: an id may come again after a restart. */
	for (uint32_t i = 1; i <= CM_MAX; i++) {
		struct cm_connection *x = &c->slot[(c->at + CM_MAX - i) % CM_MAX];

		if (!x->used)
			return NULL;
		if (x->active_id == id && same(&x->active, active) && same(&x->passive, passive))
			return x;
	}
	return NULL;
}

static void forget(struct cm *c, uint32_t slot)
{
	if (c->slot[slot].complete) {
		index_remove(&c->index, c->hash[2 * slot], 2 * slot);
		index_remove(&c->index, c->hash[2 * slot + 1], 2 * slot + 1);
	}
	memset(&c->slot[slot], 0, sizeof(c->slot[slot]));
}

static void on_req(struct cm *c, const struct rs_record *r)
{
	const struct rs_cm *m = &r->u.cm;
	struct cm_connection *x = find_id(c, &r->src, &r->dst, m->local_id);

	if (x && x->active_qpn == m->qpn && x->active_psn == m->psn)
		return; /* sent again */
	forget(c, c->at);
	x = &c->slot[c->at];
	c->at = (c->at + 1) % CM_MAX;
	*x = (struct cm_connection){ .active = r->src,
				     .passive = r->dst,
				     .active_id = m->local_id,
				     .active_qpn = m->qpn,
				     .active_psn = m->psn,
				     .passive_qpn = RS_NO_QPN,
				     .passive_psn = RS_NO_PSN,
				     .pmtu = m->pmtu_code && m->pmtu_code <= CM_MTU_CODES ? 128u << m->pmtu_code : 0,
				     .ack_timeout = m->ack_timeout,
				     .retry = m->retry & 7,
				     .rnr_retry = m->retry >> 4 & 7,
				     .used = true };
}

static const struct cm_connection *on_rep(struct cm *c, const struct rs_record *r)
{
	struct cm_connection *x = find_id(c, &r->dst, &r->src, r->u.cm.remote_id);
	uint32_t slot;

	if (!x || x->complete)
		return NULL;
	slot = (uint32_t)(x - c->slot);
	x->passive_qpn = r->u.cm.qpn;
	x->passive_psn = r->u.cm.psn;
	x->complete = true;
	c->hash[2 * slot] = key_hash(&x->active, &x->passive, x->passive_qpn);
	c->hash[2 * slot + 1] = key_hash(&x->passive, &x->active, x->active_qpn);
	index_insert(&c->index, c->hash[2 * slot], 2 * slot);
	index_insert(&c->index, c->hash[2 * slot + 1], 2 * slot + 1);
	return x;
}

/* The answer to a DREQ names no QPN, only both ids: of the side that sends it and of the other. */
static const struct cm_connection *on_drep(struct cm *c, const struct rs_record *r)
{
	const struct cm_connection *x = find_id(c, &r->src, &r->dst, r->u.cm.local_id);

	if (!x)
		x = find_id(c, &r->dst, &r->src, r->u.cm.remote_id);
	return x && x->complete ? x : NULL;
}

const struct cm_connection *cm_note(struct cm *c, const struct rs_record *r)
{
	uint32_t unused;

	switch (r->u.cm.attr) {
	case CM_REQ:
		on_req(c, r);
		return NULL;
	case CM_REP:
		return on_rep(c, r);
	case CM_DREQ:
		/* It names the QPN of the side that it goes to. */
		return cm_peer(c, &r->src, &r->dst, r->u.cm.qpn, &unused);
	case CM_DREP:
		return on_drep(c, r);
	default:
		return NULL;
	}
}

const struct cm_connection *cm_peer(const struct cm *c, const struct rs_addr *src, const struct rs_addr *dst, uint32_t qpn,
				    uint32_t *peer_qpn)
{
	const struct cm_connection *best = NULL;
	const uint64_t hash = key_hash(src, dst, qpn);
	uint32_t at = UINT32_MAX, s;

	while ((s = index_next(&c->index, hash, &at)) != UINT32_MAX) {
		const struct cm_connection *x = &c->slot[s / 2];
		const bool to_passive = s % 2 == 0;

		if (!same(src, to_passive ? &x->active : &x->passive) || !same(dst, to_passive ? &x->passive : &x->active) ||
		    qpn != (to_passive ? x->passive_qpn : x->active_qpn))
			continue;
		/* Several lives of one QP number: the latest REQ counts. */
		if (!best || (c->at + CM_MAX - (uint32_t)(x - c->slot)) % CM_MAX < (c->at + CM_MAX - (uint32_t)(best - c->slot)) % CM_MAX) {
			best = x;
			*peer_qpn = to_passive ? x->active_qpn : x->passive_qpn;
		}
	}
	return best;
}
