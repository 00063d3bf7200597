/* SPDX-License-Identifier: BSD-2-Clause */
/* Copies of a mirror against resends: the three rules of diagnosis 1.3, each just inside and just outside. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/copies.h"
#include "analysis/flow.h"
#include "tests/lib/recs.h"

#include <string.h>

struct fixture {
	struct rs_engine_config cfg;
	struct copies *c;
};

static int setup(void **state)
{
	static struct fixture f;

	rs_engine_config_init(&f.cfg);
	f.c = copies_create(&f.cfg.tune);
	assert_non_null(f.c);
	*state = &f;
	return 0;
}

static int teardown(void **state)
{
	copies_destroy(((struct fixture *)*state)->c);
	return 0;
}

static bool check_id(void **state, struct rs_record r, bool no_id)
{
	struct fixture *f = *state;
	struct flow_key key;

	flow_key_of(&key, &r);
	return copies_check(f->c, copies_hash(flow_hash(&key), &r), &r, no_id);
}

static bool check(void **state, struct rs_record r)
{
	return check_id(state, r, false);
}

static void equal_ids_within_10_ms_are_a_copy(void **state)
{
	assert_false(check(state, req(.psn = 1, .id = 7)));
	assert_true(check(state, req(.psn = 1, .id = 7, .at = MS(10))));
	assert_true(check(state, req(.psn = 1, .id = 7, .ttl = 63, .at = US(1))));
}

static void equal_ids_after_10_ms_are_a_resend(void **state)
{
	assert_false(check(state, req(.psn = 1, .id = 7)));
	assert_false(check(state, req(.psn = 1, .id = 7, .at = MS(10) + 1)));
}

static void different_ids_are_a_resend_however_quick(void **state)
{
	assert_false(check(state, req(.psn = 1, .id = 7)));
	assert_false(check(state, req(.psn = 1, .id = 8, .at = 1)));
	assert_false(check(state, req(.psn = 1, .id = 0, .at = 2))); /* one of them non-zero is enough */
	assert_false(check(state, req(.psn = 1, .id = 9, .ttl = 63, .at = 3)));
}

static void without_ids_another_hop_within_1_ms_is_a_copy(void **state)
{
	assert_false(check(state, req(.psn = 1)));
	assert_true(check(state, req(.psn = 1, .ttl = 63, .at = MS(1))));
	assert_true(check(state, req(.psn = 1, .vlan = 5, .at = MS(1))));
	assert_true(check(state, req(.psn = 1, .mac = 99, .at = MS(1))));
	assert_false(check(state, req(.psn = 1, .ttl = 63, .at = MS(1) + 1)));
}

static void an_untagged_frame_differs_from_vlan_0(void **state)
{
	struct rs_record tagged = req(.psn = 1, .at = US(500));

	tagged.flags |= RS_REC_VLAN;
	assert_false(check(state, req(.psn = 1)));
	assert_true(check(state, tagged));
}

static void identical_requests_within_1_us_are_a_copy(void **state)
{
	assert_false(check(state, req(.psn = 1)));
	assert_true(check(state, req(.psn = 1, .at = US(1))));
	assert_false(check(state, req(.psn = 1, .at = US(1) + 1)));
}

static void identical_read_responses_within_1_us_are_a_copy(void **state)
{
	assert_false(check(state, rmid(.psn = 1)));
	assert_true(check(state, rmid(.psn = 1, .at = US(1))));
	assert_false(check(state, rmid(.psn = 1, .at = US(2.1))));
}

static void identical_acks_are_never_a_copy_by_the_third_rule(void **state)
{
	assert_false(check(state, ack(.psn = 1)));
	assert_false(check(state, ack(.psn = 1, .at = 10)));
	assert_false(check(state, nak(.psn = 1)));
	assert_false(check(state, nak(.psn = 1, .at = 10)));
	assert_false(check(state, aack(.psn = 1)));
	assert_false(check(state, aack(.psn = 1, .at = 10)));
	assert_false(check(state, cnp(.psn = 0)));
	assert_false(check(state, cnp(.psn = 0, .at = 10)));
}

static void an_ack_is_a_copy_by_the_other_rules(void **state)
{
	assert_false(check(state, ack(.psn = 1, .id = 5)));
	assert_true(check(state, ack(.psn = 1, .id = 5, .at = US(3))));
	assert_false(check(state, ack(.psn = 2)));
	assert_true(check(state, ack(.psn = 2, .ttl = 63, .at = US(3))));
}

static void a_constant_id_says_nothing(void **state)
{
	assert_false(check_id(state, req(.psn = 1, .id = 7), true));
	assert_false(check_id(state, req(.psn = 1, .id = 7, .at = US(2)), true));
	assert_true(check_id(state, req(.psn = 1, .id = 7, .ttl = 63, .at = US(3)), true));
}

static void ipv6_has_no_ids(void **state)
{
	assert_false(check(state, req(.psn = 1, .v6 = true)));
	assert_true(check(state, req(.psn = 1, .v6 = true, .ttl = 63, .at = MS(1))));
	assert_false(check(state, req(.psn = 1, .v6 = true, .at = MS(2))));
	assert_true(check(state, req(.psn = 1, .v6 = true, .at = MS(2) + US(1))));
}

/* A resend on VLAN 10 would look like a copy of the VLAN 20 copy. */
static void a_copy_is_never_compared_with(void **state)
{
	assert_false(check(state, req(.psn = 1, .vlan = 10)));
	assert_true(check(state, req(.psn = 1, .vlan = 20, .at = US(900))));
	assert_false(check(state, req(.psn = 1, .vlan = 10, .at = US(1800))));
	assert_true(check(state, req(.psn = 1, .vlan = 20, .at = US(2700))));
}

static void marks_of_the_network_do_not_make_another_frame(void **state)
{
	struct rs_record marked = req(.psn = 1, .ce = true, .at = 5);

	marked.bth_flags |= RS_BTH_FECN;
	assert_false(check(state, req(.psn = 1)));
	assert_true(check(state, marked));
}

static void any_content_of_the_sender_makes_another_frame(void **state)
{
	struct rs_record icrc = req(.psn = 1, .at = 5), flag = icrc, cut = icrc;

	icrc.icrc++;
	flag.bth_flags ^= RS_BTH_ACKREQ;
	assert_false(check(state, req(.psn = 1)));
	assert_false(check(state, req(.psn = 2)));
	assert_false(check(state, wmid(.psn = 1)));
	assert_false(check(state, req(.psn = 1, .len = 512)));
	assert_false(check(state, req(.psn = 1, .sport = 50000)));
	assert_false(check(state, req(.psn = 1, .qp = 0xb2)));
	assert_false(check(state, req(.psn = 1, .point = 1)));
	assert_false(check(state, icrc));
	assert_false(check(state, flag));
	cut.headers &= (uint16_t)~RS_HDR_ICRC;
	cut.icrc = 0;
	assert_false(check(state, cut));
	cut.icrc = 0x1234; /* not captured: whatever stands there does not count */
	assert_true(check(state, cut));
}

static void the_aeth_is_part_of_the_content(void **state)
{
	assert_false(check(state, ack(.psn = 1, .id = 3, .msn = 1)));
	assert_false(check(state, ack(.psn = 1, .id = 3, .msn = 2)));
	assert_false(check(state, nak(.psn = 1, .id = 3, .msn = 1)));
	assert_true(check(state, nak(.psn = 1, .id = 3, .msn = 1)));
}

static void a_frame_that_fell_out_is_kept_again(void **state)
{
	assert_false(check(state, req(.psn = 1, .id = 1)));
	for (uint32_t i = 0; i < 400000; i++)
		assert_false(check(state, req(.psn = 2 + i, .id = 1, .at = 1 + i)));
	assert_false(check(state, req(.psn = 1, .id = 1, .at = 400002)));
	assert_true(check(state, req(.psn = 1, .id = 1, .at = 400003)));
}

int main(void)
{
#define T(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(equal_ids_within_10_ms_are_a_copy),
		T(equal_ids_after_10_ms_are_a_resend),
		T(different_ids_are_a_resend_however_quick),
		T(without_ids_another_hop_within_1_ms_is_a_copy),
		T(an_untagged_frame_differs_from_vlan_0),
		T(identical_requests_within_1_us_are_a_copy),
		T(identical_read_responses_within_1_us_are_a_copy),
		T(identical_acks_are_never_a_copy_by_the_third_rule),
		T(an_ack_is_a_copy_by_the_other_rules),
		T(a_constant_id_says_nothing),
		T(ipv6_has_no_ids),
		T(a_copy_is_never_compared_with),
		T(marks_of_the_network_do_not_make_another_frame),
		T(any_content_of_the_sender_makes_another_frame),
		T(the_aeth_is_part_of_the_content),
		T(a_frame_that_fell_out_is_kept_again),
	};
#undef T

	return cmocka_run_group_tests(tests, NULL, NULL);
}
