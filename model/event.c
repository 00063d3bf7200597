/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/event.h"

#include <stdlib.h>
#include <string.h>

int event_queue_init(struct event_queue *q, uint32_t capacity)
{
	memset(q, 0, sizeof *q);
	q->heap = malloc(sizeof *q->heap * capacity);
	if (!q->heap)
		return -RS_ENOMEM;
	q->capacity = capacity;
	return 0;
}

void event_queue_fini(struct event_queue *q)
{
	free(q->heap);
	memset(q, 0, sizeof *q);
}

static bool earlier(const struct event *a, const struct event *b)
{
	return a->time != b->time ? a->time < b->time : a->serial < b->serial;
}

void event_push(struct event_queue *q, rs_ns time, enum event_kind kind, uint32_t index,
		const struct wire *w)
{
	struct event ev = {
	    .time = time, .serial = q->serial++, .index = index, .kind = (uint8_t)kind};
	uint32_t i;

	if (q->count == q->capacity) {
		q->refused++;
		return;
	}
	if (w)
		ev.wire = *w;
	for (i = q->count++; i && earlier(&ev, &q->heap[(i - 1) / 2]); i = (i - 1) / 2)
		q->heap[i] = q->heap[(i - 1) / 2];
	q->heap[i] = ev;
}

bool event_pop(struct event_queue *q, struct event *out)
{
	const struct event *last;
	uint32_t i = 0;

	if (!q->count)
		return false;
	*out = q->heap[0];
	last = &q->heap[--q->count];
	for (;;) {
		uint32_t child = 2 * i + 1;

		if (child >= q->count)
			break;
		if (child + 1 < q->count && earlier(&q->heap[child + 1], &q->heap[child]))
			child++;
		if (!earlier(&q->heap[child], last))
			break;
		q->heap[i] = q->heap[child];
		i = child;
	}
	if (q->count)
		q->heap[i] = *last;
	return true;
}
