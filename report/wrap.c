/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/wrap.h"

#include "report/glyph.h"

#include <ctype.h>
#include <string.h>

/* Is the word at @s a unit, so that it belongs to the number before it? */
static bool is_unit(const char *s)
{
	static const char *const units[] = { "ns", "us",  "ms",   "s",	"B",	"kB",	"MB",	"GB", "TB",
					     "%",  "b/s", "kb/s", "Mb/s", "Gb/s", "Tb/s" };
	const size_t len = strcspn(s, " ,.;:)");

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++)
		if (len == strlen(units[i]) && !strncmp(s, units[i], len))
			return true;
	return false;
}

/* May a line end before the blanks at @at? @start: of the line; @next: the word behind them. */
static bool may_break(const char *start, const char *at, const char *next)
{
	if (at == start)
		return false;
	if (*next == '>' && (next[1] == ' ' || !next[1]))
		return false;
	if (at[-1] == '>' && at - 1 > start && at[-2] == ' ')
		return false;
	return !(isdigit((unsigned char)at[-1]) && is_unit(next));
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
