/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_BENCH_ALLOC_COUNT_H
#define TESTS_BENCH_ALLOC_COUNT_H
/* Counts calls of malloc, calloc and realloc of the whole program (glibc). */
#include <stdint.h>

/** alloc_count - calls so far; 0 for ever under a sanitizer, which has its own allocator. */
uint64_t alloc_count(void);

#endif
