/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Packets are added to their lane's node only. When a bucket ends, the lanes touched in it are
 * added to their host pair, requester, responder and point; when a window ends, the same
 * nodes tell their window. So a packet costs three additions, a lane one visit a bucket, and
 * an idle lane nothing. Buckets and windows are numbered from the first record's time, and
 * told only where something was sent again. Records that come out of time order fall into the
 * present bucket.
 */
#include "analysis/load.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

int load_init(struct load *l, uint32_t max_lanes, rs_ns window_ns, uint32_t max_windows)
{
	uint32_t ring = 1024;

	memset(l, 0, sizeof(*l));
	while (ring < max_windows && ring < 1u << 24)
		ring <<= 1;
	l->max = max_lanes * 2u + 64;
	l->nodes = calloc(l->max, sizeof(*l->nodes));
	l->hash = calloc(l->max, sizeof(*l->hash));
	l->ring = calloc(ring, sizeof(*l->ring));
	l->ring_mask = ring - 1;
	l->free = l->bucket_head = l->window_head = LOAD_NONE;
	l->start = RS_NS_NONE;
	l->bucket_end = INT64_MIN;
	l->bucket_ns = window_ns / LOAD_BUCKETS > 0 ? window_ns / LOAD_BUCKETS : 1;
	return l->nodes && l->hash && l->ring ? index_init(&l->index, l->max) : -RS_ENOMEM;
}

void load_fini(struct load *l)
{
	free(l->nodes);
	free(l->hash);
	free(l->ring);
	index_fini(&l->index);
	memset(l, 0, sizeof(*l));
}

static uint32_t node_new(struct load *l)
{
	uint32_t i = l->free;

	if (i != LOAD_NONE) {
		l->free = l->nodes[i].bucket_next;
		memset(&l->nodes[i], 0, sizeof(l->nodes[i]));
		return i;
	}
	return l->used < l->max ? l->used++ : LOAD_NONE;
}

/* Node of a pair, host or point; found by its key. */
static uint32_t group_node(struct load *l, unsigned group, uint16_t point, const struct rs_addr *requester,
			   const struct rs_addr *responder)
{
	static const struct rs_addr none;
	const struct rs_addr *a = requester ? requester : &none, *b = responder ? responder : &none;
	const uint64_t hash = hash_mix(hash_addr(a->b) + 3 * hash_addr(b->b) + ((uint64_t)group << 32 | point));
	uint32_t at = UINT32_MAX, i;

	while ((i = index_next(&l->index, hash, &at)) != UINT32_MAX) {
		const struct load_node *n = &l->nodes[i];

		if (n->group == group && n->point == point && !memcmp(&n->requester, a, sizeof(*a)) &&
		    !memcmp(&n->responder, b, sizeof(*b)))
			return i;
	}
	if (l->used >= l->max)
		return LOAD_NONE;
	i = l->used++;
	l->nodes[i].group = (uint8_t)group;
	l->nodes[i].point = point;
	l->nodes[i].requester = *a;
	l->nodes[i].responder = *b;
	l->hash[i] = hash;
	index_insert(&l->index, hash, i);
	return i;
}

uint32_t load_lane(struct load *l, uint32_t lane_id, uint16_t point, const struct rs_addr *requester,
		   const struct rs_addr *responder)
{
	const uint32_t i = node_new(l);
	struct load_node *n;

	if (i == LOAD_NONE)
		return LOAD_NONE;
	n = &l->nodes[i];
	n->group = RS_GROUP_LANE;
	n->point = point;
	n->lane = lane_id;
	n->requester = *requester;
	n->responder = *responder;
	n->parents[0] = group_node(l, RS_GROUP_PAIR, point, requester, responder);
	n->parents[1] = group_node(l, RS_GROUP_REQUESTER, point, requester, NULL);
	n->parents[2] = group_node(l, RS_GROUP_RESPONDER, point, NULL, responder);
	n->parents[3] = group_node(l, RS_GROUP_POINT, point, NULL, NULL);
	return i;
}

static void add(struct load_sum *into, const struct load_sum *s)
{
	into->payload += s->payload;
	into->resent_bytes += s->resent_bytes;
	into->resent += s->resent;
}

static void tell(struct load *l, const struct load_node *n, const struct load_sum *s, int64_t number, bool whole)
{
	if (!s->resent)
		return;
	if (l->head - l->tail > l->ring_mask) {
		l->lost++;
		return;
	}
	l->ring[l->head++ & l->ring_mask] = (struct rs_window){ .number = number,
								.payload_bytes = s->payload,
								.resent_bytes = s->resent_bytes,
								.resent = s->resent,
								.lane = n->lane,
								.point = n->point,
								.group = n->group,
								.whole = whole,
								.requester = n->requester,
								.responder = n->responder };
}

/* A node's bucket ends: it is told, goes into the window, and is empty again. */
static void end_bucket(struct load *l, uint32_t i)
{
	struct load_node *n = &l->nodes[i];

	tell(l, n, &n->bucket, l->bucket, false);
	add(&n->window, &n->bucket);
	memset(&n->bucket, 0, sizeof(n->bucket));
	n->in_bucket = false;
	if (!n->in_window) {
		n->in_window = true;
		n->window_next = l->window_head;
		l->window_head = i;
	}
}

static void flush_bucket(struct load *l)
{
	uint32_t lanes = l->bucket_head;

	l->bucket_head = LOAD_NONE;
	while (lanes != LOAD_NONE) {
		struct load_node *n = &l->nodes[lanes];
		const uint32_t i = lanes;

		lanes = n->bucket_next;
		for (unsigned k = 0; k < 4; k++) {
			struct load_node *up = n->parents[k] != LOAD_NONE ? &l->nodes[n->parents[k]] : NULL;

			if (!up)
				continue;
			add(&up->bucket, &n->bucket);
			if (!up->in_bucket) {
				up->in_bucket = true;
				up->bucket_next = l->bucket_head;
				l->bucket_head = n->parents[k];
			}
		}
		end_bucket(l, i);
	}
	while (l->bucket_head != LOAD_NONE) {
		const uint32_t i = l->bucket_head;

		l->bucket_head = l->nodes[i].bucket_next;
		end_bucket(l, i);
	}
}

static void flush_window(struct load *l, int64_t number)
{
	while (l->window_head != LOAD_NONE) {
		struct load_node *n = &l->nodes[l->window_head];

		l->window_head = n->window_next;
		tell(l, n, &n->window, number, true);
		memset(&n->window, 0, sizeof(n->window));
		n->in_window = false;
	}
}

/* Times come from files and may be anything: sums stop at the ends of their type. */
static rs_ns plus(rs_ns t, rs_ns d)
{
	rs_ns sum;

	return __builtin_add_overflow(t, d, &sum) ? INT64_MAX : sum;
}

static rs_ns since(rs_ns t, rs_ns start)
{
	rs_ns d;

	return __builtin_sub_overflow(t, start, &d) ? INT64_MAX : d;
}

void load_close(struct load *l, rs_ns now)
{
	int64_t next;

	if (l->start == RS_NS_NONE) {
		l->start = now;
		l->bucket_end = plus(now, l->bucket_ns);
		return;
	}
	flush_bucket(l);
	next = since(now, l->start) / l->bucket_ns;
	if (next / LOAD_BUCKETS != l->bucket / LOAD_BUCKETS)
		flush_window(l, l->bucket / LOAD_BUCKETS);
	l->bucket = next;
	l->bucket_end = plus(now, l->bucket_ns - since(now, l->start) % l->bucket_ns);
}

void load_finish(struct load *l)
{
	flush_bucket(l);
	flush_window(l, l->bucket / LOAD_BUCKETS);
}

void load_lane_gone(struct load *l, uint32_t node)
{
	if (node == LOAD_NONE)
		return;
	/* Rare: settle everything, so that no list holds the node. */
	flush_bucket(l);
	flush_window(l, l->bucket / LOAD_BUCKETS);
	l->nodes[node].bucket_next = l->free;
	l->free = node;
}

size_t load_take(struct load *l, struct rs_window *out, size_t max)
{
	size_t n = 0;

	while (n < max && l->tail != l->head)
		out[n++] = l->ring[l->tail++ & l->ring_mask];
	return n;
}
