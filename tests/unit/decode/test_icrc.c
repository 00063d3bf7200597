/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdlib.h>
#include <string.h>

#include "base/crc32.h"
#include "tests/lib/hex.h"
#include "tests/unit/decode/frame.h"

/* RC SEND ONLY with payload, right ICRC; offsets in this frame. */
#define SEND MACS "0800 " SEND_IP4
enum {
	AT_TOS = 15,
	AT_TTL = 22,
	AT_IP_CHECKSUM = 24,
	AT_SOURCE = 26,
	AT_SPORT = 34,
	AT_UDP_CHECKSUM = 40,
	AT_BTH = 42,
	AT_FECN = 46,
	AT_PAYLOAD = 54,
	AT_ICRC = 58,
	SEND_BYTES = 62,
};

static struct rs_record decode(const uint8_t *frame, size_t len, bool check)
{
	struct rs_decode_config cfg;
	struct rs_packet pkt = { .data = frame, .caplen = (uint32_t)len, .wirelen = (uint32_t)len,
				 .linktype = 1 };
	struct rs_record r;

	rs_decode_config_init(&cfg);
	cfg.check_icrc = check;
	rs_decode(&cfg, &pkt, &r);
	return r;
}

/* The frame with @len bytes at @at replaced. */
static struct rs_record with_bytes(size_t at, const char *bytes, size_t len)
{
	struct rs_record r;
	size_t n;
	uint8_t *frame = hex_bytes(SEND, &n);

	assert_int_equal(n, SEND_BYTES);
	memcpy(frame + at, bytes, len);
	r = decode(frame, n, true);
	free(frame);
	return r;
}

static void expect_state(const struct rs_record *r, enum rs_icrc want)
{
	assert_string_equal(rs_icrc_name(r->icrc_state), rs_icrc_name(want));
}

static void right_icrc_is_good(void **state)
{
	const struct rs_record r = frame_decode(SEND);

	(void)state;
	expect_state(&r, RS_ICRC_GOOD);
	assert_int_equal(r.icrc, 0xadf4f62e);
}

static void fields_that_change_on_the_way_do_not_count(void **state)
{
	struct rs_record r;

	(void)state;
	r = with_bytes(AT_TOS, "\x03", 1);
	expect_state(&r, RS_ICRC_GOOD);
	r = with_bytes(AT_TTL, "\x01", 1);
	expect_state(&r, RS_ICRC_GOOD);
	r = with_bytes(AT_IP_CHECKSUM, "\x12\x34", 2);
	expect_state(&r, RS_ICRC_GOOD);
	r = with_bytes(AT_UDP_CHECKSUM, "\x12\x34", 2);
	expect_state(&r, RS_ICRC_GOOD);
	r = with_bytes(AT_FECN, "\xc0", 1);
	expect_state(&r, RS_ICRC_GOOD);
}

static void every_other_byte_counts(void **state)
{
	static const size_t at[] = { AT_SOURCE, AT_SPORT, AT_BTH + 5, AT_BTH + 11, AT_PAYLOAD,
				     AT_PAYLOAD + 3, AT_ICRC, AT_ICRC + 3 };

	(void)state;
	for (size_t i = 0; i < sizeof(at) / sizeof(at[0]); i++) {
		const struct rs_record r = with_bytes(at[i], "\xee", 1);

		expect_state(&r, RS_ICRC_BAD);
		assert_int_equal(r.kind, RS_KIND_ROCE);
	}
}

static void port_overwritten_by_a_mirror_is_recovered(void **state)
{
	const struct rs_record r = with_bytes(AT_SPORT, "\x12\xb7", 2);

	(void)state;
	expect_state(&r, RS_ICRC_SPORT);
	assert_int_equal(r.udp_sport, 0xc123);
}

static void another_wrong_port_is_not_guessed(void **state)
{
	const struct rs_record r = with_bytes(AT_SPORT, "\x12\xb8", 2);

	(void)state;
	expect_state(&r, RS_ICRC_BAD);
	assert_int_equal(r.udp_sport, 0x12b8);
}

static void a_second_fault_is_not_hidden_by_the_port(void **state)
{
	struct rs_record r;
	size_t n;
	uint8_t *frame = hex_bytes(SEND, &n);

	(void)state;
	memcpy(frame + AT_SPORT, "\x12\xb7", 2);
	frame[AT_PAYLOAD] ^= 1;
	r = decode(frame, n, true);
	free(frame);
	expect_state(&r, RS_ICRC_BAD);
	assert_int_equal(r.udp_sport, 4791);
}

/* What a sender puts behind a frame of zeros: CRC over the frame with mutable fields at ones. */
static void put_icrc(uint8_t *frame, size_t len)
{
	uint8_t masked[1200];
	uint32_t crc;

	memcpy(masked, frame, len);
	masked[AT_TOS] = masked[AT_TTL] = masked[AT_FECN] = 0xff;
	memset(masked + AT_IP_CHECKSUM, 0xff, 2);
	memset(masked + AT_UDP_CHECKSUM, 0xff, 2);
	memset(masked + 6, 0xff, 8); /* in place of the LRH */
	crc = ~crc32_update(0xffffffff, masked + 6, len - 6 - 4);
	for (unsigned i = 0; i < 4; i++)
		frame[len - 4 + i] = (uint8_t)(crc >> 8 * i);
}

static void ports_are_recovered_behind_long_payloads(void **state)
{
	static const uint16_t ports[] = { 0xc000, 0xffff, 0xd0b3, 0x0001, 0x12b6 };
	size_t n;
	uint8_t *head = hex_bytes(MACS "0800 " IP4("042c", "11") UDP("0418") BTH("07"), &n);
	uint8_t frame[1082] = { 0 };

	(void)state;
	memcpy(frame, head, n);
	free(head);
	for (size_t i = 0; i < sizeof(ports) / sizeof(ports[0]); i++) {
		struct rs_record r;

		frame[AT_SPORT] = (uint8_t)(ports[i] >> 8);
		frame[AT_SPORT + 1] = (uint8_t)ports[i];
		put_icrc(frame, sizeof(frame));
		r = decode(frame, sizeof(frame), true);
		expect_state(&r, RS_ICRC_GOOD);
		memcpy(frame + AT_SPORT, "\x12\xb7", 2);
		r = decode(frame, sizeof(frame), true);
		expect_state(&r, RS_ICRC_SPORT);
		assert_int_equal(r.udp_sport, ports[i]);
	}
}

static void no_verdict_unless_asked(void **state)
{
	struct rs_record r;
	size_t n;
	uint8_t *frame = hex_bytes(SEND, &n);

	(void)state;
	r = decode(frame, n, false);
	free(frame);
	expect_state(&r, RS_ICRC_UNCHECKED);
	assert_true(r.headers & RS_HDR_ICRC);
}

static void no_verdict_on_a_cut_frame(void **state)
{
	const struct rs_record r = frame_decode_cut(SEND, SEND_BYTES - 1);

	(void)state;
	expect_state(&r, RS_ICRC_UNCHECKED);
}

static void rocev1_is_checked_over_its_grh(void **state)
{
	struct rs_record r = frame_decode(
		"7cfe90753cd8 7cfe90753cd8 8915 60200000 0014 1b 40 "
		"00000000000000000000ffff0f000002 00000000000000000000ffff0f000002 "
		"1140ffff 00000109 00a788c0 00000005 25f0c038");

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	expect_state(&r, RS_ICRC_GOOD);
	r = frame_decode("7cfe90753cd8 7cfe90753cd8 8915 60200000 0014 1b 40 "
			 "00000000000000000000ffff0f000002 00000000000000000000ffff0f000003 "
			 "1140ffff 00000109 00a788c0 00000005 25f0c038");
	expect_state(&r, RS_ICRC_BAD);
}

static void ipv6_is_checked_without_class_label_and_hops(void **state)
{
	const struct rs_record r = frame_decode(
		MACS "86dd 6fffffff 001c 11 01 20010db8000000000000000000000001 "
		"20010db8000000000000000000000002 c12312b7 001c0000 "
		"0440ffff ff000111 80000012 76367636 0618b1ef");

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
	expect_state(&r, RS_ICRC_GOOD);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(right_icrc_is_good),
		cmocka_unit_test(fields_that_change_on_the_way_do_not_count),
		cmocka_unit_test(every_other_byte_counts),
		cmocka_unit_test(port_overwritten_by_a_mirror_is_recovered),
		cmocka_unit_test(another_wrong_port_is_not_guessed),
		cmocka_unit_test(a_second_fault_is_not_hidden_by_the_port),
		cmocka_unit_test(ports_are_recovered_behind_long_payloads),
		cmocka_unit_test(no_verdict_unless_asked),
		cmocka_unit_test(no_verdict_on_a_cut_frame),
		cmocka_unit_test(rocev1_is_checked_over_its_grh),
		cmocka_unit_test(ipv6_is_checked_without_class_label_and_hops),
	};

	return cmocka_run_group_tests_name("icrc", tests, NULL, NULL);
}
