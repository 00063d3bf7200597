/* SPDX-License-Identifier: BSD-2-Clause */
#include "query/suggest.h"

#include <string.h>

#define WORD_MAX 32
#define FEW	 5

/** The nearest so far, nearest first. */
struct best {
	const char *names[SUGGEST_MAX];
	int distance[SUGGEST_MAX];
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
static void offer(struct best *b, const char *name, int distance)
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

/* Letters to change, and a common beginning brings words nearer: retransmits is retx rather than transport. */
static int far_from(const char *a, const char *b)
{
	int same = 0;

	while (a[same] && a[same] == b[same])
		same++;
	return 2 * (int)text_distance(a, b) - same;
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
		int d;

		if (!(f->rows & table->rows))
			continue;
		d = far_from(asked, f->name);
		/* An alias leads to the name that the lists have. */
		for (const char *s = f->aliases; s && *s; s += strspn(s, " ")) {
			const size_t len = strcspn(s, " ");

			lower_copy(name, s, len);
			if (far_from(asked, name) < d)
				d = far_from(asked, name);
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
		offer(&best, words[i], far_from(asked, name));
	}
	for (unsigned i = 0; i < n && n <= FEW; i++)
		text_add(t, "%s%s", i ? ", " : "", words[i]);
	print(t, &best);
}
