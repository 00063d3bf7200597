/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MODEL_TRUTH_H
#define MODEL_TRUTH_H
/*
 * What a run hands out: its frames, what the model did, and the description of a scenario.
 * Part of model/model.h, apart so that the parts of the model can use it.
 */
#include <rocescope/packet.h>

/** Receives each frame of the tap in time order; bytes are borrowed during the call. */
typedef void (*model_emit_fn)(void *user, const struct rs_packet *p);

#define MODEL_LANES 96
#define MODEL_POINTS 4

/**
 * One lane at one capture point. "seen": frames of the lane that are in the capture with a
 * right ICRC, copies apart; what an observer at the tap could know, computed from what the
 * model did and not by judging frames.
 */
struct model_lane {
	struct rs_addr requester, responder;
	uint32_t requester_qp, responder_qp;
	uint16_t point;		     /**< index into model_scenario.points */
	bool uc;
	uint32_t epochs;	     /**< connections with these QP numbers, one after the other */
	uint32_t next_psn;	     /**< PSN behind the highest request or acknowledgement seen */
	/* seen */
	uint64_t requests;	     /**< request packets */
	uint64_t request_bytes;	     /**< their payload */
	uint64_t resent;	     /**< sent before, and at or below the highest PSN seen */
	uint64_t resent_bytes;
	uint64_t late;		     /**< first transmissions that were overtaken */
	uint64_t missing;	     /**< acknowledged PSNs whose requests are not captured */
	uint64_t acks;		     /**< plain ACKs */
	uint64_t naks;		     /**< PSN sequence NAKs */
	uint64_t rnr_naks, fatal_naks;
	uint64_t read_responses;     /**< READ responses */
	uint64_t read_responses_resent; /**< of these: below the highest PSN answered */
	uint64_t atomic_acks;	     /**< ATOMIC ACKs */
	uint64_t atomic_replays;     /**< of these: for a PSN already answered in the capture */
	uint64_t cnps;		     /**< to the requester's QP */
	uint64_t ce_marked;	     /**< requests and READ responses */
	uint64_t uc_gaps;	     /**< UC: PSNs that were passed over */
	/** restarts of the requester whose resend shows, by cause */
	uint64_t rounds_nak, rounds_timer, rounds_rnr, rounds_read;
	/* done, seen or not */
	uint64_t sent;		     /**< request packets of the requester */
	uint64_t sent_again;	     /**< of these: PSNs sent before */
	uint64_t lost_before;	     /**< requests lost between requester and point, or damaged */
	uint64_t lost_after;	     /**< requests lost between point and responder */
	uint64_t psns_lost;	     /**< PSNs of all lost requests: a READ request takes many */
	uint64_t responses_lost_before, responses_lost_after; /**< READ responses, ATOMIC ACKs */
	uint64_t acks_lost_before, acks_lost_after; /**< ACKs, NAKs, RNR NAKs */
	uint64_t naks_sent, rnr_naks_sent;
	/** restarts of the requester by cause */
	uint64_t timer_rounds, nak_rounds, rnr_rounds, read_rounds;
	bool failed;		     /**< the requester gave up */
};

/** What the model did; exact. */
struct model_truth {
	uint64_t frames;	     /**< emitted at the tap(s) */
	uint64_t capture_drops;	     /**< frames that passed the tap but are not captured */
	uint64_t lost_before_tap;    /**< requests lost between requester and tap */
	uint64_t lost_after_tap;     /**< requests lost between tap and responder */
	/** READ responses and ATOMIC ACKs */
	uint64_t responses_lost_before_tap, responses_lost_after_tap;
	uint64_t acks_lost;	     /**< ACKs and NAKs lost anywhere */
	uint64_t naks, rnr_naks, fatal_naks; /**< sent by responders */
	uint64_t timeouts;	     /**< timer rounds of requesters */
	uint64_t go_backs;	     /**< rounds that a NAK started */
	uint64_t resent;	     /**< request packets sent again, as sent by requesters */
	uint64_t retry_exhausted;    /**< QPs that gave up */
	uint64_t ce_marked, cnps, pfc_frames, reordered, corrupted, copies;
	unsigned points;	     /**< capture points used */
	uint64_t requests_sent;	     /**< by requesters, resent ones included */
	uint64_t requests_taken;     /**< undamaged requests that reached their responder */
	uint64_t requests_lost;	     /**< lost or damaged; sent = taken + lost when all is quiet */
	uint64_t refused;	     /**< packets that the model had no room for: always 0 */
	rs_ns start, end;	     /**< times of the first and last frame */
	struct model_lane lanes[MODEL_LANES]; /**< per connection and point */
	unsigned lane_count;
};

struct model_point {
	const char *name;
	uint64_t link_bps;
	uint32_t snaplen; /**< 0 = whole frames */
};

/** One scenario of the list. */
struct model_scenario {
	const char *name;	      /**< "loss-storm" */
	const char *summary;	      /**< what happens, one line */
	const char *expect;	      /**< finding codes that must appear, with commas; "" = none */
	const char *forbid;	      /**< comma-separated codes that must not */
	const char *verdict;	      /**< expected verdict words, "|" between alternatives */
	struct model_point points[4]; /**< name NULL ends */
};

#endif
