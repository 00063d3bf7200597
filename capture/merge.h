/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_MERGE_H
#define CAPTURE_MERGE_H
/*
 * Several readers as one stream in time order. A file whose first packet is later than what
 * is being read is not open yet, so a set of hundreds of files costs as much as one.
 */
#include "capture/reader.h"

struct merge;

struct merge *merge_create(unsigned max_files);
void merge_destroy(struct merge *m);
/**
 * merge_add - a file with a first packet
 * @reader: open, with its first burst at hand; or NULL: opened by @args (copied) at @first
 */
void merge_add(struct merge *m, const struct reader_args *args, struct reader *reader, rs_ns first);
/** merge_start - after the last merge_add. */
void merge_start(struct merge *m);
/** merge_next - next burst; 0 at the end. Good until the next call. */
size_t merge_next(struct merge *m, const struct rs_packet **pkts);
/** merge_stored - stored bytes taken so far from the files added. */
uint64_t merge_stored(const struct merge *m);
/** merge_current - number of the file the last packet came from. */
unsigned merge_current(const struct merge *m);
#endif
