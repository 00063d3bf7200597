/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MODEL_TAP_H
#define MODEL_TAP_H
/*
 * Capture points: turn packets that pass into frames, with what a real capture does to them:
 * drops, sampling, second copies, one direction missing, snap length.
 */
#include "model/event.h"
#include "model/frame.h"
#include "model/observe.h"

struct tap {
	const struct plan *plan;
	const struct model_scenario *scenario;
	struct model_truth *truth;
	struct observe *observe;
	struct event_queue *events;
	struct dice dice;
	model_emit_fn emit;
	void *user;
	uint32_t drop_left[MODEL_POINTS]; /**< rest of a burst of capture drops */
	struct frame_flow request[PLAN_CONNS], response[PLAN_CONNS];
	uint8_t buf[FRAME_MAX];
};

/** tap_init - sets up the addressing of every connection. */
void tap_init(struct tap *t, const struct plan *plan, const struct model_scenario *sc,
	      struct model_truth *truth);

/** tap_length - bytes of the frame of @w without FCS. */
uint32_t tap_length(const struct tap *t, const struct wire *w);

/** tap_frame - @w passes the link of @port: note it, and emit it if it is captured. */
void tap_frame(struct tap *t, rs_ns now, unsigned port, struct wire *w);

/** tap_copy - the mirror delivers @w a second time. */
void tap_copy(struct tap *t, rs_ns now, unsigned port, const struct wire *w);

#endif
