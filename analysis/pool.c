/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/pool.h"

#include <stdlib.h>
#include <string.h>

int pool_init(struct pool *p, size_t size, uint32_t count)
{
	memset(p, 0, sizeof(*p));
	p->mem = calloc(count, size);
	p->next = calloc((size_t)count + 1, sizeof(*p->next));
	p->size = size;
	p->count = count;
	return p->mem && p->next ? 0 : -RS_ENOMEM;
}

void pool_fini(struct pool *p)
{
	free(p->mem);
	free(p->next);
	memset(p, 0, sizeof(*p));
}

uint32_t pool_take(struct pool *p)
{
	uint32_t i = p->free;

	if (i) {
		p->free = p->next[i];
		memset(pool_at(p, i), 0, p->size);
		return i;
	}
	if (p->fresh == p->count) {
		p->refused++;
		return 0;
	}
	return ++p->fresh; /* calloc made it zero */
}

void pool_give(struct pool *p, uint32_t index)
{
	if (!index)
		return;
	p->next[index] = p->free;
	p->free = index;
}
