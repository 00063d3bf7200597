/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The stages of a report one by one: reader alone, decoder alone and engine alone (both from
 * memory), in CPU nanoseconds a packet, with the allocations that each makes after its start.
 * A decoder or an engine that allocates on the way is a fault: exit status 1.
 *
 *	bench_stages FILE [packets held in memory]
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <rocescope/decode.h>
#include <rocescope/engine.h>

#include "capture/input.h"
#include "tests/bench/alloc_count.h"

struct store {
	uint8_t *bytes; /* owned, all packets behind each other */
	size_t used, room;
	struct rs_packet *packets; /* owned; data is an offset until the store is full */
	size_t count, max;
};

static double cpu_ns(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static void report(const char *stage, size_t packets, double ns, uint64_t allocations)
{
	printf("%-8s %10zu packets %8.1f ns/packet %8.3f Mpkt/CPU s %6llu allocations after the start\n", stage, packets,
	       ns / (double)packets, (double)packets * 1e3 / ns, (unsigned long long)allocations);
}

static struct input *open_file(const char *path)
{
	struct input_config cfg = {.paths = &path, .path_count = 1};
	struct input *in = NULL;
	struct rs_err err = {0};

	if (input_open(&cfg, &in, &err)) {
		fprintf(stderr, "bench_stages: %s\n", err.text);
		exit(2);
	}
	return in;
}

static void bench_reader(const char *path)
{
	struct input *in = open_file(path);
	const struct rs_packet *p;
	size_t n = input_next(in, &p), packets = n;
	uint64_t before = alloc_count();
	double start = cpu_ns();

	while ((n = input_next(in, &p)))
		packets += n;
	report("reader", packets, cpu_ns() - start, alloc_count() - before);
	input_close(in);
}

static void keep(struct store *s, const struct rs_packet *p)
{
	if (s->used + p->caplen > s->room) {
		s->room = 2 * s->room + p->caplen + (1 << 20);
		s->bytes = realloc(s->bytes, s->room);
		if (!s->bytes)
			abort();
	}
	memcpy(s->bytes + s->used, p->data, p->caplen);
	s->packets[s->count++] = *p;
	s->used += p->caplen;
}

static void load(struct store *s, const char *path, size_t max)
{
	struct input *in = open_file(path);
	const struct rs_packet *p;
	size_t n, at = 0;

	s->packets = calloc(max + 1, sizeof(s->packets[0]));
	if (!s->packets)
		abort();
	s->max = max;
	while (s->count < max && (n = input_next(in, &p))) {
		for (size_t i = 0; i < n && s->count < max; i++)
			keep(s, &p[i]);
	}
	for (size_t i = 0; i < s->count; i++) {
		s->packets[i].data = s->bytes + at;
		at += s->packets[i].caplen;
	}
	input_close(in);
}

/* Returns the allocations. */
static uint64_t bench_decoder(const struct store *s, struct rs_record *out)
{
	struct rs_decode_config cfg;
	uint64_t before;
	double start;

	rs_decode_config_init(&cfg);
	memset(out, 0, s->count * sizeof(*out)); /* touched before the clock runs */
	before = alloc_count();
	start = cpu_ns();
	for (size_t i = 0; i < s->count; i++)
		rs_decode(&cfg, &s->packets[i], &out[i]);
	report("decoder", s->count, cpu_ns() - start, alloc_count() - before);
	return alloc_count() - before;
}

static uint64_t bench_engine(const struct rs_record *recs, size_t count)
{
	struct rs_event events[64];
	struct rs_episode episodes[64];
	struct rs_engine_config cfg;
	struct rs_err err = {0};
	struct rs_engine *e;
	size_t n, said = 0, closed = 0;
	uint64_t before;
	double start;

	rs_engine_config_init(&cfg);
	e = rs_engine_create(&cfg, &err);
	if (!e) {
		fprintf(stderr, "bench_stages: %s\n", err.text);
		exit(2);
	}
	before = alloc_count();
	start = cpu_ns();
	for (size_t i = 0; i < count; i += RS_BURST_MAX) {
		rs_engine_feed(e, recs + i, count - i < RS_BURST_MAX ? count - i : RS_BURST_MAX, NULL);
		while ((n = rs_engine_events(e, events, 64)))
			said += n;
		while ((n = rs_engine_episodes(e, episodes, 64)))
			closed += n;
	}
	report("engine", count, cpu_ns() - start, alloc_count() - before);
	before = alloc_count() - before;
	printf("%zu events, %zu episodes\n", said, closed);
	rs_engine_destroy(e);
	return before;
}

int main(int argc, char **argv)
{
	struct store s = {0};
	struct rs_record *recs;
	size_t max = argc > 2 ? strtoull(argv[2], NULL, 10) : 500000;
	uint64_t allocations;

	if (argc < 2) {
		fprintf(stderr, "usage: bench_stages FILE [packets held in memory]\n");
		return 2;
	}
	bench_reader(argv[1]);
	load(&s, argv[1], max);
	recs = calloc(s.count + 1, sizeof(*recs));
	if (!recs)
		abort();
	allocations = bench_decoder(&s, recs);
	allocations += bench_engine(recs, s.count);
	free(recs);
	free(s.packets);
	free(s.bytes);
	return allocations ? 1 : 0;
}
