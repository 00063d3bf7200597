/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/first_pass.h"

#include "app/command.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

struct first_pass {
	struct options options; /**< as given, but without a time range */
	struct session session;
};

/* A pipe has its packets once. */
static bool can_be_read_twice(const char *path)
{
	struct stat st;

	return strcmp(path, "-") && !(stat(path, &st) == 0 && S_ISFIFO(st.st_mode));
}

static int refuse_pipes(const struct options *o)
{
	for (unsigned i = 0; i < o->operand_count; i++) {
		const char *path = o->operands[i];

		if (can_be_read_twice(path))
			continue;
		fprintf(stderr, "rocescope: --where: fields of whole flows need two passes over packets, and %s can be read "
				"only once; save it to a file first\n", strcmp(path, "-") ? path : "standard input");
		return EXIT_USAGE;
	}
	return 0;
}

static int analyse(struct first_pass *p)
{
	int code = session_open(&p->session, &p->options, RANGE_SHOW, NULL, NULL);

	if (code)
		return code;
	code = session_run(&p->session);
	if (!code && p->session.pipeline.stopped_by)
		code = 128 + p->session.pipeline.stopped_by;
	if (code)
		session_close(&p->session);
	return code;
}

int first_pass_run(struct first_pass **out, const struct options *o)
{
	struct first_pass *p;
	int code;

	*out = NULL;
	if (!report_filter_needs_results(o->filter))
		return 0;
	code = refuse_pipes(o);
	if (code)
		return code;
	p = calloc(1, sizeof(*p));
	if (!p)
		return EXIT_UNFINISHED;
	/* The fields of a flow are those of the whole capture, whatever range is shown. */
	p->options = *o;
	p->options.from = p->options.to = p->options.around = NULL;
	code = analyse(p);
	if (code)
		free(p);
	else
		*out = p;
	return code;
}

const struct report *first_pass_report(struct first_pass *p)
{
	return p ? session_report(&p->session, stdout, 0) : NULL;
}

void first_pass_free(struct first_pass *p)
{
	if (!p)
		return;
	session_close(&p->session);
	free(p);
}
