/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/markdown.h"
#include "tests/unit/report/story.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void a_storm_has_all_sections_in_order(void **state)
{
	static const char *const order[] = {
		"# rocescope 0.1.0\n", "\n## VERDICT\n", "\n## TRUST\n", "\n## FINDINGS\n", "\n## FLOWS\n",
		"\n## RECOVERY (Go-Back-N)\n", "\n## PFC\n", "\n## ECN / DCQCN\n", "\n## ECMP\n", "\n## OTHER\n",
		"\n## next\n",
	};
	struct story s;
	const char *at;

	story_init(&s, STORY_STORM);
	story_page(&s, &markdown_ops, 100, false, false);
	at = s.text;
	for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++) {
		at = strstr(at, order[i]);
		if (!at)
			fail_msg("expected %s in its place in:\n%s", order[i], s.text);
	}
	story_fini(&s);
}

static void a_finding_is_a_list_item_with_hard_breaks(void **state)
{
	struct story s;

	story_init(&s, STORY_STORM);
	story_page(&s, &markdown_ops, 100, false, false);
	story_has(s.text, "\n1. \xe2\x96\xa0 **critical** `gbn-timeout` 10.1.0.3 \\> 10.1.0.4  qp 0x230,0x231, 13.09 ms .. "
			  "26.03 ms  \n   10.1.0.3 waited up to 3.57 ms");
	story_fini(&s);
}

/* Pipes that are not escaped. */
static unsigned pipes(const char *line, size_t len)
{
	unsigned n = 0;

	for (size_t i = 0; i < len; i++)
		n += line[i] == '|' && !(i && line[i - 1] == '\\');
	return n;
}

static void every_row_of_the_table_has_all_columns(void **state)
{
	struct story s;
	unsigned rows = 0;

	story_init(&s, STORY_STORM);
	story_page(&s, &markdown_ops, 100, false, false);
	for (const char *p = s.text; *p;) {
		const size_t len = strcspn(p, "\n");

		if (*p == '|') {
			assert_int_equal(pipes(p, len), 14);
			rows++;
		}
		p += len + (p[len] == '\n');
	}
	assert_int_equal(rows, 2 + 5);
	story_has(s.text, "| ---: | --- | --- | ---: |");
	story_fini(&s);
}

static void names_from_outside_cannot_become_markup(void **state)
{
	struct story s;

	story_init(&s, STORY_CROWD);
	story_page(&s, &markdown_ops, 100, false, false);
	story_has(s.text, "\n`gro\xc3\x9f?[31m|' x.pcap and 1 more`, 1,234,567,890,123 packets");
	assert_null(strchr(s.text, '\033'));
	story_fini(&s);
}

static void every_story_is_written(void **state)
{
	for (int kind = 0; kind < STORY_KINDS; kind++) {
		struct story s;

		story_init(&s, kind);
		story_page(&s, &markdown_ops, 100, true, true);
		story_has(s.text, "\n## VERDICT\n\n**");
		assert_null(strchr(s.text, '\033'));
		story_fini(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_storm_has_all_sections_in_order),
		cmocka_unit_test(a_finding_is_a_list_item_with_hard_breaks),
		cmocka_unit_test(every_row_of_the_table_has_all_columns),
		cmocka_unit_test(names_from_outside_cannot_become_markup),
		cmocka_unit_test(every_story_is_written),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
