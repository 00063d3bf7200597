/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APP_COMMAND_H
#define APP_COMMAND_H
/*
 * The commands of the program. Each takes the words behind its name and returns an exit code.
 */
#include "app/options.h"

/** Exit codes (manual, EXIT STATUS). */
enum exit_code {
	EXIT_DONE = 0,
	EXIT_UNFINISHED = 1, /* a file could not be read, an output not be written */
	EXIT_USAGE = 2,	     /* wrong option, unknown command, no such file */
	EXIT_FOUND = 3,	     /* a finding at or above --fail-on */
	EXIT_NO_ROCE = 4,    /* neither RoCE nor MAC control in the input */
};

/** One command. */
struct command {
	const char *name;
	unsigned on;	       /**< ON_... of its options */
	const char *operands;  /**< as in the synopsis */
	const char *summary;   /**< one line of the help */
	const char *examples;  /**< lines of the help */
	int (*run)(const struct options *o);
};

int cmd_report(const struct options *o);
int cmd_flows(const struct options *o);
int cmd_events(const struct options *o);
int cmd_pfc(const struct options *o);
int cmd_packets(const struct options *o);
int cmd_explain(const struct options *o);
int cmd_demo(const struct options *o);

#endif
