/* SPDX-License-Identifier: BSD-2-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <rocescope/event.h>
#include <rocescope/record.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "report/packets.h"

#define MS 1000000LL

/* A RoCE packet from 10.1.0.3 to 10.1.0.4, 13.209638 ms after the start. */
static struct rs_record roce(uint8_t opcode, uint32_t psn)
{
	struct rs_record r = { .time = FIXTURE_START + 13 * MS + 209638, .frame = rs_frame_make(0, 110399),
		.src = fixture_addr("10.1.0.3"), .dst = fixture_addr("10.1.0.4"), .wire_len = 4154,
		.kind = RS_KIND_ROCE, .tos = 26 << 2 | 2, .udp_sport = 49825, .opcode = opcode,
		.flags = RS_REC_BTH | RS_REC_IP, .dqpn = 0x231, .psn = psn, .headers = RS_HDR_BTH,
		.payload_len = 4096, .icrc_state = RS_ICRC_GOOD };

	return r;
}

static struct rs_record answer(uint8_t syndrome, uint32_t psn)
{
	struct rs_record r = roce(17, psn);

	r.src = fixture_addr("10.1.0.4");
	r.dst = fixture_addr("10.1.0.3");
	r.dqpn = 0x931;
	r.wire_len = 62;
	r.tos = 0;
	r.payload_len = 0;
	r.headers |= RS_HDR_AETH;
	r.u.ack.syndrome = syndrome;
	r.u.ack.msn = 70;
	return r;
}

static struct rs_record mac_control(uint8_t kind)
{
	struct rs_record r = { .time = FIXTURE_START + MS, .frame = rs_frame_make(0, 7), .wire_len = 64, .kind = kind,
		.smac = { 2, 0, 0, 0, 0, 0x84 }, .dmac = { 1, 0x80, 0xc2, 0, 0, 1 } };

	return r;
}

/* Everything that a writer prints for the rows. */
static char *print(enum report_format format, const char *fields, const struct rs_record *r, unsigned n, unsigned cls)
{
	const struct report_style style = { .width = 100, .fields = fields };
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	struct rs_err err;
	struct packet_writer *w = packet_writer_create(format, &style, out, false, &err);

	assert_non_null(w);
	for (unsigned i = 0; i < n; i++)
		packet_writer_row(w, r + i, cls, "h0", FIXTURE_START);
	packet_writer_finish(w);
	fclose(out);
	return text;
}

static void expect_line(const struct rs_record *r, unsigned cls, const char *want)
{
	char *text = print(REPORT_TEXT, NULL, r, 1, cls);

	assert_string_equal(text, want);
	free(text);
}

static void a_data_packet_is_one_line(void **state)
{
	const struct rs_record r = roce(7, 0x182456);

	expect_line(&r, RS_CLASS_NEW,
		    "110399 13.209638 10.1.0.3 > 10.1.0.4 qp 0x231 WRITE_MIDDLE psn 0x182456 len 4154 ect0\n");
}

static void a_resent_packet_and_a_copy_are_marked(void **state)
{
	const struct rs_record r = roce(7, 0x182456);

	expect_line(&r, RS_CLASS_RESEND,
		    "110399 13.209638 10.1.0.3 > 10.1.0.4 qp 0x231 WRITE_MIDDLE psn 0x182456 len 4154 ect0 RESENT\n");
	expect_line(&r, RS_CLASS_COPY,
		    "110399 13.209638 10.1.0.3 > 10.1.0.4 qp 0x231 WRITE_MIDDLE psn 0x182456 len 4154 ect0 COPY\n");
}

static void a_request_tells_its_length_bits_and_tunnel(void **state)
{
	struct rs_record r = roce(12, 1);

	r.headers |= RS_HDR_RETH;
	r.u.req.dma_len = 65536;
	r.bth_flags = RS_BTH_ACKREQ | RS_BTH_SE;
	r.tos = 3;
	r.flags |= RS_REC_VLAN;
	r.vlan_tci = 0x6005;
	r.tunnel = RS_TUNNEL_VXLAN;
	r.encap_id = 77;
	r.icrc_state = RS_ICRC_BAD;
	expect_line(&r, RS_CLASS_BAD_ICRC,
		    "110399 13.209638 10.1.0.3 > 10.1.0.4 qp 0x231 READ_REQUEST psn 0x000001 dma 65536 se ackreq "
		    "len 4154 ce vlan 5 in vxlan vni 77 BAD ICRC\n");
}

static void acknowledges_say_what_they_mean(void **state)
{
	struct rs_record r = answer(0x1f, 5);

	expect_line(&r, RS_CLASS_ACK,
		    "110399 13.209638 10.1.0.4 > 10.1.0.3 qp 0x931 ACK psn 0x000005 msn 70 len 62\n");
	r = answer(0x60, 5);
	expect_line(&r, RS_CLASS_NAK,
		    "110399 13.209638 10.1.0.4 > 10.1.0.3 qp 0x931 NAK sequence error psn 0x000005 msn 70 len 62\n");
	r = answer(0x2c, 5);
	expect_line(&r, RS_CLASS_RNR,
		    "110399 13.209638 10.1.0.4 > 10.1.0.3 qp 0x931 RNR NAK 0.64 ms psn 0x000005 msn 70 len 62\n");
}

static void a_cnp_has_no_psn(void **state)
{
	struct rs_record r = roce(0x81, 0);

	r.kind = RS_KIND_CNP;
	r.wire_len = 78;
	r.tos = 48 << 2;
	r.bth_flags = RS_BTH_BECN;
	expect_line(&r, RS_CLASS_NONE, "110399 13.209638 10.1.0.3 > 10.1.0.4 qp 0x231 CNP becn len 78\n");
}

static void a_cm_message_tells_its_ids(void **state)
{
	struct rs_record r = roce(0x64, 9);

	r.kind = RS_KIND_CM;
	r.dqpn = 1;
	r.wire_len = 322;
	r.tos = 0;
	r.u.cm = (struct rs_cm){ .local_id = 0xa, .remote_id = 0xb, .qpn = 0x931, .psn = 0x12, .attr = 0x13 };
	expect_line(&r, RS_CLASS_NONE,
		    "110399 13.209638 10.1.0.3 > 10.1.0.4 qp 0x1 CM REP id 0xa remote 0xb for qp 0x931 psn 0x000012 "
		    "len 322\n");
}

static void pause_frames_show_macs_priorities_and_quanta(void **state)
{
	struct rs_record r = mac_control(RS_KIND_PFC);

	r.u.pause.vector = 0x18;
	r.u.pause.quanta[3] = 65535;
	expect_line(&r, RS_CLASS_NONE,
		    "7 1.000000 02:00:00:00:00:84 > 01:80:c2:00:00:01 PFC prio 3 xoff 65535 prio 4 xon 0 len 64\n");
	r = mac_control(RS_KIND_PAUSE);
	r.u.pause.quanta[0] = 100;
	expect_line(&r, RS_CLASS_NONE, "7 1.000000 02:00:00:00:00:84 > 01:80:c2:00:00:01 PAUSE xoff 100 len 64\n");
}

static void other_short_and_malformed_packets_say_why(void **state)
{
	struct rs_record r = { .time = FIXTURE_START, .frame = 3, .kind = RS_KIND_OTHER, .reason = RS_REASON_TCP,
		.flags = RS_REC_IP, .src = fixture_addr("fd00::1"), .dst = fixture_addr("fd00::2"), .wire_len = 90 };

	r.u.other.sport = 1000;
	r.u.other.dport = 22;
	expect_line(&r, RS_CLASS_NONE, "3 0.000000 fd00::1 > fd00::2 other tcp 1000 > 22 len 90\n");
	r.kind = RS_KIND_MALFORMED;
	r.reason = RS_REASON_UDP_BEYOND;
	expect_line(&r, RS_CLASS_NONE,
		    "3 0.000000 fd00::1 > fd00::2 malformed len 90 (UDP length goes beyond the IP payload)\n");
	r = roce(7, 2);
	r.kind = RS_KIND_SHORT;
	r.reason = RS_REASON_CUT;
	expect_line(&r, RS_CLASS_SHORT,
		    "110399 13.209638 10.1.0.3 > 10.1.0.4 short qp 0x231 WRITE_MIDDLE psn 0x000002 len 4154 ect0 "
		    "(captured bytes end inside a header)\n");
}

static void csv_has_every_field_of_the_contract(void **state)
{
	struct rs_record r[3] = { roce(7, 100), answer(0x60, 101), mac_control(RS_KIND_PFC) };
	char *text;

	r[0].bth_flags = RS_BTH_ACKREQ;
	r[0].flags |= RS_REC_VLAN;
	r[0].vlan_tci = 0x6005;
	r[0].tunnel = RS_TUNNEL_VXLAN;
	r[0].encap_id = 77;
	text = print(REPORT_CSV, NULL, r, 3, RS_CLASS_NEW);
	assert_string_equal(text,
		"no,t_ns,point,src,dst,sport,kind,opcode,name,qp,psn,ackreq,syndrome,msn,len,payload,ecn,dscp,icrc,class,vlan,vni,tunnel\r\n"
		"110399,13209638,h0,10.1.0.3,10.1.0.4,49825,roce,7,RC_WRITE_MIDDLE,561,100,1,,,4154,4096,2,26,good,new,5,77,vxlan\r\n"
		"110399,13209638,h0,10.1.0.4,10.1.0.3,49825,roce,17,RC_ACK,2353,101,0,96,70,62,0,0,0,good,new,,,\r\n"
		"7,1000000,h0,,,,pfc,,,,,,,,64,,,,,new,,,\r\n");
	free(text);
}

static void chosen_fields_come_in_the_order_given(void **state)
{
	const struct rs_record r = roce(7, 100);
	char *text = print(REPORT_CSV, "psn,no,syndrome", &r, 1, RS_CLASS_NEW);

	assert_string_equal(text, "psn,no,syndrome\r\n100,110399,\r\n");
	free(text);
	text = print(REPORT_TEXT, "psn,syndrome,name", &r, 1, RS_CLASS_NEW);
	assert_string_equal(text, "psn\tsyndrome\tname\n100\t-\tRC_WRITE_MIDDLE\n");
	free(text);
}

static void json_rows_have_null_where_a_field_is_missing(void **state)
{
	const struct rs_record r = roce(7, 100);
	char *text = print(REPORT_JSON, "no,psn,msn,class", &r, 1, RS_CLASS_NEW);

	assert_true(fixture_json_parses(text));
	assert_non_null(strstr(text, "{ \"no\": 110399, \"psn\": 100, \"msn\": null, \"class\": \"new\" }"));
	free(text);
	text = print(REPORT_NDJSON, "no,psn", &r, 1, RS_CLASS_NEW);
	assert_non_null(strstr(text, "{\"schema\":\"rocescope.packets/1\",\"start_time\":\"2025-11-30T"));
	assert_non_null(strstr(text, "\n{\"type\":\"packet\",\"no\":110399,\"psn\":100}\n"));
	free(text);
}

static void no_packet_leaves_a_heading(void **state)
{
	char *text = print(REPORT_JSON, NULL, NULL, 0, 0);

	assert_string_equal(text, "{\n \"schema\": \"rocescope.packets/1\",\n \"start_time\": null,\n \"rows\": []\n}\n");
	free(text);
	text = print(REPORT_CSV, "no,psn", NULL, 0, 0);
	assert_string_equal(text, "no,psn\r\n");
	free(text);
	text = print(REPORT_TEXT, NULL, NULL, 0, 0);
	assert_string_equal(text, "");
	free(text);
}

static void several_files_put_their_name_before_the_frame(void **state)
{
	static const struct report_file files[] = { { .name = "a.pcap" }, { .name = "b.pcap" } };
	const struct report_style style = { .fields = "no" };
	struct rs_record r = roce(7, 1);
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	struct packet_writer *w = packet_writer_create(REPORT_CSV, &style, out, true, NULL);

	assert_non_null(w);
	packet_writer_files(w, files, 2);
	r.frame = rs_frame_make(1, 5);
	packet_writer_row(w, &r, RS_CLASS_NEW, "h0", FIXTURE_START);
	packet_writer_finish(w);
	fclose(out);
	assert_string_equal(text, "no\r\nb.pcap:5\r\n");
	free(text);
}

static void delta_times_count_from_the_row_before(void **state)
{
	const struct report_style style = { .time = REPORT_TIME_DELTA };
	struct rs_record r = mac_control(RS_KIND_PAUSE);
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	struct packet_writer *w = packet_writer_create(REPORT_TEXT, &style, out, false, NULL);

	assert_non_null(w);
	packet_writer_row(w, &r, RS_CLASS_NONE, "h0", FIXTURE_START);
	r.time += 1500;
	packet_writer_row(w, &r, RS_CLASS_NONE, "h0", FIXTURE_START);
	packet_writer_finish(w);
	fclose(out);
	assert_non_null(strstr(text, "7 1.000000 02:"));
	assert_non_null(strstr(text, "\n7 0.001500 02:"));
	free(text);
}

static void refuse(enum report_format format, const struct report_style *style, const char *want)
{
	struct rs_err err;

	assert_null(packet_writer_create(format, style, stdout, false, &err));
	assert_int_equal(err.code, RS_EINVAL);
	assert_non_null(strstr(err.text, want));
}

static void wrong_fields_sorting_and_formats_are_refused(void **state)
{
	refuse(REPORT_CSV, &(struct report_style){ .fields = "no,psm" }, "nearest: psn");
	refuse(REPORT_CSV, &(struct report_style){ .sort = "psn" }, "--sort psn");
	refuse(REPORT_MD, &(struct report_style){ .width = 100 }, "use text, json, ndjson or csv");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_data_packet_is_one_line),
		cmocka_unit_test(a_resent_packet_and_a_copy_are_marked),
		cmocka_unit_test(a_request_tells_its_length_bits_and_tunnel),
		cmocka_unit_test(acknowledges_say_what_they_mean),
		cmocka_unit_test(a_cnp_has_no_psn),
		cmocka_unit_test(a_cm_message_tells_its_ids),
		cmocka_unit_test(pause_frames_show_macs_priorities_and_quanta),
		cmocka_unit_test(other_short_and_malformed_packets_say_why),
		cmocka_unit_test(csv_has_every_field_of_the_contract),
		cmocka_unit_test(chosen_fields_come_in_the_order_given),
		cmocka_unit_test(json_rows_have_null_where_a_field_is_missing),
		cmocka_unit_test(no_packet_leaves_a_heading),
		cmocka_unit_test(several_files_put_their_name_before_the_frame),
		cmocka_unit_test(delta_times_count_from_the_row_before),
		cmocka_unit_test(wrong_fields_sorting_and_formats_are_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
