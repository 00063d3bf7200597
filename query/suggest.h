/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef QUERY_SUGGEST_H
#define QUERY_SUGGEST_H
/* What a refused name or word may have meant. */
#include "base/text.h"
#include "query/filter_types.h"

#define SUGGEST_MAX 3

/** suggest_fields - ", "-separated names of the fields of @table that are nearest to @word, at most three. */
void suggest_fields(struct text *t, const struct filter_table *table, const char *word);

/** suggest_words - the same of @words, which NULL ends; all of them if they are few. */
void suggest_words(struct text *t, const char *const *words, const char *word);

#endif
