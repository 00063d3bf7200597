/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_SIGNS_H
#define ANALYSIS_SIGNS_H
/* Signs of a storm (diagnosis 2.2): what its episodes, lanes and flows have in common. */
#include "analysis/storm_log.h"

/** A storm under examination; all borrowed. */
struct signs_case {
	const struct storm_digest *const *members; /* its episodes by start */
	uint32_t count;
	const uint32_t *lanes; /* its lane ids, sorted */
	uint32_t lane_count;
	const struct rs_snapshot *snap;
	const struct rs_storm *storm; /* point and times are set */
};

/** signs_find - mask of enum rs_storm_sign that hold. */
uint32_t signs_find(const struct signs_case *c);

#endif
