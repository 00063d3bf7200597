/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_INPUT_H
#define CAPTURE_INPUT_H
/*
 * Everything the user named as input, as one stream of packets in time order: files of any
 * supported format and compression, directories, ring sets, standard input.
 */
#include "capture/input_types.h"
#include <rocescope/packet.h>

struct input_config {
	const char *const *paths; /**< files, directories, "-" */
	unsigned path_count;
	const char *bpf;	  /**< filter in pcap-filter(7) language, NULL = none */
};

struct input;

/**
 * input_open - find, recognise and open
 * Fails (-RS_E..., @err filled) only if no file at all can be read, or the filter does not
 * compile. Otherwise files that cannot be read have failed set.
 */
RS_MUST_USE int input_open(const struct input_config *cfg, struct input **out, struct rs_err *err);

/**
 * input_next - next burst in time order
 * @pkts: set to an array valid until the next call, bytes included
 * Return: number of packets (at most RS_BURST_MAX of engine.h = 256), 0 at the end. Errors end a
 * file, not the input: they are in its input_file.
 */
size_t input_next(struct input *in, const struct rs_packet **pkts);

/* Arrays valid until input_next or input_close; points and files can grow while reading. */
const struct input_point *input_points(const struct input *in, unsigned *count);
const struct input_file *input_files(const struct input *in, unsigned *count);

struct input_progress {
	uint64_t done_bytes;  /**< of the files as stored */
	uint64_t total_bytes; /**< 0 = not known (pipe) */
	uint64_t packets;
	const char *current;  /**< file being read */
};
void input_progress(const struct input *in, struct input_progress *out);

/** input_stop - make input_next give 0 soon; safe from a signal handler or another thread. */
void input_stop(struct input *in);

void input_close(struct input *in);

/** input_formats - text for --version: "pcap pcapng gzip zstd lz4 xz" as built, static. */
const char *input_formats(void);

#endif
