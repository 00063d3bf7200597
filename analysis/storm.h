/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_STORM_H
#define ANALYSIS_STORM_H
/*
 * Retransmission storms: many lanes resend at once, or much of the payload is resent
 * (diagnosis 2.1 and the burst rule). Theory of operation in storm.c.
 */
#include "analysis/storm_log.h"

/** Storms of one conclusion. */
struct storm_set {
	struct rs_storm *rows;
	uint32_t count;
	uint32_t *lanes; /* rows[i].lane_first .. + lane_count */
	uint32_t lane_count;
};

/** storm_build - fill @out; sorts the log. -RS_ENOMEM. */
RS_MUST_USE int storm_build(struct storm_set *out, struct storm_log *l, const struct rs_snapshot *snap,
			    const struct rs_tunables *tune, struct rs_err *err);
void storm_set_fini(struct storm_set *s);

#endif
