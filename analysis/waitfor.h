/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_WAITFOR_H
#define ANALYSIS_WAITFOR_H
/*
 * Who waits for whom (diagnosis 4): pauses of several points put on the links of a topology.
 * Rings are deadlocks, chains lead to a root.
 */
#include <rocescope/engine.h>

/** Both ends of a link that paused each other. */
struct waitfor_mutual {
	uint32_t row, other; /**< pause rows of the snapshot */
	rs_ns start, end;    /**< longest time in which both pauses held */
};

struct waitfor {
	struct rs_deadlock *deadlocks;
	uint32_t deadlock_count;
	struct rs_pause_tree *trees;
	uint32_t tree_count;
	struct waitfor_mutual *mutuals;
	uint32_t mutual_count;
	char **names;	      /**< devices, sorted; paths point to them */
	uint32_t name_count;
	const char ***paths;  /**< arrays of devices */
	uint32_t path_count;
};

/** At most so many deadlocks, and so many trees. */
#define WAITFOR_MAX 64

/** waitfor_build - @snap and @links are read only during the call; -RS_ENOMEM leaves nothing. */
RS_MUST_USE int waitfor_build(struct waitfor *w, const struct rs_snapshot *snap, const struct rs_fabric_input *in,
			      int64_t t_deadlock);
void waitfor_fini(struct waitfor *w);

/** waitfor_overlap - longest time in which pauses of both rows held, false if none did. */
bool waitfor_overlap(const struct rs_snapshot *snap, const struct rs_pause_row *a, const struct rs_pause_row *b,
		     rs_ns *start, rs_ns *end);

#endif
