/* SPDX-License-Identifier: BSD-2-Clause */
#include "support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <dirent.h>
#include <sys/stat.h>

void build_bytes(struct build *b, const void *p, size_t n)
{
	if (b->len + n > b->room) {
		b->room = (b->len + n) * 2;
		b->data = realloc(b->data, b->room);
		assert_non_null(b->data);
	}
	if (n)
		memcpy(b->data + b->len, p, n);
	b->len += n;
}

static void number(struct build *b, uint64_t v, unsigned n)
{
	uint8_t out[8];

	for (unsigned i = 0; i < n; i++)
		out[b->big ? n - 1 - i : i] = (uint8_t)(v >> 8 * i);
	build_bytes(b, out, n);
}

void build_u16(struct build *b, uint16_t v)
{
	number(b, v, 2);
}

void build_u32(struct build *b, uint32_t v)
{
	number(b, v, 4);
}

void build_u64(struct build *b, uint64_t v)
{
	number(b, v, 8);
}

void build_hex(struct build *b, const char *hex)
{
	for (; hex[0] && hex[1]; hex += 2) {
		unsigned v;

		assert_int_equal(sscanf(hex, "%2x", &v), 1);
		build_bytes(b, &(uint8_t){ (uint8_t)v }, 1);
	}
}

void build_free(struct build *b)
{
	free(b->data);
	*b = (struct build){ .big = b->big };
}

static void data_bytes(struct build *b, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		build_bytes(b, &(uint8_t){ (uint8_t)i }, 1);
}

void build_pcap(struct build *b, uint32_t magic, uint32_t snaplen, uint32_t linktype)
{
	build_u32(b, magic);
	build_u16(b, 2);
	build_u16(b, 4);
	build_u64(b, 0);
	build_u32(b, snaplen);
	build_u32(b, linktype);
}

void build_record(struct build *b, uint32_t sec, uint32_t frac, uint32_t caplen, uint32_t wirelen)
{
	build_u32(b, sec);
	build_u32(b, frac);
	build_u32(b, caplen);
	build_u32(b, wirelen);
	data_bytes(b, caplen);
}

void build_section(struct build *b)
{
	build_u32(b, 0x0a0d0d0a);
	build_u32(b, 28);
	build_u32(b, 0x1a2b3c4d);
	build_u16(b, 1);
	build_u16(b, 0);
	build_u64(b, UINT64_MAX);
	build_u32(b, 28);
}

void build_block(struct build *b, uint32_t type, const struct build *body)
{
	uint32_t total = 12 + (uint32_t)(body->len + 3) / 4 * 4;

	build_u32(b, type);
	build_u32(b, total);
	build_bytes(b, body->data, body->len);
	build_bytes(b, "\0\0\0", total - 12 - body->len);
	build_u32(b, total);
}

void build_interface(struct build *b, uint16_t linktype, uint32_t snaplen, const struct build *opts)
{
	struct build body = { .big = b->big };

	build_u16(&body, linktype);
	build_u16(&body, 0);
	build_u32(&body, snaplen);
	if (opts)
		build_bytes(&body, opts->data, opts->len);
	build_block(b, 1, &body);
	build_free(&body);
}

void build_option(struct build *b, uint16_t code, const void *value, uint16_t len)
{
	build_u16(b, code);
	build_u16(b, len);
	build_bytes(b, value, len);
	build_bytes(b, "\0\0\0", (4 - len % 4) % 4);
}

void build_option_u64(struct build *b, uint16_t code, uint64_t v)
{
	build_u16(b, code);
	build_u16(b, 8);
	build_u64(b, v);
}

void build_packet(struct build *b, uint32_t interface, uint64_t ts, uint32_t caplen,
		  uint32_t wirelen)
{
	struct build body = { .big = b->big };

	build_u32(&body, interface);
	build_u32(&body, (uint32_t)(ts >> 32));
	build_u32(&body, (uint32_t)ts);
	build_u32(&body, caplen);
	build_u32(&body, wirelen);
	data_bytes(&body, caplen);
	build_bytes(&body, "\0\0\0", (4 - caplen % 4) % 4);
	if (b->options)
		build_bytes(&body, b->options->data, b->options->len);
	b->options = NULL;
	build_block(b, 6, &body);
	build_free(&body);
}

void read_bytes(struct read_result *r, const uint8_t *data, size_t len)
{
	uint8_t *exact = malloc(len ? len : 1);
	struct reader_args args = { .file = &r->file, .number = 3, .point_name = "memory" };
	struct reader *reader;

	memset(r, 0, sizeof(*r));
	assert_non_null(exact);
	if (len)
		memcpy(exact, data, len);
	r->file.name = (char *)"memory";
	r->points = points_create();
	args.points = r->points;
	reader = reader_memory(&args, exact, len);
	while (reader && reader_burst(reader)) {
		for (size_t i = 0; i < reader->count; i++) {
			const struct rs_packet *p = &reader->pkts[i];

			if (r->packets < READ_KEEP)
				r->kept[r->packets] = *p;
			assert_true(p->frame == rs_frame_make(3, ++r->packets));
			for (uint32_t k = 0; k < p->caplen; k++)
				r->sum += p->data[k];
		}
	}
	reader_close(reader);
	free(exact);
	r->point = points_list(r->points, &r->point_count);
}

void read_build(struct read_result *r, const struct build *b)
{
	read_bytes(r, b->data, b->len);
}

void read_done(struct read_result *r)
{
	points_destroy(r->points);
}

void dir_make(struct dir *d)
{
	snprintf(d->path, sizeof(d->path), "/tmp/rocescope-test-XXXXXX");
	assert_non_null(mkdtemp(d->path));
}

void dir_remove(struct dir *d)
{
	DIR *dp = opendir(d->path);
	struct dirent *e;
	char path[400];

	assert_non_null(dp);
	while ((e = readdir(dp))) {
		snprintf(path, sizeof(path), "%s/%s", d->path, e->d_name);
		if (e->d_name[0] != '.' && unlink(path) < 0)
			rmdir(path);
	}
	closedir(dp);
	rmdir(d->path);
}

const char *dir_file(const struct dir *d, const char *name, const void *data, size_t len)
{
	static char paths[4][400];
	static unsigned turn;
	char *path = paths[turn++ % 4];
	FILE *f;

	snprintf(path, sizeof(paths[0]), "%s/%s", d->path, name);
	f = fopen(path, "wb");
	assert_non_null(f);
	if (len)
		assert_int_equal(fwrite(data, 1, len, f), len);
	fclose(f);
	return path;
}

struct input *input_must_open(const char *const *paths, unsigned count, const char *bpf)
{
	struct input_config cfg = { .paths = paths, .path_count = count, .bpf = bpf };
	struct rs_err err = { 0 };
	struct input *in;

	if (input_open(&cfg, &in, &err) < 0)
		fail_msg("input_open: %s", err.text);
	return in;
}

uint64_t input_drain(struct input *in, bool ordered)
{
	const struct rs_packet *p;
	rs_ns last = INT64_MIN;
	uint64_t total = 0;
	size_t n;

	while ((n = input_next(in, &p))) {
		assert_true(n <= 256);
		for (size_t i = 0; i < n; i++) {
			if (ordered)
				assert_true(p[i].time >= last);
			last = p[i].time;
		}
		total += n;
	}
	return total;
}
