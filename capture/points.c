/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two hash indexes over one array: by (group, interface number, wanted name), to find a point
 * again, and by final name, to give repeated names their "#2". The point that holds a name
 * without suffix remembers the next suffix to try, so naming stays cheap with thousands of
 * equal names. Slots hold point + 1, 0 = free; the tables are at most half full.
 */
#include "capture/points.h"
#include "base/hash.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct extra {
	unsigned group;
	uint32_t next_suffix; /* for the next point that wants this name */
	uint64_t lost;	      /* by packets */
	uint64_t statistics;  /* by statistics blocks, largest seen */
	char wanted[sizeof(((struct input_point *)0)->name)];
};

struct points {
	struct input_point *list;
	struct extra *extra; /* parallel to list */
	uint32_t *by_key, *by_name;
	unsigned count, room; /* room: of list; the indexes have 2 * room slots */
};

static uint64_t key_hash(unsigned group, uint32_t id, const char *wanted)
{
	return hash_combine(hash_bytes(wanted, strlen(wanted), group), id);
}

static uint64_t name_hash(const char *name)
{
	return hash_bytes(name, strlen(name), 0);
}

static void index_put(const struct points *p, uint32_t *table, uint64_t hash, unsigned point)
{
	unsigned mask = 2 * p->room - 1, i = (unsigned)hash & mask;

	while (table[i])
		i = (i + 1) & mask;
	table[i] = point + 1;
}

static void index_point(struct points *p, unsigned i)
{
	struct extra *x = &p->extra[i];

	index_put(p, p->by_key, key_hash(x->group, p->list[i].interface_id, x->wanted), i);
	index_put(p, p->by_name, name_hash(p->list[i].name), i);
}

static int grow(struct points *p)
{
	unsigned room = p->room ? 2 * p->room : 16;
	struct input_point *list = realloc(p->list, room * sizeof(*list));
	struct extra *extra;
	uint32_t *by_key, *by_name;

	if (!list)
		return -1;
	p->list = list;
	extra = realloc(p->extra, room * sizeof(*extra));
	if (!extra)
		return -1;
	p->extra = extra;
	by_key = calloc(2 * (size_t)room, sizeof(*by_key));
	by_name = calloc(2 * (size_t)room, sizeof(*by_name));
	if (!by_key || !by_name) {
		free(by_key);
		free(by_name);
		return -1;
	}
	free(p->by_key);
	free(p->by_name);
	p->by_key = by_key;
	p->by_name = by_name;
	p->room = room;
	for (unsigned i = 0; i < p->count; i++)
		index_point(p, i);
	return 0;
}

struct points *points_create(void)
{
	struct points *p = calloc(1, sizeof(*p));

	if (p && grow(p) < 0) {
		points_destroy(p);
		return NULL;
	}
	return p;
}

void points_destroy(struct points *p)
{
	if (!p)
		return;
	free(p->list);
	free(p->extra);
	free(p->by_key);
	free(p->by_name);
	free(p);
}

static int find_key(const struct points *p, const struct points_desc *d, const char *wanted)
{
	unsigned mask = 2 * p->room - 1;
	unsigned i = (unsigned)key_hash(d->group, d->interface_id, wanted) & mask;

	for (; p->by_key[i]; i = (i + 1) & mask) {
		unsigned k = p->by_key[i] - 1;

		if (p->extra[k].group == d->group && p->list[k].interface_id == d->interface_id &&
		    !strcmp(p->extra[k].wanted, wanted))
			return (int)k;
	}
	return -1;
}

static int find_name(const struct points *p, const char *name)
{
	unsigned mask = 2 * p->room - 1, i = (unsigned)name_hash(name) & mask;

	for (; p->by_name[i]; i = (i + 1) & mask)
		if (!strcmp(p->list[p->by_name[i] - 1].name, name))
			return (int)p->by_name[i] - 1;
	return -1;
}

/* @wanted, or @wanted#2 and so on; long names lose their end to make room for the number. */
static void unique_name(struct points *p, const char *wanted, char *out, size_t size)
{
	int owner = find_name(p, wanted);

	snprintf(out, size, "%s", wanted);
	while (owner >= 0 && find_name(p, out) >= 0) {
		char suffix[16];
		int len = snprintf(suffix, sizeof(suffix), "#%u", p->extra[owner].next_suffix++);

		snprintf(out, size, "%.*s%s", (int)size - 1 - len, wanted, suffix);
	}
}

int points_add(struct points *p, const struct points_desc *d)
{
	struct input_point *pt;
	struct extra *x;
	char wanted[sizeof(pt->name)];
	int known;

	snprintf(wanted, sizeof(wanted), "%s", d->name);
	known = find_key(p, d, wanted);
	if (known >= 0)
		return known;
	if (p->count >= POINTS_MAX || (p->count == p->room && grow(p) < 0))
		return -1;
	pt = &p->list[p->count];
	x = &p->extra[p->count];
	memset(pt, 0, sizeof(*pt));
	memset(x, 0, sizeof(*x));
	x->group = d->group;
	x->next_suffix = 2;
	memcpy(x->wanted, wanted, sizeof(wanted));
	unique_name(p, wanted, pt->name, sizeof(pt->name));
	pt->interface_id = d->interface_id;
	pt->file = d->file;
	pt->linktype = d->linktype;
	pt->snaplen = d->snaplen;
	pt->link_bps = d->link_bps;
	pt->resolution_ns_x1000 = d->resolution_ps;
	index_point(p, p->count);
	return (int)p->count++;
}

const struct input_point *points_list(const struct points *p, unsigned *count)
{
	*count = p->count;
	return p->list;
}

/* Both sources count the same losses: the larger one is nearer to the truth. */
static void set_drops(struct points *p, unsigned point)
{
	const struct extra *x = &p->extra[point];

	p->list[point].drops = x->lost > x->statistics ? x->lost : x->statistics;
	p->list[point].drops_known = true;
}

void points_lost(struct points *p, unsigned point, uint64_t n)
{
	struct extra *x = &p->extra[point];

	x->lost = x->lost > UINT64_MAX - n ? UINT64_MAX : x->lost + n;
	set_drops(p, point);
}

void points_statistics(struct points *p, unsigned point, uint64_t n)
{
	struct extra *x = &p->extra[point];

	if (n > x->statistics)
		x->statistics = n;
	set_drops(p, point);
}

/* Length of the valid UTF-8 character at p (RFC 3629), 0 if there is none. */
static size_t utf8_len(const uint8_t *p, size_t n)
{
	size_t len = p[0] < 0x80		   ? 1
		     : p[0] >= 0xc2 && p[0] < 0xe0 ? 2
		     : (p[0] & 0xf0) == 0xe0	   ? 3
		     : p[0] >= 0xf0 && p[0] < 0xf5 ? 4
						   : 0;

	if (!len || len > n)
		return 0;
	for (size_t i = 1; i < len; i++)
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	if ((p[0] == 0xe0 && p[1] < 0xa0) || (p[0] == 0xed && p[1] > 0x9f) ||
	    (p[0] == 0xf0 && p[1] < 0x90) || (p[0] == 0xf4 && p[1] > 0x8f))
		return 0;
	/* C1 control characters would reach a terminal */
	return len == 2 && p[0] == 0xc2 && p[1] < 0xa0 ? 0 : len;
}

void points_clean_name(char *to, size_t size, const uint8_t *from, size_t len)
{
	size_t at = 0;

	for (size_t i = 0; i < len && from[i];) {
		size_t n = from[i] < 0x20 || from[i] == 0x7f ? 0 : utf8_len(from + i, len - i);

		if (at + (n ? n : 1) >= size)
			break;
		if (n)
			memcpy(to + at, from + i, n);
		else
			to[at] = '?';
		at += n ? n : 1;
		i += n ? n : 1;
	}
	to[at] = 0;
}
