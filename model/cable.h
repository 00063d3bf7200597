/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MODEL_CABLE_H
#define MODEL_CABLE_H
/*
 * What happens to a frame on a link: time on the wire, and faults put there on purpose. A
 * fault sits at one port, before or after the tap on that port's link, and matches frames by
 * connection, kind, time and count.
 */
#include "model/dice.h"
#include "model/wire.h"

struct cable_config {
	uint64_t rate_bps;
	rs_ns delay_ns;		 /**< propagation, one way */
};

/** Time that @bytes (without FCS) take on the link. */
rs_ns cable_time_ns(const struct cable_config *l, uint32_t bytes);

enum fault_kind {
	FAULT_REQUEST = 1 << 0,	 /**< any request */
	FAULT_RESPONSE = 1 << 1, /**< READ response, ATOMIC ACK */
	FAULT_ACK = 1 << 2,
	FAULT_NAK = 1 << 3,	 /**< PSN sequence NAK */
	FAULT_RNR = 1 << 4,
};

enum fault_action { FAULT_DROP, FAULT_DAMAGE, FAULT_HOLD };

/** Which frames and what to do; zero fields do not restrict. */
struct fault {
	uint8_t port;		 /**< port index */
	bool after_tap;
	uint8_t what;		 /**< enum fault_kind mask */
	uint8_t action;		 /**< enum fault_action */
	bool first_sending;	 /**< only packets sent for the first time */
	bool resent_only;	 /**< only packets sent again */
	bool last_only;		 /**< only the last packet of a message */
	bool middle_only;	 /**< neither the first nor the last packet of a message */
	uint32_t conn_first, conn_last; /**< connections, both included */
	rs_ns from, until;	 /**< offsets from the start of the run; until 0 = end */
	uint32_t ppm;		 /**< probability, 0 = never by chance */
	uint32_t every;		 /**< every n-th matching frame (after skip), 0 = off */
	uint32_t skip;		 /**< matching frames let pass first */
	uint32_t burst_min, burst_max; /**< consecutive matching frames hit, 0 = 1 */
	uint32_t limit;		 /**< hits at most, 0 = no limit; a burst counts once */
	rs_ns hold_min_ns, hold_max_ns; /**< FAULT_HOLD: delay */
	/* state */
	uint32_t seen, hits, burst_left;
};

/** Where and when a frame is looked at. */
struct fault_site {
	unsigned port;
	bool after_tap;
	rs_ns since_start;
};

/** cable_fault_hits - does @f act on @w now? Counts the frame if it matches. */
bool cable_fault_hits(struct fault *f, const struct fault_site *site, const struct wire *w,
		      struct dice *dice);

#endif
