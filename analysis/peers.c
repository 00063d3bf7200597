/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/peers.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

int peers_init(struct peers *p, uint32_t max)
{
	memset(p, 0, sizeof(*p));
	p->slot = calloc(max, sizeof(*p->slot));
	p->max = max;
	p->free = PEERS_NONE;
	return p->slot ? index_init(&p->index, max) : -RS_ENOMEM;
}

void peers_fini(struct peers *p)
{
	free(p->slot);
	index_fini(&p->index);
	memset(p, 0, sizeof(*p));
}

static uint64_t hash_of(const struct rs_addr *a, const struct rs_addr *b, uint32_t vni, uint16_t point)
{
	return hash_mix(hash_addr(a->b) + 3 * hash_addr(b->b) + ((uint64_t)point << 32 | vni));
}

static uint32_t look(const struct peers *p, uint64_t hash, const struct peers_entry *want)
{
	uint32_t at = UINT32_MAX, s;

	while ((s = index_next(&p->index, hash, &at)) != UINT32_MAX) {
		const struct peers_entry *e = &p->slot[s];

		if (!memcmp(&e->requester, &want->requester, 16) && !memcmp(&e->responder, &want->responder, 16) &&
		    e->vni == want->vni && e->point == want->point)
			return s;
	}
	return PEERS_NONE;
}

uint32_t peers_find(const struct peers *p, const struct rs_addr *requester, const struct rs_addr *responder, uint32_t vni,
		    uint16_t point)
{
	const struct peers_entry want = { .requester = *requester, .responder = *responder, .vni = vni, .point = point };

	return look(p, hash_of(requester, responder, vni, point), &want);
}

uint32_t peers_get(struct peers *p, const struct rs_addr *requester, const struct rs_addr *responder, uint32_t vni,
		   uint16_t point)
{
	const struct peers_entry want = { .requester = *requester,
					  .responder = *responder,
					  .vni = vni,
					  .point = point,
					  .used = true,
					  .first_lane = UINT32_MAX };
	const uint64_t hash = hash_of(requester, responder, vni, point);
	uint32_t s = look(p, hash, &want);

	if (s != PEERS_NONE)
		return s;
	if (p->free != PEERS_NONE) {
		s = p->free;
		p->free = p->slot[s].first_lane;
	} else if (p->used < p->max) {
		s = p->used++;
	} else {
		return PEERS_NONE;
	}
	p->slot[s] = want;
	index_insert(&p->index, hash, s);
	return s;
}

void peers_remove(struct peers *p, uint32_t slot)
{
	struct peers_entry *e = &p->slot[slot];

	index_remove(&p->index, hash_of(&e->requester, &e->responder, e->vni, e->point), slot);
	*e = (struct peers_entry){ .first_lane = p->free };
	p->free = slot;
}
