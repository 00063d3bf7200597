/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/lib/findtext.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define CODES_MAX 64
#define CODE_BYTES 40

struct codes {
	char code[CODES_MAX][CODE_BYTES];
	unsigned count;
};

/* Keeps the list sorted and without repetition. */
static void code_add(struct codes *c, const char *code)
{
	unsigned at = 0;

	while (at < c->count && strcmp(c->code[at], code) < 0)
		at++;
	if (c->count == CODES_MAX || (at < c->count && !strcmp(c->code[at], code)))
		return;
	memmove(c->code[at + 1], c->code[at], (c->count - at) * sizeof(c->code[0]));
	snprintf(c->code[at], sizeof(c->code[at]), "%s", code);
	c->count++;
}

static void codes_write(struct text *t, const struct codes *c)
{
	if (!c->count)
		text_str(t, "none");
	for (unsigned i = 0; i < c->count; i++)
		text_add(t, "%s%s", i ? ", " : "", c->code[i]);
}

void findtext_verdict(struct text *t, const struct rs_verdict *v)
{
	struct codes c = {.count = 0};

	for (uint32_t i = 0; i < v->finding_count; i++) {
		char upper[CODE_BYTES];

		snprintf(upper, sizeof(upper), "%s", rs_finding_info(v->findings[i].code)->code);
		for (char *p = upper; *p; p++)
			*p = (char)toupper((unsigned char)*p);
		code_add(&c, upper);
	}
	codes_write(t, &c);
}

void findtext_expected(struct text *t, const char *list)
{
	struct codes c = {.count = 0};

	while (*list) {
		char code[CODE_BYTES];
		size_t len;

		list += strspn(list, " ");
		len = strspn(list, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-");
		snprintf(code, sizeof(code), "%.*s", (int)len, list);
		if (len)
			code_add(&c, code);
		list += strcspn(list, ",");
		list += *list == ',';
	}
	codes_write(t, &c);
}
