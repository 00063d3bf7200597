/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_LINES_H
#define BASE_LINES_H
/* Arrays whose elements are laid out in cache lines: they begin at one. */
#include <stdint.h>
#include <stdlib.h>

#define LINE_BYTES 64

/**
 * lines_calloc - zeroed memory from the beginning of a cache line on, touched as it is used
 * @mem: set to what free() takes, NULL without memory
 */
static inline void *lines_calloc(size_t count, size_t size, void **mem)
{
	const uintptr_t fill = LINE_BYTES - 1;

	*mem = size && count > (SIZE_MAX - fill) / size ? NULL : calloc(count * size + fill, 1);
	return *mem ? (void *)(((uintptr_t)*mem + fill) & ~fill) : NULL;
}

/** lines_prefetch - the @bytes from @p on will be written soon. */
static inline void lines_prefetch(const void *p, size_t bytes)
{
	for (size_t i = 0; i < bytes; i += LINE_BYTES)
		__builtin_prefetch((const char *)p + i, 1);
}

#endif
