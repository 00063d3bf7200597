/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/storm_log.h"

#include <stdlib.h>
#include <string.h>

void *storm_grow(void *rows, uint32_t *room, uint32_t max, size_t size)
{
	const uint32_t more = *room ? (*room * 2 < max ? *room * 2 : max) : 256;
	void *p = realloc(rows, more * size);

	if (p)
		*room = more;
	return p;
}

static uint32_t longest_run(const struct rs_episode *ep)
{
	uint32_t best = 0;

	if (!ep->lost_exact || ep->side != RS_SIDE_UPSTREAM)
		return 0;
	for (unsigned i = 0; i < ep->range_count; i++) {
		const uint32_t n = ((ep->lost[i].last - ep->lost[i].first) & 0xffffff) + 1;

		best = n > best ? n : best;
	}
	return best;
}

void storm_log_episode(struct storm_log *l, const struct rs_episode *ep)
{
	struct storm_digest *d;

	if (l->digest_count == l->digest_room) {
		void *p = l->digest_room < STORM_EPISODES
				  ? storm_grow(l->digests, &l->digest_room, STORM_EPISODES, sizeof(*l->digests))
				  : NULL;

		if (!p) {
			l->dropped++;
			return;
		}
		l->digests = p;
	}
	d = &l->digests[l->digest_count++];
	*d = (struct storm_digest){ .start = ep->start,
				    .end = ep->end != RS_NS_NONE ? ep->end : ep->resend != RS_NS_NONE ? ep->resend : ep->start,
				    .resend = ep->resend,
				    .stall = ep->stall_count ? ep->stalls[0] : RS_NS_NONE,
				    .react = ep->react,
				    .resent_bytes = ep->resent_bytes,
				    .resent = ep->resent,
				    .lane = ep->lane,
				    .run = longest_run(ep),
				    .lost_size = ep->lost_packets ? (uint32_t)(ep->lost_bytes / ep->lost_packets) : 0,
				    .same_rounds = ep->same_rounds,
				    .rounds = ep->rounds,
				    .point = ep->point,
				    .flags = ep->flags,
				    .cause = ep->cause,
				    .side = ep->side,
				    .ce_before = ep->ce_before,
				    .lost = ep->lost_packets > 0,
				    .frame = ep->frames[RS_EF_NAK] ? ep->frames[RS_EF_NAK] : ep->frames[RS_EF_RESEND] };
}

void storm_log_window(struct storm_log *l, const struct rs_window *w)
{
	if (l->window_count == l->window_room) {
		void *p = l->window_room < STORM_WINDOWS
				  ? storm_grow(l->windows, &l->window_room, STORM_WINDOWS, sizeof(*l->windows))
				  : NULL;

		if (!p) {
			l->dropped++;
			return;
		}
		l->windows = p;
	}
	l->windows[l->window_count++] = *w;
}

void storm_log_fini(struct storm_log *l)
{
	free(l->digests);
	free(l->windows);
	memset(l, 0, sizeof(*l));
}

bool storm_is_loss(const struct storm_digest *d)
{
	return d->lost && d->side != RS_SIDE_REORDER && d->cause != RS_CAUSE_RNR;
}
