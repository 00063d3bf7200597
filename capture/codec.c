/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * `whole` is true between members: set when one ends, cleared when a byte of the next one is
 * taken. Bytes after the first member that do not start another are ignored, as gzip(1) does
 * with the zero padding of tapes.
 */
#include "capture/codec.h"
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_ZLIB
#include <zlib.h>
#endif
#ifdef HAVE_ZSTD
#include <zstd.h>
#include <zstd_errors.h>
#endif
#ifdef HAVE_LZ4
#include <lz4frame.h>
#endif
#ifdef HAVE_LZMA
#include <lzma.h>
#endif

struct codec {
	enum codec_kind kind;
	bool whole;	  /* between members */
	bool ready;	  /* the library's state below is made */
	uint64_t members; /* complete ones */
	union {
#ifdef HAVE_ZLIB
		z_stream gzip;
#endif
#ifdef HAVE_ZSTD
		ZSTD_DCtx *zstd;
#endif
#ifdef HAVE_LZ4
		LZ4F_dctx *lz4;
#endif
#ifdef HAVE_LZMA
		lzma_stream xz;
#endif
		int none; /* a build without any of them */
	} u;
};

static const struct {
	const char *name, *package, *option, *command;
} words[CODEC_COUNT] = {
	[CODEC_GZIP] = { "gzip", "zlib1g-dev", "-Dzlib=enabled", "gzip -d" },
	[CODEC_ZSTD] = { "zstd", "libzstd-dev", "-Dzstd=enabled", "zstd -d" },
	[CODEC_LZ4] = { "lz4", "liblz4-dev", "-Dlz4=enabled", "lz4 -d" },
	[CODEC_XZ] = { "xz", "liblzma-dev", "-Dlzma=enabled", "xz -d" },
};

const char *codec_name(enum codec_kind kind)
{
	return words[kind].name;
}

const char *codec_package(enum codec_kind kind)
{
	return words[kind].package;
}

const char *codec_option(enum codec_kind kind)
{
	return words[kind].option;
}

const char *codec_command(enum codec_kind kind)
{
	return words[kind].command;
}

bool codec_built(enum codec_kind kind)
{
	switch (kind) {
#ifdef HAVE_ZLIB
	case CODEC_GZIP:
		return true;
#endif
#ifdef HAVE_ZSTD
	case CODEC_ZSTD:
		return true;
#endif
#ifdef HAVE_LZ4
	case CODEC_LZ4:
		return true;
#endif
#ifdef HAVE_LZMA
	case CODEC_XZ:
		return true;
#endif
	default:
		return false;
	}
}

static bool library_init(struct codec *c)
{
	switch (c->kind) {
#ifdef HAVE_ZLIB
	case CODEC_GZIP:
		return inflateInit2(&c->u.gzip, 15 + 16) == Z_OK;
#endif
#ifdef HAVE_ZSTD
	case CODEC_ZSTD:
		c->u.zstd = ZSTD_createDCtx();
		return c->u.zstd && !ZSTD_isError(ZSTD_DCtx_setParameter(
					c->u.zstd, ZSTD_d_windowLogMax, CODEC_ZSTD_WINDOW_LOG));
#endif
#ifdef HAVE_LZ4
	case CODEC_LZ4:
		return !LZ4F_isError(LZ4F_createDecompressionContext(&c->u.lz4, LZ4F_VERSION));
#endif
#ifdef HAVE_LZMA
	case CODEC_XZ:
		c->u.xz = (lzma_stream)LZMA_STREAM_INIT;
		return lzma_stream_decoder(&c->u.xz, CODEC_XZ_MEMORY, LZMA_CONCATENATED) == LZMA_OK;
#endif
	default:
		return false;
	}
}

struct codec *codec_create(enum codec_kind kind)
{
	struct codec *c = calloc(1, sizeof(*c));

	if (!c)
		return NULL;
	c->kind = kind;
	c->ready = library_init(c);
	if (!c->ready) {
		codec_destroy(c);
		return NULL;
	}
	return c;
}

void codec_destroy(struct codec *c)
{
	if (!c)
		return;
	switch (c->kind) {
#ifdef HAVE_ZLIB
	case CODEC_GZIP:
		if (c->ready)
			inflateEnd(&c->u.gzip);
		break;
#endif
#ifdef HAVE_ZSTD
	case CODEC_ZSTD:
		ZSTD_freeDCtx(c->u.zstd);
		break;
#endif
#ifdef HAVE_LZ4
	case CODEC_LZ4:
		if (c->ready)
			LZ4F_freeDecompressionContext(c->u.lz4);
		break;
#endif
#ifdef HAVE_LZMA
	case CODEC_XZ:
		lzma_end(&c->u.xz);
		break;
#endif
	default:
		break;
	}
	free(c);
}

#ifdef HAVE_ZLIB
static enum codec_result run_gzip(struct codec *c, struct codec_io *io)
{
	z_stream *z = &c->u.gzip;
	uInt in = io->in_len > (1u << 30) ? 1u << 30 : (uInt)io->in_len;
	uInt out = io->out_len > (1u << 30) ? 1u << 30 : (uInt)io->out_len;
	int rc;

	if (c->whole && in && io->in[0] != 0x1f)
		return CODEC_END;
	z->next_in = (Bytef *)(uintptr_t)io->in; /* zlib does not write there */
	z->avail_in = in;
	z->next_out = io->out;
	z->avail_out = out;
	rc = inflate(z, Z_NO_FLUSH);
	if (z->avail_in < in)
		c->whole = false;
	io->in += in - z->avail_in;
	io->in_len -= in - z->avail_in;
	io->out += out - z->avail_out;
	io->out_len -= out - z->avail_out;
	if (rc == Z_STREAM_END) {
		c->whole = true;
		c->members++;
		return inflateReset(z) == Z_OK ? CODEC_MORE : CODEC_DAMAGED;
	}
	return rc == Z_OK || rc == Z_BUF_ERROR ? CODEC_MORE : CODEC_DAMAGED;
}
#endif

#ifdef HAVE_ZSTD
static enum codec_result run_zstd(struct codec *c, struct codec_io *io)
{
	ZSTD_inBuffer in = { io->in, io->in_len, 0 };
	ZSTD_outBuffer out = { io->out, io->out_len, 0 };
	bool between = c->whole;
	size_t rc;

	if (between && !io->in_len)
		return CODEC_MORE;
	rc = ZSTD_decompressStream(c->u.zstd, &out, &in);
	io->in += in.pos;
	io->in_len -= in.pos;
	io->out += out.pos;
	io->out_len -= out.pos;
	if (ZSTD_isError(rc)) {
		if (ZSTD_getErrorCode(rc) == ZSTD_error_frameParameter_windowTooLarge)
			return CODEC_TOO_BIG;
		if (c->members && ZSTD_getErrorCode(rc) == ZSTD_error_prefix_unknown)
			return CODEC_END;
		return CODEC_DAMAGED;
	}
	c->whole = rc == 0;
	c->members += c->whole;
	return CODEC_MORE;
}
#endif

#ifdef HAVE_LZ4
static enum codec_result run_lz4(struct codec *c, struct codec_io *io)
{
	size_t in = io->in_len, out = io->out_len, rc;
	bool between = c->whole;

	if (between && !in)
		return CODEC_MORE;
	rc = LZ4F_decompress(c->u.lz4, io->out, &out, io->in, &in, NULL);
	if (LZ4F_isError(rc))
		return between ? CODEC_END : CODEC_DAMAGED;
	io->in += in;
	io->in_len -= in;
	io->out += out;
	io->out_len -= out;
	c->whole = rc == 0;
	c->members += c->whole;
	return CODEC_MORE;
}
#endif

#ifdef HAVE_LZMA
static enum codec_result run_xz(struct codec *c, struct codec_io *io)
{
	lzma_stream *x = &c->u.xz;
	lzma_ret rc;

	x->next_in = io->in;
	x->avail_in = io->in_len;
	x->next_out = io->out;
	x->avail_out = io->out_len;
	rc = lzma_code(x, io->in_end ? LZMA_FINISH : LZMA_RUN);
	io->in = x->next_in;
	io->in_len = x->avail_in;
	io->out = x->next_out;
	io->out_len = x->avail_out;
	switch (rc) {
	case LZMA_OK:
	case LZMA_BUF_ERROR:
		return CODEC_MORE;
	case LZMA_STREAM_END:
		c->whole = true;
		return CODEC_END;
	case LZMA_MEMLIMIT_ERROR:
	case LZMA_MEM_ERROR:
		return CODEC_TOO_BIG;
	case LZMA_FORMAT_ERROR: /* what follows the first stream is not xz */
		return x->total_out ? CODEC_END : CODEC_DAMAGED;
	default:
		return CODEC_DAMAGED;
	}
}
#endif

enum codec_result codec_run(struct codec *c, struct codec_io *io)
{
	switch (c->kind) {
#ifdef HAVE_ZLIB
	case CODEC_GZIP:
		return run_gzip(c, io);
#endif
#ifdef HAVE_ZSTD
	case CODEC_ZSTD:
		return run_zstd(c, io);
#endif
#ifdef HAVE_LZ4
	case CODEC_LZ4:
		return run_lz4(c, io);
#endif
#ifdef HAVE_LZMA
	case CODEC_XZ:
		return run_xz(c, io);
#endif
	default:
		return CODEC_DAMAGED;
	}
}

bool codec_whole(const struct codec *c)
{
	return c->whole;
}
