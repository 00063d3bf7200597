/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_PEERS_H
#define ANALYSIS_PEERS_H
/*
 * Requester and responder address at one point and VNI, with the lanes between them and how
 * fast the requester reacts to NAKs. Pairing looks for candidates here.
 */
#include "analysis/delay.h"
#include "analysis/index.h"

#define PEERS_NONE UINT32_MAX

struct peers_entry {
	struct rs_addr requester, responder;
	uint32_t vni;
	uint16_t point;
	bool used;
	uint32_t first_lane; /**< list through lane.next_of_peers, UINT32_MAX = empty */
	uint32_t lanes;	     /**< in the list */
	struct delay react;  /**< NAK to first resend of plain NAK recoveries */
};

struct peers {
	struct peers_entry *slot;
	uint32_t max, used;
	uint32_t free;	     /**< slots given back, a list through first_lane; PEERS_NONE = none */
	struct index index;
};

RS_MUST_USE int peers_init(struct peers *p, uint32_t max);
void peers_fini(struct peers *p);
/** peers_find - slot of requester -> responder, PEERS_NONE if there is none. */
uint32_t peers_find(const struct peers *p, const struct rs_addr *requester, const struct rs_addr *responder, uint32_t vni,
		    uint16_t point);
/** peers_get - find or make; PEERS_NONE if the table is full. */
uint32_t peers_get(struct peers *p, const struct rs_addr *requester, const struct rs_addr *responder, uint32_t vni,
		   uint16_t point);
/** peers_remove - its last lane is gone: the slot may serve other hosts. */
void peers_remove(struct peers *p, uint32_t slot);

#endif
