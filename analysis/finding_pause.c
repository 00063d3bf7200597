/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Theory of operation. One pass over flows and lanes notes, for each point and priority, whether
 * RoCE travels there, which timer is the shortest and who lost packets; then each pause row is
 * judged beside these notes. A point without pauses is not looked at.
 */
#include "analysis/finding_pause.h"

#include <stdlib.h>
#include <string.h>

#define CLASSES 9 /* priorities, then all of them */
#define DUTY_PPM 200000
#define VICTIM_PERCENT 80
#define VICTIM_TIMES 4
#define RTO_UNIT_NS 4096

/** One priority at one point. */
struct class_note {
	bool roce, assumed;		  /* packets; their priority comes from an assumed map */
	bool paused;			  /* has a pause row */
	const struct rs_lane_row *timer;  /* shortest timer estimate */
	const struct rs_lane_row *losses; /* lane with most NAKs */
	uint64_t naks;
};

struct judge {
	struct groups *b;
	const struct finding_pauses *src;
	const struct rs_snapshot *snap;
	struct class_note (*notes)[CLASSES]; /* by point */
	const struct rs_flow_row **ahead;    /* flows towards pausing sides, by point, side, destination, source */
	uint32_t ahead_count, ahead_at;	     /* rows and flows are both sorted by point and side */
};

/* ---- making a finding ---- */

static struct rs_finding begin(const struct judge *j, unsigned code, const struct rs_pause_row *row)
{
	struct rs_finding f = { .code = (uint8_t)code,
				.confidence = RS_CONF_CERTAIN,
				.priority = row->priority,
				.point = row->point,
				.has_mac = true,
				.qp_first = RS_NO_QPN,
				.qp_last = RS_NO_QPN,
				.psn = RS_NO_PSN,
				.count = row->pauses < UINT32_MAX ? (uint32_t)row->pauses : UINT32_MAX,
				.first = row->first,
				.last = row->last,
				.lost_exact = true };
	const unsigned class = row->priority < 0 ? RS_PAUSE_ALL : (unsigned)row->priority;

	memcpy(f.mac, row->mac, 6);
	if (row->priority >= 0 && j->notes[row->point][class].assumed)
		f.confidence = RS_CONF_POSSIBLE;
	return f;
}

static struct rs_evidence *fact(struct rs_finding *f, const char *name, const char *unit, int64_t value)
{
	struct rs_evidence *e = &f->evidence[f->evidence_count < RS_FINDING_EVIDENCE ? f->evidence_count : RS_FINDING_EVIDENCE - 1];

	if (f->evidence_count < RS_FINDING_EVIDENCE)
		f->evidence_count++;
	*e = (struct rs_evidence){ .name = name, .unit = unit, .value = value };
	return e;
}

/* A fact of which a healthy capture has none, and a frame that shows it. */
static void unwanted(struct rs_finding *f, const char *name, const char *unit, int64_t value, rs_frame frame)
{
	struct rs_evidence *e = fact(f, name, unit, value);

	e->has_expected = true;
	e->frames[0] = frame;
}

static void longest_fact(struct rs_finding *f, const struct rs_pause_row *row)
{
	struct rs_evidence *e = fact(f, "longest_pause", "ns", row->longest);

	e->lower_bound = row->method == RS_PAUSE_BY_REFRESH;
	e->frames[0] = row->longest_frame;
}

static void pause_facts(struct rs_finding *f, const struct rs_pause_row *row)
{
	const bool bound = row->method == RS_PAUSE_BY_REFRESH;

	fact(f, "pauses", "pauses", (int64_t)row->pauses)->frames[0] = row->first_frame;
	fact(f, "paused_time", "ns", row->paused)->lower_bound = bound;
	longest_fact(f, row);
	if (row->duty_ppm != UINT32_MAX)
		fact(f, "duty_ratio", "ratio", row->duty_ppm)->lower_bound = bound;
	fact(f, "busiest_10ms", "ns", row->busiest)->lower_bound = bound;
	fact(f, "xoff_frames", "packets", (int64_t)row->xoff);
	fact(f, "xon_frames", "packets", (int64_t)row->xon);
	if (row->watchdogs)
		fact(f, "watchdog_trips", "pauses", row->watchdogs);
	f->stall = row->paused;
}

/* Rows are measured facts: an assumed priority does not make them doubtful. */
static void level(struct judge *j, unsigned code, const struct rs_pause_row *row)
{
	struct rs_finding f = begin(j, code, row);

	f.confidence = code == RS_FIND_PFC_NIC_STORM ? RS_CONF_LIKELY : RS_CONF_CERTAIN;
	pause_facts(&f, row);
	groups_finding(j->b, &f, NULL, 0);
}

/* ---- one row ---- */

static void judge_level(struct judge *j, const struct rs_pause_row *row)
{
	const struct rs_tunables *tune = j->src->tune;

	if (row->longest >= tune->t_pause_storm || row->worst_second >= RS_NS_PER_S / 2) {
		level(j, RS_FIND_PFC_STORM, row);
		if (row->host && !row->xon)
			level(j, RS_FIND_PFC_NIC_STORM, row);
	} else if (row->longest >= tune->t_pause_long) {
		level(j, RS_FIND_PFC_LONG, row);
	} else if (row->busiest >= 10 * RS_NS_PER_MS * DUTY_PPM / 1000000) {
		level(j, RS_FIND_PFC_DUTY, row);
	}
}

static void judge_leaks(struct judge *j, const struct rs_pause_row *row)
{
	struct rs_finding f;

	if (!row->leaks_known || !row->leak_frames)
		return;
	f = begin(j, RS_FIND_PFC_IGNORED, row);
	f.count = row->leak_frames < UINT32_MAX ? (uint32_t)row->leak_frames : UINT32_MAX;
	unwanted(&f, "leak_frames", "packets", (int64_t)row->leak_frames, row->first_leak);
	unwanted(&f, "leak_bytes", "bytes", (int64_t)row->leak_bytes, 0);
	fact(&f, "headroom_bytes", "bytes", (int64_t)row->headroom_bytes)->lower_bound = true;
	fact(&f, "pauses", "pauses", (int64_t)row->pauses)->frames[0] = row->first_frame;
	groups_finding(j->b, &f, NULL, 0);
}

static bool any_roce(const struct judge *j, unsigned point, bool *assumed)
{
	bool any = false;

	*assumed = false;
	for (unsigned i = 0; i < 8; i++) {
		any |= j->notes[point][i].roce;
		*assumed |= j->notes[point][i].assumed;
	}
	return any;
}

static void judge_class(struct judge *j, const struct rs_pause_row *row)
{
	struct rs_finding f;
	bool assumed;

	if (!row->xoff || !any_roce(j, row->point, &assumed))
		return;
	if (row->priority < 0) {
		f = begin(j, RS_FIND_PFC_GLOBAL, row);
		pause_facts(&f, row);
	} else if (!j->notes[row->point][row->priority].roce) {
		f = begin(j, RS_FIND_PFC_UNEXPECTED_PRIO, row);
		f.confidence = assumed ? RS_CONF_POSSIBLE : RS_CONF_CERTAIN;
		unwanted(&f, "xoff_frames", "packets", (int64_t)row->xoff, row->first_frame);
	} else {
		return;
	}
	groups_finding(j->b, &f, NULL, 0);
}

static rs_ns timer_ns(const struct rs_lane_row *l)
{
	return (rs_ns)RTO_UNIT_NS << (l->rto_n < 32 ? l->rto_n : 31);
}

static void judge_timers(struct judge *j, const struct rs_pause_row *row)
{
	const struct rs_lane_row *l = j->notes[row->point][row->priority < 0 ? RS_PAUSE_ALL : row->priority].timer;
	struct rs_finding f;

	if (!l || row->longest <= timer_ns(l))
		return;
	f = begin(j, RS_FIND_PFC_OVER_RTO, row);
	if (f.confidence == RS_CONF_CERTAIN)
		f.confidence = RS_CONF_LIKELY;
	longest_fact(&f, row);
	fact(&f, "timer_estimate", "ns", timer_ns(l));
	fact(&f, "rto_exponent_high", "exponent", l->rto_n);
	groups_finding(j->b, &f, &l->id, 1);
}

/* ---- victims ---- */

static int by_way(const void *a, const void *b)
{
	const struct rs_flow_row *x = *(const struct rs_flow_row *const *)a, *y = *(const struct rs_flow_row *const *)b;
	int d;

	if (x->point != y->point)
		return x->point < y->point ? -1 : 1;
	d = memcmp(x->towards, y->towards, 6);
	if (!d)
		d = memcmp(&x->dst, &y->dst, sizeof(x->dst));
	if (!d)
		d = memcmp(&x->src, &y->src, sizeof(x->src));
	return d ? d : x->flow_id < y->flow_id ? -1 : x->flow_id > y->flow_id;
}

static bool same_way(const struct rs_flow_row *f, const struct rs_pause_row *row)
{
	return f->point == row->point && !memcmp(f->towards, row->mac, 6);
}

static bool is_before(const struct rs_flow_row *f, const struct rs_pause_row *row)
{
	return f->point != row->point ? f->point < row->point : memcmp(f->towards, row->mac, 6) < 0;
}

static bool carries(const struct rs_flow_row *f, const struct rs_pause_row *row)
{
	return (f->request || f->payload_bytes) && (row->priority < 0 || f->priority == row->priority);
}

static bool held_up(const struct rs_flow_row *f)
{
	return f->gap_max >= VICTIM_TIMES * f->gap_median &&
	       (double)f->gap_paused * 100 >= (double)f->gap_max * VICTIM_PERCENT;
}

/* Senders to the destination of flow @i, and where the next destination begins. */
static uint32_t senders(const struct judge *j, uint32_t i, const struct rs_pause_row *row, uint32_t *next)
{
	const struct rs_flow_row *first = j->ahead[i], *last = NULL;
	uint32_t n = 0;

	for (; i < j->ahead_count && same_way(j->ahead[i], row) &&
	       !memcmp(&j->ahead[i]->dst, &first->dst, sizeof(first->dst)); i++) {
		if (!carries(j->ahead[i], row))
			continue;
		n += !last || memcmp(&last->src, &j->ahead[i]->src, sizeof(last->src));
		last = j->ahead[i];
	}
	*next = i;
	return n;
}

static void judge_victims(struct judge *j, const struct rs_pause_row *row)
{
	const struct rs_flow_row *crowd = NULL, *worst = NULL;
	uint32_t begins, next, most = 1, count = 0;
	struct rs_finding f;

	while (j->ahead_at < j->ahead_count && is_before(j->ahead[j->ahead_at], row))
		j->ahead_at++;
	begins = j->ahead_at;
	for (uint32_t i = begins; i < j->ahead_count && same_way(j->ahead[i], row); i = next) {
		const uint32_t n = senders(j, i, row, &next);

		if (n > most) {
			most = n;
			crowd = j->ahead[i];
		}
	}
	for (uint32_t i = begins; crowd && i < j->ahead_count && same_way(j->ahead[i], row); i++) {
		const struct rs_flow_row *v = j->ahead[i];

		if (!carries(v, row) || !held_up(v) || !memcmp(&v->dst, &crowd->dst, sizeof(v->dst)))
			continue;
		count++;
		if (!worst || v->gap_max > worst->gap_max)
			worst = v;
	}
	if (!worst)
		return;
	f = begin(j, RS_FIND_PFC_VICTIM, row);
	f.confidence = f.confidence == RS_CONF_CERTAIN ? RS_CONF_LIKELY : RS_CONF_POSSIBLE;
	f.has_hosts = true;
	f.src = worst->src;
	f.dst = worst->dst;
	f.qp_first = f.qp_last = worst->dst_qp;
	f.qp_count = 1;
	f.flow_id = crowd->flow_id;
	f.count = count;
	unwanted(&f, "victim_flows", "flows", count, worst->gap_frame);
	unwanted(&f, "longest_gap", "ns", worst->gap_max, worst->gap_frame);
	fact(&f, "median_gap", "ns", worst->gap_median);
	fact(&f, "gap_paused", "ns", worst->gap_paused);
	fact(&f, "contributors", "hosts", most);
	groups_finding(j->b, &f, NULL, 0);
}

/* ---- several rows ---- */

static void say_mutual(struct judge *j, const struct rs_pause_row *a, const struct rs_pause_row *b, rs_ns start, rs_ns end)
{
	struct rs_finding f = begin(j, RS_FIND_PFC_MUTUAL, a);

	f.confidence = RS_CONF_CERTAIN;
	f.first = start;
	f.last = end;
	f.count = 1;
	unwanted(&f, "overlap", "ns", end - start, a->longest_frame);
	f.evidence[0].frames[1] = b->longest_frame;
	groups_finding(j->b, &f, NULL, 0);
}

static bool are_ends(const struct judge *j, const struct rs_pause_row *a, const struct rs_pause_row *b)
{
	for (uint32_t i = 0; i < j->snap->flow_count; i++) {
		const struct rs_flow_row *f = &j->snap->flows[i];

		if (f->point == a->point && ((!memcmp(f->smac, a->mac, 6) && !memcmp(f->dmac, b->mac, 6)) ||
					     (!memcmp(f->smac, b->mac, 6) && !memcmp(f->dmac, a->mac, 6))))
			return true;
	}
	return false;
}

static bool by_links(const struct judge *j, uint32_t a, uint32_t b)
{
	for (uint32_t i = 0; i < j->src->waits->mutual_count; i++)
		if (j->src->waits->mutuals[i].row == a && j->src->waits->mutuals[i].other == b)
			return true;
	return false;
}

static void judge_mutuals(struct judge *j)
{
	const struct rs_pause_row *rows = j->snap->pauses;
	rs_ns start, end;

	for (uint32_t i = 0; i < j->src->waits->mutual_count; i++) {
		const struct waitfor_mutual *m = &j->src->waits->mutuals[i];

		say_mutual(j, &rows[m->row], &rows[m->other], m->start, m->end);
	}
	for (uint32_t i = 0; i < j->snap->pause_count; i++)
		for (uint32_t k = i + 1; k < j->snap->pause_count && rows[k].point == rows[i].point; k++) {
			if (rows[k].priority != rows[i].priority || rows[i].longest < j->src->tune->t_deadlock ||
			    rows[k].longest < j->src->tune->t_deadlock || by_links(j, i, k))
				continue;
			if (waitfor_overlap(j->snap, &rows[i], &rows[k], &start, &end) &&
			    end - start >= j->src->tune->t_deadlock && are_ends(j, &rows[i], &rows[k]))
				say_mutual(j, &rows[i], &rows[k], start, end);
		}
}

static void judge_deadlocks(struct judge *j)
{
	for (uint32_t i = 0; i < j->src->waits->deadlock_count; i++) {
		const struct rs_deadlock *d = &j->src->waits->deadlocks[i];
		struct rs_finding f = { .code = RS_FIND_PFC_DEADLOCK,
					.confidence = d->idle ? RS_CONF_CERTAIN : RS_CONF_LIKELY,
					.priority = d->priority == RS_PAUSE_ALL ? -1 : d->priority,
					.point = UINT16_MAX,
					.qp_first = RS_NO_QPN,
					.qp_last = RS_NO_QPN,
					.psn = RS_NO_PSN,
					.count = d->device_count,
					.first = d->start,
					.last = d->end,
					.lost_exact = true,
					.stall = d->end - d->start };

		unwanted(&f, "overlap", "ns", d->end - d->start, 0);
		memcpy(f.evidence[0].frames, d->frames, sizeof(d->frames));
		unwanted(&f, "devices", "devices", d->device_count, 0);
		groups_finding(j->b, &f, NULL, 0);
	}
}

/* Losses of a priority that nobody pauses, where another one is. */
static void judge_missing(struct judge *j, unsigned point)
{
	const struct class_note *n = j->notes[point];
	bool works = false;

	for (unsigned i = 0; i < 8; i++)
		works |= n[i].paused;
	for (unsigned i = 0; works && i < 8; i++) {
		struct rs_pause_row row = { .point = (uint16_t)point, .priority = (int8_t)i };
		struct rs_finding f;

		if (n[i].paused || !n[i].losses)
			continue;
		f = begin(j, RS_FIND_PFC_MISSING, &row);
		f.has_mac = false;
		f.confidence = RS_CONF_POSSIBLE;
		f.count = n[i].naks < UINT32_MAX ? (uint32_t)n[i].naks : UINT32_MAX;
		f.first = n[i].losses->first;
		f.last = n[i].losses->last;
		unwanted(&f, "nak_seq_error", "packets", (int64_t)n[i].naks, n[i].losses->first_nak);
		groups_finding(j->b, &f, &n[i].losses->id, 1);
	}
}

/* ---- notes ---- */

static void note_lane(struct class_note *n, const struct rs_lane_row *l)
{
	if (l->rto_n >= 0 && !l->sampled && (!n->timer || l->rto_n < n->timer->rto_n))
		n->timer = l;
	if (!l->naks || l->episodes <= l->reorder_episodes)
		return;
	n->naks += l->naks;
	if (!n->losses || l->naks > n->losses->naks)
		n->losses = l;
}

static int take_notes(struct judge *j)
{
	const struct rs_snapshot *s = j->snap;
	uint32_t points = 1;

	for (uint32_t i = 0; i < s->pause_count; i++)
		points = s->pauses[i].point >= points ? s->pauses[i].point + 1u : points;
	j->notes = calloc(points, sizeof(*j->notes));
	j->ahead = calloc(s->flow_count + 1u, sizeof(*j->ahead));
	if (!j->notes || !j->ahead)
		return -RS_ENOMEM;
	for (uint32_t i = 0; i < s->pause_count; i++)
		j->notes[s->pauses[i].point][s->pauses[i].priority < 0 ? RS_PAUSE_ALL : s->pauses[i].priority].paused = true;
	for (uint32_t i = 0; i < s->flow_count; i++) {
		const struct rs_flow_row *f = &s->flows[i];

		if (f->point >= points)
			continue;
		j->notes[f->point][f->priority & 7].roce = true;
		j->notes[f->point][f->priority & 7].assumed |= f->priority_assumed;
		if (f->gap_median)
			j->ahead[j->ahead_count++] = f;
	}
	qsort(j->ahead, j->ahead_count, sizeof(*j->ahead), by_way);
	for (uint32_t i = 0; i < s->lane_count; i++) {
		if (s->lanes[i].point >= points)
			continue;
		note_lane(&j->notes[s->lanes[i].point][s->lanes[i].priority & 7], &s->lanes[i]);
		note_lane(&j->notes[s->lanes[i].point][RS_PAUSE_ALL], &s->lanes[i]);
	}
	return 0;
}

int finding_pause_add(struct groups *b, const struct finding_pauses *src)
{
	struct judge j = { .b = b, .src = src, .snap = src->snap };
	int rc;

	if (!src->snap->pause_count)
		return 0;
	rc = take_notes(&j);
	for (uint32_t i = 0; i < src->snap->pause_count && !rc; i++) {
		const struct rs_pause_row *row = &src->snap->pauses[i];

		judge_level(&j, row);
		judge_leaks(&j, row);
		judge_class(&j, row);
		judge_timers(&j, row);
		judge_victims(&j, row);
		if (!i || row->point != src->snap->pauses[i - 1].point)
			judge_missing(&j, row->point);
	}
	if (!rc) {
		judge_mutuals(&j);
		judge_deadlocks(&j);
	}
	free(j.notes);
	free(j.ahead);
	return rc;
}
