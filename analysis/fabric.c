/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Theory of operation
 *
 * The fabric sees only what engines say. Episodes and events are summed as they come, per code
 * and lane, in a table of fixed size (tally). A finish joins these sums with the rows of a
 * snapshot into findings (finding), then judges the capture and the whole (trust). Nothing of a
 * finish is kept for the next one but the sums, so it may be called again after more was fed,
 * as a live view does.
 */
#include <rocescope/engine.h>

#include "analysis/finding.h"
#include "analysis/hostpair.h"
#include "analysis/storm.h"
#include "analysis/storm_finding.h"
#include "analysis/tally.h"
#include "analysis/trust.h"

#include <stdlib.h>

struct rs_fabric {
	struct rs_tunables tune;
	struct tally tally;
	struct waitfor waits; /* of the last finish, borrowed by verdict */
	struct storm_log log;
	struct storm_set storms;  /* of the last finish, borrowed by verdict */
	struct finding_set found; /* of the last finish, borrowed by verdict */
	struct rs_verdict verdict;
};

struct rs_fabric *rs_fabric_create(const struct rs_tunables *tune, struct rs_err *err)
{
	struct rs_fabric *f = calloc(1, sizeof(*f));
	struct rs_engine_config defaults;

	if (!f) {
		rs_err_set(err, RS_ENOMEM,
			   "no memory for the conclusions; free some and try again");
		return NULL;
	}
	if (tally_init(&f->tally, TALLY_SLOTS, err)) {
		free(f);
		return NULL;
	}
	rs_engine_config_init(&defaults);
	f->tune = tune ? *tune : defaults.tune;
	f->verdict.word = RS_VERDICT_INCONCLUSIVE; /* until something was concluded */
	f->verdict.trust = RS_TRUST_POOR;
	return f;
}

void rs_fabric_destroy(struct rs_fabric *f)
{
	if (!f)
		return;
	tally_fini(&f->tally);
	finding_set_fini(&f->found);
	waitfor_fini(&f->waits);
	storm_log_fini(&f->log);
	storm_set_fini(&f->storms);
	free(f);
}

void rs_fabric_feed_events(struct rs_fabric *f, const struct rs_event *ev, size_t n)
{
	for (size_t i = 0; i < n; i++)
		tally_event(&f->tally, &ev[i]);
}

void rs_fabric_feed_episodes(struct rs_fabric *f, const struct rs_episode *ep, size_t n)
{
	for (size_t i = 0; i < n; i++)
		tally_episode(&f->tally, &ep[i]);
	for (size_t i = 0; i < n; i++)
		storm_log_episode(&f->log, &ep[i]);
}

void rs_fabric_feed_windows(struct rs_fabric *f, const struct rs_window *w, size_t n)
{
	for (size_t i = 0; i < n; i++)
		storm_log_window(&f->log, &w[i]);
}

/* The storms of a snapshot, their findings in front of the others. */
static int add_storms(struct rs_fabric *f, struct finding_set *found, const struct rs_snapshot *snap, struct rs_err *err)
{
	struct storm_set storms;
	int rc = storm_build(&storms, &f->log, snap, &f->tune, err);

	if (!rc)
		rc = storm_findings(found, &storms, snap, err);
	if (rc) {
		storm_set_fini(&storms);
		return rc;
	}
	storm_set_fini(&f->storms);
	f->storms = storms;
	f->verdict.storms = storms.rows;
	f->verdict.storm_count = storms.count;
	return 0;
}

static void take(struct rs_fabric *f, const struct finding_set *found, const struct waitfor *waits)
{
	struct rs_verdict *v = &f->verdict;

	waitfor_fini(&f->waits);
	f->waits = *waits;
	v->deadlocks = waits->deadlocks;
	v->deadlock_count = waits->deadlock_count;
	v->trees = waits->trees;
	v->tree_count = waits->tree_count;
	finding_set_fini(&f->found);
	f->found = *found;
	v->findings = found->rows;
	v->finding_count = found->count;
	v->lanes = found->lanes;
	v->lanes_total = found->lane_count;
	v->findings_dropped = f->tally.dropped + f->log.dropped;
}

static int conclude(struct rs_fabric *f, const struct finding_source *src, struct waitfor *waits, struct rs_err *err)
{
	struct finding_set found = {0};
	int rc = finding_build(&found, src, err);

	if (!rc)
		rc = add_storms(f, &found, src->snap, err);
	if (rc) {
		finding_set_fini(&found);
		return rc;
	}
	take(f, &found, waits);
	trust_judge(&f->verdict, &(struct trust_source){src->snap, src->pairs, src->in});
	return 0;
}

int rs_fabric_finish(struct rs_fabric *f, const struct rs_snapshot *snap,
		     const struct rs_fabric_input *in, struct rs_err *err)
{
	static const struct rs_fabric_input nothing_known = {0};
	struct hostpairs pairs;
	struct waitfor waits;
	int rc;

	if (!in)
		in = &nothing_known;
	rc = hostpairs_init(&pairs, snap, err);
	if (rc)
		return rc;
	rc = waitfor_build(&waits, snap, in, f->tune.t_deadlock);
	if (rc)
		rs_err_set(err, RS_ENOMEM, "no memory for the links; leave out --links");
	else
		rc = conclude(f, &(struct finding_source){&f->tally, snap, &pairs, in, &waits, &f->tune}, &waits, err);
	if (rc)
		waitfor_fini(&waits);
	hostpairs_fini(&pairs);
	return rc;
}

const struct rs_verdict *rs_fabric_verdict(const struct rs_fabric *f)
{
	return &f->verdict;
}
