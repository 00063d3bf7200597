/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_POOL_H
#define ANALYSIS_POOL_H
/*
 * Fixed blocks of one size, taken and given back. All memory is reserved at creation and
 * touched as blocks are used for the first time; a given back block is the next one taken, so
 * the working set stays small. Index 0 means "no block".
 */
#include <rocescope/types.h>

struct pool {
	uint8_t *mem;	    /**< blocks of `size` bytes */
	uint32_t *next;	    /**< free list by index */
	size_t size;	    /**< bytes of a block */
	uint32_t count;	    /**< blocks there are */
	uint32_t fresh;	    /**< blocks 1..fresh have been taken at least once */
	uint32_t free;	    /**< head of the free list, 0 = empty */
	uint64_t refused;   /**< times that no block was left */
};

RS_MUST_USE int pool_init(struct pool *p, size_t size, uint32_t count);
void pool_fini(struct pool *p);
/** pool_take - index of a zeroed block, 0 if none is left (counted). */
uint32_t pool_take(struct pool *p);
void pool_give(struct pool *p, uint32_t index);

static inline void *pool_at(const struct pool *p, uint32_t index)
{
	return p->mem + (size_t)(index - 1) * p->size;
}

#endif
