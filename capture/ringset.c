/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A stem is the path with its counting or time part taken out: "d/x.pcap" for d/x.pcap7,
 * "d/x*.pcapng" for d/x_00007_20240101120000.pcapng. A bare number at the end of a name is
 * sure only behind a capture suffix or with a leading zero: "host1" and "host2" are two hosts.
 */
#include "capture/ringset.h"
#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

static const char *const compressions[] = { ".gz", ".zst", ".zstd", ".lz4", ".xz" };
static const char *const captures[] = { ".pcapng", ".pcap", ".cap", ".dmp", ".ntar" };

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Length of name without one of the suffixes; the whole length if it has none or is only that. */
static size_t without_suffix(const char *name, size_t len, const char *const *suffixes,
			     size_t count)
{
	for (size_t i = 0; i < count; i++) {
		size_t n = strlen(suffixes[i]);

		if (len > n && !strncasecmp(name + len - n, suffixes[i], n))
			return len - n;
	}
	return len;
}

static size_t without_digits(const char *name, size_t len)
{
	while (len && isdigit((unsigned char)name[len - 1]))
		len--;
	return len;
}

void ringset_base(const char *path, char *out, size_t size)
{
	const char *name = base_of(path);
	size_t len = without_suffix(name, strlen(name), compressions, COUNT(compressions));
	size_t digits = without_digits(name, len);
	size_t capture = without_suffix(name, digits, captures, COUNT(captures));

	/* digits behind a capture suffix go with it; others are part of the name */
	if (capture < digits)
		len = capture;
	if (!strcmp(path, "-"))
		snprintf(out, size, "stdin");
	else
		snprintf(out, size, "%.*s", (int)(len < size ? len : size - 1), name);
}

/* How many characters at s are a time: 20240101120000 and the like with separators, or ten digits.
 */
static size_t time_part(const char *s)
{
	static const int groups[] = { 4, 2, 2, 2, 2, 2 };
	const char *p = s;
	size_t run = strspn(s, "0123456789");

	if (run == 10 && (*s == '1' || *s == '2')) /* seconds since 1970 */
		return run;
	for (size_t i = 0; i < COUNT(groups); i++) {
		if (i && strchr("-_.:T ", *p) && *p)
			p++;
		for (int k = 0; k < groups[i]; k++)
			if (!isdigit((unsigned char)*p++))
				return 0;
	}
	/* a year, and no number that goes on */
	if (isdigit((unsigned char)*p) || (strncmp(s, "19", 2) && strncmp(s, "20", 2)))
		return 0;
	return (size_t)(p - s);
}

/* Take the time out of name (and the counter of dumpcap before it); returns whether there was one.
 */
static bool cut_time(char *name)
{
	for (char *p = name; *p; p++) {
		size_t n;
		char *from = p;

		if (!isdigit((unsigned char)*p) || (p > name && isdigit((unsigned char)p[-1])))
			continue;
		n = time_part(p);
		if (!n)
			continue;
		if (from > name && strchr("-_.", from[-1]))
			from--;
		if (from - name > 6 && from[-6] == '_' && strspn(from - 5, "0123456789") == 5)
			from -= 6;
		*from = '*';
		memmove(from + 1, p + n, strlen(p + n) + 1);
		return true;
	}
	return false;
}

enum ringset_kind ringset_stem(const char *path, char *out, size_t size)
{
	char *name;
	size_t len, digits;
	bool leading_zero;

	snprintf(out, size, "%s", path);
	name = out + (base_of(out) - out);
	len = without_suffix(name, strlen(name), compressions, COUNT(compressions));
	name[len] = 0;
	if (cut_time(name))
		return RINGSET_SURE;
	digits = without_digits(name, len);
	if (digits == len || !digits)
		return RINGSET_PLAIN;
	leading_zero = name[digits] == '0' && len - digits >= 2;
	name[digits] = 0;
	if (without_suffix(name, digits, captures, COUNT(captures)) < digits || leading_zero)
		return RINGSET_SURE;
	return RINGSET_WEAK;
}

void ringset_point(const char *stem, char *out, size_t size)
{
	size_t at = 0;

	ringset_base(stem, out, size);
	for (const char *p = out; *p; p++)
		if (*p != '*')
			out[at++] = *p;
	out[at] = 0;
}
