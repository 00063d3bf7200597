/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FINDING_GROUP_H
#define ANALYSIS_FINDING_GROUP_H
/*
 * Facts collected by code and scope; each group becomes one finding. Only finding.c uses it.
 * After the first failure to get memory nothing is added any more and groups_settle fails.
 */
#include <rocescope/engine.h>

#include "analysis/hostpair.h"
#include "analysis/tally.h"

/** Findings of one conclusion. */
struct finding_set {
	struct rs_finding *rows; /**< ranked, worst first */
	uint32_t count;
	uint32_t *lanes; /**< lane ids, rows[i].lane_first .. + lane_count */
	uint32_t lane_count;
};

/** Scope of a group: index of a host pair, or GROUP_POINT | point. */
#define GROUP_POINT 0x80000000u
#define GROUP_WHOLE (GROUP_POINT | 0xffffu)

struct group {
	struct tally_sum sum;
	double cost_bytes;
	uint64_t flow_id, flow_packets; /**< worst flow of flow findings */
	uint32_t scope;
	uint32_t qp_first, qp_last, qp_count;
	uint8_t code;
	uint8_t confidence;
};

struct groups {
	struct group *rows;
	uint32_t *slots; /**< 1 + index into rows */
	uint32_t count, capacity;
	struct group_lane *lanes;
	size_t lane_count, lane_capacity;
	struct group_react *reacts; /**< NAK-to-resend samples */
	size_t react_count, react_capacity;
	struct rs_finding *made; /**< complete findings, lane_first counts in made_lanes */
	uint32_t *made_lanes;
	size_t made_count, made_capacity, made_lane_count, made_lane_capacity;
	bool no_memory;
};

/** groups_get - group of a code and scope, made when it is new; NULL without memory. Valid until
 * the next call. */
struct group *groups_get(struct groups *b, unsigned code, uint32_t scope);

/** group_qp - one more QPN concerned; RS_NO_QPN is ignored. */
void group_qp(struct group *g, uint32_t qp);

/** groups_lane - @l belongs to @g; twice the same counts once. */
void groups_lane(struct groups *b, const struct group *g, const struct rs_lane_row *l);

/** groups_reacts - the NAK-to-resend times of @s belong to @g. */
void groups_reacts(struct groups *b, const struct group *g, const struct tally_sum *s);

/** groups_finding - a finding that is complete but for its severity and lanes. */
void groups_finding(struct groups *b, const struct rs_finding *f, const uint32_t *lanes, uint32_t lane_count);

/** groups_settle - ranked findings of all groups; -RS_ENOMEM */
RS_MUST_USE int groups_settle(struct groups *b, const struct hostpairs *pairs,
			      struct finding_set *out);
void groups_fini(struct groups *b);

void finding_set_fini(struct finding_set *s);

#endif
