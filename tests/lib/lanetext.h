/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_LIB_LANETEXT_H
#define TESTS_LIB_LANETEXT_H
/*
 * A run in test form: the DEDUP, UNPAIRED, LANE, EPISODE and EVENT lines of tests/scenarios,
 * from the public structs alone.
 */
#include <rocescope/engine.h>

#include "base/text.h"
#include "tests/lib/scenario.h"

/** Output of one run; arrays are borrowed. */
struct lanetext_run {
	const struct rs_snapshot *snap;
	const struct rs_episode *episodes; /* any order */
	size_t episode_count;
	const struct rs_event *events;
	size_t event_count;
	rs_ns start;			   /* time of the capture's first packet */
	bool pauses;			   /* a PFC table: no LANE lines */
	const struct scenario_side *sides; /* names of MACs; else the MAC is written */
	unsigned side_count;
	const struct rs_verdict *verdict;  /* for DEADLOCK and PAUSETREE lines, may be NULL */
};

/** lanetext_lanes - all lines but FINDINGS, each with its newline. */
void lanetext_lanes(struct text *t, const struct lanetext_run *run);

#endif
