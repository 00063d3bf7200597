/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APP_PROGRESS_H
#define APP_PROGRESS_H
/*
 * The progress line on standard error: after half a second, four times a second, one line
 * rewritten in place, gone when the work is done.
 */
#include "capture/input.h"

struct progress {
	bool on;	   /**< shall be shown at all */
	bool shown;	   /**< a line stands on the terminal */
	rs_ns started;	   /**< monotonic */
	rs_ns last;	   /**< last drawing, monotonic */
	unsigned skipped;  /**< bursts since the clock was looked at */
};

/** What was found so far, so that a person can stop early. */
struct progress_found {
	uint64_t episodes;
	uint64_t naks;
};

void progress_start(struct progress *p, bool on);
/** progress_tick - cheap; draws when it is time. */
void progress_tick(struct progress *p, const struct input *in, const struct progress_found *found);
/** progress_print - counts on a line of their own, at once (SIGUSR1). */
void progress_print(struct progress *p, const struct input *in, const struct progress_found *found);
void progress_end(struct progress *p);
/** progress_now - monotonic clock, ns. */
rs_ns progress_now(void);

#endif
