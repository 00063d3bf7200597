/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/flow.h"

#include <rocescope/decode.h>
#include <stdlib.h>
#include <string.h>

#define VICTIM_CANDIDATES 64

int flows_init(struct flows *f, uint32_t max)
{
	memset(f, 0, sizeof(*f));
	f->slot = lines_calloc(max, sizeof(*f->slot), &f->mem);
	f->max = max;
	f->free = FLOW_NONE;
	return f->slot ? index_init(&f->index, max) : -RS_ENOMEM;
}

void flows_fini(struct flows *f)
{
	free(f->mem);
	index_fini(&f->index);
	memset(f, 0, sizeof(*f));
}

uint32_t flows_find(const struct flows *f, const struct flow_key *key, uint64_t hash)
{
	uint32_t at = UINT32_MAX, s;

	while ((s = index_next(&f->index, hash, &at)) != UINT32_MAX)
		if (!memcmp(&f->slot[s].key, key, sizeof(*key)))
			return s;
	return FLOW_NONE;
}

bool flow_is_of(const struct flow *f, const struct rs_record *r)
{
	const struct flow_key *k = &f->key;

	return k->qpn == r->dqpn && !memcmp(&k->dst, &r->dst, sizeof(k->dst)) && !memcmp(&k->src, &r->src, sizeof(k->src)) &&
	       k->point == r->point && k->vni == flow_vni(r);
}

uint32_t flows_find_record(const struct flows *f, const struct rs_record *r, uint64_t hash)
{
	uint32_t at = UINT32_MAX, s;

	while ((s = index_next(&f->index, hash, &at)) != UINT32_MAX)
		if (flow_is_of(&f->slot[s], r))
			return s;
	return FLOW_NONE;
}

uint32_t flows_guess(const struct flows *f, uint64_t hash)
{
	uint32_t at = UINT32_MAX;
	const uint32_t s = index_next(&f->index, hash, &at);

	if (s == UINT32_MAX)
		return FLOW_NONE;
	lines_prefetch(&f->slot[s], FLOW_HOT_BYTES);
	return s;
}

uint32_t flows_victim(struct flows *f)
{
	uint32_t best = FLOW_NONE;

	if (f->used < f->max || f->free != FLOW_NONE)
		return FLOW_NONE;
	for (unsigned i = 0; i < VICTIM_CANDIDATES && i < f->max; i++) {
		const uint32_t s = f->hand;

		f->hand = (f->hand + 1) % f->max;
		if (f->slot[s].used && (best == FLOW_NONE || f->slot[s].row.last < f->slot[best].row.last))
			best = s;
	}
	return best;
}

void flows_remove(struct flows *f, uint32_t slot)
{
	index_remove(&f->index, f->slot[slot].hash, slot);
	memset(&f->slot[slot], 0, sizeof(f->slot[slot]));
	f->free = slot;
}

static void row_start(struct rs_flow_row *row, const struct flow_key *key, const struct rs_record *r)
{
	row->src = key->src;
	row->dst = key->dst;
	row->dst_qp = key->qpn;
	row->vni = key->vni;
	row->point = key->point;
	row->flow_id = rs_flow_id(&key->src, &key->dst, key->qpn, key->vni);
	row->transport = rs_opcode(r->opcode)->transport;
	row->first = r->time;
	row->first_frame = r->frame;
}

uint32_t flows_add(struct flows *f, const struct flow_key *key, uint64_t hash, const struct rs_record *r)
{
	const uint32_t s = f->free != FLOW_NONE ? f->free : f->used++;
	struct flow *x = &f->slot[s];

	f->free = FLOW_NONE;
	memset(x, 0, sizeof(*x));
	x->key = *key;
	x->hash = (uint32_t)hash;
	x->used = true;
	x->peer = FLOW_NONE;
	x->lane = UINT32_MAX;
	row_start(&x->row, key, r);
	index_insert(&f->index, hash, s);
	return s;
}

bool flow_has_sport(const struct flow *f, uint16_t sport)
{
	for (unsigned i = 0; i < f->row.sport_count; i++)
		if (f->row.sports[i] == sport)
			return true;
	return false;
}

static void add16(uint16_t *set, uint8_t *count, unsigned max, uint16_t v)
{
	for (unsigned i = 0; i < *count; i++)
		if (set[i] == v)
			return;
	if (*count < max)
		set[(*count)++] = v;
}

static void add8(uint8_t *set, uint8_t *count, unsigned max, uint8_t v)
{
	for (unsigned i = 0; i < *count; i++)
		if (set[i] == v)
			return;
	if (*count < max)
		set[(*count)++] = v;
}

static void note_attributes(struct flow *f, const struct rs_record *r)
{
	struct rs_flow_row *row = &f->row;

	add16(row->sports, &row->sport_count, RS_FLOW_SPORTS, r->udp_sport);
	add8(row->dscps, &row->dscp_count, RS_FLOW_VLANS, (uint8_t)rs_record_dscp(r));
	if (r->flags & RS_REC_VLAN) {
		add16(row->vlans, &row->vlan_count, RS_FLOW_VLANS, r->vlan_tci & 0xfff);
		add8(row->pcps, &row->pcp_count, RS_FLOW_VLANS, (uint8_t)(r->vlan_tci >> 13));
	}
	f->last_sport = r->udp_sport;
	f->last_tos = r->tos;
	f->last_vlan = r->vlan_tci;
}

void flow_count(struct flow *f, const struct rs_record *r)
{
	struct rs_flow_row *row = &f->row;

	if (r->udp_sport != f->last_sport || r->tos != f->last_tos || r->vlan_tci != f->last_vlan || !row->packets)
		note_attributes(f, r);
	row->packets++;
	row->wire_bytes += r->wire_len;
	row->payload_bytes += r->payload_len;
	row->ecn[rs_record_ecn(r)]++;
	row->last = r->time;
	f->icrc_good += r->icrc_state == RS_ICRC_GOOD || r->icrc_state == RS_ICRC_SPORT;
}
