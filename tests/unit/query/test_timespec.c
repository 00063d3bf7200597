/* SPDX-License-Identifier: BSD-2-Clause */
#include "query/timespec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#define START 1764500000013000123LL /* 2025-11-30T10:53:20.013000123Z */
#define END (START + 10 * RS_NS_PER_S)
#define MIDNIGHT (1764460800LL * RS_NS_PER_S) /* 2025-11-30T00:00:00Z */

static rs_ns resolved(const char *s)
{
	struct time_place p;
	struct rs_err err = { 0 };

	if (timespec_parse(s, &p, &err))
		fail_msg("%s: %s", s, err.text);
	return timespec_resolve(&p, START, END);
}

static void offsets_count_from_the_first_packet(void **state)
{
	assert_int_equal(resolved("1.25s"), START + 1250000000LL);
	assert_int_equal(resolved("+80ms"), START + 80000000LL);
	assert_int_equal(resolved("7"), START + 7000000000LL);
	assert_int_equal(resolved("0"), START);
	assert_int_equal(resolved("250us"), START + 250000);
	assert_int_equal(resolved("3ns"), START + 3);
}

static void a_minus_counts_from_the_last_packet(void **state)
{
	assert_int_equal(resolved("-2s"), END - 2000000000LL);
	assert_int_equal(resolved("-100us"), END - 100000);
}

static void a_time_of_day_is_on_the_day_of_the_capture(void **state)
{
	assert_int_equal(resolved("10:53:20.013"), MIDNIGHT + (10 * 3600 + 53 * 60 + 20) * RS_NS_PER_S + 13000000);
	assert_int_equal(resolved("10:53"), MIDNIGHT + (10 * 3600 + 53 * 60) * RS_NS_PER_S);
	assert_int_equal(resolved("23:59:59.999999999"), MIDNIGHT + 86400 * RS_NS_PER_S - 1);
}

static void a_time_of_day_after_midnight_is_on_the_next_day(void **state)
{
	const rs_ns start = MIDNIGHT + 86390 * RS_NS_PER_S, end = start + 20 * RS_NS_PER_S;
	struct time_place p;

	assert_int_equal(timespec_parse("00:00:05", &p, NULL), 0);
	assert_int_equal(timespec_resolve(&p, start, end), MIDNIGHT + 86405 * RS_NS_PER_S);
	assert_int_equal(timespec_parse("00:01:05", &p, NULL), 0);
	assert_int_equal(timespec_resolve(&p, start, end), MIDNIGHT + 65 * RS_NS_PER_S);
}

static void rfc_3339_is_absolute(void **state)
{
	assert_int_equal(resolved("2025-11-30T10:53:20.013000123Z"), START);
	assert_int_equal(resolved("2025-11-30 10:53:20.013000123"), START);
	assert_int_equal(resolved("2025-11-30T11:53:20.013000123+01:00"), START);
	assert_int_equal(resolved("2025-11-30t05:23:20.013000123-05:30"), START);
	assert_int_equal(resolved("2025-11-30T10:53Z"), START - 20 * RS_NS_PER_S - 13000123);
	assert_int_equal(resolved("1970-01-01T00:00:00Z"), 0);
}

static void only_absolute_times_need_no_packets(void **state)
{
	struct time_place p;

	assert_int_equal(timespec_parse("2025-11-30T10:53:20Z", &p, NULL), 0);
	assert_false(timespec_needs_packets(&p));
	assert_int_equal(timespec_parse("10:53:20", &p, NULL), 0);
	assert_true(timespec_needs_packets(&p));
	assert_int_equal(timespec_parse("-2s", &p, NULL), 0);
	assert_true(timespec_needs_packets(&p));
}

static void wrong_times_are_refused_with_position_and_examples(void **state)
{
	static const struct {
		const char *text;
		const char *said;
	} bad[] = {
		{ "", "ends too early" },
		{ "-", "ends too early" },
		{ "soon", "position 1 ('soon')" },
		{ "1.25x", "position 5 ('x')" },
		{ "5 ms", "position 2 (' ms')" },
		{ "25:00:00", "position 1 ('25:00:00')" },
		{ "10:60", "position 4 ('60')" },
		{ "10:53:20.013s", "position 13 ('s')" },
		{ "2025-13-01T00:00:00Z", "position 6 ('13-01T00:00:00Z')" },
		{ "2025-11-30", "ends too early" },
		{ "2025-11-30T10:53:20+1", "position 21 ('1')" },
		{ "2025-11-30T10:53:20Zx", "position 21 ('x')" },
		{ "99999999999s", "too large" },
		{ "F1", "position 1 ('F1')" },
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct rs_err err = { 0 };
		struct time_place p;

		assert_int_equal(timespec_parse(bad[i].text, &p, &err), -RS_EINVAL);
		if (!strstr(err.text, bad[i].said) || !strstr(err.text, "1.25s, -2s"))
			fail_msg("'%s' was refused with: %s", bad[i].text, err.text);
	}
}

static void around_takes_numbers_of_things(void **state)
{
	static const struct {
		const char *text;
		enum timespec_kind kind;
		uint64_t number;
		rs_ns span;
	} good[] = {
		{ "F1+-5ms", TIMESPEC_FINDING, 1, 5000000 },
		{ "f12\xc2\xb1" "5ms", TIMESPEC_FINDING, 12, 5000000 },
		{ "e17+-100us", TIMESPEC_EPISODE, 17, 100000 },
		{ "110405+-1ms", TIMESPEC_FRAME, 110405, 1000000 },
		{ "#110405", TIMESPEC_FRAME, 110405, 1000000 },
		{ "E3", TIMESPEC_EPISODE, 3, 1000000 },
	};

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		struct time_around a;

		assert_int_equal(timespec_parse_around(good[i].text, &a, NULL), 0);
		assert_int_equal(a.place.kind, good[i].kind);
		assert_int_equal(a.place.number, good[i].number);
		assert_int_equal(a.before, good[i].span);
		assert_int_equal(a.after, good[i].span);
		assert_int_equal(timespec_resolve(&a.place, START, END), RS_NS_NONE);
	}
}

static void around_takes_times(void **state)
{
	struct time_around a;

	assert_int_equal(timespec_parse_around("1.25s+-10ms", &a, NULL), 0);
	assert_int_equal(timespec_resolve(&a.place, START, END), START + 1250000000LL);
	assert_int_equal(a.before, 10000000);
	assert_int_equal(timespec_parse_around("-2s+-1ms", &a, NULL), 0);
	assert_int_equal(timespec_resolve(&a.place, START, END), END - 2000000000LL);
	assert_int_equal(timespec_parse_around("+80ms\xc2\xb1" "1us", &a, NULL), 0);
	assert_int_equal(timespec_resolve(&a.place, START, END), START + 80000000);
	assert_int_equal(timespec_parse_around("2025-11-30T10:53:20.013000123Z+-1s", &a, NULL), 0);
	assert_int_equal(timespec_resolve(&a.place, START, END), START);
}

static void wrong_arounds_are_refused(void **state)
{
	static const char *const bad[] = {
		"", "+-5ms", "F1+-", "F1+-5", "F0+-5ms", "F+-5ms", "e1x+-5ms", "G1+-5ms", "#+-1ms", "1.5+-x", "F1.5",
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct rs_err err = { 0 };
		struct time_around a;
		const bool plain_seconds = !strcmp(bad[i], "F1+-5");

		/* A span without unit is seconds, as everywhere. */
		assert_int_equal(timespec_parse_around(bad[i], &a, &err), plain_seconds ? 0 : -RS_EINVAL);
		if (!plain_seconds && !strstr(err.text, "example"))
			fail_msg("'%s' was refused with: %s", bad[i], err.text);
	}
}

static void texts_cut_anywhere_never_do_harm(void **state)
{
	static const char text[] = "2025-11-30T10:53:20.013000123+01:00+-12.5ms";

	for (size_t n = 0; n < sizeof(text); n++) {
		char cut[sizeof(text)];
		struct time_around a;
		struct rs_err err = { 0 };
		int rc;

		memcpy(cut, text, n);
		cut[n] = 0;
		rc = timespec_parse_around(cut, &a, &err);
		assert_true(rc == 0 || (rc == -RS_EINVAL && err.text[0]));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(offsets_count_from_the_first_packet),
		cmocka_unit_test(a_minus_counts_from_the_last_packet),
		cmocka_unit_test(a_time_of_day_is_on_the_day_of_the_capture),
		cmocka_unit_test(a_time_of_day_after_midnight_is_on_the_next_day),
		cmocka_unit_test(rfc_3339_is_absolute),
		cmocka_unit_test(only_absolute_times_need_no_packets),
		cmocka_unit_test(wrong_times_are_refused_with_position_and_examples),
		cmocka_unit_test(around_takes_numbers_of_things),
		cmocka_unit_test(around_takes_times),
		cmocka_unit_test(wrong_arounds_are_refused),
		cmocka_unit_test(texts_cut_anywhere_never_do_harm),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
