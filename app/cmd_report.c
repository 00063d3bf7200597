/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/command.h"
#include "app/results.h"

#include <stdlib.h>

#define REPORT_TOP 10

/* Nothing to analyse: a text report would say nothing; files and machine formats are written all the same. */
static bool worth_writing(const struct session *s)
{
	const struct options *o = s->options;

	return session_has_roce(s) || o->output_count || (o->format >= 0 && o->format != REPORT_TEXT);
}

int cmd_report(const struct options *o)
{
	struct session *s = malloc(sizeof(*s));
	int code;

	if (!s)
		return EXIT_UNFINISHED;
	code = session_open(s, o, RANGE_ANALYSE, NULL, NULL);
	if (!code) {
		code = session_run(s);
		session_warn(s);
		if (!code && worth_writing(s))
			code = results_write(s, report_write, REPORT_TOP);
		if (!code)
			code = session_exit_code(s);
		session_close(s);
	}
	free(s);
	return code;
}
