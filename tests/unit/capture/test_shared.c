/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Every capture of the collection named by ROCESCOPE_SHARED reads to its end or is refused
 * with a reason; the numbers of frames known are met. Without the collection: skipped.
 */
#include "support.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char root[300];

static void every_file_reads_to_its_end_or_is_refused(void **state)
{
	static const char *const folders[] = { "container", "l2l3", "fuzz", "negative",
					       "roce",	    "pfc",  "ib" };
	unsigned files = 0, refused = 0;

	for (unsigned i = 0; i < sizeof(folders) / sizeof(folders[0]); i++) {
		char path[400], file[700];
		struct dirent *e;
		DIR *d;

		snprintf(path, sizeof(path), "%s/captures/public/%s", root, folders[i]);
		d = opendir(path);
		assert_non_null(d);
		while ((e = readdir(d))) {
			struct input_config cfg = { .paths = (const char *[]){ file },
						    .path_count = 1 };
			struct input *in;
			struct rs_err err = { 0 };

			if (e->d_name[0] == '.')
				continue;
			snprintf(file, sizeof(file), "%s/%s", path, e->d_name);
			files++;
			if (input_open(&cfg, &in, &err) < 0) {
				assert_true(err.text[0] != 0);
				print_message("refused: %s\n", err.text + strlen(root));
				refused++;
				continue;
			}
			input_drain(in, false);
			input_close(in);
		}
		closedir(d);
	}
	assert_true(files > 100);
	assert_true(refused < files / 4);
}

static void the_numbers_of_frames_known_are_met(void **state)
{
	char path[400], line[4000];
	unsigned rows = 0;
	FILE *f;

	snprintf(path, sizeof(path), "%s/captures/public/facts.tsv", root);
	f = fopen(path, "r");
	assert_non_null(f);
	while (fgets(line, sizeof(line), f)) {
		char name[300], file[700];
		const char *one = file;
		unsigned frames;
		struct input *in;

		if (sscanf(line, "%299s %u", name, &frames) != 2)
			continue;
		snprintf(file, sizeof(file), "%s/captures/public/%s", root, name);
		in = input_must_open(&one, 1, NULL);
		assert_int_equal(input_drain(in, false), frames);
		input_close(in);
		rows++;
	}
	fclose(f);
	assert_true(rows >= 20);
}

int main(void)
{
	const char *shared = getenv("ROCESCOPE_SHARED");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_file_reads_to_its_end_or_is_refused),
		cmocka_unit_test(the_numbers_of_frames_known_are_met),
	};

	if (!shared)
		return 77;
	snprintf(root, sizeof(root), "%s", shared);
	snprintf(root + strlen(root), sizeof(root) - strlen(root), "/captures/public/facts.tsv");
	if (access(root, R_OK) < 0)
		return 77;
	snprintf(root, sizeof(root), "%s", shared);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
