/* SPDX-License-Identifier: BSD-2-Clause */
/* Whole runs of the model (model/model.h): same seed, conservation, order, what each scenario does.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/hash.h"
#include "model/model.h"
#include "model/recipe.h"

#define SEEDS 5

struct seen {
	uint64_t frames, hash, bytes;
	rs_ns last;
	unsigned backwards, bad_length, bad_point;
	const struct model_scenario *sc;
};

static void on_frame(void *user, const struct rs_packet *p)
{
	struct seen *s = user;

	s->backwards += s->frames && p->time < s->last;
	s->bad_length += !p->caplen || p->caplen > p->wirelen;
	s->bad_point += p->point >= MODEL_POINTS || !s->sc->points[p->point].name;
	s->last = p->time;
	s->frames++;
	s->bytes += p->caplen;
	s->hash = hash_combine(hash_bytes(p->data, p->caplen, (uint64_t)p->time), s->hash);
}

static struct model_truth *run(const char *name, uint64_t seed, struct seen *s)
{
	struct model_truth *t = malloc(sizeof *t);

	assert_non_null(t);
	memset(s, 0, sizeof *s);
	s->sc = model_scenario_by_name(name);
	assert_non_null(s->sc);
	assert_int_equal(model_run(s->sc, seed, on_frame, s, t), 0);
	return t;
}

static void same_seed_gives_the_same_bytes(void **state)
{
	struct seen a, b, c;

	(void)state;
	free(run("loss-storm", 7, &a));
	free(run("loss-storm", 7, &b));
	free(run("loss-storm", 8, &c));
	assert_true(a.frames > 1000);
	assert_true(a.hash == b.hash);
	assert_true(a.hash != c.hash);
}

static void nothing_is_lost_unaccounted_in_any_scenario(void **state)
{
	unsigned count;
	const struct model_scenario *list = model_scenarios(&count);

	(void)state;
	for (unsigned i = 0; i < count * SEEDS; i++) {
		struct seen s;
		struct model_truth *t = run(list[i / SEEDS].name, 1 + i % SEEDS, &s);

		assert_int_equal(t->requests_sent, t->requests_taken + t->requests_lost);
		assert_int_equal(t->requests_lost, t->lost_before_tap + t->lost_after_tap);
		assert_int_equal(t->refused, 0);
		assert_int_equal(t->frames, s.frames);
		assert_int_equal(s.backwards, 0);
		assert_int_equal(s.bad_length, 0);
		assert_int_equal(s.bad_point, 0);
		free(t);
	}
}

static void every_lane_adds_up(void **state)
{
	unsigned count;
	const struct model_scenario *list = model_scenarios(&count);

	(void)state;
	for (unsigned i = 0; i < count; i++) {
		struct seen s;
		struct model_truth *t = run(list[i].name, 3, &s);

		for (unsigned k = 0; k < t->lane_count; k++) {
			const struct model_lane *l = &t->lanes[k];

			assert_true(l->resent <= l->sent_again);
			assert_true(l->requests + l->lost_before <= l->sent);
			if (!t->capture_drops && !t->corrupted)
				assert_int_equal(l->requests + l->lost_before, l->sent);
			assert_true(l->rounds_nak <= l->nak_rounds);
			assert_true(l->rounds_timer <= l->timer_rounds);
		}
		free(t);
	}
}

static void unknown_scenario_is_refused(void **state)
{
	const struct model_scenario sc = { .name = "no-such-thing" };
	static struct model_truth t;

	(void)state;
	assert_null(model_scenario_by_name("no-such-thing"));
	assert_int_equal(model_run(&sc, 1, on_frame, NULL, &t), -RS_ENOENT);
}

static void every_scenario_has_a_plan_and_words(void **state)
{
	unsigned count;
	const struct model_scenario *list = model_scenarios(&count);

	(void)state;
	assert_true(count >= 26);
	for (unsigned i = 0; i < count; i++) {
		assert_non_null(recipe_by_name(list[i].name));
		assert_true(strlen(list[i].summary) > 10);
		assert_non_null(list[i].expect);
		assert_non_null(list[i].forbid);
		assert_true(strlen(list[i].verdict) > 0);
		assert_non_null(list[i].points[0].name);
		assert_true(list[i].points[0].link_bps > 0);
	}
	assert_string_equal(list[0].name, "loss-storm");
}

/* What happened must be what the name says, for every seed. */
static void scenarios_do_what_they_say(void **state)
{
	(void)state;
	for (uint64_t seed = 1; seed <= SEEDS; seed++) {
		struct seen s;
		struct model_truth *t;

#define RUN(name, condition)                     \
	do {                                     \
		t = run(name, seed, &s);         \
		assert_true(condition);          \
		free(t);                         \
	} while (0)
		RUN("healthy",
		    !t->requests_lost && !t->resent && !t->naks && !t->timeouts && !t->ce_marked);
		RUN("loss-storm", t->lost_after_tap >= 20 && !t->lost_before_tap &&
				      t->timeouts == 2 && t->resent >= 400 && t->rnr_naks == 2 &&
				      t->cnps && t->pfc_frames && t->ce_marked);
		RUN("loss-before",
		    t->lost_before_tap >= 3 && !t->lost_after_tap && t->naks && !t->timeouts);
		RUN("loss-after",
		    t->lost_after_tap >= 3 && !t->lost_before_tap && t->naks && !t->timeouts);
		RUN("two-taps", t->lanes[0].lost_after == 2 && t->lanes[1].lost_before == 2);
		RUN("burst-loss", t->lost_before_tap >= 12 && t->naks <= 4);
		RUN("tail-timeout", t->timeouts == 2 && !t->naks);
		RUN("retx-lost", t->timeouts == 1 && t->lost_after_tap == 3);
		RUN("ack-loss", t->timeouts >= 2 && !t->requests_lost && t->acks_lost >= 2);
		RUN("nak-lost", t->naks == 2 && t->timeouts == 2 && !t->go_backs);
		RUN("rnr", t->rnr_naks == 4 && !t->naks && !t->requests_lost);
		RUN("read-loss", t->responses_lost_before_tap == 3 &&
				     t->responses_lost_after_tap == 3 && !t->naks);
		RUN("reorder", t->reordered >= 2 && !t->requests_lost && t->naks);
		RUN("reorder-tolerated", t->reordered >= 5 && !t->naks && !t->resent);
		RUN("selective-repeat", t->resent == t->requests_lost && t->naks);
		RUN("go-back-0", t->resent >= 16 * t->naks && t->naks);
		RUN("dead-peer", t->retry_exhausted == 1 && t->timeouts == 4);
		RUN("refused", t->fatal_naks == 1 && !t->retry_exhausted);
		RUN("qp-reuse", t->lanes[0].epochs == 2 && t->lane_count == 1);
		RUN("capture-drops",
		    t->capture_drops >= 5 && t->lanes[0].missing + t->lanes[1].missing > 0);
		RUN("mirror-copies", t->copies * 2 == t->frames);
		RUN("one-way", t->lanes[0].acks == 0 && t->lanes[0].naks == 0);
		RUN("sampled", t->capture_drops > t->frames);
		RUN("corrupt-icrc", t->corrupted >= 2 && t->lost_before_tap == t->corrupted);
		RUN("uc-loss", t->lanes[0].uc_gaps >= 3 && !t->resent);
		RUN("cnp", t->ce_marked >= 5 && t->cnps && !t->requests_lost);
		RUN("pfc", t->pfc_frames >= 4 && !t->requests_lost && !t->resent);
		RUN("vlan-ipv6", t->lost_before_tap >= 2);
		RUN("atomics", t->responses_lost_before_tap == 3 && t->resent);
		RUN("timer-too-short", t->timeouts >= 3 && !t->requests_lost && !t->acks_lost);
		RUN("mixed", t->lost_before_tap && t->lost_after_tap && t->resent);
#undef RUN
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_seed_gives_the_same_bytes),
		cmocka_unit_test(nothing_is_lost_unaccounted_in_any_scenario),
		cmocka_unit_test(every_lane_adds_up),
		cmocka_unit_test(unknown_scenario_is_refused),
		cmocka_unit_test(every_scenario_has_a_plan_and_words),
		cmocka_unit_test(scenarios_do_what_they_say),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
