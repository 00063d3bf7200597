/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef QUERY_PARSER_H
#define QUERY_PARSER_H
/* From the text of a filter to its program; names, types and values are checked on the way. */
#include "query/program.h"

/** Why and where a text was refused. */
struct complaint {
	unsigned at;	/**< byte of the text */
	char text[240]; /**< reason, without the place */
};

/** parser_run - fill @p (zeroed) from @text. Returns 0 or -RS_EINVAL with @c filled. */
RS_MUST_USE int parser_run(const struct filter_table *table, const char *text, struct program *p, struct complaint *c);

#endif
