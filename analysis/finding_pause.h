/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FINDING_PAUSE_H
#define ANALYSIS_FINDING_PAUSE_H
/* The pfc-* findings: from pause rows, the flows and lanes beside them, and the wait-for graph. */
#include "analysis/finding_group.h"
#include "analysis/waitfor.h"

/** What they are made of; borrowed. */
struct finding_pauses {
	const struct rs_snapshot *snap;
	const struct waitfor *waits;
	const struct rs_tunables *tune;
};

/** finding_pause_add - append them to @b; -RS_ENOMEM */
RS_MUST_USE int finding_pause_add(struct groups *b, const struct finding_pauses *src);

#endif
