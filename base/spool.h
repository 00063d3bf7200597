/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_SPOOL_H
#define BASE_SPOOL_H
/*
 * Append-only list of fixed-size elements: the first ones stay in memory, the rest go to an
 * unlinked temporary file, so a report can list all of them while memory stays bounded.
 * One thread.
 */
#include <rocescope/types.h>

struct spool;

/**
 * spool_create - @elem_size bytes an element, @in_memory elements before the file is used
 * @tmpdir: directory for the file, NULL = /tmp (the file is made only when needed)
 */
struct spool *spool_create(size_t elem_size, size_t in_memory, const char *tmpdir, struct rs_err *err);
void spool_destroy(struct spool *s);
/** spool_append - @n elements, copied. Returns 0 or -RS_ENOSPC, -RS_EIO, -RS_ENOMEM (elements not kept are counted). */
RS_MUST_USE int spool_append(struct spool *s, const void *elems, size_t n);
uint64_t spool_count(const struct spool *s);
uint64_t spool_lost(const struct spool *s);
/** spool_read - up to @max elements from index @from into @out; returns the number read (0 = end or error). */
size_t spool_read(const struct spool *s, uint64_t from, void *out, size_t max);

#endif
