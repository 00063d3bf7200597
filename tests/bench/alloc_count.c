/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/bench/alloc_count.h"

#include <stdatomic.h>
#include <stddef.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define OTHER_ALLOCATOR 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || !defined(__GLIBC__)
#define OTHER_ALLOCATOR 1
#endif

/* A counter is the one thing that an interposed malloc has to share with its reader. */
static _Atomic uint64_t calls;

uint64_t alloc_count(void)
{
	return atomic_load_explicit(&calls, memory_order_relaxed);
}

#ifndef OTHER_ALLOCATOR
#define EXPORT __attribute__((visibility("default")))

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t n, size_t size);
void *__libc_realloc(void *p, size_t size);
EXPORT void *malloc(size_t size);
EXPORT void *calloc(size_t n, size_t size);
EXPORT void *realloc(void *p, size_t size);

void *malloc(size_t size)
{
	atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
	return __libc_malloc(size);
}

void *calloc(size_t n, size_t size)
{
	atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
	return __libc_calloc(n, size);
}

void *realloc(void *p, size_t size)
{
	atomic_fetch_add_explicit(&calls, 1, memory_order_relaxed);
	return __libc_realloc(p, size);
}
#endif
