/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FLOW_H
#define ANALYSIS_FLOW_H
/*
 * Flow table (dflow of diagnosis 1.1): packets of one direction to one QP, at one point, in
 * one VNI. The key is compared whole; everything else a packet carries is an attribute.
 * A full table gives up the flow that has been idle for longest among a few candidates.
 */
#include "analysis/index.h"
#include "analysis/ipid.h"
#include "base/hash.h"
#include "base/lines.h"

#include <rocescope/record.h>
#include <rocescope/snapshot.h>

#define FLOW_NONE UINT32_MAX

/** Identity, 44 bytes, compared with memcmp: no hole is left undefined. */
struct flow_key {
	struct rs_addr src, dst;
	uint32_t qpn;
	uint32_t vni;
	uint16_t point;
	uint16_t zero;
};

/** What every packet touches lies in the first FLOW_HOT_BYTES. */
struct flow {
	_Alignas(LINE_BYTES) struct flow_key key;
	uint32_t peer;	       /**< flow of the other direction, FLOW_NONE = not paired */
	uint32_t lane;	       /**< lane whose requests it carries, or UINT32_MAX */
	uint32_t hash;	       /**< low half, to leave the index */
	uint32_t pace;	       /**< block of the pause ledger, 0 = none */
	uint32_t icrc_good;    /**< for the rule of 9 in 10 */
	struct ipid ipid;
	uint32_t uc_next;      /**< next PSN of a UC flow */
	uint16_t last_sport;   /**< the sets of the row are looked at only when one of these changes */
	uint16_t last_vlan;
	uint8_t last_tos;
	bool used;
	uint8_t pairing;       /**< enum rs_pairing of the connection */
	uint8_t confidence;    /**< percent */
	uint8_t psn_hits;      /**< responses that agreed with a PSN pairing */
	bool no_sole;	       /**< a sole pairing proved wrong: never again */
	bool uc_started;
	struct rs_flow_row row; /**< counters and attributes as reported */
};

#define FLOW_HOT_BYTES (3 * LINE_BYTES)

struct flows {
	struct flow *slot;
	void *mem;	     /**< of slot, owned */
	uint32_t max;
	uint32_t used;	     /**< slots ever used; flows 0..used-1 */
	uint32_t hand;	     /**< where the search for an idle flow goes on */
	uint32_t free;	     /**< a slot given back, FLOW_NONE = none */
	struct index index;
};

RS_MUST_USE int flows_init(struct flows *f, uint32_t max);
void flows_fini(struct flows *f);

/* ERSPAN keeps session and sequence number in encap_id: they name the point, not the flow. */
static inline uint32_t flow_vni(const struct rs_record *r)
{
	return r->tunnel == RS_TUNNEL_VXLAN || r->tunnel == RS_TUNNEL_GENEVE || r->tunnel == RS_TUNNEL_NVGRE ? r->encap_id
													       : 0;
}

static inline void flow_key_of(struct flow_key *key, const struct rs_record *r)
{
	key->src = r->src;
	key->dst = r->dst;
	key->qpn = r->dqpn;
	key->vni = flow_vni(r);
	key->point = r->point;
	key->zero = 0;
}

static inline uint64_t flow_hash(const struct flow_key *key)
{
	const uint64_t rest = (uint64_t)key->qpn << 40 ^ (uint64_t)key->vni << 16 ^ key->point;
	uint64_t src[2], dst[2];

	/* IPv4 addresses stand in one half of the second words: turned, they do not meet. */
	memcpy(src, key->src.b, sizeof(src));
	memcpy(dst, key->dst.b, sizeof(dst));
	src[0] = (src[0] ^ hash_rotate(dst[0], 29)) * 0x9e3779b97f4a7c15ULL;
	return hash_mix(hash_mix(src[0] + hash_rotate(src[1], 32) + dst[1]) ^ rest);
}

static inline uint64_t flow_hash_record(const struct rs_record *r)
{
	struct flow_key key;

	flow_key_of(&key, r);
	return flow_hash(&key);
}

/** flows_find - slot number or FLOW_NONE. */
uint32_t flows_find(const struct flows *f, const struct flow_key *key, uint64_t hash);
/** flows_find_record - the same by the key of a record. */
uint32_t flows_find_record(const struct flows *f, const struct rs_record *r, uint64_t hash);
/** flows_guess - the slot that the index names first, not compared yet; it is prefetched. */
uint32_t flows_guess(const struct flows *f, uint64_t hash);
/** flow_is_of - the record belongs to this flow. */
bool flow_is_of(const struct flow *f, const struct rs_record *r);
/** flows_victim - slot to give up when the table is full, FLOW_NONE while there is room. */
uint32_t flows_victim(struct flows *f);
/** flows_remove - forget a flow; the caller has dealt with its lane and peer. */
void flows_remove(struct flows *f, uint32_t slot);
/** flows_add - new flow; there must be room. */
uint32_t flows_add(struct flows *f, const struct flow_key *key, uint64_t hash, const struct rs_record *r);
/** flow_count - sums and attributes of one packet that is no copy. */
void flow_count(struct flow *f, const struct rs_record *r);
/** flow_has_sport - the flow has carried this UDP source port. */
bool flow_has_sport(const struct flow *f, uint16_t sport);

#endif
