/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_TRUST_H
#define ANALYSIS_TRUST_H
/*
 * How far the capture can be believed, and the one word about it. What the network did is not
 * judged here; what the capture could not see is.
 */
#include <rocescope/engine.h>

#include "analysis/hostpair.h"

/** What trust is judged by; all borrowed. */
struct trust_source {
	const struct rs_snapshot *snap;
	const struct hostpairs *pairs; /**< of the same snapshot */
	const struct rs_fabric_input *in;
};

/** trust_judge - fill trust, trust_items and word of @v; its findings are filled already. */
void trust_judge(struct rs_verdict *v, const struct trust_source *src);

#endif
