/* SPDX-License-Identifier: BSD-2-Clause */
/* Rows that filters let through: flows, lanes, events, episodes, findings and packets of the fixture. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <rocescope/snapshot.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "query/filter.h"
#include "report/packets.h"
#include "report/select.h"
#include "report/table.h"

/** The fixture under a filter. */
struct filtered {
	struct fixture f;
	struct filter *filter;
	struct order *order;
	struct select *select;
};

static void begin(struct filtered *x, enum report_rows rows, const char *text)
{
	struct rs_err err = { 0 };

	fixture_init(&x->f);
	x->filter = report_filter_create(rows, text, &err);
	if (!x->filter)
		fail_msg("%s", err.text);
	x->f.report.filter = x->filter;
	x->f.report.where = text;
	x->order = order_create(&x->f.report, NULL);
	assert_non_null(x->order);
	assert_int_equal(select_create(&x->select, x->filter, &x->f.report, x->order, NULL), 0);
}

static void end(struct filtered *x)
{
	select_destroy(x->select);
	order_destroy(x->order);
	filter_destroy(x->filter);
	fixture_fini(&x->f);
}

/* Which of the two flows pass: bit 0 for that of QP 0x231, bit 1 for 0x931. */
static unsigned flows(const char *text)
{
	struct filtered x;
	unsigned got;

	begin(&x, REPORT_ROWS_FLOWS, text);
	got = select_flow(x.select, &x.f.flows[1]) | (unsigned)select_flow(x.select, &x.f.flows[0]) << 1;
	end(&x);
	return got;
}

static unsigned lanes(const char *text)
{
	struct filtered x;
	unsigned got;

	begin(&x, REPORT_ROWS_REPORT, text);
	got = select_lane(x.select, &x.f.lanes[1]) | (unsigned)select_lane(x.select, &x.f.lanes[0]) << 1;
	end(&x);
	return got;
}

/* Events in the order of the report: nak, copy_burst, timeout. */
static unsigned events(const char *text)
{
	struct filtered x;
	unsigned got = 0;

	begin(&x, REPORT_ROWS_EVENTS, text);
	for (uint32_t i = 0; i < order_event_count(x.order); i++) {
		struct rs_event e;

		assert_true(order_event(x.order, i, &e));
		got |= (unsigned)select_event(x.select, &e) << i;
	}
	end(&x);
	return got;
}

static unsigned episodes(const char *text)
{
	struct filtered x;
	unsigned got = 0;

	begin(&x, REPORT_ROWS_REPORT, text);
	for (uint32_t i = 0; i < order_episode_count(x.order); i++) {
		struct rs_episode e;

		assert_true(order_episode(x.order, i, &e));
		got |= (unsigned)select_episode(x.select, &e) << i;
	}
	end(&x);
	return got;
}

static bool finding(const char *text)
{
	struct filtered x;
	bool got;

	begin(&x, REPORT_ROWS_REPORT, text);
	got = select_finding(x.select, &x.f.findings[0]);
	end(&x);
	return got;
}

static void flows_have_ends_and_counts(void **state)
{
	assert_int_equal(flows("src==10.1.0.3"), 1);
	assert_int_equal(flows("dst==10.1.0.3"), 2);
	assert_int_equal(flows("host==10.1.0.3"), 3);
	assert_int_equal(flows("net in 10.1.0.4/32"), 3);
	assert_int_equal(flows("qp==0x231"), 1);
	assert_int_equal(flows("backqp==0x931"), 1);
	assert_int_equal(flows("pkts>=50"), 2);
	assert_int_equal(flows("bytes>=100K"), 1);
	assert_int_equal(flows("vni==77"), 2);
	assert_int_equal(flows("op==rc"), 3);
	assert_int_equal(flows("op==response"), 2);
	assert_int_equal(flows("mtu==1024"), 1);
	assert_int_equal(flows("cnp>0"), 2);
	assert_int_equal(flows("cnp==0"), 1);
}

static void flows_have_lists(void **state)
{
	assert_int_equal(flows("sport==49826"), 1);
	assert_int_equal(flows("sport!=49826"), 0);
	assert_int_equal(flows("vlan==5"), 1);
	assert_int_equal(flows("dscp in {26,48}"), 1);
	assert_int_equal(flows("not sport>0"), 2);
}

static void flows_have_the_numbers_of_their_lane(void **state)
{
	assert_int_equal(flows("retx==2"), 1);
	assert_int_equal(flows("retx%>4.7 and retx%<4.8"), 1);
	assert_int_equal(flows("retx>4%"), 1);
	assert_int_equal(flows("stall==3.28ms"), 1);
	assert_int_equal(flows("ack50<=32us"), 1);
	assert_int_equal(flows("timeout>0 or rnr>0"), 1);
	assert_int_equal(flows("ack99>0"), 0);
}

static void gbps_counts_in_gigabits_and_times_from_the_first_packet(void **state)
{
	/* 100,000 bytes in 20 ms are 0.04 Gb/s. */
	assert_int_equal(flows("gbps==0.04"), 1);
	assert_int_equal(flows("gbps>=40M"), 1);
	assert_int_equal(flows("first==0"), 1);
	assert_int_equal(flows("first>400ns"), 2);
	assert_int_equal(flows("last<=20ms"), 1);
}

static void flows_have_the_findings_and_events_of_their_lane(void **state)
{
	assert_int_equal(flows("sev>=warning"), 1);
	assert_int_equal(flows("sev>=critical"), 0);
	assert_int_equal(flows("finding==1"), 1);
	assert_int_equal(flows("finding==gbn-nak"), 1);
	assert_int_equal(flows("finding==storm"), 0);
	assert_int_equal(flows("gbn-nak"), 1);
	assert_int_equal(flows("event==timeout and event==nak"), 1);
	assert_int_equal(flows("event==rnr"), 0);
	assert_int_equal(flows("event==copy_burst"), 0);
}

static void bare_words_find_flows(void **state)
{
	assert_int_equal(flows("0x231"), 1);
	assert_int_equal(flows("0x931"), 3); /* the QP of one, the QP behind the other */
	assert_int_equal(flows("49825"), 1);
	assert_int_equal(flows("10.1.0"), 3);
	assert_int_equal(flows("10.9.0"), 0);
}

static void lanes_go_with_their_flow(void **state)
{
	assert_int_equal(lanes("qp==0x231"), 1);
	assert_int_equal(lanes("bytes>=100K"), 1);
	assert_int_equal(lanes("finding==1"), 1);
	assert_int_equal(lanes("event==nak"), 1);
	assert_int_equal(lanes("dst==10.1.0.3"), 2);
}

static void a_lane_whose_flow_had_to_go_keeps_its_ends(void **state)
{
	struct filtered x;

	begin(&x, REPORT_ROWS_REPORT, "src==10.1.0.3 and qp==0x231 and not pkts>0");
	x.f.lanes[1].flow_id = 0x5555;
	assert_true(select_lane(x.select, &x.f.lanes[1]));
	end(&x);
}

static void events_have_their_kind_and_the_fields_of_their_lane(void **state)
{
	assert_int_equal(events("event==nak"), 1);
	assert_int_equal(events("event in {nak,timeout}"), 5);
	assert_int_equal(events("kind!=nak"), 6);
	assert_int_equal(events("qp==0x231"), 5);
	assert_int_equal(events("qp==0x231 and event in {nak,rnr}"), 1);
	assert_int_equal(events("retx>0"), 5);
	assert_int_equal(events("psn==100"), 1);
	assert_int_equal(events("no==30"), 4);
	assert_int_equal(events("time>5us"), 4);
	assert_int_equal(events("copy_burst"), 2);
}

static void an_event_is_part_of_a_finding_within_its_time(void **state)
{
	/* The finding lasts from 2 to 4 us, the timeout is at 9 us. */
	assert_int_equal(events("finding==1"), 1);
	assert_int_equal(events("sev>=warning"), 1);
	assert_int_equal(events("not sev>=warning"), 6);
}

static void episodes_go_with_their_lane(void **state)
{
	assert_int_equal(episodes("qp==0x231"), 3);
	assert_int_equal(episodes("qp==0x931"), 0);
	assert_int_equal(episodes("finding==1"), 1);
}

static void findings_pass_by_themselves_or_by_a_lane(void **state)
{
	assert_true(finding("finding==1"));
	assert_true(finding("sev==warning"));
	assert_false(finding("sev==critical"));
	assert_true(finding("qp==0x231"));
	assert_false(finding("qp==0x931"));
	assert_true(finding("retx>0 and src==10.1.0.3"));
}

static void a_finding_without_lanes_has_its_hosts(void **state)
{
	struct filtered x;

	begin(&x, REPORT_ROWS_REPORT, "src==10.1.0.3 and sev==warning and not qp>0");
	x.f.findings[0].lane_count = 0;
	x.f.findings[0].qp_first = RS_NO_QPN;
	assert_true(select_finding(x.select, &x.f.findings[0]));
	end(&x);
}

static void no_filter_lets_everything_through(void **state)
{
	struct select *s;

	assert_int_equal(select_create(&s, NULL, NULL, NULL, NULL), 0);
	assert_null(s);
	assert_true(select_flow(NULL, NULL));
	assert_true(select_packet(NULL, &(struct packet_row){ .r = &(struct rs_record){ 0 } }));
	select_destroy(NULL);
}

/* ---- tables ---- */

static void print_table(enum report_rows rows, enum report_table table, const char *where, const char *sort,
			const char *want)
{
	struct filtered x;
	FILE *out;

	begin(&x, rows, where);
	x.f.report.style.fields = table == REPORT_TABLE_FLOWS ? "src,qp" : "kind,frame";
	x.f.report.style.sort = sort;
	out = fixture_open(&x.f);
	assert_int_equal(table_write(&x.f.report, table, REPORT_CSV, out, NULL), 0);
	fixture_close(&x.f, out);
	assert_string_equal(x.f.text, want);
	end(&x);
}

static void tables_have_only_the_rows_that_match(void **state)
{
	print_table(REPORT_ROWS_FLOWS, REPORT_TABLE_FLOWS, "retx>0", NULL, "src,qp\r\n10.1.0.3,561\r\n");
	print_table(REPORT_ROWS_FLOWS, REPORT_TABLE_FLOWS, "pkts>0", "-src",
		    "src,qp\r\n10.1.0.4,2353\r\n10.1.0.3,561\r\n");
	print_table(REPORT_ROWS_FLOWS, REPORT_TABLE_FLOWS, "retx>99", "src", "src,qp\r\n");
	print_table(REPORT_ROWS_EVENTS, REPORT_TABLE_EVENTS, "event in {nak,timeout}", NULL,
		    "kind,frame\r\nnak,12\r\ntimeout,30\r\n");
}

/* ---- packets ---- */

static struct rs_record packet(const char *src, const char *dst, uint32_t qp, uint8_t opcode)
{
	struct rs_record r = { .time = FIXTURE_START + 3000, .frame = rs_frame_make(0, 12), .src = fixture_addr(src),
		.dst = fixture_addr(dst), .wire_len = 4154, .kind = RS_KIND_ROCE, .tos = 26 << 2 | 2, .udp_sport = 49825,
		.opcode = opcode, .flags = RS_REC_BTH | RS_REC_IP, .dqpn = qp, .psn = 100, .headers = RS_HDR_BTH,
		.payload_len = 4096, .icrc_state = RS_ICRC_GOOD, .bth_flags = RS_BTH_ACKREQ,
		.smac = { 2, 0, 0, 0, 0, 0x84 } };

	return r;
}

static bool packet_passes(const char *text)
{
	const struct rs_record r = packet("10.1.0.3", "10.1.0.4", 0x231, 7);
	const struct packet_row row = { .r = &r, .point = "h0", .cls = RS_CLASS_RESEND, .start = FIXTURE_START };
	struct rs_err err = { 0 };
	struct filter *f = report_filter_create(REPORT_ROWS_PACKETS, text, &err);
	struct select *s;
	bool got;

	if (!f)
		fail_msg("%s", err.text);
	assert_false(report_filter_needs_results(f));
	assert_int_equal(select_create(&s, f, NULL, NULL, NULL), 0);
	got = select_packet(s, &row);
	select_destroy(s);
	filter_destroy(f);
	return got;
}

static void packets_have_their_fields(void **state)
{
	static const char *const hold[] = { "no==12", "time==3us", "t_ns<1ms", "len>4K", "opcode==7",
		"opcode==RC_WRITE_MIDDLE", "opcode==write_middle", "name~*write*", "name==WRITE_MIDDLE", "psn==0x64",
		"ackreq", "not se", "not becn and not fecn", "ecn==2", "dscp==26", "kind==roce", "class==resend", "point==h0",
		"icrc==good", "payload==4096", "smac==02:00:00:00:00:84", "smac~02:*", "sport==49825", "op==write",
		"op in {request}", "src==10.1.0.3", "host==10.1.0.4", "qp==0x231", "0x231", "write_m", "10.1.0.0/24" };
	static const char *const fail[] = { "msn>0", "syndrome==0x60", "vlan==5", "not vlan!=5 and vlan>0", "vni>0",
		"tunnel==vxlan", "dmac~*", "prio>=0", "op==read", "class==new", "0x999" };

	for (unsigned i = 0; i < sizeof(hold) / sizeof(hold[0]); i++)
		if (!packet_passes(hold[i]))
			fail_msg("does not hold: %s", hold[i]);
	for (unsigned i = 0; i < sizeof(fail) / sizeof(fail[0]); i++)
		if (packet_passes(fail[i]))
			fail_msg("holds: %s", fail[i]);
}

/* The point of the fixture's rows is 0, as in the packets. */
static bool passes_with_results(const char *text, struct rs_record r)
{
	const struct packet_row row = { .r = &r, .point = "h0", .start = FIXTURE_START };
	struct filtered x;
	bool got;

	begin(&x, REPORT_ROWS_PACKETS, text);
	/* The flow ids of the fixture are made up; packets are found by the real ones. */
	x.f.lanes[1].flow_id = x.f.flows[1].flow_id = rs_flow_id(&x.f.flows[1].src, &x.f.flows[1].dst, 0x231, 0);
	select_destroy(x.select);
	order_destroy(x.order);
	x.order = order_create(&x.f.report, NULL);
	assert_non_null(x.order);
	assert_int_equal(select_create(&x.select, x.filter, &x.f.report, x.order, NULL), 0);
	assert_true(report_filter_needs_results(x.filter));
	got = select_packet(x.select, &row);
	end(&x);
	return got;
}

static void packets_have_the_fields_of_their_flow_after_a_first_pass(void **state)
{
	const struct rs_record data = packet("10.1.0.3", "10.1.0.4", 0x231, 7);
	const struct rs_record other = packet("10.1.0.3", "10.1.0.9", 0x231, 7);

	assert_true(passes_with_results("retx>0 and psn==100", data));
	assert_false(passes_with_results("retx>0", other));
	assert_true(passes_with_results("backqp==0x931 and stall>1ms", data));
	assert_false(passes_with_results("retx>2", data));
}

static void a_packet_is_part_of_a_finding_in_both_directions_within_its_time(void **state)
{
	struct rs_record data = packet("10.1.0.3", "10.1.0.4", 0x231, 7);
	struct rs_record answer = packet("10.1.0.4", "10.1.0.3", 0x931, 17);

	assert_true(passes_with_results("finding==1", data));
	assert_true(passes_with_results("finding==gbn-nak and sev>=warning", answer));
	assert_true(passes_with_results("gbn-nak", data));
	data.time = answer.time = FIXTURE_START + 5000;
	assert_false(passes_with_results("finding==1", data));
	assert_false(passes_with_results("finding==1", answer));
}

static void the_writer_leaves_packets_out(void **state)
{
	const struct report_style style = { .fields = "no,psn" };
	const struct rs_record a = packet("10.1.0.3", "10.1.0.4", 0x231, 7);
	struct rs_record b = a;
	struct filter *f = report_filter_create(REPORT_ROWS_PACKETS, "psn==100", NULL);
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	struct packet_writer *w = packet_writer_create(REPORT_CSV, &style, out, false, NULL);

	assert_non_null(w);
	assert_non_null(f);
	b.psn = 101;
	assert_int_equal(packet_writer_filter(w, f, NULL, NULL), 0);
	assert_true(packet_writer_row(w, &a, RS_CLASS_NEW, "h0", FIXTURE_START));
	assert_false(packet_writer_row(w, &b, RS_CLASS_NEW, "h0", FIXTURE_START));
	packet_writer_finish(w);
	fclose(out);
	assert_string_equal(text, "no,psn\r\n12,100\r\n");
	free(text);
	filter_destroy(f);
}

/* ---- refusals ---- */

static void refuse(enum report_rows rows, const char *text, const char *want)
{
	struct rs_err err = { 0 };

	assert_null(report_filter_create(rows, text, &err));
	assert_non_null(strstr(err.text, want));
}

static void fields_of_other_rows_are_refused(void **state)
{
	refuse(REPORT_ROWS_FLOWS, "psn==1", "no field 'psn' in these rows (other commands have it)");
	refuse(REPORT_ROWS_EVENTS, "opcode==7", "no field 'opcode' in these rows");
	refuse(REPORT_ROWS_PACKETS, "event==nak", "no field 'event' in these rows");
	refuse(REPORT_ROWS_PACKETS, "retransmits>0", "no field 'retransmits'; nearest: ");
	refuse(REPORT_ROWS_FLOWS, "infiniband.bth.psn==1", "infiniband.bth.psn is psn here, which these rows do not have");
	refuse(REPORT_ROWS_FLOWS, "event==nack", "'nack' is no event; nearest: nak, ");
	refuse(REPORT_ROWS_PACKETS, "class==resent", "'resent' is no class; nearest: resend, ");
}

static void every_name_of_wireshark_leads_to_a_field(void **state)
{
	static const char *const names[] = { "infiniband.bth.destqp", "infiniband.bth.opcode", "infiniband.bth.psn",
		"infiniband.aeth.syndrome", "infiniband.aeth.msn", "infiniband.bth.a", "infiniband.bth.se", "ip.src", "ip.dst",
		"ip.addr", "ipv6.src", "ipv6.addr", "udp.srcport", "frame.number", "frame.len", "vlan.id", "vlan.priority",
		"eth.src", "eth.dst", "ip.dsfield.dscp", "ip.dsfield.ecn", "vxlan.vni", "infiniband.invariant.crc" };

	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		struct rs_err err = { 0 };
		const char *example;
		struct filter *f;

		assert_null(report_filter_create(REPORT_ROWS_PACKETS, names[i], &err));
		example = strstr(err.text, " here: ");
		if (!example)
			fail_msg("%s: %s", names[i], err.text);
		/* What the answer offers is a filter. */
		*strchr(err.text, '\n') = 0;
		f = report_filter_create(REPORT_ROWS_PACKETS, example + 7, NULL);
		if (!f)
			fail_msg("%s: %s is refused", names[i], example + 7);
		filter_destroy(f);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(flows_have_ends_and_counts),
		cmocka_unit_test(flows_have_lists),
		cmocka_unit_test(flows_have_the_numbers_of_their_lane),
		cmocka_unit_test(gbps_counts_in_gigabits_and_times_from_the_first_packet),
		cmocka_unit_test(flows_have_the_findings_and_events_of_their_lane),
		cmocka_unit_test(bare_words_find_flows),
		cmocka_unit_test(lanes_go_with_their_flow),
		cmocka_unit_test(a_lane_whose_flow_had_to_go_keeps_its_ends),
		cmocka_unit_test(events_have_their_kind_and_the_fields_of_their_lane),
		cmocka_unit_test(an_event_is_part_of_a_finding_within_its_time),
		cmocka_unit_test(episodes_go_with_their_lane),
		cmocka_unit_test(findings_pass_by_themselves_or_by_a_lane),
		cmocka_unit_test(a_finding_without_lanes_has_its_hosts),
		cmocka_unit_test(no_filter_lets_everything_through),
		cmocka_unit_test(tables_have_only_the_rows_that_match),
		cmocka_unit_test(packets_have_their_fields),
		cmocka_unit_test(packets_have_the_fields_of_their_flow_after_a_first_pass),
		cmocka_unit_test(a_packet_is_part_of_a_finding_in_both_directions_within_its_time),
		cmocka_unit_test(the_writer_leaves_packets_out),
		cmocka_unit_test(fields_of_other_rows_are_refused),
		cmocka_unit_test(every_name_of_wireshark_leads_to_a_field),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
