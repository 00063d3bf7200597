/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/queue.h"

#include <stdlib.h>
#include <string.h>

/* Priority of the lossless class; everything else shares the other FIFO. */
#define DATA_PRIORITY 3

int queue_init(struct queue *q, const struct queue_config *cfg)
{
	memset(q, 0, sizeof *q);
	q->cfg = cfg;
	q->paused_until = RS_NS_NONE;
	for (unsigned i = 0; i < 2; i++) {
		q->ring[i] = malloc(QUEUE_FRAMES * sizeof *q->ring[i]);
		if (!q->ring[i]) {
			queue_fini(q);
			return -RS_ENOMEM;
		}
	}
	return 0;
}

void queue_fini(struct queue *q)
{
	free(q->ring[0]);
	free(q->ring[1]);
	q->ring[0] = q->ring[1] = NULL;
}

/* WRED on the present length: none below kmin, linear to pmax at kmax, all above. */
static bool marks(const struct queue *q, struct dice *dice)
{
	const struct queue_config *c = q->cfg;

	if (!c->kmax || q->bytes < c->kmin)
		return false;
	if (q->bytes >= c->kmax)
		return true;
	return dice_ppm(dice, (uint32_t)((uint64_t)(q->bytes - c->kmin) * c->pmax_permille * 1000 /
					 (c->kmax - c->kmin)));
}

bool queue_push(struct queue *q, struct wire *w, struct dice *dice)
{
	const unsigned fifo = w->priority == DATA_PRIORITY ? 0 : 1;

	if (q->count[fifo] == QUEUE_FRAMES ||
	    (fifo == 0 && q->cfg->capacity && q->bytes + w->length > q->cfg->capacity)) {
		q->tail_drops++;
		return false;
	}
	if (fifo == 0 && w->ecn == WIRE_ECT0 && marks(q, dice)) {
		w->ecn = WIRE_CE;
		q->ce_marked++;
	}
	q->ring[fifo][(q->head[fifo] + q->count[fifo]++) % QUEUE_FRAMES] = *w;
	if (fifo == 0)
		q->bytes += w->length;
	return true;
}

bool queue_pop(struct queue *q, rs_ns now, struct wire *out)
{
	unsigned fifo = 1;

	if (!q->count[1]) {
		fifo = 0;
		if (!q->count[0] || (q->paused_until != RS_NS_NONE && now < q->paused_until))
			return false;
	}
	*out = q->ring[fifo][q->head[fifo]];
	q->head[fifo] = (q->head[fifo] + 1) % QUEUE_FRAMES;
	q->count[fifo]--;
	if (fifo == 0)
		q->bytes -= out->length;
	return true;
}

void queue_pause(struct queue *q, rs_ns until)
{
	q->paused_until = until;
}
