/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/spool.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/*
 * Elements 0 .. memory_max-1 live in `memory` (grown by doubling up to that), the rest in the
 * file. Once a write failed, later elements are only counted as lost: the list has no holes.
 */
struct spool {
	size_t elem_size;
	size_t memory_max;  /* elements kept in memory */
	size_t memory_room; /* elements allocated */
	uint64_t count;	    /* elements readable */
	uint64_t lost;	    /* elements that could not be kept */
	uint8_t *memory;
	int fd;		    /* -1 = not made yet */
	int failed;	    /* negative error of the first failure, 0 = none */
	char dir[256];
};

struct spool *spool_create(size_t elem_size, size_t in_memory, const char *tmpdir, struct rs_err *err)
{
	struct spool *s = calloc(1, sizeof(*s));

	if (!s) {
		rs_err_set(err, RS_ENOMEM, "no memory for a list of results");
		return NULL;
	}
	s->elem_size = elem_size;
	s->memory_max = in_memory;
	s->fd = -1;
	snprintf(s->dir, sizeof(s->dir), "%s", tmpdir ? tmpdir : "/tmp");
	return s;
}

void spool_destroy(struct spool *s)
{
	if (!s)
		return;
	if (s->fd >= 0)
		close(s->fd);
	free(s->memory);
	free(s);
}

static int open_file(struct spool *s)
{
	char path[300];

	snprintf(path, sizeof(path), "%s/rocescope-XXXXXX", s->dir);
	s->fd = mkstemp(path);
	if (s->fd < 0)
		return -RS_EIO;
	unlink(path);
	return 0;
}

static int write_all(struct spool *s, const uint8_t *data, size_t len, uint64_t offset)
{
	while (len) {
		ssize_t n = pwrite(s->fd, data, len, (off_t)offset);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n < 0 && errno != ENOSPC ? -RS_EIO : -RS_ENOSPC;
		data += n;
		len -= (size_t)n;
		offset += (uint64_t)n;
	}
	return 0;
}

static int grow_memory(struct spool *s, uint64_t want)
{
	size_t room = s->memory_room ? s->memory_room : 64;
	uint8_t *m;

	if (want > s->memory_max)
		want = s->memory_max;
	if (want <= s->memory_room)
		return 0;
	while (room < want)
		room *= 2;
	if (room > s->memory_max)
		room = s->memory_max;
	m = realloc(s->memory, room * s->elem_size);
	if (!m)
		return -RS_ENOMEM;
	s->memory = m;
	s->memory_room = room;
	return 0;
}

int spool_append(struct spool *s, const void *elems, size_t n)
{
	const uint8_t *p = elems;
	size_t fit = 0;

	if (!s->failed && s->count < s->memory_max) {
		s->failed = grow_memory(s, s->count + n);
		if (!s->failed) {
			fit = s->memory_max - (size_t)s->count;
			fit = fit < n ? fit : n;
			memcpy(s->memory + s->count * s->elem_size, p, fit * s->elem_size);
			s->count += fit;
		}
	}
	if (!s->failed && fit < n && s->fd < 0)
		s->failed = open_file(s);
	if (!s->failed && fit < n) {
		s->failed = write_all(s, p + fit * s->elem_size, (n - fit) * s->elem_size,
				      (s->count - s->memory_max) * s->elem_size);
		if (!s->failed) {
			s->count += n - fit;
			fit = n;
		}
	}
	s->lost += n - fit;
	return s->failed;
}

uint64_t spool_count(const struct spool *s)
{
	return s ? s->count : 0;
}

uint64_t spool_lost(const struct spool *s)
{
	return s ? s->lost : 0;
}

size_t spool_read(const struct spool *s, uint64_t from, void *out, size_t max)
{
	uint64_t left;
	size_t n;
	ssize_t got;

	if (!s || from >= s->count)
		return 0;
	left = s->count - from;
	n = left < max ? (size_t)left : max;
	if (from < s->memory_max) {
		if (n > s->memory_max - from)
			n = s->memory_max - (size_t)from;
		memcpy(out, s->memory + from * s->elem_size, n * s->elem_size);
		return n;
	}
	got = pread(s->fd, out, n * s->elem_size, (off_t)((from - s->memory_max) * s->elem_size));
	return got < 0 ? 0 : (size_t)got / s->elem_size;
}
