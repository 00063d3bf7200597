/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_STORM_FINDING_H
#define ANALYSIS_STORM_FINDING_H
/* One finding per storm, in front of the others: a storm is critical and costs most. */
#include "analysis/finding_group.h"
#include "analysis/storm.h"

/** storm_findings - put the findings of @storms before those of @set; the lanes of @storms become numbers in @set's list. */
RS_MUST_USE int storm_findings(struct finding_set *set, struct storm_set *storms, const struct rs_snapshot *snap,
			       struct rs_err *err);

#endif
