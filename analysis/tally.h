/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_TALLY_H
#define ANALYSIS_TALLY_H
/*
 * Sums of episodes and events per finding code and lane, in a table of fixed size. It does not
 * know hosts: lanes become host pairs when the snapshot is there (finding.c).
 */
#include <rocescope/event.h>

/** Accumulators of (code, lane); what finds no room is counted. Touched only as used. */
#define TALLY_SLOTS 65536u

/** NAK-to-resend times kept per accumulator: every stride-th one. */
#define TALLY_REACTS 16u

/** Frames kept per accumulator, the earliest of each kind. */
enum tally_frame {
	TALLY_F_START,	/**< gap, or the event itself */
	TALLY_F_NAK,	/**< NAK or RNR NAK */
	TALLY_F_RESEND, /**< first resend */
	TALLY_F_COUNT
};

/** Where something was lost, seen from the tap. */
enum tally_place { TALLY_BEFORE, TALLY_AFTER, TALLY_ELSEWHERE, TALLY_PLACES };

/** What is known of one finding code on one lane, later on one host pair. Times: RS_NS_NONE if
 * none. */
struct tally_sum {
	uint64_t count;			 /**< episodes, events or packets */
	rs_ns first, last;		 /**< absolute; NONE = whole capture */
	uint64_t lost[TALLY_PLACES];	 /**< packets */
	uint32_t bounds[TALLY_PLACES];	 /**< episodes whose loss is a lower bound */
	uint32_t episodes[TALLY_PLACES]; /**< episodes by place */
	uint64_t damaged;		 /**< of the lost ones: came by with a wrong ICRC */
	uint64_t resent, resent_bytes;
	uint64_t naks, rnrs;
	uint64_t of; /**< what count is a part of (RNR: active time, ns), 0 = nothing */
	uint32_t stalls;
	uint32_t open;		       /**< episodes that did not end by recovery */
	uint32_t unsure;	       /**< episodes flagged LOW_CONFIDENCE */
	rs_ns stall_total, stall_max;  /**< 0 if none */
	rs_ns stall_first, stall_last; /**< growing timers, 0 if none */
	rs_ns react_max;	       /**< 0 if none */
	rs_ns ack_p99;		       /**< worst of the lanes, 0 if none */
	uint32_t peak; /**< second number of the code: most RNR NAKs in a second, most places out of
			  order, ... */
	int8_t rto_low, rto_high; /**< timer exponent, -1 = not known */
	bool has_detail;
	uint8_t detail; /**< AETH syndrome of the first event; side of the worst episode */
	uint32_t psn;	/**< of the longest stall, else of the first one; RS_NO_PSN if none */
	rs_ns psn_stall, psn_time; /**< what psn was chosen by */
	uint64_t detail_lost;	   /**< what detail was chosen by */
	rs_ns detail_time;
	uint32_t react_count, react_stride, react_seen; /**< samples kept, kept each, offered */
	rs_ns react[TALLY_REACTS];
	rs_frame frames[TALLY_F_COUNT][RS_EVIDENCE_FRAMES];
};

struct tally_entry {
	uint32_t lane; /**< RS_NO_LANE possible */
	uint16_t point;
	uint8_t code; /**< enum rs_finding_code */
	struct tally_sum sum;
};

struct tally {
	struct tally_entry *entries;
	uint32_t *slots; /**< 1 + index into entries, 0 = free */
	uint32_t count;
	uint32_t capacity; /**< power of two */
	uint64_t dropped;  /**< episodes and events without room */
};

/** tally_init - @capacity: power of two; -RS_ENOMEM */
RS_MUST_USE int tally_init(struct tally *t, uint32_t capacity, struct rs_err *err);
void tally_fini(struct tally *t);

void tally_episode(struct tally *t, const struct rs_episode *ep);
void tally_event(struct tally *t, const struct rs_event *ev);

/** tally_find - accumulator of @code on @lane, NULL if there is none. */
const struct tally_entry *tally_find(const struct tally *t, unsigned code, uint32_t lane);

/** tally_code - finding that an episode makes (diagnosis section 8, mapping). */
unsigned tally_code(const struct rs_episode *ep);

void tally_sum_init(struct tally_sum *s);
/** tally_sum_merge - the same result in any order, except for react (merged by finding.c). */
void tally_sum_merge(struct tally_sum *into, const struct tally_sum *from);
/** tally_sum_frame - keep @frame if it is one of the earliest of its kind; 0 is ignored. */
void tally_sum_frame(struct tally_sum *s, enum tally_frame kind, rs_frame frame);
/** tally_sum_span - widen first..last; NONE is ignored. */
void tally_sum_span(struct tally_sum *s, rs_ns first, rs_ns last);

#endif
