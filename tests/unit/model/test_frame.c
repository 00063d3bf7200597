/* SPDX-License-Identifier: BSD-2-Clause */
/* Bytes of the model's frames (model/frame.h) against vectors and a bitwise CRC. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "model/frame.h"

/* Host 192.0.2.2 answers 192.0.2.1, QP 0x111, port 0xc456. */
static struct frame_flow answer_flow(void)
{
	struct frame_flow f = {.smac = {2, 0, 0, 0, 0, 1},
			       .dmac = {2, 0, 0, 0, 0, 2},
			       .udp_sport = 0xc456,
			       .dqpn = 0x111};
	static const uint8_t src[6] = {0xff, 0xff, 192, 0, 2, 2},
			     dst[6] = {0xff, 0xff, 192, 0, 2, 1};

	memcpy(f.src.b + 10, src, 6);
	memcpy(f.dst.b + 10, dst, 6);
	return f;
}

static struct wire answer(uint8_t syndrome, uint32_t msn)
{
	return (struct wire){.opcode = WIRE_ACK,
			     .syndrome = syndrome,
			     .msn = msn,
			     .dscp = 26,
			     .ecn = WIRE_ECT0,
			     .ip_id = 0x1234};
}

static void assert_frame(const struct frame_flow *f, const struct wire *w, uint32_t psn,
			 const char *hex)
{
	uint8_t buf[FRAME_MAX];
	char text[2 * 128 + 1] = "";
	const uint32_t n = frame_build(f, w, psn, buf, FRAME_MAX);

	assert_int_equal(n, frame_length(f, w));
	assert_true(n <= 128);
	for (uint32_t i = 0; i < n; i++)
		sprintf(text + 2 * i, "%02x", buf[i]);
	assert_string_equal(text, hex);
}

static void ack_has_the_bytes_of_the_vector(void **state)
{
	const struct frame_flow f = answer_flow();
	const struct wire w = answer(WIRE_SYN_ACK, 9);

	(void)state;
	assert_frame(
	    &f, &w, 32,
	    "0200000000020200000000010800456a0030123440004011a41bc0000202c0000201c45612b7001c0000"
	    "1140ffff00000111000000201f000009aa4ecc9e");
}

static void nak_has_the_bytes_of_the_vector(void **state)
{
	const struct frame_flow f = answer_flow();
	const struct wire w = answer(WIRE_SYN_NAK, 10);

	(void)state;
	assert_frame(
	    &f, &w, 34,
	    "0200000000020200000000010800456a0030123440004011a41bc0000202c0000201c45612b7001c0000"
	    "1140ffff00000111000000226000000abafc594e");
}

static void rnr_nak_has_the_bytes_of_the_vector(void **state)
{
	const struct frame_flow f = answer_flow();
	const struct wire w = answer(WIRE_SYN_RNR | 14, 10);

	(void)state;
	assert_frame(
	    &f, &w, 36,
	    "0200000000020200000000010800456a0030123440004011a41bc0000202c0000201c45612b7001c0000"
	    "1140ffff00000111000000242e00000a1426d2ba");
}

static void atomic_ack_has_the_bytes_of_the_vector(void **state)
{
	const struct frame_flow f = answer_flow();
	struct wire w = answer(WIRE_SYN_ACK, 11);

	(void)state;
	w.opcode = WIRE_ATOMIC_ACK;
	w.operand = 0xa1a2a3a4a5a6a7a8ULL;
	assert_frame(
	    &f, &w, 48,
	    "0200000000020200000000010800456a0038123440004011a413c0000202c0000201c45612b700240000"
	    "1240ffff00000111000000301f00000ba1a2a3a4a5a6a7a8faba6733");
}

static void cnp_has_the_bytes_of_the_vector(void **state)
{
	const struct frame_flow f = answer_flow();
	const struct wire w = { .opcode = WIRE_CNP, .dscp = 48, .ip_id = 0x1234, .off = 99 };

	(void)state;
	assert_frame(
	    &f, &w, 99,
	    "020000000002020000000001080045c0003c123440004011a3b9c0000202c0000201c45612b700280000"
	    "8100ffff40000111000000000000000000000000000000000000000075315e1d");
}

static void pause_frame_has_the_bytes_of_the_vector(void **state)
{
	static const uint8_t mac[6] = { 2, 0, 0, 0, 0, 1 };
	uint8_t buf[60],
	    expect[60] = {0x01, 0x80, 0xc2, 0, 0, 1, 2, 0, 0, 0, 0, 1, 0x88, 0x08, 1, 1, 0, 8};

	(void)state;
	assert_int_equal(frame_build_pause(mac, 3, 0, buf), 60);
	assert_memory_equal(buf, expect, 60);
	expect[24] = expect[25] = 0xff;
	frame_build_pause(mac, 3, 0xffff, buf);
	assert_memory_equal(buf, expect, 60);
}

/* CRC-32 bit by bit, to have nothing in common with the table. */
static uint32_t crc_bits(uint32_t reg, const uint8_t *p, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		reg ^= p[i];
		for (unsigned b = 0; b < 8; b++)
			reg = reg & 1 ? reg >> 1 ^ 0xedb88320u : reg >> 1;
	}
	return reg;
}

/* The register over the masked packet, ICRC included; the same constant for every good packet. */
static uint32_t icrc_residue(const uint8_t *frame, uint32_t n, uint32_t ip_at, bool ipv6)
{
	uint8_t m[8 + FRAME_MAX];
	uint8_t *ip = m + 8;
	const uint32_t ip_bytes = ipv6 ? 40 : 20, len = n - ip_at;

	memset(m, 0xff, 8);
	memcpy(ip, frame + ip_at, len);
	if (ipv6) {
		ip[0] |= 0x0f;
		ip[1] = ip[2] = ip[3] = ip[7] = 0xff;
	} else {
		ip[1] = ip[8] = ip[10] = ip[11] = 0xff;
	}
	ip[ip_bytes + 6] = ip[ip_bytes + 7] = 0xff;
	ip[ip_bytes + 8 + 4] = 0xff;
	return crc_bits(0xffffffffu, m, 8 + len);
}

#define GOOD_RESIDUE 0xdebb20e3u

static void icrc_is_right_for_every_kind_and_length(void **state)
{
	static const uint8_t ops[] = {WIRE_SEND_ONLY,	 WIRE_WRITE_FIRST, WIRE_WRITE_ONLY,
				      WIRE_READ_REQUEST, WIRE_READ_MIDDLE, WIRE_READ_LAST,
				      WIRE_FETCH_ADD};
	struct frame_flow f = answer_flow();
	uint8_t buf[FRAME_MAX];

	(void)state;
	for (unsigned i = 0; i < 4 * sizeof ops; i++) {
		struct wire w = {
		    .opcode = ops[i / 4], .payload = 1021 + i % 4, .off = 5, .dma_len = 4000};
		uint32_t n;

		f.ipv6 = i & 1;
		f.tagged = i & 2;
		f.vlan = 100;
		n = frame_build(&f, &w, 0xfffffe, buf, FRAME_MAX);
		assert_int_equal(icrc_residue(buf, n, f.tagged ? 18 : 14, f.ipv6), GOOD_RESIDUE);
	}
}

static void damaged_frame_has_a_wrong_icrc(void **state)
{
	const struct frame_flow f = answer_flow();
	const struct wire w = { .opcode = WIRE_WRITE_MIDDLE, .payload = 256, .damaged = true };
	uint8_t buf[FRAME_MAX];
	const uint32_t n = frame_build(&f, &w, 1, buf, FRAME_MAX);

	(void)state;
	assert_int_not_equal(icrc_residue(buf, n, 14, false), GOOD_RESIDUE);
}

static void cut_frame_is_the_start_of_the_whole(void **state)
{
	const struct frame_flow f = answer_flow();
	const struct wire w = { .opcode = WIRE_WRITE_FIRST, .payload = 1024, .dma_len = 4096 };
	uint8_t whole[FRAME_MAX], cut[FRAME_MAX];
	const uint32_t n = frame_build(&f, &w, 1, whole, FRAME_MAX);

	(void)state;
	for (uint32_t cap = 0; cap < n; cap++) {
		assert_int_equal(frame_build(&f, &w, 1, cut, cap), cap);
		assert_memory_equal(cut, whole, cap);
	}
}

static void tag_carries_priority_and_vlan(void **state)
{
	struct frame_flow f = answer_flow();
	struct wire w = answer(WIRE_SYN_ACK, 0);
	uint8_t buf[FRAME_MAX];
	static const uint8_t tag[] = { 0x81, 0x00, 0x60, 0x64, 0x08, 0x00 };

	(void)state;
	f.tagged = true;
	f.vlan = 100;
	w.priority = 3;
	assert_int_equal(frame_build(&f, &w, 0, buf, FRAME_MAX), 66);
	assert_memory_equal(buf + 12, tag, sizeof tag);
}

static void headers_of_requests_stand_in_order(void **state)
{
	const struct frame_flow f = answer_flow();
	struct wire w = { .opcode = WIRE_READ_REQUEST, .va = 0x1122334455667788ULL, .dma_len = 3000,
			  .ack_request = true };
	static const uint8_t reth[] = {0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88,
				       0x00, 0x18, 0x2b, 0x3c, 0,    0,	   0x0b, 0xb8};
	uint8_t buf[FRAME_MAX];

	(void)state;
	assert_int_equal(frame_build(&f, &w, 0x1000, buf, FRAME_MAX), 14 + 20 + 8 + 12 + 16 + 4);
	assert_int_equal(buf[42], 0x0c);
	assert_int_equal(buf[50], 0x80); /* A bit */
	assert_memory_equal(buf + 54, reth, sizeof reth);
	w = (struct wire){ .opcode = WIRE_FETCH_ADD, .operand = 1 };
	assert_int_equal(frame_build(&f, &w, 1, buf, FRAME_MAX), 14 + 20 + 8 + 12 + 28 + 4);
	assert_int_equal(buf[54 + 19], 1); /* operand after address and R_Key */
}

static void uc_opcodes_are_32_above(void **state)
{
	struct frame_flow f = answer_flow();
	const struct wire w = { .opcode = WIRE_WRITE_MIDDLE, .payload = 4 };
	uint8_t buf[FRAME_MAX];

	(void)state;
	f.uc = true;
	frame_build(&f, &w, 0, buf, FRAME_MAX);
	assert_int_equal(buf[42], 0x27);
}

static void frames_of_different_psns_differ_in_payload(void **state)
{
	const struct frame_flow f = answer_flow();
	struct wire w = { .opcode = WIRE_WRITE_MIDDLE, .payload = 256, .off = 1 };
	uint8_t a[FRAME_MAX], b[FRAME_MAX];

	(void)state;
	frame_build(&f, &w, 1, a, FRAME_MAX);
	w.off = 2;
	frame_build(&f, &w, 2, b, FRAME_MAX);
	assert_memory_not_equal(a + 54, b + 54, 256);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ack_has_the_bytes_of_the_vector),
		cmocka_unit_test(nak_has_the_bytes_of_the_vector),
		cmocka_unit_test(rnr_nak_has_the_bytes_of_the_vector),
		cmocka_unit_test(atomic_ack_has_the_bytes_of_the_vector),
		cmocka_unit_test(cnp_has_the_bytes_of_the_vector),
		cmocka_unit_test(pause_frame_has_the_bytes_of_the_vector),
		cmocka_unit_test(icrc_is_right_for_every_kind_and_length),
		cmocka_unit_test(damaged_frame_has_a_wrong_icrc),
		cmocka_unit_test(cut_frame_is_the_start_of_the_whole),
		cmocka_unit_test(tag_carries_priority_and_vlan),
		cmocka_unit_test(headers_of_requests_stand_in_order),
		cmocka_unit_test(uc_opcodes_are_32_above),
		cmocka_unit_test(frames_of_different_psns_differ_in_payload),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
