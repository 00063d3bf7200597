/* SPDX-License-Identifier: BSD-2-Clause */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>

#include "fixture.h"
#include "report/csv.h"

static void cells_are_quoted_only_where_they_must(void **state)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	struct csv w;

	csv_init(&w, out);
	csv_cell(&w, "plain words; and more");
	csv_cell(&w, "a,b");
	csv_cell(&w, "say \"x\"");
	csv_cell(&w, "two\nlines");
	csv_cell(&w, "cr\r");
	csv_cell(&w, "");
	csv_cell(&w, NULL);
	csv_int(&w, -5);
	csv_int(&w, INT64_MIN);
	csv_end_line(&w);
	csv_cell(&w, NULL);
	csv_cell(&w, "x");
	csv_end_line(&w);
	fclose(out);
	assert_string_equal(text, "plain words; and more,\"a,b\",\"say \"\"x\"\"\",\"two\nlines\",\"cr\r\",,,-5,"
				  "-9223372036854775808\r\n,x\r\n");
	free(text);
}

/* One row of a kind with the given fields, heading left out. */
static void expect_row(struct fixture *f, enum row_kind kind, const char *fields, const void *row, const char *want)
{
	FILE *out = fixture_open(f);
	struct order *o = order_create(&f->report, NULL);
	struct row_pick pick;
	struct row_ctx c;
	struct csv w;

	assert_non_null(o);
	row_ctx_init(&c, &f->report, o);
	assert_int_equal(row_pick_fields(&pick, kind, fields, NULL), 0);
	csv_init(&w, out);
	csv_row(&w, &c, &pick, row);
	fixture_close(f, out);
	order_destroy(o);
	assert_string_equal(f->text, want);
}

static void lists_are_joined_by_semicolons_and_unknown_is_empty(void **state)
{
	struct fixture f;
	struct row_episode e = { .number = 0 };

	fixture_init(&f);
	expect_row(&f, ROW_FLOW, "udp_sports,vni,pcps,src", &f.flows[1], "49825;49826,,,10.1.0.3\r\n");
	assert_int_equal(spool_read(f.episodes, 1, &e.e, 1), 1);
	expect_row(&f, ROW_EPISODE, "episode,lost.exact,lost.ranges,frames,stalls_ns", &e,
		   "e1,true,100-101;103-103,12;14;19,\r\n");
	expect_row(&f, ROW_LANE, "lane,pairing.method,pairing.confidence,una_psn", &f.lanes[1], "l1,SPORT,0.97,\r\n");
	fixture_fini(&f);
}

static void a_list_is_quoted_as_a_whole(void **state)
{
	struct fixture f;
	struct row_episode e = { .number = 0 };

	fixture_init(&f);
	f.report.file_count = 2;
	f.files[0].name = "a,b.pcap";
	assert_int_equal(spool_read(f.episodes, 1, &e.e, 1), 1);
	expect_row(&f, ROW_EPISODE, "frames,naks", &e, "\"a,b.pcap:12;a,b.pcap:14;a,b.pcap:19\",1\r\n");
	fixture_fini(&f);
}

static void evidence_is_name_value_and_unit(void **state)
{
	struct fixture f;

	fixture_init(&f);
	expect_row(&f, ROW_FINDING, "id,evidence,scope.hosts", &f.findings[0],
		   "F1,naks=1 packets;resent_share>=0.047619 ratio,10.1.0.3;10.1.0.4\r\n");
	fixture_fini(&f);
}

static void unknown_fields_name_the_nearest(void **state)
{
	struct row_pick pick;
	struct row_sort sort;
	struct rs_err err;

	assert_int_equal(row_pick_fields(&pick, ROW_LANE, "lane,resent_packet", &err), -RS_EINVAL);
	assert_non_null(strstr(err.text, "resent_packet"));
	assert_non_null(strstr(err.text, "nearest: resent_packets"));
	assert_int_equal(row_pick_fields(&pick, ROW_LANE, "", &err), -RS_EINVAL);
	assert_int_equal(row_sort_keys(&sort, ROW_EVENT, "-t_nss", &err), -RS_EINVAL);
	assert_non_null(strstr(err.text, "nearest: t_ns"));
	assert_int_equal(row_sort_keys(&sort, ROW_EVENT, "kind,kind,kind,kind,kind", &err), -RS_ELIMIT);
}

static void no_kind_has_two_columns_of_one_name(void **state)
{
	for (unsigned kind = 0; kind < ROW_KIND_COUNT; kind++) {
		unsigned n;
		const struct row_column *cols = row_columns((enum row_kind)kind, &n);

		assert_true(n <= ROW_PICK_MAX);
		for (unsigned i = 0; i < n; i++)
			for (unsigned k = 0; k < i; k++)
				assert_string_not_equal(cols[i].name, cols[k].name);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(cells_are_quoted_only_where_they_must),
		cmocka_unit_test(lists_are_joined_by_semicolons_and_unknown_is_empty),
		cmocka_unit_test(a_list_is_quoted_as_a_whole),
		cmocka_unit_test(evidence_is_name_value_and_unit),
		cmocka_unit_test(unknown_fields_name_the_nearest),
		cmocka_unit_test(no_kind_has_two_columns_of_one_name),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
