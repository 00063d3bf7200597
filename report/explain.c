/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/explain.h"

#include "base/text.h"

#include <rocescope/event.h>
#include <string.h>
#include <strings.h>

#define CODE_MAX 64

/* "GBN_NAK" and "GBN-NAK" are codes too: lower case, dashes. */
static void normalise(const char *in, char out[CODE_MAX])
{
	size_t n = 0;

	for (; in[n] && n + 1 < CODE_MAX; n++) {
		const char c = in[n];

		out[n] = (char)(c == '_' ? '-' : c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
	}
	out[n] = 0;
}

static void upper(struct text *t, const char *s)
{
	for (; *s; s++)
		text_char(t, (char)(*s >= 'a' && *s <= 'z' ? *s - 'a' + 'A' : *s));
}

static void write_list(struct page *p, const char *name, const char *const *entries)
{
	if (!entries || !*entries)
		return;
	p->ops->section(p, name, "");
	for (; *entries; entries++) {
		char line[600];
		struct text t;

		text_init(&t, line, sizeof(line));
		text_add(&t, "- %s", *entries);
		p->ops->note(p, line);
	}
}

static void write_code(struct page *p, unsigned code)
{
	static const enum page_tone tones[RS_SEV_COUNT] = { PAGE_CRITICAL, PAGE_WARNING, PAGE_NOTICE,
							    PAGE_INFO };
	const struct rs_finding_info *info = rs_finding_info(code);
	const unsigned sev = info->severity < RS_SEV_COUNT ? info->severity : RS_SEV_INFO;
	char word[24];
	struct text t;

	text_init(&t, word, sizeof(word));
	upper(&t, rs_severity_name(sev));
	p->ops->label(p, info->code, tones[sev], word, info->summary);
	p->ops->label(p, "RULE", PAGE_PLAIN, NULL, info->rule);
	p->ops->label(p, "LIMITS", PAGE_PLAIN, NULL, info->limits);
	write_list(p, "WHAT TO CHECK", info->next);
	write_list(p, "COUNTERS TO COMPARE", info->counters);
}

/* Bytes of the first sentence. */
static size_t first_sentence(const char *s)
{
	const char *end = strstr(s, ". ");

	return end ? (size_t)(end - s) + 1 : strlen(s);
}

/* Code, severity and meaning; the meaning wraps under itself. */
static void write_all(struct page *p)
{
	p->ops->section(p, "FINDING CODES", "explain CODE tells more");
	for (unsigned c = 0; c < RS_FIND_COUNT; c++) {
		const struct rs_finding_info *info = rs_finding_info(c);
		char line[700];
		struct text t;

		text_init(&t, line, sizeof(line));
		text_add(&t, "%-9s %.*s", rs_severity_name(info->severity), (int)first_sentence(info->summary),
			 info->summary);
		p->ops->fact(p, info->code, line);
	}
}

static int find_code(const char *word, struct rs_err *err)
{
	const char *codes[RS_FIND_COUNT];
	char code[CODE_MAX];
	int found, near;

	normalise(word, code);
	found = rs_finding_by_code(code);
	if (found >= 0)
		return found;
	for (unsigned c = 0; c < RS_FIND_COUNT; c++)
		codes[c] = rs_finding_info(c)->code;
	near = text_nearest(code, codes, RS_FIND_COUNT);
	if (near >= 0)
		return rs_err_set(err, RS_ENOENT, "no finding code '%.40s'; nearest: %s; all: explain list", word,
				  codes[near]);
	return rs_err_set(err, RS_ENOENT, "no finding code '%.40s'; all: explain list", word);
}

int explain_write(const char *code, struct page *p, struct rs_err *err)
{
	int found;

	if (!code || !strcasecmp(code, "list")) {
		write_all(p);
		return 0;
	}
	found = find_code(code, err);
	if (found < 0)
		return found;
	write_code(p, (unsigned)found);
	return 0;
}
