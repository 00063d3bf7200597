/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What must hold whatever the input: the same input gives the same output, the size of
 * bursts does not matter, PSNs and times are relative, nothing crashes. Inputs are all
 * scenarios, and traffic drawn by a fixed seed.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/history.h"
#include "base/hash.h"
#include "base/psn.h"
#include "tests/lib/lanetext.h"
#include "tests/lib/run.h"
#include "tests/lib/scenario.h"

#define TEXT_BYTES (1 << 20)
#define RANDOM_RECORDS 20000

struct random {
	uint64_t state;
};

static uint32_t draw(struct random *r, uint32_t below)
{
	r->state += 0x9e3779b97f4a7c15ULL;
	return (uint32_t)(hash_mix(r->state) % below);
}

/* ---- inputs ---- */

struct input {
	char name[32];
	struct rs_record *recs; /* owned */
	size_t count;
	struct rs_pair_hint pairs[NOTATION_PAIRS];
	uint32_t pair_count;
};

/* Plausible packets of a few lanes in any order: losses, resends, NAKs, READs, damage, cuts. */
static void random_traffic(struct input *in, uint64_t seed)
{
	static const uint8_t opcodes[] = {0x04, 0x06, 0x07, 0x07, 0x07, 0x08, 0x0a, 0x0a, 0x0c, 0x0d, 0x0e, 0x0f,
					  0x10, 0x11, 0x11, 0x11, 0x12, 0x13, 0x14, 0x24, 0x64, 0x81};
	static const uint8_t syndromes[] = {0x1f, 0x1f, 0x1f, 0x1f, 0x60, 0x60, 0x2c, 0x21, 0x62};
	struct random r = {seed};
	uint32_t hi[4] = {100, 5000, 0xfffff0, 0}, msn[4] = {0};
	rs_ns now = SCENARIO_EPOCH_NS;

	snprintf(in->name, sizeof(in->name), "random %llu", (unsigned long long)seed);
	in->recs = calloc(RANDOM_RECORDS, sizeof(in->recs[0]));
	assert_non_null(in->recs);
	in->count = RANDOM_RECORDS;
	for (size_t i = 0; i < in->count; i++) {
		struct rs_record *rec = &in->recs[i];
		uint32_t lane = draw(&r, 4), back;

		now += draw(&r, 100) ? draw(&r, 2000) : draw(&r, 200000000);
		rec->time = now;
		rec->frame = rs_frame_make(0, i + 1);
		rec->kind = RS_KIND_ROCE;
		rec->opcode = opcodes[draw(&r, sizeof(opcodes))];
		back = (rec->opcode >= 0x0d && rec->opcode <= 0x12) || rec->opcode == 0x81;
		rec->src = scenario_host(back ? 'B' : 'A');
		rec->dst = scenario_host(back ? 'A' : 'B');
		rec->dqpn = (back ? 0xa0 : 0xb0) + lane;
		rec->flags = RS_REC_IP | RS_REC_BTH;
		rec->tos = (uint8_t)(26 << 2 | (draw(&r, 50) ? 2 : 3));
		rec->ttl = 64;
		rec->udp_sport = (uint16_t)(50000 + lane);
		rec->ip_id = lane & 1 ? (uint16_t)(i + 1) : 0;
		rec->payload_len = 1024;
		rec->wire_len = 1100;
		rec->headers = RS_HDR_BTH | RS_HDR_ICRC;
		rec->psn = psn_add(hi[lane], draw(&r, 8) ? 0 : (int32_t)draw(&r, 24) - 20);
		if (back)
			rec->psn = psn_add(rec->psn, -1 - (int32_t)draw(&r, 3));
		else if (rec->psn == hi[lane] || !draw(&r, 40))
			hi[lane] = psn_add(rec->psn, 1);
		if (rec->opcode == 0x0c || rec->opcode == 0x06 || rec->opcode == 0x0a) {
			rec->headers |= RS_HDR_RETH;
			rec->u.req.dma_len = 1024 * (1 + draw(&r, 8));
		} else if (back && rec->opcode != 0x0e && rec->opcode != 0x81) {
			rec->headers |= RS_HDR_AETH;
			rec->u.ack.syndrome = rec->opcode == 0x11 ? syndromes[draw(&r, sizeof(syndromes))] : 0x1f;
			msn[lane] += draw(&r, 4) == 0;
			rec->u.ack.msn = msn[lane];
		}
		if (rec->opcode == 0x81)
			rec->kind = RS_KIND_CNP;
		rec->icrc = (uint32_t)hash_combine(rec->psn, rec->opcode);
		rec->icrc_state = draw(&r, 200) ? RS_ICRC_GOOD : RS_ICRC_BAD;
		if (!draw(&r, 500)) {
			rec->kind = RS_KIND_SHORT;
			rec->headers = RS_HDR_BTH;
			rec->cut = 1 + 7;
			memset(&rec->u, 0, sizeof(rec->u));
		}
		if (!draw(&r, 300) && i)
			in->recs[i] = in->recs[i - 1]; /* a copy */
	}
}

static void load(struct input *in, unsigned number)
{
	struct scenario s;
	struct rs_err err = {0};
	char path[1024];
	int rc;

	memset(in, 0, sizeof(*in));
	snprintf(path, sizeof(path), "%s/S%02u.txt", SCENARIO_DIR, number);
	rc = scenario_load(path, &s, &err);
	if (rc == -RS_ENOENT)
		return;
	if (rc)
		fail_msg("%s", err.text);
	snprintf(in->name, sizeof(in->name), "%s", s.name);
	in->recs = s.recs;
	in->count = s.count;
	memcpy(in->pairs, s.pairs, sizeof(in->pairs));
	in->pair_count = s.pair_count;
	s.recs = NULL;
	scenario_fini(&s);
}

/* Calls @check with every input. */
static void for_each_input(void (*check)(const struct input *in))
{
	for (unsigned i = 1; i <= 102; i++) {
		struct input in = {.recs = NULL};

		if (i < 100)
			load(&in, i);
		else
			random_traffic(&in, i);
		if (in.count)
			check(&in);
		free(in.recs);
	}
}

/* ---- runs and their comparison ---- */

static void run(const struct input *in, const struct rs_record *recs, size_t burst, struct run *out)
{
	struct rs_engine_config cfg;

	run_config(&cfg);
	cfg.pairs = in->pairs;
	cfg.pair_count = in->pair_count;
	if (run_records(out, &cfg, recs, in->count, burst))
		fail_msg("%s: the engine cannot be created", in->name);
}

static char *text_of(const struct run *r, rs_ns start)
{
	char *buf = malloc(TEXT_BYTES);
	struct text t;

	assert_non_null(buf);
	text_init(&t, buf, TEXT_BYTES);
	lanetext_lanes(&t, &(struct lanetext_run){.snap = &r->snap,
						  .episodes = r->episodes,
						  .episode_count = r->episode_count,
						  .events = r->events,
						  .event_count = r->event_count,
						  .start = start});
	return buf;
}

static void same_text(const char *name, const char *a, const char *b)
{
	while (*a && *a == *b) {
		a++;
		b++;
	}
	if (*a || *b)
		fail_msg("%s: texts part at \"%.200s\" against \"%.200s\"", name, a, b);
}

/* Events, classes, and what the lanes and episodes say. */
static void same_run(const char *name, const struct input *in, const struct run *a, const struct run *b)
{
	char *ta = text_of(a, in->recs[0].time), *tb = text_of(b, in->recs[0].time);

	same_text(name, ta, tb);
	if (memcmp(a->classes, b->classes, in->count))
		fail_msg("%s: classes differ", name);
	if (a->event_count != b->event_count)
		fail_msg("%s: %zu events against %zu", name, a->event_count, b->event_count);
	for (size_t i = 0; i < a->event_count; i++) {
		if (memcmp(&a->events[i], &b->events[i], sizeof(a->events[i])))
			fail_msg("%s: event %zu (%s) differs", name, i, rs_event_name(a->events[i].kind));
	}
	if (a->episode_count != b->episode_count)
		fail_msg("%s: %zu episodes against %zu", name, a->episode_count, b->episode_count);
	for (size_t i = 0; i < a->episode_count; i++)
		assert_memory_equal(a->episodes[i].frames, b->episodes[i].frames, sizeof(a->episodes[i].frames));
	free(ta);
	free(tb);
}

static void check_repeat(const struct input *in)
{
	struct run a, b;

	run(in, in->recs, RS_BURST_MAX, &a);
	run(in, in->recs, RS_BURST_MAX, &b);
	same_run(in->name, in, &a, &b);
	run_fini(&a);
	run_fini(&b);
}

static void same_input_gives_the_same_output(void **state)
{
	for_each_input(check_repeat);
}

static void check_bursts(const struct input *in)
{
	static const size_t bursts[] = {1, 7, 64};
	struct run whole;

	run(in, in->recs, RS_BURST_MAX, &whole);
	for (size_t i = 0; i < sizeof(bursts) / sizeof(bursts[0]); i++) {
		struct run r;

		run(in, in->recs, bursts[i], &r);
		same_run(in->name, in, &whole, &r);
		run_fini(&r);
	}
	run_fini(&whole);
}

static void the_size_of_bursts_does_not_matter(void **state)
{
	for_each_input(check_bursts);
}

static void shift(uint32_t *psn, uint32_t by)
{
	if (*psn != RS_NO_PSN)
		*psn = psn_add(*psn, (int32_t)by);
}

/* What was said of shifted PSNs, in the PSNs of the original. */
static void unshift(struct run *r, uint32_t by)
{
	uint32_t back = 0x1000000 - by;

	for (size_t i = 0; i < r->event_count; i++) {
		shift(&r->events[i].psn_first, back);
		shift(&r->events[i].psn_last, back);
	}
	for (size_t i = 0; i < r->episode_count; i++) {
		struct rs_episode *e = &r->episodes[i];

		shift(&e->first, back);
		shift(&e->hwm, back);
		shift(&e->nak_psn, back);
		for (unsigned k = 0; k < e->range_count; k++) {
			shift(&e->lost[k].first, back);
			shift(&e->lost[k].last, back);
		}
	}
	for (uint32_t i = 0; i < r->snap.lane_count; i++) {
		shift(&r->snap.lanes[i].next_psn, back);
		shift(&r->snap.lanes[i].una_psn, back);
	}
}

static struct rs_record *copy_of(const struct input *in)
{
	struct rs_record *recs = malloc(in->count * sizeof(*recs));

	assert_non_null(recs);
	memcpy(recs, in->recs, in->count * sizeof(*recs));
	return recs;
}

static void check_offset(const struct input *in)
{
	static const uint32_t offsets[] = {1, 0x7fffff, 0x800000, 0xffff97};
	struct run plain;

	run(in, in->recs, RS_BURST_MAX, &plain);
	for (size_t i = 0; i < sizeof(offsets) / sizeof(offsets[0]); i++) {
		struct rs_record *recs = copy_of(in);
		struct run r;

		for (size_t k = 0; k < in->count; k++) {
			if (recs[k].flags & RS_REC_BTH)
				shift(&recs[k].psn, offsets[i]);
			if (recs[k].kind == RS_KIND_CM)
				shift(&recs[k].u.cm.psn, offsets[i]);
		}
		run(in, recs, RS_BURST_MAX, &r);
		unshift(&r, offsets[i]);
		same_run(in->name, in, &plain, &r);
		run_fini(&r);
		free(recs);
	}
	run_fini(&plain);
}

static void a_constant_added_to_all_psns_shifts_the_output_only(void **state)
{
	for_each_input(check_offset);
}

static void check_time(const struct input *in)
{
	const rs_ns by = 86400 * RS_NS_PER_S + 12345;
	struct rs_record *recs = copy_of(in);
	struct run plain, r;
	char *a, *b;

	for (size_t k = 0; k < in->count; k++)
		recs[k].time += by;
	run(in, in->recs, RS_BURST_MAX, &plain);
	run(in, recs, RS_BURST_MAX, &r);
	a = text_of(&plain, in->recs[0].time);
	b = text_of(&r, recs[0].time);
	same_text(in->name, a, b);
	assert_memory_equal(plain.classes, r.classes, in->count);
	free(a);
	free(b);
	run_fini(&plain);
	run_fini(&r);
	free(recs);
}

static void a_later_day_changes_nothing(void **state)
{
	for_each_input(check_time);
}

static void check_sums(const struct input *in)
{
	struct run r;
	uint64_t kinds = 0;

	run(in, in->recs, RS_BURST_MAX, &r);
	assert_int_equal(r.snap.totals.packets, in->count);
	for (unsigned k = 0; k < RS_KIND_COUNT; k++)
		kinds += r.snap.totals.kinds[k];
	assert_int_equal(kinds, in->count);
	assert_int_equal(r.snap.totals.lost_events, 0);
	for (uint32_t i = 0; i < r.snap.lane_count; i++) {
		const struct rs_lane_row *l = &r.snap.lanes[i];

		if (l->requests != l->new_packets + l->resent)
			fail_msg("%s lane %u: %llu requests, %llu new and %llu resent", in->name, l->id,
				 (unsigned long long)l->requests, (unsigned long long)l->new_packets,
				 (unsigned long long)l->resent);
	}
	for (size_t i = 0; i < r.event_count; i++)
		assert_int_equal(r.events[i].serial, i + 1);
	for (size_t i = 0; i < in->count; i++)
		assert_true(r.classes[i] < RS_CLASS_COUNT);
	run_fini(&r);
}

static void sums_agree_and_no_event_is_lost(void **state)
{
	for_each_input(check_sums);
}

/* Any bits in any field, but enumerations as a decoder writes them. */
static void random_bits(struct rs_record *rec, struct random *r)
{
	uint8_t *p = (uint8_t *)rec;

	for (size_t i = 0; i < sizeof(*rec); i++)
		p[i] = (uint8_t)draw(r, 256);
	rec->kind = (uint8_t)draw(r, RS_KIND_COUNT);
	rec->reason = (uint8_t)draw(r, RS_REASON_COUNT);
	rec->icrc_state = (uint8_t)draw(r, RS_ICRC_COUNT);
	rec->tunnel = (uint8_t)draw(r, RS_TUNNEL_COUNT);
	rec->cut = (uint8_t)draw(r, 16);
	if (rec->kind == RS_KIND_CM) { /* fields of 4 and 5 bits */
		rec->u.cm.pmtu_code &= 15;
		rec->u.cm.ack_timeout &= 31;
	}
	rec->time &= INT64_MAX >> 1; /* 146 years */
	rec->psn &= 0xffffff;
	rec->dqpn &= draw(r, 2) ? 0xffffff : 3;
	if (draw(r, 2)) {
		rec->point &= 3;
		rec->src = scenario_host((char)('A' + draw(r, 3)));
		rec->dst = scenario_host((char)('A' + draw(r, 3)));
		rec->opcode &= 0x1f;
		rec->kind = RS_KIND_ROCE;
	}
	if (draw(r, 2))
		rec->time = SCENARIO_EPOCH_NS + (rs_ns)draw(r, 1u << 31);
}

static void random_records_never_crash(void **state)
{
	for (uint64_t seed = 1; seed <= 4; seed++) {
		struct random r = {seed * 1000};
		struct rs_record *recs = calloc(RANDOM_RECORDS, sizeof(*recs));
		struct run out;

		assert_non_null(recs);
		for (size_t i = 0; i < RANDOM_RECORDS; i++)
			random_bits(&recs[i], &r);
		assert_int_equal(run_records(&out, NULL, recs, RANDOM_RECORDS, RS_BURST_MAX), 0);
		assert_int_equal(out.snap.totals.packets, RANDOM_RECORDS);
		run_fini(&out);
		free(recs);
	}
}

/* Flows come and go all the time when there are more of them than slots. */
static void tables_that_overflow_stay_sound(void **state)
{
	struct rs_engine_config cfg;
	struct input in = {0};
	struct random r = {77};
	struct run out;

	random_traffic(&in, 77);
	for (size_t i = 0; i < in.count; i++) {
		in.recs[i].src.b[14] = in.recs[i].dst.b[14] = (uint8_t)draw(&r, 16);
		in.recs[i].psn = psn_add(in.recs[i].psn, draw(&r, 50) ? 0 : (int32_t)draw(&r, 1 << 20));
	}
	run_config(&cfg);
	cfg.max_flows = 16;
	assert_int_equal(run_records(&out, &cfg, in.recs, in.count, RS_BURST_MAX), 0);
	assert_int_equal(out.snap.totals.packets, in.count);
	assert_true(out.snap.totals.evicted_flows > 100);
	assert_true(out.snap.flow_count <= 16);
	run_fini(&out);
	free(in.recs);
}

static void a_gap_wider_than_the_history_empties_it(void **state)
{
	const uint32_t kept = HISTORY_BLOCK * HISTORY_BLOCKS;
	struct history h = {.count = 0};
	struct pool pool;

	assert_int_equal(pool_init(&pool, HISTORY_BLOCK_BYTES, 256), 0);
	for (uint32_t over = 0; over < kept + 2 * HISTORY_BLOCK; over += HISTORY_BLOCK) {
		history_note(&h, &pool, 0, 1, true);
		history_note(&h, &pool, kept + over, 2, true);
		assert_true(h.count <= HISTORY_BLOCKS);
		assert_null(history_find(&h, &pool, 0));
		assert_int_equal(history_find(&h, &pool, kept + over)->first, 2);
		history_clear(&h, &pool);
	}
	pool_fini(&pool);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_input_gives_the_same_output),
		cmocka_unit_test(the_size_of_bursts_does_not_matter),
		cmocka_unit_test(a_constant_added_to_all_psns_shifts_the_output_only),
		cmocka_unit_test(a_later_day_changes_nothing),
		cmocka_unit_test(sums_agree_and_no_event_is_lost),
		cmocka_unit_test(random_records_never_crash),
		cmocka_unit_test(tables_that_overflow_stay_sound),
		cmocka_unit_test(a_gap_wider_than_the_history_empties_it),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
