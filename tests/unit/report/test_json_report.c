/* SPDX-License-Identifier: BSD-2-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "report/json_report.h"

/* Keys of the document in the order of the contract; brackets as they nest, the first element of each list. */
static const char want_keys[] =
	"{schema start_time run{version options duration_ms peak_rss_bytes partial filter} "
	"input{files[{name format packets bytes truncated error}] packets captured_bytes wire_bytes duration_ns} "
	"points[{point interface_id link_bps link_bps_source packets roce_packets capture_drops}] "
	"counts{packets roce rocev1 cnp pfc pause cm other malformed short copies icrc_good icrc_bad icrc_unchecked "
	"unpaired_responses opcodes{RC_WRITE_FIRST RC_ACK CNP} opcodes_by_number{6 17 129} icrc_sport_rewritten} "
	"verdict trust{level items[{code value effect}]} "
	"flows[{flow_id point src dst dst_qp vni transport udp_sports[] vlans[] dscps[] pcps[] first_ns last_ns packets "
	"wire_bytes payload_bytes not_ect ect0 ect1 ce acks naks rnr_naks fatal_naks cnps read_requests uc_gaps}] "
	"lanes[{lane point requester responder responder_qp requester_qp pairing{method confidence} pmtu "
	"request_packets new_packets resent_packets resent_bytes resent_response_packets resent_response_bytes "
	"ooo_packets max_displacement capture_missing_packets undetermined_packets acks dup_acks stale_acks naks "
	"rnr_naks fatal_naks read_responses atomic_replays implied_naks timer_rounds episodes epochs next_psn una_psn "
	"rto_exponent{low high} ack_delay_p50_ns ack_delay_p99_ns goodput_bps}] "
	"episodes[{episode lane cause side sign state mode start_ns nak_ns resend_ns end_ns first_psn hwm_psn nak_psn "
	"lost{exact packets bytes ranges[[]]} resent_packets resent_bytes detect_ns impact_ns rounds naks rnrs "
	"stalls_ns[] flags[] frames[]}] pauses[] deadlocks[] pause_trees[] "
	"events[{kind t_ns lane point psn frame episode}] "
	"ecn{data_packets ce_data_packets cnps ce_unanswered cnp_without_ce ce_to_cnp_p50_ns ce_to_cnp_p99_ns "
	"flows[{flow_id point data_packets ce cnps min_gap_ns ce_unanswered cnp_without_ce cnp_loss_triggered}]} "
	"ecmp{tuples entropy_bits entropy_norm sport_entropy_bits effective_tuples pairs[] model[] "
	"two_tier{effective_independent effective_same polarisation}} between_points[] storms[] "
	"findings[{id key code severity confidence title scope{hosts[] flows[] priority point} first_ns last_ns "
	"cost{resent_packets resent_bytes stall_ns lost_goodput_bytes} "
	"evidence[{name value expected unit frames[] lower_bound}] next[] ignored}]}";

/** Walks over a document that is known to parse and collects its keys. */
struct keys {
	char text[8192];
	size_t len;
};

static void put(struct keys *k, const char *s, size_t n)
{
	if (!k)
		return;
	assert_true(k->len + n + 1 < sizeof(k->text));
	memcpy(k->text + k->len, s, n);
	k->len += n;
	k->text[k->len] = 0;
}

static const char *skip_string(const char *s)
{
	for (s++; *s != '"'; s++)
		s += *s == '\\';
	return s + 1;
}

/* @k: NULL for elements of a list after the first. */
static const char *walk(struct keys *k, const char *s)
{
	const char *const open = s;
	const bool object = *s == '{';
	bool first = true;

	if (*s == '"')
		return skip_string(s);
	if (*s != '{' && *s != '[')
		return s + strcspn(s, ",]} \n");
	put(k, open, 1);
	for (s++, s += strspn(s, " \n,"); *s != '}' && *s != ']'; s += strspn(s, " \n,")) {
		if (object) {
			const char *end = skip_string(s);

			put(k, " ", !first);
			put(k, s + 1, (size_t)(end - s) - 2);
			s = end + strspn(end, ": ");
		}
		s = walk(object || first ? k : NULL, s);
		first = false;
	}
	put(k, s, 1);
	return s + 1;
}

static void document(struct fixture *f)
{
	FILE *out = fixture_open(f);

	assert_int_equal(json_report_write(&f->report, out, NULL), 0);
	fixture_close(f, out);
}

static void lines(struct fixture *f)
{
	FILE *out = fixture_open(f);

	assert_int_equal(json_report_write_lines(&f->report, out, NULL), 0);
	fixture_close(f, out);
}

static void the_document_has_the_keys_of_the_contract_in_order(void **state)
{
	struct keys keys = { .len = 0 };
	struct fixture f;

	fixture_init(&f);
	document(&f);
	assert_true(fixture_json_parses(f.text));
	walk(&keys, f.text);
	assert_string_equal(keys.text, want_keys);
	fixture_fini(&f);
}

static void expect_part(const struct fixture *f, const char *want)
{
	if (!strstr(f->text, want))
		print_error("not found: %s\n", want);
	assert_non_null(strstr(f->text, want));
}

static void the_head_tells_start_input_and_verdict(void **state)
{
	struct fixture f;

	fixture_init(&f);
	document(&f);
	expect_part(&f, "{\n \"schema\": \"rocescope.report/1\",\n \"start_time\": \"2025-11-30T10:53:20.013000123Z\",\n");
	expect_part(&f, "\"files\": [ { \"name\": \"storm \\\"1\\\".pcapng\", \"format\": \"pcapng\", \"packets\": 100, "
			"\"bytes\": 12345, \"truncated\": false, \"error\": null } ],");
	expect_part(&f, "\"duration_ns\": 40000000\n");
	expect_part(&f, "{ \"point\": \"h0\", \"interface_id\": 0, \"link_bps\": 25000000000, \"link_bps_source\": \"file\", "
			"\"packets\": 100, \"roce_packets\": 98, \"capture_drops\": null }");
	expect_part(&f, "\"opcodes\": { \"RC_WRITE_FIRST\": 40, \"RC_ACK\": 56, \"CNP\": 2 }");
	expect_part(&f, "\"opcodes_by_number\": { \"6\": 40, \"17\": 56, \"129\": 2 }");
	expect_part(&f, "\"verdict\": \"warning\"");
	expect_part(&f, "\"items\": [ { \"code\": \"cap-trunc\", \"value\": 8, \"effect\": \"ICRCs cannot be checked\" } ]");
	fixture_fini(&f);
}

static void rows_of_the_engine_are_printed_by_first_packet(void **state)
{
	struct fixture f;

	fixture_init(&f);
	document(&f);
	expect_part(&f, " \"flows\": [\n  { \"flow_id\": \"0000000000abcdef\", \"point\": \"h0\", \"src\": \"10.1.0.3\", "
			"\"dst\": \"10.1.0.4\", \"dst_qp\": 561, \"vni\": null, \"transport\": \"RC\", "
			"\"udp_sports\": [ 49825, 49826 ], \"vlans\": [ 5 ], \"dscps\": [ 26 ], \"pcps\": [], "
			"\"first_ns\": 0, \"last_ns\": 20000000, \"packets\": 42, \"wire_bytes\": 100000, "
			"\"payload_bytes\": 80000, \"not_ect\": 0, \"ect0\": 40, \"ect1\": 0, \"ce\": 2, ");
	expect_part(&f, "\"dst_qp\": 2353, \"vni\": 77,");
	expect_part(&f, " \"lanes\": [\n  { \"lane\": \"l1\", \"point\": \"h0\", \"requester\": \"10.1.0.3\", "
			"\"responder\": \"10.1.0.4\", \"responder_qp\": 561, \"requester_qp\": 2353, "
			"\"pairing\": { \"method\": \"SPORT\", \"confidence\": 0.97 }, \"pmtu\": 1024, ");
	expect_part(&f, "\"next_psn\": 140, \"una_psn\": null, \"rto_exponent\": { \"low\": 0, \"high\": 1 }, "
			"\"ack_delay_p50_ns\": 32000, \"ack_delay_p99_ns\": null, \"goodput_bps\": 20000000 }");
	fixture_fini(&f);
}

static void what_is_not_known_is_null(void **state)
{
	struct fixture f;

	fixture_init(&f);
	document(&f);
	expect_part(&f, "\"responder_qp\": 2353, \"requester_qp\": null, "
			"\"pairing\": { \"method\": \"NONE\", \"confidence\": null }, \"pmtu\": null, ");
	expect_part(&f, "\"una_psn\": 7, \"rto_exponent\": null, \"ack_delay_p50_ns\": null, "
			"\"ack_delay_p99_ns\": null, \"goodput_bps\": null }");
	fixture_fini(&f);
}

static void a_timer_exponent_is_a_range_unless_it_is_exact(void **state)
{
	static const struct {
		int8_t n;
		bool exact;
		const char *want;
	} cases[] = {
		{ 14, false, "\"rto_exponent\": { \"low\": 12, \"high\": 14 }" },
		{ 14, true, "\"rto_exponent\": { \"low\": 14, \"high\": 14 }" },
		{ 0, true, "\"rto_exponent\": { \"low\": 0, \"high\": 0 }" },
		{ 2, false, "\"rto_exponent\": { \"low\": 0, \"high\": 2 }" },
	};

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct fixture f;

		fixture_init(&f);
		f.lanes[1].rto_n = cases[i].n;
		f.lanes[1].rto_exact = cases[i].exact;
		document(&f);
		expect_part(&f, cases[i].want);
		fixture_fini(&f);
	}
}

static void episodes_are_named_in_order_of_opening(void **state)
{
	struct fixture f;

	fixture_init(&f);
	document(&f);
	expect_part(&f, "{ \"episode\": \"e1\", \"lane\": \"l1\", \"cause\": \"NAK_SEQ\", \"side\": \"DOWNSTREAM\", "
			"\"sign\": \"NAK\", \"state\": \"RECOVERED\", \"mode\": \"GBN\", \"start_ns\": 2000, "
			"\"nak_ns\": 2000, \"resend_ns\": 2500, \"end_ns\": 4000, \"first_psn\": 100, \"hwm_psn\": 104, "
			"\"nak_psn\": 100, \"lost\": { \"exact\": true, \"packets\": 3, \"bytes\": 3072, "
			"\"ranges\": [ [ 100, 101 ], [ 103, 103 ] ] }, \"resent_packets\": 5, \"resent_bytes\": 5120, "
			"\"detect_ns\": 700, \"impact_ns\": 1500, \"rounds\": 1, \"naks\": 1, \"rnrs\": 0, "
			"\"stalls_ns\": [], \"flags\": [], \"frames\": [ 12, 14, 19 ] }");
	expect_part(&f, "{ \"episode\": \"e2\", \"lane\": \"l1\", \"cause\": \"TIMEOUT\",");
	expect_part(&f, "\"stalls_ns\": [ 3280000, 6560000 ], \"flags\": [ \"RETX_LOST\", \"LOW_CONFIDENCE\" ], \"frames\": [] }");
	fixture_fini(&f);
}

static void events_name_their_lane_and_episode(void **state)
{
	struct fixture f;

	fixture_init(&f);
	document(&f);
	expect_part(&f, " \"events\": [\n"
			"  { \"kind\": \"nak\", \"t_ns\": 2000, \"lane\": \"l1\", \"point\": \"h0\", \"psn\": 100, "
			"\"frame\": 12, \"episode\": \"e1\" },\n"
			"  { \"kind\": \"copy_burst\", \"t_ns\": 2000, \"lane\": null, \"point\": \"h0\", \"psn\": null, "
			"\"frame\": null, \"episode\": null },\n"
			"  { \"kind\": \"timeout\", \"t_ns\": 9000, \"lane\": \"l1\", \"point\": \"h0\", \"psn\": 110, "
			"\"frame\": 30, \"episode\": \"e2\" }\n ],");
	fixture_fini(&f);
}

static void findings_carry_scope_cost_and_evidence(void **state)
{
	struct fixture f;

	fixture_init(&f);
	document(&f);
	expect_part(&f, "{ \"id\": \"F1\", \"key\": \"");
	expect_part(&f, "\"code\": \"gbn-nak\", \"severity\": \"warning\", \"confidence\": \"likely\", \"title\": \"");
	expect_part(&f, "\"scope\": { \"hosts\": [ \"10.1.0.3\", \"10.1.0.4\" ], \"flows\": [ \"0000000000abcdef\" ], "
			"\"priority\": null, \"point\": \"h0\" }, \"first_ns\": 2000, \"last_ns\": 4000, "
			"\"cost\": { \"resent_packets\": 5, \"resent_bytes\": 5120, \"stall_ns\": 1500, "
			"\"lost_goodput_bytes\": null }, \"evidence\": [ { \"name\": \"naks\", \"value\": 1, \"expected\": 0, "
			"\"unit\": \"packets\", \"frames\": [ 12 ], \"lower_bound\": false }, "
			"{ \"name\": \"resent_share\", \"value\": 0.047619, \"expected\": null, \"unit\": \"ratio\", "
			"\"frames\": [], \"lower_bound\": true } ], \"next\": [ \"");
	expect_part(&f, "\"ignored\": false }\n ]\n}\n");
	fixture_fini(&f);
}

static void a_finding_about_the_whole_capture_has_no_hosts_and_no_time(void **state)
{
	struct fixture f;

	fixture_init(&f);
	f.findings[0].has_hosts = false;
	f.findings[0].lane_count = 0;
	f.findings[0].point = UINT16_MAX;
	f.findings[0].priority = 3;
	f.findings[0].first = f.findings[0].last = RS_NS_NONE;
	document(&f);
	expect_part(&f, "\"scope\": { \"hosts\": [], \"flows\": [], \"priority\": 3, \"point\": null }, "
			"\"first_ns\": null, \"last_ns\": null,");
	fixture_fini(&f);
}

static void frames_of_several_files_name_the_file(void **state)
{
	struct fixture f;

	fixture_init(&f);
	f.report.file_count = 2;
	f.findings[0].evidence[0].frames[0] = rs_frame_make(1, 12);
	document(&f);
	expect_part(&f, "\"frames\": [ \"storm \\\"1\\\".pcapng:12\", \"storm \\\"1\\\".pcapng:14\", "
			"\"storm \\\"1\\\".pcapng:19\" ]");
	expect_part(&f, "\"frame\": \"storm \\\"1\\\".pcapng:30\"");
	expect_part(&f, "\"frames\": [ \"b.pcap:12\" ]");
	assert_true(fixture_json_parses(f.text));
	fixture_fini(&f);
}

static void an_empty_capture_gives_a_whole_document(void **state)
{
	struct keys keys = { .len = 0 };
	struct fixture f;

	fixture_init(&f);
	memset(&f.snap, 0, sizeof(f.snap));
	f.snap.totals.first = f.snap.totals.last = RS_NS_NONE;
	f.verdict.finding_count = 0;
	f.verdict.trust_count = 0;
	f.report.episodes = f.report.events = NULL;
	document(&f);
	assert_true(fixture_json_parses(f.text));
	expect_part(&f, "\"start_time\": null,");
	expect_part(&f, "\"duration_ns\": null\n");
	expect_part(&f, " \"flows\": [],\n \"lanes\": [],\n \"episodes\": [],\n \"pauses\": [],");
	walk(&keys, f.text);
	assert_non_null(strstr(keys.text, "findings[]}"));
	fixture_fini(&f);
}

static void two_runs_differ_in_run_alone(void **state)
{
	struct fixture f;
	char *first, *tail_a, *tail_b;

	fixture_init(&f);
	document(&f);
	first = strdup(f.text);
	f.report.duration_ms = 999;
	f.report.peak_rss_bytes = 5;
	f.report.partial = "stopped";
	document(&f);
	tail_a = strstr(first, "\n \"input\"");
	tail_b = strstr(f.text, "\n \"input\"");
	assert_non_null(tail_a);
	assert_non_null(tail_b);
	assert_string_equal(tail_a, tail_b);
	expect_part(&f, "\"partial\": \"stopped\"");
	free(first);
	fixture_fini(&f);
}

static void every_line_of_the_line_form_parses_and_has_a_type(void **state)
{
	static const char *const types[] = { "summary", "flow", "flow", "lane", "lane", "episode", "episode",
					     "event", "event", "event", "finding" };
	struct fixture f;
	unsigned n = 0;
	char *save = NULL;

	fixture_init(&f);
	lines(&f);
	for (char *s = strtok_r(f.text, "\n", &save); s; s = strtok_r(NULL, "\n", &save), n++) {
		char want[40];

		assert_true(fixture_json_parses(s));
		if (!n) {
			assert_string_equal(s, "{\"schema\":\"rocescope.report/1\","
					       "\"start_time\":\"2025-11-30T10:53:20.013000123Z\"}");
			continue;
		}
		assert_true(n <= sizeof(types) / sizeof(types[0]));
		snprintf(want, sizeof(want), "{\"type\":\"%s\",", types[n - 1]);
		assert_memory_equal(s, want, strlen(want));
	}
	assert_int_equal(n, 1 + sizeof(types) / sizeof(types[0]));
	fixture_fini(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_document_has_the_keys_of_the_contract_in_order),
		cmocka_unit_test(the_head_tells_start_input_and_verdict),
		cmocka_unit_test(rows_of_the_engine_are_printed_by_first_packet),
		cmocka_unit_test(what_is_not_known_is_null),
		cmocka_unit_test(a_timer_exponent_is_a_range_unless_it_is_exact),
		cmocka_unit_test(episodes_are_named_in_order_of_opening),
		cmocka_unit_test(events_name_their_lane_and_episode),
		cmocka_unit_test(findings_carry_scope_cost_and_evidence),
		cmocka_unit_test(a_finding_about_the_whole_capture_has_no_hosts_and_no_time),
		cmocka_unit_test(frames_of_several_files_name_the_file),
		cmocka_unit_test(an_empty_capture_gives_a_whole_document),
		cmocka_unit_test(two_runs_differ_in_run_alone),
		cmocka_unit_test(every_line_of_the_line_form_parses_and_has_a_type),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
