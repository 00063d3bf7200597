/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef QUERY_OPERAND_H
#define QUERY_OPERAND_H
/* The right side of a comparison: a word becomes a number, a net or a text, as the field on the left asks. */
#include "base/text.h"
#include "query/program.h"

/**
 * operand_read - @word as a value of @f
 * @test: how it will be compared
 * @out: TEXT: text is left to the caller, who keeps the word
 * @why: on refusal, the reason as the rest of a sentence that begins with the quoted word
 * Return: 0 or -RS_EINVAL.
 */
RS_MUST_USE int operand_read(const struct filter_field *f, enum test_kind test, const char *word, struct operand *out,
			     struct text *why);

/** operand_is_percent - the word is a number of percent: a count field then means its share. */
bool operand_is_percent(const char *word);

/** operand_net - "10.1.0.3", "10.1.0.0/24", "fd00::/16"; false if the word is no whole address. */
bool operand_net(const char *word, struct operand *out);

/** operand_number_cmp - -1, 0, 1. */
static inline int operand_number_cmp(struct filter_number a, struct filter_number b)
{
	if (a.n != b.n)
		return a.n < b.n ? -1 : 1;
	return (a.nano > b.nano) - (a.nano < b.nano);
}

#endif
