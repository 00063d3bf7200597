/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_STREAM_H
#define CAPTURE_STREAM_H
/*
 * The bytes of one file in order, as a window that moves forward: from a descriptor, from a
 * decompressor, or from memory. Readers look at [p, end) and ask for more with stream_need.
 */
#include "capture/fdread.h"
#include "capture/inflate.h"
#include <rocescope/types.h>

/** Window size; the largest record delivered in one piece (262144 bytes and its headers) fits. */
#define STREAM_WINDOW (512u * 1024)
/** Reads of a file that is alone: what was read is still in the second cache when it is decoded. */
#define STREAM_WIDE (128u * 1024)
/** First reads; a look at a file's beginning takes no more. See read_max. */
#define STREAM_BLOCK (64u * 1024)

struct stream {
	const uint8_t *p;	 /**< next byte */
	const uint8_t *end;	 /**< one past the last byte in the window */
	uint8_t *buf;		 /**< window, owned; NULL when the bytes are borrowed memory */
	uint64_t taken;		 /**< bytes put into the window since the start */
	size_t read_max;	 /**< bytes asked for at once; small keeps memory small */
	struct fdread in;	 /**< fd -1 when not from a descriptor */
	struct inflate *inflate; /**< owned, NULL when not compressed */
	bool eof;		 /**< nothing more comes */
	bool cut;		 /**< compressed data ended early */
	struct rs_err err;	 /**< code RS_OK unless reading failed */
};

/** stream_fd - @fd stays the caller's. */
RS_MUST_USE int stream_fd(struct stream *s, int fd, const atomic_bool *stop);
/** stream_memory - @data stays the caller's; no copy is made, nothing past @len is read. */
void stream_memory(struct stream *s, const uint8_t *data, size_t len);
/**
 * stream_unpack - from here on the window shows the unpacked bytes
 * Everything not taken yet is the compressed input. On failure the stream is as before.
 */
RS_MUST_USE int stream_unpack(struct stream *s, enum codec_kind kind, const atomic_bool *stop);
void stream_fini(struct stream *s);

static inline size_t stream_left(const struct stream *s)
{
	return (size_t)(s->end - s->p);
}

/** stream_offset - position of the next byte in the (unpacked) file. */
static inline uint64_t stream_offset(const struct stream *s)
{
	return s->taken - stream_left(s);
}

/** stream_fill - the slow half of stream_need. */
bool stream_fill(struct stream *s, size_t n);

/**
 * stream_need - have @n bytes (<= STREAM_WINDOW) at p; false if the file ends before
 * Moves the window: pointers into it taken before are no longer good.
 */
static inline bool stream_need(struct stream *s, size_t n)
{
	return stream_left(s) >= n || stream_fill(s, n);
}

/** stream_skip - pass over @n bytes; false if the file ends before. Moves the window as
 * stream_need. */
bool stream_skip(struct stream *s, uint64_t n);

/** stream_stored - bytes taken from the file as stored, for progress. */
uint64_t stream_stored(const struct stream *s);

#endif
