/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What every reader of a snapshot needs, and the two hashes that must be the same on every
 * machine: the id of a flow and the shard of a record.
 */
#include <rocescope/engine.h>
#include <rocescope/snapshot.h>

#include "base/hash.h"

#include <stdlib.h>

void rs_snapshot_fini(struct rs_snapshot *s)
{
	if (!s)
		return;
	free(s->points);
	free(s->flows);
	free(s->lanes);
	free(s->pauses);
	free(s->intervals);
	s->points = NULL;
	s->flows = NULL;
	s->lanes = NULL;
	s->pauses = NULL;
	s->intervals = NULL;
	s->point_count = s->flow_count = s->lane_count = s->pause_count = s->interval_count = 0;
}

const struct rs_lane_row *rs_snapshot_lane(const struct rs_snapshot *s, uint32_t lane)
{
	uint32_t lo = 0, hi = s->lane_count;

	while (lo < hi) {
		const uint32_t mid = lo + (hi - lo) / 2;

		if (s->lanes[mid].id == lane)
			return &s->lanes[mid];
		if (s->lanes[mid].id < lane)
			lo = mid + 1;
		else
			hi = mid;
	}
	return NULL;
}

static void put_be32(uint8_t *p, uint32_t v)
{
	p[0] = (uint8_t)(v >> 24);
	p[1] = (uint8_t)(v >> 16);
	p[2] = (uint8_t)(v >> 8);
	p[3] = (uint8_t)v;
}

/* Over bytes in network order, not over the struct: the id is printed and compared between
 * machines. */
uint64_t rs_flow_id(const struct rs_addr *src, const struct rs_addr *dst, uint32_t dst_qp,
		    uint32_t vni)
{
	uint8_t key[40];

	memcpy(key, src->b, 16);
	memcpy(key + 16, dst->b, 16);
	put_be32(key + 32, dst_qp);
	put_be32(key + 36, vni);
	return hash_bytes(key, sizeof(key), 0);
}

unsigned rs_shard_of(const struct rs_record *r, unsigned shards)
{
	return shards > 1 ? (unsigned)(hash_pair(r->src.b, r->dst.b) % shards) : 0;
}
