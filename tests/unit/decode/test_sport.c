/* SPDX-License-Identifier: BSD-2-Clause */
/* UDP source ports derived from flow labels and QPNs (base/sport.h). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/sport.h"

static void flow_label_folds_into_the_low_fourteen_bits(void **state)
{
	static const struct {
		uint32_t label;
		uint16_t port;
	} row[] = {
		{ 0x00001, 0xc001 }, { 0x03fff, 0xffff }, { 0x04000, 0xc001 }, { 0x12345, 0xe341 },
		{ 0xfffff, 0xffc0 }, { 0x80000, 0xc020 }, { 0xfc000, 0xc03f }, { 0x54321, 0xc334 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++)
		assert_int_equal(sport_from_flow_label(row[i].label), row[i].port);
}

static void bits_beyond_the_flow_label_do_not_count(void **state)
{
	(void)state;
	assert_int_equal(sport_from_flow_label(0xfff12345), sport_from_flow_label(0x12345));
}

static void product_of_qpns_gives_label_and_port(void **state)
{
	static const struct {
		uint32_t a, b, label;
		uint16_t port;
	} row[] = {
		{ 0x000011, 0x000012, 0x00132, 0xc132 }, { 0x000111, 0x000222, 0x24642, 0xc64b },
		{ 0x001a2b, 0x003c4d, 0x9f28d, 0xf2aa }, { 0xffffff, 0xffffff, 0xfff1e, 0xff21 },
		{ 0x000100, 0x000100, 0x10000, 0xc004 }, { 0x000010, 0x010000, 0x00001, 0xc001 },
		{ 0x000001, 0x000001, 0x00001, 0xc001 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++) {
		assert_int_equal(sport_label_from_qps(row[i].a, row[i].b), row[i].label);
		assert_int_equal(sport_from_qps(row[i].a, row[i].b), row[i].port);
	}
}

static void port_of_a_pair_is_the_same_both_ways(void **state)
{
	(void)state;
	assert_int_equal(sport_from_qps(0x111, 0x222), sport_from_qps(0x222, 0x111));
	assert_int_equal(sport_from_qps(0xabcdef, 0x123456), sport_from_qps(0x123456, 0xabcdef));
}

static void unconnected_soft_roce_port_hashes_the_own_qpn(void **state)
{
	static const struct {
		uint32_t qpn;
		uint16_t port;
	} row[] = {
		{ 0x11, 0xdf94 }, { 0x12, 0xf806 }, { 0x13, 0xd078 },
		{ 0x14, 0xe8ea }, { 0x111, 0xd1b5 }, { 0x222, 0xe36b },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(row) / sizeof(row[0]); i++)
		assert_int_equal(sport_from_qpn_hash(row[i].qpn), row[i].port);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(flow_label_folds_into_the_low_fourteen_bits),
		cmocka_unit_test(bits_beyond_the_flow_label_do_not_count),
		cmocka_unit_test(product_of_qpns_gives_label_and_port),
		cmocka_unit_test(port_of_a_pair_is_the_same_both_ways),
		cmocka_unit_test(unconnected_soft_roce_port_hashes_the_own_qpn),
	};

	return cmocka_run_group_tests_name("sport", tests, NULL, NULL);
}
