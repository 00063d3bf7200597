/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One scenario through the whole chain in memory - frames, decoder, engine, fabric - and what
 * it concludes against what the model did: findings, verdict, sums of every lane, and that
 * never more loss is said to have happened than did, on either side of the tap.
 *
 *	test_truth SCENARIO [SEEDS]	seeds 1..5, or 1..SEEDS
 *	test_truth --list NAME...	the names are those of the model
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <rocescope/decode.h>
#include <rocescope/engine.h>

#include "model/model.h"
#include "tests/lib/run.h"

#define SEEDS_DEFAULT 5
#define BURST 64

struct chain {
	const struct model_scenario *sc;
	uint64_t seed;
	struct model_truth truth;
	struct rs_decode_config decode;
	struct rs_record *records;
	size_t count, room;
	struct run run;
	struct rs_fabric *fabric;
	unsigned complaints;
};

static const struct model_scenario *scenario;
static uint64_t seeds = SEEDS_DEFAULT;
static char **names;
static int name_count;

static void complain(struct chain *c, const char *what, uint64_t want, uint64_t got)
{
	print_error("%s seed %u: %s: model %llu, analysis %llu\n", c->sc->name, (unsigned)c->seed, what,
		    (unsigned long long)want, (unsigned long long)got);
	c->complaints++;
}

static void on_frame(void *user, const struct rs_packet *p)
{
	struct chain *c = user;

	if (c->count == c->room) {
		c->room = c->room ? 2 * c->room : 1024;
		c->records = realloc(c->records, c->room * sizeof *c->records);
		assert_non_null(c->records);
	}
	rs_decode(&c->decode, p, &c->records[c->count++]);
}

static void go(struct chain *c)
{
	const struct rs_fabric_input in = { 0 };
	struct rs_err err;

	rs_decode_config_init(&c->decode);
	assert_int_equal(model_run(c->sc, c->seed, on_frame, c, &c->truth), 0);
	assert_int_equal(run_records(&c->run, NULL, c->records, c->count, BURST), 0);
	c->fabric = rs_fabric_create(NULL, &err);
	assert_non_null(c->fabric);
	rs_fabric_feed_events(c->fabric, c->run.events, c->run.event_count);
	rs_fabric_feed_episodes(c->fabric, c->run.episodes, c->run.episode_count);
	rs_fabric_feed_windows(c->fabric, c->run.windows, c->run.window_count);
	assert_int_equal(rs_fabric_finish(c->fabric, &c->run.snap, &in, &err), 0);
}

/* Is @word one of the words of @list, which @separator parts? */
static bool listed(const char *list, char separator, const char *word)
{
	const size_t n = strlen(word);

	for (const char *p = list; p; p = strchr(p, separator), p = p ? p + 1 : NULL)
		if (!strncmp(p, word, n) && (p[n] == separator || !p[n]))
			return true;
	return false;
}

static void check_verdict(struct chain *c)
{
	const struct rs_verdict *v = rs_fabric_verdict(c->fabric);
	char expect[512];

	for (uint32_t i = 0; i < v->finding_count; i++) {
		const char *code = rs_finding_info(v->findings[i].code)->code;

		if (listed(c->sc->forbid, ',', code)) {
			print_error("%s seed %u: finding %s must not appear\n", c->sc->name, (unsigned)c->seed, code);
			c->complaints++;
		}
	}
	strncpy(expect, c->sc->expect, sizeof expect - 1);
	expect[sizeof expect - 1] = 0;
	for (char *code = strtok(expect, ","); code; code = strtok(NULL, ",")) {
		bool found = false;

		for (uint32_t i = 0; i < v->finding_count; i++)
			found |= !strcmp(rs_finding_info(v->findings[i].code)->code, code);
		if (!found) {
			print_error("%s seed %u: finding %s is missing\n", c->sc->name, (unsigned)c->seed, code);
			c->complaints++;
		}
	}
	if (!listed(c->sc->verdict, '|', rs_verdict_name(v->word))) {
		print_error("%s seed %u: verdict %s, expected %s\n", c->sc->name, (unsigned)c->seed,
			    rs_verdict_name(v->word), c->sc->verdict);
		c->complaints++;
	}
}

static const struct rs_lane_row *row_of(const struct chain *c, const struct model_lane *l)
{
	for (uint32_t i = 0; i < c->run.snap.lane_count; i++) {
		const struct rs_lane_row *r = &c->run.snap.lanes[i];

		if (r->point == l->point && r->responder_qp == l->responder_qp &&
		    !memcmp(&r->requester, &l->requester, sizeof r->requester) &&
		    !memcmp(&r->responder, &l->responder, sizeof r->responder))
			return r;
	}
	return NULL;
}

struct sums {
	uint64_t before, after, any, responses;
};

/* What the episodes of a lane say was lost, as lower bounds or exactly. */
static struct sums blamed(const struct chain *c, uint32_t lane)
{
	struct sums s = { 0 };

	for (size_t i = 0; i < c->run.episode_count; i++) {
		const struct rs_episode *e = &c->run.episodes[i];

		if (e->lane != lane)
			continue;
		if (e->cause == RS_CAUSE_READ_RESP) {
			s.responses += e->lost_packets;
			continue;
		}
		s.any += e->lost_packets;
		s.before += e->side == RS_SIDE_UPSTREAM ? e->lost_packets : 0;
		s.after += e->side == RS_SIDE_DOWNSTREAM ? e->lost_packets : 0;
	}
	return s;
}

static void at_most(struct chain *c, const char *what, uint64_t truth, uint64_t said)
{
	if (said > truth)
		complain(c, what, truth, said);
}

static void same(struct chain *c, const char *what, uint64_t truth, uint64_t said)
{
	if (said != truth)
		complain(c, what, truth, said);
}

static void check_blame(struct chain *c, const struct model_lane *l, const struct rs_lane_row *r)
{
	const uint64_t responses = l->responses_lost_before + l->responses_lost_after;
	const uint64_t acks = l->acks_lost_before + l->acks_lost_after;
	const struct sums s = blamed(c, r->id);

	/*
	 * Not every resend shows what was lost: of a READ it may be the request or a response, and
	 * where a timer repairs a last packet it may be the packet or its ACK.
	 */
	at_most(c, "PSNs lost", l->psns_lost + responses + acks, s.any + s.responses);
	/* An episode has one side, but may hold losses of both. */
	if (!l->lost_before)
		same(c, "PSNs lost before the tap", 0, s.before);
	if (!l->lost_after)
		same(c, "PSNs lost after the tap", 0, s.after);
}

static void check_counts(struct chain *c, const struct model_lane *l, const struct rs_lane_row *r)
{
	same(c, "lane requests", l->requests, r->requests);
	same(c, "lane new", l->requests - l->resent, r->new_packets);
	same(c, "lane resent", l->resent, r->resent);
	same(c, "lane resent bytes", l->resent_bytes, r->resent_bytes);
	same(c, "lane request bytes", l->request_bytes, r->request_bytes);
	same(c, "lane ooo", l->late, r->ooo);
	same(c, "lane next PSN", l->next_psn, r->next_psn);
	same(c, "lane rounds", l->rounds_nak + l->rounds_timer + l->rounds_rnr + l->rounds_read, r->rounds);
	same(c, "lane epochs", l->epochs, r->epochs);
	if (!r->responded && !l->acks && !l->naks && !l->read_responses && !l->atomic_acks)
		return;
	same(c, "lane requester QP", l->requester_qp, r->requester_qp);
	same(c, "lane missing in the capture", l->missing, r->cap_missing);
	if (!l->read_responses && !l->atomic_acks) /* a READ asked again does not show why */
		same(c, "lane timer rounds", l->rounds_timer, r->timer_rounds);
	same(c, "lane acks", l->acks, r->acks);
	same(c, "lane naks", l->naks, r->naks);
	same(c, "lane rnrs", l->rnr_naks, r->rnrs);
	same(c, "lane fatal naks", l->fatal_naks, r->fatal_naks);
	same(c, "lane READ responses", l->read_responses, r->read_responses);
	same(c, "lane READ responses resent", l->read_responses_resent, r->resp_resent);
	same(c, "lane atomic replays", l->atomic_replays, r->atomic_replays);
}

static void check_lanes(struct chain *c)
{
	uint32_t rc_lanes = 0;

	for (unsigned i = 0; i < c->truth.lane_count; i++) {
		const struct model_lane *l = &c->truth.lanes[i];
		const struct rs_lane_row *r = row_of(c, l);

		rc_lanes += !l->uc && l->requests;
		if (l->uc || !l->requests)
			continue;
		if (!r) {
			complain(c, "lane without a row, QP", l->responder_qp, 0);
			continue;
		}
		check_blame(c, l, r);
		if (!r->sampled) /* gaps of a sample tell nothing */
			check_counts(c, l, r);
	}
	same(c, "lanes", rc_lanes, c->run.snap.lane_count);
}

static uint64_t damaged(const struct chain *c)
{
	uint64_t n = 0;

	for (size_t i = 0; i < c->run.episode_count; i++)
		n += c->run.episodes[i].damaged;
	return n;
}

static void check_totals(struct chain *c)
{
	const struct rs_totals *t = &c->run.snap.totals;
	uint64_t gaps = 0, said = 0;

	for (unsigned i = 0; i < c->truth.lane_count; i++)
		gaps += c->truth.lanes[i].uc_gaps;
	for (uint32_t i = 0; i < c->run.snap.flow_count; i++)
		said += c->run.snap.flows[i].uc_gaps;
	same(c, "packets", c->truth.frames, t->packets);
	same(c, "CNPs", c->truth.cnps, t->cnp - (t->copies ? c->truth.cnps : 0));
	same(c, "pause frames", c->truth.pfc_frames, t->pfc);
	same(c, "copies", c->truth.copies, t->copies);
	same(c, "wrong ICRCs", c->truth.corrupted, t->icrc_bad);
	same(c, "lost packets that came by damaged", c->truth.corrupted, damaged(c));
	same(c, "UC gaps", gaps, said);
	same(c, "malformed", 0, t->malformed);
}

static void analysis_says_what_the_model_did(void **state)
{
	unsigned complaints = 0;

	(void)state;
	for (uint64_t seed = 1; seed <= seeds; seed++) {
		struct chain *c = calloc(1, sizeof *c);

		assert_non_null(c);
		c->sc = scenario;
		c->seed = seed;
		go(c);
		check_totals(c);
		check_lanes(c);
		check_verdict(c);
		complaints += c->complaints;
		rs_fabric_destroy(c->fabric);
		run_fini(&c->run);
		free(c->records);
		free(c);
	}
	assert_int_equal(complaints, 0);
}

static void every_scenario_has_its_test(void **state)
{
	unsigned count, known = 0;
	const struct model_scenario *list = model_scenarios(&count);

	(void)state;
	assert_int_equal(count, name_count);
	for (unsigned i = 0; i < count; i++)
		for (int k = 0; k < name_count; k++)
			known += !strcmp(list[i].name, names[k]);
	assert_int_equal(known, count);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest one[] = { cmocka_unit_test(analysis_says_what_the_model_did) };
	const struct CMUnitTest all[] = { cmocka_unit_test(every_scenario_has_its_test) };

	if (argc > 1 && !strcmp(argv[1], "--list")) {
		names = argv + 2;
		name_count = argc - 2;
		return cmocka_run_group_tests(all, NULL, NULL);
	}
	scenario = argc > 1 ? model_scenario_by_name(argv[1]) : NULL;
	if (argc > 2)
		seeds = strtoull(argv[2], NULL, 10);
	return scenario ? cmocka_run_group_tests(one, NULL, NULL) : 2;
}
