/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APP_RESULTS_H
#define APP_RESULTS_H
/* Writes one result to all outputs of a command: -o files by their suffix, else standard output (through a pager). */
#include "app/session.h"

typedef int (*results_write_fn)(const struct report *r, enum report_format format, FILE *out, struct rs_err *err);

/**
 * results_write - write the session's report to every output
 * @default_top: rows of text tables without --top
 * Return: 0 or an exit code after printing why.
 */
int results_write(struct session *s, results_write_fn write, unsigned default_top);

#endif
