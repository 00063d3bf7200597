/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/index.h"

#include <stdlib.h>

int index_init(struct index *ix, uint32_t max)
{
	uint32_t n = 64;

	while (n < max * 2u && n < 1u << 31)
		n <<= 1;
	ix->entries = calloc(n, sizeof(*ix->entries));
	ix->mask = n - 1;
	return ix->entries ? 0 : -RS_ENOMEM;
}

void index_fini(struct index *ix)
{
	free(ix->entries);
	ix->entries = NULL;
}

void index_insert(struct index *ix, uint64_t hash, uint32_t slot)
{
	uint32_t i = (uint32_t)hash & ix->mask;

	while (ix->entries[i].slot)
		i = (i + 1) & ix->mask;
	ix->entries[i] = (struct index_entry){ (uint32_t)hash, slot + 1 };
}

/* Close the gap: an entry may move back to i if its home does not lie behind i (cyclically). */
static void close_gap(struct index *ix, uint32_t i)
{
	for (uint32_t j = (i + 1) & ix->mask; ix->entries[j].slot; j = (j + 1) & ix->mask) {
		const uint32_t home = ix->entries[j].tag & ix->mask;

		if (((j - home) & ix->mask) >= ((j - i) & ix->mask)) {
			ix->entries[i] = ix->entries[j];
			i = j;
		}
	}
	ix->entries[i].slot = 0;
}

void index_remove(struct index *ix, uint64_t hash, uint32_t slot)
{
	uint32_t i = (uint32_t)hash & ix->mask;

	for (; ix->entries[i].slot; i = (i + 1) & ix->mask) {
		if (ix->entries[i].slot == slot + 1) {
			close_gap(ix, i);
			return;
		}
	}
}
