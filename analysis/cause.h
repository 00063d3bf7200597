/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_CAUSE_H
#define ANALYSIS_CAUSE_H
/*
 * Why a requester goes back (diagnosis 1.6): judged at the first packet of a round from what
 * is known of the lane at that moment. Pure functions; corrections that need later packets
 * are in recovery.c.
 */
#include "analysis/episode.h"

/** What the judge looks at; all borrowed. */
struct cause_case {
	const struct lane *lane;
	struct lane_pools *pools;
	const struct episode *episode; /**< open episode */
	const struct rs_record *rec;   /**< first packet of the round */
	const struct lane_fact *fact;
	const struct rs_tunables *tune;
	rs_ns yard;		       /**< larger of the lane's median ACK delay and the pair's median reaction, 0 = unknown */
	rs_ns last_request;	       /**< previous request on the lane, RS_NS_NONE = none */
};

struct round cause_judge(const struct cause_case *c);

/** cause_losses - what this round says was lost, into @e. Call after episode_begin_round(). */
void cause_losses(const struct cause_case *c, const struct round *round, struct episode *e);

/** cause_is_timer - a round of this cause was started by the requester's timer. */
bool cause_is_timer(unsigned cause);

#endif
