/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Theory of operation
 *
 * A side is a source MAC at a point; it has one pauser a priority. With the speed of the link a
 * pause runs from XOFF for its quanta, exact to the picosecond, and each XOFF replaces what was
 * left; without it XOFFs that come at most REFRESH_NS apart are one pause that lasts to the last
 * of them or to XON, a lower bound. Nothing has timers: what has run out is settled when the
 * next frame of the side comes, when a snapshot is taken (on a copy), or at the end.
 *
 * Packets are matched by destination MAC, so directions are known where a side pauses from the
 * address that data is sent to. Where --links names the MACs of both ends, a packet from one end
 * goes to the other. Else the direction is not known and nothing is said of leaks and victims.
 */
#include "analysis/pause_ledger.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

#define REFRESH_NS 3356000	     /* 65535 quanta at 10 Gb/s, the slowest link of interest */
#define BPS_MIN 1000000ULL
#define BPS_MAX 10000000000000000ULL
#define WATCHDOG_NS (200 * RS_NS_PER_MS) /* SONiC: detection time; Junos: 2 polls of 100 ms */
#define TIME_MAX (INT64_MAX / 2)     /* beyond it a time stamp is no time */

int pauses_init(struct pauses *p, const struct rs_engine_config *cfg, struct emit *emit)
{
	memset(p, 0, sizeof(*p));
	p->cfg = cfg;
	p->emit = emit;
	p->max = cfg->max_pausers ? cfg->max_pausers : 1;
	p->points = calloc(cfg->max_points ? cfg->max_points : 1, sizeof(*p->points));
	p->sides = calloc(p->max, sizeof(*p->sides));
	p->pausers = calloc(p->max, sizeof(*p->pausers));
	p->intervals = calloc((size_t)p->max * PAUSE_KEPT, sizeof(*p->intervals));
	if (!p->points || !p->sides || !p->pausers || !p->intervals || index_init(&p->index, p->max))
		return -RS_ENOMEM;
	return pool_init(&p->paces, sizeof(struct pause_pace), cfg->max_flows / 16 + 256);
}

void pauses_fini(struct pauses *p)
{
	free(p->points);
	free(p->sides);
	free(p->pausers);
	free(p->intervals);
	index_fini(&p->index);
	pool_fini(&p->paces);
	memset(p, 0, sizeof(*p));
}

static struct pause_point *point_of(const struct pauses *p, unsigned point)
{
	const unsigned max = p->cfg->max_points ? p->cfg->max_points : 1;

	return &p->points[point < max ? point : max - 1];
}

void pauses_set_link(struct pauses *p, const struct rs_link *link)
{
	struct pause_point *pt = point_of(p, link->point);
	const uint64_t bps = link->bps;

	pt->bps = !bps ? 0 : bps < BPS_MIN ? BPS_MIN : bps > BPS_MAX ? BPS_MAX : bps;
	memcpy(pt->mac_a, link->mac_a, 6);
	memcpy(pt->mac_b, link->mac_b, 6);
}

/* ---- sides and pausers ---- */

static uint64_t side_hash(const uint8_t mac[6], unsigned point)
{
	uint64_t v = 0;

	memcpy(&v, mac, 6);
	return hash_mix(v ^ (uint64_t)point << 48);
}

static struct pause_side *side_find(const struct pauses *p, const uint8_t mac[6], unsigned point)
{
	const uint64_t hash = side_hash(mac, point);
	uint32_t at = UINT32_MAX, s;

	while ((s = index_next(&p->index, hash, &at)) != UINT32_MAX)
		if (p->sides[s].point == point && !memcmp(p->sides[s].mac, mac, 6))
			return &p->sides[s];
	return NULL;
}

static struct pause_side *side_get(struct pauses *p, const struct rs_record *r)
{
	struct pause_side *s = side_find(p, r->smac, r->point);

	if (s || p->sides_used == p->max)
		return s;
	s = &p->sides[p->sides_used];
	memcpy(s->mac, r->smac, 6);
	s->point = r->point;
	for (unsigned i = 0; i < PAUSE_PRIORITIES; i++)
		s->pauser[i] = PAUSER_NONE;
	index_insert(&p->index, side_hash(s->mac, s->point), p->sides_used++);
	return s;
}

static struct pauser *pauser_get(struct pauses *p, const struct rs_record *r, unsigned priority)
{
	struct pause_point *pt = point_of(p, r->point);
	struct pause_side *s = side_get(p, r);
	struct pauser *e;

	if (s && s->pauser[priority] != PAUSER_NONE)
		return &p->pausers[s->pauser[priority]];
	if (!s || p->pausers_used == p->max) {
		p->refused++;
		return NULL;
	}
	if (!pt->used) {
		pt->used = true;
		for (unsigned i = 0; i < PAUSE_PRIORITIES; i++)
			pt->last_data[i] = RS_NS_NONE;
	}
	s->pauser[priority] = p->pausers_used;
	e = &p->pausers[p->pausers_used++];
	e->bps = pt->bps;
	e->latest = r->time;
	e->row.point = r->point;
	memcpy(e->row.mac, r->smac, 6);
	e->row.priority = priority == RS_PAUSE_ALL ? -1 : (int8_t)priority;
	e->row.method = pt->bps ? RS_PAUSE_BY_QUANTA : RS_PAUSE_BY_REFRESH;
	e->row.first_frame = r->frame;
	e->row.first = e->row.last = e->row.watchdog = e->row.longest_start = e->row.busiest_start = RS_NS_NONE;
	return e;
}

static unsigned priority_of(const struct pauser *e)
{
	return e->row.priority < 0 ? RS_PAUSE_ALL : (unsigned)e->row.priority;
}

/* ---- one pause ---- */

struct fine_time pause_expiry(rs_ns t, unsigned quanta, uint64_t bps)
{
	const uint64_t bits = (uint64_t)quanta * 512 * 1000000000ULL;
	struct fine_time f = { t + (rs_ns)(bits / bps), (uint32_t)(bits % bps * 1000 / bps) };

	return f;
}

static rs_ns rounded(struct fine_time f)
{
	return f.ns + (f.ps >= 500);
}

static void note_length(struct pauser *e, rs_ns length)
{
	struct rs_pause_row *row = &e->row;

	if (length > row->longest || !row->pauses) {
		row->longest = length;
		row->longest_start = e->start;
		row->longest_frame = e->frame;
	}
	if (length >= WATCHDOG_NS && !row->watchdogs++)
		row->watchdog = e->start + WATCHDOG_NS;
}

/* The pause that runs is over: into the sums, and described to @iv. */
static void close_pause(struct pauser *e, const struct pauses *p, struct fine_time end, struct rs_pause_interval *iv,
			unsigned by)
{
	const rs_ns data = point_of(p, e->row.point)->last_data[priority_of(e)];
	struct rs_pause_row *row = &e->row;

	if (end.ns < e->start)
		end = (struct fine_time){ e->start, 0 };
	*iv = (struct rs_pause_interval){ .start = e->start,
					  .end = rounded(end),
					  .last_data = data != RS_NS_NONE && data > e->start ? data : RS_NS_NONE,
					  .frame = e->frame,
					  .xoffs = e->xoffs,
					  .end_by = (uint8_t)by };
	note_length(e, iv->end - iv->start);
	e->paused_ps += end.ps;
	row->paused += end.ns - e->start + e->paused_ps / 1000;
	e->paused_ps %= 1000;
	if (!row->pauses++)
		row->first = e->start;
	row->last = iv->end;
	if (e->room_bytes > row->headroom_bytes)
		row->headroom_bytes = e->room_bytes;
	pause_series_add(&e->series, e->start - p->origin, iv->end - p->origin);
	e->recent[e->recent_at].start = iv->start;
	e->recent[e->recent_at].end = iv->end;
	e->recent_at = (e->recent_at + 1) % PAUSE_RECENT;
	e->open = false;
}

/* A pause that has run out by @now; false if it runs or there is none. */
static bool run_out(const struct pauser *e, rs_ns now)
{
	if (!e->open)
		return false;
	return e->bps ? now > e->until.ns : now - e->until.ns > REFRESH_NS;
}

static void keep(struct pauses *p, struct pauser *e, const struct rs_pause_interval *iv)
{
	struct rs_pause_interval *kept = p->intervals + (size_t)(e - p->pausers) * PAUSE_KEPT;

	if (e->interval_count < RS_PAUSE_INTERVALS)
		kept[e->interval_count++] = *iv;
	else if (iv->end - iv->start >= p->cfg->tune.t_deadlock && e->long_count < RS_PAUSE_LONG)
		kept[RS_PAUSE_INTERVALS + e->long_count++] = *iv;
}

static void say(struct pauses *p, const struct pauser *e, const struct rs_pause_interval *iv, rs_frame xon)
{
	struct rs_event ev = { .time = xon ? iv->end : iv->start,
			       .duration = iv->end - iv->start,
			       .frames = { xon ? xon : iv->frame },
			       .lane = RS_NO_LANE,
			       .episode = RS_NO_EPISODE,
			       .psn_first = RS_NO_PSN,
			       .psn_last = RS_NO_PSN,
			       .packets = xon ? 1 : iv->xoffs,
			       .point = e->row.point,
			       .kind = xon ? RS_EVENT_XON : RS_EVENT_PAUSE,
			       .detail = (uint8_t)priority_of(e) };

	memcpy(ev.mac, e->row.mac, 6);
	emit_event(p->emit, &ev);
}

static void end_pause(struct pauses *p, struct pauser *e, struct fine_time end, unsigned by, rs_frame xon)
{
	struct rs_pause_interval iv;

	close_pause(e, p, end, &iv, by);
	keep(p, e, &iv);
	say(p, e, &iv, 0);
	if (xon)
		say(p, e, &iv, xon);
}

static void xoff(struct pauser *e, rs_ns t, unsigned quanta, rs_frame frame)
{
	if (!e->open) {
		e->open = true;
		e->start = t;
		e->frame = frame;
		e->xoffs = 0;
		e->room_bytes = 0;
	}
	e->xoffs++;
	e->until = e->bps ? pause_expiry(t, quanta, e->bps) : (struct fine_time){ t, 0 };
}

static void one_priority(struct pauses *p, const struct rs_record *r, unsigned priority, unsigned quanta)
{
	struct pauser *e = pauser_get(p, r, priority);
	rs_ns t;

	if (!e)
		return;
	t = r->time > e->latest ? r->time : e->latest;
	e->latest = t;
	e->row.frames++;
	if (run_out(e, t))
		end_pause(p, e, e->until, RS_PAUSE_END_EXPIRY, 0);
	if (quanta) {
		e->row.xoff++;
		xoff(e, t, quanta, r->frame);
		return;
	}
	e->row.xon++;
	if (e->open)
		end_pause(p, e, (struct fine_time){ t, 0 }, RS_PAUSE_END_XON, r->frame);
}

void pauses_frame(struct pauses *p, const struct rs_record *r, rs_ns origin)
{
	if (r->time < -TIME_MAX || r->time > TIME_MAX || origin < -TIME_MAX || origin > TIME_MAX)
		return;
	p->origin = origin;
	if (r->kind == RS_KIND_PAUSE) {
		one_priority(p, r, RS_PAUSE_ALL, r->u.pause.quanta[0]);
		return;
	}
	for (unsigned i = 0; i < 8; i++)
		if (r->u.pause.vector >> i & 1)
			one_priority(p, r, i, r->u.pause.quanta[i]);
}

/* ---- packets beside pauses ---- */

unsigned pauses_priority(const struct pauses *p, const struct rs_record *r)
{
	if (r->flags & RS_REC_VLAN)
		return r->vlan_tci >> 13;
	return p->cfg->dscp_priority[rs_record_dscp(r)] & 7;
}

void pauses_class(const struct pauses *p, const struct rs_record *r, struct rs_flow_row *row)
{
	memcpy(row->smac, r->smac, 6);
	memcpy(row->dmac, r->dmac, 6);
	row->priority = (uint8_t)pauses_priority(p, r);
	row->priority_assumed = !(r->flags & RS_REC_VLAN) && !(p->cfg->dscp_named >> rs_record_dscp(r) & 1);
}

/* Side that a packet travels towards, NULL if none pauses there or the direction is not known. */
static struct pause_side *side_ahead(const struct pauses *p, const struct pause_point *pt, const struct rs_record *r)
{
	static const uint8_t zero[6];
	struct pause_side *s = side_find(p, r->dmac, r->point);

	if (s)
		return s;
	if (!memcmp(r->smac, pt->mac_a, 6) && memcmp(pt->mac_b, zero, 6))
		return side_find(p, pt->mac_b, r->point);
	if (!memcmp(r->smac, pt->mac_b, 6) && memcmp(pt->mac_a, zero, 6))
		return side_find(p, pt->mac_a, r->point);
	return NULL;
}

static void note_leak(struct pauser *e, const struct rs_record *r, int64_t t_leak)
{
	/* without the speed of the link nobody knows how long a single XOFF held */
	if (!e->open || !e->bps || run_out(e, r->time) || r->time < e->start)
		return;
	if (r->time - e->start <= t_leak) {
		e->room_bytes += r->wire_len;
		return;
	}
	if (!e->row.leak_frames++)
		e->row.first_leak = r->frame;
	e->row.leak_bytes += r->wire_len;
}

static rs_ns common(rs_ns a, rs_ns b, rs_ns from, rs_ns to)
{
	const rs_ns lo = a > from ? a : from, hi = b < to ? b : to;

	return hi > lo ? hi - lo : 0;
}

/* Time within @from..@to in which the priority was paused. */
static rs_ns covered(const struct pauser *e, rs_ns from, rs_ns to)
{
	rs_ns sum = e->open ? common(e->start, rounded(e->until), from, to) : 0;

	for (unsigned i = 0; i < PAUSE_RECENT; i++)
		sum += common(e->recent[i].start, e->recent[i].end, from, to);
	return sum;
}

static void note_gap(struct pauses *p, const struct pauser *e, const struct rs_record *r, uint32_t *pace, rs_ns before)
{
	const rs_ns gap = before == RS_NS_NONE ? 0 : r->time - before;
	struct pause_pace *b;

	if (gap <= 0)
		return;
	if (!*pace)
		*pace = pool_take(&p->paces);
	if (!*pace)
		return;
	b = pool_at(&p->paces, *pace);
	memcpy(b->mac, e->row.mac, 6);
	b->hist[gap >= 1LL << 39 ? 39 : 63 - __builtin_clzll((uint64_t)gap)]++;
	if (gap <= b->gap)
		return;
	b->gap = gap;
	b->covered = covered(e, before, r->time);
	b->frame = r->frame;
}

static void towards(struct pauses *p, const struct pause_side *s, const struct rs_record *r, uint32_t *pace, rs_ns before)
{
	const unsigned priorities[2] = { pauses_priority(p, r), RS_PAUSE_ALL };

	for (unsigned i = 0; i < 2; i++) {
		const uint32_t slot = s->pauser[priorities[i]];

		if (slot == PAUSER_NONE)
			continue;
		p->pausers[slot].directed = true;
		note_leak(&p->pausers[slot], r, p->cfg->tune.t_leak);
		note_gap(p, &p->pausers[slot], r, pace, before);
	}
}

void pauses_packet(struct pauses *p, const struct rs_record *r, uint32_t *pace, rs_ns before)
{
	struct pause_point *pt = point_of(p, r->point);
	const unsigned priority = pauses_priority(p, r);
	struct pause_side *s;

	if (!pt->used || r->time < -TIME_MAX || r->time > TIME_MAX)
		return;
	pt->last_data[priority] = pt->last_data[RS_PAUSE_ALL] = r->time;
	s = side_ahead(p, pt, r);
	if (s)
		towards(p, s, r, pace, before);
	s = side_find(p, r->smac, r->point);
	if (s && s->pauser[priority] != PAUSER_NONE)
		p->pausers[s->pauser[priority]].directed = true;
	if (s && s->pauser[RS_PAUSE_ALL] != PAUSER_NONE)
		p->pausers[s->pauser[RS_PAUSE_ALL]].directed = true;
}

/* ---- the end, and moments before it ---- */

static struct fine_time end_at(const struct pauser *e, rs_ns now, unsigned *by)
{
	bool over;

	now = now < e->latest ? e->latest : now > TIME_MAX ? TIME_MAX : now;
	over = run_out(e, now) || (e->bps && now >= rounded(e->until));
	*by = over ? RS_PAUSE_END_EXPIRY : RS_PAUSE_END_CAPTURE;
	if (over || !e->bps)
		return e->until;
	return (struct fine_time){ now, 0 };
}

bool pauses_finish(struct pauses *p, rs_ns now, unsigned max)
{
	for (; max && p->finish_at < p->pausers_used; max--, p->finish_at++) {
		struct pauser *e = &p->pausers[p->finish_at];
		unsigned by;

		if (e->open) {
			const struct fine_time end = end_at(e, now, &by);

			end_pause(p, e, end, by, 0);
		}
	}
	return p->finish_at < p->pausers_used;
}

bool pauser_settled(const struct pauser *e, const struct pauses *p, rs_ns now, struct pauser *out,
		    struct rs_pause_interval *last)
{
	unsigned by;

	*out = *e;
	if (!e->open)
		return false;
	{
		const struct fine_time end = end_at(e, now, &by);

		close_pause(out, p, end, last, by);
	}
	return true;
}
