/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/copies.h"

#include "base/hash.h"
#include "base/lines.h"

#include <rocescope/decode.h>
#include <stdlib.h>
#include <string.h>

#define SETS (1u << 14) /* of WAYS entries each: one cache line */
#define WAYS 4

/** The last kept frame of one content. */
struct seen {
	rs_ns time;
	uint32_t tag;	/* high half of the hash; 0 = empty */
	uint16_t ip_id;
	uint8_t ttl;
	uint8_t link;	/* hash of VLAN and MACs */
};

struct copies {
	const struct rs_tunables *tune; /* borrowed from the engine */
	struct seen (*sets)[WAYS];
	void *mem; /* of sets, owned */
};

struct copies *copies_create(const struct rs_tunables *tune)
{
	struct copies *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->tune = tune;
	c->sets = lines_calloc(SETS, sizeof(*c->sets), &c->mem);
	if (c->sets)
		return c;
	copies_destroy(c);
	return NULL;
}

void copies_destroy(struct copies *c)
{
	if (!c)
		return;
	free(c->mem);
	free(c);
}

uint64_t copies_hash(uint64_t flow_hash, const struct rs_record *r)
{
	/* FECN and BECN may be set on the way; the other flags, PSN, payload and ICRC are the sender's. */
	const uint64_t bth = (uint64_t)(r->bth_flags & ~(RS_BTH_FECN | RS_BTH_BECN)) << 56 | (uint64_t)r->opcode << 48 |
			     (uint64_t)r->udp_sport << 32 | r->psn;
	const uint64_t body = (uint64_t)r->payload_len << 32 | (r->headers & RS_HDR_ICRC ? r->icrc : 0);
	uint64_t ext[3];

	memcpy(ext, &r->u, sizeof(ext));
	return hash_mix(flow_hash + bth * 0x9e3779b97f4a7c15ULL + body * 0xc2b2ae3d27d4eb4fULL + ext[0] * 0x165667b19e3779f9ULL +
			ext[1] * 0x27d4eb2f165667c5ULL + ext[2] * 0x85ebca77c2b2ae63ULL);
}

void copies_prefetch(const struct copies *c, uint64_t hash)
{
	__builtin_prefetch(c->sets[hash % SETS], 1);
}

static uint8_t link_hash(const struct rs_record *r)
{
	uint64_t a, b;

	/* Both MACs are 12 bytes in a row; the tag counts only where there is one. */
	memcpy(&a, r->smac, 8);
	memcpy(&b, (const uint8_t *)r->smac + 4, 8);
	b += r->flags & RS_REC_VLAN ? 1u + r->vlan_tci : 0u;
	return (uint8_t)((a * 0x9e3779b97f4a7c15ULL + b * 0xc2b2ae3d27d4eb4fULL) >> 56);
}

static bool is_data(const struct rs_record *r)
{
	const unsigned role = rs_opcode(r->opcode)->role;

	return (role & RS_OP_REQUEST) || ((role & RS_OP_RESPONSE) && (role & RS_OP_READ));
}

static bool is_copy(const struct copies *c, const struct seen *s, const struct rs_record *r, uint8_t link, bool no_id)
{
	const rs_ns dt = r->time >= s->time ? r->time - s->time : s->time - r->time;

	if (!(r->flags & RS_REC_IPV6) && !no_id && (r->ip_id || s->ip_id))
		return r->ip_id == s->ip_id && dt <= c->tune->t_copy_id;
	if (r->ttl != s->ttl || link != s->link)
		return dt <= c->tune->t_copy_hop;
	return is_data(r) && dt <= c->tune->t_copy_same;
}

bool copies_check(struct copies *c, uint64_t hash, const struct rs_record *r, bool no_id)
{
	struct seen *set = c->sets[hash % SETS], *place = set;
	const uint32_t tag = (uint32_t)(hash >> 32) | 1u;
	const uint8_t link = link_hash(r);

	for (unsigned i = 0; i < WAYS; i++) {
		if (set[i].tag == tag) {
			if (is_copy(c, &set[i], r, link, no_id))
				return true;
			place = &set[i];
			break;
		}
		if (set[i].time < place->time)
			place = &set[i];
	}
	*place = (struct seen){ r->time, tag, r->ip_id, r->ttl, link };
	return false;
}
