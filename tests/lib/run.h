/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_LIB_RUN_H
#define TESTS_LIB_RUN_H
/* Records through an engine, everything drained and kept; the same way the program goes. */
#include <rocescope/engine.h>

struct run {
	struct rs_event *events; /* owned, in order of emission */
	size_t event_count, event_room;
	struct rs_episode *episodes; /* owned */
	size_t episode_count, episode_room;
	struct rs_window *windows;   /* owned */
	size_t window_count, window_room;
	uint8_t *classes;	 /* owned: enum rs_class of each record */
	struct rs_snapshot snap;
};

/**
 * run_records - a whole capture
 * @cfg: NULL = defaults with small tables
 * @burst: records per rs_engine_feed, 1..RS_BURST_MAX
 */
RS_MUST_USE int run_records(struct run *out, const struct rs_engine_config *cfg, const struct rs_record *recs,
			    size_t count, size_t burst);
/** Records with what is known of the links. */
struct run_input {
	const struct rs_record *recs;
	size_t count, burst;
	const struct rs_link *links;
	uint32_t link_count;
};

/** run_input - as run_records. */
RS_MUST_USE int run_input(struct run *out, const struct rs_engine_config *cfg, const struct run_input *in);
void run_fini(struct run *r);

/** run_config - defaults with tables that suit tests. */
void run_config(struct rs_engine_config *cfg);

#endif
