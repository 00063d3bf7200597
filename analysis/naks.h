/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_NAKS_H
#define ANALYSIS_NAKS_H
/*
 * The NAK or RNR NAK of a lane whose resend has not been seen: what it asks for, where that
 * was lost, how quickly it came.
 */
#include "analysis/episode.h"

/** naks_pend - a first NAK; @under_way: open or lingering episode, NULL if none. */
void naks_pend(struct lane *l, const struct lane_pools *p, const struct episode *under_way, const struct rs_record *r,
	       unsigned kind);
/** naks_pend_higher - a NAK for a higher PSN while one waits: what the first asked for has come by itself. */
void naks_pend_higher(struct lane *l, const struct lane_pools *p, const struct rs_record *r);
/** naks_rate - keep the most RNR NAKs within one second. */
void naks_rate(struct lane *l, rs_ns now);

#endif
