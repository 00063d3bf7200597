/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_DIGEST_H
#define REPORT_DIGEST_H
/*
 * Sums that the text report needs from snapshot, episodes and points: one pass over each,
 * kept for all sections. Nothing is measured here; only added, counted and compared.
 */
#include "base/hist.h"
#include "report/report.h"

/** One lane with what its flows add to it. */
struct digest_lane {
	const struct rs_lane_row *row;
	uint64_t packets;      /**< requests and READ responses */
	uint64_t resent;       /**< of these */
	uint64_t resent_bytes;
	uint64_t flow_packets, ce; /**< of the request flow */
	uint64_t cnps;	       /**< that the requester was sent; valid with cnps_known */
	bool cnps_known;
	bool trouble;	       /**< anything but clean delivery */
	double bps;	       /**< goodput over the lane's time */
	double cost;	       /**< bytes: resent, and what the stalls would have carried */
};

/** Where lost packets were lost. */
enum digest_place { DIGEST_BEFORE, DIGEST_AFTER, DIGEST_ELSEWHERE, DIGEST_PLACES };

struct digest {
	struct digest_lane *lanes; /**< owned; in the order of the report */
	unsigned lane_count;
	unsigned trouble_count;	   /**< they stand first unless the user sorts */
	unsigned pairs;		   /**< host pairs with lanes */
	unsigned pairs_both;	   /**< with responses seen */

	uint64_t packets, resent, resent_bytes; /**< sums over lanes */
	uint64_t naks, rnrs, timer_rounds, cap_missing, ooo;
	rs_ns stall;		   /**< sum over lanes */
	rs_ns rnr_wait;		   /**< sum over lanes */
	unsigned rnr_lanes;
	int rto_n;		   /**< smallest timer estimate, -1 = none */
	bool rto_exact;

	uint64_t episodes;
	uint64_t modes[RS_MODE_COUNT];
	uint64_t lost[DIGEST_PLACES];	   /**< packets */
	bool lost_bound[DIGEST_PLACES];	   /**< a lower bound */
	uint64_t open, failed;		   /**< episodes that did not recover */
	struct hist react;		   /**< NAK to first resend, ns */
	struct hist per_nak;		   /**< packets resent by an episode with a NAK */
	struct hist stalls;		   /**< of timer rounds, ns */
	struct hist recovery;		   /**< whole episodes, ns */
#define DIGEST_BINS 16
	uint32_t react_bins[DIGEST_BINS];  /**< between min and max of react, equal steps of the logarithm */

	uint64_t data, ect0, ect1, ce, cnps; /**< packets of all flows by ECN codepoint */
	unsigned ce_flows;
	uint64_t uc_gaps;
	unsigned ports;			   /**< distinct UDP source ports */
	unsigned many_ports;		   /**< flows that used more than one */
	uint64_t coarse, drops, point_packets;
	bool drops_known;		   /**< of every point */
	uint32_t snaplen;		   /**< smallest, 0 = none or not known */
};

/** digest_create - NULL without memory, @err filled. @r is borrowed until digest_destroy. */
struct digest *digest_create(const struct report *r, struct rs_err *err);
void digest_destroy(struct digest *d);

#endif
