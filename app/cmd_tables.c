/* SPDX-License-Identifier: BSD-2-Clause */
/* The commands flows, events and pfc: the same run as report, another table of its results. */
#include "app/command.h"
#include "app/results.h"

#include <stdlib.h>

static int write_flows(const struct report *r, enum report_format format, FILE *out, struct rs_err *err)
{
	return report_table_write(r, REPORT_TABLE_FLOWS, format, out, err);
}

static int write_events(const struct report *r, enum report_format format, FILE *out, struct rs_err *err)
{
	return report_table_write(r, REPORT_TABLE_EVENTS, format, out, err);
}

static int write_pfc(const struct report *r, enum report_format format, FILE *out, struct rs_err *err)
{
	return report_table_write(r, REPORT_TABLE_PFC, format, out, err);
}

static int run_table(const struct options *o, results_write_fn write)
{
	struct session *s = malloc(sizeof(*s));
	int code;

	if (!s)
		return EXIT_UNFINISHED;
	code = session_open(s, o, write == write_events ? RANGE_SHOW : RANGE_ANALYSE, NULL, NULL);
	if (!code) {
		code = session_run(s);
		session_warn(s);
		if (!code)
			code = results_write(s, write, 0);
		if (!code)
			code = session_exit_code(s);
		session_close(s);
	}
	free(s);
	return code;
}

int cmd_flows(const struct options *o)
{
	return run_table(o, write_flows);
}

int cmd_events(const struct options *o)
{
	return run_table(o, write_events);
}

int cmd_pfc(const struct options *o)
{
	return run_table(o, write_pfc);
}
