/* SPDX-License-Identifier: BSD-2-Clause */
#include "query/timespec.h"

#include "query/quantity.h"

#include <ctype.h>
#include <string.h>
#include <time.h>

#define DAY_NS (86400LL * RS_NS_PER_S)
#define AROUND_DEFAULT_NS RS_NS_PER_MS
#define PLACE_MAX 80 /* characters of a place in --around */

static const char example_time[] = "1.25s, -2s, 10:53:20.013 or 2025-11-30T10:53:20Z";
static const char example_around[] = "1.25s+-5ms, F1+-5ms, e17+-100us or 110405+-1ms";

/* All refusals: what was read, where it stops making sense, and how it could look. */
static int refuse(const char *s, const char *at, const char *example, struct rs_err *err)
{
	if (!*at)
		return rs_err_set(err, RS_EINVAL, "time '%.80s': ends too early; examples: %s", s, example);
	return rs_err_set(err, RS_EINVAL, "time '%.80s': not understood at position %zu ('%.20s'); examples: %s",
			  s, (size_t)(at - s) + 1, at, example);
}

/* Exactly @n digits with a value in lo..hi; the cursor moves only on success. */
static bool take_digits(const char **s, unsigned n, int lo, int hi, int *out)
{
	int v = 0;

	for (unsigned i = 0; i < n; i++) {
		if (!isdigit((unsigned char)(*s)[i]))
			return false;
		v = v * 10 + ((*s)[i] - '0');
	}
	if (v < lo || v > hi)
		return false;
	*s += n;
	*out = v;
	return true;
}

static bool take_char(const char **s, const char *set)
{
	if (!**s || !strchr(set, **s))
		return false;
	(*s)++;
	return true;
}

/* HH:MM[:SS[.fraction]] to ns since midnight; the cursor stands where it fails. */
static bool take_clock(const char **s, rs_ns *out)
{
	int h, m, sec = 0;
	uint64_t frac = 0;

	if (!take_digits(s, 2, 0, 23, &h) || !take_char(s, ":") || !take_digits(s, 2, 0, 59, &m))
		return false;
	if (take_char(s, ":")) {
		if (!take_digits(s, 2, 0, 60, &sec))
			return false;
		if (**s == '.' && quantity_decimal(*s, (uint64_t)RS_NS_PER_S, &frac, s))
			return false;
	}
	*out = (h * 3600LL + m * 60LL + sec) * RS_NS_PER_S + (rs_ns)frac;
	return true;
}

/* Z, +HH:MM or -HH:MM; nothing counts as UTC. */
static bool take_zone(const char **s, rs_ns *offset)
{
	const bool west = **s == '-';
	int h, m;

	*offset = 0;
	if (take_char(s, "Zz") || !**s)
		return true;
	if (!take_char(s, "+-") || !take_digits(s, 2, 0, 23, &h) || !take_char(s, ":") ||
	    !take_digits(s, 2, 0, 59, &m))
		return false;
	*offset = (h * 3600LL + m * 60LL) * RS_NS_PER_S * (west ? -1 : 1);
	return true;
}

/* RFC 3339 section 5.6, with a blank or "t" allowed for the "T". */
static bool take_date(const char **s, rs_ns *out)
{
	struct tm tm = { 0 };
	rs_ns clock, zone;
	int y, mon, day;

	if (!take_digits(s, 4, 1970, 2261, &y) || !take_char(s, "-") || !take_digits(s, 2, 1, 12, &mon) ||
	    !take_char(s, "-") || !take_digits(s, 2, 1, 31, &day) || !take_char(s, "Tt "))
		return false;
	if (!take_clock(s, &clock) || !take_zone(s, &zone))
		return false;
	tm.tm_year = y - 1900;
	tm.tm_mon = mon - 1;
	tm.tm_mday = day;
	*out = (rs_ns)timegm(&tm) * RS_NS_PER_S + clock - zone;
	return true;
}

/* Which of the absolute forms it looks like, by its fifth or third character. */
static bool looks_like(const char *s, size_t digits, char mark)
{
	return strspn(s, "0123456789") == digits && s[digits] == mark;
}

static int parse_offset(const char *s, struct time_place *out, struct rs_err *err)
{
	const char *number = *s == '+' || *s == '-' ? s + 1 : s;
	struct rs_err inner;

	out->kind = *s == '-' ? TIMESPEC_END : TIMESPEC_START;
	if (!isdigit((unsigned char)*number) && *number != '.')
		return refuse(s, number, example_time, err);
	if (quantity_duration(number, &out->ns, &inner)) {
		const char *at = number + strspn(number, "0123456789.");

		if (strstr(inner.text, "too large"))
			return rs_err_set(err, RS_EINVAL, "time '%.80s': too large; examples: %s", s, example_time);
		return refuse(s, at, example_time, err);
	}
	return 0;
}

int timespec_parse(const char *s, struct time_place *out, struct rs_err *err)
{
	const char *p = s;
	bool ok;

	memset(out, 0, sizeof(*out));
	if (looks_like(s, 4, '-')) {
		out->kind = TIMESPEC_ABS;
		ok = take_date(&p, &out->ns);
	} else if (looks_like(s, 2, ':')) {
		out->kind = TIMESPEC_CLOCK;
		ok = take_clock(&p, &out->ns);
	} else {
		return parse_offset(s, out, err);
	}
	return ok && !*p ? 0 : refuse(s, p, example_time, err);
}

/* F1, e17, #123, 123: true if @s is one of them as a whole. */
static bool parse_number(const char *s, struct time_place *out)
{
	const char *digits = isdigit((unsigned char)*s) ? s : s + 1;
	const char *end;

	if (isdigit((unsigned char)*s) || *s == '#')
		out->kind = TIMESPEC_FRAME;
	else if (*s == 'F' || *s == 'f')
		out->kind = TIMESPEC_FINDING;
	else if (*s == 'e' || *s == 'E')
		out->kind = TIMESPEC_EPISODE;
	else
		return false;
	if (quantity_decimal(digits, 1, &out->number, &end) || *end || strchr(digits, '.'))
		return false;
	return out->number > 0;
}

/* Where the span begins: "+-" or U+00B1 in UTF-8; NULL if there is none. */
static const char *find_span(const char *s, size_t *mark_len)
{
	const char *ascii = strstr(s, "+-"), *sign = strstr(s, "\xc2\xb1");

	*mark_len = 2; /* both spellings are two bytes */
	return ascii ? ascii : sign;
}

int timespec_parse_around(const char *s, struct time_around *out, struct rs_err *err)
{
	size_t mark_len;
	const char *span = find_span(s, &mark_len);
	const size_t len = span ? (size_t)(span - s) : strlen(s);
	char what[PLACE_MAX + 1];

	memset(out, 0, sizeof(*out));
	out->before = out->after = AROUND_DEFAULT_NS;
	if (!len || len > PLACE_MAX)
		return refuse(s, s, example_around, err);
	memcpy(what, s, len);
	what[len] = 0;
	if (span) {
		const char *number = span + mark_len;

		if (quantity_duration(number, &out->before, NULL))
			return refuse(s, number, example_around, err);
		out->after = out->before;
		out->spanned = true;
	}
	if (parse_number(what, &out->place))
		return 0;
	if (isalpha((unsigned char)*what) || *what == '#')
		return refuse(s, s, example_around, err);
	return timespec_parse(what, &out->place, err);
}

/* The time of day on the day of the first packet; one that lies before it means the next day, if the capture goes on. */
static rs_ns resolve_clock(rs_ns clock, rs_ns start, rs_ns end)
{
	const rs_ns midnight = start - start % DAY_NS;
	const rs_ns t = midnight + clock;

	return t < start && t + DAY_NS <= end ? t + DAY_NS : t;
}

rs_ns timespec_resolve(const struct time_place *place, rs_ns start, rs_ns end)
{
	switch (place->kind) {
	case TIMESPEC_START:
		return start + place->ns;
	case TIMESPEC_END:
		return end - place->ns;
	case TIMESPEC_CLOCK:
		return resolve_clock(place->ns, start, end);
	case TIMESPEC_ABS:
		return place->ns;
	case TIMESPEC_FINDING:
	case TIMESPEC_EPISODE:
	case TIMESPEC_FRAME:
		break;
	}
	return RS_NS_NONE;
}

bool timespec_needs_packets(const struct time_place *place)
{
	return place->kind != TIMESPEC_ABS;
}
