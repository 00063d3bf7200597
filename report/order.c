/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Theory of operation. The spools hold episodes and events in the order in which engines
 * closed them, perhaps millions, perhaps on disk. Only a sort key and the place in the spool
 * are kept of each row (struct entry, 24 bytes); rows are read again when they are printed,
 * in blocks, because the printed order is close to that of the spool.
 *
 * Names: a lane's number is its place in the order of first packets. An episode is found by
 * (lane id, id), so that equal ids of different engines do no harm.
 */
#include "report/order.h"

#include <stdlib.h>
#include <string.h>

#define BLOCK_ROWS 64

/** One row of a spool: what it is sorted by, and where it is. */
struct entry {
	rs_ns time;
	uint32_t lane;	/**< number of the lane, ORDER_NONE sorts last */
	uint32_t tie;
	uint32_t index; /**< in the spool */
};

struct episode_name {
	uint32_t lane;	/**< id of the engine */
	uint32_t id;
	uint32_t number;
};

/** Rows of a spool as they were last read. */
struct block {
	const struct spool *spool;
	size_t elem_size;
	uint64_t from;
	size_t count;
	unsigned char *rows; /**< BLOCK_ROWS elements */
};

struct order {
	const struct rs_snapshot *snap;
	const struct rs_flow_row **flows;
	const struct rs_lane_row **lanes;
	const struct rs_lane_row **by_flow; /**< lanes sorted by (flow id, point) */
	uint32_t *lane_number;		    /**< by place in the snapshot */
	struct entry *episodes, *events;
	struct episode_name *names;
	uint32_t episode_count, event_count;
	struct block episode_block, event_block;
};

static int three_way(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

/* Rows without a time come last. */
static int compare_time(rs_ns a, rs_ns b)
{
	const uint64_t x = a == RS_NS_NONE ? UINT64_MAX : (uint64_t)a ^ 1ULL << 63;
	const uint64_t y = b == RS_NS_NONE ? UINT64_MAX : (uint64_t)b ^ 1ULL << 63;

	return three_way(x, y);
}

static int compare_flows(const void *pa, const void *pb)
{
	const struct rs_flow_row *a = *(const struct rs_flow_row *const *)pa;
	const struct rs_flow_row *b = *(const struct rs_flow_row *const *)pb;
	int c = compare_time(a->first, b->first);

	if (!c)
		c = three_way(a->point, b->point);
	if (!c)
		c = memcmp(&a->src, &b->src, sizeof(a->src));
	if (!c)
		c = memcmp(&a->dst, &b->dst, sizeof(a->dst));
	if (!c)
		c = three_way(a->dst_qp, b->dst_qp);
	return c ? c : three_way(a->vni, b->vni);
}

static int compare_lanes(const void *pa, const void *pb)
{
	const struct rs_lane_row *a = *(const struct rs_lane_row *const *)pa;
	const struct rs_lane_row *b = *(const struct rs_lane_row *const *)pb;
	int c = compare_time(a->first, b->first);

	if (!c)
		c = three_way(a->point, b->point);
	if (!c)
		c = memcmp(&a->requester, &b->requester, sizeof(a->requester));
	if (!c)
		c = memcmp(&a->responder, &b->responder, sizeof(a->responder));
	if (!c)
		c = three_way(a->responder_qp, b->responder_qp);
	return c ? c : three_way(a->vni, b->vni);
}

static int compare_by_flow(const void *pa, const void *pb)
{
	const struct rs_lane_row *a = *(const struct rs_lane_row *const *)pa;
	const struct rs_lane_row *b = *(const struct rs_lane_row *const *)pb;
	const int c = three_way(a->flow_id, b->flow_id);

	return c ? c : three_way(a->point, b->point);
}

static int compare_entries(const void *pa, const void *pb)
{
	const struct entry *a = pa, *b = pb;
	int c = compare_time(a->time, b->time);

	if (!c)
		c = three_way(a->lane, b->lane);
	if (!c)
		c = three_way(a->tie, b->tie);
	return c ? c : three_way(a->index, b->index);
}

static int compare_names(const void *pa, const void *pb)
{
	const struct episode_name *a = pa, *b = pb;
	const int c = three_way(a->lane, b->lane);

	return c ? c : three_way(a->id, b->id);
}

static void *array(uint64_t n, size_t size)
{
	return calloc(n ? n : 1, size);
}

static uint32_t spool_rows(const struct spool *s)
{
	const uint64_t n = s ? spool_count(s) : 0;

	return n < UINT32_MAX ? (uint32_t)n : UINT32_MAX - 1;
}

static const void *block_row(struct block *b, uint64_t i)
{
	if (i < b->from || i >= b->from + b->count) {
		b->from = i;
		b->count = spool_read(b->spool, i, b->rows, BLOCK_ROWS);
	}
	return b->count ? b->rows + (i - b->from) * b->elem_size : NULL;
}

static bool block_init(struct block *b, const struct spool *s, size_t elem_size)
{
	b->spool = s;
	b->elem_size = elem_size;
	b->rows = malloc(BLOCK_ROWS * elem_size);
	return b->rows;
}

static bool order_rows(struct order *o)
{
	const struct rs_snapshot *s = o->snap;

	o->flows = array(s->flow_count, sizeof(*o->flows));
	o->lanes = array(s->lane_count, sizeof(*o->lanes));
	o->by_flow = array(s->lane_count, sizeof(*o->by_flow));
	o->lane_number = array(s->lane_count, sizeof(*o->lane_number));
	if (!o->flows || !o->lanes || !o->by_flow || !o->lane_number)
		return false;
	for (uint32_t i = 0; i < s->flow_count; i++)
		o->flows[i] = s->flows + i;
	for (uint32_t i = 0; i < s->lane_count; i++)
		o->lanes[i] = o->by_flow[i] = s->lanes + i;
	qsort(o->flows, s->flow_count, sizeof(*o->flows), compare_flows);
	qsort(o->lanes, s->lane_count, sizeof(*o->lanes), compare_lanes);
	qsort(o->by_flow, s->lane_count, sizeof(*o->by_flow), compare_by_flow);
	for (uint32_t i = 0; i < s->lane_count; i++)
		o->lane_number[o->lanes[i] - s->lanes] = i;
	return true;
}

static bool order_episodes(struct order *o)
{
	const uint32_t n = o->episode_count;

	o->episodes = array(n, sizeof(*o->episodes));
	o->names = array(n, sizeof(*o->names));
	if (!o->episodes || !o->names)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		const struct rs_episode *e = block_row(&o->episode_block, i);

		if (!e) {
			o->episode_count = i;
			break;
		}
		o->episodes[i] = (struct entry){ e->start, order_lane_number(o, e->lane), e->first, i };
		o->names[i] = (struct episode_name){ e->lane, e->id, i };
	}
	qsort(o->episodes, o->episode_count, sizeof(*o->episodes), compare_entries);
	/* names[].number is the place in the spool so far: turn it into the place in the order. */
	for (uint32_t i = 0; i < o->episode_count; i++)
		o->names[o->episodes[i].index].number = i;
	qsort(o->names, o->episode_count, sizeof(*o->names), compare_names);
	return true;
}

static bool order_events(struct order *o)
{
	const uint32_t n = o->event_count;

	o->events = array(n, sizeof(*o->events));
	if (!o->events)
		return false;
	for (uint32_t i = 0; i < n; i++) {
		const struct rs_event *e = block_row(&o->event_block, i);

		if (!e) {
			o->event_count = i;
			break;
		}
		/* Events of one lane and one time come from one engine: its serial tells their order. */
		o->events[i] = (struct entry){ e->time, order_lane_number(o, e->lane), (uint32_t)e->serial, i };
	}
	qsort(o->events, o->event_count, sizeof(*o->events), compare_entries);
	return true;
}

struct order *order_create(const struct report *r, struct rs_err *err)
{
	struct order *o = calloc(1, sizeof(*o));

	if (!o) {
		rs_err_set(err, RS_ENOMEM, "no memory to sort the rows of the report");
		return NULL;
	}
	o->snap = r->snap;
	o->episode_count = spool_rows(r->episodes);
	o->event_count = spool_rows(r->events);
	if (!block_init(&o->episode_block, r->episodes, sizeof(struct rs_episode)) ||
	    !block_init(&o->event_block, r->events, sizeof(struct rs_event)) ||
	    !order_rows(o) || !order_episodes(o) || !order_events(o)) {
		rs_err_set(err, RS_ENOMEM, "no memory to sort %u episodes and %u events; narrow the time range with --from and --to",
			   (unsigned)o->episode_count, (unsigned)o->event_count);
		order_destroy(o);
		return NULL;
	}
	return o;
}

void order_destroy(struct order *o)
{
	if (!o)
		return;
	free(o->flows);
	free(o->lanes);
	free(o->by_flow);
	free(o->lane_number);
	free(o->episodes);
	free(o->events);
	free(o->names);
	free(o->episode_block.rows);
	free(o->event_block.rows);
	free(o);
}

const struct rs_flow_row *order_flow(const struct order *o, uint32_t i)
{
	return o->flows[i];
}

const struct rs_lane_row *order_lane(const struct order *o, uint32_t i)
{
	return o->lanes[i];
}

uint32_t order_lane_number(const struct order *o, uint32_t lane_id)
{
	uint32_t lo = 0, hi = o->snap->lane_count;

	while (lo < hi) {
		const uint32_t mid = lo + (hi - lo) / 2;

		if (o->snap->lanes[mid].id == lane_id)
			return o->lane_number[mid];
		if (o->snap->lanes[mid].id < lane_id)
			lo = mid + 1;
		else
			hi = mid;
	}
	return ORDER_NONE;
}

const struct rs_lane_row *order_flow_lane(const struct order *o, const struct rs_flow_row *f)
{
	const struct rs_lane_row key = { .flow_id = f->flow_id, .point = f->point }, *kp = &key;
	const struct rs_lane_row **hit;

	if (!o->snap->lane_count)
		return NULL;
	hit = bsearch(&kp, o->by_flow, o->snap->lane_count, sizeof(*o->by_flow), compare_by_flow);
	return hit ? *hit : NULL;
}

uint32_t order_episode_number(const struct order *o, uint32_t lane_id, uint32_t episode_id)
{
	const struct episode_name key = { .lane = lane_id, .id = episode_id };
	const struct episode_name *hit;

	if (episode_id == RS_NO_EPISODE || !o->episode_count)
		return ORDER_NONE;
	hit = bsearch(&key, o->names, o->episode_count, sizeof(*o->names), compare_names);
	return hit ? hit->number : ORDER_NONE;
}

uint32_t order_episode_count(const struct order *o)
{
	return o->episode_count;
}

uint32_t order_event_count(const struct order *o)
{
	return o->event_count;
}

bool order_episode(struct order *o, uint32_t i, struct rs_episode *out)
{
	const void *row = block_row(&o->episode_block, o->episodes[i].index);

	if (row)
		memcpy(out, row, sizeof(*out));
	return row;
}

bool order_event(struct order *o, uint32_t i, struct rs_event *out)
{
	const void *row = block_row(&o->event_block, o->events[i].index);

	if (row)
		memcpy(out, row, sizeof(*out));
	return row;
}

/** What equal-cost paths are chosen by, protocol and destination port being the same for all. */
struct tuple {
	struct rs_addr src, dst;
	uint16_t sport;
};

static int compare_tuples(const void *pa, const void *pb)
{
	const struct tuple *a = pa, *b = pb;
	int c = memcmp(&a->src, &b->src, sizeof(a->src));

	if (!c)
		c = memcmp(&a->dst, &b->dst, sizeof(a->dst));
	return c ? c : three_way(a->sport, b->sport);
}

int64_t order_tuples(const struct rs_snapshot *s)
{
	struct tuple *t = array((uint64_t)s->flow_count * RS_FLOW_SPORTS, sizeof(*t));
	size_t n = 0, distinct = 0;

	if (!t)
		return -1;
	for (uint32_t i = 0; i < s->flow_count; i++) {
		const struct rs_flow_row *f = s->flows + i;

		for (unsigned k = 0; k < f->sport_count && k < RS_FLOW_SPORTS; k++)
			if (f->request || f->payload_bytes)
				t[n++] = (struct tuple){ f->src, f->dst, f->sports[k] };
	}
	qsort(t, n, sizeof(*t), compare_tuples);
	for (size_t i = 0; i < n; i++)
		distinct += !i || compare_tuples(t + i - 1, t + i);
	free(t);
	return (int64_t)distinct;
}
