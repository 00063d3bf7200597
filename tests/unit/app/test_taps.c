/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/taps.h"

#include "capture/writer.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char path[64];
static struct input *in;
static struct taps *p;

/* A file with two interfaces, one of which says its speed. */
static int enter(void **state)
{
	const struct writer_interface ifs[2] = { { "tor0", 1, 0, 25000000000ULL }, { "tor1", 1, 0, 0 } };
	const uint8_t bytes[60] = { 0 };
	const struct rs_packet pkt = { .data = bytes, .caplen = 60, .wirelen = 60, .linktype = 1, .time = 1000 };
	struct input_config cfg = { 0 };
	const char *paths[1] = { path };
	struct writer *w;
	FILE *f;
	int fd;

	strcpy(path, "/tmp/rs-points-XXXXXX");
	fd = mkstemp(path);
	f = fdopen(fd, "w");
	w = writer_create(f, true, ifs, 2, NULL);
	if (!w || writer_packet(w, &pkt, NULL) || writer_finish(w))
		return -1;
	fclose(f);
	cfg.paths = paths;
	cfg.path_count = 1;
	if (input_open(&cfg, &in, NULL))
		return -1;
	p = taps_create(100000000000ULL, NULL);
	{
		const struct rs_packet *burst;

		while (input_next(in, &burst))
			taps_sync(p, in);
	}
	return 0;
}

static int leave(void **state)
{
	taps_destroy(p);
	input_close(in);
	unlink(path);
	return 0;
}

static struct rs_record erspan(unsigned point, uint32_t session)
{
	struct rs_record r = { 0 };

	r.point = (uint16_t)point;
	r.tunnel = RS_TUNNEL_ERSPAN2;
	r.encap_id = session << 22 | 5;
	return r;
}

static void interfaces_are_points_in_file_order(void **state)
{
	unsigned n;
	const struct report_point *rows = taps_rows(p, in, &n);

	assert_int_equal(n, 2);
	assert_string_equal(rows[0].name, "tor0");
	assert_string_equal(rows[1].name, "tor1");
}

static void speed_comes_from_the_file_before_the_option(void **state)
{
	unsigned n;
	const struct report_point *rows = taps_rows(p, in, &n);

	assert_int_equal(rows[0].link_bps, 25000000000ULL);
	assert_string_equal(rows[0].link_bps_source, "file");
	assert_int_equal(rows[1].link_bps, 100000000000ULL);
	assert_string_equal(rows[1].link_bps_source, "option");
}

static void one_erspan_session_keeps_the_name_of_its_interface(void **state)
{
	const struct rs_record r = erspan(0, 341);

	assert_int_equal(taps_assign(p, &r), 0);
	assert_string_equal(taps_name(p, 0), "tor0");
	assert_int_equal(taps_plain(p), 2);
}

static void several_erspan_sessions_are_points_of_their_own(void **state)
{
	const struct rs_record a = erspan(0, 341), b = erspan(0, 7), c = erspan(0, 9);

	assert_int_equal(taps_assign(p, &a), 0);
	assert_int_equal(taps_assign(p, &b), 2);
	assert_int_equal(taps_assign(p, &c), 3);
	assert_int_equal(taps_assign(p, &a), 0);
	assert_int_equal(taps_assign(p, &b), 2);
	assert_string_equal(taps_name(p, 0), "tor0/erspan341");
	assert_string_equal(taps_name(p, 2), "tor0/erspan7");
	assert_string_equal(taps_name(p, 3), "tor0/erspan9");
	assert_string_equal(taps_name(p, 1), "tor1");
	assert_int_equal(taps_plain(p), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(interfaces_are_points_in_file_order, enter, leave),
		cmocka_unit_test_setup_teardown(speed_comes_from_the_file_before_the_option, enter, leave),
		cmocka_unit_test_setup_teardown(one_erspan_session_keeps_the_name_of_its_interface, enter, leave),
		cmocka_unit_test_setup_teardown(several_erspan_sessions_are_points_of_their_own, enter, leave),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
