/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_INDEX_H
#define ANALYSIS_INDEX_H
/*
 * Hash index from a 64-bit hash to slots of an array that somebody else owns: open addressing
 * with linear probing, half full at most, 8 bytes an entry. The low 32 bits of the hash stay
 * in the entry as a tag, so a probe touches the foreign array only when it is nearly sure,
 * and removal can move entries back without asking for their hash again.
 */
#include <rocescope/types.h>

struct index_entry {
	uint32_t tag;  /* low half of the hash */
	uint32_t slot; /* slot + 1, 0 = empty */
};

struct index {
	struct index_entry *entries;
	uint32_t mask; /* entries - 1 */
};

/** index_init - room for @max slots. */
RS_MUST_USE int index_init(struct index *ix, uint32_t max);
void index_fini(struct index *ix);
void index_insert(struct index *ix, uint64_t hash, uint32_t slot);
void index_remove(struct index *ix, uint64_t hash, uint32_t slot);

static inline void index_prefetch(const struct index *ix, uint64_t hash)
{
	__builtin_prefetch(&ix->entries[(uint32_t)hash & ix->mask]);
}

/**
 * index_next - walk the slots whose tag equals that of @hash
 * @at: set to UINT32_MAX before the first call
 * Return: slot, or UINT32_MAX when there is none left.
 */
static inline uint32_t index_next(const struct index *ix, uint64_t hash, uint32_t *at)
{
	const uint32_t tag = (uint32_t)hash;
	uint32_t i = *at == UINT32_MAX ? tag & ix->mask : (*at + 1) & ix->mask;

	for (; ix->entries[i].slot; i = (i + 1) & ix->mask) {
		if (ix->entries[i].tag == tag) {
			*at = i;
			return ix->entries[i].slot - 1;
		}
	}
	return UINT32_MAX;
}

#endif
