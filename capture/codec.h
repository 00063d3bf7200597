/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_CODEC_H
#define CAPTURE_CODEC_H
/*
 * One interface to the decompressors. Each library may be absent from a build; codec_built
 * tells. Several members or frames in a row read as one. Memory is capped by the limits below.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define CODEC_XZ_MEMORY	      (128u << 20) /**< bytes an xz decoder may take */
#define CODEC_ZSTD_WINDOW_LOG 27	   /**< 128 MiB, what zstd -d takes without --long */

enum codec_kind { CODEC_NONE, CODEC_GZIP, CODEC_ZSTD, CODEC_LZ4, CODEC_XZ, CODEC_COUNT };

enum codec_result {
	CODEC_MORE,    /**< wants input or room */
	CODEC_END,     /**< complete; input that remains is not of this format */
	CODEC_DAMAGED, /**< data are not what their format asks for */
	CODEC_TOO_BIG, /**< would need more memory than the cap */
};

struct codec_io {
	const uint8_t *in; /**< moves forward */
	size_t in_len;
	uint8_t *out; /**< moves forward */
	size_t out_len;
	bool in_end; /**< no input will follow in_len */
};

struct codec;

/** codec_name - "gzip"; NULL for CODEC_NONE. */
const char *codec_name(enum codec_kind kind);
/** codec_package - Debian package and build option of its library, and a command that unpacks. */
const char *codec_package(enum codec_kind kind);
const char *codec_option(enum codec_kind kind);
const char *codec_command(enum codec_kind kind);
bool codec_built(enum codec_kind kind);
/** codec_create - NULL without memory or when not built. */
struct codec *codec_create(enum codec_kind kind);
void codec_destroy(struct codec *c);
enum codec_result codec_run(struct codec *c, struct codec_io *io);
/** codec_whole - the input so far ends at the end of a member or frame: stopping here is no cut. */
bool codec_whole(const struct codec *c);

#endif
