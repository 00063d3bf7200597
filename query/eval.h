/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef QUERY_EVAL_H
#define QUERY_EVAL_H
/* A program against one row. */
#include "query/program.h"

/** eval_run - the truth value after the last step. */
bool eval_run(const struct program *p, const struct filter_field *fields, void *user, const void *row);

/** eval_glob - does all of @text match @pattern (lower case; * any characters, ? one)? Without * and ?: part of it. */
bool eval_glob(const char *pattern, const char *text);

#endif
