/* SPDX-License-Identifier: BSD-2-Clause */
#include "query/quantity.h"

#include <rocescope/event.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void durations_are_exact(void **state)
{
	static const struct {
		const char *text;
		rs_ns ns;
	} good[] = {
		{ "1ns", 1 },	     { "250us", 250000 },      { "1.5ms", 1500000 }, { "3s", 3000000000LL },
		{ "2", 2000000000LL }, { "0.000000001", 1 },   { ".5s", 500000000LL },	     { "1.25s", 1250000000LL },
		{ "0s", 0 },	     { "1.0000000019s", 1000000001LL },
	};

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		rs_ns ns = -1;

		assert_int_equal(quantity_duration(good[i].text, &ns, NULL), 0);
		assert_int_equal(ns, good[i].ns);
	}
}

static void wrong_durations_are_refused_with_position_and_example(void **state)
{
	static const struct {
		const char *text;
		const char *said;
	} bad[] = {
		{ "", "duration '': ends too early; example: 250us" },
		{ "us", "duration 'us': not understood at position 1 ('us'); example: 250us" },
		{ "5 ms", "duration '5 ms': not understood at position 2 (' ms'); example: 250us" },
		{ "5m", "duration '5m': not understood at position 2 ('m'); example: 250us" },
		{ "1.ms", "duration '1.ms': not understood at position 2 ('.ms'); example: 250us" },
		{ "-5ms", "duration '-5ms': not understood at position 1 ('-5ms'); example: 250us" },
		{ "99999999999999999999s", "duration '99999999999999999999s': too large; example: 250us" },
		{ "9300000000s", "duration '9300000000s': too large; example: 250us" },
	};

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct rs_err err = { 0 };
		rs_ns ns = 77;

		assert_int_equal(quantity_duration(bad[i].text, &ns, &err), -RS_EINVAL);
		assert_string_equal(err.text, bad[i].said);
		assert_int_equal(ns, 77);
	}
}

static void sizes_are_decimal_or_binary_as_written(void **state)
{
	static const struct {
		const char *text;
		uint64_t bytes;
	} good[] = {
		{ "4096", 4096 }, { "64M", 64000000 },	  { "1.5G", 1500000000 }, { "64MiB", 64ULL << 20 },
		{ "1Ki", 1024 },  { "2tb", 2000000000000 }, { "10B", 10 },
	};

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		uint64_t v = 0;

		assert_int_equal(quantity_size(good[i].text, &v, NULL), 0);
		assert_int_equal(v, good[i].bytes);
	}
}

static void wrong_sizes_are_refused(void **state)
{
	static const char *const bad[] = { "", "M", "64Q", "64M ", "0x10", "16777216TB" };

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct rs_err err = { 0 };
		uint64_t v;

		assert_int_equal(quantity_size(bad[i], &v, &err), -RS_EINVAL);
		assert_non_null(strstr(err.text, "example: 64M"));
	}
}

static void rates_are_bits_a_second(void **state)
{
	static const struct {
		const char *text;
		uint64_t bps;
	} good[] = {
		{ "100G", 100000000000ULL }, { "25Gb/s", 25000000000ULL }, { "400 Gb/s", 400000000000ULL },
		{ "400Gbps", 400000000000ULL }, { "2.5g", 2500000000ULL }, { "1000000", 1000000 },
		{ "800kbit/s", 800000 }, { "1.6T", 1600000000000ULL }, { "10b/s", 10 },
	};

	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		uint64_t v = 0;

		assert_int_equal(quantity_rate(good[i].text, &v, NULL), 0);
		assert_int_equal(v, good[i].bps);
	}
}

static void bytes_a_second_and_other_words_are_no_rate(void **state)
{
	static const char *const bad[] = { "", "G", "25GB/s", "25GB", "25Gb/sec", "100Gx", "1e9", "99999999999T" };

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct rs_err err = { 0 };
		uint64_t v;

		assert_int_equal(quantity_rate(bad[i], &v, &err), -RS_EINVAL);
		assert_non_null(strstr(err.text, "example: 100G"));
	}
}

static void shares_are_ratios_or_percent(void **state)
{
	uint32_t ppm = 0;

	assert_int_equal(quantity_share("5%", &ppm, NULL), 0);
	assert_int_equal(ppm, 50000);
	assert_int_equal(quantity_share("0.5%", &ppm, NULL), 0);
	assert_int_equal(ppm, 5000);
	assert_int_equal(quantity_share("0.05", &ppm, NULL), 0);
	assert_int_equal(ppm, 50000);
	assert_int_equal(quantity_share("100%", &ppm, NULL), 0);
	assert_int_equal(ppm, 1000000);
}

static void wrong_shares_are_refused(void **state)
{
	static const char *const bad[] = { "", "%", "101%", "2", "5 %", "5%%", "-1%" };

	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		struct rs_err err = { 0 };
		uint32_t ppm;

		assert_int_equal(quantity_share(bad[i], &ppm, &err), -RS_EINVAL);
		assert_non_null(strstr(err.text, "example: 5%"));
	}
}

static void counts_keep_their_limits(void **state)
{
	struct rs_err err = { 0 };
	uint64_t v = 0;

	assert_int_equal(quantity_count("12", 0, 100, &v, NULL), 0);
	assert_int_equal(v, 12);
	assert_int_equal(quantity_count("0x231", 0, 0xffffff, &v, NULL), 0);
	assert_int_equal(v, 0x231);
	assert_int_equal(quantity_count("18446744073709551615", 0, UINT64_MAX, &v, NULL), 0);
	assert_true(v == UINT64_MAX);
	assert_int_equal(quantity_count("59", 60, 300, &v, &err), -RS_EINVAL);
	assert_string_equal(err.text, "number '59': not within 60..300");
	assert_int_equal(quantity_count("18446744073709551616", 0, UINT64_MAX, &v, &err), -RS_EINVAL);
	assert_int_equal(quantity_count("12a", 0, 100, &v, &err), -RS_EINVAL);
	assert_string_equal(err.text, "number '12a': not understood at position 3 ('a'); example: 12");
	assert_int_equal(quantity_count("0x", 0, 100, &v, &err), -RS_EINVAL);
	assert_int_equal(quantity_count("", 0, 100, &v, &err), -RS_EINVAL);
	assert_int_equal(quantity_count("-1", 0, 100, &v, &err), -RS_EINVAL);
}

static void severities_are_words(void **state)
{
	struct rs_err err = { 0 };
	unsigned sev = 99;

	assert_int_equal(quantity_severity("critical", &sev, NULL), 0);
	assert_int_equal(sev, RS_SEV_CRITICAL);
	assert_int_equal(quantity_severity("Info", &sev, NULL), 0);
	assert_int_equal(sev, RS_SEV_INFO);
	assert_int_equal(quantity_severity("warn", &sev, &err), -RS_EINVAL);
	assert_string_equal(err.text, "no severity 'warn'; one of critical, warning, notice or info");
	assert_int_equal(quantity_severity("warnings", &sev, &err), -RS_EINVAL);
	assert_string_equal(err.text,
			    "no severity 'warnings'; nearest: warning; one of critical, warning, notice or info");
}

static void texts_cut_anywhere_are_read_or_refused(void **state)
{
	static const char text[] = "123.456789Gb/s";

	for (size_t n = 0; n <= strlen(text); n++) {
		char cut[sizeof(text)];
		uint64_t v;
		const bool want = n == 3 || n >= 5 || n == 1 || n == 2;

		memcpy(cut, text, n);
		cut[n] = 0;
		/* Wrong are "", "123." and a unit that ends with "/". */
		assert_int_equal(quantity_rate(cut, &v, NULL) == 0, want && cut[n ? n - 1 : 0] != '/');
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(durations_are_exact),
		cmocka_unit_test(wrong_durations_are_refused_with_position_and_example),
		cmocka_unit_test(sizes_are_decimal_or_binary_as_written),
		cmocka_unit_test(wrong_sizes_are_refused),
		cmocka_unit_test(rates_are_bits_a_second),
		cmocka_unit_test(bytes_a_second_and_other_words_are_no_rate),
		cmocka_unit_test(shares_are_ratios_or_percent),
		cmocka_unit_test(wrong_shares_are_refused),
		cmocka_unit_test(counts_keep_their_limits),
		cmocka_unit_test(severities_are_words),
		cmocka_unit_test(texts_cut_anywhere_are_read_or_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
