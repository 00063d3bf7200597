/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_CONNECTIONS_H
#define ANALYSIS_CONNECTIONS_H
/*
 * Connections that connection management (CM) set up in the capture: a REQ names the QPN and
 * parameters of one side, the REP with the same communication id those of the other. The
 * latest CM_MAX are remembered.
 */
#include "analysis/index.h"

#include <rocescope/record.h>

#define CM_MAX 4096

/** One connection, complete once the REP was seen. */
struct cm_connection {
	struct rs_addr active, passive; /**< sender of the REQ, sender of the REP */
	uint32_t active_id;		/**< communication id of the active side */
	uint32_t active_qpn, passive_qpn;
	uint32_t active_psn, passive_psn; /**< first PSN that side will use for requests */
	uint32_t pmtu;			/**< bytes, 0 = not said */
	uint8_t ack_timeout;		/**< exponent of 4.096 us, 0 = none */
	uint8_t retry, rnr_retry;	/**< of the REQ */
	bool used, complete;
};

struct cm {
	struct cm_connection *slot;
	uint32_t at; /**< next slot to use: a ring */
	struct index index; /**< by both (src, dst, qpn) keys of a complete connection: slot * 2 + direction */
	uint64_t *hash;     /**< of the index entries, two a slot */
};

RS_MUST_USE int cm_init(struct cm *c);
void cm_fini(struct cm *c);
/** cm_note - a CM record; returns the connection when this message completed or ends one, NULL otherwise. */
const struct cm_connection *cm_note(struct cm *c, const struct rs_record *r);
/** cm_peer - connection that packets to @qpn at @dst from @src belong to, NULL if none; @peer_qpn: QPN at @src. */
const struct cm_connection *cm_peer(const struct cm *c, const struct rs_addr *src, const struct rs_addr *dst, uint32_t qpn,
				    uint32_t *peer_qpn);

#endif
