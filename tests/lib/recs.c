/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/lib/recs.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <rocescope/decode.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "tests/lib/lanetext.h"

#define TEXT_BYTES 65536
#define FRAME_BYTES 58 /* Ethernet, IPv4, UDP, BTH, ICRC */

struct rs_addr recs_host(char letter, bool v6)
{
	struct rs_addr a = {{[15] = (uint8_t)(letter - 'A' + 1)}};

	if (v6) {
		a.b[0] = 0xfd;
	} else {
		a.b[10] = a.b[11] = 0xff;
		a.b[12] = 10;
	}
	return a;
}

static uint32_t or_else(uint32_t value, uint32_t otherwise)
{
	return value == REC_ZERO ? 0 : value ? value : otherwise;
}

static void put_addresses(struct rs_record *r, const struct rec *x, bool back)
{
	const char from = x->from ? x->from : back ? 'B' : 'A', to = x->to ? x->to : back ? 'A' : 'B';

	r->src = recs_host(from, x->v6);
	r->dst = recs_host(to, x->v6);
	r->smac[0] = r->dmac[0] = 2;
	r->smac[5] = x->mac ? x->mac : (uint8_t)(from - 'A' + 1);
	r->dmac[5] = (uint8_t)(to - 'A' + 1);
	r->dqpn = x->qp ? x->qp : back ? 0xa1 : 0xb1;
	r->flags = RS_REC_IP | RS_REC_BTH;
	if (x->v6)
		r->flags |= RS_REC_IPV6;
	if (x->vlan) {
		r->flags |= RS_REC_VLAN;
		r->vlan_tci = x->vlan;
	}
	if (x->vni) {
		r->tunnel = RS_TUNNEL_VXLAN;
		r->encap_id = x->vni;
	}
}

static void put_cm(struct rs_record *r, const struct rec *x)
{
	r->kind = RS_KIND_CM;
	r->dqpn = 1;
	r->u.cm = (struct rs_cm){ .local_id = x->lid,
				  .remote_id = x->rid,
				  .qpn = x->lqp ? x->lqp : RS_NO_QPN,
				  .psn = x->psn,
				  .attr = x->syndrome,
				  .pmtu_code = x->pmtu,
				  .ack_timeout = x->timeout,
				  .retry = x->retry };
	r->psn = 0;
}

static void put_content(struct rs_record *r, const struct rec *x, const struct rs_opcode_info *op)
{
	const bool payload = !(op->role & RS_OP_RESPONSE) || (op->role & RS_OP_READ);

	if (payload && !(op->headers & RS_HDR_ATOMICETH) && x->opcode != 0x0c)
		r->payload_len = (uint16_t)or_else(x->len, 1024);
	r->headers = op->headers | RS_HDR_ICRC;
	if (op->headers & RS_HDR_RETH)
		r->u.req.dma_len = or_else(x->dma, or_else(x->len, 1024));
	if (op->headers & RS_HDR_AETH) {
		r->u.ack.syndrome = (uint8_t)(x->syndrome | (x->opcode == 0x11 && x->syndrome != 0x1f ? x->code : 0));
		r->u.ack.msn = x->msn;
		r->u.ack.orig = x->val;
	}
	if (x->cut) {
		r->kind = RS_KIND_SHORT;
		r->reason = RS_REASON_CUT;
		r->headers = RS_HDR_BTH;
		r->cut = (uint8_t)(1 + (op->headers & RS_HDR_AETH ? 7 : op->headers & RS_HDR_RETH ? 5 : 13));
		memset(&r->u, 0, sizeof(r->u));
	}
}

struct rs_record rec_make(const struct rec *x)
{
	const struct rs_opcode_info *op = rs_opcode(x->opcode);
	struct rs_record r;

	memset(&r, 0, sizeof(r));
	r.time = RECS_EPOCH_NS + x->at;
	r.kind = x->opcode == 0x81 ? RS_KIND_CNP : RS_KIND_ROCE;
	r.opcode = x->opcode;
	if (!(op->role & RS_OP_RESPONSE) && (op->role & (RS_OP_LAST | RS_OP_ONLY)))
		r.bth_flags |= RS_BTH_ACKREQ;
	r.psn = x->psn;
	r.point = x->point;
	put_addresses(&r, x, op->role & RS_OP_RESPONSE);
	r.tos = (uint8_t)(26 << 2 | (x->ce ? 3 : 2));
	r.ttl = x->ttl ? x->ttl : 64;
	r.ip_id = x->id;
	r.udp_sport = x->sport ? x->sport : 49152;
	if (x->opcode == 0x64)
		put_cm(&r, x);
	else
		put_content(&r, x, op);
	r.wire_len = FRAME_BYTES + r.payload_len;
	r.icrc = (uint32_t)hash_bytes(&r.u, sizeof(r.u), r.psn ^ (uint64_t)r.opcode << 24 ^ (uint64_t)r.payload_len << 32);
	r.icrc_state = x->bad_icrc ? RS_ICRC_BAD : x->cut ? RS_ICRC_UNCHECKED : RS_ICRC_GOOD;
	return r;
}

static struct rs_record *numbered(const struct rs_record *recs, size_t count)
{
	struct rs_record *copy = malloc(count * sizeof(*copy));

	assert_non_null(copy);
	memcpy(copy, recs, count * sizeof(*copy));
	for (size_t i = 0; i < count; i++)
		if (!copy[i].frame)
			copy[i].frame = rs_frame_make(0, i + 1);
	return copy;
}

static void run_in_bursts(struct run *out, const struct rs_engine_config *cfg, const struct rs_record *recs, size_t count,
			  size_t burst)
{
	struct rs_record *copy = numbered(recs, count);

	if (run_records(out, cfg, copy, count, burst))
		fail_msg("the engine cannot be created");
	free(copy);
}

void recs_run(struct run *out, const struct rs_engine_config *cfg, const struct rs_record *recs, size_t count)
{
	run_in_bursts(out, cfg, recs, count, RS_BURST_MAX);
}

static void expect_in_bursts(const struct rs_engine_config *cfg, const struct rs_record *recs, size_t count,
			     const char *want, size_t burst)
{
	char *got = malloc(TEXT_BYTES);
	struct run r;
	struct text t;

	assert_non_null(got);
	run_in_bursts(&r, cfg, recs, count, burst);
	text_init(&t, got, TEXT_BYTES);
	lanetext_lanes(&t, &(struct lanetext_run){ .snap = &r.snap,
						   .episodes = r.episodes,
						   .episode_count = r.episode_count,
						   .events = r.events,
						   .event_count = r.event_count,
						   .start = RECS_EPOCH_NS });
	run_fini(&r);
	if (strcmp(got, want)) {
		print_error("in bursts of %zu\nexpected\n%sgot\n%s", burst, want, got);
		free(got);
		fail_msg("the analysis says something else");
	}
	free(got);
}

void recs_expect(const struct rs_engine_config *cfg, const struct rs_record *recs, size_t count, const char *want)
{
	expect_in_bursts(cfg, recs, count, want, 1);
	expect_in_bursts(cfg, recs, count, want, RS_BURST_MAX);
}

static void since_epoch(rs_ns *t)
{
	if (*t != RS_NS_NONE)
		*t -= RECS_EPOCH_NS;
}

struct rs_episode recs_episode(const struct rs_record *recs, size_t count)
{
	struct rs_episode e;
	struct run r;

	recs_run(&r, NULL, recs, count);
	assert_int_equal(r.episode_count, 1);
	e = r.episodes[0];
	run_fini(&r);
	since_epoch(&e.start);
	since_epoch(&e.nak);
	since_epoch(&e.resend);
	since_epoch(&e.end);
	return e;
}

const struct rs_event *recs_event(const struct run *r, unsigned kind, unsigned nth)
{
	for (size_t i = 0; i < r->event_count; i++)
		if (r->events[i].kind == kind && !nth--)
			return &r->events[i];
	return NULL;
}

unsigned recs_events(const struct run *r, unsigned kind)
{
	unsigned n = 0;

	while (recs_event(r, kind, n))
		n++;
	return n;
}
