/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/wrap.h"

#include "report/glyph.h"

#include <ctype.h>
#include <string.h>

/* Words that stay with the number before them, with both neighbours, with the word behind them. */
static const char *const units[] = { "ns",  "us",   "ms",   "s",    "B", "kB", "MB", "GB", "TB", "%",
				     "b/s", "kb/s", "Mb/s", "Gb/s", "Tb/s", NULL };
static const char *const between[] = { ">", "..", NULL };
static const char *const before[] = { "qp", ">=", "<", NULL };

static bool is_one_of(const char *s, size_t len, const char *const *words)
{
	for (; *words; words++)
		if (len == strlen(*words) && !strncmp(s, *words, len))
			return true;
	return false;
}

/* May a line end before the blanks at @at? @start: of the line; @next: the word behind them. */
static bool may_break(const char *start, const char *at, const char *next)
{
	const char *word = at;

	if (at == start)
		return false;
	while (word > start && word[-1] != ' ')
		word--;
	if (is_one_of(next, strcspn(next, " "), between) || is_one_of(word, (size_t)(at - word), between) ||
	    is_one_of(word, (size_t)(at - word), before))
		return false;
	return !(isdigit((unsigned char)at[-1]) && is_one_of(next, strcspn(next, " ,.;:)"), units));
}

const char *wrap_next(const char **s, size_t columns, size_t *len)
{
	const char *start = *s + strspn(*s, " ");
	const char *p = start, *soft = NULL, *any = NULL;
	size_t used = 0;

	if (!*start)
		return NULL;
	while (*p) {
		unsigned cells;
		const size_t n = glyph_next(p, strlen(p), &cells);

		if (*p == ' ' && p > start && p[-1] != ' ') {
			const char *next = p + strspn(p, " ");

			any = p;
			if (!*next || may_break(start, p, next))
				soft = p;
		}
		if (used + cells > columns && *p != ' ')
			break;
		used += cells;
		p += n;
	}
	if (!*p)
		soft = p;
	else if (!soft)
		soft = any ? any : p;
	*s = soft;
	while (soft > start && soft[-1] == ' ')
		soft--;
	*len = (size_t)(soft - start);
	return start;
}

unsigned wrap_lines(const char *s, size_t first, size_t rest)
{
	unsigned n = 0;
	size_t len;

	while (wrap_next(&s, n ? rest : first, &len))
		n++;
	return n;
}
