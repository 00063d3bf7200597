/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_INFLATE_H
#define CAPTURE_INFLATE_H
/*
 * Unpacks a compressed file in a thread of its own, ahead of the reader by a bounded number
 * of bytes.
 */
#include "capture/codec.h"
#include "capture/fdread.h"
#include <rocescope/types.h>

struct inflate;

struct inflate_source {
	const uint8_t *prefix; /**< stored bytes already read, copied */
	size_t prefix_len;
	int fd; /**< where the rest comes from; -1 = nowhere. Stays the caller's. */
};

/** inflate_create - starts the thread; @stop may be NULL. NULL without memory. */
struct inflate *inflate_create(enum codec_kind kind, const struct inflate_source *src,
			       const atomic_bool *stop);
/** inflate_destroy - stops the thread, wherever it is. NULL is allowed. */
void inflate_destroy(struct inflate *f);
/** inflate_read - at least 1 byte, 0 at the end (see inflate_status). */
ssize_t inflate_read(struct inflate *f, uint8_t *to, size_t n);
/** inflate_status - after inflate_read gave 0: did the data end inside a member, or fail? */
void inflate_status(struct inflate *f, bool *cut, struct rs_err *err);
/** inflate_stored - compressed bytes used so far. */
uint64_t inflate_stored(const struct inflate *f);

#endif
