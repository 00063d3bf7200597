/* SPDX-License-Identifier: BSD-2-Clause */
#include "query/quantity.h"

#include "base/text.h"

#include <rocescope/event.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* A unit and what one of it is worth. Lists end with a NULL word; the first match wins. */
struct unit {
	const char *word;
	uint64_t scale;
};

static const struct unit duration_units[] = {
	{ "ns", 1 },	       { "us", 1000 }, { "ms", 1000000 },
	{ "s", 1000000000ULL }, { "", 1000000000ULL }, { NULL, 0 },
};

static const struct unit size_units[] = {
	{ "", 1 },
	{ "B", 1 },
	{ "K", 1000 },
	{ "KB", 1000 },
	{ "M", 1000000 },
	{ "MB", 1000000 },
	{ "G", 1000000000ULL },
	{ "GB", 1000000000ULL },
	{ "T", 1000000000000ULL },
	{ "TB", 1000000000000ULL },
	{ "Ki", 1ULL << 10 },
	{ "KiB", 1ULL << 10 },
	{ "Mi", 1ULL << 20 },
	{ "MiB", 1ULL << 20 },
	{ "Gi", 1ULL << 30 },
	{ "GiB", 1ULL << 30 },
	{ "Ti", 1ULL << 40 },
	{ "TiB", 1ULL << 40 },
	{ NULL, 0 },
};

/* Prefixes of a rate; what may follow is in rate_tails. */
static const struct unit rate_prefixes[] = {
	{ "K", 1000 },		    { "M", 1000000 }, { "G", 1000000000ULL },
	{ "T", 1000000000000ULL }, { "", 1 },	      { NULL, 0 },
};

static const char *const rate_tails[] = { "", "b", "b/s", "bps", "bit/s", "bit" };

int quantity_decimal(const char *s, uint64_t scale, uint64_t *out, const char **end)
{
	uint64_t v = 0, frac = 0, step = scale;
	bool digit = false;

	for (; isdigit((unsigned char)*s); s++) {
		digit = true;
		if (v > (INT64_MAX / 10 - 9) / scale)
			return -RS_ELIMIT;
		v = v * 10 + (uint64_t)(*s - '0');
	}
	if (*s == '.' && isdigit((unsigned char)s[1])) {
		for (s++; isdigit((unsigned char)*s); s++) {
			step /= 10;
			frac += step * (uint64_t)(*s - '0');
		}
		digit = true;
	}
	if (!digit)
		return -RS_EINVAL;
	*out = v * scale + frac;
	*end = s;
	return 0;
}

/* What a family of quantities is called in refusals. */
struct family {
	const char *what;
	const char *example;
};

static int refuse(const struct family *f, const char *s, const char *at, struct rs_err *err)
{
	if (!*at)
		return rs_err_set(err, RS_EINVAL, "%s '%.80s': ends too early; example: %s", f->what, s,
				  f->example);
	return rs_err_set(err, RS_EINVAL, "%s '%.80s': not understood at position %zu ('%.20s'); example: %s",
			  f->what, s, (size_t)(at - s) + 1, at, f->example);
}

static int too_large(const struct family *f, const char *s, struct rs_err *err)
{
	return rs_err_set(err, RS_EINVAL, "%s '%.80s': too large; example: %s", f->what, s, f->example);
}

/* Skip the number to find the unit, which decides the scale. */
static const char *skip_number(const char *s)
{
	s += strspn(s, "0123456789");
	if (*s == '.' && isdigit((unsigned char)s[1]))
		s += 1 + strspn(s + 1, "0123456789");
	return s;
}

/* Number, unit, end of text; letters of units compare without case. */
static int scaled(const char *s, const struct unit *units, const struct family *f, uint64_t *out,
		  struct rs_err *err)
{
	const char *unit = skip_number(s), *end;
	int rc;

	if (unit == s)
		return refuse(f, s, s, err);
	for (; units->word; units++)
		if (!strcasecmp(unit, units->word))
			break;
	if (!units->word)
		return refuse(f, s, unit, err);
	rc = quantity_decimal(s, units->scale, out, &end);
	if (rc == -RS_ELIMIT)
		return too_large(f, s, err);
	return rc ? refuse(f, s, s, err) : 0;
}

int quantity_duration(const char *s, rs_ns *out, struct rs_err *err)
{
	static const struct family family = { "duration", "250us" };
	uint64_t v = 0;
	const int rc = scaled(s, duration_units, &family, &v, err);

	if (!rc)
		*out = (rs_ns)v;
	return rc;
}

int quantity_size(const char *s, uint64_t *out, struct rs_err *err)
{
	static const struct family family = { "size", "64M" };

	return scaled(s, size_units, &family, out, err);
}

/* Is @s one of the spellings of "bits a second"? A capital B is bytes and refused. */
static bool is_rate_tail(const char *s)
{
	for (size_t i = 0; i < sizeof(rate_tails) / sizeof(rate_tails[0]); i++)
		if (!strcmp(s, rate_tails[i]))
			return true;
	return false;
}

int quantity_rate(const char *s, uint64_t *out, struct rs_err *err)
{
	static const struct family family = { "rate", "100G" };
	const char *unit = skip_number(s), *end;
	const struct unit *u;
	int rc;

	if (unit == s)
		return refuse(&family, s, s, err);
	end = *unit == ' ' ? unit + 1 : unit;
	for (u = rate_prefixes; u->word; u++)
		if (!strncasecmp(end, u->word, strlen(u->word)) && is_rate_tail(end + strlen(u->word)))
			break;
	if (!u->word)
		return refuse(&family, s, unit, err);
	rc = quantity_decimal(s, u->scale, out, &end);
	return rc ? too_large(&family, s, err) : 0;
}

int quantity_share(const char *s, uint32_t *out_ppm, struct rs_err *err)
{
	static const struct family family = { "share", "5%" };
	const char *unit = skip_number(s), *end;
	const bool percent = !strcmp(unit, "%");
	uint64_t v = 0;

	if (unit == s || (*unit && !percent))
		return refuse(&family, s, unit, err);
	if (quantity_decimal(s, percent ? 10000 : 1000000, &v, &end) || v > 1000000)
		return rs_err_set(err, RS_EINVAL, "share '%.80s': more than 100%%; example: 5%%", s);
	*out_ppm = (uint32_t)v;
	return 0;
}

int quantity_count(const char *s, uint64_t min, uint64_t max, uint64_t *out, struct rs_err *err)
{
	static const struct family family = { "number", "12" };
	const bool hex = s[0] == '0' && (s[1] == 'x' || s[1] == 'X');
	const char *digits = hex ? s + 2 : s;
	uint64_t v = 0;
	const char *p;

	for (p = digits; hex ? isxdigit((unsigned char)*p) : isdigit((unsigned char)*p); p++) {
		const int c = tolower((unsigned char)*p);
		const uint64_t d = (uint64_t)(c <= '9' ? c - '0' : c - 'a' + 10);
		const uint64_t base = hex ? 16 : 10;

		if (v > (UINT64_MAX - d) / base)
			return too_large(&family, s, err);
		v = v * base + d;
	}
	if (p == digits || *p)
		return refuse(&family, s, p, err);
	if (v < min || v > max)
		return rs_err_set(err, RS_EINVAL, "number '%.80s': not within %llu..%llu", s,
				  (unsigned long long)min, (unsigned long long)max);
	*out = v;
	return 0;
}

int quantity_severity(const char *s, unsigned *out, struct rs_err *err)
{
	static const char *const words[] = {
#define X(id, name, label, letter) name,
		RS_SEVERITIES(X)
#undef X
	};
	int near;

	for (unsigned i = 0; i < RS_SEV_COUNT; i++)
		if (!strcasecmp(s, words[i])) {
			*out = i;
			return 0;
		}
	near = text_nearest(s, words, RS_SEV_COUNT);
	return rs_err_set(err, RS_EINVAL, "no severity '%.40s'; %s%s%scritical, warning, notice or info", s,
			  near >= 0 ? "nearest: " : "", near >= 0 ? words[near] : "",
			  near >= 0 ? "; one of " : "one of ");
}
