/* SPDX-License-Identifier: BSD-2-Clause */
#include "base/text.h"

#include <arpa/inet.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

void text_init(struct text *t, char *buf, size_t size)
{
	t->buf = buf;
	t->size = size;
	t->len = 0;
	t->cut = false;
	buf[0] = 0;
}

void text_add(struct text *t, const char *fmt, ...)
{
	const size_t room = t->size - t->len;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(t->buf + t->len, room, fmt, ap);
	va_end(ap);
	if (n < 0)
		return;
	if ((size_t)n >= room) {
		t->cut = true;
		t->len = t->size - 1;
		return;
	}
	t->len += (size_t)n;
}

void text_str(struct text *t, const char *s)
{
	text_add(t, "%s", s);
}

void text_char(struct text *t, char c)
{
	text_add(t, "%c", c);
}

/* Three significant digits; a value that rounds up to the next unit takes that unit. */
static void scaled(struct text *t, double v, double step, const char *const *units, unsigned count)
{
	unsigned u = 0;

	while (u + 1 < count && v >= step - step / 2000.0) {
		v /= step;
		u++;
	}
	if (u == 0 && v == (double)(long long)v)
		text_add(t, "%.0f %s", v, units[u]);
	else
		text_add(t, "%.*f %s", v >= 99.95 ? 0 : v >= 9.995 ? 1 : 2, v, units[u]);
}

void text_time(struct text *t, rs_ns ns)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };

	if (ns == RS_NS_NONE) {
		text_char(t, '-');
		return;
	}
	if (ns < 0) {
		text_char(t, '-');
		ns = -ns;
	}
	if (ns >= 1000 * RS_NS_PER_S)
		text_add(t, "%.0f s", (double)ns / 1e9);
	else
		scaled(t, (double)ns, 1000, units, 4);
}

void text_rate(struct text *t, double bps)
{
	static const char *const units[] = { "b/s", "kb/s", "Mb/s", "Gb/s", "Tb/s" };

	scaled(t, bps < 0 ? 0 : bps, 1000, units, 5);
}

void text_bytes(struct text *t, double bytes)
{
	static const char *const units[] = { "B", "kB", "MB", "GB", "TB", "PB" };

	scaled(t, bytes < 0 ? 0 : bytes, 1000, units, 6);
}

void text_count(struct text *t, uint64_t n)
{
	char digits[24];
	const int len = snprintf(digits, sizeof(digits), "%llu", (unsigned long long)n);

	for (int i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			text_char(t, ',');
		text_char(t, digits[i]);
	}
}

void text_utc(struct text *t, rs_ns since_1970, unsigned digits)
{
	time_t sec = (time_t)(since_1970 / RS_NS_PER_S);
	long long frac = since_1970 % RS_NS_PER_S;
	struct tm tm;
	char buf[40], f[16];

	if (frac < 0) {
		frac += RS_NS_PER_S;
		sec--;
	}
	if (!gmtime_r(&sec, &tm) || !strftime(buf, sizeof(buf), "%Y-%m-%dT%H:%M:%S", &tm)) {
		text_char(t, '-');
		return;
	}
	text_str(t, buf);
	snprintf(f, sizeof(f), "%09lld", frac);
	if (digits)
		text_add(t, ".%.*s", (int)(digits > 9 ? 9 : digits), f);
	text_char(t, 'Z');
}

static bool is_v4_mapped(const struct rs_addr *a)
{
	static const uint8_t prefix[12] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff };

	return !memcmp(a->b, prefix, 12);
}

static bool is_lid(const struct rs_addr *a)
{
	const uint16_t lid = (uint16_t)(a->b[14] << 8 | a->b[15]);
	const struct rs_addr same = rs_addr_from_lid(lid);

	return !memcmp(a, &same, sizeof(same));
}

void text_addr(struct text *t, const struct rs_addr *a)
{
	char buf[INET6_ADDRSTRLEN];

	if (is_lid(a)) {
		text_add(t, "lid:%u", a->b[14] << 8 | a->b[15]);
		return;
	}
	if (is_v4_mapped(a))
		text_add(t, "%u.%u.%u.%u", a->b[12], a->b[13], a->b[14], a->b[15]);
	else if (inet_ntop(AF_INET6, a->b, buf, sizeof(buf)))
		text_str(t, buf);
}

void text_mac(struct text *t, const uint8_t mac[6])
{
	text_add(t, "%02x:%02x:%02x:%02x:%02x:%02x", mac[0], mac[1], mac[2], mac[3], mac[4], mac[5]);
}

/* "lid:N", N up to 65535 in any base of C. */
static bool lid_parse(const char *s, struct rs_addr *out)
{
	char *end;
	unsigned long lid;

	if (strncmp(s, "lid:", 4) || s[4] < '0' || s[4] > '9')
		return false;
	lid = strtoul(s + 4, &end, 0);
	if (*end || lid > 0xffff)
		return false;
	*out = rs_addr_from_lid((uint16_t)lid);
	return true;
}

bool text_addr_parse(const char *s, struct rs_addr *out)
{
	if (lid_parse(s, out))
		return true;
	memset(out, 0, sizeof(*out));
	if (inet_pton(AF_INET, s, out->b + 12) == 1) {
		out->b[10] = out->b[11] = 0xff;
		return true;
	}
	return inet_pton(AF_INET6, s, out->b) == 1;
}

/* Levenshtein. */
unsigned text_distance(const char *a, const char *b)
{
	unsigned row[32];
	const size_t la = strnlen(a, 31), lb = strnlen(b, 31);

	for (size_t j = 0; j <= lb; j++)
		row[j] = (unsigned)j;
	for (size_t i = 1; i <= la; i++) {
		unsigned diag = row[0];

		row[0] = (unsigned)i;
		for (size_t j = 1; j <= lb; j++) {
			const unsigned change = diag + (a[i - 1] != b[j - 1]);

			diag = row[j];
			row[j] = row[j] < row[j - 1] ? row[j] + 1 : row[j - 1] + 1;
			if (change < row[j])
				row[j] = change;
		}
	}
	return row[lb];
}

int text_nearest(const char *word, const char *const *words, size_t n)
{
	unsigned best = (unsigned)strlen(word) / 2 + 1;
	int at = -1;

	for (size_t i = 0; i < n; i++) {
		const unsigned d = text_distance(word, words[i]);

		if (d < best) {
			best = d;
			at = (int)i;
		}
	}
	return at;
}
