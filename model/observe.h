/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MODEL_OBSERVE_H
#define MODEL_OBSERVE_H
/*
 * Keeps the truth per lane: what was done, and what of it an observer at a capture point
 * could know. Uses what the model knows of each packet (how often it was sent, by which
 * round), and only positions of what was seen before it.
 */
#include "model/plan.h"

/** What one connection has shown at one point. */
struct sight {
	uint16_t lane; /**< index into model_truth.lanes, UINT16_MAX = does not pass here */
	bool any;		 /**< a request was seen */
	uint32_t high;		 /**< PSN behind the highest request or acknowledgement seen */
	uint32_t una;		 /**< lowest PSN not acknowledged here */
	uint32_t pointer;	 /**< behind the latest request */
	uint32_t round;		 /**< latest round whose resend was seen */
	uint32_t resp_high;	 /**< behind the highest READ response or ATOMIC ACK, 0 = none yet */
	uint8_t *got;		 /**< per PSN: bit 0 request seen, bit 1 response seen */
};

struct observe {
	const struct plan *plan;
	struct model_truth *truth;
	struct sight sights[PLAN_CONNS][MODEL_POINTS];
};

/** observe_init - @psn_max: PSNs of the longest connection. 0 or -RS_ENOMEM. */
RS_MUST_USE int observe_init(struct observe *o, const struct plan *plan, struct model_truth *truth,
			     uint32_t psn_max);
void observe_fini(struct observe *o);

/** observe_addr - address of a host of the plan. */
struct rs_addr observe_addr(const struct plan *plan, unsigned host);

/** observe_sent - the requester hands out a request. */
void observe_sent(struct observe *o, const struct wire *w);

/** observe_lost - @w is lost or damaged; w->seen tells which points it had passed. */
void observe_lost(struct observe *o, const struct wire *w);

/** observe_frame - @w is in the capture of @point (first copy). */
void observe_frame(struct observe *o, unsigned point, const struct wire *w);

/** observe_ends - take over the counters of both ends when the run is over. */
void observe_ends(struct observe *o, unsigned conn, const struct requester *r,
		  const struct responder *s);

#endif
