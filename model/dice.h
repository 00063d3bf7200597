/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MODEL_DICE_H
#define MODEL_DICE_H
/*
 * Seeded random numbers (splitmix64): the same seed gives the same numbers on every machine.
 * Integers only, since floating point may round differently elsewhere.
 */
#include "base/hash.h"
#include <stdbool.h>

struct dice {
	uint64_t state;
};

static inline void dice_init(struct dice *d, uint64_t seed, uint64_t stream)
{
	d->state = hash_combine(seed, stream);
}

static inline uint64_t dice_next(struct dice *d)
{
	d->state += 0x9e3779b97f4a7c15ULL;
	return hash_mix(d->state);
}

/** dice_below - 0..n-1; n = 0 gives 0. */
static inline uint64_t dice_below(struct dice *d, uint64_t n)
{
	return n ? dice_next(d) % n : 0;
}

/** dice_range - first..last, both included. */
static inline uint64_t dice_range(struct dice *d, uint64_t first, uint64_t last)
{
	return first + dice_below(d, last - first + 1);
}

/** dice_ppm - true with a probability in parts per million; 0 draws no number. */
static inline bool dice_ppm(struct dice *d, uint32_t ppm)
{
	return ppm && dice_below(d, 1000000) < ppm;
}

#endif
