/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APP_SESSION_H
#define APP_SESSION_H
/*
 * What every command that reads captures does: turn options into a pipeline, find the time
 * range that --from, --to and --around mean, run, warn, and decide the exit code.
 */
#include "app/options.h"
#include "app/pipeline.h"
#include "app/style.h"

/** What a time range means to a command. */
enum session_range {
	RANGE_ANALYSE, /* only packets of the range are analysed */
	RANGE_SHOW,    /* all packets are analysed, rows of the range are shown */
	RANGE_FRAME,   /* as RANGE_SHOW; with -v, "--around N" is the frame N and no time */
};

/** One run over the input. */
struct session {
	const struct options *options;
	enum session_range range;
	struct pipeline_config cfg;
	struct pipeline pipeline;
	struct rs_pair_hint *pairs;  /**< owned */
	struct links *links;	     /**< owned, NULL = no table */
	rs_ns started;		     /**< monotonic */
	rs_ns from, to;		     /**< range in absolute time, RS_NS_NONE = open */
	uint64_t only_frame;	     /**< RANGE_FRAME: the one frame of the first file to show, 0 = all of the range */
	char partial[120];	     /**< reason why the input was not read to its end, "" if it was */
	struct report report;	     /**< filled by session_report() */
	struct report_file files[1024];
};

/**
 * session_open - everything up to reading
 * @hook: sees the records of the pass whose results count, may be NULL
 * Return: 0, or an exit code (1 or 2) after printing why.
 */
int session_open(struct session *s, const struct options *o, enum session_range range, pipeline_hook_fn hook, void *user);
/** session_run - read; 0 or an exit code after printing why. */
int session_run(struct session *s);
/** session_report - fill s->report for an output on @out. */
const struct report *session_report(struct session *s, FILE *out, unsigned default_top);
/** session_files - rows of the input files; valid until the session is closed. */
const struct report_file *session_files(struct session *s, unsigned *count);
/** session_warn - say on stderr what went wrong with files (once, after reading). */
void session_warn(const struct session *s);
/** session_exit_code - by signal, files, --fail-on and what was found; prints the exit 4 line. */
int session_exit_code(struct session *s);
void session_close(struct session *s);
/** session_has_roce - RoCE or MAC control was in the input. */
bool session_has_roce(const struct session *s);

#endif
