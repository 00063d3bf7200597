/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_COPIES_H
#define ANALYSIS_COPIES_H
/*
 * Mirror copy or retransmission (diagnosis 1.3). A switch can deliver one frame twice; a real
 * resend repeats BTH, payload and ICRC too, so equality alone proves nothing. The frame is
 * compared with the last kept frame of the same content; IP identification, TTL, VLAN, MACs
 * and time decide. Frames are remembered in a table of small sets, the oldest of a set goes
 * first: a frame that fell out of it is simply not recognised any more.
 */
#include <rocescope/engine.h>

struct copies;

struct copies *copies_create(const struct rs_tunables *tune);
void copies_destroy(struct copies *c);

/** copies_hash - of everything that two copies have in common, mixed into the flow's hash. */
uint64_t copies_hash(uint64_t flow_hash, const struct rs_record *r);
void copies_prefetch(const struct copies *c, uint64_t hash);

/**
 * copies_check - true if the frame is a copy of one seen before; else it is remembered
 * @no_id: the flow's IP identification is a constant, so it says nothing
 */
bool copies_check(struct copies *c, uint64_t hash, const struct rs_record *r, bool no_id);

#endif
