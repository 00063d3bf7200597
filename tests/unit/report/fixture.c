/* SPDX-License-Identifier: BSD-2-Clause */
#include "fixture.h"

#include "base/text.h"
#include "report/json.h"

#include <assert.h>
#include <rocescope/decode.h>
#include <stdlib.h>
#include <string.h>

struct rs_addr fixture_addr(const char *s)
{
	struct rs_addr a;
	const bool good = text_addr_parse(s, &a);

	assert(good);
	(void)good;
	return a;
}

static void fill_totals(struct rs_totals *t)
{
	*t = (struct rs_totals){ .packets = 100, .captured_bytes = 9000, .wire_bytes = 120000, .roce = 98, .cnp = 2,
				 .other = 2, .copies = 1, .icrc_good = 90, .icrc_unchecked = 8,
				 .first = FIXTURE_START, .last = FIXTURE_START + 40000000 };
	t->opcodes[6] = 40;
	t->opcodes[17] = 56;
	t->opcodes[0x81] = 2;
}

static void fill_flows(struct fixture *f)
{
	const struct rs_addr a = fixture_addr("10.1.0.3"), b = fixture_addr("10.1.0.4");

	/* In the snapshot the later flow comes first: the report must turn them round. */
	f->flows[1] = (struct rs_flow_row){ .flow_id = 0xabcdef, .src = a, .dst = b, .dst_qp = 0x231,
		.transport = RS_TRANSPORT_RC, .sport_count = 2, .vlan_count = 1, .dscp_count = 1,
		.sports = { 49825, 49826 }, .vlans = { 5 }, .dscps = { 26 }, .request = true,
		.first = FIXTURE_START, .last = FIXTURE_START + 20000000, .packets = 42, .wire_bytes = 100000,
		.payload_bytes = 80000, .ecn = { 0, 0, 40, 2 } };
	f->flows[0] = (struct rs_flow_row){ .flow_id = 0x123, .src = b, .dst = a, .dst_qp = 0x931, .vni = 77,
		.transport = RS_TRANSPORT_RC, .response = true, .first = FIXTURE_START + 500,
		.last = FIXTURE_START + 40000000, .packets = 58, .wire_bytes = 4000, .ecn = { 58, 0, 0, 0 },
		.acks = 54, .naks = 1, .rnr_naks = 1, .cnps = 2 };
}

static void fill_lanes(struct fixture *f)
{
	const struct rs_addr a = fixture_addr("10.1.0.3"), b = fixture_addr("10.1.0.4");

	f->lanes[1] = (struct rs_lane_row){ .id = 9, .pairing = RS_PAIR_SPORT, .pair_confidence = 97, .requester = a,
		.responder = b, .responder_qp = 0x231, .requester_qp = 0x931, .flow_id = 0xabcdef, .pmtu = 1024,
		.requests = 42, .new_packets = 40, .resent = 2, .resent_bytes = 2048, .acks = 54, .naks = 1,
		.rnrs = 1, .timer_rounds = 1, .episodes = 2, .epochs = 1, .next_psn = 140, .una_psn = RS_NO_PSN,
		.rto_n = 1, .rto_exact = false, .stall_total = 3280000, .ack_p50 = 32000, .ack_p99 = RS_NS_NONE,
		.goodput_bytes = 50000, .first = FIXTURE_START, .last = FIXTURE_START + 20000000 };
	f->lanes[0] = (struct rs_lane_row){ .id = 4, .pairing = RS_PAIR_NONE, .requester = b, .responder = a,
		.responder_qp = 0x931, .requester_qp = RS_NO_QPN, .flow_id = 0x123, .epochs = 1, .una_psn = 7,
		.rto_n = -1, .ack_p50 = RS_NS_NONE, .ack_p99 = RS_NS_NONE, .first = FIXTURE_START + 500,
		.last = FIXTURE_START + 500 };
}

static struct rs_episode blank_episode(uint32_t id)
{
	return (struct rs_episode){ .id = id, .lane = 9, .nak = RS_NS_NONE, .resend = RS_NS_NONE, .end = RS_NS_NONE,
		.detect = RS_NS_NONE, .react = RS_NS_NONE, .recov = RS_NS_NONE, .impact = RS_NS_NONE,
		.first = RS_NO_PSN, .nak_psn = RS_NO_PSN };
}

static void fill_story(struct fixture *f)
{
	struct rs_episode e[2] = { blank_episode(0), blank_episode(1) };
	struct rs_event ev[3];
	int rc;

	/* Closed in this order, opened in the other one. */
	e[0].cause = RS_CAUSE_TIMEOUT;
	e[0].state = RS_STATE_OPEN;
	e[0].sign = RS_SIGN_RESEND;
	e[0].start = FIXTURE_START + 9000;
	e[0].stall_count = 2;
	e[0].stalls[0] = 3280000;
	e[0].stalls[1] = 6560000;
	e[0].rounds = 2;
	e[0].flags = RS_EPI_RETX_LOST | RS_EPI_LOW_CONFIDENCE;
	e[1] = (struct rs_episode){ .id = 1, .lane = 9, .cause = RS_CAUSE_NAK_SEQ, .side = RS_SIDE_DOWNSTREAM,
		.sign = RS_SIGN_NAK, .state = RS_STATE_RECOVERED, .mode = RS_MODE_GBN, .lost_exact = 1,
		.range_count = 2, .start = FIXTURE_START + 2000, .nak = FIXTURE_START + 2000,
		.resend = FIXTURE_START + 2500, .end = FIXTURE_START + 4000, .detect = 700, .impact = 1500,
		.first = 100, .hwm = 104, .nak_psn = 100, .lost_packets = 3, .lost_bytes = 3072,
		.lost = { { 100, 101 }, { 103, 103 } }, .resent = 5, .resent_bytes = 5120, .rounds = 1, .naks = 1,
		.frames = { 0, 12, 14, 19 } };
	f->episodes = spool_create(sizeof(struct rs_episode), 16, NULL, NULL);
	rc = spool_append(f->episodes, e, 2);
	assert(!rc);
	ev[0] = (struct rs_event){ .time = FIXTURE_START + 9000, .duration = 3280000, .serial = 3, .frames = { 0, 30, 0 },
		.lane = 9, .episode = 0, .psn_first = 110, .psn_last = 113, .packets = 4, .kind = RS_EVENT_TIMEOUT };
	ev[1] = (struct rs_event){ .time = FIXTURE_START + 2000, .duration = RS_NS_NONE, .serial = 1, .frames = { 12, 0, 0 },
		.lane = 9, .episode = 1, .psn_first = 100, .psn_last = RS_NO_PSN, .kind = RS_EVENT_NAK };
	ev[2] = (struct rs_event){ .time = FIXTURE_START + 2000, .duration = RS_NS_NONE, .serial = 2,
		.lane = RS_NO_LANE, .episode = RS_NO_EPISODE, .psn_first = RS_NO_PSN, .psn_last = RS_NO_PSN,
		.packets = 1, .kind = RS_EVENT_COPY_BURST };
	f->events = spool_create(sizeof(struct rs_event), 16, NULL, NULL);
	rc = spool_append(f->events, ev, 3);
	assert(!rc);
	(void)rc;
}

static void fill_verdict(struct fixture *f)
{
	f->finding_lanes[0] = 9;
	f->findings[0] = (struct rs_finding){ .code = RS_FIND_GBN_NAK, .severity = RS_SEV_WARNING,
		.confidence = RS_CONF_LIKELY, .evidence_count = 2, .priority = -1, .has_hosts = true,
		.src = fixture_addr("10.1.0.3"), .dst = fixture_addr("10.1.0.4"), .lane_count = 1, .count = 1,
		.first = FIXTURE_START + 2000, .last = FIXTURE_START + 4000, .lost_packets = 3, .lost_exact = true,
		.resent_packets = 5, .resent_bytes = 5120, .stall = 1500,
		.evidence = { { "naks", "packets", 1, 0, true, false, { 12 } },
			      { "resent_share", "ratio", 47619, 0, false, true, { 0 } } } };
	f->verdict = (struct rs_verdict){ .word = RS_VERDICT_WARNING, .trust = RS_TRUST_LIMITED, .trust_count = 1,
		.findings = f->findings, .finding_count = 1, .lanes = f->finding_lanes, .lanes_total = 1 };
	f->verdict.trust_items[0] = (struct rs_trust_item){ "cap-trunc", 8, "ICRCs cannot be checked" };
}

void fixture_init(struct fixture *f)
{
	memset(f, 0, sizeof(*f));
	fill_totals(&f->snap.totals);
	fill_flows(f);
	fill_lanes(f);
	fill_story(f);
	fill_verdict(f);
	f->point_rows[0] = (struct rs_point_row){ .packets = 100, .roce_packets = 98 };
	f->snap.points = f->point_rows;
	f->snap.point_count = 1;
	f->snap.flows = f->flows;
	f->snap.flow_count = 2;
	f->snap.lanes = f->lanes;
	f->snap.lane_count = 2;
	f->files[0] = (struct report_file){ "storm \"1\".pcapng", "pcapng", 100, 12345, 120000, false, NULL };
	f->files[1] = (struct report_file){ "b.pcap", "pcap", 0, 24, 0, true, NULL };
	f->points[0] = (struct report_point){ .name = "h0", .link_bps = 25000000000ULL, .link_bps_source = "file" };
	f->report = (struct report){ .snap = &f->snap, .verdict = &f->verdict, .episodes = f->episodes,
		.events = f->events, .files = f->files, .file_count = 1, .points = f->points, .point_count = 1,
		.options = "", .duration_ms = 7, .peak_rss_bytes = 1000000, .style = { .width = 100 } };
}

void fixture_fini(struct fixture *f)
{
	spool_destroy(f->episodes);
	spool_destroy(f->events);
	free(f->text);
}

FILE *fixture_open(struct fixture *f)
{
	FILE *out;

	free(f->text);
	f->text = NULL;
	out = open_memstream(&f->text, &f->size);
	assert(out);
	return out;
}

void fixture_close(struct fixture *f, FILE *out)
{
	fclose(out);
}

/* ---- a parser that knows the grammar and nothing else ---- */

static const char *blanks(const char *s)
{
	return s + strspn(s, " \t\r\n");
}

static const char *string(const char *s)
{
	if (*s++ != '"')
		return NULL;
	while (*s != '"') {
		unsigned n;

		if ((unsigned char)*s < 0x20)
			return NULL;
		if (*s != '\\') {
			n = json_utf8_length((const unsigned char *)s);
			if (!n)
				return NULL;
			s += n;
		} else if (s[1] == 'u') {
			if (strspn(s + 2, "0123456789abcdefABCDEF") < 4)
				return NULL;
			s += 6;
		} else if (s[1] && strchr("\"\\/bfnrt", s[1])) {
			s += 2;
		} else {
			return NULL;
		}
	}
	return s + 1;
}

static const char *number(const char *s)
{
	const char *digits;

	s += *s == '-';
	digits = s;
	s += strspn(s, "0123456789");
	if (s == digits || (*digits == '0' && s > digits + 1))
		return NULL;
	if (*s == '.') {
		digits = ++s;
		s += strspn(s, "0123456789");
		if (s == digits)
			return NULL;
	}
	return s;
}

static const char *value(const char *s, unsigned depth);

static const char *members(const char *s, char last, unsigned depth)
{
	s = blanks(s + 1);
	if (*s == last)
		return s + 1;
	for (;;) {
		if (last == '}') {
			s = string(blanks(s));
			s = s ? blanks(s) : NULL;
			if (!s || *s++ != ':')
				return NULL;
		}
		s = value(blanks(s), depth + 1);
		s = s ? blanks(s) : NULL;
		if (!s || (*s != ',' && *s != last))
			return NULL;
		if (*s++ == last)
			return s;
	}
}

static const char *value(const char *s, unsigned depth)
{
	static const char *const words[] = { "null", "true", "false" };

	if (depth > 100)
		return NULL;
	for (unsigned i = 0; i < 3; i++)
		if (!strncmp(s, words[i], strlen(words[i])))
			return s + strlen(words[i]);
	switch (*s) {
	case '{':
		return members(s, '}', depth);
	case '[':
		return members(s, ']', depth);
	case '"':
		return string(s);
	default:
		return number(s);
	}
}

bool fixture_json_parses(const char *text)
{
	const char *end = value(blanks(text), 0);

	return end && !*blanks(end);
}
