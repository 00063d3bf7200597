/* SPDX-License-Identifier: BSD-2-Clause */
/* Files, directories, ring sets, pipes and refusals through input_open. */
#include "support.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
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

/* A pcap of @n packets from @first_ns on, @step_ns apart. */
static const char *make(const char *name, uint64_t first_ns, uint64_t step_ns, unsigned n)
{
	struct build b = { 0 };
	const char *path;

	build_pcap(&b, 0xa1b23c4d, 0, 1);
	for (unsigned i = 0; i < n; i++) {
		uint64_t t = first_ns + i * step_ns;

		build_record(&b, (uint32_t)(t / 1000000000), (uint32_t)(t % 1000000000), 60, 60);
	}
	path = dir_file(&dir, name, b.data, b.len);
	build_free(&b);
	return path;
}

static int refuse(const char *const *paths, unsigned n, const char *bpf, struct rs_err *err)
{
	struct input_config cfg = { .paths = paths, .path_count = n, .bpf = bpf };
	struct input *in = (struct input *)&cfg;
	int rc;

	memset(err, 0, sizeof(*err));
	rc = input_open(&cfg, &in, err);
	assert_true(rc < 0);
	assert_int_equal(-rc, err->code);
	assert_null(in);
	return -rc;
}

static void two_files_are_read_in_one_time_order(void **state)
{
	const char *paths[] = { make("b.pcap", 1000, 20, 5000), make("a.pcap", 1010, 20, 5000) };
	struct input *in = input_must_open(paths, 2, NULL);
	const struct input_file *f;
	const struct input_point *pt;
	const struct rs_packet *p;
	unsigned n;

	assert_true(input_next(in, &p) > 1);
	assert_int_equal(p[0].time, 1000);
	assert_int_equal(p[1].time, 1010);
	assert_true(p[0].frame == rs_frame_make(0, 1));
	assert_true(p[1].frame == rs_frame_make(1, 1));
	assert_int_equal(p[1].point, 1);
	input_close(in);

	in = input_must_open(paths, 2, NULL);
	assert_int_equal(input_drain(in, true), 10000);
	f = input_files(in, &n);
	assert_int_equal(n, 2);
	assert_int_equal(f[0].packets, 5000);
	assert_int_equal(f[1].bytes, 300000);
	pt = input_points(in, &n);
	assert_int_equal(n, 2);
	assert_string_equal(pt[0].name, "b");
	assert_string_equal(pt[1].name, "a");
	input_close(in);
}

static void equal_times_are_in_the_order_of_the_files(void **state)
{
	const char *paths[] = { make("1.pcap", 7, 0, 300), make("2.pcap", 7, 0, 300) };
	struct input *in = input_must_open(paths, 2, NULL);
	const struct rs_packet *p;
	rs_frame last = 0;
	size_t n;

	while ((n = input_next(in, &p))) {
		for (size_t i = 0; i < n; i++) {
			assert_true(p[i].frame > last);
			last = p[i].frame;
		}
	}
	assert_true(last == rs_frame_make(1, 300));
	input_close(in);
}

static void a_file_of_a_later_time_comes_after_whatever_its_place(void **state)
{
	const char *paths[] = {
		make("late.pcap", 3000000000, 10, 1000),
		make("early.pcap", 1000000000, 10, 1000),
		make("between.pcap", 2000000000, 10, 1000),
		make("none.pcap", 0, 0, 0),
	};
	struct input *in = input_must_open(paths, 4, NULL);
	struct input_progress pr;
	const struct rs_packet *p;

	assert_int_equal(input_next(in, &p), 256);
	assert_int_equal(rs_frame_file(p[0].frame), 1);
	input_progress(in, &pr);
	assert_string_equal(pr.current, paths[1]);
	assert_int_equal(pr.packets, 256);
	assert_int_equal(pr.total_bytes, 3 * (24 + 1000 * 76) + 24);
	assert_int_equal(input_drain(in, true), 3000 - 256);
	input_progress(in, &pr);
	assert_int_equal(pr.done_bytes, pr.total_bytes);
	input_close(in);
}

static void many_files_with_bytes_valid_until_the_next_burst(void **state)
{
	static char names[40][400];
	const char *paths[40];
	struct input *in;
	const struct rs_packet *p;
	uint64_t total = 0;
	rs_ns last = 0;
	size_t n;

	for (unsigned i = 0; i < 40; i++) {
		char name[20];

		snprintf(name, sizeof(name), "h%02ux.pcap", i);
		snprintf(names[i], sizeof(names[i]), "%s", make(name, 1000 + i * 333, 17 + i, 700));
		paths[i] = names[i];
	}
	in = input_must_open(paths, 40, NULL);
	while ((n = input_next(in, &p))) {
		for (size_t i = 0; i < n; i++) {
			assert_true(p[i].time >= last);
			last = p[i].time;
			for (unsigned k = 0; k < 60; k++)
				assert_int_equal(p[i].data[k], k);
		}
		total += n;
	}
	assert_int_equal(total, 40 * 700);
	input_close(in);
}

static void a_directory_is_its_captures_in_the_order_of_their_names(void **state)
{
	const char *paths[1] = { dir.path };
	struct input *in;
	const struct input_file *f;
	unsigned n;
	char sub[100];

	make("x10.pcap", 10, 1, 1);
	make("x9.pcap", 9, 1, 1);
	make("x1.pcap", 1, 1, 1);
	dir_file(&dir, "notes.txt", "these are notes\n", 16);
	dir_file(&dir, "empty.pcap", "", 0);
	make(".hidden.pcap", 1, 1, 1);
	snprintf(sub, sizeof(sub), "%s/sub", dir.path);
	assert_int_equal(mkdir(sub, 0700), 0);
	in = input_must_open(paths, 1, NULL);
	f = input_files(in, &n);
	assert_int_equal(n, 3);
	assert_string_equal(strrchr(f[0].name, '/'), "/x1.pcap");
	assert_string_equal(strrchr(f[1].name, '/'), "/x9.pcap");
	assert_string_equal(strrchr(f[2].name, '/'), "/x10.pcap");
	assert_int_equal(input_drain(in, true), 3);
	input_close(in);
	snprintf(sub, sizeof(sub), "%s/.hidden.pcap", dir.path);
	unlink(sub);
}

static void files_of_a_ring_set_feed_one_point(void **state)
{
	static const char *const sets[][3] = {
		{ "t.pcap", "t.pcap1", "t.pcap2" },
		{ "u.pcap00", "u.pcap01", "u.pcap02" },
		{ "d_00003_20240101120200.pcap", "d_00001_20240101120000.pcap",
		  "d_00002_20240101120100.pcap" },
		{ "g-20240101T000000.pcap", "g-20240101T000100.pcap", "g-20240101T000200.pcap" },
		{ "bare", "bare1", "bare2" },
	};
	static const char *const points[] = { "t", "u", "d", "g", "bare" };

	for (unsigned s = 0; s < 5; s++) {
		static char names[3][400];
		const char *paths[3] = { names[0], names[1], names[2] };
		const struct input_point *pt;
		struct input *in;
		unsigned n;

		for (unsigned i = 0; i < 3; i++)
			snprintf(names[i], sizeof(names[i]), "%s",
				 make(sets[s][i], 1000 * (s + i), 10, 50));
		in = input_must_open(paths, 3, NULL);
		assert_int_equal(input_drain(in, true), 150);
		pt = input_points(in, &n);
		assert_int_equal(n, 1);
		assert_string_equal(pt[0].name, points[s]);
		input_close(in);
	}
}

static void files_that_only_look_alike_are_points_of_their_own(void **state)
{
	static const char *const pairs[][2] = {
		{ "host1", "host2" },
		{ "h0.pcap", "h1.pcap" },
		{ "a_20240101120000.pcap", "b_20240101120000.pcap" },
	};

	for (unsigned s = 0; s < 3; s++) {
		static char names[2][400];
		const char *paths[2] = { names[0], names[1] };
		struct input *in;
		unsigned n;

		for (unsigned i = 0; i < 2; i++)
			snprintf(names[i], sizeof(names[i]), "%s", make(pairs[s][i], 1000, 10, 5));
		in = input_must_open(paths, 2, NULL);
		input_points(in, &n);
		assert_int_equal(n, 2);
		input_close(in);
	}
}

/* Standard input from a child that writes in small pieces. */
static struct input *from_pipe(const struct build *b, size_t piece, pid_t *child)
{
	static const char *const paths[] = { "-" };
	struct input *in;
	int fds[2], keep = dup(0);

	assert_int_equal(pipe(fds), 0);
	*child = fork();
	if (!*child) {
		close(fds[0]);
		for (size_t at = 0; at < b->len; at += piece) {
			size_t n = b->len - at < piece ? b->len - at : piece;

			if (write(fds[1], b->data + at, n) != (ssize_t)n)
				_exit(1);
		}
		_exit(0);
	}
	close(fds[1]);
	dup2(fds[0], 0);
	close(fds[0]);
	in = input_must_open(paths, 1, NULL);
	dup2(keep, 0);
	close(keep);
	return in;
}

static void standard_input_is_read_as_it_comes(void **state)
{
	struct build b = { 0 };
	struct input *in;
	struct input_progress pr;
	const struct input_point *pt;
	const struct input_file *f;
	unsigned n;
	pid_t child;

	build_section(&b);
	build_interface(&b, 1, 0, NULL);
	for (unsigned i = 0; i < 3000; i++)
		build_packet(&b, 0, i, 60 + i % 400, 2000);
	build_packet(&b, 0, 3000, 1000000, 1000000);
	build_packet(&b, 0, 3001, 60, 60);
	in = from_pipe(&b, 777, &child);
	input_progress(in, &pr);
	assert_int_equal(pr.total_bytes, 0);
	assert_int_equal(input_drain(in, true), 3002);
	input_progress(in, &pr);
	assert_int_equal(pr.done_bytes, b.len);
	assert_int_equal(pr.packets, 3002);
	pt = input_points(in, &n);
	assert_string_equal(pt[0].name, "stdin");
	f = input_files(in, &n);
	assert_string_equal(f[0].name, "-");
	assert_false(f[0].failed);
	input_close(in);
	build_free(&b);
}

static void a_giant_in_a_pipe_of_pcap_is_cut_to_the_cap(void **state)
{
	struct build b = { 0 };
	struct input *in;
	pid_t child;

	build_pcap(&b, 0xa1b2c3d4, 8 << 20, 1);
	build_record(&b, 1, 0, 5 << 20, 5 << 20);
	build_record(&b, 2, 0, 60, 60);
	in = from_pipe(&b, 60000, &child);
	assert_int_equal(input_drain(in, true), 2);
	input_close(in);
	build_free(&b);
}

static void stopping_ends_the_packets(void **state)
{
	const char *paths[] = { make("s.pcap", 0, 1, 5000) };
	struct input *in = input_must_open(paths, 1, NULL);
	const struct rs_packet *p;

	assert_int_equal(input_next(in, &p), 256);
	input_stop(in);
	assert_int_equal(input_next(in, &p), 0);
	input_close(in);
}

static void refusals_name_thing_reason_and_next_step(void **state)
{
	struct rs_err err;
	const char *path;
	char want[600], here[100];

	assert_int_equal(refuse((const char *[]){ "/nonexistent/x.pcap" }, 1, NULL, &err),
			 RS_ENOENT);
	assert_string_equal(err.text,
			    "/nonexistent/x.pcap: no such file or directory; check the spelling");

	path = dir_file(&dir, "e.pcap", "", 0);
	assert_int_equal(refuse(&path, 1, NULL, &err), RS_EFORMAT);
	snprintf(want, sizeof(want),
		 "%s: is empty (0 bytes); see whether the capture ever wrote to it and "
		 "copy the file again",
		 path);
	assert_string_equal(err.text, want);

	path = dir_file(&dir, "t.txt", "Dear reader, this is text", 25);
	assert_int_equal(refuse(&path, 1, NULL, &err), RS_EFORMAT);
	snprintf(want, sizeof(want),
		 "%s: not a capture file: starts with \"Dear reader, this is\"; rocescope "
		 "reads pcap, pcapng, also gzip zstd lz4 xz",
		 path);
	assert_string_equal(err.text, want);

	path = dir_file(&dir, "b.bin", "\0\1\2\3\4", 5);
	assert_int_equal(refuse(&path, 1, NULL, &err), RS_EFORMAT);
	assert_non_null(strstr(err.text, "starts with the bytes 00 01 02 03 04; rocescope reads"));

	snprintf(here, sizeof(here), "%s/no-captures", dir.path);
	mkdir(here, 0700);
	assert_int_equal(refuse((const char *[]){ here }, 1, NULL, &err), RS_ENOENT);
	snprintf(want, sizeof(want),
		 "%s: no capture files in this directory; name files, or a directory that "
		 "holds pcap or pcapng files (directories in it are not searched)",
		 here);
	assert_string_equal(err.text, want);

	assert_int_equal(refuse(NULL, 0, NULL, &err), RS_EINVAL);
}

static void standard_input_is_called_by_its_name(void **state)
{
	const char *path = dir_file(&dir, "t", "some text or other", 18);
	struct rs_err err;
	FILE *f = fopen(path, "r");
	int keep = dup(0);

	assert_non_null(f);
	dup2(fileno(f), 0);
	assert_int_equal(refuse((const char *[]){ "-" }, 1, NULL, &err), RS_EFORMAT);
	dup2(keep, 0);
	close(keep);
	fclose(f);
	assert_memory_equal(err.text, "standard input: not a capture file", 34);
}

static void known_other_formats_are_named(void **state)
{
	static const struct {
		const char *start;
		unsigned len;
		const char *said;
	} others[] = {
		{ "snoop\0\0\0\0\0\0\2", 12,
		  "is a Solaris snoop file, which rocescope does not read; convert it with: "
		  "editcap" },
		{ "GMBU\0\2\0\0", 8, "is a Microsoft Network Monitor 2 file" },
		{ "RTSS\0\2\0\0", 8, "is a Microsoft Network Monitor 1 file" },
		{ "btsnoop\0\0\0\0\1", 12, "is a Bluetooth btsnoop log" },
		{ "\xa1\xb2\xc3\xcb\0\0\0\0", 8, "is a saved BPF filter program" },
	};

	for (unsigned i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		const char *path = dir_file(&dir, "o", others[i].start, others[i].len);
		struct rs_err err;

		assert_int_equal(refuse(&path, 1, NULL, &err), RS_EUNSUPPORTED);
		assert_non_null(strstr(err.text, others[i].said));
	}
}

static void no_permission_is_said(void **state)
{
	const char *path = make("p.pcap", 0, 1, 1);
	struct rs_err err;

	bool root = !geteuid();

	assert_int_equal(chmod(path, 0), 0);
	if (root) /* reads everything */
		assert_int_equal(seteuid(65534), 0);
	assert_int_equal(refuse(&path, 1, NULL, &err), RS_EACCES);
	if (root)
		assert_int_equal(seteuid(0), 0);
	assert_non_null(strstr(err.text, "permission denied; run as its owner"));
}

static void one_bad_file_does_not_stop_the_others(void **state)
{
	const char *paths[] = { dir_file(&dir, "bad", "rubbish!", 8), make("good.pcap", 5, 1, 10),
				"/nonexistent" };
	struct input *in = input_must_open(paths, 3, NULL);
	const struct input_file *f;
	unsigned n;

	assert_int_equal(input_drain(in, true), 10);
	f = input_files(in, &n);
	assert_int_equal(n, 3);
	assert_true(f[0].failed);
	assert_null(f[0].format);
	assert_false(f[1].failed);
	assert_true(f[2].failed);
	assert_int_equal(f[2].error.code, RS_ENOENT);
	input_close(in);
}

static void a_cut_file_among_others_keeps_its_packets_and_its_note(void **state)
{
	struct build b = { 0 };
	const char *paths[2];
	struct input *in;
	const struct input_file *f;
	unsigned n;

	build_pcap(&b, 0xa1b2c3d4, 0, 1);
	for (unsigned i = 0; i < 17; i++)
		build_record(&b, 1, i, 60, 60);
	paths[0] = dir_file(&dir, "cut.pcap", b.data, b.len - 1);
	paths[1] = make("whole.pcap", 5, 1, 10);
	in = input_must_open(paths, 2, NULL);
	assert_int_equal(input_drain(in, true), 26);
	f = input_files(in, &n);
	assert_true(f[0].truncated);
	assert_false(f[0].failed);
	assert_int_equal(f[0].packets, 16);
	assert_string_equal(f[0].note, "ends inside packet 17");
	assert_false(f[1].truncated);
	input_close(in);
	build_free(&b);
}

/* Ethernet, IPv4, UDP to port @port, after @tags VLAN tags. */
static void frame(struct build *b, unsigned i, unsigned port, unsigned tags)
{
	struct build f = { .big = true };

	build_hex(&f, "020000000002020000000001");
	for (unsigned t = 0; t < tags; t++)
		build_hex(&f, "8100000a");
	build_hex(&f, "08004500002c00004000401100000a0000010a000002c000");
	build_u16(&f, (uint16_t)port);
	build_hex(&f, "0018000000000000000000000000000000000000");
	build_u32(b, 1);
	build_u32(b, i);
	build_u32(b, (uint32_t)f.len);
	build_u32(b, (uint32_t)f.len);
	build_bytes(b, f.data, f.len);
	build_free(&f);
}

static void a_filter_keeps_matching_packets_with_their_frame_numbers(void **state)
{
	struct build b = { 0 };
	const char *path;
	const struct rs_packet *p;
	struct input *in;
	const struct input_file *f;
	unsigned n;

	build_pcap(&b, 0xa1b2c3d4, 0, 1);
	for (unsigned i = 0; i < 1000; i++)
		frame(&b, i, i % 500 == 499 ? 4791 : 53, 0);
	frame(&b, 1000, 4791, 1);
	path = dir_file(&dir, "f.pcap", b.data, b.len);
	in = input_must_open(&path, 1, "udp port 4791");
	assert_int_equal(input_next(in, &p), 1);
	assert_true(p[0].frame == rs_frame_make(0, 500));
	assert_int_equal(input_next(in, &p), 1);
	assert_true(p[0].frame == rs_frame_make(0, 1000));
	assert_int_equal(input_next(in, &p), 0);
	f = input_files(in, &n);
	assert_int_equal(f[0].packets, 1001);
	input_close(in);
	in = input_must_open(&path, 1, "udp port 4791 or (vlan and udp port 4791)");
	assert_int_equal(input_drain(in, true), 3);
	input_close(in);
	in = input_must_open(&path, 1, "tcp");
	assert_int_equal(input_drain(in, true), 0);
	input_close(in);
	build_free(&b);
}

static void a_filter_that_does_not_compile_is_refused(void **state)
{
	const char *path = make("f.pcap", 0, 1, 1);
	struct rs_err err;

	assert_int_equal(refuse(&path, 1, "udp prt 4791", &err), RS_EINVAL);
	assert_non_null(strstr(err.text, "filter \"udp prt 4791\": "));
	assert_non_null(strstr(err.text, "pcap-filter(7)"));
}

static void formats_are_listed(void **state)
{
	assert_non_null(strstr(input_formats(), "pcap pcapng"));
}

int main(void)
{
#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
	const struct CMUnitTest tests[] = {
		T(two_files_are_read_in_one_time_order),
		T(equal_times_are_in_the_order_of_the_files),
		T(a_file_of_a_later_time_comes_after_whatever_its_place),
		T(many_files_with_bytes_valid_until_the_next_burst),
		T(a_directory_is_its_captures_in_the_order_of_their_names),
		T(files_of_a_ring_set_feed_one_point),
		T(files_that_only_look_alike_are_points_of_their_own),
		T(standard_input_is_read_as_it_comes),
		T(a_giant_in_a_pipe_of_pcap_is_cut_to_the_cap),
		T(stopping_ends_the_packets),
		T(refusals_name_thing_reason_and_next_step),
		T(standard_input_is_called_by_its_name),
		T(known_other_formats_are_named),
		T(no_permission_is_said),
		T(one_bad_file_does_not_stop_the_others),
		T(a_cut_file_among_others_keeps_its_packets_and_its_note),
		T(a_filter_keeps_matching_packets_with_their_frame_numbers),
		T(a_filter_that_does_not_compile_is_refused),
		T(formats_are_listed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
