/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef QUERY_FIELD_H
#define QUERY_FIELD_H
/*
 * Names of columns as the user types them: one name, or a list "a,-b,c" for --fields and
 * --sort. The tables own the names; this module only finds them and words the refusal.
 */
#include <rocescope/types.h>

/** One entry of a list. */
struct field_ref {
	int index;	 /**< into the names */
	bool descending; /**< "-" stood in front */
};

/** The entries that a list named, in its order. */
struct field_list {
	struct field_ref *refs; /**< borrowed, room for max */
	size_t max;
	size_t count; /**< out */
};

/**
 * field_find - index of @name in @names (@n entries), letters compared without case
 * Return: index, or -RS_EINVAL; then @err (may be NULL) names it and the nearest one.
 */
int field_find(const char *name, const char *const *names, size_t n, struct rs_err *err);

/**
 * field_list_parse - read "a,-b,c" into @out; blanks around a name are allowed
 * Return: 0, -RS_EINVAL for an unknown or empty name, -RS_ELIMIT for more than @out->max.
 */
RS_MUST_USE int field_list_parse(const char *list, const char *const *names, size_t n,
				 struct field_list *out, struct rs_err *err);

#endif
