/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_STORM_LOG_H
#define ANALYSIS_STORM_LOG_H
/* Episodes and loads as far as storms need them, kept until a conclusion is drawn. */
#include <rocescope/engine.h>

#define STORM_EPISODES 262144u /* digests kept; more are counted */
#define STORM_WINDOWS 262144u

/** What storms need of an episode. */
struct storm_digest {
	rs_ns start, end;	/* end: of the recovery, else the latest time known */
	rs_ns resend, stall, react; /* RS_NS_NONE if none */
	uint64_t resent_bytes;
	uint32_t resent;
	uint32_t lane;
	uint32_t run;		/* longest exact run lost before the tap, 0 = none */
	uint32_t lost_size;	/* payload bytes of a lost packet, 0 = not known */
	uint32_t same_rounds, rounds;
	uint16_t point, flags;
	uint8_t cause, side;
	bool ce_before, lost;
	rs_frame frame;		/* NAK, else first resend */
};

/** Episodes and windows fed so far; grows by doubling up to the limits above. */
struct storm_log {
	struct storm_digest *digests;
	struct rs_window *windows;
	uint32_t digest_count, digest_room, window_count, window_room;
	uint64_t dropped;
};

void storm_log_episode(struct storm_log *l, const struct rs_episode *ep);
void storm_log_window(struct storm_log *l, const struct rs_window *w);
void storm_log_fini(struct storm_log *l);

/** storm_is_loss - the cause means that something was lost. */
bool storm_is_loss(const struct storm_digest *d);

/** storm_grow - double an array up to @max entries; NULL without memory. */
void *storm_grow(void *rows, uint32_t *room, uint32_t max, size_t size);

#endif
