/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_LIB_SCENARIO_H
#define TESTS_LIB_SCENARIO_H
/*
 * A scenario: packets in the notation of tests/scenarios/README.md as decoded records, and
 * the lines that the analysis must say of them. What the notation leaves open is chosen so
 * that nothing but the expected can be found: see scenario.c.
 */
#include <rocescope/engine.h>

#include "tests/lib/notation.h"

/** Time of the scenario's 0, not a whole microsecond. */
#define SCENARIO_EPOCH_NS 1700000000000000123LL

/** A side that sends pauses or data in a PFC table. */
struct scenario_side {
	uint16_t point;
	char name[16];
	uint8_t mac[6];
};

struct scenario {
	char name[32];	       /* S02 */
	char title[160];
	struct rs_record *recs; /* owned, in order of time */
	size_t count;
	struct rs_pair_hint pairs[NOTATION_PAIRS];
	uint32_t pair_count;
	bool pauses;	       /* PFC table: what its data packets do on their lanes is not expected */
	struct scenario_side sides[NOTATION_SIDES];
	unsigned side_count;
	struct rs_link links[NOTATION_LINKS + 8]; /* names point into sides; points without devices for their speed */
	uint32_t link_count;   /* with devices; they come first */
	uint32_t link_all;
	char *lanes;	       /* owned: expected lines but FINDINGS */
	char *findings;	       /* owned: what follows FINDINGS */
};

/** scenario_parse - text of a scenario file; lines before "Expected:" are packets. */
RS_MUST_USE int scenario_parse(const char *text, struct scenario *out, struct rs_err *err);

/** scenario_load - read and parse a file. */
RS_MUST_USE int scenario_load(const char *path, struct scenario *out, struct rs_err *err);

void scenario_fini(struct scenario *s);

/** scenario_host - address of a host letter: A = 10.0.0.1. */
struct rs_addr scenario_host(char letter);

#endif
