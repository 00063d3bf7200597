/* SPDX-License-Identifier: BSD-2-Clause */
/* Flow table: what makes a flow, its attributes, and who goes when it is full. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/flow.h"
#include "tests/lib/recs.h"

#include <rocescope/decode.h>

static uint32_t get(struct flows *f, const struct rs_record *r)
{
	struct flow_key key;
	uint64_t hash;
	uint32_t s;

	flow_key_of(&key, r);
	hash = flow_hash(&key);
	s = flows_find(f, &key, hash);
	assert_int_equal(flows_find_record(f, r, flow_hash_record(r)), s);
	if (s != FLOW_NONE) {
		assert_int_equal(flows_guess(f, hash), s);
		assert_true(flow_is_of(&f->slot[s], r));
	}
	return s != FLOW_NONE ? s : flows_add(f, &key, hash, r);
}

static void only_point_vni_addresses_and_qp_make_a_flow(void **state)
{
	const struct rs_record same[] = {
		req(.psn = 1), req(.psn = 900, .at = MS(5)), req(.sport = 50000), req(.ttl = 3), req(.vlan = 5), req(.mac = 9), ack(.from = 'A', .to = 'B', .qp = 0xb1),
	}, others[] = {
		req(.point = 1), req(.vni = 7), req(.from = 'C'), req(.to = 'C'), req(.qp = 0xb2), req(.v6 = true),
	};
	struct flows f;

	(void)state;
	assert_int_equal(flows_init(&f, 32), 0);
	for (unsigned i = 0; i < RECS_COUNT(same); i++)
		assert_int_equal(get(&f, &same[i]), 0);
	for (unsigned i = 0; i < RECS_COUNT(others); i++)
		assert_int_equal(get(&f, &others[i]), i + 1);
	flows_fini(&f);
}

static void the_session_of_a_mirror_is_no_part_of_a_flow(void **state)
{
	struct rs_record a = req(.psn = 1), b = a;
	struct flows f;

	(void)state;
	assert_int_equal(flows_init(&f, 16), 0);
	a.tunnel = b.tunnel = RS_TUNNEL_ERSPAN2;
	a.encap_id = 1;
	b.encap_id = 2; /* its next sequence number */
	assert_int_equal(get(&f, &a), get(&f, &b));
	assert_int_equal(f.slot[0].row.vni, 0);
	flows_fini(&f);
}

static void a_row_begins_with_its_first_packet(void **state)
{
	struct rs_record r = req(.psn = 1, .at = US(3));
	struct flows f;

	(void)state;
	r.frame = 17;
	assert_int_equal(flows_init(&f, 16), 0);
	get(&f, &r);
	assert_int_equal(f.slot[0].row.first, RECS_EPOCH_NS + 3000);
	assert_int_equal(f.slot[0].row.first_frame, 17);
	assert_int_equal(f.slot[0].row.dst_qp, 0xb1);
	assert_int_equal(f.slot[0].row.transport, RS_TRANSPORT_RC);
	assert_true(f.slot[0].row.flow_id == rs_flow_id(&r.src, &r.dst, 0xb1, 0));
	assert_int_equal(f.slot[0].peer, FLOW_NONE);
	flows_fini(&f);
}

static void sums_and_attributes_of_every_packet(void **state)
{
	const struct rs_record recs[] = {
		req(.psn = 1), req(.psn = 2, .sport = 50000, .ce = true), req(.psn = 3, .vlan = 3 << 13 | 7, .len = 10),
	};
	const struct rs_flow_row *row;
	struct flows f;

	(void)state;
	assert_int_equal(flows_init(&f, 16), 0);
	for (unsigned i = 0; i < RECS_COUNT(recs); i++)
		flow_count(&f.slot[get(&f, &recs[i])], &recs[i]);
	row = &f.slot[0].row;
	assert_int_equal(row->packets, 3);
	assert_int_equal(row->payload_bytes, 2058);
	assert_int_equal(row->wire_bytes, 2058 + 3 * 58);
	assert_int_equal(row->ecn[2], 2);
	assert_int_equal(row->ecn[3], 1);
	assert_int_equal(row->sport_count, 2);
	assert_int_equal(row->sports[0], 49152);
	assert_int_equal(row->sports[1], 50000);
	assert_int_equal(row->vlan_count, 1);
	assert_int_equal(row->vlans[0], 7);
	assert_int_equal(row->pcps[0], 3);
	assert_int_equal(row->dscp_count, 1);
	assert_int_equal(row->dscps[0], 26);
	assert_true(flow_has_sport(&f.slot[0], 50000));
	assert_false(flow_has_sport(&f.slot[0], 50001));
	flows_fini(&f);
}

static void more_attributes_than_room_are_dropped(void **state)
{
	struct flows f;

	(void)state;
	assert_int_equal(flows_init(&f, 16), 0);
	for (uint16_t i = 0; i < 20; i++) {
		const struct rs_record r = req(.psn = i, .sport = (uint16_t)(50000 + i), .vlan = (uint16_t)(1 + i));

		flow_count(&f.slot[get(&f, &r)], &r);
	}
	assert_int_equal(f.slot[0].row.sport_count, RS_FLOW_SPORTS);
	assert_int_equal(f.slot[0].row.vlan_count, RS_FLOW_VLANS);
	assert_int_equal(f.slot[0].row.packets, 20);
	flows_fini(&f);
}

static void a_full_table_gives_up_the_idlest_flow(void **state)
{
	struct rs_record r;
	struct flows f;
	uint32_t victim;

	(void)state;
	assert_int_equal(flows_init(&f, 4), 0);
	for (uint32_t i = 0; i < 4; i++) {
		assert_int_equal(flows_victim(&f), FLOW_NONE);
		r = req(.qp = 0xb1 + i, .at = US(i == 2 ? 0 : 10 + i));
		flow_count(&f.slot[get(&f, &r)], &r);
	}
	victim = flows_victim(&f);
	assert_int_equal(victim, 2);
	flows_remove(&f, victim);
	assert_int_equal(flows_victim(&f), FLOW_NONE);
	r = req(.qp = 0xb3);
	{
		struct flow_key key;

		flow_key_of(&key, &r);
		assert_int_equal(flows_find(&f, &key, flow_hash(&key)), FLOW_NONE);
	}
	r = req(.qp = 0xc1);
	assert_int_equal(get(&f, &r), 2);
	assert_int_equal(f.slot[2].row.packets, 0);
	r = req(.qp = 0xb4);
	assert_int_equal(get(&f, &r), 3);
	flows_fini(&f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(only_point_vni_addresses_and_qp_make_a_flow),
		cmocka_unit_test(the_session_of_a_mirror_is_no_part_of_a_flow),
		cmocka_unit_test(a_row_begins_with_its_first_packet),
		cmocka_unit_test(sums_and_attributes_of_every_packet),
		cmocka_unit_test(more_attributes_than_room_are_dropped),
		cmocka_unit_test(a_full_table_gives_up_the_idlest_flow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
