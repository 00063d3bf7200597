/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_FABRIC_FIXTURE_H
#define TESTS_FABRIC_FIXTURE_H
/*
 * Hand-made rows and episodes for the tests of the fabric. A case starts as a healthy capture
 * of one point: 10.0.0.1 asks 10.0.0.2, qp 0xb1, answers visible, nothing wrong.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <rocescope/engine.h>

#include <string.h>

#define US RS_NS_PER_US
#define MS RS_NS_PER_MS

#define CASE_LANES  8
#define CASE_FLOWS  4
#define CASE_POINTS 2

struct fabric_case {
	struct rs_fabric *fabric;
	struct rs_snapshot snap;
	struct rs_fabric_input in;
	struct rs_lane_row lanes[CASE_LANES];
	struct rs_flow_row flows[CASE_FLOWS];
	struct rs_point_row points[CASE_POINTS];
	const struct rs_verdict *v;
};

static inline struct rs_addr host(unsigned last)
{
	struct rs_addr a = {{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 10, 0, 0, (uint8_t)last}};

	return a;
}

/* A healthy lane: 1000 requests of 1024 bytes in 10 ms, all acknowledged. */
static inline struct rs_lane_row healthy_lane(uint32_t id, unsigned from, unsigned to, uint32_t qp)
{
	struct rs_lane_row l = {.id = id, .responder_qp = qp, .requester_qp = 0xa1};

	l.requester = host(from);
	l.responder = host(to);
	l.pairing = RS_PAIR_SOLE;
	l.pair_confidence = 90;
	l.responded = true;
	l.requests = l.new_packets = 1000;
	l.request_bytes = l.goodput_bytes = 1024000;
	l.acks = 100;
	l.epochs = 1;
	l.rto_n = -1;
	l.ack_p50 = l.ack_p99 = l.ack_min = 4 * US;
	l.first = 1000;
	l.last = 1000 + 10 * MS;
	l.first_frame = 1;
	return l;
}

static inline void case_start(struct fabric_case *c)
{
	memset(c, 0, sizeof(*c));
	c->fabric = rs_fabric_create(NULL, NULL);
	assert_non_null(c->fabric);
	c->lanes[0] = healthy_lane(1, 1, 2, 0xb1);
	c->points[0].packets = c->points[0].roce_packets = 1100;
	c->snap = (struct rs_snapshot){
	    .points = c->points,
	    .point_count = 1,
	    .flows = c->flows,
	    .lanes = c->lanes,
	    .lane_count = 1,
	    .totals = {.packets = 1100, .roce = 1100, .first = 1000, .last = 1000 + 10 * MS},
	};
}

static inline void case_end(struct fabric_case *c)
{
	rs_fabric_destroy(c->fabric);
}

/* A recovery of that cause: 1 packet lost after the tap, 3 resent, no timer. */
static inline struct rs_episode recovery(uint32_t lane, unsigned cause, unsigned side)
{
	struct rs_episode e = {.lane = lane, .cause = (uint8_t)cause, .side = (uint8_t)side};

	e.state = RS_STATE_RECOVERED;
	e.mode = RS_MODE_GBN;
	e.start = 7000;
	e.nak = 7000;
	e.resend = 10000;
	e.end = 13000;
	e.detect = 4000;
	e.react = 3000;
	e.recov = e.impact = 6000;
	e.first = e.nak_psn = 102;
	e.hwm = 105;
	e.lost_packets = 1;
	e.lost_bytes = 1024;
	e.resent = 3;
	e.resent_bytes = 3072;
	e.rounds = 1;
	e.naks = 1;
	e.frames[RS_EF_START] = 6;
	e.frames[RS_EF_NAK] = 6;
	e.frames[RS_EF_RESEND] = 7;
	e.frames[RS_EF_END] = 10;
	return e;
}

/* The same without a NAK, begun by a timer after @stall. */
static inline struct rs_episode timer_recovery(uint32_t lane, unsigned cause, unsigned side,
					       rs_ns stall)
{
	struct rs_episode e = recovery(lane, cause, side);

	e.nak = e.react = e.detect = RS_NS_NONE;
	e.nak_psn = RS_NO_PSN;
	e.naks = 0;
	e.frames[RS_EF_NAK] = 0;
	e.stalls[0] = e.stall_total = stall;
	e.stall_count = 1;
	e.stalls_all = 1;
	e.timer_rounds = 1;
	return e;
}

static inline void feed(struct fabric_case *c, struct rs_episode e)
{
	rs_fabric_feed_episodes(c->fabric, &e, 1);
}

static inline void feed_event(struct fabric_case *c, unsigned kind, uint32_t lane, unsigned detail,
			      uint32_t psn)
{
	const struct rs_event ev = {.time = 9000,
				    .lane = lane,
				    .kind = (uint8_t)kind,
				    .detail = (uint8_t)detail,
				    .psn_first = psn,
				    .psn_last = psn,
				    .packets = 1,
				    .frames = {20, 21, 0}};

	rs_fabric_feed_events(c->fabric, &ev, 1);
}

static inline void finish(struct fabric_case *c)
{
	struct rs_err err = {0};

	assert_int_equal(rs_fabric_finish(c->fabric, &c->snap, &c->in, &err), 0);
	c->v = rs_fabric_verdict(c->fabric);
}

/* The finding of that code, NULL if there is none. */
static inline const struct rs_finding *found(const struct fabric_case *c, unsigned code)
{
	for (uint32_t i = 0; i < c->v->finding_count; i++)
		if (c->v->findings[i].code == code)
			return &c->v->findings[i];
	return NULL;
}

/* Finish; expect that finding with that title, and no other finding. */
static inline const struct rs_finding *only(struct fabric_case *c, unsigned code, const char *title)
{
	char buf[400];

	finish(c);
	assert_int_equal(c->v->finding_count, 1);
	assert_string_equal(rs_finding_info(c->v->findings[0].code)->code,
			    rs_finding_info(code)->code);
	rs_finding_title(&c->v->findings[0], &c->snap, buf, sizeof(buf));
	assert_string_equal(buf, title);
	return &c->v->findings[0];
}

static inline void nothing(struct fabric_case *c)
{
	finish(c);
	assert_int_equal(c->v->finding_count, 0);
}

static inline const struct rs_evidence *evidence(const struct rs_finding *f, const char *name)
{
	for (unsigned i = 0; i < f->evidence_count; i++)
		if (!strcmp(f->evidence[i].name, name))
			return &f->evidence[i];
	return NULL;
}

/* Value of that evidence; fails if there is none. */
static inline int64_t value_of(const struct rs_finding *f, const char *name)
{
	const struct rs_evidence *e = evidence(f, name);

	if (!e)
		fail_msg("no evidence %s", name);
	return e->value;
}

static inline const struct rs_trust_item *trust_item(const struct fabric_case *c, const char *code)
{
	for (unsigned i = 0; i < c->v->trust_count; i++)
		if (!strcmp(c->v->trust_items[i].code, code))
			return &c->v->trust_items[i];
	return NULL;
}

#endif
