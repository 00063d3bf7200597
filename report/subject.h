/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_SUBJECT_H
#define REPORT_SUBJECT_H
/*
 * What a filter is asked about: one row of any kind with everything that is known around it.
 * One list of fields serves all commands; a field that the kind of row lacks is not known.
 */
#include "query/filter_types.h"
#include "report/columns.h"
#include "report/packet_fields.h"

/** What must be at hand before a field can be read. */
enum subject_group {
	SUBJECT_ANALYSIS = 1 << 0, /**< packets: the results of the whole input */
	SUBJECT_KINDS = 1 << 1,	   /**< kinds of events per lane */
	SUBJECT_FINDINGS = 1 << 2, /**< findings per flow */
};

/** A finding that concerns a flow. */
struct subject_finding {
	uint64_t flow_id;
	uint32_t finding; /**< index in the verdict */
	uint16_t point;
};

/** Findings of one flow: a part of a sorted list. */
struct subject_findings {
	const struct subject_finding *first;
	unsigned count;
};

/** One row. What it does not have is NULL. */
struct subject {
	const struct rs_flow_row *flow;
	const struct rs_lane_row *lane;
	const struct rs_event *event;
	const struct rs_finding *finding;    /**< the row is this finding */
	const struct packet_row *packet;
	struct subject_findings findings[2]; /**< of the row's own flow, and of the one that it answers */
	rs_ns time;			     /**< findings must cover it, RS_NS_NONE = any time */
	uint32_t kinds;			     /**< kinds of events, a bit each */
};

/** The user of the getters: where fields find their columns, and room for the latest value. */
#define SUBJECT_FIELDS_MAX 96
struct subject_env {
	struct row_ctx *c;	       /**< NULL: packets before any result */
	const struct row_column *columns[SUBJECT_FIELDS_MAX];
	const struct packet_field *packet_fields[SUBJECT_FIELDS_MAX];
	struct row_value value;
};

/** subject_fields - the list for filter_create(). */
const struct filter_field *subject_fields(unsigned *count);

/** subject_env_init - @c: NULL if only packets are asked about and no result is needed. */
void subject_env_init(struct subject_env *env, struct row_ctx *c);

#endif
