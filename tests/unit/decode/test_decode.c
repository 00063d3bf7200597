/* SPDX-License-Identifier: BSD-2-Clause */
/* What rs_decode itself promises: configuration, identity of the record, empty frames. */
#include <string.h>

#include "tests/unit/decode/frame.h"

static void default_configuration(void **state)
{
	struct rs_decode_config cfg;

	(void)state;
	rs_decode_config_init(&cfg);
	assert_int_equal(cfg.roce_port_count, 1);
	assert_int_equal(cfg.roce_ports[0], 4791);
	assert_true(cfg.check_icrc);
}

static void other_ports_can_carry_roce(void **state)
{
	const uint8_t frame[] = { 0x45, 0, 0, 44, 0, 1, 0, 0, 64, 17, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2,
				  0xc0, 0, 0x26, 0x0d, 0, 24, 0, 0, /* UDP to 9741 */
				  0x00, 0, 0xff, 0xff, 0, 0, 0, 5, 0, 0, 0, 7, 1, 2, 3, 4 };
	struct rs_packet pkt = { .data = frame, .caplen = sizeof(frame),
				 .wirelen = sizeof(frame), .linktype = 101 };
	struct rs_decode_config cfg;
	struct rs_record r;

	(void)state;
	rs_decode_config_init(&cfg);
	rs_decode(&cfg, &pkt, &r);
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_UDP);
	cfg.roce_ports[1] = 9741;
	cfg.roce_port_count = 2;
	rs_decode(&cfg, &pkt, &r);
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	assert_int_equal(r.dqpn, 5);
	assert_int_equal(r.psn, 7);
}

static void identity_comes_from_the_packet(void **state)
{
	const struct rs_packet pkt = { .time = 1234567890123456789, .frame = rs_frame_make(3, 17),
				       .point = 9, .linktype = 1, .flags = RS_PKT_NO_TIME };
	const struct rs_record r = frame_decode_packet(pkt, MACS "0800 " SEND_IP4, 8);

	(void)state;
	assert_true(r.time == 1234567890123456789);
	assert_true(r.frame == rs_frame_make(3, 17));
	assert_int_equal(r.point, 9);
	assert_int_equal(r.wire_len, 62);
	assert_true(r.flags & RS_REC_NO_TIME);
}

static void an_empty_frame_is_cut(void **state)
{
	struct rs_packet pkt = { .linktype = 1, .wirelen = 60 };
	struct rs_decode_config cfg;
	struct rs_record r;

	(void)state;
	rs_decode_config_init(&cfg);
	rs_decode(&cfg, &pkt, &r); /* no data at all */
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_CUT);
	assert_int_equal(r.wire_len, 60);
	pkt.linktype = 101;
	rs_decode(&cfg, &pkt, &r);
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_CUT);
}

static void a_file_that_lies_about_the_wire_length_does_no_harm(void **state)
{
	struct rs_packet pkt = { .linktype = 1 };
	struct rs_decode_config cfg;
	struct rs_record r;
	const uint8_t frame[14] = { [12] = 0x08 };

	(void)state;
	pkt.data = frame;
	pkt.caplen = sizeof(frame);
	pkt.wirelen = 3;
	rs_decode_config_init(&cfg);
	rs_decode(&cfg, &pkt, &r);
	frame_expect(&r, RS_KIND_OTHER, RS_REASON_CUT);
	assert_int_equal(r.wire_len, 3);
}

static void equal_packets_give_equal_bytes(void **state)
{
	const struct rs_record a = frame_decode(MACS "0800 " SEND_IP4);
	const struct rs_record b = frame_decode(MACS "0800 " SEND_IP4);

	(void)state;
	assert_memory_equal(&a, &b, sizeof(a));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(default_configuration),
		cmocka_unit_test(other_ports_can_carry_roce),
		cmocka_unit_test(identity_comes_from_the_packet),
		cmocka_unit_test(an_empty_frame_is_cut),
		cmocka_unit_test(a_file_that_lies_about_the_wire_length_does_no_harm),
		cmocka_unit_test(equal_packets_give_equal_bytes),
	};

	return cmocka_run_group_tests_name("decode", tests, NULL, NULL);
}
