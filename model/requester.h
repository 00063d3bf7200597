/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MODEL_REQUESTER_H
#define MODEL_REQUESTER_H
/*
 * Requester half of an RC (or UC) queue pair as a function of (state, event, now): it says
 * which packet goes out and when it wants to be asked again. Knows nothing of links or bytes.
 */
#include "model/dice.h"
#include "model/wire.h"

enum verb { VERB_WRITE, VERB_SEND, VERB_READ, VERB_ATOMIC };

struct requester_config {
	uint32_t pmtu;		 /**< bytes */
	uint32_t window;	 /**< PSNs that may be unacknowledged */
	uint64_t rate_bps;	 /**< pace of the queue pair */
	uint32_t
	    ack_every; /**< ask for an ACK every n packets too, 0 = only at the end of messages */
	rs_ns timer_ns;		 /**< silence until the ACK timer fires, 0 = no timer */
	uint32_t retries;	 /**< timer rounds without progress before the QP fails */
	rs_ns react_min_ns, react_max_ns; /**< NAK to restart */
	bool go_back_0;		 /**< a NAK restarts the whole message */
	bool selective;		 /**< resend only what is missing */
	bool rnr_impatient;	 /**< does not wait the whole RNR delay */
	bool uc;		 /**< no ACKs, no repair */
};

struct message {
	rs_ns ready;		 /**< posted at this time */
	uint32_t first;		 /**< PSN of its first packet, counted from the first of the QP */
	uint32_t span;		 /**< PSNs */
	uint32_t bytes;
	uint8_t verb;		 /**< enum verb */
};

/** Why a round of resending began. */
enum round_cause { ROUND_NONE, ROUND_NAK, ROUND_TIMER, ROUND_RNR, ROUND_READ };

#define REQUESTER_SELECTIVE_MAX 16

struct requester {
	const struct requester_config *cfg;
	struct message *messages;
	uint32_t message_count, message_max;
	uint8_t *sent;		 /**< per PSN: times sent, at most 255 */
	uint32_t psn_max;	 /**< entries of sent */
	uint32_t posted;	 /**< PSNs of all messages */
	uint32_t una;		 /**< oldest unacknowledged */
	uint32_t next;		 /**< next to send */
	uint32_t high;		 /**< highest sent + 1 */
	uint32_t cursor;	 /**< message that was looked up last */
	uint32_t round;		 /**< rounds begun */
	uint8_t round_cause;	 /**< of the latest */
	rs_ns send_at;		 /**< pace: next packet not before */
	rs_ns hold_until;	 /**< RNR wait; RS_NS_NONE */
	rs_ns deadline;		 /**< ACK timer; RS_NS_NONE = stopped */
	rs_ns restart_at;	 /**< a restart is due; RS_NS_NONE */
	uint32_t restart_off;
	uint8_t restart_cause;
	uint32_t implied_off;	 /**< READ position already asked for again */
	uint32_t tries;		 /**< timer rounds without progress */
	uint32_t rate_permille;	 /**< after congestion notifications */
	rs_ns rate_changed;	 /**< latest cut or step up */
	uint32_t selective[REQUESTER_SELECTIVE_MAX];
	uint32_t selective_count;
	bool failed;
	uint32_t naks_taken, timer_rounds, nak_rounds, rnr_rounds,
	    read_rounds; /**< rounds by cause */
};

/** requester_init - @message_max and @psn_max fix the memory. 0 or -RS_ENOMEM. */
RS_MUST_USE int requester_init(struct requester *r, const struct requester_config *cfg,
			       uint32_t message_max, uint32_t psn_max);
void requester_fini(struct requester *r);

/** requester_post - one work request, sendable from @ready. False when the fixed memory is full. */
bool requester_post(struct requester *r, enum verb verb, uint32_t bytes, rs_ns ready);

/**
 * requester_next - next packet to send at @now, if there is one
 * Fills opcode, position, lengths, sending, round and flags of @out; the caller adds addressing.
 */
bool requester_next(struct requester *r, rs_ns now, struct wire *out);

/** requester_on_response - an undamaged ACK, NAK, RNR NAK, READ response, ATOMIC ACK or CNP came.
 */
void requester_on_response(struct requester *r, rs_ns now, const struct wire *w, struct dice *dice);

/** requester_on_time - due restarts and timers. */
void requester_on_time(struct requester *r, rs_ns now);

/** requester_wakeup - when to call on_time and next again; RS_NS_NONE = only on a response. */
rs_ns requester_wakeup(const struct requester *r);

/** requester_done - everything posted is acknowledged (UC: sent), or the QP has failed. */
bool requester_done(const struct requester *r);

/** requester_rnr_ns - delay coded in an RNR NAK. */
rs_ns requester_rnr_ns(unsigned code);

#endif
