/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_EPISODE_H
#define ANALYSIS_EPISODE_H
/*
 * One recovery of a lane, from the first sign to its end (diagnosis 1.5). Theory of operation
 * in episode.c.
 */
#include "analysis/lane.h"

#define EPISODE_SKIPS 8

struct psn_range {
	uint32_t first, last; /* inclusive */
};

struct episode {
	struct rs_episode pub;	  /**< what is reported */
	bool resending;		  /**< a round has begun */
	bool closed;		  /**< it has an end (or failed) */
	bool drain;		  /**< closed by an answer: resends in flight still belong to it */
	bool moved;		  /**< its NAK came while an older episode was open: no detection latency */
	bool skip_overflow;
	uint8_t round_cause;	  /**< enum rs_cause of the latest round */
	uint8_t skip_count;
	uint32_t ptr;		  /**< resend pointer: next PSN of the round */
	uint32_t round_first;	  /**< first PSN of the latest round */
	rs_ns round_time;	  /**< its first packet */
	rs_frame round_frame;
	rs_ns top_time;		  /**< resend of PSN hwm-1 in the latest round, RS_NS_NONE = not yet */
	uint32_t same_first;	  /**< rounds in a row that began at round_first without progress */
	uint32_t una_at_round;
	bool ack_due;		  /**< when the latest round began the tap had seen an unanswered packet that asked for an ACK */
	rs_ns prev_stall, last_stall; /**< the two latest, RS_NS_NONE = none */
	rs_ns first_stall;	  /**< silence before round 1 if a timer ended it, RS_NS_NONE = none */
	bool stall_waits;	  /**< first_stall is not among the lane's until the episode is decided */
	uint32_t read_last;	  /**< READ_RESP: last PSN of the READ that began the round */
	uint32_t resp_hwm;	  /**< READ_RESP: response high-water mark when the round began */
	uint32_t req_resent;	  /**< requests resent, for the sums of a cancelled episode */
	uint64_t req_resent_bytes;
	rs_ns first_resent;	  /**< time and PSN of the first resent request */
	uint32_t top;		  /**< end of what any round has sent again */
	struct psn_range skips[EPISODE_SKIPS]; /**< PSNs that had passed the tap and that no round has sent again */
	struct psn_range jumps[EPISODE_SKIPS]; /**< PSNs that the latest round jumped over: their resend was lost before the tap */
	uint8_t jump_count;
	uint32_t counted[RS_EPISODE_RANGES];   /**< PSNs of each lost range whose bytes are in lost_bytes */
	uint32_t next_held;	  /**< list of episodes that wait for the end of the capture */
};

/** What started a round. */
struct round {
	uint8_t cause;		/**< enum rs_cause */
	uint8_t side;		/**< enum rs_side */
	uint16_t flags;		/**< enum rs_episode_flag */
	bool timer;		/**< a timer started it */
	rs_ns stall;		/**< silence before it, RS_NS_NONE = too short or no timer */
};

/** episode_open - a new one; @sign and the event that opens it. */
void episode_open(struct episode *e, const struct lane *l, const struct lane_pools *p, uint8_t sign, rs_ns now,
		  rs_frame frame);

/** episode_begin_round - the requester goes back to @f->psn. */
void episode_begin_round(struct episode *e, const struct lane *l, const struct rs_record *r, const struct lane_fact *f,
			 const struct round *round);

/** episode_lose - PSNs first..last are lost; returns without effect if they are known already. */
void episode_lose(struct episode *e, uint32_t first, uint32_t last);

/** episode_resent - one request sent again in the latest round; keeps pointer, skips and sums. */
void episode_resent(struct episode *e, const struct lane *l, const struct lane_pools *p, const struct rs_record *r,
		    const struct lane_fact *f);

/** episode_response - READ_RESP: one response sent again. */
void episode_response(struct episode *e, const struct rs_record *r);

/** episode_came_again - PSNs that had been skipped were sent after all. */
void episode_came_again(struct episode *e, uint32_t first, uint32_t n);

/** episode_skipped - run of PSNs that the latest round jumped over and that contains @psn: its end, or RS_NO_PSN. */
uint32_t episode_skipped(const struct episode *e, uint32_t psn);

void episode_close(struct episode *e, rs_ns now, rs_frame frame, bool by_answer);

/** episode_nothing_lost - a correction: forget what was taken for lost. */
void episode_nothing_lost(struct episode *e, uint8_t cause, uint8_t side);

/** episode_settle - decide mode, impact and amplification; the episode is final then. */
void episode_settle(struct episode *e, const struct lane *l);

#endif
