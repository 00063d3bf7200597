/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_WRAP_H
#define REPORT_WRAP_H
/*
 * Prose into lines. Lines break at blanks, but not between a number and its unit and not
 * around '>' or "..", so "3.28 ms" and "10.0.0.1 > 10.0.0.2" stay together while they fit. A word
 * that is wider than a line is broken inside. Blanks within a line are kept.
 */
#include <rocescope/types.h>

/** wrap_next - the next line of *@s that fits @columns (>= 2)
 * @len: its bytes, without blanks at its end
 * Return: start of the line; NULL when nothing is left. *@s moves behind it.
 */
const char *wrap_next(const char **s, size_t columns, size_t *len);

/** wrap_lines - lines that @s takes when the first has @first columns and the others @rest. */
unsigned wrap_lines(const char *s, size_t first, size_t rest);

#endif
