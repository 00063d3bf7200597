/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Files wait in `waiting`, sorted by first packet time, and are opened when the stream gets
 * there. Open readers form a binary heap by the time of their next packet, ties by file
 * number. Order within a file is never changed: time may go backwards there.
 *
 * A burst is made of packets of the heap's top up to the time of the next one in line; if
 * that is all of the top's burst it is given away as it is, else packets are copied (their
 * bytes are not). A reader whose burst is used up may be refilled only at the next call,
 * because the burst given away points into its window: the burst ends there.
 */
#include "capture/merge.h"
#include <stdlib.h>
#include <string.h>

struct item {
	struct reader_args args;
	struct reader *reader; /* NULL = opened when its time comes */
	rs_ns first;
};

struct merge {
	struct item *waiting; /* sorted once started */
	unsigned waiting_count, waiting_next;
	struct reader **heap;
	unsigned heap_count;
	bool refill;		/* the top's burst is used up */
	uint64_t closed_stored; /* stored bytes of readers that are closed */
	unsigned current;	/* file of the last packet */
	struct rs_packet out[READER_BURST];
};

struct merge *merge_create(unsigned max_files)
{
	struct merge *m = calloc(1, sizeof(*m));

	if (!m)
		return NULL;
	m->waiting = calloc(max_files + 1, sizeof(*m->waiting));
	m->heap = calloc(max_files + 1, sizeof(*m->heap));
	if (m->waiting && m->heap)
		return m;
	merge_destroy(m);
	return NULL;
}

void merge_destroy(struct merge *m)
{
	if (!m)
		return;
	for (unsigned i = m->waiting_next; i < m->waiting_count; i++)
		reader_close(m->waiting[i].reader);
	for (unsigned i = 0; i < m->heap_count; i++)
		reader_close(m->heap[i]);
	free(m->waiting);
	free(m->heap);
	free(m);
}

void merge_add(struct merge *m, const struct reader_args *args, struct reader *reader, rs_ns first)
{
	m->waiting[m->waiting_count++] = (struct item){ *args, reader, first };
}

static int by_first(const void *a, const void *b)
{
	const struct item *x = a, *y = b;

	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	return x->args.number < y->args.number ? -1 : 1;
}

void merge_start(struct merge *m)
{
	if (m->waiting_count > 1)
		qsort(m->waiting, m->waiting_count, sizeof(*m->waiting), by_first);
}

static bool before(const struct reader *a, const struct reader *b)
{
	rs_ns x = a->pkts[a->head].time, y = b->pkts[b->head].time;

	return x != y ? x < y : a->ctx.number < b->ctx.number;
}

static void swap(struct merge *m, unsigned i, unsigned k)
{
	struct reader *t = m->heap[i];

	m->heap[i] = m->heap[k];
	m->heap[k] = t;
}

static void sift_down(struct merge *m)
{
	unsigned i = 0;

	for (;;) {
		unsigned l = 2 * i + 1, best = i;

		if (l < m->heap_count && before(m->heap[l], m->heap[best]))
			best = l;
		if (l + 1 < m->heap_count && before(m->heap[l + 1], m->heap[best]))
			best = l + 1;
		if (best == i)
			return;
		swap(m, i, best);
		i = best;
	}
}

static void push(struct merge *m, struct reader *r)
{
	unsigned i = m->heap_count++;

	m->heap[i] = r;
	while (i && before(m->heap[i], m->heap[(i - 1) / 2])) {
		swap(m, i, (i - 1) / 2);
		i = (i - 1) / 2;
	}
}

/* The top has nothing left: its next burst, or off the heap. */
static void refill_top(struct merge *m)
{
	m->refill = false;
	if (!reader_burst(m->heap[0])) {
		m->closed_stored += stream_stored(&m->heap[0]->source.stream);
		reader_close(m->heap[0]);
		m->heap[0] = m->heap[--m->heap_count];
	}
	sift_down(m);
}

/* Open the files that come before the heap's top (all of the first time if the heap is empty). */
static void open_due(struct merge *m)
{
	while (m->waiting_next < m->waiting_count) {
		struct item *it = &m->waiting[m->waiting_next];
		const struct reader *top = m->heap_count ? m->heap[0] : NULL;
		struct reader *r;

		if (top && it->first > top->pkts[top->head].time)
			return;
		m->waiting_next++;
		r = it->reader;
		if (!r) {
			r = reader_open(&it->args);
			if (r && !reader_burst(r)) {
				m->closed_stored += stream_stored(&r->source.stream);
				reader_close(r);
				r = NULL;
			}
		}
		if (r)
			push(m, r);
	}
}

/* Time from which on the top is no longer first in line; *tie: equal times still are the top's. */
static rs_ns horizon(const struct merge *m, bool *tie)
{
	rs_ns limit = INT64_MAX;

	*tie = true;
	for (unsigned k = 1; k <= 2 && k < m->heap_count; k++) {
		const struct reader *r = m->heap[k];
		rs_ns t = r->pkts[r->head].time;

		if (t < limit || (t == limit && r->ctx.number < m->heap[0]->ctx.number)) {
			limit = t;
			*tie = m->heap[0]->ctx.number < r->ctx.number;
		}
	}
	if (m->waiting_next < m->waiting_count && m->waiting[m->waiting_next].first <= limit) {
		limit = m->waiting[m->waiting_next].first;
		*tie = false;
	}
	return limit;
}

/* How many packets at the top's head are first in line. At least one: the head itself is. */
static size_t run_length(const struct merge *m)
{
	const struct reader *r = m->heap[0];
	size_t n = 1, left = r->count - r->head;
	bool tie;
	rs_ns limit;

	if (m->heap_count == 1 && m->waiting_next == m->waiting_count)
		return left;
	limit = horizon(m, &tie);
	while (n < left &&
	       (r->pkts[r->head + n].time < limit || (tie && r->pkts[r->head + n].time == limit)))
		n++;
	return n;
}

size_t merge_next(struct merge *m, const struct rs_packet **pkts)
{
	size_t n = 0;

	if (m->refill)
		refill_top(m);
	open_due(m);
	while (m->heap_count && n < READER_BURST && !m->refill) {
		struct reader *r = m->heap[0];
		const struct rs_packet *from = r->pkts + r->head;
		size_t run = run_length(m);

		if (run > READER_BURST - n)
			run = READER_BURST - n;
		m->current = r->ctx.number;
		r->head += run;
		m->refill = r->head == r->count;
		if (!n && m->refill) {
			*pkts = from;
			return run;
		}
		memcpy(m->out + n, from, run * sizeof(*from));
		n += run;
		if (!m->refill) {
			sift_down(m);
			open_due(m);
		}
	}
	*pkts = m->out;
	return n;
}

uint64_t merge_stored(const struct merge *m)
{
	uint64_t sum = m->closed_stored;

	for (unsigned i = 0; i < m->heap_count; i++)
		sum += stream_stored(&m->heap[i]->source.stream);
	return sum;
}

unsigned merge_current(const struct merge *m)
{
	return m->current;
}
