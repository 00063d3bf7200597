/* SPDX-License-Identifier: BSD-2-Clause */
/* Compressed files, made here with the same libraries, through a pipe, a file and memory. */
#include "support.h"
#include "capture/inflate.h"
#include <lz4frame.h>
#include <lzma.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#define PACKETS 3000

static const char *const labels[CODEC_COUNT] = {
	NULL, "pcap+gzip", "pcap+zstd", "pcap+lz4", "pcap+xz",
};

static void pack_gzip(struct build *to, const uint8_t *data, size_t len)
{
	z_stream z = { 0 };
	size_t room = len + len / 100 + 1000;
	uint8_t *out = malloc(room);

	assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
	z.next_in = (Bytef *)(uintptr_t)data;
	z.avail_in = (uInt)len;
	z.next_out = out;
	z.avail_out = (uInt)room;
	assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
	build_bytes(to, out, room - z.avail_out);
	deflateEnd(&z);
	free(out);
}

static void pack_zstd(struct build *to, const uint8_t *data, size_t len)
{
	size_t room = ZSTD_compressBound(len), n;
	uint8_t *out = malloc(room);

	n = ZSTD_compress(out, room, data, len, 3);
	assert_false(ZSTD_isError(n));
	build_bytes(to, out, n);
	free(out);
}

static void pack_lz4(struct build *to, const uint8_t *data, size_t len)
{
	size_t room = LZ4F_compressFrameBound(len, NULL), n;
	uint8_t *out = malloc(room);

	n = LZ4F_compressFrame(out, room, data, len, NULL);
	assert_false(LZ4F_isError(n));
	build_bytes(to, out, n);
	free(out);
}

static void pack_xz(struct build *to, const uint8_t *data, size_t len)
{
	size_t room = lzma_stream_buffer_bound(len), n = 0;
	uint8_t *out = malloc(room);

	assert_int_equal(
	    lzma_easy_buffer_encode(1, LZMA_CHECK_CRC32, NULL, data, len, out, &n, room), LZMA_OK);
	build_bytes(to, out, n);
	free(out);
}

static void pack(struct build *to, enum codec_kind kind, const uint8_t *data, size_t len)
{
	if (kind == CODEC_GZIP)
		pack_gzip(to, data, len);
	else if (kind == CODEC_ZSTD)
		pack_zstd(to, data, len);
	else if (kind == CODEC_LZ4)
		pack_lz4(to, data, len);
	else
		pack_xz(to, data, len);
}

static void make(struct build *b)
{
	build_pcap(b, 0xa1b23c4d, 0, 1);
	for (unsigned i = 0; i < PACKETS; i++)
		build_record(b, 1, i, 60 + i % 1000, 2000);
}

static void every_compression_gives_back_the_packets(void **state)
{
	struct build plain = { 0 };
	struct read_result want;

	make(&plain);
	read_build(&want, &plain);
	for (unsigned kind = CODEC_GZIP; kind < CODEC_COUNT; kind++) {
		struct build b = { 0 };
		struct read_result r;

		assert_true(codec_built((enum codec_kind)kind));
		pack(&b, (enum codec_kind)kind, plain.data, plain.len);
		read_build(&r, &b);
		assert_int_equal(r.packets, PACKETS);
		assert_true(r.sum == want.sum);
		assert_false(r.file.failed);
		assert_false(r.file.truncated);
		assert_string_equal(r.file.format, labels[kind]);
		read_done(&r);
		build_free(&b);
	}
	read_done(&want);
	build_free(&plain);
}

static void members_and_frames_in_a_row_read_as_one(void **state)
{
	struct build plain = { 0 };

	make(&plain);
	for (unsigned kind = CODEC_GZIP; kind < CODEC_COUNT; kind++) {
		struct build b = { 0 };
		struct read_result r;

		for (unsigned i = 0; i < 3; i++) {
			size_t from = plain.len * i / 3, to = plain.len * (i + 1) / 3;

			pack(&b, (enum codec_kind)kind, plain.data + from, to - from);
		}
		read_build(&r, &b);
		assert_int_equal(r.packets, PACKETS);
		assert_false(r.file.truncated);
		read_done(&r);
		build_free(&b);
	}
	build_free(&plain);
}

static void bytes_behind_the_last_member_are_ignored(void **state)
{
	struct build plain = { 0 };

	make(&plain);
	for (unsigned kind = CODEC_GZIP; kind < CODEC_XZ; kind++) {
		struct build b = { 0 };
		struct read_result r;

		pack(&b, (enum codec_kind)kind, plain.data, plain.len);
		build_bytes(&b, "zero padding of a tape", 22);
		read_build(&r, &b);
		assert_int_equal(r.packets, PACKETS);
		assert_false(r.file.failed);
		assert_false(r.file.truncated);
		read_done(&r);
		build_free(&b);
	}
	build_free(&plain);
}

static void cut_compressed_data_give_what_came_before(void **state)
{
	struct build plain = { 0 };

	make(&plain);
	for (unsigned kind = CODEC_GZIP; kind < CODEC_COUNT; kind++) {
		struct build b = { 0 };

		pack(&b, (enum codec_kind)kind, plain.data, plain.len);
		for (size_t len = 0; len < b.len; len += len < 64 ? 1 : b.len / 37) {
			struct read_result r;

			read_bytes(&r, b.data, len);
			assert_true(r.packets < PACKETS);
			assert_true(r.file.failed || r.file.truncated);
			if (r.packets) {
				assert_true(r.file.truncated);
				assert_non_null(strstr(r.file.note, "its compressed data end"));
			}
			read_done(&r);
		}
		build_free(&b);
	}
	build_free(&plain);
}

static void damaged_compressed_data_never_crash(void **state)
{
	struct build plain = { 0 };

	make(&plain);
	for (unsigned kind = CODEC_GZIP; kind < CODEC_COUNT; kind++) {
		struct build b = { 0 };
		unsigned failed = 0;

		pack(&b, (enum codec_kind)kind, plain.data, plain.len);
		for (unsigned i = 0; i < 60; i++) {
			size_t at = (size_t)i * (b.len - 1) / 59;
			struct read_result r;

			b.data[at] ^= 0x55;
			read_build(&r, &b);
			b.data[at] ^= 0x55;
			failed += r.file.failed;
			read_done(&r);
		}
		assert_true(failed > 5);
		build_free(&b);
	}
	build_free(&plain);
}

static void a_text_that_is_compressed_is_refused_as_a_text(void **state)
{
	struct build b = { 0 };
	struct read_result r;

	pack_gzip(&b, (const uint8_t *)"hello, this is a log file of some sort\n", 39);
	read_build(&r, &b);
	assert_true(r.file.failed);
	assert_non_null(strstr(r.file.error.text, "not a capture file: starts with \"hello, this"));
	read_done(&r);
	build_free(&b);
}

static void compressed_twice_is_refused_with_the_way_out(void **state)
{
	struct build plain = { 0 }, b = { 0 }, c = { 0 };
	struct read_result r;

	make(&plain);
	pack_gzip(&b, plain.data, plain.len);
	pack_zstd(&c, b.data, b.len);
	read_build(&r, &c);
	assert_true(r.file.failed);
	assert_int_equal(r.file.error.code, RS_EUNSUPPORTED);
	assert_string_equal(r.file.error.text,
			    "memory: is compressed twice; unpack it once with: zstd -d memory");
	read_done(&r);
	build_free(&plain);
	build_free(&b);
	build_free(&c);
}

static void a_zstd_window_above_the_cap_is_refused(void **state)
{
	/* frame header: 8-byte size follows no; window descriptor of 2^31 */
	static const uint8_t frame[] = { 0x28, 0xb5, 0x2f, 0xfd, 0x00, 21 << 3, 1, 0, 0 };
	struct read_result r;

	read_bytes(&r, frame, sizeof(frame));
	assert_true(r.file.failed);
	assert_int_equal(r.file.error.code, RS_ELIMIT);
	assert_non_null(strstr(r.file.error.text, "need more than 128 MiB to unpack"));
	read_done(&r);
}

static void reading_may_stop_anywhere(void **state)
{
	struct build plain = { 0 }, b = { 0 };

	make(&plain);
	pack_zstd(&b, plain.data, plain.len);
	for (unsigned reads = 0; reads < 4; reads++) {
		struct inflate_source src = { b.data, b.len, -1 };
		struct inflate *f = inflate_create(CODEC_ZSTD, &src, NULL);
		uint8_t some[1000];

		assert_non_null(f);
		for (unsigned i = 0; i < reads; i++)
			assert_int_equal(inflate_read(f, some, sizeof(some)), sizeof(some));
		assert_memory_equal(some, plain.data + (reads ? reads - 1 : 0) * 1000,
				    reads ? 1000 : 0);
		inflate_destroy(f);
	}
	build_free(&plain);
	build_free(&b);
}

static void a_quiet_pipe_does_not_hold_the_end(void **state)
{
	struct build plain = { 0 }, b = { 0 };
	struct inflate_source src = { NULL, 0, -1 };
	struct inflate *f;
	uint8_t some[1000];
	int fds[2];

	make(&plain);
	pack_gzip(&b, plain.data, plain.len);
	assert_int_equal(pipe(fds), 0);
	assert_int_equal(write(fds[1], b.data, b.len / 2), b.len / 2);
	src.fd = fds[0];
	src.prefix = some;
	f = inflate_create(CODEC_GZIP, &src, NULL);
	assert_non_null(f);
	assert_true(inflate_read(f, some, sizeof(some)) > 0);
	inflate_destroy(f); /* the writer is still there and silent */
	close(fds[0]);
	close(fds[1]);
	build_free(&plain);
	build_free(&b);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_compression_gives_back_the_packets),
		cmocka_unit_test(members_and_frames_in_a_row_read_as_one),
		cmocka_unit_test(bytes_behind_the_last_member_are_ignored),
		cmocka_unit_test(cut_compressed_data_give_what_came_before),
		cmocka_unit_test(damaged_compressed_data_never_crash),
		cmocka_unit_test(a_text_that_is_compressed_is_refused_as_a_text),
		cmocka_unit_test(compressed_twice_is_refused_with_the_way_out),
		cmocka_unit_test(a_zstd_window_above_the_cap_is_refused),
		cmocka_unit_test(reading_may_stop_anywhere),
		cmocka_unit_test(a_quiet_pipe_does_not_hold_the_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
