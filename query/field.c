/* SPDX-License-Identifier: BSD-2-Clause */
#include "query/field.h"

#include "base/text.h"

#include <string.h>
#include <strings.h>

#define FIELD_NAME_MAX 64 /* longer words are no field of ours */

/* Without a near one, a few names show what the table has. */
static void name_some(struct text *t, const char *const *names, size_t n)
{
	text_str(t, "; fields:");
	for (size_t i = 0; i < n; i++)
		text_add(t, " %s", names[i]);
}

int field_find(const char *name, const char *const *names, size_t n, struct rs_err *err)
{
	char buf[400];
	struct text t;
	int near;

	for (size_t i = 0; i < n; i++)
		if (!strcasecmp(name, names[i]))
			return (int)i;
	text_init(&t, buf, sizeof(buf));
	near = text_nearest(name, names, n);
	if (near >= 0)
		text_add(&t, "; nearest: %s", names[near]);
	else
		name_some(&t, names, n);
	return rs_err_set(err, RS_EINVAL, "no such field '%.*s'%s", FIELD_NAME_MAX, name, buf);
}

/* One name of a list, without its blanks and sign. */
static int parse_one(const char *s, size_t len, struct field_ref *ref, char name[FIELD_NAME_MAX + 1])
{
	while (len && (*s == ' ' || *s == '\t')) {
		s++;
		len--;
	}
	while (len && (s[len - 1] == ' ' || s[len - 1] == '\t'))
		len--;
	ref->descending = len && *s == '-';
	if (ref->descending) {
		s++;
		len--;
	}
	if (!len)
		return -RS_EINVAL;
	if (len > FIELD_NAME_MAX)
		len = FIELD_NAME_MAX;
	memcpy(name, s, len);
	name[len] = 0;
	return 0;
}

int field_list_parse(const char *list, const char *const *names, size_t n, struct field_list *out,
		     struct rs_err *err)
{
	const char *s = list;

	out->count = 0;
	for (;;) {
		const size_t len = strcspn(s, ",");
		char name[FIELD_NAME_MAX + 1];
		struct field_ref ref;

		if (parse_one(s, len, &ref, name))
			return rs_err_set(err, RS_EINVAL,
					  "field list '%.80s': a name is missing at position %zu; example: %s",
					  list, (size_t)(s - list) + 1, n ? names[0] : "src,dst");
		ref.index = field_find(name, names, n, err);
		if (ref.index < 0)
			return ref.index;
		if (out->count == out->max)
			return rs_err_set(err, RS_ELIMIT, "field list '%.80s': at most %zu name%s here", list, out->max,
					  out->max == 1 ? "" : "s");
		out->refs[out->count++] = ref;
		if (!s[len])
			return 0;
		s += len + 1;
	}
}
