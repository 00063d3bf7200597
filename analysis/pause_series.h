/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_PAUSE_SERIES_H
#define ANALYSIS_PAUSE_SERIES_H
/*
 * Paused time along the capture, in constant memory: the last second in parts of 10 ms, from
 * which the busiest part and the worst second are kept, and a coarse series of the whole.
 */
#include <rocescope/snapshot.h>

#define PAUSE_PART_NS (10 * RS_NS_PER_MS)
#define PAUSE_PARTS 100

struct pause_series {
	rs_ns part[PAUSE_PARTS]; /**< paused time of part number n at n % PAUSE_PARTS */
	rs_ns sum;		 /**< of all of them */
	int64_t at;		 /**< number of the latest part */
	rs_ns busiest;		 /**< most in one part */
	int64_t busiest_at;
	rs_ns worst;		 /**< most in PAUSE_PARTS parts in a row */
	rs_ns width;		 /**< of a bin, 0 until the first pause */
	uint32_t count;		 /**< bins that are not behind the latest pause */
	rs_ns bins[RS_PAUSE_BINS];
};

/** pause_series_add - paused from @from to @to, since the start of the capture; not before what was added last. */
void pause_series_add(struct pause_series *s, rs_ns from, rs_ns to);

#endif
