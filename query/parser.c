/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Theory of operation. Recursive descent over
 *
 *	or	 = and { "or" and }
 *	and	 = not { "and" not }
 *	not	 = { "not" } primary
 *	primary	 = "(" or ")" | FIELD operator value | FIELD ["not"] "in" ( value | "{" value { "," value } "}" )
 *		 | FLAG | word
 *
 * Steps are written as they are read; an operator that may know its answer early leaves a
 * jump behind its left side, which is aimed when its right side is written. Only parentheses
 * recurse, at most FILTER_DEPTH_MAX deep. The first complaint ends the run.
 */
#include "query/parser.h"

#include "base/text.h"
#include "query/lexer.h"
#include "query/operand.h"
#include "query/suggest.h"
#include "query/wireshark.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#define WORD_MAX 128 /* longer words are no value of ours */

struct parser {
	const struct filter_table *table;
	const char *text;
	struct lexer lex;
	struct token now; /**< not used up yet */
	struct program *p;
	struct complaint *c;
	unsigned depth;
};

/** A comparison that is being read. */
struct comparison {
	unsigned field;
	enum test_kind test;
	unsigned operator_at;
	struct token name;
};

static int refuse(struct parser *ps, unsigned at, const char *fmt, ...) RS_PRINTF(3, 4);

static int refuse(struct parser *ps, unsigned at, const char *fmt, ...)
{
	va_list ap;

	ps->c->at = at;
	va_start(ap, fmt);
	vsnprintf(ps->c->text, sizeof(ps->c->text), fmt, ap);
	va_end(ap);
	return -RS_EINVAL;
}

static void advance(struct parser *ps)
{
	ps->now = lexer_next(&ps->lex);
}

/* Text of a token in @out; false if it is longer than any word may be. */
static bool copy(const struct parser *ps, const struct token *t, char out[WORD_MAX])
{
	const unsigned len = t->len < WORD_MAX - 1 ? t->len : WORD_MAX - 1;

	memcpy(out, ps->text + t->at, len);
	out[len] = 0;
	return len == t->len;
}

static int refuse_token(struct parser *ps, const char *wanted)
{
	const struct token *t = &ps->now;

	if (t->kind == TOKEN_END)
		return refuse(ps, t->start, "the filter ends too early: %s is missing", wanted);
	if (t->kind == TOKEN_BAD)
		return refuse(ps, t->start, "'%.*s' %s", (int)t->len, ps->text + t->at, ps->lex.hint);
	return refuse(ps, t->start, "%s is missing before '%.*s'", wanted, (int)(t->len < 40 ? t->len : 40),
		      ps->text + t->at);
}

/* ---- steps ---- */

static int add_step(struct parser *ps, struct step s)
{
	if (ps->p->step_count == PROGRAM_STEPS_MAX)
		return refuse(ps, ps->now.start, "too many comparisons: at most %d steps", PROGRAM_STEPS_MAX);
	ps->p->steps[ps->p->step_count++] = s;
	return 0;
}

static int add_operand(struct parser *ps, const struct operand *o, const char *word, unsigned at)
{
	struct program *p = ps->p;
	struct operand *to = p->operands + p->operand_count;
	const size_t len = strlen(word);

	if (p->operand_count == PROGRAM_OPERANDS_MAX || p->text_bytes + len >= sizeof(p->texts))
		return refuse(ps, at, "too many values: at most %d", PROGRAM_OPERANDS_MAX);
	*to = *o;
	p->operand_count++;
	if (o->kind != OPERAND_TEXT)
		return 0;
	to->text = (uint16_t)p->text_bytes;
	for (size_t i = 0; i <= len; i++)
		p->texts[p->text_bytes++] = word[i] >= 'A' && word[i] <= 'Z' ? (char)(word[i] + 32) : word[i];
	return 0;
}

static int add_test(struct parser *ps, unsigned field, enum test_kind test, unsigned first)
{
	ps->p->groups |= ps->table->fields[field].group;
	return add_step(ps, (struct step){ .kind = STEP_TEST, .test = (uint8_t)test, .field = (uint16_t)field,
					   .first = (uint16_t)first, .count = (uint16_t)(ps->p->operand_count - first) });
}

/* ---- fields ---- */

static bool has_name(const struct filter_field *f, const char *name)
{
	const size_t len = strlen(name);

	if (!strcasecmp(f->name, name))
		return true;
	for (const char *s = f->aliases; s && *s; s += strspn(s, " ")) {
		const size_t n = strcspn(s, " ");

		if (n == len && !strncasecmp(s, name, len))
			return true;
		s += n;
	}
	return false;
}

/* Index of a field of these rows, -1 if there is none; @elsewhere: other rows have it. */
static int find_field(const struct parser *ps, const char *name, bool *elsewhere)
{
	*elsewhere = false;
	for (unsigned i = 0; i < ps->table->count; i++) {
		const struct filter_field *f = ps->table->fields + i;

		if (!has_name(f, name))
			continue;
		if (f->rows & ps->table->rows)
			return (int)i;
		*elsewhere = true;
	}
	return -1;
}

/* "infiniband.bth.destqp is qp here: qp == 0x231", with the comparison that was typed where it can be taken over. */
static int answer_wireshark(struct parser *ps, const struct wireshark_name *w, const struct token *name)
{
	bool elsewhere;
	struct token op = ps->now, value;

	if (!w->ours)
		return refuse(ps, name->start, "%s: %s", w->name, w->see);
	if (find_field(ps, w->ours, &elsewhere) < 0)
		return refuse(ps, name->start, "%s is %s here, which these rows do not have%s", w->name, w->ours,
			      elsewhere ? ": other commands do" : "");
	if (op.kind < TOKEN_EQ || op.kind > TOKEN_GE || !strcmp(w->ours, "kind") || !strcmp(w->ours, "time") ||
	    !strcmp(w->ours, "icrc") || !strcmp(w->ours, "point") || !strcmp(w->ours, "class"))
		return refuse(ps, name->start, "%s is %s here: %s", w->name, w->ours, w->example);
	value = lexer_next(&ps->lex);
	if (value.kind != TOKEN_WORD)
		return refuse(ps, name->start, "%s is %s here: %s", w->name, w->ours, w->example);
	return refuse(ps, name->start, "%s is %s here: %s %.*s %.*s", w->name, w->ours, w->ours, (int)op.len,
		      ps->text + op.at, (int)(value.len < 40 ? value.len : 40), ps->text + value.at);
}

/* A value in front of the operator and a field behind it: 0x231 == qp. */
static bool turned_round(const struct parser *ps, const char *left)
{
	struct lexer ahead = ps->lex;
	const struct token t = lexer_next(&ahead);
	char word[WORD_MAX];
	bool elsewhere;

	return left[0] >= '0' && left[0] <= '9' && t.kind == TOKEN_WORD && copy(ps, &t, word) && find_field(ps, word, &elsewhere) >= 0;
}

static int no_field(struct parser *ps, const struct token *name, bool elsewhere)
{
	const struct wireshark_name *w;
	char word[WORD_MAX], near[120];
	struct text t;

	copy(ps, name, word);
	w = wireshark_find(word);
	if (w)
		return answer_wireshark(ps, w, name);
	if (turned_round(ps, word))
		return refuse(ps, name->start, "the field stands on the left, the value on the right");
	text_init(&t, near, sizeof(near));
	suggest_fields(&t, ps->table, word);
	return refuse(ps, name->start, elsewhere ? "no field '%.40s' in these rows (other commands have it); nearest: %s"
						 : "no field '%.40s'; nearest: %s", word, near);
}

/* ---- comparisons ---- */

#define BIT(test) (1u << (test))
#define EQUALS (BIT(TEST_EQ) | BIT(TEST_NE))
#define ORDERS (BIT(TEST_LT) | BIT(TEST_LE) | BIT(TEST_GT) | BIT(TEST_GE))

/** What a type can be asked. */
static const struct {
	unsigned tests;
	const char *text;
} types[FILTER_TYPE_COUNT] = {
	[FILTER_NUMBER] = { EQUALS | ORDERS | BIT(TEST_GLOB), "a number: it knows == != < <= > >= in ~" },
	[FILTER_TIME] = { EQUALS | ORDERS, "a time: it knows == != < <= > >= in" },
	[FILTER_PERCENT] = { EQUALS | ORDERS, "a percentage: it knows == != < <= > >= in" },
	[FILTER_ADDR] = { EQUALS | BIT(TEST_GLOB), "an address: it knows == != in ~" },
	[FILTER_TEXT] = { EQUALS | BIT(TEST_GLOB), "a word: it knows == != in ~" },
	[FILTER_RANK] = { EQUALS | ORDERS, "a rank: it knows == != < <= > >= in" },
	[FILTER_ITEM] = { EQUALS | ORDERS | BIT(TEST_GLOB), "a number or a word: it knows == != < <= > >= in ~" },
	[FILTER_FLAG] = { EQUALS, "a flag: write its name alone, or not and its name" },
};

/* Reads an operator behind a name; false if there is none. */
static bool read_operator(struct parser *ps, struct comparison *c, bool *set)
{
	static const enum test_kind tests[] = { TEST_EQ, TEST_NE, TEST_LT, TEST_LE, TEST_GT, TEST_GE, TEST_GLOB };
	const struct lexer mark = ps->lex;
	const struct token before = ps->now;

	c->operator_at = ps->now.start;
	*set = false;
	if (ps->now.kind >= TOKEN_EQ && ps->now.kind <= TOKEN_GLOB) {
		c->test = tests[ps->now.kind - TOKEN_EQ];
		advance(ps);
		return true;
	}
	c->test = ps->now.kind == TOKEN_NOT ? TEST_NE : TEST_EQ;
	if (ps->now.kind == TOKEN_NOT)
		advance(ps);
	if (ps->now.kind == TOKEN_IN) {
		*set = true;
		advance(ps);
		return true;
	}
	ps->lex = mark;
	ps->now = before;
	return false;
}

/* A count that is compared with a percentage means its share, if it has one. */
static void share_of(struct parser *ps, struct comparison *c, const char *word)
{
	const struct filter_field *f = ps->table->fields + c->field;
	char name[40];
	bool elsewhere;
	int share;

	if (f->type != FILTER_NUMBER || !operand_is_percent(word))
		return;
	snprintf(name, sizeof(name), "%s%%", f->name);
	share = find_field(ps, name, &elsewhere);
	if (share >= 0)
		c->field = (unsigned)share;
}

static int read_value(struct parser *ps, struct comparison *c, bool first)
{
	const struct token t = ps->now;
	char word[WORD_MAX], reason[200];
	struct operand o;
	struct text why;

	if (t.kind != TOKEN_WORD && t.kind != TOKEN_STRING)
		return refuse_token(ps, "a value");
	if (!copy(ps, &t, word))
		return refuse(ps, t.start, "this value is too long: at most %d characters", WORD_MAX - 1);
	if (first)
		share_of(ps, c, word);
	text_init(&why, reason, sizeof(reason));
	if (operand_read(ps->table->fields + c->field, c->test, word, &o, &why))
		return refuse(ps, t.start, "'%.40s' %s", word, reason);
	if (BIT(c->test) & ORDERS) {
		if (o.kind == OPERAND_TEXT && ps->table->fields[c->field].type == FILTER_ITEM)
			return refuse(ps, t.start, "'%.40s' is a word: < and > need a number", word);
		if (operand_number_cmp(o.lo, o.hi))
			return refuse(ps, t.start, "'%.40s' is a range: it goes with == != in", word);
	}
	advance(ps);
	return add_operand(ps, &o, word, t.start);
}

static int read_set(struct parser *ps, struct comparison *c)
{
	bool first = true;

	do {
		int rc;

		advance(ps);
		rc = read_value(ps, c, first);
		if (rc)
			return rc;
		first = false;
	} while (ps->now.kind == TOKEN_COMMA);
	if (ps->now.kind != TOKEN_SET_CLOSE)
		return refuse_token(ps, "a comma or }");
	advance(ps);
	return 0;
}

static int read_comparison(struct parser *ps, struct comparison *c, bool set)
{
	const struct filter_field *f = ps->table->fields + c->field;
	const unsigned first = ps->p->operand_count;
	int rc;

	if (!(BIT(c->test) & types[f->type].tests))
		return refuse(ps, c->operator_at, "%s is %s", f->name, types[f->type].text);
	if (set && ps->now.kind == TOKEN_OPEN)
		return refuse(ps, ps->now.start, "sets stand in braces: %s in {A,B}", f->name);
	if (set && ps->now.kind == TOKEN_SET_OPEN)
		rc = read_set(ps, c);
	else if (ps->now.kind == TOKEN_SET_OPEN)
		return refuse(ps, c->operator_at, "a set goes with in: %s in {A,B}", f->name);
	else
		rc = read_value(ps, c, true);
	return rc ? rc : add_test(ps, c->field, c->test, first);
}

/* ---- bare words ---- */

static bool any_word_has(const struct filter_field *f, const char *part)
{
	for (unsigned i = 0; f->words[i]; i++)
		if (strcasestr(f->words[i], part))
			return true;
	return false;
}

/** Operands of a bare word: as text, and as an address or net if it is a whole one. */
struct search {
	unsigned text, net;
	bool is_net;
};

static int add_search_operands(struct parser *ps, const char *word, const struct token *t, struct search *s)
{
	struct operand text = { .kind = OPERAND_TEXT }, net;
	int rc;

	s->is_net = operand_net(word, &net);
	s->text = ps->p->operand_count;
	s->net = s->text + 1;
	rc = add_operand(ps, &text, word, t->start);
	return rc || !s->is_net ? rc : add_operand(ps, &net, word, t->start);
}

static int add_search_test(struct parser *ps, unsigned field, const struct search *s)
{
	const struct filter_field *f = ps->table->fields + field;
	const bool as_net = s->is_net && f->type == FILTER_ADDR;

	ps->p->groups |= f->group;
	return add_step(ps, (struct step){ .kind = STEP_TEST, .test = as_net ? TEST_EQ : TEST_SEARCH,
					   .field = (uint16_t)field,
					   .first = (uint16_t)(as_net ? s->net : s->text), .count = 1 });
}

/* One of the fields that are searched has the word: an or of tests. */
static int add_search(struct parser *ps, const char *word, const struct token *t)
{
	unsigned last = PROGRAM_STEPS_MAX;
	struct search s;
	int rc = add_search_operands(ps, word, t, &s);

	for (unsigned i = 0; !rc && i < ps->table->count; i++) {
		const struct filter_field *f = ps->table->fields + i;

		if (!f->searched || !(f->rows & ps->table->rows) || (f->words && !any_word_has(f, word)))
			continue;
		if (last != PROGRAM_STEPS_MAX) {
			const unsigned jump = ps->p->step_count;

			rc = add_step(ps, (struct step){ .kind = STEP_JUMP_IF });
			if (rc)
				return rc;
			/* A jump may lead to the next one: the answer is still the same there. */
			if (ps->p->steps[last].kind == STEP_JUMP_IF)
				ps->p->steps[last].first = (uint16_t)jump;
		}
		last = ps->p->step_count - (last != PROGRAM_STEPS_MAX);
		rc = add_search_test(ps, i, &s);
	}
	if (!rc && last == PROGRAM_STEPS_MAX)
		return refuse(ps, t->start, "'%.40s' can be searched for in no field of these rows", word);
	if (!rc && ps->p->steps[last].kind == STEP_JUMP_IF)
		ps->p->steps[last].first = (uint16_t)ps->p->step_count;
	return rc;
}

static int read_bare(struct parser *ps, const struct token *t)
{
	const struct filter_field *f;
	char word[WORD_MAX];
	bool elsewhere = false;
	int at = -1;

	if (!copy(ps, t, word))
		return refuse(ps, t->start, "this word is too long: at most %d characters", WORD_MAX - 1);
	if (!*word)
		return refuse(ps, t->start, "the empty text is everywhere: write a word");
	if (t->kind == TOKEN_WORD) {
		at = find_field(ps, word, &elsewhere);
		if (wireshark_find(word))
			return no_field(ps, t, false);
	}
	if (at < 0)
		return add_search(ps, word, t);
	f = ps->table->fields + at;
	if (f->type == FILTER_FLAG)
		return add_test(ps, (unsigned)at, TEST_TRUE, ps->p->operand_count);
	return refuse(ps, t->start, "%s is a field: compare it, as in %s %s, or quote it to search for the word", word, word,
		      BIT(TEST_GT) & types[f->type].tests && f->type != FILTER_RANK ? "> 0" : "== VALUE");
}

/* ---- grammar ---- */

static int read_or(struct parser *ps);

static int read_group(struct parser *ps)
{
	const unsigned at = ps->now.start;
	int rc;

	if (ps->depth == FILTER_DEPTH_MAX)
		return refuse(ps, at, "parentheses are nested deeper than %d", FILTER_DEPTH_MAX);
	ps->depth++;
	advance(ps);
	rc = read_or(ps);
	ps->depth--;
	if (rc)
		return rc;
	if (ps->now.kind == TOKEN_END)
		return refuse(ps, at, "this ( has no )");
	if (ps->now.kind != TOKEN_CLOSE)
		return refuse_token(ps, "'and' or 'or'");
	advance(ps);
	return 0;
}

static int read_primary(struct parser *ps)
{
	struct comparison c;
	bool elsewhere, set;
	char word[WORD_MAX];
	int at;

	c.name = ps->now;
	if (ps->now.kind == TOKEN_OPEN)
		return read_group(ps);
	if (ps->now.kind != TOKEN_WORD && ps->now.kind != TOKEN_STRING)
		return refuse_token(ps, ps->now.kind >= TOKEN_IN && ps->now.kind <= TOKEN_GLOB ? "a field" : "a comparison");
	advance(ps);
	/* The name is looked up before the operator is used up: the answer to a foreign name quotes it. */
	copy(ps, &c.name, word);
	if (ps->now.kind == TOKEN_BAD)
		return refuse_token(ps, "an operator");
	at = c.name.kind == TOKEN_WORD ? find_field(ps, word, &elsewhere) : -1;
	if (c.name.kind == TOKEN_STRING && ps->now.kind >= TOKEN_IN && ps->now.kind <= TOKEN_GLOB)
		return refuse(ps, c.name.start, "a quoted text is no field: fields stand without quotes");
	if (at < 0 && c.name.kind == TOKEN_WORD && ps->now.kind >= TOKEN_IN && ps->now.kind <= TOKEN_GLOB)
		return no_field(ps, &c.name, elsewhere);
	if (at < 0 || !read_operator(ps, &c, &set))
		return read_bare(ps, &c.name);
	c.field = (unsigned)at;
	return read_comparison(ps, &c, set);
}

static int read_not(struct parser *ps)
{
	bool turn = false;
	int rc;

	for (; ps->now.kind == TOKEN_NOT; advance(ps))
		turn = !turn;
	rc = read_primary(ps);
	return rc || !turn ? rc : add_step(ps, (struct step){ .kind = STEP_NOT });
}

/* A chain of one operator: behind each left side a jump over its right side. */
static int read_chain(struct parser *ps, enum token_kind kind, enum step_kind jump, int (*side)(struct parser *))
{
	int rc = side(ps);

	while (!rc && ps->now.kind == kind) {
		const unsigned at = ps->p->step_count;

		rc = add_step(ps, (struct step){ .kind = (uint8_t)jump });
		if (rc)
			return rc;
		advance(ps);
		rc = side(ps);
		ps->p->steps[at].first = (uint16_t)ps->p->step_count;
	}
	return rc;
}

static int read_and(struct parser *ps)
{
	return read_chain(ps, TOKEN_AND, STEP_JUMP_UNLESS, read_not);
}

static int read_or(struct parser *ps)
{
	return read_chain(ps, TOKEN_OR, STEP_JUMP_IF, read_and);
}

int parser_run(const struct filter_table *table, const char *text, struct program *p, struct complaint *c)
{
	struct parser ps = { .table = table, .text = text, .p = p, .c = c };
	int rc;

	if (strlen(text) > FILTER_CHARS_MAX)
		return refuse(&ps, FILTER_CHARS_MAX, "the filter is longer than %d characters", FILTER_CHARS_MAX);
	lexer_init(&ps.lex, text);
	advance(&ps);
	if (ps.now.kind == TOKEN_END)
		return refuse(&ps, 0, "the filter is empty: write a comparison, as in retx > 0");
	rc = read_or(&ps);
	if (rc || ps.now.kind == TOKEN_END)
		return rc;
	if (ps.now.kind == TOKEN_CLOSE)
		return refuse(&ps, ps.now.start, "this ) has no (");
	return refuse_token(&ps, "'and' or 'or'");
}
