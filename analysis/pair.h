/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_PAIR_H
#define ANALYSIS_PAIR_H
/*
 * Which flow carries the answers of which requests (diagnosis 1.2). Only destination QPNs are
 * on the wire, so the two directions are joined by what is known or uniquely fits, and never
 * by a guess. Theory of operation in pair.c.
 */
#include "analysis/connections.h"
#include "analysis/flow.h"
#include "analysis/lane.h"
#include "analysis/peers.h"

/** All that pairing looks at; borrowed from the engine but for the copied hints. */
struct pair {
	struct flows *flows;
	struct lane *lanes;
	struct peers *peers;
	struct cm cm;
	struct rs_pair_hint *hints; /**< owned */
	uint32_t hint_count;
	const struct rs_tunables *tune;
};

RS_MUST_USE int pair_init(struct pair *p, const struct rs_pair_hint *hints, uint32_t count);
void pair_fini(struct pair *p);

/** pair_new_flow - a flow was created: what the user or CM said about it. */
void pair_new_flow(struct pair *p, uint32_t flow);
/** pair_for_answer - flow whose requests an answer on @flow belongs to, FLOW_NONE if that cannot be known. */
uint32_t pair_for_answer(struct pair *p, uint32_t flow, const struct rs_record *r);
/** pair_join, pair_part - by hand (CM, eviction). */
void pair_join(struct pair *p, uint32_t a, uint32_t b, unsigned method, unsigned confidence);
void pair_part(struct pair *p, uint32_t flow);

#endif
