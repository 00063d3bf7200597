/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_HIST_H
#define BASE_HIST_H
/*
 * Log-linear histogram of non-negative 64-bit values (durations in ns): 16 linear steps per
 * power of two, so a quantile is right within 1/16. Fixed size, merged by addition.
 */
#include <stdint.h>

#define HIST_SUB_BITS 4
#define HIST_BUCKETS ((64 - HIST_SUB_BITS + 1) << HIST_SUB_BITS)

struct hist {
	uint64_t n;		     /**< values */
	int64_t min, max;	     /**< exact; valid with n > 0 */
	uint32_t count[HIST_BUCKETS]; /**< saturating */
};

void hist_init(struct hist *h);
void hist_add(struct hist *h, int64_t value); /**< negative values count as 0 */
void hist_merge(struct hist *into, const struct hist *from);
/** hist_quantile - smallest value v with at least q (0..1) of the values <= v, clipped to min..max; 0 if empty. */
int64_t hist_quantile(const struct hist *h, double q);

#endif
