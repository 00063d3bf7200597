/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_HOSTPAIR_H
#define ANALYSIS_HOSTPAIR_H
/*
 * Host pairs of a snapshot: who asks whom at which point, and whether answers are visible.
 * Findings are merged over a host pair; trust counts the pairs that are seen one way only.
 */
#include <rocescope/snapshot.h>

#define HOSTPAIR_NONE UINT32_MAX

struct hostpair {
	struct rs_addr requester, responder;
	uint16_t point;
	bool responded;	   /**< a response of some lane was attributed */
	uint64_t requests; /**< request packets of its RC lanes */
	uint64_t unpaired; /**< responses that belong to no lane */
};

struct hostpairs {
	struct hostpair *rows;
	uint32_t *slots; /**< 1 + index into rows, 0 = free */
	uint32_t count;
	uint32_t mask; /**< slots - 1 */
};

/** hostpairs_init - from the lanes, and from flows that carry something worth a finding; -RS_ENOMEM
 */
RS_MUST_USE int hostpairs_init(struct hostpairs *h, const struct rs_snapshot *snap,
			       struct rs_err *err);
void hostpairs_fini(struct hostpairs *h);

/** hostpairs_find - index of a pair or HOSTPAIR_NONE. */
uint32_t hostpairs_find(const struct hostpairs *h, uint16_t point, const struct rs_addr *requester,
			const struct rs_addr *responder);

/** hostpair_damaged - wrong ICRCs of a flow mean damage: some are bad, but fewer than one packet in
 * ten. */
bool hostpair_damaged(const struct rs_flow_row *f);

#endif
