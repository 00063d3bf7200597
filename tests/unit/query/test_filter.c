/* SPDX-License-Identifier: BSD-2-Clause */
/* What filters mean: operators, types, units, precedence, values that are not known. */
#include "filter_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define HOLDS(text) assert_true(fixture_holds(text))
#define FAILS(text) assert_false(fixture_holds(text))

static void every_comparison_of_a_number(void **state)
{
	HOLDS("retx == 368");
	FAILS("retx == 369");
	HOLDS("retx != 369");
	FAILS("retx != 368");
	HOLDS("retx < 369");
	FAILS("retx < 368");
	HOLDS("retx <= 368");
	FAILS("retx <= 367");
	HOLDS("retx > 367");
	FAILS("retx > 368");
	HOLDS("retx >= 368");
	FAILS("retx >= 369");
}

static void words_stand_for_signs(void **state)
{
	HOLDS("retx eq 368 AND retx ne 1 And retx gt 367 and retx ge 368 and retx lt 369 and retx le 368");
	HOLDS("retx == 1 || retx == 368");
	HOLDS("retx == 368 && !(retx == 1)");
	FAILS("! retx == 368");
	HOLDS("not not retx == 368");
	FAILS("not ! not retx == 368");
}

static void numbers_have_bases_and_units(void **state)
{
	HOLDS("qp == 0x231");
	HOLDS("qp == 0X00000231");
	HOLDS("qp == 561");
	HOLDS("retx < 4K");
	HOLDS("retx > 0.3K");
	HOLDS("retx == 0.368K");
	HOLDS("retx < 1Ki");
	HOLDS("retx > -5");
	FAILS("retx < -0.5");
	HOLDS("retx < 9223372036854775807");
	HOLDS("gbps > 17.6");
	FAILS("gbps > 17.8");
	HOLDS("gbps == 17.7G");
	HOLDS("gbps > 100M");
}

static void times_need_their_unit_unless_zero(void **state)
{
	HOLDS("stall > 1ms");
	HOLDS("stall == 3280us");
	HOLDS("stall == 3.28ms");
	HOLDS("stall == 0.00328s");
	HOLDS("stall == 3280000ns");
	HOLDS("stall > 0");
	HOLDS("stall_ns > 3000000");
	HOLDS("stall_ns < 4ms");
	FAILS("stall > 1S");
}

static void percentages_are_percent(void **state)
{
	HOLDS("retx% == 2.5%");
	HOLDS("retx%>2");
	HOLDS("retx%<3%");
	HOLDS("retx% in 2..3");
}

static void a_count_compared_with_percent_means_its_share(void **state)
{
	HOLDS("retx >= 2.5%");
	FAILS("retx >= 5%");
	HOLDS("retx in {1%,2.5%}");
}

static void addresses_compare_as_addresses_and_nets(void **state)
{
	struct fixture_row v6 = fixture_row();

	HOLDS("src == 10.1.0.3");
	FAILS("src == 10.1.0.30");
	HOLDS("src != 10.1.0.30");
	HOLDS("src in 10.1.0.0/24");
	FAILS("src in 10.1.1.0/24");
	HOLDS("src == 10.0.0.0/8");
	HOLDS("src in 0.0.0.0/0");
	HOLDS("dst in {10.9.0.0/16, 10.1.0.4/32}");
	HOLDS("src in 10.1.0.2/31");
	FAILS("dst in 10.1.0.2/31");
	HOLDS("src ~ 10.1.*");
	HOLDS("src ~ 10.?.0.3");
	FAILS("src ~ 10.2.*");
	v6.src = "fd00:0:0:1::3";
	assert_true(fixture_holds_for(&v6, "src == fd00:0:0:1::3"));
	assert_true(fixture_holds_for(&v6, "src == FD00:0:0:1:0:0:0:3"));
	assert_true(fixture_holds_for(&v6, "src in fd00::/16"));
	assert_true(fixture_holds_for(&v6, "src in fd00:0:0:0::/63"));
	assert_false(fixture_holds_for(&v6, "src in fd00:0:0:0::/64"));
	assert_false(fixture_holds_for(&v6, "src in 0.0.0.0/0"));
	assert_true(fixture_holds_for(&v6, "src in ::/0"));
	assert_true(fixture_holds_for(&v6, "net in 10.1.0.0/24"));
}

static void a_field_of_several_values_equals_one_and_differs_from_all(void **state)
{
	HOLDS("host == 10.1.0.3");
	HOLDS("host == 10.1.0.4");
	FAILS("host != 10.1.0.4");
	HOLDS("host != 10.1.0.5");
	HOLDS("sport == 50000");
	HOLDS("sport > 49999");
	FAILS("sport != 50000");
	HOLDS("sport in {1,50000}");
	FAILS("sport not in {1,50000}");
	HOLDS("sport not in {1,2}");
	HOLDS("net in 10.1.0.4/32");
}

static void sets_have_numbers_and_ranges(void **state)
{
	HOLDS("qp in {0x230,0x231}");
	FAILS("qp in {0x230,0x232}");
	HOLDS("qp in {0x100..0x10f, 0x230..0x23f}");
	HOLDS("qp in 0x231..0x231");
	FAILS("qp in 0x232..0x23f");
	HOLDS("qp == 560..562");
	HOLDS("qp not in {1}");
	HOLDS("not qp in {1}");
	HOLDS("stall in 3ms..4ms");
}

static void words_compare_without_case(void **state)
{
	HOLDS("event == NAK");
	HOLDS("event in {nak,rnr}");
	FAILS("event in {timeout,rnr}");
	HOLDS("event != rnr");
	HOLDS("event ~ n*");
	HOLDS("event ~ ?AK");
	FAILS("event ~ a*");
	HOLDS("event ~ *a*");
	HOLDS("point == tor1-leaf");
	HOLDS("point ~ leaf");
	HOLDS("point ~ 'TOR1*'");
	FAILS("point ~ leaf*");
	HOLDS("point == \"Tor1-Leaf\"");
}

static void patterns_go_for_numbers_too(void **state)
{
	HOLDS("qp ~ 0x23*");
	HOLDS("qp ~ 0x000231");
	HOLDS("qp ~ 56?");
	FAILS("qp ~ 0x3*");
	HOLDS("sport ~ 498*");
}

static void ranks_are_ordered(void **state)
{
	HOLDS("sev >= warning");
	HOLDS("sev >= notice");
	FAILS("sev >= critical");
	HOLDS("sev < critical");
	HOLDS("severity == WARNING");
	HOLDS("sev in {critical,warning}");
	FAILS("sev != warning");
}

static void a_finding_is_a_number_or_a_code(void **state)
{
	HOLDS("finding == 1");
	HOLDS("finding == F3");
	FAILS("finding == 2");
	HOLDS("finding == gbn-nak");
	FAILS("finding == storm");
	HOLDS("finding in {2,rnr-nak}");
	HOLDS("finding >= 3");
	FAILS("finding > 3");
	HOLDS("finding ~ *-nak");
	FAILS("finding != 1");
	HOLDS("finding != 2");
}

static void flags_are_asked_by_their_name(void **state)
{
	struct fixture_row row = fixture_row();

	HOLDS("ackreq");
	FAILS("not ackreq");
	HOLDS("ackreq == 1");
	HOLDS("ackreq == true");
	HOLDS("ackreq != no");
	HOLDS("retx>0 and ackreq");
	row.ackreq = false;
	assert_false(fixture_holds_for(&row, "ackreq"));
	assert_true(fixture_holds_for(&row, "!ackreq"));
}

static void bare_words_are_searched_for(void **state)
{
	HOLDS("0x231");
	HOLDS("0x000231");
	HOLDS("561");
	FAILS("0x999");
	HOLDS("498");
	HOLDS("10.1.0");
	HOLDS("10.1.0.3");
	FAILS("10.1.0.30");
	HOLDS("10.1.0.0/24");
	FAILS("10.2.0.0/24");
	HOLDS("gbn-nak");
	HOLDS("\"nak\"");
	FAILS("gbn-timeout");
	HOLDS("leaf");
	HOLDS("0x231 and 10.1.0.4");
	FAILS("0x231 and 10.1.0.5");
	HOLDS("0x999 or leaf");
	HOLDS("not 0x999");
}

static void a_whole_address_is_not_the_beginning_of_another(void **state)
{
	struct fixture_row row = fixture_row();

	row.src = "10.1.0.30";
	row.dst = "10.1.0.40";
	assert_false(fixture_holds_for(&row, "10.1.0.3"));
	assert_true(fixture_holds_for(&row, "10.1.0.30"));
	assert_true(fixture_holds_for(&row, "10.1.0."));
}

static void and_binds_stronger_than_or_and_not_than_both(void **state)
{
	HOLDS("qp==0x231 or retx==0 and stall==0");
	FAILS("(qp==0x231 or retx==0) and stall==0");
	FAILS("not qp==0x231 or retx==0");
	HOLDS("not qp==1 and retx==368");
	FAILS("not (qp==1 or retx==368)");
	HOLDS("not (qp==1 or retx==0)");
	HOLDS("qp==1 and retx==0 or stall>0");
	FAILS("qp==1 and (retx==0 or stall>0)");
	HOLDS("qp==1 or qp==2 or qp==0x231");
	FAILS("qp==1 or qp==2 or qp==3");
	HOLDS("qp==0x231 and retx>0 and stall>0 and ackreq");
	FAILS("qp==0x231 and retx>0 and stall>4ms and ackreq");
	HOLDS("((((qp==0x231))))");
	HOLDS("qp==1 or not (retx==0 or not (stall>0 and ackreq))");
}

/* Truth tables against C for all assignments of three values. */
static void all_small_formulas_agree_with_c(void **state)
{
	static const char *const texts[] = {
		"qp==1 and retx==1 or ackreq",	     "qp==1 and (retx==1 or ackreq)", "qp==1 or retx==1 and ackreq",
		"not qp==1 and retx==1 or not ackreq", "not (qp==1 or retx==1) and ackreq",
	};

	for (unsigned r = 0; r < sizeof(texts) / sizeof(texts[0]); r++)
		for (unsigned bits = 0; bits < 8; bits++) {
			struct fixture_row row = fixture_row();
			const bool a = bits >> 2 & 1, b = bits >> 1 & 1, c = bits & 1;
			const bool want[] = { (a && b) || c, a && (b || c), a || (b && c), (!a && b) || !c,
					      !(a || b) && c };

			row.qp = a;
			row.retx = b;
			row.ackreq = c;
			if (fixture_holds_for(&row, texts[r]) != want[r])
				fail_msg("%s with %d %d %d: expected %d", texts[r], a, b, c, want[r]);
		}
}

static void what_is_not_known_satisfies_nothing(void **state)
{
	struct fixture_row row = fixture_row();

	row.qp = -1;
	row.port_count = 0;
	row.src = NULL;
	row.event = NULL;
	row.finding_count = 0;
	assert_false(fixture_holds_for(&row, "qp == 0x231"));
	assert_false(fixture_holds_for(&row, "qp != 0x231"));
	assert_true(fixture_holds_for(&row, "not qp == 0x231"));
	assert_false(fixture_holds_for(&row, "sport != 1"));
	assert_false(fixture_holds_for(&row, "sport not in {1}"));
	assert_false(fixture_holds_for(&row, "src != 10.1.0.3"));
	assert_false(fixture_holds_for(&row, "event ~ *"));
	assert_false(fixture_holds_for(&row, "finding > 0"));
	assert_true(fixture_holds_for(&row, "not finding > 0"));
}

static void names_have_aliases_and_no_case(void **state)
{
	HOLDS("DST_QP == 0x231");
	HOLDS("responder_qp == 0x231");
	HOLDS("QP == 0x231");
	HOLDS("Requester == 10.1.0.3");
}

static void blanks_are_free(void **state)
{
	HOLDS("  qp==0x231\tand\nretx>0  ");
	HOLDS("qp in{0x231}");
	HOLDS("(qp==0x231)and(retx>0)");
}

static void groups_tell_which_fields_are_read(void **state)
{
	static const struct {
		const char *text;
		unsigned groups;
	} rows[] = { { "qp==1", 0 }, { "qp==1 or retx>0", FIXTURE_COSTLY }, { "retx>5%", FIXTURE_COSTLY },
		     { "finding==1", 8 }, { "0x231", 0 }, { "gbn-nak", 8 }, { "\"nak\" or retx>0", 8 | FIXTURE_COSTLY } };

	for (unsigned i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct filter *f = filter_create(fixture_table(FIXTURE_PLAIN), rows[i].text, NULL);

		assert_non_null(f);
		assert_int_equal(filter_groups(f), rows[i].groups);
		filter_destroy(f);
	}
	assert_int_equal(filter_groups(NULL), 0);
}

static void no_filter_is_satisfied_by_every_row(void **state)
{
	const struct fixture_row row = fixture_row();

	assert_true(filter_match(NULL, NULL, &row));
}

static void some_rows_have_more_fields_than_others(void **state)
{
	struct filter *f = filter_create(fixture_table(FIXTURE_DEEP), "psn == 0x231", NULL);
	const struct fixture_row row = fixture_row();

	assert_non_null(f);
	assert_true(filter_match(f, NULL, &row));
	filter_destroy(f);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_comparison_of_a_number),
		cmocka_unit_test(words_stand_for_signs),
		cmocka_unit_test(numbers_have_bases_and_units),
		cmocka_unit_test(times_need_their_unit_unless_zero),
		cmocka_unit_test(percentages_are_percent),
		cmocka_unit_test(a_count_compared_with_percent_means_its_share),
		cmocka_unit_test(addresses_compare_as_addresses_and_nets),
		cmocka_unit_test(a_field_of_several_values_equals_one_and_differs_from_all),
		cmocka_unit_test(sets_have_numbers_and_ranges),
		cmocka_unit_test(words_compare_without_case),
		cmocka_unit_test(patterns_go_for_numbers_too),
		cmocka_unit_test(ranks_are_ordered),
		cmocka_unit_test(a_finding_is_a_number_or_a_code),
		cmocka_unit_test(flags_are_asked_by_their_name),
		cmocka_unit_test(bare_words_are_searched_for),
		cmocka_unit_test(a_whole_address_is_not_the_beginning_of_another),
		cmocka_unit_test(and_binds_stronger_than_or_and_not_than_both),
		cmocka_unit_test(all_small_formulas_agree_with_c),
		cmocka_unit_test(what_is_not_known_satisfies_nothing),
		cmocka_unit_test(names_have_aliases_and_no_case),
		cmocka_unit_test(blanks_are_free),
		cmocka_unit_test(groups_tell_which_fields_are_read),
		cmocka_unit_test(no_filter_is_satisfied_by_every_row),
		cmocka_unit_test(some_rows_have_more_fields_than_others),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
