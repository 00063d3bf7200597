/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The short cut must leave behind what the long way leaves behind. Every byte of the common
 * frames takes every value, and every frame is cut everywhere: whatever straight_read takes,
 * the readers of the layers one after the other must agree with, field by field.
 */
#include "tests/unit/decode/frame.h"

#include <stdlib.h>
#include <string.h>

#include "decode/ip.h"
#include "decode/link.h"
#include "decode/straight.h"
#include "tests/lib/hex.h"

#define IP6	 "6a800000 001c 11 40 20010db8000000000000000000000001 20010db8000000000000000000000002 "
#define FROM_UDP "c12312b7 001c0000 0440ffff 00000111 80000100 62617365 adf4f62e "

static const char *const common[] = {
    MACS "0800 " SEND_IP4,
    MACS "8100 6064 0800 " SEND_IP4,
    MACS "86dd " IP6 FROM_UDP,
    MACS "8100 6064 86dd " IP6 FROM_UDP,
};

static struct rs_decode_config config(void)
{
	struct rs_decode_config cfg;

	rs_decode_config_init(&cfg);
	return cfg;
}

static struct walk walk_of(const uint8_t *data, size_t len)
{
	return (struct walk){.c = cursor_make(data, len), .wire_left = (uint32_t)len};
}

/* Layer by layer; true if it ends at a BTH. */
static bool long_way(const struct rs_decode_config *cfg, struct walk *w, struct rs_record *r)
{
	enum layer layer = link_begin(w, 1, r);

	if (layer == LAYER_IPV4)
		layer = ip_read_v4(w, r);
	else if (layer == LAYER_IPV6)
		layer = ip_read_v6(w, r);
	if (layer == LAYER_UDP)
		layer = ip_read_udp(w, cfg, r);
	return layer == LAYER_BTH;
}

static void expect_same_walk(const struct walk *a, const struct walk *b)
{
	assert_ptr_equal(a->c.p, b->c.p);
	assert_ptr_equal(a->c.end, b->c.end);
	assert_int_equal(a->wire_left, b->wire_left);
	assert_int_equal(a->ethertype, b->ethertype);
	assert_int_equal(a->ip_proto, b->ip_proto);
	assert_int_equal(a->sport, b->sport);
	assert_int_equal(a->dport, b->dport);
	assert_int_equal(a->plain, b->plain);
	assert_int_equal(a->guessed, b->guessed);
	assert_ptr_equal(a->ip, b->ip);
}

/* Decode a block of exactly @len bytes both ways; true if the short cut took it. */
static bool compare(const uint8_t *bytes, size_t len)
{
	const struct rs_decode_config cfg = config();
	uint8_t *data = malloc(len + !len);
	const struct rs_packet pkt = {
	    .data = data, .caplen = (uint32_t)len, .wirelen = (uint32_t)len, .linktype = 1};
	struct rs_record a = {0}, b = {0}, untouched = {0};
	struct walk v, w;
	bool taken;

	assert_non_null(data);
	memcpy(data, bytes, len);
	v = w = walk_of(data, len);
	taken = straight_read(&cfg, &pkt, &v, &a);
	if (taken) {
		assert_true(long_way(&cfg, &w, &b));
		assert_memory_equal(&a, &b, sizeof(a));
		expect_same_walk(&v, &w);
	} else {
		assert_memory_equal(&a, &untouched, sizeof(a));
		expect_same_walk(&v, &w);
	}
	free(data);
	return taken;
}

static void common_frames_are_taken(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++) {
		size_t len;
		uint8_t *bytes = hex_bytes(common[i], &len);

		assert_true(compare(bytes, len));
		free(bytes);
	}
}

static void every_value_of_every_byte_agrees_with_the_long_way(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++) {
		size_t len;
		uint8_t *bytes = hex_bytes(common[i], &len);

		for (size_t at = 0; at < len; at++) {
			const uint8_t was = bytes[at];

			for (unsigned v = 0; v < 256; v++) {
				bytes[at] = (uint8_t)v;
				compare(bytes, len);
			}
			bytes[at] = was;
		}
		free(bytes);
	}
}

static void frames_cut_before_the_bth_go_the_long_way(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(common) / sizeof(common[0]); i++) {
		size_t len;
		uint8_t *bytes = hex_bytes(common[i], &len);

		for (size_t cut = 0; cut < len; cut++) {
			const bool taken = compare(bytes, cut);

			assert_false(taken && cut < len - 20); /* BTH, 4 bytes, ICRC */
		}
		free(bytes);
	}
}

static void other_link_types_and_odd_packets_go_the_long_way(void **state)
{
	const struct rs_decode_config cfg = config();
	size_t len;
	uint8_t *bytes = hex_bytes(common[0], &len);
	const struct rs_packet odd[] = {
	    {.data = bytes, .caplen = (uint32_t)len, .wirelen = (uint32_t)len, .linktype = 113},
	    {.data = bytes,
	     .caplen = (uint32_t)len,
	     .wirelen = (uint32_t)len,
	     .linktype = 1,
	     .flags = RS_PKT_HAS_FCS},
	    {.data = bytes,
	     .caplen = (uint32_t)len,
	     .wirelen = (uint32_t)len,
	     .linktype = 1,
	     .flags = RS_PKT_VLAN_STRIPPED},
	};

	(void)state;
	for (size_t i = 0; i < sizeof(odd) / sizeof(odd[0]); i++) {
		struct walk w = walk_of(bytes, len);
		struct rs_record r = {0};

		assert_false(straight_read(&cfg, &odd[i], &w, &r));
	}
	free(bytes);
}

static void another_roce_port_is_taken_when_configured(void **state)
{
	struct rs_decode_config cfg = config();
	size_t len;
	uint8_t *bytes = hex_bytes(common[0], &len);
	const struct rs_packet pkt = {
	    .data = bytes, .caplen = (uint32_t)len, .wirelen = (uint32_t)len, .linktype = 1};
	struct walk w = walk_of(bytes, len);
	struct rs_record r = {0};

	(void)state;
	bytes[14 + 20 + 2] = 0x27;
	bytes[14 + 20 + 3] = 0x10;
	assert_false(straight_read(&cfg, &pkt, &w, &r));
	cfg.roce_ports[cfg.roce_port_count++] = 10000;
	assert_true(straight_read(&cfg, &pkt, &w, &r));
	free(bytes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(common_frames_are_taken),
	    cmocka_unit_test(every_value_of_every_byte_agrees_with_the_long_way),
	    cmocka_unit_test(frames_cut_before_the_bth_go_the_long_way),
	    cmocka_unit_test(other_link_types_and_odd_packets_go_the_long_way),
	    cmocka_unit_test(another_roce_port_is_taken_when_configured),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
