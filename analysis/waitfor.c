/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Theory of operation
 *
 * "B pauses A" is an edge from A to B while the pause runs. The pauses of one priority are taken
 * in order of their start; at each one the edges that hold form a graph. A ring is closed by its
 * latest pause, so it is enough to look for a way back from the device that pauses to the one
 * that is paused, over pauses that hold for another T_deadlock. A root is a device that is
 * waited for and waits for none; the longest chain that ends in it is kept. Two ends of one link
 * that pause each other are no ring: at such a moment neither counts. Devices of a deadlock have
 * no trees, the ring is the answer.
 */
#include "analysis/waitfor.h"

#include <stdlib.h>
#include <string.h>

#define NONE UINT32_MAX

/* One pause on a link: @from waits for @to. */
struct held {
	rs_ns start, end, last_data;
	rs_frame frame;
	uint32_t link, from, to;
	uint32_t side; /* 2 * link + 1 if end b pauses */
};

struct sweep {
	struct waitfor *w;
	const struct rs_snapshot *snap;
	const struct rs_link *links;
	uint32_t link_count;
	int64_t t_deadlock;
	unsigned priority;
	struct held *held;     /* of the priority, by start */
	size_t held_count;
	const struct held **now; /* those that hold */
	uint32_t now_count;
	uint32_t *sides;       /* by side: pauses of it that hold */
	uint32_t *length;      /* by device: edges of the longest chain that ends in it, NONE = not known yet */
	uint32_t *prev;	       /* device before it in that chain */
	uint32_t *path;	       /* devices of a result */
};

/* ---- links and devices ---- */

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static uint32_t device(const struct waitfor *w, const char *name)
{
	char **hit = bsearch(&name, w->names, w->name_count, sizeof(*w->names), by_name);

	return hit ? (uint32_t)(hit - w->names) : NONE;
}

static int name_devices(struct waitfor *w, const struct rs_link *links, uint32_t count)
{
	uint32_t n = 0;

	w->names = calloc(2 * (size_t)count + 1, sizeof(*w->names));
	if (!w->names)
		return -RS_ENOMEM;
	for (uint32_t i = 0; i < 2 * count; i++) {
		const char *name = i & 1 ? links[i / 2].dev_b : links[i / 2].dev_a;

		w->names[w->name_count] = strdup(name ? name : "");
		if (!w->names[w->name_count++])
			return -RS_ENOMEM;
	}
	qsort(w->names, w->name_count, sizeof(*w->names), by_name);
	for (uint32_t i = 0; i < w->name_count; i++) {
		if (n && !strcmp(w->names[n - 1], w->names[i]))
			free(w->names[i]);
		else
			w->names[n++] = w->names[i];
	}
	w->name_count = n;
	return 0;
}

static bool known(const uint8_t mac[6])
{
	static const uint8_t zero[6];

	return memcmp(mac, zero, 6) != 0;
}

/* The end of the link that sent the pauses: 'a', 'b', or 0 if that cannot be told. */
static char end_of(const struct rs_link *l, const uint8_t mac[6])
{
	if (known(l->mac_a) && !memcmp(l->mac_a, mac, 6))
		return 'a';
	if (known(l->mac_b) && !memcmp(l->mac_b, mac, 6))
		return 'b';
	if (known(l->mac_a) == known(l->mac_b))
		return 0;
	return known(l->mac_a) ? 'b' : 'a'; /* from the side whose MAC is not given */
}

/* Link of a pause row and the end that pauses; NONE if there is none. */
static uint32_t link_of(const struct sweep *s, const struct rs_pause_row *row, char *end)
{
	for (uint32_t i = 0; i < s->link_count; i++) {
		if (s->links[i].point != row->point)
			continue;
		*end = end_of(&s->links[i], row->mac);
		if (*end)
			return i;
	}
	return NONE;
}

static unsigned priority_of(const struct rs_pause_row *row)
{
	return row->priority < 0 ? RS_PAUSE_ALL : (unsigned)row->priority;
}

/* ---- results ---- */

static const char *const *keep_path(struct waitfor *w, const uint32_t *devices, uint32_t n)
{
	const char ***more = realloc(w->paths, (w->path_count + 1u) * sizeof(*more));
	const char **path = calloc(n + 1u, sizeof(*path));

	if (more)
		w->paths = more;
	if (!more || !path) {
		free(path);
		return NULL;
	}
	for (uint32_t i = 0; i < n; i++)
		path[i] = w->names[devices[i]];
	w->paths[w->path_count++] = path;
	return path;
}

static int add_deadlock(struct sweep *s, const struct rs_deadlock *d, const uint32_t *ring, uint32_t n)
{
	struct waitfor *w = s->w;
	struct rs_deadlock *to = &w->deadlocks[w->deadlock_count];
	uint32_t first = 0;

	if (w->deadlock_count == WAITFOR_MAX)
		return 0;
	for (uint32_t i = 1; i < n; i++)
		if (ring[i] < ring[first])
			first = i;
	for (uint32_t i = 0; i < n; i++)
		s->path[i] = ring[(first + i) % n];
	*to = *d;
	to->priority = (uint8_t)s->priority;
	to->devices = keep_path(w, s->path, n);
	to->device_count = n;
	w->deadlock_count++;
	return to->devices ? 0 : -RS_ENOMEM;
}

/* The longest chain to each root is kept. */
static int add_tree(struct sweep *s, uint32_t root, uint32_t n)
{
	struct waitfor *w = s->w;
	struct rs_pause_tree *t = NULL;

	for (uint32_t i = 0; i < w->tree_count; i++)
		if (w->trees[i].priority == s->priority &&
		    w->trees[i].devices[w->trees[i].device_count - 1] == w->names[root])
			t = &w->trees[i];
	if (t ? t->device_count >= n : w->tree_count == WAITFOR_MAX)
		return 0;
	for (uint32_t i = n, d = root; i--; d = s->prev[d])
		s->path[i] = d;
	if (!t)
		t = &w->trees[w->tree_count++];
	t->priority = (uint8_t)s->priority;
	t->device_count = n;
	t->devices = keep_path(w, s->path, n);
	return t->devices ? 0 : -RS_ENOMEM;
}

/* ---- the graph of one moment ---- */

/* The other end of its link pauses too. */
static bool mutual(const struct sweep *s, const struct held *h)
{
	return s->sides[h->side ^ 1] != 0;
}

static void drop_ended(struct sweep *s, rs_ns t)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < s->now_count; i++) {
		if (s->now[i]->end > t)
			s->now[n++] = s->now[i];
		else
			s->sides[s->now[i]->side]--;
	}
	s->now_count = n;
}

/* Edges of the longest chain that ends in @d; a ring is entered once. */
static uint32_t chain(struct sweep *s, uint32_t d)
{
	uint32_t best = 0;

	if (s->length[d] != NONE)
		return s->length[d];
	s->length[d] = 0;
	s->prev[d] = NONE;
	for (uint32_t i = 0; i < s->now_count; i++) {
		const struct held *h = s->now[i];
		uint32_t n;

		if (h->to != d || mutual(s, h))
			continue;
		n = chain(s, h->from) + 1;
		if (n > best || (n == best && h->from < s->prev[d])) {
			best = n;
			s->prev[d] = h->from;
		}
	}
	s->length[d] = best;
	return best;
}

static bool waits(const struct sweep *s, uint32_t d)
{
	for (uint32_t i = 0; i < s->now_count; i++)
		if (s->now[i]->from == d && !mutual(s, s->now[i]))
			return true;
	return false;
}

static int find_roots(struct sweep *s)
{
	int rc = 0;

	for (uint32_t i = 0; i < s->now_count; i++)
		s->length[s->now[i]->from] = s->length[s->now[i]->to] = NONE;
	for (uint32_t i = 0; i < s->now_count && !rc; i++) {
		const uint32_t d = s->now[i]->to;

		if (!waits(s, d) && !mutual(s, s->now[i]))
			rc = add_tree(s, d, chain(s, d) + 1);
	}
	return rc;
}

/* A pause that may be part of the ring that @last closes. */
static bool lasting(const struct sweep *s, const struct held *h, const struct held *last)
{
	return h->end >= last->start + s->t_deadlock && !mutual(s, h);
}

/* Shortest way from last->to back to last->from; via[d] = pause by which d was reached. */
static bool way_back(struct sweep *s, const struct held *last, const struct held **via, uint32_t *queue)
{
	uint32_t head = 0, tail = 0;

	for (uint32_t i = 0; i < s->w->name_count; i++)
		via[i] = NULL;
	queue[tail++] = last->to;
	while (head < tail && !via[last->from]) {
		const uint32_t d = queue[head++];

		for (uint32_t i = 0; i < s->now_count; i++) {
			const struct held *h = s->now[i];

			if (h->from != d || h->to == last->to || via[h->to] || !lasting(s, h, last))
				continue;
			via[h->to] = h;
			queue[tail++] = h->to;
		}
	}
	return via[last->from] != NULL;
}

static int find_ring(struct sweep *s, const struct held *last)
{
	const struct held **via;
	struct rs_deadlock d = { .start = last->start, .end = last->end, .idle = true };
	uint32_t *ring, n = 0;
	int rc = 0;

	if (last->from == last->to || !lasting(s, last, last))
		return 0;
	via = calloc(s->w->name_count, sizeof(*via));
	ring = calloc(s->w->name_count + 1u, sizeof(*ring));
	if (via && ring && way_back(s, last, via, ring)) {
		const struct held *h = last;
		uint32_t i = s->w->name_count;

		/* from the end of the array backwards: via leads from the last device to the first */
		do {
			ring[--i] = h->from;
			if (n < RS_EVIDENCE_FRAMES)
				d.frames[n] = h->frame;
			n++;
			d.end = h->end < d.end ? h->end : d.end;
			d.idle &= h->last_data == RS_NS_NONE || h->last_data < d.start;
			h = via[h->from];
		} while (h && h->to != last->to && n < s->w->name_count);
		rc = add_deadlock(s, &d, ring + i, n);
	} else if (!via || !ring) {
		rc = -RS_ENOMEM;
	}
	free(via);
	free(ring);
	return rc;
}

/* ---- one priority ---- */

static int by_start(const void *a, const void *b)
{
	const struct held *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->link != y->link)
		return x->link < y->link ? -1 : 1;
	return (x->from > y->from) - (x->from < y->from);
}

static void take_pauses(struct sweep *s)
{
	s->held_count = 0;
	for (uint32_t i = 0; i < s->snap->pause_count; i++) {
		const struct rs_pause_row *row = &s->snap->pauses[i];
		const struct rs_pause_interval *iv = s->snap->intervals + row->interval_first;
		uint32_t link, a, b;
		char end = 0;

		if (priority_of(row) != s->priority || (link = link_of(s, row, &end)) == NONE)
			continue;
		a = device(s->w, s->links[link].dev_a);
		b = device(s->w, s->links[link].dev_b);
		for (uint32_t k = 0; k < row->interval_count + row->long_count; k++)
			if (iv[k].end > iv[k].start)
				s->held[s->held_count++] = (struct held){ iv[k].start, iv[k].end, iv[k].last_data, iv[k].frame,
									  link, end == 'b' ? a : b, end == 'b' ? b : a,
									  2 * link + (end == 'b') };
	}
	qsort(s->held, s->held_count, sizeof(*s->held), by_start);
}

static int sweep_priority(struct sweep *s)
{
	int rc = 0;

	take_pauses(s);
	s->now_count = 0;
	memset(s->sides, 0, 2 * s->link_count * sizeof(*s->sides));
	for (size_t i = 0; i < s->held_count && !rc; i++) {
		drop_ended(s, s->held[i].start);
		s->now[s->now_count++] = &s->held[i];
		s->sides[s->held[i].side]++;
		/* those that begin together are one moment */
		if (i + 1 < s->held_count && s->held[i + 1].start == s->held[i].start)
			continue;
		rc = find_roots(s);
		for (size_t k = i + 1; k-- && s->held[k].start == s->held[i].start && !rc;) {
			const uint32_t before = s->w->deadlock_count;

			rc = find_ring(s, &s->held[k]);
			if (s->w->deadlock_count != before)
				break; /* the others of this moment are part of the same ring */
		}
	}
	return rc;
}

static bool in_deadlock(const struct waitfor *w, const struct rs_pause_tree *t)
{
	for (uint32_t i = 0; i < w->deadlock_count; i++)
		for (uint32_t k = 0; w->deadlocks[i].priority == t->priority && k < w->deadlocks[i].device_count; k++)
			for (uint32_t n = 0; n < t->device_count; n++)
				if (w->deadlocks[i].devices[k] == t->devices[n])
					return true;
	return false;
}

static void drop_trees(struct waitfor *w)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < w->tree_count; i++)
		if (!in_deadlock(w, &w->trees[i]))
			w->trees[n++] = w->trees[i];
	w->tree_count = n;
}

/* ---- both ends of one link ---- */

bool waitfor_overlap(const struct rs_snapshot *snap, const struct rs_pause_row *a, const struct rs_pause_row *b,
		     rs_ns *start, rs_ns *end)
{
	const struct rs_pause_interval *x = snap->intervals + a->interval_first, *y = snap->intervals + b->interval_first;
	const uint32_t nx = a->interval_count + a->long_count, ny = b->interval_count + b->long_count;
	rs_ns best = 0;

	for (uint32_t i = 0, k = 0; i < nx && k < ny;) {
		const rs_ns lo = x[i].start > y[k].start ? x[i].start : y[k].start;
		const rs_ns hi = x[i].end < y[k].end ? x[i].end : y[k].end;

		if (hi - lo > best) {
			best = hi - lo;
			*start = lo;
			*end = hi;
		}
		if (x[i].end < y[k].end)
			i++;
		else
			k++;
	}
	return best > 0;
}

static void find_mutuals(struct sweep *s)
{
	for (uint32_t i = 0; i < s->snap->pause_count; i++) {
		for (uint32_t k = i + 1; k < s->snap->pause_count && s->snap->pauses[k].point == s->snap->pauses[i].point; k++) {
			struct waitfor_mutual m = { .row = i, .other = k };
			char ei = 0, ek = 0;

			if (s->snap->pauses[i].priority != s->snap->pauses[k].priority ||
			    link_of(s, &s->snap->pauses[i], &ei) == NONE ||
			    link_of(s, &s->snap->pauses[i], &ei) != link_of(s, &s->snap->pauses[k], &ek) || ei == ek ||
			    s->w->mutual_count == WAITFOR_MAX)
				continue;
			if (waitfor_overlap(s->snap, &s->snap->pauses[i], &s->snap->pauses[k], &m.start, &m.end) &&
			    m.end - m.start >= s->t_deadlock)
				s->w->mutuals[s->w->mutual_count++] = m;
		}
	}
}

int waitfor_build(struct waitfor *w, const struct rs_snapshot *snap, const struct rs_fabric_input *in, int64_t t_deadlock)
{
	struct sweep s = { .w = w, .snap = snap, .links = in->links, .link_count = in->link_count, .t_deadlock = t_deadlock };
	int rc;

	memset(w, 0, sizeof(*w));
	if (!in->link_count || !snap->pause_count)
		return 0;
	rc = name_devices(w, in->links, in->link_count);
	w->deadlocks = calloc(WAITFOR_MAX, sizeof(*w->deadlocks));
	w->trees = calloc(WAITFOR_MAX, sizeof(*w->trees));
	w->mutuals = calloc(WAITFOR_MAX, sizeof(*w->mutuals));
	s.held = calloc(snap->interval_count + 1u, sizeof(*s.held));
	s.now = calloc(snap->interval_count + 1u, sizeof(*s.now));
	s.sides = calloc(2 * (size_t)in->link_count, sizeof(*s.sides));
	s.length = calloc(w->name_count + 1u, sizeof(*s.length));
	s.prev = calloc(w->name_count + 1u, sizeof(*s.prev));
	s.path = calloc(w->name_count + 2u, sizeof(*s.path));
	if (!w->deadlocks || !w->trees || !w->mutuals || !s.held || !s.now || !s.sides || !s.length || !s.prev || !s.path)
		rc = -RS_ENOMEM;
	for (s.priority = 0; s.priority <= RS_PAUSE_ALL && !rc; s.priority++)
		rc = sweep_priority(&s);
	if (!rc) {
		find_mutuals(&s);
		drop_trees(w);
	}
	free(s.held);
	free(s.now);
	free(s.sides);
	free(s.length);
	free(s.prev);
	free(s.path);
	if (rc)
		waitfor_fini(w);
	return rc;
}

void waitfor_fini(struct waitfor *w)
{
	for (uint32_t i = 0; i < w->name_count; i++)
		free(w->names[i]);
	for (uint32_t i = 0; i < w->path_count; i++)
		free(w->paths[i]);
	free(w->names);
	free(w->paths);
	free(w->deadlocks);
	free(w->trees);
	free(w->mutuals);
	memset(w, 0, sizeof(*w));
}
