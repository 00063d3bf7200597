/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FINDING_H
#define ANALYSIS_FINDING_H
/*
 * From sums per lane and rows of a snapshot to findings: one per code, point, requester and
 * responder, with severity, confidence, evidence and rank.
 */
#include <rocescope/engine.h>

#include "analysis/finding_group.h"
#include "analysis/waitfor.h"

/** What findings are made of; all borrowed. */
struct finding_source {
	const struct tally *tally;
	const struct rs_snapshot *snap;
	const struct hostpairs *pairs; /**< of the same snapshot */
	const struct rs_fabric_input *in;
	const struct waitfor *waits; /**< of the same snapshot */
	const struct rs_tunables *tune;
};

/** finding_build - fill @out (freed by finding_set_fini); -RS_ENOMEM */
RS_MUST_USE int finding_build(struct finding_set *out, const struct finding_source *src,
			      struct rs_err *err);

/** finding_rnr_storm - decision: at least 10 RNR NAKs in a second, or 10 % of at least 1 s spent
 * waiting. */
bool finding_rnr_storm(const struct rs_lane_row *l);

#endif
