/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/summary_findings.h"

#include "report/words.h"

#include <stdlib.h>
#include <string.h>

#define FINDINGS_SHOWN 10
#define FINDINGS_SCREEN 5 /* so many must fit the first screen */
#define FRAMES_SHOWN 5
#define QP_RANGES 6
#define QPS_MAX 65536
#define INDENT 6 /* of the lines of a finding */

/* "a, b, c" without repeats: lanes of a finding to QP numbers. */
static void add_qps(struct text *t, const struct report *r, const struct rs_finding *f)
{
	const uint32_t n = f->lane_count < QPS_MAX ? f->lane_count : QPS_MAX;
	uint32_t *qps = n ? malloc(n * sizeof(*qps)) : NULL;
	uint32_t kept = 0;

	if (!qps)
		return;
	for (uint32_t i = 0; i < n && f->lane_first + i < r->verdict->lanes_total; i++) {
		const struct rs_lane_row *l = rs_snapshot_lane(r->snap, r->verdict->lanes[f->lane_first + i]);

		if (l)
			qps[kept++] = l->responder_qp;
	}
	if (kept) {
		text_str(t, t->len ? "  qp " : "qp ");
		words_qps(t, qps, kept, QP_RANGES);
	}
	free(qps);
}

/* Hosts, QPs, priority, point: what the finding is about. */
static void add_scope(struct text *t, const struct report *r, const struct rs_finding *f)
{
	if (f->has_hosts) {
		text_addr(t, &f->src);
		text_str(t, " > ");
		text_addr(t, &f->dst);
	}
	add_qps(t, r, f);
	if (f->priority >= 0)
		text_add(t, "%spriority %d", t->len ? "  " : "", f->priority);
	if (f->point < r->point_count && (r->point_count > 1 || !t->len))
		text_add(t, "%sat %.60s", t->len ? "  " : "", r->points[f->point].name);
}

static void add_value(struct text *t, const struct rs_evidence *e)
{
	const char *unit = e->unit ? e->unit : "";

	if (e->lower_bound)
		text_str(t, ">= ");
	if (!strcmp(unit, "ns"))
		text_time(t, e->value);
	else if (!strcmp(unit, "bytes"))
		text_bytes(t, (double)e->value);
	else if (!strcmp(unit, "ratio"))
		words_percent(t, e->value < 0 ? 0 : (uint64_t)e->value, 1000000);
	else if (!strcmp(unit, "bps"))
		text_rate(t, (double)e->value);
	else if (e->value < 0)
		text_add(t, "%lld", (long long)e->value);
	else
		text_count(t, (uint64_t)e->value);
}

/* "lost packets >= 42": name of the evidence in words. */
static void add_fact(struct text *t, const struct rs_evidence *e)
{
	for (const char *s = e->name ? e->name : ""; *s; s++)
		text_char(t, *s == '_' ? ' ' : *s);
	text_char(t, ' ');
	add_value(t, e);
	if (e->has_expected && e->expected) {
		const struct rs_evidence want = { .unit = e->unit, .value = e->expected };

		text_str(t, " (expected ");
		add_value(t, &want);
		text_char(t, ')');
	}
}

/* Facts that fit one line of @room columns go to @first, what is left to @rest. */
static void add_evidence(const struct rs_finding *f, size_t room, struct text *first, struct text *rest)
{
	for (unsigned i = 0; i < f->evidence_count && i < RS_FINDING_EVIDENCE; i++) {
		char buf[120];
		struct text fact, *to;

		text_init(&fact, buf, sizeof(buf));
		add_fact(&fact, &f->evidence[i]);
		to = rest->len || (first->len && first->len + 2 + fact.len > room) ? rest : first;
		text_add(to, "%s%s", to->len ? ", " : "", buf);
	}
}

/* "(#109495 #110405 ..)": the first frames of all evidence, each once. */
static void add_frames(struct text *t, const struct report *r, const struct rs_finding *f)
{
	rs_frame shown[FRAMES_SHOWN];
	unsigned n = 0;
	bool more = false;

	for (unsigned i = 0; i < f->evidence_count && i < RS_FINDING_EVIDENCE; i++)
		for (unsigned k = 0; k < RS_EVIDENCE_FRAMES && f->evidence[i].frames[k]; k++) {
			bool known = false;

			for (unsigned j = 0; j < n; j++)
				known |= shown[j] == f->evidence[i].frames[k];
			if (known)
				continue;
			if (n == FRAMES_SHOWN) {
				more = true;
				break;
			}
			shown[n++] = f->evidence[i].frames[k];
		}
	for (unsigned i = 0; i < n; i++) {
		text_str(t, i ? " " : "(");
		words_frame(t, r, shown[i]);
	}
	if (n)
		text_str(t, more || f->count > n ? " ..)" : ")");
}

static void add_cost(struct text *t, const struct rs_finding *f)
{
	if (f->lost_packets) {
		text_add(t, "lost %s", f->lost_exact ? "" : ">= ");
		words_count(t, f->lost_packets, "packet");
	}
	if (f->resent_packets) {
		text_str(t, t->len ? ", " : "");
		text_str(t, "resent ");
		words_count(t, f->resent_packets, "packet");
		text_str(t, " (");
		text_bytes(t, (double)f->resent_bytes);
		text_char(t, ')');
	}
	if (f->stall > 0) {
		text_str(t, t->len ? ", " : "");
		text_str(t, "waited ");
		text_time(t, f->stall);
	}
	if (t->len && f->count > 1)
		text_add(t, ", %u times", f->count);
}

/* ---- storms ---- */

static bool has_lane(const struct report *r, const struct rs_finding *f, uint32_t lane)
{
	for (uint32_t i = 0; i < f->lane_count && f->lane_first + i < r->verdict->lanes_total; i++)
		if (r->verdict->lanes[f->lane_first + i] == lane)
			return true;
	return false;
}

/* Symptoms of a storm: recoveries by NAK, timer or receiver not ready. */
static bool is_symptom(unsigned code)
{
	return code <= RS_FIND_GBN_GOBACK0 || code == RS_FIND_RNR_NAK || code == RS_FIND_RNR_STORM ||
	       code == RS_FIND_RNR_EARLY || code == RS_FIND_RTO_SPURIOUS || code == RS_FIND_RTO_ADAPTIVE;
}

/* The storm that a finding is a symptom of: all its lanes are the storm's. NULL if none. */
static const struct rs_finding *storm_of(const struct report *r, const struct rs_finding *f)
{
	if (!is_symptom(f->code) || !f->lane_count)
		return NULL;
	for (uint32_t i = 0; i < r->verdict->finding_count; i++) {
		const struct rs_finding *s = &r->verdict->findings[i];
		uint32_t k = 0;

		if (s->code != RS_FIND_STORM || s->point != f->point)
			continue;
		while (k < f->lane_count && f->lane_first + k < r->verdict->lanes_total &&
		       has_lane(r, s, r->verdict->lanes[f->lane_first + k]))
			k++;
		if (k == f->lane_count)
			return s;
	}
	return NULL;
}

/* "C-INCAST 0.80 (s1 s3b s10), C-NOECN 0.60 (..)" and what folds under the storm. */
static void add_causes(struct text *t, const struct report *r, const struct rs_finding *f)
{
	for (uint32_t i = 0; i < r->verdict->storm_count; i++) {
		const struct rs_storm *s = &r->verdict->storms[i];

		if (s->lane_first != f->lane_first || s->start != f->first)
			continue;
		text_str(t, s->cause_count ? "causes by score: " : "no cause is supported by what this tap shows");
		for (unsigned c = 0; c < s->cause_count && c < 3; c++) {
			text_add(t, "%s%s %.2f (", c ? ", " : "", rs_storm_cause_name(s->causes[c].cause), s->causes[c].score / 100.0);
			for (unsigned k = 0, n = 0; k < RS_STORM_SIGN_COUNT; k++)
				if (s->causes[c].signs >> k & 1)
					text_add(t, "%s%s", n++ ? " " : "", rs_storm_sign_name(k));
			text_char(t, ')');
		}
		if (s->cause_count)
			text_add(t, ". Try: %s", rs_storm_advice(s->causes[0].cause));
	}
}

static void add_folded(struct text *t, const struct report *r, const struct rs_finding *f)
{
	bool any = false;

	for (uint32_t i = 0; i < r->verdict->finding_count; i++) {
		const struct rs_finding *x = &r->verdict->findings[i];

		if (storm_of(r, x) != f)
			continue;
		text_add(t, "%s%s F%u", any ? ", " : "with ", rs_finding_info(x->code)->code, i + 1);
		any = true;
	}
}

/* @reserve: lines that the findings behind this one need at least. */
static void write_finding(const struct report *r, unsigned i, unsigned reserve, struct page *p)
{
	const struct rs_finding *f = &r->verdict->findings[i];
	char title[512], scope[400], when[80], frames[200], facts[400], rest[800], causes[700], folded[300];
	struct page_item it = {
		.number = i + 1,
		.severity = f->severity,
		.code = rs_finding_info(f->code)->code,
		.scope = scope,
		.when = when,
		.reserve = reserve,
	};
	struct text t, first, more;
	size_t room;

	text_init(&t, title, sizeof(title));
	t.len = rs_finding_title(f, r->snap, title, sizeof(title));
	it.lines[it.line_count++] = title;
	text_init(&t, scope, sizeof(scope));
	add_scope(&t, r, f);
	text_init(&t, when, sizeof(when));
	words_span(&t, r, f->first, f->last);
	text_init(&t, frames, sizeof(frames));
	add_frames(&t, r, f);
	room = r->style.width > INDENT + t.len + 2 ? r->style.width - INDENT - t.len - 2 : 0;
	text_init(&first, facts, sizeof(facts));
	text_init(&more, rest, sizeof(rest));
	add_evidence(f, room, &first, &more);
	if (!first.len)
		add_cost(&first, f);
	text_add(&first, "%s%s", first.len && t.len ? "  " : "", frames);
	if (first.len)
		it.lines[it.line_count++] = facts;
	if (more.len)
		it.lines[it.line_count++] = rest;
	if (f->code == RS_FIND_STORM) {
		text_init(&t, causes, sizeof(causes));
		add_causes(&t, r, f);
		it.lines[it.line_count++] = causes;
		text_init(&t, folded, sizeof(folded));
		add_folded(&t, r, f);
		if (t.len)
			it.lines[it.line_count++] = folded;
	}
	p->ops->item(p, &it);
}

/** Findings that are shown: all, or those that the filter lets through. */
struct chosen {
	uint32_t *index; /**< in the verdict; owned */
	uint32_t count;
	uint32_t folded; /**< told with their storm */
};

static bool choose(struct chosen *c, const struct report *r, struct select *select)
{
	const struct rs_verdict *v = r->verdict;

	c->count = c->folded = 0;
	c->index = calloc(v->finding_count + 1u, sizeof(*c->index));
	for (uint32_t i = 0; c->index && i < v->finding_count; i++) {
		if (!select_finding(select, v->findings + i))
			continue;
		if (storm_of(r, v->findings + i))
			c->folded++;
		else
			c->index[c->count++] = i;
	}
	return c->index;
}

static void severity_counts(struct text *t, const struct rs_verdict *v, const struct chosen *c)
{
	uint32_t n[RS_SEV_COUNT] = { 0 };

	for (uint32_t i = 0; i < c->count; i++) {
		const unsigned sev = v->findings[c->index[i]].severity;

		n[sev < RS_SEV_COUNT ? sev : RS_SEV_INFO]++;
	}
	for (unsigned s = 0; s < RS_SEV_COUNT; s++)
		if (n[s])
			text_add(t, "%s%u %s", t->len ? "  " : "", n[s], rs_severity_name(s));
	if (c->folded)
		text_add(t, "  %u within a storm", c->folded);
	if (c->count + c->folded < v->finding_count)
		text_add(t, "  of %u, the others do not pass the filter", v->finding_count);
}

/* The findings that are not shown one by one: how many of which code. */
static void write_rest(const struct report *r, const struct chosen *c, uint32_t from, struct page *p)
{
	const struct rs_verdict *v = r->verdict;
	uint32_t n[RS_FIND_COUNT] = { 0 };
	const uint64_t all = c->count - from + v->findings_dropped;
	char buf[1024];
	struct text t;
	bool first = true;

	text_init(&t, buf, sizeof(buf));
	for (uint32_t i = from; i < c->count; i++) {
		const unsigned code = v->findings[c->index[i]].code;

		n[code < RS_FIND_COUNT ? code : 0]++;
	}
	text_count(&t, all);
	text_str(&t, " more: ");
	for (unsigned code = 0; code < RS_FIND_COUNT; code++)
		if (n[code]) {
			text_add(&t, "%s%s", first ? "" : ", ", rs_finding_info(code)->code);
			if (n[code] > 1)
				text_add(&t, " x%u", n[code]);
			first = false;
		}
	if (v->findings_dropped) {
		text_str(&t, first ? "" : ", ");
		text_count(&t, v->findings_dropped);
		text_str(&t, " not kept");
	}
	text_str(&t, " (all: --json)");
	p->ops->note(p, buf);
}

static void write_chosen(const struct report *r, const struct chosen *c, struct page *p)
{
	const struct rs_verdict *v = r->verdict;
	uint32_t shown = c->count;
	char buf[160];
	struct text t;

	if (r->style.top && shown > FINDINGS_SHOWN)
		shown = FINDINGS_SHOWN;
	/* Limits of the capture are in TRUST already; they fold before anything that was found in it. */
	while (shown > FINDINGS_SCREEN && v->findings[c->index[shown - 1]].severity == RS_SEV_INFO && r->style.top)
		shown--;
	text_init(&t, buf, sizeof(buf));
	severity_counts(&t, v, c);
	p->ops->section(p, "FINDINGS", buf);
	for (uint32_t i = 0; i < shown; i++)
		write_finding(r, c->index[i], shown <= FINDINGS_SCREEN ? 2 * (shown - i - 1) + 1 : 0, p);
	if (shown < c->count || v->findings_dropped)
		write_rest(r, c, shown, p);
}

void summary_findings(const struct report *r, struct select *select, struct page *p)
{
	const struct rs_verdict *v = r->verdict;
	struct chosen c;
	char buf[80];
	struct text t;

	if (!v->finding_count) {
		p->ops->line(p, "FINDINGS", "none");
		return;
	}
	if (!choose(&c, r, select)) {
		p->ops->line(p, "FINDINGS", "no memory to list them");
		return;
	}
	if (c.count) {
		write_chosen(r, &c, p);
	} else {
		text_init(&t, buf, sizeof(buf));
		text_add(&t, "none of %u passes the filter", v->finding_count);
		p->ops->line(p, "FINDINGS", buf);
	}
	free(c.index);
}
