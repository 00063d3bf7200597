/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_ENGINE_STATE_H
#define ANALYSIS_ENGINE_STATE_H
/* The engine's own memory, shared by engine.c (feeds it), engine_input.c (counts) and engine_snapshot.c (reads it). */
#include "analysis/copies.h"
#include "analysis/episodes.h"
#include "analysis/flow.h"
#include "analysis/load.h"
#include "analysis/pair.h"
#include "analysis/pause_ledger.h"

/** State of one capture point. */
struct point {
	struct rs_point_row row;
	uint32_t mirror_seq; /**< latest ERSPAN sequence number, 22 bits */
	bool mirror_any;
};

struct rs_engine {
	struct rs_engine_config cfg;
	struct flows flows;
	struct lane *lanes;	 /**< by slot; a lane keeps its slot while its flow lives */
	void *lanes_mem;	 /**< of lanes, owned */
	uint32_t lanes_used;	 /**< slots ever used */
	uint32_t lane_free;	 /**< slots given back, a list through next_of_peers; LANE_NONE = none */
	uint32_t next_lane_id;
	struct peers peers;
	struct pair pair;
	struct copies *copies;
	struct load load;
	struct lane_pools pools;
	struct emit emit;
	struct recovery recovery;
	struct pauses pauses;
	struct point *points;
	uint32_t points_seen;	 /**< highest point number + 1 */
	struct rs_totals totals;
	rs_ns now;		 /**< latest time of a record or of advance */
	uint32_t finish_at;	 /**< lane slot where finishing goes on */
	bool finishing;
};

/** engine_count_input - totals and the sums of the record's point, which it returns. */
struct point *engine_count_input(struct rs_engine *e, const struct rs_record *r);

#endif
