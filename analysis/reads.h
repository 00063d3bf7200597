/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_READS_H
#define ANALYSIS_READS_H
/*
 * Responses of READ requests and atomics of one lane (diagnosis 1.7). Theory in reads.c.
 */
#include "analysis/holes.h"

#define READS_MAX 64   /* outstanding READs and atomics */
#define READS_KEPT 32  /* answered ones that stay */
#define READS_LATE 8   /* latest responses that came late */
#define READS_ATOMICS 16 /* atomic answers remembered */

/** PSNs of one READ or atomic request. */
struct read_range {
	uint32_t first, last;
	rs_ns time;   /**< of its first request */
	uint16_t from, from_before; /**< where its latest two requests began, PSNs after first, saturating */
	uint8_t sent; /**< requests seen, saturating */
	bool atomic;
	bool answered; /**< its first response was seen */
};

struct reads {
	struct read_range range[READS_MAX]; /**< by PSN, oldest first */
	uint16_t count;
	bool any;	     /**< a response was seen */
	uint32_t hi;	     /**< highest response PSN + 1 */
	uint32_t next;	     /**< next expected PSN of the present stream */
	struct holes holes;  /**< response PSNs missing at the tap */
	uint32_t late[READS_LATE];
	uint8_t late_at, late_count;
	uint8_t atomic_at, atomic_count;
	struct { uint32_t psn; uint64_t value; } atomics[READS_ATOMICS];
};

/** What one response meant. */
struct read_fact {
	bool resent;	  /**< at or below the response high-water mark, or fills a hole */
	bool late;	  /**< fills a hole, by IP id sent before its successors */
	bool in_order;	  /**< next of its stream */
	bool restart;	  /**< a stream begins again before the expected PSN */
	bool new_hole;	  /**< it showed PSNs missing */
	uint32_t gap_first, gap_last; /**< with new_hole */
	rs_ns sample;	  /**< time of the request that it answers, if sent once; RS_NS_NONE */
};

/** reads_add - a READ or atomic request of PSNs first..last; returns PSNs given up because the list was full. */
uint32_t reads_add(struct reads *s, struct pool *holes, const struct read_range *range);
/** reads_again - the request @range was sent again, from @psn on. */
void reads_again(struct read_range *range, uint32_t psn);
/** reads_find - the request that covers @psn, NULL if unknown. */
struct read_range *reads_find(struct reads *s, uint32_t psn);
/** reads_response - a response of PSN @psn; @older: its IP id says it was sent before the newest. */
struct read_fact reads_response(struct reads *s, struct pool *holes, uint32_t psn, bool older, rs_ns now, rs_frame frame);
/** reads_limit - una may not pass this PSN (an unanswered or missing response); @una if nothing holds it. */
uint32_t reads_limit(struct reads *s, struct pool *holes, uint32_t una, uint32_t acked, rs_ns now, rs_frame frame);
/** reads_release - make room: forget the oldest requests that end before @una. */
void reads_release(struct reads *s, uint32_t una);
bool reads_was_late(const struct reads *s, uint32_t psn);
/** reads_atomic - remember or compare an answer: 0 new, 1 the same again, -1 another value. */
int reads_atomic(struct reads *s, uint32_t psn, uint64_t value);

#endif
