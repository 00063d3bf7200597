/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/emit.h"

#include <stdlib.h>
#include <string.h>

static uint32_t power_of_two(uint32_t n)
{
	uint32_t p = 16;

	while (p < n && p < 1u << 30)
		p <<= 1;
	return p;
}

int emit_init(struct emit *e, uint32_t max_events, uint32_t max_episodes)
{
	memset(e, 0, sizeof(*e));
	e->event_mask = power_of_two(max_events) - 1;
	e->episode_mask = power_of_two(max_episodes) - 1;
	e->events = calloc((size_t)e->event_mask + 1, sizeof(*e->events));
	e->episodes = calloc((size_t)e->episode_mask + 1, sizeof(*e->episodes));
	return e->events && e->episodes ? 0 : -RS_ENOMEM;
}

void emit_fini(struct emit *e)
{
	free(e->events);
	free(e->episodes);
	memset(e, 0, sizeof(*e));
}

void emit_event(struct emit *e, const struct rs_event *ev)
{
	struct rs_event *slot;

	if (e->event_head - e->event_tail > e->event_mask) {
		e->lost++;
		return;
	}
	slot = &e->events[e->event_head++ & e->event_mask];
	*slot = *ev;
	slot->serial = ++e->serial;
}

void emit_episode(struct emit *e, const struct rs_episode *ep)
{
	if (e->episode_head - e->episode_tail > e->episode_mask) {
		e->lost++;
		return;
	}
	e->episodes[e->episode_head++ & e->episode_mask] = *ep;
}

size_t emit_take_events(struct emit *e, struct rs_event *out, size_t max)
{
	size_t n = 0;

	while (n < max && e->event_tail != e->event_head)
		out[n++] = e->events[e->event_tail++ & e->event_mask];
	return n;
}

size_t emit_take_episodes(struct emit *e, struct rs_episode *out, size_t max)
{
	size_t n = 0;

	while (n < max && e->episode_tail != e->episode_head)
		out[n++] = e->episodes[e->episode_tail++ & e->episode_mask];
	return n;
}
