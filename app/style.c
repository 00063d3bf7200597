/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/style.h"

#include "query/quantity.h"

#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

#define WIDTH_MIN 60
#define WIDTH_MAX 300
#define WIDTH_DEFAULT 100

/* Block and line characters must take one cell each; in CJK locales they may take two. */
static bool can_draw_utf8(void)
{
	static const wchar_t drawing[] = { 0x2500, 0x2588, 0x2581, 0x25a0, 0x25b2, 0x25cf };

	if (strcmp(nl_langinfo(CODESET), "UTF-8"))
		return false;
	for (size_t i = 0; i < sizeof(drawing) / sizeof(drawing[0]); i++)
		if (wcwidth(drawing[i]) != 1)
			return false;
	return true;
}

static bool want_color(const struct options *o, FILE *out)
{
	const char *no = getenv("NO_COLOR"), *term = getenv("TERM");

	if (o->color != WHEN_AUTO)
		return o->color == WHEN_ALWAYS;
	return isatty(fileno(out)) && !(no && *no) && term && strcmp(term, "dumb");
}

static unsigned width_of(FILE *out)
{
	const char *columns = getenv("COLUMNS");
	uint64_t said;
	struct winsize ws;

	if (columns && !quantity_count(columns, 1, 10000, &said, NULL))
		return (unsigned)said;
	if (isatty(fileno(out)) && ioctl(fileno(out), TIOCGWINSZ, &ws) == 0 && ws.ws_col)
		return ws.ws_col;
	return WIDTH_DEFAULT;
}

struct report_style style_for(const struct options *o, FILE *out, unsigned default_top)
{
	struct report_style s = { 0 };

	s.width = o->width ? o->width : width_of(out);
	s.width = s.width < WIDTH_MIN ? WIDTH_MIN : s.width > WIDTH_MAX ? WIDTH_MAX : s.width;
	s.utf8 = !o->ascii && can_draw_utf8();
	s.color = want_color(o, out);
	s.top = o->top >= 0 ? (unsigned)o->top : default_top;
	s.quiet = o->quiet;
	s.sort = o->sort;
	s.fields = o->fields;
	s.time = o->time_form;
	return s;
}
