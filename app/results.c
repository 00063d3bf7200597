/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/results.h"

#include "app/command.h"
#include "app/output.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static int say(const struct rs_err *err)
{
	fprintf(stderr, "rocescope: %s\n", err->text);
	return err->code == RS_EINVAL ? EXIT_USAGE : EXIT_UNFINISHED;
}

static bool longer_than_screen(const char *text)
{
	struct winsize ws;
	unsigned lines = 0;

	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &ws) || !ws.ws_row)
		return false;
	for (; *text; text++)
		lines += *text == '\n';
	return lines >= ws.ws_row;
}

/* A pager that cannot be started leaves the text on the terminal. */
static bool through_pager(const char *text)
{
	const char *pager = getenv("ROCESCOPE_PAGER");
	FILE *f;

	if (!pager || !*pager)
		pager = getenv("PAGER");
	if (!pager || !*pager)
		pager = "less -FIRX";
	f = popen(pager, "w");
	if (!f)
		return false;
	fputs(text, f);
	return WEXITSTATUS(pclose(f)) != 127;
}

static int write_paged(struct session *s, results_write_fn write, unsigned default_top, struct rs_err *err)
{
	char *text = NULL;
	size_t size = 0;
	FILE *mem = open_memstream(&text, &size);
	int rc;

	if (!mem)
		return rs_err_set(err, RS_ENOMEM, "no memory for the text");
	session_report(s, stdout, default_top);
	rc = write(&s->report, REPORT_TEXT, mem, err);
	fclose(mem);
	if (!rc && !(longer_than_screen(text) && through_pager(text)))
		fputs(text, stdout);
	free(text);
	return rc;
}

static int write_one(struct session *s, results_write_fn write, const char *path, unsigned default_top)
{
	const struct options *o = s->options;
	const bool to_stdout = !strcmp(path, "-");
	int format = o->format;
	struct output out;
	struct rs_err err;
	int rc;

	/* A suffix says the format; --format says it where there is none. */
	if (!to_stdout && report_format_by_suffix(path) >= 0)
		format = report_format_by_suffix(path);
	if (format < 0)
		format = REPORT_TEXT;
	rc = output_open(&out, path, &err);
	if (rc)
		return say(&err);
	if (to_stdout && format == REPORT_TEXT && isatty(STDOUT_FILENO) && !o->no_pager)
		rc = write_paged(s, write, default_top, &err);
	else
		rc = write(session_report(s, out.file, default_top), (enum report_format)format, out.file, &err);
	if (rc) {
		output_discard(&out);
		return say(&err);
	}
	if (output_commit(&out, &err)) {
		/* The reader of a pipe that goes away (head) is not an error. */
		if (out.gone)
			return 0;
		return say(&err);
	}
	return 0;
}

int results_write(struct session *s, results_write_fn write, unsigned default_top)
{
	int code = 0;

	if (!s->options->output_count)
		return write_one(s, write, "-", default_top);
	/* One output that fails does not take the others with it. */
	for (unsigned i = 0; i < s->options->output_count; i++) {
		const int rc = write_one(s, write, s->options->outputs[i], default_top);

		code = code ? code : rc;
	}
	return code;
}
