/* SPDX-License-Identifier: BSD-2-Clause */
/* What is written reads back the same, here and by the tools that are installed. */
#include "support.h"
#include "capture/writer.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static struct dir dir;

static int setup(void **state)
{
	dir_make(&dir);
	return 0;
}

static int teardown(void **state)
{
	dir_remove(&dir);
	return 0;
}

static const uint8_t bytes[100] = { 2, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0, 1, 0x88, 0xb5, 9 };

static const struct writer_interface ifs[] = {
	{ "h0", 1, 0, 25000000000 },
	{ "spine-1 port 3", 1, 64, 0 },
	{ NULL, 1, 0, 0 },
};

/* 30 packets, the n-th of 60 + n bytes, interfaces in turn; returns the file's path. */
static const char *write_file(bool pcapng, char *path, size_t size)
{
	FILE *f;
	struct writer *w;
	struct rs_err err;

	snprintf(path, size, "%s/out.%s", dir.path, pcapng ? "pcapng" : "pcap");
	f = fopen(path, "wb");
	assert_non_null(f);
	w = writer_create(f, pcapng, ifs, pcapng ? 3 : 1, &err);
	assert_non_null(w);
	for (unsigned i = 0; i < 30; i++) {
		struct rs_packet p = {
			.data = bytes,
			.time = 1700000000123456789 + i,
			.caplen = 60 + i,
			.wirelen = 1000 + i,
			.point = pcapng ? i % 3 : 0,
		};

		assert_int_equal(writer_packet(w, &p, i == 4 ? "look here" : NULL), 0);
	}
	if (pcapng)
		assert_int_equal(writer_stats(w, 1, 1700000001000000000, 1000, 42), 0);
	assert_int_equal(writer_finish(w), 0);
	fclose(f);
	return path;
}

static void pcapng_reads_back_with_names_speeds_and_drops(void **state)
{
	char name[200];
	const char *path = write_file(true, name, sizeof(name));
	struct input *in = input_must_open(&path, 1, NULL);
	const struct input_point *pt;
	const struct input_file *f;
	const struct rs_packet *p;
	unsigned n;

	assert_int_equal(input_next(in, &p), 30);
	for (unsigned i = 0; i < 30; i++) {
		uint32_t want = i % 3 == 1 && 60 + i > 64 ? 64 : 60 + i;

		assert_int_equal(p[i].time, 1700000000123456789 + i);
		assert_int_equal(p[i].caplen, want);
		assert_int_equal(p[i].wirelen, 1000 + i);
		assert_int_equal(p[i].point, i % 3);
		assert_memory_equal(p[i].data, bytes, want);
	}
	assert_int_equal(input_next(in, &p), 0);
	pt = input_points(in, &n);
	assert_int_equal(n, 3);
	assert_string_equal(pt[0].name, "h0");
	assert_int_equal(pt[0].link_bps, 25000000000);
	assert_int_equal(pt[0].snaplen, 262144);
	assert_int_equal(pt[0].resolution_ns_x1000, 1000);
	assert_string_equal(pt[1].name, "spine-1 port 3");
	assert_int_equal(pt[1].link_bps, 0);
	assert_true(pt[1].drops_known);
	assert_int_equal(pt[1].drops, 42);
	assert_string_equal(pt[2].name, "out");
	f = input_files(in, &n);
	assert_string_equal(f[0].note, "");
	input_close(in);
}

static void pcap_reads_back_in_nanoseconds(void **state)
{
	char name[200];
	const char *path = write_file(false, name, sizeof(name));
	struct input *in = input_must_open(&path, 1, NULL);
	const struct rs_packet *p;

	assert_int_equal(input_next(in, &p), 30);
	assert_int_equal(p[29].time, 1700000000123456818);
	assert_int_equal(p[29].caplen, 89);
	assert_int_equal(p[29].wirelen, 1029);
	input_close(in);
}

/* First line that @command prints; false if the tool is not there. */
static bool first_line(const char *tool, const char *command, char *line, size_t size)
{
	char probe[100];
	FILE *f;

	snprintf(probe, sizeof(probe), "command -v %s >/dev/null 2>&1", tool);
	if (system(probe) != 0)
		return false;
	f = popen(command, "r");
	assert_non_null(f);
	if (!fgets(line, (int)size, f))
		line[0] = 0;
	pclose(f);
	return true;
}

static void other_tools_read_it(void **state)
{
	char name[200], command[600], line[300];
	const char *path = write_file(true, name, sizeof(name));

	snprintf(command, sizeof(command),
		 "tshark -r %s -Y frame.number==5 -T fields -e frame.interface_name "
		 "-e frame.time_epoch -e frame.len -e frame.comment 2>/dev/null",
		 path);
	if (first_line("tshark", command, line, sizeof(line)))
		assert_string_equal(line,
				    "spine-1 port 3\t1700000000.123456793\t1004\tlook here\n");
	path = write_file(false, name, sizeof(name));
	snprintf(command, sizeof(command), "tcpdump -r %s 2>/dev/null | grep -c '^[0-9]'", path);
	if (first_line("tcpdump", command, line, sizeof(line)))
		assert_string_equal(line, "30\n");
}

static void pcap_refuses_a_second_interface(void **state)
{
	struct rs_err err;

	assert_null(writer_create(stdout, false, ifs, 2, &err));
	assert_int_equal(err.code, RS_EINVAL);
	assert_non_null(strstr(err.text, "write pcapng instead"));
	assert_null(writer_create(stdout, true, ifs, 0, &err));
}

static void an_interface_that_is_not_there_is_refused(void **state)
{
	FILE *f = tmpfile();
	struct writer *w = writer_create(f, true, ifs, 3, NULL);
	struct rs_packet p = { .data = bytes, .caplen = 60, .wirelen = 60, .point = 3 };

	assert_int_equal(writer_packet(w, &p, NULL), -RS_EINVAL);
	assert_int_equal(writer_stats(w, 3, 0, 0, 0), -RS_EINVAL);
	assert_int_equal(writer_finish(w), 0);
	fclose(f);
}

static void a_full_disk_is_said(void **state)
{
	FILE *f = fopen("/dev/full", "wb");
	struct rs_packet p = { .data = bytes, .caplen = 60, .wirelen = 60 };
	struct writer *w;
	int rc = 0;

	if (!f)
		skip();
	w = writer_create(f, true, ifs, 1, NULL);
	assert_non_null(w);
	for (unsigned i = 0; i < 10000 && !rc; i++)
		rc = writer_packet(w, &p, NULL);
	assert_int_equal(rc, -RS_ENOSPC);
	assert_int_equal(writer_finish(w), -RS_ENOSPC);
	fclose(f);
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(pcapng_reads_back_with_names_speeds_and_drops),
		T(pcap_reads_back_in_nanoseconds),
		T(other_tools_read_it),
		T(pcap_refuses_a_second_interface),
		T(an_interface_that_is_not_there_is_refused),
		T(a_full_disk_is_said),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
