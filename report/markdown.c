/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Markdown page (CommonMark with pipe tables). What came from the capture or the command
 * line is escaped, so that a file name cannot become markup. Always UTF-8: tickets are.
 */
#include "report/markdown.h"

#include "report/glyph.h"

#include <rocescope/event.h>
#include <string.h>

#define CELL_SIZE 64

/* Text with the characters escaped that start markup inside a line. */
static void put(struct page *p, const char *s)
{
	s += strspn(s, " ");
	while (*s) {
		const size_t plain = strcspn(s, "\\`*_[]<>|#");

		glyph_put(p->out, s, plain, true);
		s += plain;
		if (*s)
			fprintf(p->out, "\\%c", *s++);
	}
}

/* Code: no escapes inside, so a backquote becomes an apostrophe. */
static void put_code(struct page *p, const char *s)
{
	fputc('`', p->out);
	for (size_t n; *s; s += n) {
		n = strcspn(s, "`");
		glyph_put(p->out, s, n, true);
		if (s[n] == '`') {
			fputc('\'', p->out);
			n++;
		}
	}
	fputc('`', p->out);
}

static void md_title(struct page *p, const char *const *parts, unsigned n)
{
	fputs("# ", p->out);
	put(p, parts[0]);
	for (unsigned i = 1; i < n; i++) {
		fputs(i == 1 ? "\n\n" : ", ", p->out);
		if (i == 1)
			put_code(p, parts[i]);
		else
			put(p, parts[i]);
	}
	fputs("\n", p->out);
}

static void md_heading(struct page *p, const char *name)
{
	fputs("\n## ", p->out);
	put(p, name);
	fputs("\n\n", p->out);
	p->tight = false;
}

static void md_label(struct page *p, const char *name, enum page_tone tone, const char *head, const char *text)
{
	(void)tone; /* no colour in Markdown */
	md_heading(p, name);
	if (head) {
		fputs("**", p->out);
		put(p, head);
		fputs("** ", p->out);
	}
	put(p, text);
	fputc('\n', p->out);
}

static void md_line(struct page *p, const char *name, const char *text)
{
	md_label(p, name, PAGE_PLAIN, NULL, text);
}

static void md_section(struct page *p, const char *name, const char *note)
{
	md_heading(p, name);
	if (!*note)
		return;
	put(p, note);
	fputs("\n", p->out);
	p->tight = true;
}

/* Lists and tables need a blank line after a paragraph. */
static void separate(struct page *p)
{
	if (p->tight)
		fputc('\n', p->out);
	p->tight = false;
}

static void md_item(struct page *p, const struct page_item *it)
{
	separate(p);
	fprintf(p->out, "%u. %s **%s** ", it->number, glyph_severity(it->severity),
		rs_severity_name(it->severity));
	put_code(p, it->code);
	if (*it->scope) {
		fputc(' ', p->out);
		put(p, it->scope);
	}
	fputs(", ", p->out);
	put(p, it->when);
	for (unsigned i = 0; i < it->line_count; i++) {
		fputs("  \n   ", p->out);
		put(p, it->lines[i]);
	}
	fputc('\n', p->out);
}

static void md_cell(struct page *p, const struct page_table *t, unsigned row, unsigned col)
{
	char buf[CELL_SIZE];
	struct text cell;

	text_init(&cell, buf, sizeof(buf));
	t->cell(t->ctx, row, col, &cell);
	fputc(' ', p->out);
	put(p, buf);
	fputs(" |", p->out);
}

static void md_table(struct page *p, const struct page_table *t)
{
	if (!t->rows)
		return;
	separate(p);
	fputc('|', p->out);
	for (unsigned c = 0; c < t->column_count; c++) {
		fputc(' ', p->out);
		put(p, t->columns[c].head);
		fputs(" |", p->out);
	}
	fputs("\n|", p->out);
	for (unsigned c = 0; c < t->column_count; c++)
		fputs(t->columns[c].right ? " ---: |" : " --- |", p->out);
	for (unsigned r = 0; r < t->rows; r++) {
		fputs("\n|", p->out);
		for (unsigned c = 0; c < t->column_count; c++)
			md_cell(p, t, r, c);
	}
	fputc('\n', p->out);
	p->tight = true;
}

static void md_fact(struct page *p, const char *name, const char *text)
{
	separate(p);
	fputs("- **", p->out);
	put(p, name);
	fputs("** ", p->out);
	put(p, text);
	fputc('\n', p->out);
}

static void md_note(struct page *p, const char *text)
{
	fputc('\n', p->out);
	put(p, text);
	fputc('\n', p->out);
	p->tight = true;
}

static void md_hints(struct page *p, const struct page_hint *hints, unsigned n)
{
	md_heading(p, "next");
	for (unsigned i = 0; i < n; i++) {
		fputs("- ", p->out);
		put_code(p, hints[i].command);
		fputc(' ', p->out);
		put(p, hints[i].what);
		fputc('\n', p->out);
	}
}

const struct page_ops markdown_ops = {
	.title = md_title,
	.label = md_label,
	.line = md_line,
	.section = md_section,
	.item = md_item,
	.table = md_table,
	.fact = md_fact,
	.note = md_note,
	.hints = md_hints,
};
