/* SPDX-License-Identifier: BSD-2-Clause */
/* Steering of the filter language, and the three lines of a refusal. */
#include "query/filter.h"

#include "base/text.h"
#include "query/eval.h"
#include "query/parser.h"

#include <stdlib.h>
#include <string.h>

#define SHOWN_BYTES 96 /* of the expression around the place */

struct filter {
	const struct filter_field *fields;
	struct program program;
};

static bool continues(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* The part of @text around byte @at on one line, then a mark under it. Characters of UTF-8 take one column here. */
static void show_place(struct text *t, const char *text, unsigned at)
{
	const size_t len = strlen(text);
	size_t from = at > SHOWN_BYTES * 2 / 3 && len > SHOWN_BYTES ? at - SHOWN_BYTES * 2 / 3 : 0;
	size_t to = len > from + SHOWN_BYTES ? from + SHOWN_BYTES : len;
	unsigned column = from ? 2 : 0;

	while (from < at && continues(text[from]))
		from++;
	while (to < len && to > at + 1 && continues(text[to]))
		to--;
	text_add(t, "\n  %s", from ? ".." : "");
	for (size_t i = from; i < to; i++) {
		const unsigned char c = (unsigned char)text[i];

		text_char(t, c < 0x20 || c == 0x7f ? ' ' : (char)c);
		column += i < at && !continues((char)c);
	}
	text_add(t, "%s\n  %*s^", to < len ? ".." : "", (int)column, "");
}

static void word_refusal(struct rs_err *err, const char *text, const struct complaint *c)
{
	char buf[sizeof(err->text)];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	text_str(&t, c->text);
	/* A value that was typed may hold what a terminal obeys. */
	for (size_t i = 0; i < t.len; i++)
		if ((unsigned char)buf[i] < 0x20 || buf[i] == 0x7f)
			buf[i] = '?';
	show_place(&t, text, c->at);
	rs_err_set(err, RS_EINVAL, "%s", buf);
}

struct filter *filter_create(const struct filter_table *table, const char *text, struct rs_err *err)
{
	struct filter *f = calloc(1, sizeof(*f));
	struct complaint c;

	if (!f) {
		rs_err_set(err, RS_ENOMEM, "no memory for a filter");
		return NULL;
	}
	f->fields = table->fields;
	if (parser_run(table, text, &f->program, &c)) {
		if (err)
			word_refusal(err, text, &c);
		free(f);
		return NULL;
	}
	return f;
}

void filter_destroy(struct filter *f)
{
	free(f);
}

bool filter_match(const struct filter *f, void *user, const void *row)
{
	return !f || eval_run(&f->program, f->fields, user, row);
}

unsigned filter_groups(const struct filter *f)
{
	return f ? f->program.groups : 0;
}
