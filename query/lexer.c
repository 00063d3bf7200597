/* SPDX-License-Identifier: BSD-2-Clause */
#include "query/lexer.h"

#include <string.h>
#include <strings.h>

/** Words and signs with a meaning of their own; longer signs stand before their beginnings. */
struct spelling {
	const char *text;
	enum token_kind kind;
	const char *hint; /* TOKEN_BAD */
};

static const struct spelling keywords[] = {
	{ "and", TOKEN_AND, NULL }, { "or", TOKEN_OR, NULL }, { "not", TOKEN_NOT, NULL }, { "in", TOKEN_IN, NULL },
	{ "eq", TOKEN_EQ, NULL },   { "ne", TOKEN_NE, NULL }, { "lt", TOKEN_LT, NULL },	  { "le", TOKEN_LE, NULL },
	{ "gt", TOKEN_GT, NULL },   { "ge", TOKEN_GE, NULL },
	{ "contains", TOKEN_BAD, "is written ~ here, as in name ~ *PART*" },
	{ "matches", TOKEN_BAD, "is written ~ here, with * and ?" },
};

static const struct spelling signs[] = {
	{ "===", TOKEN_BAD, "is written == here" },
	{ "!~", TOKEN_BAD, "is not an operator: write not FIELD ~ PATTERN" },
	{ "=~", TOKEN_BAD, "is written ~ here" },
	{ "<>", TOKEN_BAD, "is written != here" },
	{ "==", TOKEN_EQ, NULL },
	{ "!=", TOKEN_NE, NULL },
	{ "<=", TOKEN_LE, NULL },
	{ ">=", TOKEN_GE, NULL },
	{ "&&", TOKEN_AND, NULL },
	{ "||", TOKEN_OR, NULL },
	{ "(", TOKEN_OPEN, NULL },
	{ ")", TOKEN_CLOSE, NULL },
	{ "{", TOKEN_SET_OPEN, NULL },
	{ "}", TOKEN_SET_CLOSE, NULL },
	{ ",", TOKEN_COMMA, NULL },
	{ "<", TOKEN_LT, NULL },
	{ ">", TOKEN_GT, NULL },
	{ "~", TOKEN_GLOB, NULL },
	{ "!", TOKEN_NOT, NULL },
	{ "=", TOKEN_BAD, "alone is not an operator: write ==" },
	{ "&", TOKEN_BAD, "alone is not an operator: write and" },
	{ "|", TOKEN_BAD, "alone is not an operator: write or" },
};

void lexer_init(struct lexer *l, const char *text)
{
	l->text = text;
	l->at = 0;
	l->hint = NULL;
}

/* No locale: the same expression means the same everywhere. Bytes above 0x7f are letters of names in UTF-8. */
static bool is_word_char(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80 ||
	       (c && strchr("_.:-%*?/[]+@#", c));
}

static struct token make(struct lexer *l, enum token_kind kind, unsigned len)
{
	const struct token t = { kind, l->at, l->at, len };

	if (kind != TOKEN_BAD)
		l->at += len;
	return t;
}

static struct token word(struct lexer *l)
{
	const char *s = l->text + l->at;
	unsigned len = 0;

	while (is_word_char(s[len]))
		len++;
	for (size_t i = 0; i < sizeof(keywords) / sizeof(keywords[0]); i++)
		if (strlen(keywords[i].text) == len && !strncasecmp(s, keywords[i].text, len)) {
			l->hint = keywords[i].hint;
			return make(l, keywords[i].kind, len);
		}
	return make(l, TOKEN_WORD, len);
}

static struct token string(struct lexer *l)
{
	const char *s = l->text + l->at;
	const char *end = strchr(s + 1, *s);
	struct token t;

	if (!end) {
		l->hint = "has no partner: the quoted text does not end";
		return make(l, TOKEN_BAD, 1);
	}
	t = make(l, TOKEN_STRING, (unsigned)(end - s) + 1);
	t.at++;
	t.len -= 2;
	return t;
}

struct token lexer_next(struct lexer *l)
{
	const char *s;

	while (l->text[l->at] && strchr(" \t\r\n", l->text[l->at]))
		l->at++;
	s = l->text + l->at;
	if (!*s)
		return make(l, TOKEN_END, 0);
	if (is_word_char(*s))
		return word(l);
	if (*s == '"' || *s == '\'')
		return string(l);
	for (size_t i = 0; i < sizeof(signs) / sizeof(signs[0]); i++) {
		const unsigned len = (unsigned)strlen(signs[i].text);

		if (!strncmp(s, signs[i].text, len)) {
			l->hint = signs[i].hint;
			return make(l, signs[i].kind, len);
		}
	}
	l->hint = "is not a sign of filters: quote texts that have it";
	return make(l, TOKEN_BAD, 1);
}
