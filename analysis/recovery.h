/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_RECOVERY_H
#define ANALYSIS_RECOVERY_H
/*
 * Recoveries of a lane: takes what requests and answers meant, opens, continues and ends
 * episodes, and says what happened as events. Theory of operation in recovery.c.
 */
#include "analysis/episodes.h"

/** recovery_request - a request of a lane, after lane_classify() and before the history is told. */
void recovery_request(struct recovery *rc, struct lane *l, const struct rs_record *r, const struct lane_fact *f);

/** recovery_nak - NAK, PSN sequence error; acknowledges what precedes it. */
void recovery_nak(struct recovery *rc, struct lane *l, const struct rs_record *r);
/** recovery_rnr - RNR NAK; acknowledges what precedes it. */
void recovery_rnr(struct recovery *rc, struct lane *l, const struct rs_record *r);
/** recovery_answered - una may have moved: does the open episode end? */
void recovery_answered(struct recovery *rc, struct lane *l, const struct rs_record *r);
/** recovery_response - a READ response or atomic ACK, after lane_ack(). */
void recovery_response(struct recovery *rc, struct lane *l, const struct rs_record *r, const struct read_fact *f);

/** recovery_ack - lane_ack() plus the events of capture loss. */
void recovery_ack(struct recovery *rc, struct lane *l, uint32_t psn, const struct rs_record *r);

#endif
