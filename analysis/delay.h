/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_DELAY_H
#define ANALYSIS_DELAY_H
/*
 * Small histogram of delays for each lane and host pair: 64 ns to 17 s in four steps per
 * octave (240 bytes). A quantile is right within an eighth; the smallest value is exact.
 * When a bucket is full all are halved: the shape stays.
 */
#include <rocescope/types.h>

#define DELAY_BUCKETS 113

struct delay {
	rs_ns min;	  /**< exact, valid with n > 0 */
	rs_ns max;	  /**< exact */
	uint32_t n;	  /**< samples taken */
	uint16_t count[DELAY_BUCKETS];
};

void delay_add(struct delay *d, rs_ns value);
/** delay_quantile - estimate, clipped to min..max; RS_NS_NONE without samples. */
rs_ns delay_quantile(const struct delay *d, double q);

#endif
