/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_LIB_FINDTEXT_H
#define TESTS_LIB_FINDTEXT_H
/* The FINDINGS line of tests/scenarios: a set of codes. */
#include <rocescope/engine.h>

#include "base/text.h"

/** findtext_verdict - codes in capitals, sorted, without repetition; "none" if there is none. */
void findtext_verdict(struct text *t, const struct rs_verdict *v);

/** findtext_expected - an expected list in that form: words behind a code are for the reader. */
void findtext_expected(struct text *t, const char *list);

#endif
