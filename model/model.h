/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H
/*
 * A small RoCEv2 network with known truth: requesters and responders with Go-Back-N, links
 * with loss and delay, a switch queue with ECN and PFC, taps. For `demo` and the tests; the
 * analysis never sees anything of it but frames.
 */
#include <rocescope/packet.h>

/** Receives each frame of the tap in time order; bytes are borrowed during the call. */
typedef void (*model_emit_fn)(void *user, const struct rs_packet *p);

/** What the model did; exact. */
struct model_truth {
	uint64_t frames;	     /**< emitted at the tap(s) */
	uint64_t capture_drops;	     /**< frames that passed the tap but were kept out of the capture */
	uint64_t lost_before_tap;    /**< requests lost between requester and tap */
	uint64_t lost_after_tap;     /**< requests lost between tap and responder */
	uint64_t responses_lost_before_tap, responses_lost_after_tap; /**< READ responses and atomic ACKs */
	uint64_t acks_lost;	     /**< ACKs and NAKs lost anywhere */
	uint64_t naks, rnr_naks, fatal_naks; /**< sent by responders */
	uint64_t timeouts;	     /**< timer rounds of requesters */
	uint64_t go_backs;	     /**< rounds that a NAK started */
	uint64_t resent;	     /**< request packets sent again, as sent by requesters */
	uint64_t retry_exhausted;    /**< QPs that gave up */
	uint64_t ce_marked, cnps, pfc_frames, reordered, corrupted, copies;
	unsigned points;	     /**< capture points used */
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
	const char *expect;	      /**< comma-separated finding codes that must appear, "" = none */
	const char *forbid;	      /**< comma-separated codes that must not */
	const char *verdict;	      /**< expected verdict words, "|" between alternatives */
	struct model_point points[4]; /**< name NULL ends */
};

/** model_scenarios - the list; @count set. Constant. */
const struct model_scenario *model_scenarios(unsigned *count);
const struct model_scenario *model_scenario_by_name(const char *name);

/**
 * model_run - run a scenario; the same seed gives the same frames, byte for byte
 * Return: 0 or -RS_ENOMEM. @truth is filled.
 */
RS_MUST_USE int model_run(const struct model_scenario *sc, uint64_t seed, model_emit_fn emit, void *user,
			  struct model_truth *truth);

#endif
