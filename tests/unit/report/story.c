/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit/report/story.h"

#include "base/text.h"
#include "report/glyph.h"
#include "report/summary.h"

#include <rocescope/decode.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define START 1764500000013000123LL /* 2025-11-30T10:53:20.013000123Z */
#define MS RS_NS_PER_MS
#define US RS_NS_PER_US

static struct rs_addr addr(const char *s)
{
	struct rs_addr a;

	assert_true(text_addr_parse(s, &a));
	return a;
}

/* A lane with its request flow and the flow of its answers, clean. */
static struct rs_lane_row *add_lane(struct story *s, const char *from, const char *to, uint32_t qp)
{
	const uint32_t id = s->snap.lane_count++;
	struct rs_lane_row *l = &s->lanes[id];
	struct rs_flow_row *req = &s->flows[s->snap.flow_count++], *resp = &s->flows[s->snap.flow_count++];

	*l = (struct rs_lane_row){
		.id = id, .requester = addr(from), .responder = addr(to), .responder_qp = qp,
		.requester_qp = qp + 0x700, .requests = 10000, .new_packets = 10000,
		.request_bytes = 40960000, .acks = 500, .responded = true, .pmtu = 4096, .rto_n = -1,
		.ack_p50 = 30 * US, .ack_p99 = 32 * US, .ack_min = 29 * US, .goodput_bytes = 41000000,
		.first = START, .last = START + 40 * MS, .una_psn = 10000, .next_psn = 10000, .epochs = 1,
	};
	l->flow_id = rs_flow_id(&l->requester, &l->responder, qp, 0);
	*req = (struct rs_flow_row){
		.flow_id = l->flow_id, .src = l->requester, .dst = l->responder, .dst_qp = qp, .request = true,
		.sport_count = 1, .sports = { (uint16_t)(49152 + id) }, .packets = 10000, .ecn = { 0, 0, 10000, 0 },
		.first = START, .last = START + 40 * MS,
	};
	*resp = (struct rs_flow_row){
		.src = l->responder, .dst = l->requester, .dst_qp = l->requester_qp, .response = true,
		.sport_count = 1, .sports = { (uint16_t)(49152 + id) }, .packets = 500, .ecn = { 0, 0, 500, 0 },
		.acks = 500, .first = START, .last = START + 40 * MS,
	};
	resp->flow_id = rs_flow_id(&resp->src, &resp->dst, resp->dst_qp, 0);
	return l;
}

static void add_clean_lanes(struct story *s, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		char from[16], to[16];

		snprintf(from, sizeof(from), "10.1.0.%u", 10 + i % 8);
		snprintf(to, sizeof(to), "10.1.0.%u", 10 + (i + 1) % 8);
		add_lane(s, from, to, 0x400 + i)->goodput_bytes += i * 1000;
	}
}

static struct rs_finding *add_finding(struct story *s, unsigned code, unsigned severity, uint32_t lane, uint32_t lanes)
{
	struct rs_finding *f = &s->findings[s->verdict.finding_count++];

	*f = (struct rs_finding){
		.code = (uint8_t)code, .severity = (uint8_t)severity, .priority = -1, .point = 0, .has_hosts = lanes > 0,
		.lane_first = lane, .lane_count = lanes, .count = 1, .first = START + 13093630,
		.last = START + 26028981, .lost_exact = true,
	};
	if (lanes) {
		f->src = s->lanes[lane].requester;
		f->dst = s->lanes[lane].responder;
	}
	return f;
}

static void add_trust(struct story *s, const char *code, const char *effect)
{
	struct rs_trust_item *it = &s->verdict.trust_items[s->verdict.trust_count++];

	it->code = code;
	snprintf(it->effect, sizeof(it->effect), "%s", effect);
}

/* One episode after the tap: NAK, then everything again. */
static void add_episode(struct story *s, uint32_t id, uint32_t lane, rs_ns stall)
{
	struct rs_episode e = {
		.id = id, .lane = lane, .cause = RS_CAUSE_NAK_SEQ, .side = RS_SIDE_DOWNSTREAM, .sign = RS_SIGN_NAK,
		.state = RS_STATE_RECOVERED, .mode = RS_MODE_GBN, .start = START + 13 * MS,
		.nak = START + 13 * MS, .resend = START + 13 * MS + 46400, .end = START + 14 * MS,
		.react = 46400 + 40 * (id % 40), .recov = 100 * US, .detect = RS_NS_NONE, .impact = RS_NS_NONE,
		.lost_packets = 1, .lost_exact = 0, .resent = 6 + (id == 7) * 58, .rounds = 1, .naks = 1,
	};

	if (stall) {
		e.cause = RS_CAUSE_TIMEOUT;
		e.sign = RS_SIGN_RESEND;
		e.naks = 0;
		e.nak = e.react = RS_NS_NONE;
		e.stalls[0] = e.stall_total = stall;
		e.stall_count = 1;
		e.stalls_all = 1;
		e.timer_rounds = 1;
	}
	assert_int_equal(spool_append(s->episodes, &e, 1), 0);
}

static void add_storm_findings(struct story *s)
{
	struct rs_finding *f;

	f = add_finding(s, RS_FIND_GBN_TIMEOUT, RS_SEV_CRITICAL, 0, 2);
	f->stall = 6850 * US;
	f->count = 2;
	f->evidence[f->evidence_count++] = (struct rs_evidence){ "longest_stall", "ns", 3570 * US, 0, true, false,
								  { 189220, 201110 } };
	f = add_finding(s, RS_FIND_GBN_NAK, RS_SEV_WARNING, 0, 4);
	f->count = 40;
	f->lost_packets = 42;
	f->lost_exact = false;
	f->resent_packets = 368;
	f->resent_bytes = 1507328;
	f->evidence[f->evidence_count++] = (struct rs_evidence){ "nak_seq_error", "packets", 40, 0, true, false,
								  { 109495, 110405, 113138, 113500, 114001 } };
	f->evidence[f->evidence_count++] = (struct rs_evidence){ "lost_after_tap", "packets", 42, 0, true, true,
								  { 109495, 120000 } };
	f = add_finding(s, RS_FIND_RNR_NAK, RS_SEV_WARNING, 4, 1);
	f->resent_packets = 388;
	f->resent_bytes = 1589248;
	f->evidence[f->evidence_count++] = (struct rs_evidence){ "rnr_nak", "packets", 4, 0, true, false,
								  { 130001, 130022 } };
	f = add_finding(s, RS_FIND_OOO_REORDER, RS_SEV_NOTICE, 5, 1);
	f->evidence[f->evidence_count++] = (struct rs_evidence){ "out_of_order", "ratio", 200, 0, true, false, { 17 } };
	f = add_finding(s, RS_FIND_CAP_TIME, RS_SEV_INFO, 0, 0);
	f->first = f->last = RS_NS_NONE;
}

static void tell_storm(struct story *s)
{
	for (unsigned i = 0; i < 4; i++) {
		struct rs_lane_row *l = add_lane(s, "10.1.0.3", "10.1.0.4", 0x230 + i);

		l->resent = 92;
		l->requests += 92;
		l->resent_bytes = 376832;
		l->naks = 10;
		l->episodes = 10;
		l->goodput_bytes = 21700000 + i * 50000;
		s->flows[2 * i].ecn[2] = 9583;
		s->flows[2 * i].ecn[3] = 417 + i;
		s->flows[2 * i + 1].cnps = 122 + i;
	}
	for (unsigned i = 0; i < 2; i++) {
		s->lanes[i].timer_rounds = 1;
		s->lanes[i].stall_total = i ? 3570 * US : 3280 * US;
		s->lanes[i].rto_n = 10;
	}
	add_lane(s, "10.1.0.6", "10.1.0.7", 0x321);
	s->lanes[4].rnrs = 4;
	s->lanes[4].resent = 388;
	s->lanes[4].resent_bytes = 1589248;
	s->lanes[4].episodes = 4;
	add_clean_lanes(s, 27);
	s->lanes[5].ooo = 2;
	for (uint32_t i = 0; i < 40; i++)
		add_episode(s, i, i % 4, 0);
	add_episode(s, 40, 0, 3280 * US);
	add_episode(s, 41, 1, 3570 * US);
	add_storm_findings(s);
	s->verdict.word = RS_VERDICT_CRITICAL;
	s->snap.totals.packets = 321082;
	s->snap.totals.wire_bytes = 1250000000;
	s->snap.totals.roce = 320735;
	s->snap.totals.cnp = 542;
	s->snap.totals.pfc = 347;
}

static void tell_inconclusive(struct story *s)
{
	for (unsigned i = 0; i < 3; i++) {
		struct rs_lane_row *l = add_lane(s, "10.1.0.3", "10.1.0.4", 0x230 + i);

		l->responded = false;
		l->requester_qp = RS_NO_QPN;
		l->acks = 0;
		l->ack_p50 = l->ack_p99 = l->ack_min = RS_NS_NONE;
		l->goodput_bytes = 0;
	}
	s->verdict.word = RS_VERDICT_INCONCLUSIVE;
	s->verdict.trust = RS_TRUST_POOR;
	add_trust(s, "cap-oneway", "no response of any of 3 lanes was captured, so causes of resends cannot be told");
	add_trust(s, "cap-trunc", "a header was cut in 12 packets; their acknowledgements were not read");
	add_finding(s, RS_FIND_CAP_ONEWAY, RS_SEV_INFO, 0, 3);
	s->snap.totals.packets = s->snap.totals.roce = 30000;
	s->snap.totals.cut_headers = 12;
	s->snap.totals.cut_packets = 30000;
	s->points[0].snaplen = 64;
	s->points[0].drops_known = true;
	s->points[0].drops = 1204;
}

/* Wide addresses, more findings than fit, two files whose names are no plain words. */
static void tell_crowd(struct story *s)
{
	for (unsigned i = 0; i < 12; i++) {
		struct rs_lane_row *l = add_lane(s, "2001:db8:aaaa:bbbb:cccc:dddd:eeee:ff01",
						 "2001:db8:aaaa:bbbb:cccc:dddd:eeee:ff02", 0xfffff0 + i);

		l->naks = 1000000 + i;
		l->resent = 123456789;
		l->requests = 1234567890;
		l->stall_total = 3570 * US;
		l->episodes = 1;
		add_episode(s, i, i, 0);
	}
	for (unsigned i = 0; i < STORY_FINDINGS; i++)
		add_finding(s, i < 3 ? RS_FIND_QP_FATAL_NAK : i < 20 ? RS_FIND_GBN_NAK : RS_FIND_CAP_LOSS,
			    i < 3 ? RS_SEV_CRITICAL : i < 20 ? RS_SEV_WARNING : RS_SEV_INFO, 0, 12);
	s->verdict.findings_dropped = 7;
	s->verdict.word = RS_VERDICT_CRITICAL;
	s->verdict.trust = RS_TRUST_LIMITED;
	for (unsigned i = 0; i < 6; i++)
		add_trust(s, "cap-loss", "more than a hundred acknowledged packets are missing in the capture, so that "
			  "losses before the tap are not told from losses in the capture itself");
	s->files[0].name = "/a/b/gro\xc3\x9f\x1b[31m|` x.pcap";
	s->files[1] = (struct report_file){ .name = "second.pcapng", .error = "unknown format", .truncated = true };
	s->report.file_count = 2;
	s->report.partial = "stopped by SIGINT at 38 %";
	s->snap.totals.packets = s->snap.totals.roce = 1234567890123;
	s->snap.totals.other = 4;
	s->snap.totals.malformed = 1;
	s->snap.totals.reasons[RS_REASON_TCP] = 3;
	s->snap.totals.reasons[RS_REASON_ARP] = 1;
}

static void tell(struct story *s, enum story_kind kind)
{
	struct rs_totals *tot = &s->snap.totals;

	switch (kind) {
	case STORY_STORM:
		tell_storm(s);
		return;
	case STORY_HEALTHY:
		add_clean_lanes(s, 32);
		tot->packets = tot->roce = 336000;
		tot->wire_bytes = 1340000000;
		s->points[0].drops_known = true;
		return;
	case STORY_INCONCLUSIVE:
		tell_inconclusive(s);
		return;
	case STORY_PFC:
		tot->packets = tot->pfc = 347;
		tot->wire_bytes = 22208;
		return;
	case STORY_NO_ROCE:
		tot->packets = tot->other = 12000;
		tot->wire_bytes = 12000000;
		tot->reasons[RS_REASON_TCP] = 11000;
		tot->reasons[RS_REASON_UDP] = 990;
		tot->reasons[RS_REASON_ARP] = 10;
		s->verdict.word = RS_VERDICT_INCONCLUSIVE;
		return;
	case STORY_CROWD:
		tell_crowd(s);
		return;
	default:
		tot->first = tot->last = RS_NS_NONE;
		s->verdict.word = RS_VERDICT_INCONCLUSIVE;
		return;
	}
}

void story_init(struct story *s, enum story_kind kind)
{
	struct rs_err err;

	memset(s, 0, sizeof(*s));
	s->episodes = spool_create(sizeof(struct rs_episode), 4096, NULL, &err);
	assert_non_null(s->episodes);
	s->files[0] = (struct report_file){ .name = "storm.pcapng", .format = "pcapng" };
	s->points[0] = (struct report_point){ .name = "h0" };
	s->snap = (struct rs_snapshot){
		.points = s->point_rows, .point_count = 1, .flows = s->flows, .lanes = s->lanes,
	};
	s->snap.totals.first = START;
	s->snap.totals.last = START + 40030000;
	s->verdict.word = RS_VERDICT_HEALTHY;
	s->verdict.findings = s->findings;
	for (uint32_t i = 0; i < STORY_LANES; i++)
		s->finding_lanes[i] = i;
	s->verdict.lanes = s->finding_lanes;
	s->verdict.lanes_total = STORY_LANES;
	s->report = (struct report){
		.snap = &s->snap, .verdict = &s->verdict, .episodes = s->episodes, .files = s->files,
		.file_count = 1, .points = s->points, .point_count = 1, .options = "",
		.style = { .width = 100, .top = 10 },
	};
	tell(s, kind);
	s->point_rows[0].packets = s->snap.totals.packets;
}

void story_fini(struct story *s)
{
	spool_destroy(s->episodes);
	free(s->text);
}

void story_page(struct story *s, const struct page_ops *ops, unsigned width, bool utf8, bool color)
{
	struct page p = { .ops = ops, .width = width, .utf8 = utf8, .color = color };
	struct rs_err err = { 0 };

	free(s->text);
	p.out = open_memstream(&s->text, &s->size);
	assert_non_null(p.out);
	s->report.style.width = width;
	s->report.style.utf8 = utf8;
	s->report.style.color = color;
	assert_int_equal(summary_write(&s->report, &p, &err), 0);
	fclose(p.out);
}

unsigned story_lines(const char *text)
{
	unsigned n = 0;

	for (; *text; text++)
		n += *text == '\n';
	return n;
}

size_t story_widest(const char *text)
{
	size_t most = 0;

	while (*text) {
		const size_t len = strcspn(text, "\n");
		const size_t cells = glyph_cells(text, len);

		most = cells > most ? cells : most;
		text += len + (text[len] == '\n');
	}
	return most;
}

void story_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("expected to read '%s' in:\n%s", part, text);
}
