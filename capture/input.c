/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Steering: names -> list of files (expand) -> each is opened once to tell its format, its
 * points and its first packet time (reader) -> all are read in time order (merge). A file
 * that can be opened again is closed after that look, so that hundreds of files need one or a
 * few windows; a pipe stays open with its first burst at hand, and so does a file that is alone.
 */
#include "capture/input.h"
#include "capture/expand.h"
#include "capture/merge.h"
#include <stdlib.h>
#include <string.h>

#define WIDE_FILES 16 /* more files than these are read in small blocks */

struct input {
	struct input_file *files; /* parallel to list.files */
	struct expand_list list;
	struct points *points;
	struct bpf *filter; /* NULL = none */
	struct merge *merge;
	atomic_bool stop;
	bool size_known;      /* of all files */
	uint64_t total_bytes; /* as stored */
	uint64_t spent_bytes; /* of files that were done at the first look */
	uint64_t delivered;
};

static struct reader_args args_of(struct input *in, unsigned i)
{
	return (struct reader_args){
		.file = &in->files[i],
		.number = i,
		.group = in->list.files[i].group,
		.point_name = in->list.files[i].point_name,
		.points = in->points,
		.filter = in->filter,
		.stop = &in->stop,
		.wide = in->list.count <= WIDE_FILES,
	};
}

/* What the first look counted and met will be counted and met again. */
static void forget_counts(struct input_file *f)
{
	f->packets = f->bytes = f->wire_bytes = 0;
	f->failed = false;
	f->note[0] = 0;
}

/* Open a file, read up to its first packet, hand it to merge. */
static void look_at(struct input *in, unsigned i)
{
	struct reader_args args = args_of(in, i);
	struct reader *r = reader_open(&args);
	uint64_t stored;
	bool more;

	if (!r)
		return;
	stored = r->source.stored_bytes;
	in->total_bytes += stored;
	in->size_known &= stored != 0;
	more = reader_burst(r);
	if (!more) {
		in->spent_bytes += stored;
		reader_close(r);
	} else if (in->list.count == 1 || !r->source.regular) {
		merge_add(in->merge, &args, r, r->first_time);
	} else {
		merge_add(in->merge, &args, NULL, r->first_time);
		reader_close(r);
		forget_counts(&in->files[i]);
	}
}

/* The filter must compile for the link types found; for Ethernet if none was found. */
static int check_filter(struct input *in, const char *expression, struct rs_err *err)
{
	unsigned count;
	const struct input_point *pt = points_list(in->points, &count);

	if (!expression)
		return 0;
	for (unsigned i = 0; i < count; i++) {
		int rc = bpf_check(in->filter, pt[i].linktype, err);

		if (rc < 0)
			return rc;
	}
	return count ? 0 : bpf_check(in->filter, 1, err);
}

/* All failed: the input as a whole has, with the first reason. */
static int check_any(const struct input *in, struct rs_err *err)
{
	for (unsigned i = 0; i < in->list.count; i++)
		if (!in->files[i].failed || in->files[i].packets)
			return 0;
	if (err)
		*err = in->files[0].error;
	return -in->files[0].error.code;
}

static int open_all(struct input *in, const struct input_config *cfg, struct rs_err *err)
{
	int rc = expand_paths(&in->list, cfg->paths, cfg->path_count, err);

	if (rc < 0)
		return rc;
	if (!in->list.count)
		return rs_err_set(err, RS_EINVAL,
				  "no input file named; name one, or - for standard input");
	in->files = calloc(in->list.count, sizeof(*in->files));
	in->merge = merge_create(in->list.count);
	in->points = points_create();
	if (!in->files || !in->merge || !in->points)
		return rs_err_set(err, RS_ENOMEM, "no memory to read the input");
	if (cfg->bpf) {
		in->filter = bpf_create(cfg->bpf, err);
		if (!in->filter)
			return -(err ? err->code : RS_EINVAL);
	}
	for (unsigned i = 0; i < in->list.count; i++) {
		in->files[i].name = in->list.files[i].name;
		in->files[i].error = in->list.files[i].err;
		in->files[i].failed = in->list.files[i].err.code != RS_OK;
		if (!in->files[i].failed)
			look_at(in, i);
	}
	rc = check_any(in, err);
	if (rc < 0)
		return rc;
	merge_start(in->merge);
	return check_filter(in, cfg->bpf, err);
}

int input_open(const struct input_config *cfg, struct input **out, struct rs_err *err)
{
	struct input *in = calloc(1, sizeof(*in));
	int rc;

	*out = NULL;
	if (!in)
		return rs_err_set(err, RS_ENOMEM, "no memory to read the input");
	in->size_known = true;
	rc = open_all(in, cfg, err);
	if (rc < 0) {
		input_close(in);
		return rc;
	}
	*out = in;
	return 0;
}

size_t input_next(struct input *in, const struct rs_packet **pkts)
{
	size_t n = 0;

	if (!atomic_load_explicit(&in->stop, memory_order_relaxed))
		n = merge_next(in->merge, pkts);
	in->delivered += n;
	return n;
}

const struct input_point *input_points(const struct input *in, unsigned *count)
{
	return points_list(in->points, count);
}

const struct input_file *input_files(const struct input *in, unsigned *count)
{
	*count = in->list.count;
	return in->files;
}

void input_progress(const struct input *in, struct input_progress *out)
{
	out->done_bytes = in->spent_bytes + merge_stored(in->merge);
	out->total_bytes = in->size_known ? in->total_bytes : 0;
	out->packets = in->delivered;
	out->current = in->files[merge_current(in->merge)].name;
}

void input_stop(struct input *in)
{
	atomic_store_explicit(&in->stop, true, memory_order_relaxed);
}

void input_close(struct input *in)
{
	if (!in)
		return;
	merge_destroy(in->merge);
	bpf_destroy(in->filter);
	points_destroy(in->points);
	free(in->files);
	expand_free(&in->list);
	free(in);
}

const char *input_formats(void)
{
	return "pcap pcapng"
#ifdef HAVE_ZLIB
	       " gzip"
#endif
#ifdef HAVE_ZSTD
	       " zstd"
#endif
#ifdef HAVE_LZ4
	       " lz4"
#endif
#ifdef HAVE_LZMA
	       " xz"
#endif
	    ;
}
