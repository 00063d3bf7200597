/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Acceptance scenarios: each file of tests/scenarios through an engine (and a fabric), its
 * output in test form against the expected lines. Two tests a scenario, so that what one
 * lane says and what the report concludes fail apart.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/findtext.h"
#include "tests/lib/lanetext.h"
#include "tests/lib/run.h"
#include "tests/lib/scenario.h"

#define SCENARIOS(X)                                                                              \
	X(S01) X(S02) X(S03) X(S04) X(S05) X(S06) X(S07) X(S08) X(S09) X(S10)                     \
	X(S11) X(S12) X(S13) X(S14) X(S15) X(S16) X(S17) X(S18) X(S19) X(S20)                     \
	X(S21) X(S22) X(S23) X(S24) X(S25) X(S26) X(S27) X(S28) X(S29) X(S30)                     \
	X(S31) X(S32) X(S33) X(S34) X(S39) X(S40) X(S44) X(S46) X(S47) X(S48) X(S49) X(S50) X(S51) X(S52) X(S53) X(S54) X(S55) X(S56) \
	X(R01) X(R02) X(R03) X(R04) X(R05) X(R06) X(R07)

#define TEXT_BYTES 16384

static void load(const char *name, struct scenario *s)
{
	struct rs_err err = {0};
	char path[1024];

	snprintf(path, sizeof(path), "%s/%s.txt", SCENARIO_DIR, name);
	if (scenario_load(path, s, &err))
		fail_msg("%s", err.text);
}

static void run(const struct scenario *s, size_t burst, struct run *r)
{
	struct rs_engine_config cfg;

	run_config(&cfg);
	cfg.pairs = s->pairs;
	cfg.pair_count = s->pair_count;
	if (run_input(r, &cfg, &(struct run_input){s->recs, s->count, burst, s->links, s->link_all}))
		fail_msg("%s: the engine cannot be created", s->name);
}

/* One line against another, the first difference shown with both texts. */
static void compare(const char *what, const char *got, const char *want)
{
	const char *g = got, *w = want;

	if (!strcmp(got, want))
		return;
	while (*g || *w) {
		size_t gn = strcspn(g, "\n"), wn = strcspn(w, "\n");

		if (gn != wn || strncmp(g, w, gn)) {
			print_error("%s differs\n  expected %.*s\n  got      %.*s\n", what, (int)wn, w, (int)gn, g);
			break;
		}
		g += gn + (g[gn] == '\n');
		w += wn + (w[wn] == '\n');
	}
	print_error("all expected:\n%s\nall got:\n%s\n", want, got);
	fail_msg("%s: not as expected", what);
}

/* Owned by the caller; conclusions of a run. */
static struct rs_fabric *conclude(const struct scenario *s, const struct run *r)
{
	struct rs_fabric_input in = {.links = s->links, .link_count = s->link_count};
	struct rs_engine_config cfg;
	struct rs_err err = {0};
	struct rs_fabric *f;

	run_config(&cfg);
	f = rs_fabric_create(&cfg.tune, &err);
	assert_non_null(f);
	rs_fabric_feed_events(f, r->events, r->event_count);
	rs_fabric_feed_episodes(f, r->episodes, r->episode_count);
	rs_fabric_feed_windows(f, r->windows, r->window_count);
	assert_int_equal(rs_fabric_finish(f, &r->snap, &in, &err), 0);
	return f;
}

static void lanes_text(const struct scenario *s, size_t burst, char *buf)
{
	struct rs_fabric *f;
	struct run r;
	struct text t;

	run(s, burst, &r);
	f = conclude(s, &r);
	text_init(&t, buf, TEXT_BYTES);
	lanetext_lanes(&t, &(struct lanetext_run){.snap = &r.snap,
						  .episodes = r.episodes,
						  .episode_count = r.episode_count,
						  .events = r.events,
						  .event_count = r.event_count,
						  .start = s->recs[0].time,
						  .pauses = s->pauses,
						  .sides = s->sides,
						  .side_count = s->side_count,
						  .verdict = rs_fabric_verdict(f)});
	rs_fabric_destroy(f);
	run_fini(&r);
	assert_false(t.cut);
}

static void check_lanes(const char *name)
{
	static const size_t bursts[] = {1, RS_BURST_MAX};
	char *got = malloc(TEXT_BYTES), what[64];
	struct scenario s;

	assert_non_null(got);
	load(name, &s);
	for (size_t i = 0; i < sizeof(bursts) / sizeof(bursts[0]); i++) {
		lanes_text(&s, bursts[i], got);
		snprintf(what, sizeof(what), "%s in bursts of %zu", name, bursts[i]);
		compare(what, got, s.lanes);
	}
	scenario_fini(&s);
	free(got);
}

static void findings_text(const struct scenario *s, size_t burst, char *buf)
{
	struct rs_fabric *f;
	struct run r;
	struct text t;

	run(s, burst, &r);
	f = conclude(s, &r);
	text_init(&t, buf, TEXT_BYTES);
	findtext_verdict(&t, rs_fabric_verdict(f));
	rs_fabric_destroy(f);
	run_fini(&r);
}

static void check_findings(const char *name)
{
	char *got = malloc(TEXT_BYTES), *want = malloc(TEXT_BYTES);
	struct scenario s;
	struct text t;

	assert_non_null(got);
	assert_non_null(want);
	load(name, &s);
	text_init(&t, want, TEXT_BYTES);
	findtext_expected(&t, s.findings);
	findings_text(&s, RS_BURST_MAX, got);
	compare(name, got, want);
	scenario_fini(&s);
	free(got);
	free(want);
}

#define X(name)                                                                                   \
	static void name##_lanes_and_episodes(void **state)                                       \
	{                                                                                         \
		check_lanes(#name);                                                               \
	}
SCENARIOS(X)
#undef X

#define X(name)                                                                                   \
	static void name##_findings(void **state)                                                 \
	{                                                                                         \
		check_findings(#name);                                                            \
	}
SCENARIOS(X)
#undef X

int main(void)
{
	const struct CMUnitTest tests[] = {
#define X(name) cmocka_unit_test(name##_lanes_and_episodes),
		SCENARIOS(X)
#undef X
#define X(name) cmocka_unit_test(name##_findings),
		SCENARIOS(X)
#undef X
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
