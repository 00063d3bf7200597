/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_TSRESOL_H
#define CAPTURE_TSRESOL_H
/*
 * Time stamps of a pcapng interface to nanoseconds since 1970, without overflow for any
 * resolution, offset and count: what does not fit is clamped.
 */
#include <rocescope/types.h>

struct tsresol {
	uint64_t fast_max; /**< counts up to here: time = count * fast_mul + fast_add */
	int64_t fast_mul;  /**< 0 = the fast way is not open */
	int64_t fast_add;
	uint8_t code;	  /**< if_tsresol as in the file */
	int64_t offset_s; /**< if_tsoffset */
};

/** tsresol_init - false if the resolution is out of range (10^-20 and finer, 2^-64). */
RS_MUST_USE bool tsresol_init(struct tsresol *t, uint8_t code, int64_t offset_s);
/** tsresol_ps - step in picoseconds, at least 1. */
uint64_t tsresol_ps(const struct tsresol *t);
/** tsresol_slow - any count. */
rs_ns tsresol_slow(const struct tsresol *t, uint64_t count);

static inline rs_ns tsresol_ns(const struct tsresol *t, uint64_t count)
{
	if (count <= t->fast_max)
		return (int64_t)count * t->fast_mul + t->fast_add;
	return tsresol_slow(t, count);
}

#endif
