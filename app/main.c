/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * rocescope: says what went wrong in a RoCEv2 capture. This file finds the command and hands
 * the words over.
 */
#include "app/commands.h"
#include "app/help.h"
#include "app/signals.h"
#include "base/text.h"

#include <dirent.h>
#include <locale.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

/* The file name of the folder of @path that is nearest to it, for the message; false if none is near. */
static bool nearest_file(const char *path, char *out, size_t size)
{
	const char *slash = strrchr(path, '/');
	const char *word = slash ? slash + 1 : path;
	char dir[512];
	const char *names[256];
	char store[256][128];
	struct dirent *de;
	unsigned n = 0;
	DIR *d;
	int at;

	snprintf(dir, sizeof(dir), "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
	d = opendir(dir);
	if (!d)
		return false;
	while (n < 256 && (de = readdir(d))) {
		if (de->d_name[0] == '.' || strlen(de->d_name) >= sizeof(store[0]))
			continue;
		strcpy(store[n], de->d_name);
		names[n] = store[n];
		n++;
	}
	closedir(d);
	at = text_nearest(word, names, n);
	if (at >= 0)
		snprintf(out, size, "%s%s", slash ? dir : "", names[at]);
	return at >= 0;
}

static int unknown_word(const char *word)
{
	const char *names[COMMAND_COUNT];
	char file[700];
	int at;

	for (unsigned i = 0; i < COMMAND_COUNT; i++)
		names[i] = command_list[i].name;
	at = text_nearest(word, names, COMMAND_COUNT);
	fprintf(stderr, "rocescope: %s: no such command or file", word);
	if (at >= 0)
		fprintf(stderr, "; nearest command: %s", names[at]);
	if (nearest_file(word, file, sizeof(file)))
		fprintf(stderr, "%s nearest file: %s", at >= 0 ? "," : ";", file);
	fprintf(stderr, "\n  rocescope --help lists the commands\n");
	return EXIT_USAGE;
}

static bool is_input(const char *word)
{
	struct stat st;

	return !strcmp(word, "-") || stat(word, &st) == 0;
}

static int run(const struct command *c, int argc, char **argv)
{
	struct options o;
	struct rs_err err;
	int code;

	if (options_parse(&o, c->on, c->name, argc, argv, &err)) {
		fprintf(stderr, "rocescope: %s\n", err.text);
		options_free(&o);
		return EXIT_USAGE;
	}
	if (o.help || o.help_all)
		code = help_command(c, o.help_all);
	else if (o.version)
		code = help_version();
	else
		code = c->run(&o);
	options_free(&o);
	return code;
}

/* Without a command: options that stand alone, or an input, which means report. */
static int run_without_command(int argc, char **argv)
{
	const char *first = argv[1];

	if (!strcmp(first, "--help") || !strcmp(first, "-h"))
		return help_program(false);
	if (!strcmp(first, "--help-all"))
		return help_program(true);
	if (!strcmp(first, "--version") || !strcmp(first, "-V"))
		return help_version();
	if (!strcmp(first, "help")) {
		const struct command *c = argc > 2 ? command_by_name(argv[2]) : NULL;

		return c ? help_command(c, false) : help_program(false);
	}
	if (is_input(first) || first[0] == '-')
		return run(command_by_name("report"), argc - 1, argv + 1);
	return unknown_word(first);
}

int main(int argc, char **argv)
{
	const struct command *c;
	int code;

	setlocale(LC_CTYPE, "");
	signals_install();
	if (argc < 2) {
		if (isatty(0) && isatty(1))
			return help_program(false);
		fprintf(stderr, "rocescope: no input named; give a capture file, or - for standard input\n");
		return EXIT_USAGE;
	}
	c = command_by_name(argv[1]);
	code = c ? run(c, argc - 2, argv + 2) : run_without_command(argc, argv);
	return code;
}
