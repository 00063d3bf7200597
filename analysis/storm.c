/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Three rules make a storm at a point:
 *
 *	RATIO	a group resends a tenth of its payload, and at least 100 packets, in three
 *		windows of ten consecutive ones
 *	CLUSTER	recoveries of three lanes begin within 10 ms of each other, in three windows
 *		of ten
 *	BURST	in one bucket a group resends a tenth of its payload, at least 300 packets, and
 *		three of its lanes recover from a loss: for captures too short for windows
 *
 * Each stretch that satisfies a rule is a claim on the recoveries of its group. Claims at one
 * point that touch (three windows apart at most) are one storm; it lasts from the first to the
 * last recovery that they claim. Everything is computed at the end from digests, so the order
 * of feeding does not matter. Only groups that resent are told (load.h), so a window that is
 * missing in the log is a clean one.
 */
#include "analysis/storm.h"

#include "analysis/signs.h"

#include <stdlib.h>
#include <string.h>

#define RATIO_MIN_RESENT 100
#define BURST_MIN_RESENT 300
#define BURST_MIN_LANES 3
#define CLUSTER_LANES 3
#define CLUSTER_SPAN (10 * RS_NS_PER_MS)
#define NEED_WINDOWS 3
#define OF_WINDOWS 10
#define NARROW_MAX 2000 /* claims compared with each other */
#define JOIN_WINDOWS 3 /* claims closer than this are one storm */

/* ---- claims ---- */

/** A stretch of time that satisfies a rule, and whose recoveries it is about. */
struct claim {
	rs_ns from, to;
	struct rs_addr requester, responder;
	uint32_t lane;
	uint32_t ratio_ppm;
	uint32_t windows;
	uint64_t resent;	/* packets in those windows */
	bool covered;		/* a narrower group explains it */
	uint16_t point;
	uint8_t group;
	uint8_t reason;
};

/** State of a build. */
struct build {
	struct storm_log *log;
	const struct rs_snapshot *snap;
	rs_ns origin, window_ns, bucket_ns;
	struct claim *claims;
	uint32_t claim_count, claim_room;
	struct storm_set *out;
	bool no_memory;
};

static void add_claim(struct build *b, const struct claim *c)
{
	if (b->claim_count == b->claim_room) {
		void *p = storm_grow(b->claims, &b->claim_room, 1u << 20, sizeof(*b->claims));

		if (!p) {
			b->no_memory = true;
			return;
		}
		b->claims = p;
	}
	b->claims[b->claim_count++] = *c;
}

static uint32_t ratio_of(const struct rs_window *w)
{
	return w->payload_bytes ? (uint32_t)(w->resent_bytes * 1000000 / w->payload_bytes) : 0;
}

static int same_group(const struct rs_window *x, const struct rs_window *y)
{
	int c = x->whole - y->whole;

	c = c ? c : x->point - y->point;
	c = c ? c : x->group - y->group;
	c = c ? c : memcmp(&x->requester, &y->requester, sizeof(x->requester));
	c = c ? c : memcmp(&x->responder, &y->responder, sizeof(x->responder));
	return c ? c : (x->lane > y->lane) - (x->lane < y->lane);
}

static int by_group_and_time(const void *a, const void *b)
{
	const struct rs_window *x = a, *y = b;
	const int c = same_group(x, y);

	return c ? c : (x->number > y->number) - (x->number < y->number);
}

static int by_point_and_start(const void *a, const void *b)
{
	const struct storm_digest *x = a, *y = b;

	if (x->point != y->point)
		return x->point - y->point;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->lane > y->lane) - (x->lane < y->lane);
}

static rs_ns time_of(const struct build *b, int64_t number, rs_ns width)
{
	rs_ns t;

	if (__builtin_mul_overflow(number, width, &t) || __builtin_add_overflow(t, b->origin, &t))
		return number < 0 ? INT64_MIN / 4 : INT64_MAX / 4;
	return t;
}

static struct claim claim_of(const struct build *b, const struct rs_window *w, int64_t from, int64_t to, rs_ns width)
{
	return (struct claim){ .from = time_of(b, from, width),
			       .to = time_of(b, to + 1, width),
			       .requester = w->requester,
			       .responder = w->responder,
			       .lane = w->lane,
			       .point = w->point,
			       .group = w->group };
}

static void sum_window(struct claim *c, const struct rs_window *w)
{
	c->resent += w->resent;
	if (ratio_of(w) > c->ratio_ppm)
		c->ratio_ppm = ratio_of(w);
}

/* Three of ten consecutive windows make a claim; triples that overlap are one longer claim. */
static void claim_triples(struct build *b, const struct rs_window *bad, uint32_t n, unsigned reason)
{
	uint32_t first = 0, last = 0; /* bad[first..last] are claimed, last = 0: nothing yet */

	for (uint32_t i = 0; i + NEED_WINDOWS <= n + 1; i++) {
		const bool triple = i + NEED_WINDOWS <= n && bad[i + NEED_WINDOWS - 1].number - bad[i].number < OF_WINDOWS;
		struct claim c;

		if (triple && last && i <= last) {
			last = i + NEED_WINDOWS - 1;
			continue;
		}
		if (last && (i > last || i + NEED_WINDOWS > n)) {
			c = claim_of(b, &bad[first], bad[first].number, bad[last].number, b->window_ns);
			c.reason = (uint8_t)reason;
			c.windows = last - first + 1;
			for (uint32_t k = first; k <= last; k++)
				sum_window(&c, &bad[k]);
			add_claim(b, &c);
			last = 0;
		}
		if (triple) {
			first = i;
			last = i + NEED_WINDOWS - 1;
		}
	}
}

/* ---- CLUSTER ---- */

/* Hostile times may lie before the origin or too far from it: those windows are numbered at the ends. */
static int64_t window_of(const struct build *b, rs_ns t)
{
	rs_ns d;

	if (__builtin_sub_overflow(t, b->origin, &d))
		return t < b->origin ? INT64_MIN / 2 : INT64_MAX / 2;
	return d / b->window_ns;
}

/* Most distinct lanes with a start within 10 ms, among digests first..last-1 in order of start. */
static bool is_cluster(const struct storm_digest *d, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		uint32_t seen[CLUSTER_LANES] = { 0 };
		unsigned lanes = 0;

		for (uint32_t k = i; k < n && d[k].start - d[i].start <= CLUSTER_SPAN; k++) {
			unsigned j = 0;

			while (j < lanes && seen[j] != d[k].lane)
				j++;
			if (j == lanes)
				seen[lanes++] = d[k].lane;
			if (lanes == CLUSTER_LANES)
				return true;
		}
	}
	return false;
}

/* Windows of one point in which recoveries cluster, written as windows so that triples are found alike. */
static void claim_clusters(struct build *b, const struct storm_digest *d, uint32_t n)
{
	struct rs_window *bad = calloc(n + 1u, sizeof(*bad));
	uint32_t count = 0;

	if (!bad) {
		b->no_memory = true;
		return;
	}
	for (uint32_t i = 0; i < n;) {
		const int64_t number = window_of(b, d[i].start);
		uint32_t end = i;

		while (end < n && window_of(b, d[end].start) == number)
			end++;
		if (is_cluster(d + i, end - i))
			bad[count++] = (struct rs_window){ .number = number, .point = d[i].point, .group = RS_GROUP_POINT, .whole = true };
		i = end;
	}
	claim_triples(b, bad, count, RS_STORM_CLUSTER);
	free(bad);
}

/* ---- membership ---- */

static bool concerns(const struct build *b, const struct claim *c, const struct storm_digest *d)
{
	const struct rs_lane_row *l;

	if (d->point != c->point)
		return false;
	if (c->group == RS_GROUP_POINT)
		return true;
	if (c->group == RS_GROUP_LANE)
		return d->lane == c->lane;
	l = rs_snapshot_lane(b->snap, d->lane);
	if (!l)
		return false;
	if (c->group != RS_GROUP_RESPONDER && memcmp(&l->requester, &c->requester, sizeof(c->requester)))
		return false;
	return c->group == RS_GROUP_REQUESTER || !memcmp(&l->responder, &c->responder, sizeof(c->responder));
}

static bool three_lanes_lost(const struct build *b, const struct claim *c)
{
	uint32_t seen[BURST_MIN_LANES] = { 0 };
	unsigned lanes = 0;

	for (uint32_t i = 0; i < b->log->digest_count; i++) {
		const struct storm_digest *d = &b->log->digests[i];
		unsigned j = 0;

		if (d->end < c->from || d->start >= c->to || !storm_is_loss(d) || !concerns(b, c, d))
			continue;
		while (j < lanes && seen[j] != d->lane)
			j++;
		if (j == lanes)
			seen[lanes++] = d->lane;
		if (lanes == BURST_MIN_LANES)
			return true;
	}
	return false;
}

/* ---- RATIO and BURST ---- */

static void claim_burst(struct build *b, const struct rs_window *w)
{
	struct claim c;

	if (w->resent < BURST_MIN_RESENT || w->resent_bytes * 10 < w->payload_bytes)
		return;
	c = claim_of(b, w, w->number, w->number, b->bucket_ns);
	c.reason = RS_STORM_BURST;
	c.windows = 1;
	sum_window(&c, w);
	if (three_lanes_lost(b, &c))
		add_claim(b, &c);
}

static void claim_loads(struct build *b)
{
	struct rs_window *w = b->log->windows;
	const uint32_t n = b->log->window_count;

	if (!n)
		return;
	qsort(w, n, sizeof(*w), by_group_and_time);
	for (uint32_t i = 0; i < n;) {
		uint32_t end = i, bad = i;

		for (; end < n && !same_group(&w[i], &w[end]); end++) {
			if (!w[end].whole)
				claim_burst(b, &w[end]);
			else if (w[end].resent >= RATIO_MIN_RESENT && w[end].resent_bytes * 10 >= w[end].payload_bytes)
				w[bad++] = w[end]; /* the group's bad windows move to its front */
		}
		if (w[i].whole)
			claim_triples(b, &w[i], bad - i, RS_STORM_RATIO);
		i = end;
	}
}

static void claim_points(struct build *b)
{
	const struct storm_digest *d = b->log->digests;

	for (uint32_t i = 0; i < b->log->digest_count;) {
		uint32_t end = i;

		while (end < b->log->digest_count && d[end].point == d[i].point)
			end++;
		claim_clusters(b, d + i, end - i);
		i = end;
	}
}

/* ---- from claims to storms ---- */

static int by_point_and_time(const void *a, const void *b)
{
	const struct claim *x = a, *y = b;

	if (x->point != y->point)
		return x->point - y->point;
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return y->group - x->group; /* the point first: it decides most memberships at once */
}

static int by_number(const void *a, const void *b)
{
	const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

/* Is everything that group @in is about also about group @of? Both at one point. */
static bool is_part(const struct claim *in, const struct claim *of)
{
	if (of->group == RS_GROUP_POINT)
		return in->group != RS_GROUP_POINT;
	if (in->group != RS_GROUP_PAIR)
		return false; /* lanes are too narrow to speak for a storm of several */
	if (of->group == RS_GROUP_REQUESTER)
		return !memcmp(&in->requester, &of->requester, sizeof(of->requester));
	return of->group == RS_GROUP_RESPONDER && !memcmp(&in->responder, &of->responder, sizeof(of->responder));
}

/* A narrower group that resent nine tenths of what a wider one did at the same time explains it. */
static void prefer_narrow(struct claim *c, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t k = 0; k < n && !c[i].covered; k++)
			c[i].covered = k != i && c[i].reason == c[k].reason && c[k].group != RS_GROUP_LANE && is_part(&c[k], &c[i]) &&
				       c[k].from < c[i].to && c[i].from < c[k].to && c[k].resent * 10 >= c[i].resent * 9 &&
				       c[i].reason != RS_STORM_CLUSTER;
}

static bool claimed(const struct build *b, const struct claim *c, uint32_t n, const struct storm_digest *d)
{
	for (uint32_t i = 0; i < n; i++)
		/* What follows within a window still belongs to it: the last timers of a storm come late. */
		if (!c[i].covered && d->start < c[i].to + b->window_ns && d->end >= c[i].from && concerns(b, &c[i], d))
			return true;
	return false;
}

static void sum_up(struct rs_storm *s, const struct storm_digest *d)
{
	if (!s->episodes || d->start < s->start)
		s->start = d->start;
	if (!s->episodes || d->end > s->end)
		s->end = d->end;
	if (s->episodes < RS_EVIDENCE_FRAMES)
		s->frames[s->episodes] = d->frame;
	s->episodes++;
	s->resent += d->resent;
	s->resent_bytes += d->resent_bytes;
}

/* The lanes of a storm: sorted, each once. */
static int keep_lanes(struct build *b, struct rs_storm *s, const struct storm_digest **members)
{
	uint32_t *more = realloc(b->out->lanes, (b->out->lane_count + s->episodes) * sizeof(*more));
	uint32_t n = 0;

	if (!more)
		return -RS_ENOMEM;
	b->out->lanes = more;
	more += b->out->lane_count;
	for (uint32_t i = 0; i < s->episodes; i++)
		more[i] = members[i]->lane;
	qsort(more, s->episodes, sizeof(*more), by_number);
	for (uint32_t i = 0; i < s->episodes; i++)
		if (!n || more[n - 1] != more[i])
			more[n++] = more[i];
	s->lane_first = b->out->lane_count;
	s->lane_count = n;
	b->out->lane_count += n;
	return 0;
}

static void describe(struct build *b, struct rs_storm *s, const struct claim *c, uint32_t n)
{
	bool by[RS_STORM_REASON_COUNT] = { false };

	for (uint32_t i = 0; i < n; i++) {
		by[c[i].reason] = true;
		if (c[i].ratio_ppm > s->peak_ratio_ppm)
			s->peak_ratio_ppm = c[i].ratio_ppm;
	}
	/* The rule that needs most evidence names the storm. */
	s->reason = by[RS_STORM_RATIO] ? RS_STORM_RATIO : by[RS_STORM_CLUSTER] ? RS_STORM_CLUSTER : RS_STORM_BURST;
	for (uint32_t i = 0; i < n; i++) {
		if (c[i].reason != s->reason || (i && c[i].from == c[i - 1].from))
			continue;
		s->windows += c[i].windows;
	}
}

static int make_storm(struct build *b, const struct claim *c, uint32_t n)
{
	const struct storm_log *log = b->log;
	const struct storm_digest **members = calloc(log->digest_count + 1u, sizeof(*members));
	struct rs_storm *rows = realloc(b->out->rows, (b->out->count + 1u) * sizeof(*rows));
	struct rs_storm *s;
	int rc = 0;

	if (rows)
		b->out->rows = rows;
	if (!members || !rows) {
		free(members);
		return -RS_ENOMEM;
	}
	s = &rows[b->out->count];
	*s = (struct rs_storm){ .point = c->point };
	for (uint32_t i = 0; i < log->digest_count; i++) {
		if (!claimed(b, c, n, &log->digests[i]))
			continue;
		members[s->episodes] = &log->digests[i];
		sum_up(s, &log->digests[i]);
	}
	if (s->episodes) {
		describe(b, s, c, n);
		rc = keep_lanes(b, s, members);
		if (!rc) {
			s->signs = signs_find(&(struct signs_case){ members, s->episodes, b->out->lanes + s->lane_first,
								    s->lane_count, b->snap, s });
			s->cause_count = (uint8_t)rs_storm_rank(s->signs, s->causes);
			b->out->count++;
		}
	}
	free(members);
	return rc;
}

static int join_claims(struct build *b)
{
	struct claim *c = b->claims;

	if (c)
		qsort(c, b->claim_count, sizeof(*c), by_point_and_time);
	for (uint32_t i = 0; i < b->claim_count;) {
		rs_ns to = c[i].to;
		uint32_t end = i + 1;
		int rc;

		for (; end < b->claim_count && c[end].point == c[i].point && c[end].from <= to + JOIN_WINDOWS * b->window_ns; end++)
			to = c[end].to > to ? c[end].to : to;
		if (end - i <= NARROW_MAX)
			prefer_narrow(c + i, end - i);
		rc = make_storm(b, c + i, end - i);
		if (rc)
			return rc;
		i = end;
	}
	return 0;
}

int storm_build(struct storm_set *out, struct storm_log *l, const struct rs_snapshot *snap, const struct rs_tunables *tune,
		struct rs_err *err)
{
	struct build b = { .log = l,
			   .snap = snap,
			   .origin = snap->totals.first,
			   .window_ns = tune->w_storm,
			   .bucket_ns = tune->w_storm / 10 > 0 ? tune->w_storm / 10 : 1,
			   .out = out };
	int rc = 0;

	memset(out, 0, sizeof(*out));
	if (snap->totals.first == RS_NS_NONE || !l->digest_count)
		return 0;
	qsort(l->digests, l->digest_count, sizeof(*l->digests), by_point_and_start);
	claim_points(&b);
	claim_loads(&b);
	rc = b.no_memory ? -RS_ENOMEM : join_claims(&b);
	free(b.claims);
	if (rc) {
		storm_set_fini(out);
		return rs_err_set(err, RS_ENOMEM, "no memory to look for storms among %u recoveries", l->digest_count);
	}
	return 0;
}

void storm_set_fini(struct storm_set *s)
{
	free(s->rows);
	free(s->lanes);
	memset(s, 0, sizeof(*s));
}
