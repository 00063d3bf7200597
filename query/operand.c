/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Theory of operation. Numbers are read with nine decimals and multiplied by their unit
 * without floating point, so that `pkts == 9007199254740993` and `retx% == 0.1` mean what
 * they say. A value that 63 bits cannot hold is refused, never bent.
 */
#include "query/operand.h"

#include "query/suggest.h"

#include <string.h>
#include <strings.h>

#define NANO 1000000000u

struct unit {
	const char *word;
	uint64_t scale; /**< multiples of NANO, or below it */
};

static const struct unit count_units[] = {
	{ "K", 1000 },		{ "KB", 1000 },		 { "Ki", 1u << 10 }, { "KiB", 1u << 10 },
	{ "M", 1000000 },	{ "MB", 1000000 },	 { "Mi", 1u << 20 }, { "MiB", 1u << 20 },
	{ "G", 1000000000 },	{ "GB", 1000000000 },	 { "Gi", 1u << 30 }, { "GiB", 1u << 30 },
	{ "T", 1000000000000 }, { "TB", 1000000000000 }, { "B", 1 },	     { NULL, 0 },
};

static const struct unit time_units[] = {
	{ "ns", 1 }, { "us", 1000 }, { "ms", 1000000 }, { "s", 1000000000 }, { NULL, 0 },
};

static const struct unit percent_units[] = { { "%", 1 }, { NULL, 0 } };

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Digits of base 16 or 10; returns the first character behind them, NULL if they do not fit. */
static const char *read_whole(const char *s, unsigned base, uint64_t *out)
{
	uint64_t v = 0;

	for (;; s++) {
		unsigned d;

		if (is_digit(*s))
			d = (unsigned)(*s - '0');
		else if (base == 16 && ((*s >= 'a' && *s <= 'f') || (*s >= 'A' && *s <= 'F')))
			d = (unsigned)((*s | 32) - 'a') + 10;
		else
			break;
		if (v > ((uint64_t)INT64_MAX - d) / base)
			return NULL;
		v = v * base + d;
	}
	*out = v;
	return s;
}

/* Value times scale, both parts exact to the nano; false if it does not fit. */
static bool multiply(uint64_t whole, uint64_t nano, uint64_t scale, struct filter_number *out)
{
	uint64_t carry;

	if (scale >= NANO && scale % NANO == 0) {
		carry = nano * (scale / NANO);
		nano = 0;
	} else {
		carry = nano * scale / NANO;
		nano = nano * scale % NANO;
	}
	if (whole > ((uint64_t)INT64_MAX - carry) / scale)
		return false;
	out->n = (int64_t)(whole * scale + carry);
	out->nano = (uint32_t)nano;
	return true;
}

static void negate(struct filter_number *v)
{
	v->n = -v->n;
	if (v->nano) {
		v->n--;
		v->nano = NANO - v->nano;
	}
}

/** Result of reading a number. */
enum reading { READ_OK, READ_NO_NUMBER, READ_TOO_LARGE, READ_UNIT, READ_NO_UNIT };

static uint64_t unit_scale(const struct filter_field *f, const char *word)
{
	const struct unit *u = f->type == FILTER_TIME	 ? time_units :
			       f->type == FILTER_PERCENT ? percent_units :
							   count_units;

	for (; u->word; u++)
		if (!strcasecmp(u->word, word))
			return u->scale;
	return 0;
}

static enum reading read_number(const struct filter_field *f, const char *s, struct filter_number *out)
{
	const bool minus = *s == '-';
	uint64_t whole, nano = 0, scale = 0;
	bool hex;

	s += minus || *s == '+';
	hex = s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
	if (!is_digit(*s) || (hex && !strchr("0123456789abcdefABCDEF", s[2])) || (hex && !s[2]))
		return READ_NO_NUMBER;
	s = read_whole(hex ? s + 2 : s, hex ? 16 : 10, &whole);
	if (!s)
		return READ_TOO_LARGE;
	if (!hex && *s == '.' && is_digit(s[1])) {
		uint64_t step = NANO;

		for (s++; is_digit(*s); s++) {
			step /= 10;
			nano += step * (uint64_t)(*s - '0');
		}
	}
	if (*s)
		scale = unit_scale(f, s);
	else if (f->type != FILTER_TIME || f->plain || (!whole && !nano))
		scale = f->plain ? f->plain : 1;
	if (!scale)
		return *s ? READ_UNIT : READ_NO_UNIT;
	if (!multiply(whole, nano, scale, out))
		return READ_TOO_LARGE;
	if (minus)
		negate(out);
	return READ_OK;
}

static const char *number_example(const struct filter_field *f)
{
	return f->type == FILTER_TIME ? "250us" : f->type == FILTER_PERCENT ? "5%" : f->plain > 1 ? "12.5" : "12, 0x231 or 4K";
}

static int refuse_number(const struct filter_field *f, enum reading r, const char *word, struct text *why)
{
	switch (r) {
	case READ_TOO_LARGE:
		text_str(why, "is too large");
		break;
	case READ_NO_UNIT:
		text_add(why, "needs a unit, %s is a time: %.20ss, %.20sms, %.20sus or %.20sns", f->name, word, word, word,
			 word);
		break;
	case READ_UNIT:
		text_add(why, "has a unit that %s does not know: write %s", f->name, number_example(f));
		break;
	default:
		text_add(why, "is not a number, but %s is: write %s", f->name, number_example(f));
		break;
	}
	return -RS_EINVAL;
}

/* "a" or "a..b", both ends included. */
static int read_range(const struct filter_field *f, const char *word, struct operand *out, struct text *why)
{
	const char *dots = strstr(word, "..");
	char low[64];
	enum reading r;

	out->kind = OPERAND_NUMBER;
	if (!dots || (size_t)(dots - word) >= sizeof(low)) {
		r = read_number(f, word, &out->lo);
		out->hi = out->lo;
		return r ? refuse_number(f, r, word, why) : 0;
	}
	memcpy(low, word, (size_t)(dots - word));
	low[dots - word] = 0;
	r = read_number(f, low, &out->lo);
	if (!r)
		r = read_number(f, dots + 2, &out->hi);
	if (r) {
		text_add(why, "is not a range: write A..B, as in 0x230..0x23f");
		return -RS_EINVAL;
	}
	if (operand_number_cmp(out->lo, out->hi) > 0) {
		text_str(why, "is a range that ends before it begins");
		return -RS_EINVAL;
	}
	return 0;
}

static int read_flag(const struct filter_field *f, const char *word, struct operand *out, struct text *why)
{
	static const char *const yes[] = { "1", "true", "yes", "on" };
	static const char *const no[] = { "0", "false", "no", "off" };

	out->kind = OPERAND_NUMBER;
	for (unsigned i = 0; i < 4; i++)
		if (!strcasecmp(word, yes[i]) || !strcasecmp(word, no[i])) {
			out->lo = out->hi = (struct filter_number){ !strcasecmp(word, yes[i]), 0 };
			return 0;
		}
	text_add(why, "is neither true nor false: write %s or not %s", f->name, f->name);
	return -RS_EINVAL;
}

bool operand_net(const char *word, struct operand *out)
{
	const char *slash = strchr(word, '/');
	const size_t len = slash ? (size_t)(slash - word) : strlen(word);
	uint64_t bits = 128;
	char addr[48];
	bool v4;

	if (len >= sizeof(addr))
		return false;
	memcpy(addr, word, len);
	addr[len] = 0;
	out->kind = OPERAND_NET;
	if (!text_addr_parse(addr, &out->addr))
		return false;
	v4 = !strchr(addr, ':');
	if (slash) {
		const char *end = is_digit(slash[1]) ? read_whole(slash + 1, 10, &bits) : NULL;

		if (!end || *end || bits > (v4 ? 32 : 128))
			return false;
		/* IPv4 stands in the last 32 of 128 bits. */
		bits += v4 ? 96 : 0;
	}
	out->bits = (uint8_t)bits;
	return true;
}

static int read_net(const struct filter_field *f, const char *word, struct operand *out, struct text *why)
{
	if (operand_net(word, out))
		return 0;
	text_add(why, "is no whole address: write 10.1.0.3, 10.1.0.0/24, fd00::/16 or %s ~ 10.1.*",
		 f->name);
	return -RS_EINVAL;
}

/* Index among the known words, -1 if it is none of them. */
static int known_word(const struct filter_field *f, const char *word)
{
	for (int i = 0; f->words[i]; i++)
		if (!strcasecmp(f->words[i], word))
			return i;
	return -1;
}

static int read_word(const struct filter_field *f, const char *word, struct operand *out, struct text *why)
{
	int at;

	out->kind = OPERAND_TEXT;
	if (!f->words)
		return 0;
	at = known_word(f, word);
	if (at < 0) {
		text_add(why, "is no %s; nearest: ", f->name);
		suggest_words(why, f->words, word);
		return -RS_EINVAL;
	}
	out->lo = out->hi = (struct filter_number){ at, 0 };
	return 0;
}

/* A number, or one with a letter in front (F1 of the reports), or a word. */
static int read_item(const struct filter_field *f, const char *word, struct operand *out, struct text *why)
{
	const char *digits = word + ((word[0] | 32) == 'f' && is_digit(word[1]) && strspn(word + 1, "0123456789") ==
									     strlen(word + 1));

	return is_digit(*digits) ? read_range(f, digits, out, why) : read_word(f, word, out, why);
}

bool operand_is_percent(const char *word)
{
	const size_t len = strlen(word);

	return len > 1 && word[len - 1] == '%' && is_digit(word[0]);
}

int operand_read(const struct filter_field *f, enum test_kind test, const char *word, struct operand *out, struct text *why)
{
	memset(out, 0, sizeof(*out));
	if (!*word && f->type != FILTER_TEXT) {
		text_str(why, "is empty");
		return -RS_EINVAL;
	}
	if (test == TEST_GLOB) {
		out->kind = OPERAND_TEXT;
		return 0;
	}
	switch (f->type) {
	case FILTER_ADDR:
		return read_net(f, word, out, why);
	case FILTER_TEXT:
	case FILTER_RANK:
		return read_word(f, word, out, why);
	case FILTER_ITEM:
		return read_item(f, word, out, why);
	case FILTER_FLAG:
		return read_flag(f, word, out, why);
	default:
		return read_range(f, word, out, why);
	}
}
