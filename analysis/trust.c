/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Theory of operation
 *
 * Every test looks at the snapshot in a fixed order (copies first: a mirror that copies makes
 * every other number wrong), adds at most one item and may lower the level. Poor: a sampled
 * mirror, capture loss above 1 % of PSNs, more than half of the RC requests without any answer
 * in sight, or no RoCE at all. Limited: any other gap. Cut packets lower it only where a header
 * was cut, and a rewritten port never does, because nothing is concluded from either.
 */
#include "analysis/trust.h"

#include "base/text.h"

#include <string.h>

/* Sums over lanes that several tests need. */
struct lane_sums {
	uint64_t psns; /* seen or known to be missing */
	uint64_t missing;
	uint64_t requests; /* RC request packets */
	uint64_t silent;   /* those of host pairs without any response */
	uint64_t unanswered; /* those of QP pairs without any attributed response */
	uint64_t silent_pairs;
	uint64_t sampled;   /* lanes */
	uint64_t overflown; /* lanes with more holes than they can hold */
};

struct judge {
	struct rs_verdict *v;
	const struct trust_source *src;
	struct lane_sums lanes;
};

static void lower(struct judge *j, enum rs_trust level)
{
	if (level > j->v->trust)
		j->v->trust = (uint8_t)level;
}

/* Begin an item; its sentence is written into the text that is returned. */
static struct text item(struct judge *j, const char *code, uint64_t value)
{
	struct rs_verdict *v = j->v;
	struct rs_trust_item *it =
	    &v->trust_items[v->trust_count < RS_TRUST_ITEMS ? v->trust_count : RS_TRUST_ITEMS - 1];
	struct text t;

	if (v->trust_count < RS_TRUST_ITEMS)
		v->trust_count++;
	it->code = code;
	it->value = value < INT64_MAX ? (int64_t)value : INT64_MAX;
	text_init(&t, it->effect, sizeof(it->effect));
	return t;
}

static void percent(struct text *t, uint64_t part, uint64_t whole)
{
	const double p = whole ? (double)part * 100 / (double)whole : 0;

	text_add(t, "%.*f %%", p >= 9.995 ? 1 : p >= 0.995 ? 2 : 3, p);
}

static bool found(const struct judge *j, unsigned code)
{
	for (uint32_t i = 0; i < j->v->finding_count; i++)
		if (j->v->findings[i].code == code)
			return true;
	return false;
}

static struct lane_sums sum_lanes(const struct trust_source *src)
{
	struct lane_sums s = {0};

	for (uint32_t i = 0; i < src->snap->lane_count; i++) {
		const struct rs_lane_row *l = &src->snap->lanes[i];
		const uint64_t answers =
		    l->read_responses > l->resp_resent ? l->read_responses - l->resp_resent : 0;

		s.psns += l->new_packets + answers + l->cap_missing;
		s.missing += l->cap_missing;
		s.sampled += l->sampled;
		s.overflown += l->hole_overflow;
		s.unanswered += l->responded ? 0 : l->requests;
	}
	for (uint32_t i = 0; i < src->pairs->count; i++) {
		const struct hostpair *p = &src->pairs->rows[i];

		s.requests += p->requests;
		if (p->responded || p->unpaired || !p->requests)
			continue;
		s.silent += p->requests;
		s.silent_pairs++;
	}
	return s;
}

static void judge_copies(struct judge *j)
{
	const struct rs_totals *t = &j->src->snap->totals;
	struct text text;

	if (!found(j, RS_FIND_CAP_MIRROR_DUP))
		return;
	lower(j, RS_TRUST_LIMITED);
	text = item(j, "cap-mirror-dup", t->copies);
	text_count(&text, t->copies);
	text_str(&text, " frames came twice: they are counted apart and never taken for resends; "
			"rates on the wire are too high");
}

static void judge_loss(struct judge *j)
{
	const struct lane_sums *s = &j->lanes;
	const bool poor = s->missing * 100 > s->psns;
	struct text text;

	if (s->sampled) {
		lower(j, RS_TRUST_POOR);
		text = item(j, "cap-sampled", s->sampled);
		text_count(&text, s->sampled);
		text_str(&text, s->sampled == 1 ? " lane is" : " lanes are");
		text_str(&text, " captured in part only (sampled or overloaded mirror): no loss, "
				"resend or delay is judged there");
	}
	if (!s->missing)
		return;
	lower(j, poor ? RS_TRUST_POOR : RS_TRUST_LIMITED);
	text = item(j, "cap-loss", s->missing);
	text_count(&text, s->missing);
	text_str(&text, " acknowledged PSNs are not in the capture (");
	percent(&text, s->missing, s->psns);
	text_str(&text, "): they are not counted as network loss");
	text_str(&text, poor ? "; at this share resends and NAKs are missed too" : "");
}

static void judge_outage(struct judge *j)
{
	uint64_t n = 0;
	struct text text;

	for (uint32_t i = 0; i < j->v->finding_count; i++)
		if (j->v->findings[i].code == RS_FIND_CAP_OUTAGE)
			n += j->v->findings[i].count;
	if (!n)
		return;
	lower(j, RS_TRUST_LIMITED);
	text = item(j, "cap-outage", n);
	text_str(&text, "PSN jumps show that the capture stopped for a while: what happened "
			"meanwhile is not in the report");
}

static void judge_oneway(struct judge *j)
{
	const struct lane_sums *s = &j->lanes;
	const uint64_t unpaired = j->src->snap->totals.unpaired_responses;
	/* Answers to requests that are not there show nothing either. */
	const bool poor = s->unanswered * 2 > s->requests || !s->requests;
	struct text text;

	if (s->silent * 2 > s->requests || found(j, RS_FIND_CAP_ONEWAY)) {
		lower(j, s->silent * 2 > s->requests ? RS_TRUST_POOR : RS_TRUST_LIMITED);
		text = item(j, "cap-oneway", s->silent_pairs);
		percent(&text, s->silent, s->requests);
		text_str(
		    &text,
		    " of the requests belong to host pairs without any response in the capture: "
		    "losses after the tap and causes cannot be seen there");
	}
	if (!found(j, RS_FIND_CAP_UNPAIRED))
		return;
	/* Requests whose answers cannot be told apart are judged no better than without answers. */
	lower(j, poor ? RS_TRUST_POOR : RS_TRUST_LIMITED);
	text = item(j, "cap-unpaired", unpaired);
	text_count(&text, unpaired);
	text_str(&text, " responses could not be given to a flow for certain: they count for none");
	if (!s->requests)
		text_str(&text, "; the requests are not in the capture");
	else if (poor)
		text_str(&text, ", and most requests stay without an answer");
}

static void judge_counters(struct judge *j)
{
	const struct rs_fabric_input *in = j->src->in;
	uint64_t gaps = 0;
	struct text text;

	if (in->drops_known && in->capture_drops) {
		lower(j, RS_TRUST_LIMITED);
		text = item(j, "capture-drops", in->capture_drops);
		text_count(&text, in->capture_drops);
		text_str(&text,
			 " packets were dropped by the capturing machine: gaps may be its own");
	}
	for (uint32_t i = 0; i < j->src->snap->point_count; i++)
		gaps += j->src->snap->points[i].mirror_gaps;
	if (!gaps)
		return;
	lower(j, RS_TRUST_LIMITED);
	text = item(j, "mirror-gaps", gaps);
	text_count(&text, gaps);
	text_str(&text, " mirrored packets are missing by the sequence numbers of the tunnel: the "
			"mirror or its path dropped them");
}

static void judge_cut(struct judge *j)
{
	const struct rs_totals *t = &j->src->snap->totals;
	struct text text;

	if (!t->cut_packets)
		return;
	if (t->cut_headers)
		lower(j, RS_TRUST_LIMITED);
	text = item(j, "cap-trunc", t->cut_headers ? t->cut_headers : t->cut_packets);
	text_count(&text, t->cut_headers ? t->cut_headers : t->cut_packets);
	if (t->cut_headers)
		text_str(&text, " RoCE packets are cut inside a BTH or AETH: NAKs among them "
				"cannot be told from ACKs; "
				"capture more bytes of each packet");
	else
		text_str(&text, " RoCE packets are cut behind their headers: damage (ICRC) cannot "
				"be seen, nothing else suffers");
}

static void judge_time(struct judge *j)
{
	const uint64_t back = j->src->snap->totals.time_backwards;
	struct text text;

	if (!found(j, RS_FIND_CAP_TIME))
		return;
	lower(j, RS_TRUST_LIMITED);
	text = item(j, "cap-time", back);
	if (back) {
		text_count(&text, back);
		text_str(&text, " packets are earlier than the one before: reordering and short "
				"delays are not exact");
	} else {
		text_str(&text, "time stamps have steps of 1 us although the file promises finer "
				"ones: shorter times mean nothing");
	}
}

static void judge_tables(struct judge *j)
{
	const struct rs_totals *t = &j->src->snap->totals;
	const uint64_t n = t->evicted_flows + t->lost_events + t->pool_empty + j->lanes.overflown +
			   t->pausers_refused + j->v->findings_dropped;
	struct text text;

	if (!n)
		return;
	lower(j, RS_TRUST_LIMITED);
	text = item(j, "table-limits", n);
	text_str(&text, "a table was full:");
	if (t->evicted_flows)
		text_add(&text, " %llu flows left early;", (unsigned long long)t->evicted_flows);
	if (t->lost_events)
		text_add(&text, " %llu events were not read;", (unsigned long long)t->lost_events);
	if (t->pool_empty || j->lanes.overflown)
		text_add(&text, " history was too short %llu times;",
			 (unsigned long long)(t->pool_empty + j->lanes.overflown));
	if (t->pausers_refused)
		text_add(&text, " %llu pause frames are in no row;",
			 (unsigned long long)t->pausers_refused);
	if (j->v->findings_dropped)
		text_add(&text, " %llu recoveries are in no finding;",
			 (unsigned long long)j->v->findings_dropped);
	text_str(&text, " counts are lower bounds");
}

static void judge_input(struct judge *j)
{
	const struct rs_totals *t = &j->src->snap->totals;
	struct text text;

	if (found(j, RS_FIND_CAP_SPORT_REWRITTEN)) {
		text = item(j, "cap-sport-rewritten", t->icrc_sport);
		text_str(&text, "UDP source ports were rewritten before the capture: no conclusion "
				"is drawn from them");
	}
	if (j->src->in->input_truncated) {
		text = item(j, "input-truncated", 1);
		text_str(&text, "a file ends inside a packet: everything before it was analysed");
	}
	if (j->src->in->partial) {
		text = item(j, "partial", 1);
		text_str(&text,
			 "reading was stopped before the end: the report covers what was read");
	}
	if (!t->roce && !t->rocev1) {
		lower(j, RS_TRUST_POOR);
		text = item(j, "no-roce", 0);
		text_str(&text, "no RoCE packet was seen: nothing can be said about transfers; "
				"check the mirror and the filter");
	}
}

static enum rs_verdict_word word(const struct rs_verdict *v)
{
	static const uint8_t words[RS_SEV_COUNT] = {
	    [RS_SEV_CRITICAL] = RS_VERDICT_CRITICAL,
	    [RS_SEV_WARNING] = RS_VERDICT_WARNING,
	    [RS_SEV_NOTICE] = RS_VERDICT_NOTICE,
	    [RS_SEV_INFO] = RS_VERDICT_HEALTHY,
	};
	unsigned worst = RS_SEV_INFO;

	for (uint32_t i = 0; i < v->finding_count; i++)
		if (v->findings[i].severity < worst)
			worst = v->findings[i].severity;
	if (worst == RS_SEV_INFO && v->trust == RS_TRUST_POOR)
		return RS_VERDICT_INCONCLUSIVE;
	return (enum rs_verdict_word)words[worst];
}

void trust_judge(struct rs_verdict *v, const struct trust_source *src)
{
	struct judge j = {.v = v, .src = src, .lanes = sum_lanes(src)};

	v->trust = RS_TRUST_GOOD;
	v->trust_count = 0;
	judge_copies(&j);
	judge_loss(&j);
	judge_outage(&j);
	judge_oneway(&j);
	judge_counters(&j);
	judge_cut(&j);
	judge_time(&j);
	judge_tables(&j);
	judge_input(&j);
	v->word = (uint8_t)word(v);
}
