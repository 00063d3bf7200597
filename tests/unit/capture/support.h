/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TEST_SUPPORT_H
#define TEST_SUPPORT_H
/* What the tests of capture/ share: building files byte by byte, reading them whole. */
#include "capture/input.h"
#include "capture/reader.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

/** Bytes being put together; big = byte order of numbers. */
struct build {
	uint8_t *data;
	size_t len, room;
	bool big;
	const struct build *options; /* of the next packet block */
};

void build_bytes(struct build *b, const void *p, size_t n);
void build_u16(struct build *b, uint16_t v);
void build_u32(struct build *b, uint32_t v);
void build_u64(struct build *b, uint64_t v);
void build_hex(struct build *b, const char *hex);
void build_free(struct build *b);

/* pcap: header and record; data bytes count up from @seed */
void build_pcap(struct build *b, uint32_t magic, uint32_t snaplen, uint32_t linktype);
void build_record(struct build *b, uint32_t sec, uint32_t frac, uint32_t caplen, uint32_t wirelen);
/* pcapng blocks; @opts as they stand on disk */
void build_section(struct build *b);
void build_block(struct build *b, uint32_t type, const struct build *body);
void build_interface(struct build *b, uint16_t linktype, uint32_t snaplen,
		     const struct build *opts);
void build_option(struct build *b, uint16_t code, const void *value, uint16_t len);
void build_option_u64(struct build *b, uint16_t code, uint64_t v);
/** build_packet - takes b->options, if set, once. */
void build_packet(struct build *b, uint32_t interface, uint64_t ts, uint32_t caplen,
		  uint32_t wirelen);

#define READ_KEEP 64

/** What came out of reading one file from memory. */
struct read_result {
	struct input_file file;
	struct points *points;
	const struct input_point *point; /**< list of them */
	unsigned point_count;
	uint64_t packets;
	uint64_t sum;			  /**< over all delivered bytes: touches every one */
	struct rs_packet kept[READ_KEEP]; /**< the first ones; data not valid any more */
};

/** read_bytes - the bytes are copied into a buffer of exactly their size, so that a sanitizer sees
 * every byte too far. */
void read_bytes(struct read_result *r, const uint8_t *data, size_t len);
void read_build(struct read_result *r, const struct build *b);
void read_done(struct read_result *r);

/* Files in a new temporary directory, removed by dir_remove. */
struct dir {
	char path[64];
};

void dir_make(struct dir *d);
void dir_remove(struct dir *d);
/** dir_file - write a file, returns its path (static, four in turn). */
const char *dir_file(const struct dir *d, const char *name, const void *data, size_t len);

/** input_one - open with given paths, expecting success. */
struct input *input_must_open(const char *const *paths, unsigned count, const char *bpf);
/** input_drain - all packets to the end; times must not go backwards if @ordered. */
uint64_t input_drain(struct input *in, bool ordered);

#endif
