/* SPDX-License-Identifier: BSD-2-Clause */
/* The captures in pcaps/ are what the model makes today: same names, same bytes, small enough. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/unit/model/memory.h"

#define KIB 1024u
#define SEED 1

static const char *folder;

/* Contents of a file of the folder, to be freed; NULL if it cannot be read. */
static char *read_file(const char *name, size_t *size)
{
	char path[512];
	char *bytes = NULL;
	FILE *f;
	long n;

	snprintf(path, sizeof path, "%s/%s", folder, name);
	f = fopen(path, "rb");
	if (!f)
		return NULL;
	if (!fseek(f, 0, SEEK_END) && (n = ftell(f)) >= 0 && !fseek(f, 0, SEEK_SET)) {
		bytes = malloc((size_t)n + 1);
		*size = bytes ? fread(bytes, 1, (size_t)n, f) : 0;
		if (bytes)
			bytes[*size] = 0;
	}
	fclose(f);
	return bytes;
}

static void file_name(const struct model_scenario *sc, char *buf, size_t size)
{
	snprintf(buf, size, "%s.pcapng", strcmp(sc->name, "loss-storm") ? sc->name : "storm");
}

static void committed_captures_are_what_the_model_makes(void **state)
{
	static struct model_truth truth;
	const uint16_t one = 1;
	unsigned count, differing = 0;
	const struct model_scenario *list = model_scenarios(&count);

	(void)state;
	if (!*(const uint8_t *)&one) /* files are written in the byte order of the machine */
		skip();
	for (unsigned i = 0; i < count; i++) {
		char name[80];
		size_t want_size = 0, got_size = 0;
		char *want = memory_capture(&list[i], SEED, &want_size, &truth), *got;

		file_name(&list[i], name, sizeof name);
		got = read_file(name, &got_size);
		if (!want || !got || want_size != got_size || memcmp(want, got, want_size)) {
			print_error("%s: differs from the model; pcaps/make.sh writes it again\n",
				    name);
			differing++;
		}
		free(want);
		free(got);
	}
	assert_int_equal(differing, 0);
}

static void captures_stay_small(void **state)
{
	unsigned count;
	const struct model_scenario *list = model_scenarios(&count);
	size_t total = 0;

	(void)state;
	for (unsigned i = 0; i < count; i++) {
		char name[80];
		size_t size = 0;
		char *bytes;

		file_name(&list[i], name, sizeof name);
		bytes = read_file(name, &size);
		assert_non_null(bytes);
		assert_true(size <= (i ? 200 : 1024) * KIB);
		total += size;
		free(bytes);
	}
	assert_true(total <= 3072 * KIB);
}

static void readme_tells_of_every_capture(void **state)
{
	unsigned count, untold = 0;
	const struct model_scenario *list = model_scenarios(&count);
	size_t size;
	char *readme = read_file("README.md", &size);

	(void)state;
	assert_non_null(readme);
	for (unsigned i = 0; i < count; i++) {
		char name[80], cell[100];

		file_name(&list[i], name, sizeof name);
		snprintf(cell, sizeof cell, "| `%s` | %s | %d |", name, list[i].name, SEED);
		if (!strstr(readme, cell)) {
			print_error("README.md: no row \"%s\"\n", cell);
			untold++;
		}
	}
	free(readme);
	assert_int_equal(untold, 0);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(committed_captures_are_what_the_model_makes),
		cmocka_unit_test(captures_stay_small),
		cmocka_unit_test(readme_tells_of_every_capture),
	};

	folder = argc > 1 ? argv[1] : "pcaps";
	return cmocka_run_group_tests(tests, NULL, NULL);
}
