/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Theory of operation. A test asks the getter for the values of its field one by one and
 * compares each with the operands of the step; nothing is kept. Texts of the program are in
 * lower case already, so only the row's side is folded. Numbers and addresses have text forms
 * for patterns and bare words: decimal and 0x, dotted or with colons.
 */
#include "query/eval.h"

#include "base/text.h"
#include "query/operand.h"

#include <string.h>
#include <strings.h>

/** Text forms of one value. */
struct forms {
	const char *text[4];
	unsigned count;
	char room[3][48];
};

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* @part is in lower case. */
static bool contains(const char *text, const char *part)
{
	for (; *text; text++) {
		size_t n = 0;

		while (part[n] && lower(text[n]) == part[n])
			n++;
		if (!part[n])
			return true;
	}
	return !*part;
}

bool eval_glob(const char *pattern, const char *text)
{
	const char *star = NULL, *retry = NULL;

	if (!strpbrk(pattern, "*?"))
		return contains(text, pattern);
	/* Only the latest star can need another try: what an earlier one took fits already. */
	while (*text) {
		if (*pattern == '*') {
			star = ++pattern;
			retry = text;
		} else if (*pattern == '?' || *pattern == lower(*text)) {
			pattern++;
			text++;
		} else if (star) {
			pattern = star;
			text = ++retry;
		} else {
			return false;
		}
	}
	return !pattern[strspn(pattern, "*")];
}

/* Decimal, 0x231, and 0x000231 as the tables print QPs. */
static void number_forms(struct filter_number v, struct forms *f)
{
	static const char digits[] = "0123456789abcdef";
	const uint64_t n = v.n < 0 ? 0 - (uint64_t)v.n : (uint64_t)v.n;

	for (unsigned form = 0; form < 3; form++) {
		const unsigned base = form ? 16 : 10;
		char *const end = f->room[form] + sizeof(f->room[form]);
		char *at = end;
		uint64_t left = n;

		*--at = 0;
		do {
			*--at = digits[left % base];
			left /= base;
		} while (left || (form == 2 && end - at <= 6));
		if (form) {
			*--at = 'x';
			*--at = '0';
		}
		if (v.n < 0)
			*--at = '-';
		f->text[form] = at;
	}
	f->count = 3;
}

static void addr_form(const struct rs_addr *a, struct forms *f)
{
	struct text t;

	text_init(&t, f->room[0], sizeof(f->room[0]));
	text_addr(&t, a);
	f->text[0] = f->room[0];
	f->count = 1;
}

static void text_forms(const struct filter_field *field, const struct filter_value *v, struct forms *f)
{
	f->count = 0;
	switch (field->type) {
	case FILTER_NUMBER:
		number_forms(v->number, f);
		break;
	case FILTER_ADDR:
		addr_form(&v->addr, f);
		break;
	case FILTER_ITEM:
		if (v->has_number)
			number_forms(v->number, f);
		if (v->text)
			f->text[f->count++] = v->text;
		break;
	default:
		f->text[0] = v->text;
		f->count = v->text != NULL;
		break;
	}
}

static bool test_text(const struct filter_field *field, const struct filter_value *v, unsigned test, const char *want)
{
	struct forms f;

	text_forms(field, v, &f);
	for (unsigned i = 0; i < f.count; i++)
		if (test == TEST_GLOB ? eval_glob(want, f.text[i]) : contains(f.text[i], want))
			return true;
	return false;
}

static bool in_net(const struct rs_addr *a, const struct operand *o)
{
	const unsigned whole = o->bits / 8, rest = o->bits % 8;

	return !memcmp(a->b, o->addr.b, whole) && (!rest || !((a->b[whole] ^ o->addr.b[whole]) >> (8 - rest)));
}

/* The number that a value is compared by; false if it has none. */
static bool number_of(const struct filter_field *f, const struct filter_value *v, struct filter_number *out)
{
	*out = v->number;
	if (f->type == FILTER_ITEM)
		return v->has_number;
	if (f->type != FILTER_RANK)
		return true;
	for (int i = 0; v->text && f->words[i]; i++)
		if (!strcasecmp(f->words[i], v->text)) {
			*out = (struct filter_number){ i, 0 };
			return true;
		}
	return false;
}

static bool equals(const struct filter_field *f, const struct filter_value *v, const struct operand *o, const char *texts)
{
	struct filter_number n;

	if (o->kind == OPERAND_NET)
		return in_net(&v->addr, o);
	if (o->kind == OPERAND_TEXT && f->type != FILTER_RANK)
		return v->text && !strcasecmp(v->text, texts + o->text);
	return number_of(f, v, &n) && operand_number_cmp(n, o->lo) >= 0 && operand_number_cmp(n, o->hi) <= 0;
}

static bool ordered(const struct filter_field *f, const struct filter_value *v, unsigned test, const struct operand *o)
{
	struct filter_number n;
	int c;

	if (!number_of(f, v, &n))
		return false;
	c = operand_number_cmp(n, o->lo);
	switch (test) {
	case TEST_LT: return c < 0;
	case TEST_LE: return c <= 0;
	case TEST_GT: return c > 0;
	default: return c >= 0;
	}
}

/* Is the value what the step wants? For != : is it one of those that it must not be? */
static bool test_value(const struct program *p, const struct step *s, const struct filter_field *f,
		       const struct filter_value *v)
{
	for (unsigned i = s->first; i < (unsigned)s->first + s->count; i++) {
		const struct operand *o = p->operands + i;

		switch (s->test) {
		case TEST_EQ:
		case TEST_NE:
			if (equals(f, v, o, p->texts))
				return true;
			break;
		case TEST_GLOB:
		case TEST_SEARCH:
			if (test_text(f, v, s->test, p->texts + o->text))
				return true;
			break;
		default:
			if (ordered(f, v, s->test, o))
				return true;
			break;
		}
	}
	return s->test == TEST_TRUE && v->number.n;
}

static bool run_test(const struct program *p, const struct step *s, const struct filter_field *f, void *user,
		     const void *row)
{
	struct filter_value v;
	unsigned i;

	for (i = 0; i < FILTER_VALUES_MAX; i++) {
		memset(&v, 0, sizeof(v));
		if (!f->get(user, row, f, i, &v))
			break;
		if (test_value(p, s, f, &v))
			return s->test != TEST_NE;
	}
	return s->test == TEST_NE && i > 0;
}

bool eval_run(const struct program *p, const struct filter_field *fields, void *user, const void *row)
{
	bool truth = true;

	for (unsigned at = 0; at < p->step_count;) {
		const struct step *s = p->steps + at++;

		switch (s->kind) {
		case STEP_TEST:
			truth = run_test(p, s, fields + s->field, user, row);
			break;
		case STEP_NOT:
			truth = !truth;
			break;
		default:
			if (truth == (s->kind == STEP_JUMP_IF))
				at = s->first;
			break;
		}
	}
	return truth;
}
