/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzz target of the analysis. Input: 8 bytes a record, steps from the record before it, so
 * that most inputs are traffic of a few lanes: opcode, lane and direction, PSN step, time
 * step, syndrome, MSN step, oddities, length. The tables are small so that they overflow.
 * Checked: sums agree, no event is lost by a caller that drains, every class is a class.
 */
#include <stdlib.h>
#include <string.h>

#include <rocescope/engine.h>

#include "base/psn.h"

#define STEP 8
#define LANES 8
#define DRAIN 64

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct traffic {
	uint32_t psn[LANES];
	uint32_t msn[LANES];
	rs_ns now;
	uint64_t frame;
};

enum oddity { BAD_ICRC = 1, CUT_AETH = 2, COPY = 4, HAS_ID = 8, FAR = 16, VLAN = 32, SAME_HOSTS = 64, OTHER_POINT = 128 };

static void check(bool ok)
{
	if (!ok)
		abort();
}

static struct rs_addr host(unsigned n)
{
	return (struct rs_addr){{[10] = 0xff, [11] = 0xff, [12] = 10, [15] = (uint8_t)n}};
}

static bool responds(uint8_t opcode)
{
	return (opcode >= 0x0d && opcode <= 0x12) || opcode == 0x81;
}

static void identity(struct rs_record *r, const uint8_t *d)
{
	unsigned lane = d[1] % LANES, back = responds(r->opcode) ^ (d[1] >> 7);
	unsigned pair = d[6] & SAME_HOSTS ? 0 : lane / 2;

	r->src = host(1 + 2 * pair + back);
	r->dst = host(2 + 2 * pair - back);
	r->dqpn = (back ? 0xa0 : 0xb0) + lane;
	r->udp_sport = (uint16_t)(d[1] & 8 ? 49152 : 50000 + lane);
	r->point = d[6] & OTHER_POINT ? 1 : 0;
	r->ttl = (uint8_t)(64 - (d[1] >> 6 & 1));
	r->tos = (uint8_t)(26 << 2 | (d[1] >> 4 & 3));
	r->flags = RS_REC_IP | RS_REC_BTH;
	if (d[6] & VLAN)
		r->flags |= RS_REC_VLAN;
	r->vlan_tci = d[6] & VLAN ? 100 : 0;
}

static void content(struct rs_record *r, struct traffic *t, const uint8_t *d)
{
	unsigned lane = d[1] % LANES;
	uint32_t dma = (uint32_t)d[7] * 256;

	r->headers = RS_HDR_BTH | RS_HDR_ICRC;
	r->payload_len = (uint16_t)(d[7] * 16);
	r->wire_len = 60u + r->payload_len;
	if (r->opcode == 0x06 || r->opcode == 0x0a || r->opcode == 0x0c) {
		r->headers |= RS_HDR_RETH;
		r->u.req.dma_len = dma;
	} else if (r->opcode >= 0x0d && r->opcode <= 0x12 && r->opcode != 0x0e) {
		t->msn[lane] = psn_add(t->msn[lane], (int8_t)d[5] / 16);
		r->headers |= RS_HDR_AETH;
		r->u.ack.syndrome = d[4];
		r->u.ack.msn = t->msn[lane];
		r->u.ack.orig = d[5];
	} else if (r->opcode == 0x64) {
		r->kind = RS_KIND_CM;
		r->dqpn = 1;
		r->u.cm.attr = (uint8_t)(0x10 + d[4] % 8);
		r->u.cm.local_id = d[5] % 4;
		r->u.cm.remote_id = d[7] % 4;
		r->u.cm.qpn = (d[5] & 128 ? 0xa0 : 0xb0) + lane;
		r->u.cm.psn = t->psn[lane];
		r->u.cm.ack_timeout = d[7] % 32;
	} else if (r->opcode == 0x81) {
		r->kind = RS_KIND_CNP;
	}
	if (d[6] & CUT_AETH) {
		r->kind = RS_KIND_SHORT;
		r->headers = RS_HDR_BTH;
		r->cut = 1 + 7;
		memset(&r->u, 0, sizeof(r->u));
	}
}

static void record(struct rs_record *r, struct traffic *t, const uint8_t *d)
{
	static const uint8_t opcodes[] = {0x00, 0x01, 0x02, 0x04, 0x06, 0x07, 0x08, 0x0a, 0x0c, 0x0d, 0x0e, 0x0f,
					  0x10, 0x11, 0x11, 0x11, 0x12, 0x13, 0x14, 0x24, 0x26, 0x64, 0x81, 0xa4};
	unsigned lane = d[1] % LANES;

	if ((d[6] & COPY) && t->frame) { /* the record before it once more */
		r->frame = rs_frame_make(0, ++t->frame);
		return;
	}
	memset(r, 0, sizeof(*r));
	r->kind = RS_KIND_ROCE;
	r->opcode = opcodes[d[0] % sizeof(opcodes)];
	t->now += (rs_ns)(d[3] & 15) << (d[3] >> 4) * 2;
	t->psn[lane] = psn_add(t->psn[lane], (d[6] & FAR) ? (int8_t)d[2] * 4096 : (int8_t)d[2] / 16);
	r->time = t->now;
	r->frame = rs_frame_make(0, ++t->frame);
	r->psn = t->psn[lane];
	r->ip_id = d[6] & HAS_ID ? (uint16_t)(t->frame + d[4] % 4) : 0;
	identity(r, d);
	content(r, t, d);
	r->icrc = r->psn << 8 | r->opcode;
	r->icrc_state = d[6] & BAD_ICRC && !(d[6] & CUT_AETH) ? RS_ICRC_BAD : RS_ICRC_GOOD;
}

static void drain(struct rs_engine *e)
{
	struct rs_event events[DRAIN];
	struct rs_episode episodes[DRAIN];
	size_t n;

	while ((n = rs_engine_events(e, events, DRAIN))) {
		for (size_t i = 0; i < n; i++)
			check(events[i].kind < RS_EVENT_COUNT);
	}
	while ((n = rs_engine_episodes(e, episodes, DRAIN))) {
		for (size_t i = 0; i < n; i++) {
			check(episodes[i].cause < RS_CAUSE_COUNT && episodes[i].side < RS_SIDE_COUNT);
			check(episodes[i].range_count <= RS_EPISODE_RANGES && episodes[i].stall_count <= RS_EPISODE_STALLS);
		}
	}
}

static void check_snapshot(const struct rs_engine *e, size_t records)
{
	struct rs_snapshot s;
	struct rs_err err;
	uint64_t kinds = 0;

	check(rs_engine_snapshot(e, &s, &err) == 0);
	check(s.totals.packets == records && s.totals.lost_events == 0);
	for (unsigned k = 0; k < RS_KIND_COUNT; k++)
		kinds += s.totals.kinds[k];
	check(kinds == records);
	for (uint32_t i = 0; i < s.lane_count; i++)
		check(s.lanes[i].requests == s.lanes[i].new_packets + s.lanes[i].resent);
	rs_snapshot_fini(&s);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct rs_record burst[32], last = {0};
	uint8_t classes[32];
	struct traffic t = {.now = 1700000000000000000LL, .psn = {0, 100, 0xfffff0}};
	struct rs_engine_config cfg;
	struct rs_engine *e;
	struct rs_err err;
	size_t records = size / STEP, n = 0;

	rs_engine_config_init(&cfg);
	cfg.max_flows = 16;
	cfg.max_points = 2;
	cfg.max_events = 256;
	cfg.max_episodes = 64;
	e = rs_engine_create(&cfg, &err);
	check(e != NULL);
	for (size_t i = 0; i < records; i++) {
		record(&last, &t, data + i * STEP);
		burst[n++] = last;
		if (n == 32 || i + 1 == records) {
			rs_engine_feed(e, burst, n, classes);
			for (size_t k = 0; k < n; k++)
				check(classes[k] < RS_CLASS_COUNT);
			n = 0;
			drain(e);
		}
	}
	rs_engine_finish(e);
	do {
		drain(e);
	} while (rs_engine_finish_step(e));
	drain(e);
	check_snapshot(e, records);
	rs_engine_destroy(e);
	return 0;
}
