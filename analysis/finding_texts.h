/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FINDING_TEXTS_H
#define ANALYSIS_FINDING_TEXTS_H
/*
 * What every finding means, how it is computed, what it cannot know, and what to do next. One
 * constant table a family, indexed by code; entries of other families are empty.
 */
#include <rocescope/event.h>

/* Families. X(table) */
#define FINDING_FAMILIES(X)                                                                        \
	X(recovery)                                                                                \
	X(storm)                                                                                   \
	X(pause)                                                                                   \
	X(capture)

#define X(family) extern const struct rs_finding_info finding_texts_##family[RS_FIND_COUNT];
FINDING_FAMILIES(X)
#undef X

#define LIST(...)                                                                                  \
	(const char *const[])                                                                      \
	{                                                                                          \
		__VA_ARGS__, NULL                                                                  \
	}

#define NOTHING                                                                                    \
	(const char *const[])                                                                      \
	{                                                                                          \
		NULL                                                                               \
	}

/* Code and severity of an entry come from the list of codes. */
#define X(id, name, severity) static const char code_of_##id[] __attribute__((unused)) = name;
RS_FINDINGS(X)
#undef X

enum severity_of {
#define X(id, name, severity) SEVERITY_OF_##id = RS_SEV_##severity,
	RS_FINDINGS(X)
#undef X
};

#define ID(id) .code = code_of_##id, .severity = SEVERITY_OF_##id

#endif
