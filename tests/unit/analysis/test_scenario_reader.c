/* SPDX-License-Identifier: BSD-2-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/scenario.h"

static struct scenario parse(const char *packets)
{
	struct scenario s;
	struct rs_err err = {0};
	char text[4096];

	snprintf(text, sizeof(text), "S99 a test\n%s", packets);
	if (scenario_parse(text, &s, &err))
		fail_msg("%s", err.text);
	return s;
}

static void refused(const char *line, const char *why)
{
	struct scenario s;
	struct rs_err err = {0};
	char text[1024];

	snprintf(text, sizeof(text), "S99 a test\n%s\n", line);
	assert_int_equal(scenario_parse(text, &s, &err), -RS_EFORMAT);
	if (!strstr(err.text, why))
		fail_msg("expected \"%s\" in \"%s\"", why, err.text);
}

static void a_write_first_has_all_its_fields(void **state)
{
	struct scenario s = parse("2.5 T2 A B b1 WF 100 1022 ce\n4 T2 A B b1 WL 101 10\n");
	const struct rs_record *r = &s.recs[1];
	struct rs_addr a = scenario_host('A'), b = scenario_host('B');

	assert_int_equal(s.count, 3); /* an ARP frame at 0 first */
	assert_int_equal(s.recs[0].kind, RS_KIND_OTHER);
	assert_int_equal(s.recs[0].reason, RS_REASON_ARP);
	assert_int_equal(s.recs[0].time, SCENARIO_EPOCH_NS);
	assert_int_equal(r->time, SCENARIO_EPOCH_NS + 2500);
	assert_int_equal(r->frame, rs_frame_make(0, 2));
	assert_int_equal(r->point, 1);
	assert_int_equal(r->kind, RS_KIND_ROCE);
	assert_memory_equal(&r->src, &a, sizeof(a));
	assert_memory_equal(&r->dst, &b, sizeof(b));
	assert_int_equal(a.b[15], 1);
	assert_int_equal(r->opcode, 0x06);
	assert_int_equal(r->dqpn, 0xb1);
	assert_int_equal(r->psn, 100);
	assert_int_equal(r->payload_len, 1022);
	assert_int_equal(rs_record_pad(r), 2);
	assert_int_equal(r->bth_flags & RS_BTH_ACKREQ, 0);
	assert_int_equal(r->headers, RS_HDR_BTH | RS_HDR_RETH | RS_HDR_PAYLOAD | RS_HDR_ICRC);
	assert_int_equal(r->cut, 0);
	assert_int_equal(r->icrc_state, RS_ICRC_GOOD);
	assert_int_equal(r->wire_len, 14 + 28 + 12 + 16 + 1024 + 4);
	assert_int_equal(r->u.req.dma_len, 1032);
	assert_int_equal(rs_record_ecn(r), 3);
	assert_int_equal(rs_record_dscp(r), 26);
	assert_int_equal(r->ttl, 64);
	assert_int_equal(r->udp_sport, 49152);
	assert_int_equal(r->flags, RS_REC_IP | RS_REC_BTH);
	assert_int_equal(s.recs[2].bth_flags & RS_BTH_ACKREQ, RS_BTH_ACKREQ);
	scenario_fini(&s);
}

static void flags_set_ip_and_ethernet_fields(void **state)
{
	struct scenario s = parse("0 T1 A B b1 SO 1 8 id=7 ttl=63 vlan=100 sp=61264 dscp=40 ne\n");
	const struct rs_record *r = &s.recs[0];

	assert_int_equal(s.count, 1);
	assert_int_equal(r->ip_id, 7);
	assert_int_equal(r->ttl, 63);
	assert_int_equal(r->flags, RS_REC_IP | RS_REC_BTH | RS_REC_VLAN);
	assert_int_equal(r->vlan_tci, 5 << 13 | 100);
	assert_int_equal(r->udp_sport, 61264);
	assert_int_equal(r->tos, 40 << 2);
	assert_int_equal(r->wire_len, 18 + 28 + 12 + 8 + 4);
	scenario_fini(&s);
}

static void responses_have_syndrome_and_counted_msn(void **state)
{
	struct scenario s = parse("0 T1 A B b1 WO 100 64\n1 T1 A B b1 WF 101 1024\n2 T1 A B b1 WL 102 64\n"
				  "3 T1 B A a1 RN:12 102 -\n4 T1 B A a1 AK 102 -\n5 T1 B A a1 NK 103 -\n"
				  "6 T1 B A a1 AK 102 - msn=9\n7 T1 B A a1 AK 100 -\n");

	assert_int_equal(s.recs[3].u.ack.syndrome, 0x2c);
	assert_int_equal(s.recs[3].u.ack.msn, 1); /* 102 itself is refused */
	assert_int_equal(s.recs[4].u.ack.syndrome, 0x1f);
	assert_int_equal(s.recs[4].u.ack.msn, 2);
	assert_int_equal(s.recs[5].u.ack.syndrome, 0x60);
	assert_int_equal(s.recs[5].u.ack.msn, 2);
	assert_int_equal(s.recs[6].u.ack.msn, 9);
	assert_int_equal(s.recs[7].u.ack.msn, 2); /* never backwards by itself */
	scenario_fini(&s);
}

static void a_resent_message_is_counted_once_in_msn(void **state)
{
	struct scenario s = parse("0 T1 A B b1 WO 1 64\n1 T1 A B b1 WO 1 64\n2 T1 B A a1 AK 1 -\n");

	assert_int_equal(s.recs[2].u.ack.msn, 1);
	scenario_fini(&s);
}

static void atomics_carry_the_original_value(void **state)
{
	struct scenario s = parse("0 T1 A B b1 FA 40 -\n4 T1 B A a1 AA 40 - val=7\n");

	assert_int_equal(s.recs[0].opcode, 0x14);
	assert_int_equal(s.recs[0].headers, RS_HDR_BTH | RS_HDR_ATOMICETH | RS_HDR_ICRC);
	assert_int_equal(s.recs[1].headers, RS_HDR_BTH | RS_HDR_AETH | RS_HDR_ATOMICACKETH | RS_HDR_ICRC);
	assert_int_equal(s.recs[1].u.ack.orig, 7);
	assert_int_equal(s.recs[1].u.ack.msn, 1);
	scenario_fini(&s);
}

static void read_requests_have_a_length_and_no_payload(void **state)
{
	struct scenario s = parse("0 T1 A B b1 RR 200 4096\n1 T1 B A a1 RM 201 1024\n");

	assert_int_equal(s.recs[0].payload_len, 0);
	assert_int_equal(s.recs[0].u.req.dma_len, 4096);
	assert_int_equal(s.recs[1].headers & RS_HDR_AETH, 0);
	assert_int_equal(s.recs[1].payload_len, 1024);
	scenario_fini(&s);
}

static void cut_packets_say_where(void **state)
{
	struct scenario s = parse("0 T1 A B b1 WM 1 1024 cap=74\n1 T1 B A a1 AK 1 - cap=74\n2 T1 B A a1 AK 1 - cap=61\n"
				  "3 T1 B A a1 AK 1 - cap=57\n4 T1 B A a1 AK 1 - cap=50\n5 T1 B A a1 AX 1 -\n"
				  "6 T1 A B b1 WO 2 1024 cap=64\n");

	assert_int_equal(s.recs[0].kind, RS_KIND_ROCE);
	assert_int_equal(s.recs[0].headers, RS_HDR_BTH);
	assert_int_equal(s.recs[0].cut, 1 + 13);
	assert_int_equal(s.recs[0].icrc_state, RS_ICRC_UNCHECKED);
	assert_int_equal(s.recs[0].payload_len, 1024);
	assert_int_equal(s.recs[1].cut, 0);
	assert_int_equal(s.recs[2].cut, 1 + 14);
	assert_int_equal(s.recs[2].headers, RS_HDR_BTH | RS_HDR_AETH);
	assert_int_equal(s.recs[3].kind, RS_KIND_SHORT);
	assert_int_equal(s.recs[3].cut, 1 + 7);
	assert_int_equal(s.recs[3].psn, 1);
	assert_int_equal(s.recs[4].cut, 1);
	assert_int_equal(s.recs[4].flags & RS_REC_BTH, 0);
	assert_int_equal(s.recs[4].dqpn, 0);
	assert_int_equal(s.recs[5].cut, 1 + 7);
	assert_int_equal(s.recs[5].flags & RS_REC_BTH, RS_REC_BTH);
	assert_int_equal(s.recs[6].cut, 1 + 5);
	assert_int_equal(s.recs[6].u.req.dma_len, 0);
	scenario_fini(&s);
}

static void cm_requests_and_replies_become_cm_records(void **state)
{
	struct scenario s = parse("0 T1 A B 1 CQ 5 - lqp=0xa1 comm=1\n1 T1 B A 1 CP 6 - lqp=0xb1 rcomm=1\n"
				  "2 T1 B A a1 CN 0 0\n");
	const struct rs_cm *q = &s.recs[0].u.cm, *p = &s.recs[1].u.cm;

	assert_int_equal(s.recs[0].kind, RS_KIND_CM);
	assert_int_equal(s.recs[0].opcode, 0x64);
	assert_int_equal(s.recs[0].dqpn, 1);
	assert_int_equal(q->attr, 0x10);
	assert_int_equal(q->local_id, 1);
	assert_int_equal(q->remote_id, 0);
	assert_int_equal(q->qpn, 0xa1);
	assert_int_equal(q->psn, 5);
	assert_int_equal(q->pmtu_code, 3);
	assert_int_equal(q->ack_timeout, 14);
	assert_int_equal(q->retry, 0x77);
	assert_int_equal(p->attr, 0x13);
	assert_int_equal(p->remote_id, 1);
	assert_int_equal(p->qpn, 0xb1);
	assert_int_equal(s.recs[2].kind, RS_KIND_CNP);
	assert_int_equal(rs_record_dscp(&s.recs[2]), 48);
	scenario_fini(&s);
}

static void equal_packets_have_equal_icrcs(void **state)
{
	struct scenario s = parse("0 T1 A B b1 WO 1 64\n1 T1 A B b1 WO 1 64 ttl=63 ce\n2 T1 A B b1 WO 2 64\n"
				  "3 T1 A B b1 WO 1 60\n4 T1 A B b1 WO 1 64 id=9\n5 T1 A B b1 SO 1 64\n");

	assert_int_equal(s.recs[0].icrc, s.recs[1].icrc);
	for (size_t i = 2; i < s.count; i++)
		assert_int_not_equal(s.recs[0].icrc, s.recs[i].icrc);
	scenario_fini(&s);
}

static void loops_settings_and_end_of_capture(void **state)
{
	struct scenario s = parse("cfg pair=A.a1:b1 pmtu=256\n"
				  "for i in 0..9, i mod 4 = 0: t=i*2+0.5 T1 A B b1 (WF if i=0 else WM) i 256\n"
				  "for i = 3, 5, .. 9: t=i+0.25 T1 B A a1 AK i -\n"
				  "eof 40\n");

	assert_int_equal(s.count, 1 + 3 + 4 + 1);
	assert_int_equal(s.pair_count, 1);
	assert_int_equal(s.pairs[0].requester_qp, 0xa1);
	assert_int_equal(s.pairs[0].responder_qp, 0xb1);
	assert_int_equal(s.pairs[0].responder.b[15], 2);
	assert_int_equal(s.recs[1].time, SCENARIO_EPOCH_NS + 500);
	assert_int_equal(s.recs[1].opcode, 0x06);
	assert_int_equal(s.recs[2].time, SCENARIO_EPOCH_NS + 3250); /* in order of time */
	assert_int_equal(s.recs[2].psn, 3);
	assert_int_equal(s.recs[5].opcode, 0x07);
	assert_int_equal(s.recs[5].psn, 4);
	assert_int_equal(s.recs[7].time, SCENARIO_EPOCH_NS + 16500);
	assert_int_equal(s.recs[8].kind, RS_KIND_OTHER);
	assert_int_equal(s.recs[8].time, SCENARIO_EPOCH_NS + 40000);
	scenario_fini(&s);
}

static void expected_lines_are_kept_apart(void **state)
{
	struct scenario s = parse("# comment\n0 T1 A B b1 WO 1 64 # note\n\nExpected:\nLANE x\n  EPISODE y\n"
				  "FINDINGS A-B on b2 only, C\n# prose\n");

	assert_string_equal(s.name, "S99");
	assert_string_equal(s.title, "a test");
	assert_string_equal(s.lanes, "LANE x\n  EPISODE y\n");
	assert_string_equal(s.findings, "A-B on b2 only, C");
	scenario_fini(&s);
}

static void wrong_lines_are_refused(void **state)
{
	refused("0 T1 A B b1 WO 1", "at least 8 words");
	refused("x T1 A B b1 WO 1 64", "time is no number");
	refused("0 1 A B b1 WO 1 64", "point");
	refused("0 T1 A bb b1 WO 1 64", "host");
	refused("0 T1 A B 1b1b1b1 WO 1 64", "QP");
	refused("0 T1 A B b1 XX 1 64", "op");
	refused("0 T1 A B b1 WO 16777216 64", "PSN");
	refused("0 T1 A B b1 WO 1 many", "length");
	refused("0 T1 A B b1 WO 1 64 colour=3", "flag");
	refused("for i in 0..3 t=i T1 A B b1 WO i 1", "colon");
	refused("for i of 0..3: t=i T1 A B b1 WO i 1", "loop");
	refused("cfg speed=1", "setting");
	refused("eof soon", "time");
	refused("cfg pair=C.1:2\n0 T1 A B b1 WO 1 64", "host C");
	refused("# nothing", "no packets");
}

static void every_scenario_of_the_project_is_readable(void **state)
{
	const char *dir = getenv("SCENARIOS");
	char pattern[1024];
	glob_t found;

	if (!dir)
		skip();
	snprintf(pattern, sizeof(pattern), "%s/[A-Z][0-9][0-9].txt", dir);
	assert_int_equal(glob(pattern, 0, NULL, &found), 0);
	assert_true(found.gl_pathc >= 41);
	for (size_t i = 0; i < found.gl_pathc; i++) {
		struct scenario s;
		struct rs_err err = {0};

		if (scenario_load(found.gl_pathv[i], &s, &err))
			fail_msg("%s: %s", found.gl_pathv[i], err.text);
		assert_memory_equal(s.name, strrchr(found.gl_pathv[i], '/') + 1, 3);
		assert_non_null(s.lanes);
		assert_non_null(s.findings);
		for (size_t k = 1; k < s.count; k++)
			assert_true(s.recs[k].time >= s.recs[k - 1].time);
		scenario_fini(&s);
	}
	globfree(&found);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_write_first_has_all_its_fields),
		cmocka_unit_test(flags_set_ip_and_ethernet_fields),
		cmocka_unit_test(responses_have_syndrome_and_counted_msn),
		cmocka_unit_test(a_resent_message_is_counted_once_in_msn),
		cmocka_unit_test(atomics_carry_the_original_value),
		cmocka_unit_test(read_requests_have_a_length_and_no_payload),
		cmocka_unit_test(cut_packets_say_where),
		cmocka_unit_test(cm_requests_and_replies_become_cm_records),
		cmocka_unit_test(equal_packets_have_equal_icrcs),
		cmocka_unit_test(loops_settings_and_end_of_capture),
		cmocka_unit_test(expected_lines_are_kept_apart),
		cmocka_unit_test(wrong_lines_are_refused),
		cmocka_unit_test(every_scenario_of_the_project_is_readable),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
