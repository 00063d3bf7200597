/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_EMIT_H
#define ANALYSIS_EMIT_H
/*
 * Rings of events and finished episodes between the engine and its caller. A caller that
 * drains after each burst never loses one; a late caller loses the newest, counted.
 */
#include <rocescope/event.h>

struct emit {
	struct rs_event *events;
	struct rs_episode *episodes;
	uint32_t event_mask, episode_mask; /**< ring sizes - 1 */
	uint32_t event_head, event_tail;   /**< written, read */
	uint32_t episode_head, episode_tail;
	uint64_t serial;		   /**< of the latest event */
	uint64_t lost;			   /**< events and episodes that found no room */
};

RS_MUST_USE int emit_init(struct emit *e, uint32_t max_events, uint32_t max_episodes);
void emit_fini(struct emit *e);
/** emit_event - copied; serial is filled in. */
void emit_event(struct emit *e, const struct rs_event *ev);
void emit_episode(struct emit *e, const struct rs_episode *ep);
size_t emit_take_events(struct emit *e, struct rs_event *out, size_t max);
size_t emit_take_episodes(struct emit *e, struct rs_episode *out, size_t max);

#endif
