/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MODEL_RESPONDER_H
#define MODEL_RESPONDER_H
/*
 * Responder half of an RC (or UC) queue pair: request in, responses with their times out.
 */
#include "model/dice.h"
#include "model/wire.h"

#define RESPONDER_OUT_MAX 260

struct responder_config {
	uint32_t pmtu;		 /**< bytes */
	uint32_t ack_every;	 /**< ACK unasked after n packets, 0 = only when asked */
	uint64_t rate_bps;	 /**< pace of READ responses */
	rs_ns process_min_ns, process_max_ns; /**< request to response */
	bool tolerant;		 /**< takes packets out of order and never NAKs for them */
	bool selective;		 /**< takes packets out of order and NAKs each hole once */
	bool quiet_duplicates;	 /**< answers a duplicate only when it asks for an ACK */
	uint32_t rnr_every;	 /**< every n-th message finds no receive buffer, 0 = never */
	uint32_t rnr_times;	 /**< RNR NAKs for each such message */
	uint8_t rnr_code;
	uint32_t slow_every;	 /**< every n-th message is acknowledged late, 0 = never */
	rs_ns slow_min_ns, slow_max_ns; /**< by how much */
	uint32_t refuse_message; /**< this message (from 1) gets a remote access error, 0 = none */
	bool uc;
};

struct responder {
	const struct responder_config *cfg;
	uint8_t *got;		 /**< per PSN: received (only used out of order) */
	uint8_t *answered;	 /**< per PSN: READ responses and ATOMIC ACKs made so far */
	uint32_t psn_max;
	uint32_t expected;	 /**< next PSN in order, counted from the first */
	uint32_t top;		 /**< highest received + 1 */
	uint32_t msn;		 /**< messages completed */
	uint32_t since_ack;
	uint32_t rnr_left;	 /**< RNR NAKs still to give for the present message */
	uint32_t rnr_message;	 /**< message that rnr_left belongs to, UINT32_MAX = none */
	uint32_t stream_next;	 /**< behind the latest READ answered or answered again */
	uint32_t generation;	 /**< responses of older generations are no longer sent */
	rs_ns busy_until;	 /**< responses leave in order */
	bool nak_sent;		 /**< one NAK per gap: until the expected PSN arrives */
	bool dead;		 /**< refused a request */
	uint32_t naks, rnr_naks, fatal_naks, duplicates, accepted, ignored;
};

RS_MUST_USE int responder_init(struct responder *s, const struct responder_config *cfg,
			       uint32_t psn_max);
void responder_fini(struct responder *s);

/**
 * responder_on_request - an undamaged request came
 * @out: receives at most RESPONDER_OUT_MAX responses with `at` set
 * Return: their number.
 */
unsigned responder_on_request(struct responder *s, rs_ns now, const struct wire *w,
			      struct dice *dice, struct wire *out);

#endif
