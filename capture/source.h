/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_SOURCE_H
#define CAPTURE_SOURCE_H
/*
 * An opened file whose compression is undone and whose format is known, with the stream at
 * its first byte. Errors are whole sentences that start with the file's name.
 */
#include "capture/detect.h"
#include "capture/stream.h"

struct source {
	struct stream stream;
	int fd; /**< -1 when from memory */
	enum detect_format format;
	enum codec_kind codec;
	bool regular;	       /**< can be opened a second time */
	uint64_t stored_bytes; /**< size on disk, 0 = not known */
};

/** source_open - @name "-" is standard input. */
RS_MUST_USE int source_open(struct source *s, const char *name, const atomic_bool *stop,
			    struct rs_err *err);
/** source_memory - @data stays the caller's. */
RS_MUST_USE int source_memory(struct source *s, const uint8_t *data, size_t len,
			      struct rs_err *err);
void source_close(struct source *s);

#endif
