/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MODEL_NETWORK_H
#define MODEL_NETWORK_H
/*
 * Ports with queues and links that carry packets from NIC to NIC, hop by hop, with the
 * plan's faults, ECN marks and PFC. Says through hooks what passes, arrives and gets lost.
 */
#include "model/event.h"
#include "model/plan.h"

struct network_hooks {
	void *user;
	/** A frame passes the middle of the link of @port. */
	void (*tap)(void *user, rs_ns now, unsigned port, struct wire *w);
	/** A frame has reached its host. */
	void (*deliver)(void *user, rs_ns now, const struct wire *w);
	/** A frame is lost, or is damaged so that its receiver will drop it. */
	void (*lost)(void *user, const struct wire *w);
};

struct port {
	struct queue queue;
	bool busy;		 /**< a frame is on its way out */
	bool refreshing;	 /**< an EVENT_REFRESH is under way */
	uint64_t paused;	 /**< ports (bits) that this port's queue has paused */
};

struct network {
	const struct plan *plan;
	struct event_queue *events;
	struct network_hooks hooks;
	struct fault faults[PLAN_FAULTS];
	struct dice dice;
	rs_ns start;
	struct port ports[PLAN_PORTS];
	uint64_t held;		 /**< frames held back */
};

RS_MUST_USE int network_init(struct network *n, const struct plan *plan, struct event_queue *events,
			     const struct network_hooks *hooks, uint64_t seed);
void network_fini(struct network *n);

/** network_send - @w leaves its host at @now. */
void network_send(struct network *n, rs_ns now, const struct wire *w);

/** network_on_event - events ENQUEUE, PORT_FREE, TAP, ARRIVE, REFRESH. */
void network_on_event(struct network *n, const struct event *ev);

/** network_backlog - frames waiting at the NIC of @host. */
uint32_t network_backlog(const struct network *n, unsigned host);

#endif
