/* SPDX-License-Identifier: BSD-2-Clause */
#include "capture/reader.h"
#include <stdlib.h>
#include <string.h>

static struct reader *make(const struct reader_args *a)
{
	struct reader *r = malloc(sizeof(*r));
	struct input_file *f = a->file;

	f->packets = f->bytes = f->wire_bytes = 0;
	f->truncated = f->failed = false;
	f->error = (struct rs_err){ 0 };
	f->note[0] = 0;
	if (!r) {
		f->failed = true;
		rs_err_set(&f->error, RS_ENOMEM,
			   "%s: no memory to read it; give fewer files at once", f->name);
		return NULL;
	}
	memset(r, 0, offsetof(struct reader, pkts));
	r->filter = a->filter;
	r->first_time = RS_NS_NONE;
	r->ctx = (struct filectx){
		.stream = &r->source.stream,
		.points = a->points,
		.file = f,
		.number = a->number,
		.group = a->group,
		.point_name = a->point_name,
	};
	return r;
}

/* With the source open: read what comes before the first packet. */
static struct reader *start(struct reader *r, int rc)
{
	struct input_file *f = r->ctx.file;

	if (rc < 0) {
		f->failed = true;
		free(r);
		return NULL;
	}
	f->format = detect_label(r->source.format, r->source.codec);
	if (r->source.format == DETECT_PCAPNG)
		pcapng_start(&r->pcapng);
	else if (pcapfile_start(&r->pcapfile, &r->ctx) < 0) {
		filectx_finish(&r->ctx);
		reader_close(r);
		return NULL;
	}
	return r;
}

struct reader *reader_open(const struct reader_args *a)
{
	struct reader *r = make(a);
	int rc;

	if (!r)
		return NULL;
	rc = source_open(&r->source, a->file->name, a->stop, &a->file->error);
	if (a->wide)
		r->source.stream.read_max = STREAM_WIDE;
	return start(r, rc);
}

struct reader *reader_memory(const struct reader_args *a, const uint8_t *data, size_t len)
{
	struct reader *r = make(a);

	return r ? start(r, source_memory(&r->source, data, len, &a->file->error)) : NULL;
}

void reader_close(struct reader *r)
{
	if (!r)
		return;
	pcapng_fini(&r->pcapng);
	source_close(&r->source);
	free(r);
}

static size_t raw_burst(struct reader *r)
{
	size_t n = 0;

	if (!r->over && !r->ctx.file->failed)
		n = r->source.format == DETECT_PCAPNG
			? pcapng_burst(&r->pcapng, &r->ctx, r->pkts, READER_BURST)
			: pcapfile_burst(&r->pcapfile, &r->ctx, r->pkts, READER_BURST);
	if (!n && !r->over) {
		r->over = true;
		filectx_finish(&r->ctx);
	}
	return n;
}

bool reader_burst(struct reader *r)
{
	size_t n;

	r->head = r->count = 0;
	do {
		n = raw_burst(r);
		if (!n)
			return false;
		if (r->first_time == RS_NS_NONE)
			r->first_time = r->pkts[0].time;
		if (r->filter)
			n = bpf_burst(r->filter, r->pkts, n);
	} while (!n);
	r->count = n;
	return true;
}
