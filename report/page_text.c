/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Text page. Every line ends within the width: prose is wrapped, a table row that does not
 * fit continues on the next line under the same columns, and nothing is cut but words wider
 * than a line. Layout works on the UTF-8 text; glyph_put() writes ASCII where it must, so
 * the lines are the same in both. Colour only repeats what a word or mark says.
 */
#include "report/page_text.h"

#include "report/glyph.h"
#include "report/wrap.h"

#include <rocescope/event.h>
#include <string.h>

#define INDENT_LABEL 9	/* VERDICT, TRUST and one-line sections */
#define INDENT_ITEM 6	/* lines of a finding */
#define INDENT_ROW 3	/* tables, facts, notes */
#define COLUMN_GAP 2
#define CELL_SIZE 64
#define MAX_COLUMNS 24

/* Colours of tones: bold red, yellow, cyan, dim, green; apart for red-green blindness by lightness and mark. */
static const char *const tone_codes[] = {
	[PAGE_PLAIN] = "1",	 [PAGE_CRITICAL] = "1;31", [PAGE_WARNING] = "1;33",
	[PAGE_NOTICE] = "36", [PAGE_INFO] = "2",	  [PAGE_GOOD] = "1;34",
};

static const enum page_tone severity_tones[] = {
	[RS_SEV_CRITICAL] = PAGE_CRITICAL,
	[RS_SEV_WARNING] = PAGE_WARNING,
	[RS_SEV_NOTICE] = PAGE_NOTICE,
	[RS_SEV_INFO] = PAGE_INFO,
};

static void put(struct page *p, const char *s)
{
	glyph_put(p->out, s, strlen(s), p->utf8);
}

static void put_tone(struct page *p, enum page_tone tone, const char *s)
{
	if (p->color)
		fprintf(p->out, "\033[%sm", tone_codes[tone]);
	put(p, s);
	if (p->color)
		fputs("\033[0m", p->out);
}

static void spaces(struct page *p, size_t n)
{
	while (n--)
		fputc(' ', p->out);
}

static void end_line(struct page *p)
{
	fputc('\n', p->out);
	p->height++;
}

static void blank_line(struct page *p)
{
	if (p->height)
		end_line(p);
	p->tight = false;
}

/* Prose behind @used columns of the current line, later lines at @indent; at most @max lines (0 = all). */
static void prose(struct page *p, size_t used, size_t indent, const char *text, unsigned max)
{
	size_t len;
	const char *line = wrap_next(&text, p->width - used, &len);

	for (unsigned n = 1; line; n++) {
		glyph_put(p->out, line, len, p->utf8);
		end_line(p);
		if (max && n == max)
			return;
		line = wrap_next(&text, p->width - indent, &len);
		if (line)
			spaces(p, indent);
	}
}

static void text_title(struct page *p, const char *const *parts, unsigned n)
{
	size_t used = 0;

	for (unsigned i = 0; i < n; i++) {
		const size_t cells = glyph_cells(parts[i], strlen(parts[i]));

		if (used && used + 3 + cells > p->width) {
			end_line(p);
			used = 0;
		}
		if (used)
			spaces(p, 3);
		if (i)
			put(p, parts[i]);
		else
			put_tone(p, PAGE_PLAIN, parts[i]);
		used += cells + (used ? 3 : 0);
	}
	end_line(p);
	/* A second line takes the place of the blank one: the verdict stands in the first three lines. */
	p->tight = p->height > 1;
}

/* A name at the left edge; returns the columns used, at least INDENT_LABEL. */
static size_t put_name(struct page *p, const char *name)
{
	const size_t cells = glyph_cells(name, strlen(name));
	const size_t pad = cells + 2 > INDENT_LABEL ? 2 : INDENT_LABEL - cells;

	put_tone(p, PAGE_PLAIN, name);
	spaces(p, pad);
	return cells + pad;
}

static void text_label(struct page *p, const char *name, enum page_tone tone, const char *head, const char *text)
{
	size_t used;

	if (!p->tight)
		blank_line(p);
	p->tight = false;
	used = put_name(p, name);
	if (head) {
		const size_t cells = glyph_cells(head, strlen(head));
		const size_t gap = cells && head[strlen(head) - 1] == ':' ? 1 : 2;

		put_tone(p, tone, head);
		spaces(p, gap);
		used += cells + gap;
	}
	prose(p, used, INDENT_LABEL, text, 0);
}

static void text_line(struct page *p, const char *name, const char *text)
{
	size_t used;

	if (!p->tight)
		blank_line(p);
	used = put_name(p, name);
	prose(p, used, INDENT_LABEL, text, 0);
	p->tight = true;
}

static void text_section(struct page *p, const char *name, const char *note)
{
	const size_t name_cells = glyph_cells(name, strlen(name));
	const size_t note_cells = glyph_cells(note, strlen(note));
	size_t used = name_cells + (note_cells ? note_cells + 2 : 0);

	blank_line(p);
	put_tone(p, PAGE_PLAIN, name);
	if (used > p->width) {
		spaces(p, 2);
		prose(p, name_cells + 2, INDENT_ROW, note, 0);
		return;
	}
	if (note_cells)
		spaces(p, 2);
	put(p, note);
	if (used + 2 < p->width) {
		fputc(' ', p->out);
		for (used++; used < p->width; used++)
			put(p, GLYPH_RULE);
	}
	end_line(p);
}

/* " 1 X CRITICAL  gbn-nak           ": returns the columns used. */
static size_t item_head(struct page *p, const struct page_item *it)
{
	char number[16], word[40];
	struct text t;

	text_init(&t, number, sizeof(number));
	text_add(&t, "%2u ", it->number);
	put(p, number);
	text_init(&t, word, sizeof(word));
	text_add(&t, "%s ", glyph_severity(it->severity));
	for (const char *s = rs_severity_name(it->severity); *s; s++)
		text_char(&t, (char)(*s >= 'a' && *s <= 'z' ? *s - 'a' + 'A' : *s));
	put_tone(p, severity_tones[it->severity], word);
	spaces(p, 2 + 10 - glyph_cells(word, t.len));
	put(p, it->code);
	return glyph_cells(number, strlen(number)) + 12 + strlen(it->code);
}

/* Scope and time span: on the line of the head if both fit, else on lines of their own. */
static void item_scope(struct page *p, const struct page_item *it, size_t used)
{
	const size_t scope = glyph_cells(it->scope, strlen(it->scope));
	const size_t when = glyph_cells(it->when, strlen(it->when));
	const size_t at = used + 2 > 33 ? used + 2 : 33, column = p->width >= 100 ? 72 : p->width - 28;
	char both[400];
	struct text t;

	if (at + scope + (scope ? 2 : 0) + when <= p->width) {
		spaces(p, at - used);
		put(p, it->scope);
		used = at + scope;
		spaces(p, used + 2 <= column && column + when <= p->width ? column - used : scope ? 2 : 0);
		put(p, it->when);
		end_line(p);
		return;
	}
	end_line(p);
	text_init(&t, both, sizeof(both));
	text_add(&t, "%s%s%s", it->scope, scope ? "  " : "", it->when);
	spaces(p, INDENT_ITEM);
	prose(p, INDENT_ITEM, INDENT_ITEM, both, 0);
}

static void text_item(struct page *p, const struct page_item *it)
{
	const size_t columns = p->width - INDENT_ITEM;
	unsigned room = UINT32_MAX;

	item_scope(p, it, item_head(p, it));
	if (it->reserve && p->width >= 100)
		room = p->height + it->reserve < PAGE_TEXT_SCREEN + 1 ?
			       PAGE_TEXT_SCREEN + 1 - p->height - it->reserve : 0;
	for (unsigned i = 0; i < it->line_count; i++) {
		const unsigned lines = wrap_lines(it->lines[i], columns, columns);

		/* The sentence of a finding is never left out; of the rest what has room. */
		if (i && lines > room)
			continue;
		spaces(p, INDENT_ITEM);
		prose(p, INDENT_ITEM, INDENT_ITEM, it->lines[i], 0);
		room -= lines < room ? lines : room;
	}
}

/* Where each column stands: line of the row, column of the screen, width. */
struct layout {
	unsigned line[MAX_COLUMNS];
	size_t at[MAX_COLUMNS];
	size_t cells[MAX_COLUMNS];
};

static size_t cell_cells(const struct page_table *t, unsigned row, unsigned col)
{
	char buf[CELL_SIZE];
	struct text cell;

	text_init(&cell, buf, sizeof(buf));
	t->cell(t->ctx, row, col, &cell);
	return glyph_cells(buf, cell.len);
}

static void lay_out(const struct page *p, const struct page_table *t, struct layout *l)
{
	size_t at = 0;
	unsigned line = 0;

	for (unsigned c = 0; c < t->column_count; c++) {
		l->cells[c] = strlen(t->columns[c].head);
		for (unsigned r = 0; r < t->rows; r++) {
			const size_t n = cell_cells(t, r, c);

			l->cells[c] = n > l->cells[c] ? n : l->cells[c];
		}
		if (c && at + l->cells[c] > p->width) {
			line++;
			at = INDENT_ROW;
		}
		l->line[c] = line;
		l->at[c] = at;
		at += l->cells[c] + COLUMN_GAP;
	}
}

/* One row, or the head for @row < 0, over as many lines as the layout has. */
static void put_row(struct page *p, const struct page_table *t, const struct layout *l, long row)
{
	size_t used = 0;

	for (unsigned c = 0; c < t->column_count; c++) {
		char buf[CELL_SIZE];
		struct text cell;
		size_t n, pad;

		if (c && l->line[c] != l->line[c - 1]) {
			end_line(p);
			used = 0;
		}
		text_init(&cell, buf, sizeof(buf));
		if (row < 0)
			text_str(&cell, t->columns[c].head);
		else
			t->cell(t->ctx, (unsigned)row, c, &cell);
		n = glyph_cells(buf, cell.len);
		pad = l->at[c] + (t->columns[c].right ? l->cells[c] - n : 0);
		if (!n)
			continue;
		spaces(p, pad - used);
		put(p, buf);
		used = pad + n;
	}
	end_line(p);
}

static void text_table(struct page *p, const struct page_table *t)
{
	struct layout l;

	if (!t->rows || t->column_count > MAX_COLUMNS)
		return;
	lay_out(p, t, &l);
	for (long r = -1; r < (long)t->rows; r++)
		put_row(p, t, &l, r);
}

static void text_fact(struct page *p, const char *name, const char *text)
{
	const size_t cells = glyph_cells(name, strlen(name));
	const size_t at = INDENT_ROW + 21;

	spaces(p, INDENT_ROW);
	put(p, name);
	spaces(p, at - INDENT_ROW > cells ? at - INDENT_ROW - cells : 1);
	prose(p, at - INDENT_ROW > cells ? at : INDENT_ROW + cells + 1, at, text, 0);
}

/* Later lines of "- text" stand under the text. */
static void text_note(struct page *p, const char *text)
{
	spaces(p, INDENT_ROW);
	prose(p, INDENT_ROW, INDENT_ROW + (strncmp(text, "- ", 2) ? 0 : 2), text, 0);
}

static void text_hints(struct page *p, const struct page_hint *hints, unsigned n)
{
	size_t column = 0;

	for (unsigned i = 0; i < n; i++) {
		const size_t cells = glyph_cells(hints[i].command, strlen(hints[i].command));

		column = cells > column ? cells : column;
	}
	column += 7 + 3;
	blank_line(p);
	for (unsigned i = 0; i < n; i++) {
		const size_t cells = 7 + glyph_cells(hints[i].command, strlen(hints[i].command));
		const size_t what = strlen(hints[i].what);

		put(p, i ? "       " : "next   ");
		if (cells > p->width || column + what > p->width) {
			prose(p, 7, 9, hints[i].command, 0);
			spaces(p, 9);
			prose(p, 9, 9, hints[i].what, 0);
			continue;
		}
		put(p, hints[i].command);
		spaces(p, column - cells);
		put(p, hints[i].what);
		end_line(p);
	}
}

const struct page_ops page_text_ops = {
	.title = text_title,
	.label = text_label,
	.line = text_line,
	.section = text_section,
	.item = text_item,
	.table = text_table,
	.fact = text_fact,
	.note = text_note,
	.hints = text_hints,
};
