/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef QUERY_LEXER_H
#define QUERY_LEXER_H
/*
 * Words and signs of a filter. A word is anything that could be a name, number, address,
 * pattern or code; what it means is decided by where it stands.
 */
#include <rocescope/types.h>

enum token_kind {
	TOKEN_END,
	TOKEN_WORD,
	TOKEN_STRING, /* in quotes: never a name or a keyword */
	TOKEN_OPEN,
	TOKEN_CLOSE,
	TOKEN_SET_OPEN,
	TOKEN_SET_CLOSE,
	TOKEN_COMMA,
	TOKEN_AND,
	TOKEN_OR,
	TOKEN_NOT,
	TOKEN_IN,
	TOKEN_EQ,
	TOKEN_NE,
	TOKEN_LT,
	TOKEN_LE,
	TOKEN_GT,
	TOKEN_GE,
	TOKEN_GLOB,
	TOKEN_BAD, /* a sign that the language does not have: @hint of the lexer says what to write */
};

/** One token; text[at .. at + len), without the quotes of a string. */
struct token {
	enum token_kind kind;
	unsigned at;	/**< of the text that counts */
	unsigned start; /**< where it begins, quote included: for messages */
	unsigned len;
};

struct lexer {
	const char *text; /**< borrowed, ends with 0 */
	unsigned at;
	const char *hint; /**< with TOKEN_BAD: half a sentence, static */
};

void lexer_init(struct lexer *l, const char *text);
/** lexer_next - the next token; TOKEN_END and TOKEN_BAD come again when asked again. */
struct token lexer_next(struct lexer *l);

#endif
