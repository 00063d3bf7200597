/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/json.h"

#include <string.h>

void json_init(struct json *j, FILE *out, unsigned line_depth)
{
	memset(j, 0, sizeof(*j));
	j->out = out;
	j->line_depth = line_depth;
}

static void put(struct json *j, const char *s, size_t n)
{
	fwrite_unlocked(s, 1, n, j->out);
}

static void put_char(struct json *j, char c)
{
	putc_unlocked(c, j->out);
}

static bool in_object(const struct json *j)
{
	return j->depth && (j->object & 1u << (j->depth - 1));
}

/* Separator before an element of the innermost bracket. */
static void separate(struct json *j)
{
	const uint32_t bit = 1u << (j->depth - 1);

	if (j->filled & bit)
		put_char(j, ',');
	j->filled |= bit;
	if (j->depth <= j->line_depth) {
		put_char(j, '\n');
		for (unsigned i = 0; i < j->depth; i++)
			put_char(j, ' ');
	} else if (j->line_depth) {
		put_char(j, ' ');
	}
}

/* What must be written before any value; false if no value may stand here. */
static bool value_begins(struct json *j)
{
	if (j->bad || j->done || in_object(j) != j->keyed) {
		j->bad = true;
		return false;
	}
	if (j->keyed)
		j->keyed = false;
	else if (j->depth)
		separate(j);
	return true;
}

static void value_ends(struct json *j)
{
	if (!j->depth)
		j->done = true;
}

static void open_bracket(struct json *j, bool object)
{
	uint32_t bit;

	if (j->depth == JSON_DEPTH_MAX)
		j->bad = true;
	if (!value_begins(j))
		return;
	bit = 1u << j->depth++;
	j->filled &= ~bit;
	if (object)
		j->object |= bit;
	else
		j->object &= ~bit;
	put_char(j, object ? '{' : '[');
}

static void close_bracket(struct json *j, bool object)
{
	if (j->bad || j->keyed || !j->depth || in_object(j) != object) {
		j->bad = true;
		return;
	}
	j->depth--;
	if (j->filled & 1u << j->depth && j->depth < j->line_depth) {
		put_char(j, '\n');
		for (unsigned i = 0; i < j->depth; i++)
			put_char(j, ' ');
	} else if (j->line_depth && j->filled & 1u << j->depth) {
		put_char(j, ' ');
	}
	put_char(j, object ? '}' : ']');
	value_ends(j);
}

void json_object_begin(struct json *j)
{
	open_bracket(j, true);
}

void json_object_end(struct json *j)
{
	close_bracket(j, true);
}

void json_array_begin(struct json *j)
{
	open_bracket(j, false);
}

void json_array_end(struct json *j)
{
	close_bracket(j, false);
}

unsigned json_utf8_length(const unsigned char *s)
{
	unsigned n, low = 0x80, high = 0xbf;

	if (s[0] < 0x80)
		return s[0] ? 1 : 0;
	if (s[0] < 0xc2 || s[0] > 0xf4)
		return 0;
	n = s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
	/* Overlong forms, surrogates and values beyond U+10FFFF show in the second byte. */
	if (s[0] == 0xe0)
		low = 0xa0;
	else if (s[0] == 0xed)
		high = 0x9f;
	else if (s[0] == 0xf0)
		low = 0x90;
	else if (s[0] == 0xf4)
		high = 0x8f;
	if (s[1] < low || s[1] > high)
		return 0;
	for (unsigned i = 2; i < n; i++)
		if ((s[i] & 0xc0) != 0x80)
			return 0;
	return n;
}

static void put_escaped(struct json *j, unsigned char c)
{
	static const char short_form[] = "\b\t\n\f\r\"\\", letters[] = "btnfr\"\\";
	const char *at = strchr(short_form, c);
	char code[8];

	if (at) {
		code[0] = '\\';
		code[1] = letters[at - short_form];
		put(j, code, 2);
	} else {
		put(j, code, (size_t)snprintf(code, sizeof(code), "\\u%04x", c));
	}
}

static void put_string(struct json *j, const char *text)
{
	const unsigned char *s = (const unsigned char *)text;

	put_char(j, '"');
	while (*s) {
		const unsigned char *run = s;
		unsigned n;

		while (*s >= 0x20 && *s < 0x7f && *s != '"' && *s != '\\')
			s++;
		put(j, (const char *)run, (size_t)(s - run));
		if (!*s)
			break;
		if (*s < 0x80) {
			put_escaped(j, *s++);
			continue;
		}
		n = json_utf8_length(s);
		put(j, n ? (const char *)s : "\xef\xbf\xbd", n ? n : 3);
		s += n ? n : 1;
	}
	put_char(j, '"');
}

void json_key(struct json *j, const char *name)
{
	if (j->bad || !in_object(j) || j->keyed) {
		j->bad = true;
		return;
	}
	separate(j);
	put_string(j, name);
	put(j, ": ", j->line_depth ? 2 : 1);
	j->keyed = true;
}

static void word(struct json *j, const char *s, size_t n)
{
	if (!value_begins(j))
		return;
	put(j, s, n);
	value_ends(j);
}

void json_null(struct json *j)
{
	word(j, "null", 4);
}

void json_bool(struct json *j, bool v)
{
	word(j, v ? "true" : "false", v ? 4 : 5);
}

unsigned json_digits(uint64_t v, char buf[JSON_DIGITS_MAX])
{
	char back[JSON_DIGITS_MAX];
	unsigned n = 0;

	do
		back[n++] = (char)('0' + v % 10);
	while (v /= 10);
	for (unsigned i = 0; i < n; i++)
		buf[i] = back[n - 1 - i];
	return n;
}

void json_uint(struct json *j, uint64_t v)
{
	char buf[JSON_DIGITS_MAX];

	word(j, buf, json_digits(v, buf));
}

void json_int(struct json *j, int64_t v)
{
	char buf[JSON_DIGITS_MAX + 1] = "-";

	if (v >= 0)
		json_uint(j, (uint64_t)v);
	else
		word(j, buf, 1 + json_digits(0 - (uint64_t)v, buf + 1));
}

unsigned json_decimal_text(int64_t millionths, char buf[32])
{
	const uint64_t v = millionths < 0 ? 0 - (uint64_t)millionths : (uint64_t)millionths;
	unsigned n = 0;

	if (millionths < 0)
		buf[n++] = '-';
	n += json_digits(v / 1000000, buf + n);
	if (v % 1000000) {
		n += (unsigned)snprintf(buf + n, 32 - n, ".%06u", (unsigned)(v % 1000000));
		while (buf[n - 1] == '0')
			n--;
	}
	buf[n] = 0;
	return n;
}

void json_decimal(struct json *j, int64_t millionths)
{
	char buf[32];

	word(j, buf, json_decimal_text(millionths, buf));
}

void json_str(struct json *j, const char *s)
{
	if (!s) {
		json_null(j);
		return;
	}
	if (!value_begins(j))
		return;
	put_string(j, s);
	value_ends(j);
}

void json_key_null(struct json *j, const char *name)
{
	json_key(j, name);
	json_null(j);
}

void json_key_bool(struct json *j, const char *name, bool v)
{
	json_key(j, name);
	json_bool(j, v);
}

void json_key_int(struct json *j, const char *name, int64_t v)
{
	json_key(j, name);
	json_int(j, v);
}

void json_key_uint(struct json *j, const char *name, uint64_t v)
{
	json_key(j, name);
	json_uint(j, v);
}

void json_key_str(struct json *j, const char *name, const char *s)
{
	json_key(j, name);
	json_str(j, s);
}

bool json_finish(struct json *j)
{
	const bool good = j->done && !j->bad;

	put_char(j, '\n');
	json_init(j, j->out, j->line_depth);
	return good;
}
