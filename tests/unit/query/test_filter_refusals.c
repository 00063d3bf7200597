/* SPDX-License-Identifier: BSD-2-Clause */
/* What is refused: the whole message, with the mark under the place. */
#include "filter_fixture.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void expect(const char *text, const char *want)
{
	assert_string_equal(fixture_refused(text), want);
}

static void names_are_refused_with_the_three_nearest(void **state)
{
	expect("retxx > 0",
	       "no field 'retxx'; nearest: retx, retx%, host\n"
	       "  retxx > 0\n"
	       "  ^");
	expect("src==10.1.0.3 and retxx>0",
	       "no field 'retxx'; nearest: retx, retx%, host\n"
	       "  src==10.1.0.3 and retxx>0\n"
	       "                    ^");
	expect("qq == 1",
	       "no field 'qq'; nearest: qp, src, dst\n"
	       "  qq == 1\n"
	       "  ^");
	expect("(qp==1 or\tstal > 1ms)",
	       "no field 'stal'; nearest: stall, stall_ns, src\n"
	       "  (qp==1 or stal > 1ms)\n"
	       "            ^");
	expect("psn == 1",
	       "no field 'psn' in these rows (other commands have it); nearest: dst, point, src\n"
	       "  psn == 1\n"
	       "  ^");
	expect("0x231 == qp",
	       "the field stands on the left, the value on the right\n"
	       "  0x231 == qp\n"
	       "  ^");
	expect("\"qp\" == 1",
	       "a quoted text is no field: fields stand without quotes\n"
	       "  \"qp\" == 1\n"
	       "  ^");
}

static void fields_alone_are_refused(void **state)
{
	expect("qp",
	       "qp is a field: compare it, as in qp > 0, or quote it to search for the word\n"
	       "  qp\n"
	       "  ^");
	expect("stall",
	       "stall is a field: compare it, as in stall > 0, or quote it to search for the word\n"
	       "  stall\n"
	       "  ^");
	expect("event",
	       "event is a field: compare it, as in event == VALUE, or quote it to search for the word\n"
	       "  event\n"
	       "  ^");
	expect("src",
	       "src is a field: compare it, as in src == VALUE, or quote it to search for the word\n"
	       "  src\n"
	       "  ^");
	expect("qp not 1",
	       "qp is a field: compare it, as in qp > 0, or quote it to search for the word\n"
	       "  qp not 1\n"
	       "  ^");
}

static void what_is_missing_is_named(void **state)
{
	expect("",
	       "the filter is empty: write a comparison, as in retx > 0\n"
	       "  \n"
	       "  ^");
	expect("   ",
	       "the filter is empty: write a comparison, as in retx > 0\n"
	       "     \n"
	       "  ^");
	expect("qp ==",
	       "the filter ends too early: a value is missing\n"
	       "  qp ==\n"
	       "       ^");
	expect("qp == 1 qp == 2",
	       "'and' or 'or' is missing before 'qp'\n"
	       "  qp == 1 qp == 2\n"
	       "          ^");
	expect("(qp == 1",
	       "this ( has no )\n"
	       "  (qp == 1\n"
	       "  ^");
	expect("qp == 1)",
	       "this ) has no (\n"
	       "  qp == 1)\n"
	       "         ^");
	expect("qp == (1)",
	       "a value is missing before '('\n"
	       "  qp == (1)\n"
	       "        ^");
	expect("and qp == 1",
	       "a comparison is missing before 'and'\n"
	       "  and qp == 1\n"
	       "  ^");
	expect("qp == 1 and",
	       "the filter ends too early: a comparison is missing\n"
	       "  qp == 1 and\n"
	       "             ^");
	expect("not",
	       "the filter ends too early: a comparison is missing\n"
	       "  not\n"
	       "     ^");
	expect("()",
	       "a comparison is missing before ')'\n"
	       "  ()\n"
	       "   ^");
	expect("in == 1",
	       "a field is missing before 'in'\n"
	       "  in == 1\n"
	       "  ^");
	expect("\"\"",
	       "the empty text is everywhere: write a word\n"
	       "  \"\"\n"
	       "  ^");
	expect("qp in {1 2}",
	       "a comma or } is missing before '2'\n"
	       "  qp in {1 2}\n"
	       "           ^");
	expect("qp in {1,}",
	       "a value is missing before '}'\n"
	       "  qp in {1,}\n"
	       "           ^");
	expect("qp in {}",
	       "a value is missing before '}'\n"
	       "  qp in {}\n"
	       "         ^");
	expect("qp in {1,2",
	       "the filter ends too early: a comma or } is missing\n"
	       "  qp in {1,2\n"
	       "            ^");
}

static void signs_of_other_languages_are_refused(void **state)
{
	expect("qp = 1",
	       "'=' alone is not an operator: write ==\n"
	       "  qp = 1\n"
	       "     ^");
	expect("qp == 1 & retx == 2",
	       "'&' alone is not an operator: write and\n"
	       "  qp == 1 & retx == 2\n"
	       "          ^");
	expect("qp == 1 | qp == 2",
	       "'|' alone is not an operator: write or\n"
	       "  qp == 1 | qp == 2\n"
	       "          ^");
	expect("qp === 1",
	       "'===' is written == here\n"
	       "  qp === 1\n"
	       "     ^");
	expect("qp <> 1",
	       "'<>' is written != here\n"
	       "  qp <> 1\n"
	       "     ^");
	expect("qp =~ 1",
	       "'=~' is written ~ here\n"
	       "  qp =~ 1\n"
	       "     ^");
	expect("qp !~ 1",
	       "'!~' is not an operator: write not FIELD ~ PATTERN\n"
	       "  qp !~ 1\n"
	       "     ^");
	expect("qp == \"1",
	       "'\"' has no partner: the quoted text does not end\n"
	       "  qp == \"1\n"
	       "        ^");
	expect("qp == 1 $ 2",
	       "'$' is not a sign of filters: quote texts that have it\n"
	       "  qp == 1 $ 2\n"
	       "          ^");
	expect("qp; 1",
	       "';' is not a sign of filters: quote texts that have it\n"
	       "  qp; 1\n"
	       "    ^");
	expect("retx contains 3",
	       "'contains' is written ~ here, as in name ~ *PART*\n"
	       "  retx contains 3\n"
	       "       ^");
	expect("retx matches 3",
	       "'matches' is written ~ here, with * and ?\n"
	       "  retx matches 3\n"
	       "       ^");
	expect("qp in (1,2)",
	       "sets stand in braces: qp in {A,B}\n"
	       "  qp in (1,2)\n"
	       "        ^");
	expect("qp == {1,2}",
	       "a set goes with in: qp in {A,B}\n"
	       "  qp == {1,2}\n"
	       "     ^");
}

static void operators_must_suit_the_type(void **state)
{
	expect("src < 10.1.0.3",
	       "src is an address: it knows == != in ~\n"
	       "  src < 10.1.0.3\n"
	       "      ^");
	expect("stall ~ 3*",
	       "stall is a time: it knows == != < <= > >= in\n"
	       "  stall ~ 3*\n"
	       "        ^");
	expect("retx% ~ 3*",
	       "retx% is a percentage: it knows == != < <= > >= in\n"
	       "  retx% ~ 3*\n"
	       "        ^");
	expect("event > nak",
	       "event is a word: it knows == != in ~\n"
	       "  event > nak\n"
	       "        ^");
	expect("sev ~ w*",
	       "sev is a rank: it knows == != < <= > >= in\n"
	       "  sev ~ w*\n"
	       "      ^");
	expect("finding > gbn-nak",
	       "'gbn-nak' is a word: < and > need a number\n"
	       "  finding > gbn-nak\n"
	       "            ^");
	expect("ackreq > 0",
	       "ackreq is a flag: write its name alone, or not and its name\n"
	       "  ackreq > 0\n"
	       "         ^");
	expect("qp > 1..2",
	       "'1..2' is a range: it goes with == != in\n"
	       "  qp > 1..2\n"
	       "       ^");
}

static void values_must_suit_the_type(void **state)
{
	expect("src == 10.1",
	       "'10.1' is no whole address: write 10.1.0.3, 10.1.0.0/24, fd00::/16 or src ~ 10.1.*\n"
	       "  src == 10.1\n"
	       "         ^");
	expect("src == 10.1.0.0/33",
	       "'10.1.0.0/33' is no whole address: write 10.1.0.3, 10.1.0.0/24, fd00::/16 or src ~ 10.1.*\n"
	       "  src == 10.1.0.0/33\n"
	       "         ^");
	expect("src == fd00::/129",
	       "'fd00::/129' is no whole address: write 10.1.0.3, 10.1.0.0/24, fd00::/16 or src ~ 10.1.*\n"
	       "  src == fd00::/129\n"
	       "         ^");
	expect("src == foo",
	       "'foo' is no whole address: write 10.1.0.3, 10.1.0.0/24, fd00::/16 or src ~ 10.1.*\n"
	       "  src == foo\n"
	       "         ^");
	expect("stall > 3",
	       "'3' needs a unit, stall is a time: 3s, 3ms, 3us or 3ns\n"
	       "  stall > 3\n"
	       "          ^");
	expect("stall > 3m",
	       "'3m' has a unit that stall does not know: write 250us\n"
	       "  stall > 3m\n"
	       "          ^");
	expect("stall > 3K",
	       "'3K' has a unit that stall does not know: write 250us\n"
	       "  stall > 3K\n"
	       "          ^");
	expect("qp == x",
	       "'x' is not a number, but qp is: write 12, 0x231 or 4K\n"
	       "  qp == x\n"
	       "        ^");
	expect("qp == 0x",
	       "'0x' is not a number, but qp is: write 12, 0x231 or 4K\n"
	       "  qp == 0x\n"
	       "        ^");
	expect("qp == -",
	       "'-' is not a number, but qp is: write 12, 0x231 or 4K\n"
	       "  qp == -\n"
	       "        ^");
	expect("qp == 5%",
	       "'5%' has a unit that qp does not know: write 12, 0x231 or 4K\n"
	       "  qp == 5%\n"
	       "        ^");
	expect("qp == 1.5.2",
	       "'1.5.2' has a unit that qp does not know: write 12, 0x231 or 4K\n"
	       "  qp == 1.5.2\n"
	       "        ^");
	expect("qp == 99999999999999999999",
	       "'99999999999999999999' is too large\n"
	       "  qp == 99999999999999999999\n"
	       "        ^");
	expect("retx == 20000000T",
	       "'20000000T' is too large\n"
	       "  retx == 20000000T\n"
	       "          ^");
	expect("qp == 2..1",
	       "'2..1' is a range that ends before it begins\n"
	       "  qp == 2..1\n"
	       "        ^");
	expect("qp == 1..",
	       "'1..' is not a range: write A..B, as in 0x230..0x23f\n"
	       "  qp == 1..\n"
	       "        ^");
	expect("event == nack",
	       "'nack' is no event; nearest: nak, gap, rnr\n"
	       "  event == nack\n"
	       "           ^");
	expect("sev >= bad",
	       "'bad' is no sev; nearest: info, notice, warning, critical\n"
	       "  sev >= bad\n"
	       "         ^");
	expect("finding == gbn-nack",
	       "'gbn-nack' is no finding; nearest: gbn-nak, rnr-nak, gbn-timeout\n"
	       "  finding == gbn-nack\n"
	       "             ^");
	expect("ackreq == 3",
	       "'3' is neither true nor false: write ackreq or not ackreq\n"
	       "  ackreq == 3\n"
	       "            ^");
	expect("retx > 5x",
	       "'5x' has a unit that retx does not know: write 12, 0x231 or 4K\n"
	       "  retx > 5x\n"
	       "         ^");
	expect("qp in {1,2,99999999999999999999}",
	       "'99999999999999999999' is too large\n"
	       "  qp in {1,2,99999999999999999999}\n"
	       "             ^");
}

static void names_of_wireshark_are_answered_with_ours(void **state)
{
	expect("infiniband.bth.destqp == 0x231",
	       "infiniband.bth.destqp is qp here: qp == 0x231\n"
	       "  infiniband.bth.destqp == 0x231\n"
	       "  ^");
	expect("infiniband.bth.destqp",
	       "infiniband.bth.destqp is qp here: qp == 0x231\n"
	       "  infiniband.bth.destqp\n"
	       "  ^");
	expect("INFINIBAND.BTH.DESTQP==0x231 and x",
	       "infiniband.bth.destqp is qp here: qp == 0x231\n"
	       "  INFINIBAND.BTH.DESTQP==0x231 and x\n"
	       "  ^");
	expect("ip.src == 10.1.0.3 and qp==1",
	       "ip.src is src here: src == 10.1.0.3\n"
	       "  ip.src == 10.1.0.3 and qp==1\n"
	       "  ^");
	expect("qp==1 and ip.addr in {10.1.0.3}",
	       "ip.addr is host here: host == 10.1.0.3\n"
	       "  qp==1 and ip.addr in {10.1.0.3}\n"
	       "            ^");
	expect("infiniband.bth.psn == 5",
	       "infiniband.bth.psn is psn here, which these rows do not have: other commands do\n"
	       "  infiniband.bth.psn == 5\n"
	       "  ^");
	expect("udp.dstport == 4791",
	       "udp.dstport: the destination port is that of RoCE for all rows (--roce-port)\n"
	       "  udp.dstport == 4791\n"
	       "  ^");
	expect("udp.port == 4791",
	       "udp.port: sport is the source port; the destination port is that of RoCE (--roce-port)\n"
	       "  udp.port == 4791\n"
	       "  ^");
	expect("udp.srcport eq 49825",
	       "udp.srcport is sport here: sport eq 49825\n"
	       "  udp.srcport eq 49825\n"
	       "  ^");
}

static void letters_of_several_bytes_take_one_column(void **state)
{
	expect("point == ääää and retxx > 0",
	       "no field 'retxx'; nearest: retx, retx%, host\n"
	       "  point == ääää and retxx > 0\n"
	       "                    ^");
}

static void long_filters_show_the_place_and_what_stands_around_it(void **state)
{
	char text[600] = "";
	const char *message, *mark, *line;

	for (unsigned i = 0; i < 40; i++)
		strcat(text, "qp == 1 or ");
	strcat(text, "retxx > 0");
	for (unsigned i = 0; i < 10; i++)
		strcat(text, " or qp == 1");
	message = fixture_refused(text);
	line = strstr(message, "\n  ..");
	assert_non_null(line);
	assert_non_null(strstr(line, "..\n"));
	mark = strrchr(message, '\n') + 1;
	assert_int_equal(mark[strlen(mark) - 1], '^');
	/* The mark stands under the name. */
	assert_int_equal(strncmp(line + strlen(mark), "retxx", 5), 0);
}

static void length_depth_and_number_of_values_have_limits(void **state)
{
	static char text[FILTER_CHARS_MAX + 100];
	const char *message;
	size_t n = 0;

	memset(text, 'a', FILTER_CHARS_MAX + 1);
	assert_non_null(strstr(fixture_refused(text), "the filter is longer than 2048 characters\n"));
	memset(text, 0, sizeof(text));
	memset(text, '(', FILTER_DEPTH_MAX + 1);
	message = fixture_refused(text);
	assert_non_null(strstr(message, "parentheses are nested deeper than 64\n"));
	memset(text, 0, sizeof(text));
	n += (size_t)sprintf(text, "qp in {1");
	while (n < FILTER_CHARS_MAX - 3)
		n += (size_t)sprintf(text + n, ",1");
	strcat(text, "}");
	assert_non_null(strstr(fixture_refused(text), "too many values: at most 512\n"));
	memset(text, 0, sizeof(text));
	for (n = 0; n < FILTER_CHARS_MAX - 8;)
		n += (size_t)sprintf(text + n, "%s1", n ? " or " : "");
	assert_non_null(strstr(fixture_refused(text), "too many comparisons: at most 1024 steps\n"));
}

static void as_deep_as_allowed_is_accepted(void **state)
{
	char text[400] = "";

	memset(text, '(', FILTER_DEPTH_MAX);
	strcat(text, "qp==0x231");
	memset(text + strlen(text), ')', FILTER_DEPTH_MAX);
	assert_true(fixture_holds(text));
	memset(text, 0, sizeof(text));
	memset(text, '!', 300);
	strcat(text, "qp==0x231");
	assert_true(fixture_holds(text));
}

static void long_words_are_refused(void **state)
{
	char text[300] = "point == ";

	memset(text + strlen(text), 'x', 127);
	assert_false(fixture_holds(text));
	strcat(text, "x");
	assert_non_null(strstr(fixture_refused(text), "this value is too long: at most 127 characters\n"));
	assert_non_null(strstr(fixture_refused(text + 9), "this word is too long: at most 127 characters\n"));
}

static void control_characters_never_reach_the_terminal(void **state)
{
	const char *message = fixture_refused("qp == '\033[31m\001' and \033");

	for (const char *s = message; *s; s++)
		assert_true((unsigned char)*s >= 0x20 || *s == '\n');
}

static void an_error_may_be_unwanted(void **state)
{
	assert_null(filter_create(fixture_table(FIXTURE_PLAIN), "qq == 1", NULL));
}

/* A small generator (xorshift): words of the language in any order, and any bytes. */
static uint64_t dice(uint64_t *s)
{
	*s ^= *s << 13;
	*s ^= *s >> 7;
	*s ^= *s << 17;
	return *s;
}

static void random_text(uint64_t *seed, char *out, size_t size)
{
	static const char *const parts[] = { "qp", "src", "host", "retx", "retx%", "stall", "event", "sev", "finding",
		"ackreq", "point", "psn", "==", "!=", "<", "<=", ">", ">=", "~", "in", "not", "and", "or", "&&", "||", "!", "(",
		")", "{", "}", ",", "0x231", "10.1.0.3", "10.1.0.0/24", "fd00::/16", "5%", "1ms", "1..2", "nak", "warning",
		"gbn-nak", "*a*", "\"x y\"", "'", "ip.src", "-1", "\xc3\xa4" };
	size_t len = 0;

	out[0] = 0;
	for (unsigned n = dice(seed) % 24; n; n--) {
		char odd[2] = { (char)(dice(seed) % 255 + 1), 0 };
		const char *part = dice(seed) % 12 ? parts[dice(seed) % (sizeof(parts) / sizeof(parts[0]))] : odd;

		len += (size_t)snprintf(out + len, size - len, "%s%s", part, dice(seed) % 4 ? " " : "");
	}
}

static void no_text_breaks_the_compiler_or_a_run(void **state)
{
	const struct fixture_row row = fixture_row();
	uint64_t seed = 88172645463325252ULL;
	unsigned accepted = 0;

	for (unsigned i = 0; i < 200000; i++) {
		char text[1024];
		struct rs_err err = { 0 };
		struct filter *f;

		random_text(&seed, text, sizeof(text));
		f = filter_create(fixture_table(FIXTURE_PLAIN), text, &err);
		if (f) {
			filter_match(f, NULL, &row);
			accepted++;
		} else {
			const char *mark = strrchr(err.text, '\n');

			assert_int_equal(err.code, RS_EINVAL);
			assert_non_null(mark);
			assert_int_equal(mark[strlen(mark) - 1], '^');
		}
		filter_destroy(f);
	}
	assert_true(accepted > 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(names_are_refused_with_the_three_nearest),
		cmocka_unit_test(fields_alone_are_refused),
		cmocka_unit_test(what_is_missing_is_named),
		cmocka_unit_test(signs_of_other_languages_are_refused),
		cmocka_unit_test(operators_must_suit_the_type),
		cmocka_unit_test(values_must_suit_the_type),
		cmocka_unit_test(names_of_wireshark_are_answered_with_ours),
		cmocka_unit_test(letters_of_several_bytes_take_one_column),
		cmocka_unit_test(long_filters_show_the_place_and_what_stands_around_it),
		cmocka_unit_test(length_depth_and_number_of_values_have_limits),
		cmocka_unit_test(as_deep_as_allowed_is_accepted),
		cmocka_unit_test(long_words_are_refused),
		cmocka_unit_test(control_characters_never_reach_the_terminal),
		cmocka_unit_test(an_error_may_be_unwanted),
		cmocka_unit_test(no_text_breaks_the_compiler_or_a_run),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
