/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MODEL_EVENT_H
#define MODEL_EVENT_H
/*
 * Queue of future events in time order; events of one time come out in the order in which
 * they were put in, so a run does not depend on the shape of the heap.
 */
#include "model/wire.h"

enum event_kind {
	EVENT_WAKE,	 /**< index = connection: its requester has something to do */
	EVENT_INJECT,	 /**< wire is handed to its sender's port */
	EVENT_PORT_FREE, /**< index = port: it may send the next frame */
	EVENT_ENQUEUE,	 /**< wire, held back by a fault, joins the queue of port index */
	EVENT_TAP,	 /**< wire passes the tap of port index */
	EVENT_ARRIVE,	 /**< wire has crossed the link of port index */
	EVENT_COPY,	 /**< index = point: a second mirror copy of wire */
	EVENT_REFRESH,	 /**< index = port: repeat XOFF while its queue is full */
};

struct event {
	rs_ns time;
	uint64_t serial;     /**< order of insertion, set by event_push */
	uint32_t index;
	uint8_t kind;	     /**< enum event_kind */
	struct wire wire;
};

struct event_queue {
	struct event *heap;
	uint32_t count, capacity;
	uint64_t serial;
	uint64_t refused;    /**< events that found no room */
};

RS_MUST_USE int event_queue_init(struct event_queue *q, uint32_t capacity);
void event_queue_fini(struct event_queue *q);

/** event_push - @w may be NULL; an event without room is counted in refused. */
void event_push(struct event_queue *q, rs_ns time, enum event_kind kind, uint32_t index,
		const struct wire *w);

/** event_pop - earliest event into @out; false when empty. */
bool event_pop(struct event_queue *q, struct event *out);

#endif
