/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APP_OUTPUT_H
#define APP_OUTPUT_H
/*
 * One result file: standard output, or a file that replaces an older one only when it is
 * complete (written beside it under another name, 0600, then renamed).
 */
#include <rocescope/types.h>
#include <stdio.h>

struct output {
	FILE *file;	   /**< write here */
	const char *path;  /**< as given; "-" = standard output */
	char temp[1024];   /**< name while it is being written, "" = none */
	bool gone;	   /**< after a commit that failed: the reader of standard output (head) went away */
};

/** output_open - @path "-" or NULL is standard output. */
RS_MUST_USE int output_open(struct output *o, const char *path, struct rs_err *err);
/** output_commit - flush, check, close, rename. A failed write is found here at the latest. */
RS_MUST_USE int output_commit(struct output *o, struct rs_err *err);
/** output_discard - close and remove what was written so far. */
void output_discard(struct output *o);

#endif
