/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/lib/run.h"

#include <stdlib.h>
#include <string.h>

#define DRAIN 64

void run_config(struct rs_engine_config *cfg)
{
	rs_engine_config_init(cfg);
	cfg->max_flows = 1 << 12;
	cfg->max_points = 8;
	cfg->max_pausers = 32;
}

static bool grow(void **array, size_t *room, size_t need, size_t size)
{
	size_t n = *room ? *room : 64;
	void *p;

	if (need <= *room)
		return true;
	while (n < need)
		n *= 2;
	p = realloc(*array, n * size);
	if (!p)
		return false;
	*array = p;
	*room = n;
	return true;
}

static int drain(struct run *r, struct rs_engine *e)
{
	size_t n;

	do {
		if (!grow((void **)&r->events, &r->event_room, r->event_count + DRAIN, sizeof(r->events[0])))
			return -RS_ENOMEM;
		n = rs_engine_events(e, r->events + r->event_count, DRAIN);
		r->event_count += n;
	} while (n);
	do {
		if (!grow((void **)&r->episodes, &r->episode_room, r->episode_count + DRAIN, sizeof(r->episodes[0])))
			return -RS_ENOMEM;
		n = rs_engine_episodes(e, r->episodes + r->episode_count, DRAIN);
		r->episode_count += n;
	} while (n);
	do {
		if (!grow((void **)&r->windows, &r->window_room, r->window_count + DRAIN, sizeof(r->windows[0])))
			return -RS_ENOMEM;
		n = rs_engine_windows(e, r->windows + r->window_count, DRAIN);
		r->window_count += n;
	} while (n);
	return 0;
}

static int feed_all(struct run *r, struct rs_engine *e, const struct rs_record *recs, size_t count, size_t burst)
{
	for (size_t i = 0; i < count; i += burst) {
		size_t n = count - i < burst ? count - i : burst;

		rs_engine_feed(e, recs + i, n, r->classes + i);
		if (drain(r, e))
			return -RS_ENOMEM;
	}
	rs_engine_finish(e);
	do {
		if (drain(r, e))
			return -RS_ENOMEM;
	} while (rs_engine_finish_step(e));
	return drain(r, e);
}

int run_input(struct run *out, const struct rs_engine_config *cfg, const struct run_input *in)
{
	struct rs_engine_config small;
	struct rs_engine *e;
	struct rs_err err;
	int rc = -RS_ENOMEM;

	memset(out, 0, sizeof(*out));
	run_config(&small);
	e = rs_engine_create(cfg ? cfg : &small, &err);
	out->classes = calloc(in->count + 1, 1);
	for (uint32_t i = 0; e && i < in->link_count; i++)
		rs_engine_set_link(e, &in->links[i]);
	if (e && out->classes)
		rc = feed_all(out, e, in->recs, in->count, in->burst);
	if (!rc)
		rc = rs_engine_snapshot(e, &out->snap, &err);
	rs_engine_destroy(e);
	return rc;
}

int run_records(struct run *out, const struct rs_engine_config *cfg, const struct rs_record *recs, size_t count,
		size_t burst)
{
	return run_input(out, cfg, &(struct run_input){.recs = recs, .count = count, .burst = burst});
}

void run_fini(struct run *r)
{
	free(r->events);
	free(r->episodes);
	free(r->windows);
	free(r->classes);
	rs_snapshot_fini(&r->snap);
	memset(r, 0, sizeof(*r));
}
