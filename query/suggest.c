/* SPDX-License-Identifier: BSD-2-Clause */
#include "query/suggest.h"

#include <string.h>

#define WORD_MAX 32
#define FEW	 5

/** The nearest so far, nearest first. */
struct best {
	const char *names[SUGGEST_MAX];
	unsigned distance[SUGGEST_MAX];
	unsigned count;
};

static void lower_copy(char out[WORD_MAX], const char *s, size_t len)
{
	size_t n = 0;

	for (; n < len && n < WORD_MAX - 1 && s[n]; n++)
		out[n] = s[n] >= 'A' && s[n] <= 'Z' ? (char)(s[n] + 32) : s[n];
	out[n] = 0;
}

/* Keeps the order of the table among equals; a name that is in already stays where it is or moves up. */
static void offer(struct best *b, const char *name, unsigned distance)
{
	unsigned at = 0, last;

	for (unsigned i = 0; i < b->count; i++)
		if (!strcmp(b->names[i], name)) {
			if (b->distance[i] <= distance)
				return;
			memmove(b->names + i, b->names + i + 1, (b->count - i - 1) * sizeof(b->names[0]));
			memmove(b->distance + i, b->distance + i + 1, (b->count - i - 1) * sizeof(b->distance[0]));
			b->count--;
			break;
		}
	while (at < b->count && b->distance[at] <= distance)
		at++;
	if (at == SUGGEST_MAX)
		return;
	last = b->count < SUGGEST_MAX ? b->count++ : SUGGEST_MAX - 1;
	for (unsigned i = last; i > at; i--) {
		b->names[i] = b->names[i - 1];
		b->distance[i] = b->distance[i - 1];
	}
	b->names[at] = name;
	b->distance[at] = distance;
}

static void print(struct text *t, const struct best *b)
{
	for (unsigned i = 0; i < b->count; i++)
		text_add(t, "%s%s", i ? ", " : "", b->names[i]);
}

void suggest_fields(struct text *t, const struct filter_table *table, const char *word)
{
	struct best best = { .count = 0 };
	char asked[WORD_MAX], name[WORD_MAX];

	lower_copy(asked, word, strlen(word));
	for (unsigned i = 0; i < table->count; i++) {
		const struct filter_field *f = table->fields + i;
		unsigned d;

		if (!(f->rows & table->rows))
			continue;
		d = text_distance(asked, f->name);
		/* An alias leads to the name that the lists have. */
		for (const char *s = f->aliases; s && *s; s += strspn(s, " ")) {
			const size_t len = strcspn(s, " ");

			lower_copy(name, s, len);
			if (text_distance(asked, name) < d)
				d = text_distance(asked, name);
			s += len;
		}
		offer(&best, f->name, d);
	}
	print(t, &best);
}

void suggest_words(struct text *t, const char *const *words, const char *word)
{
	struct best best = { .count = 0 };
	char asked[WORD_MAX], name[WORD_MAX];
	unsigned n = 0;

	while (words[n])
		n++;
	lower_copy(asked, word, strlen(word));
	for (unsigned i = 0; i < n && n > FEW; i++) {
		if (!words[i][0])
			continue;
		lower_copy(name, words[i], strlen(words[i]));
		offer(&best, words[i], text_distance(asked, name));
	}
	for (unsigned i = 0; i < n && n <= FEW; i++)
		text_add(t, "%s%s", i ? ", " : "", words[i]);
	print(t, &best);
}
