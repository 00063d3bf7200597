/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/lib/lanetext.h"

#include <stdlib.h>
#include <string.h>

/* Microseconds with up to 3 decimals, none that are 0. */
static void add_us(struct text *t, rs_ns ns)
{
	unsigned decimals = 3;
	rs_ns rest;

	if (ns == RS_NS_NONE) {
		text_char(t, '-');
		return;
	}
	rest = llabs(ns) % 1000;
	text_add(t, "%s%lld", ns < 0 ? "-" : "", llabs(ns) / 1000LL);
	if (!rest)
		return;
	for (; rest % 10 == 0; rest /= 10)
		decimals--;
	text_add(t, ".%0*lld", (int)decimals, (long long)rest);
}

static void add_time(struct text *t, const char *key, rs_ns ns)
{
	text_add(t, " %s=", key);
	add_us(t, ns);
}

/* Absolute time, as time since the start. */
static void add_when(struct text *t, const struct lanetext_run *run, const char *key, rs_ns ns)
{
	add_time(t, key, ns == RS_NS_NONE ? ns : ns - run->start);
}

static void add_psn(struct text *t, const char *key, uint32_t psn)
{
	if (psn == RS_NO_PSN)
		text_add(t, " %s=-", key);
	else
		text_add(t, " %s=%u", key, psn);
}

static void add_some(struct text *t, const char *key, uint64_t n)
{
	if (n)
		text_add(t, " %s=%llu", key, (unsigned long long)n);
}

/* Host letter of 10.0.0.n, else the address. */
static void add_host(struct text *t, const struct rs_addr *a)
{
	if (a->b[12] == 10 && !a->b[13] && !a->b[14] && a->b[15] && a->b[15] <= 26)
		text_char(t, (char)('A' + a->b[15] - 1));
	else
		text_addr(t, a);
}

static void lane_line(struct text *t, const struct rs_lane_row *l)
{
	text_add(t, "LANE T%u ", l->point + 1u);
	add_host(t, &l->requester);
	text_char(t, '>');
	add_host(t, &l->responder);
	text_add(t, " qp=%x peer=", l->responder_qp);
	if (l->requester_qp == RS_NO_QPN)
		text_char(t, '-');
	else
		text_add(t, "%x", l->requester_qp);
	text_add(t, " pair=%s", rs_pairing_name(l->pairing));
	add_some(t, "req", l->requests);
	add_some(t, "new", l->new_packets);
	add_some(t, "resent", l->resent);
	add_some(t, "ooo", l->ooo);
	add_some(t, "acks", l->acks);
	add_some(t, "naks", l->naks);
	add_some(t, "rnrs", l->rnrs);
	add_some(t, "dup_acks", l->dup_acks);
	add_some(t, "stale_acks", l->stale_acks);
	add_some(t, "cap_missing", l->cap_missing);
	add_some(t, "rresp", l->read_responses);
	add_some(t, "rresp_resent", l->resp_resent);
	add_some(t, "atomic_replays", l->atomic_replays);
	add_some(t, "short", l->shorts);
	if (l->ooo)
		add_some(t, "max_disp", l->max_displacement);
	add_some(t, "undetermined", l->undetermined);
	add_psn(t, "next", l->next_psn);
	add_psn(t, "una", l->una_psn);
	text_char(t, '\n');
}

static void add_lost(struct text *t, const struct rs_episode *e)
{
	const char *least = e->lost_exact ? "" : ">=";

	if (!e->lost_packets) {
		text_str(t, " lost=- lost_bytes=0");
		return;
	}
	text_str(t, " lost=");
	for (unsigned i = 0; i < e->range_count; i++) {
		text_add(t, "%s%u", i ? "+" : "", e->lost[i].first);
		if (e->lost[i].last != e->lost[i].first)
			text_add(t, "..%u", e->lost[i].last);
	}
	text_add(t, "/%s%u lost_bytes=%s%llu", least, e->lost_packets, least, (unsigned long long)e->lost_bytes);
}

static void add_amp(struct text *t, const struct rs_episode *e)
{
	if (!e->lost_packets || !e->lost_bytes)
		text_str(t, " amp=-");
	else
		text_add(t, " amp=%s%.2f", e->lost_exact ? "" : "<=", (double)e->resent_bytes / (double)e->lost_bytes);
}

static const char *pattern_name(unsigned pattern)
{
	static const char *const names[] = {"NONE", "ONE", "CONST", "GROWING", "MIXED"};

	return pattern < sizeof(names) / sizeof(names[0]) ? names[pattern] : "?";
}

static void add_flags(struct text *t, unsigned flags)
{
	const char *sep = " flags=";

	/* Flags from LOW_CONFIDENCE on are no part of the test form. */
	for (unsigned bit = 0; 1u << bit < RS_EPI_LOW_CONFIDENCE; bit++) {
		if (flags & 1u << bit) {
			text_add(t, "%s%s", sep, rs_episode_flag_name(bit));
			sep = ",";
		}
	}
}

static void episode_line(struct text *t, const struct lanetext_run *run, const struct rs_episode *e,
			 const struct rs_lane_row *l)
{
	text_add(t, "  EPISODE cause=%s side=%s sign=%s state=%s mode=%s", rs_cause_name(e->cause),
		 rs_side_name(e->side), rs_sign_name(e->sign), rs_state_name(e->state), rs_mode_name(e->mode));
	add_when(t, run, "start", e->start);
	add_when(t, run, "nak", e->nak);
	add_when(t, run, "resend", e->resend);
	add_when(t, run, "end", e->end);
	add_psn(t, "first", e->first);
	add_psn(t, "hwm", e->hwm);
	add_lost(t, e);
	text_add(t, " resent=%u resent_bytes=%llu", e->resent, (unsigned long long)e->resent_bytes);
	add_amp(t, e);
	add_time(t, "det", e->detect);
	add_time(t, "react", e->react);
	add_time(t, "recov", e->recov);
	add_time(t, "impact", e->impact);
	text_add(t, " rounds=%u", e->rounds);
	add_some(t, "naks", e->naks);
	add_some(t, "rnrs", e->rnrs);
	for (unsigned i = 0; i < e->stall_count; i++) {
		text_str(t, i ? "," : " stalls=");
		add_us(t, e->stalls[i]);
	}
	if (e->stall_count && l->rto_n >= 0)
		text_add(t, " rto=[%s n=%d ratio=%.2f]", pattern_name(l->rto_pattern), l->rto_n, l->rto_ratio_pct / 100.0);
	add_flags(t, e->flags);
	text_char(t, '\n');
}

static const char *fatal_kind(uint8_t syndrome)
{
	static const char *const names[] = {"PSN_SEQUENCE", "INVALID_REQUEST", "REMOTE_ACCESS", "REMOTE_OPERATION",
					    "INVALID_RD_REQUEST"};
	unsigned code = syndrome & 0x1f;

	return code < sizeof(names) / sizeof(names[0]) ? names[code] : "RESERVED";
}

/* Only events that say more than the lane's counts have a line. */
static const char *event_word(unsigned kind)
{
	switch (kind) {
	case RS_EVENT_FATAL_NAK:
		return "QP-FATAL-NAK";
	case RS_EVENT_RETRY_EXHAUSTED:
		return "QP-RETRY-EXHAUST";
	case RS_EVENT_RNR_EXHAUSTED:
		return "QP-RNR-EXHAUST";
	case RS_EVENT_QP_REUSE:
		return "QP-REUSE";
	case RS_EVENT_ATOMIC_MISMATCH:
		return "ATOMIC-REPLAY-MISMATCH";
	case RS_EVENT_CAPTURE_OUTAGE:
		return "CAP-OUTAGE";
	case RS_EVENT_CAPTURE_SAMPLED:
		return "CAP-SAMPLED";
	default:
		return NULL;
	}
}

static void event_line(struct text *t, const struct lanetext_run *run, const struct rs_event *ev)
{
	text_add(t, "  EVENT %s", event_word(ev->kind));
	if (ev->kind == RS_EVENT_FATAL_NAK)
		text_add(t, " kind=%s", fatal_kind(ev->detail));
	add_when(t, run, "t", ev->time);
	add_psn(t, "psn", ev->psn_first);
	text_char(t, '\n');
}

/* Episode of the lane with the least (start, id) above the given one, NULL if none. */
static const struct rs_episode *episode_after(const struct lanetext_run *run, uint32_t lane,
					      const struct rs_episode *last)
{
	const struct rs_episode *best = NULL;

	for (size_t i = 0; i < run->episode_count; i++) {
		const struct rs_episode *e = &run->episodes[i];

		if (e->lane != lane || (last && (e->start < last->start || (e->start == last->start && e->id <= last->id))))
			continue;
		if (!best || e->start < best->start || (e->start == best->start && e->id < best->id))
			best = e;
	}
	return best;
}

/* ---- pauses ---- */

static void add_side(struct text *t, const struct lanetext_run *run, const struct rs_pause_row *p)
{
	for (unsigned i = 0; i < run->side_count; i++) {
		if (run->sides[i].point == p->point && !memcmp(run->sides[i].mac, p->mac, 6)) {
			text_str(t, run->sides[i].name);
			return;
		}
	}
	text_mac(t, p->mac);
}

static void add_priority(struct text *t, int priority)
{
	if (priority < 0 || priority >= RS_PAUSE_ALL)
		text_str(t, "all");
	else
		text_add(t, "%d", priority);
}

/* Microseconds with 2 decimals. */
static void add_us2(struct text *t, const char *key, const char *least, rs_ns ns)
{
	text_add(t, " %s=%s%.2f", key, least, (double)ns / 1000);
}

static void pause_lines(struct text *t, const struct lanetext_run *run, const struct rs_pause_row *p)
{
	static const char *const ends[] = {"XON", "EXP", "EOF"};
	const char *least = p->method == RS_PAUSE_BY_REFRESH ? ">=" : "";

	text_add(t, "PFC T%u from=", p->point + 1u);
	add_side(t, run, p);
	text_str(t, " prio=");
	add_priority(t, p->priority);
	text_add(t, " basis=%s frames=%llu xoff=%llu xon=%llu pauses=%llu",
		 p->method == RS_PAUSE_BY_REFRESH ? "REFRESH" : "QUANTA", (unsigned long long)p->frames,
		 (unsigned long long)p->xoff, (unsigned long long)p->xon, (unsigned long long)p->pauses);
	add_us2(t, "paused_us", least, p->paused);
	add_us2(t, "longest_us", least, p->longest);
	text_add(t, " duty=%.4f headroom_bytes=%llu leak_frames=%llu\n", p->duty_ppm / 1e6,
		 (unsigned long long)p->headroom_bytes, (unsigned long long)p->leak_frames);
	for (uint32_t i = 0; i < p->interval_count + p->long_count; i++) {
		const struct rs_pause_interval *iv = &run->snap->intervals[p->interval_first + i];
		const rs_ns start = iv->start - run->start, end = iv->end - run->start;

		text_str(t, "  PAUSE start=");
		add_us(t, start);
		text_str(t, " end=");
		add_us(t, (end + (end % 10 ? 5 : 0)) / 10 * 10); /* 2 decimals */
		add_us2(t, "dur_us", "", iv->end - iv->start);
		text_add(t, " end_by=%s\n", ends[iv->end_by]);
	}
}

static void deadlock_line(struct text *t, const struct lanetext_run *run, const struct rs_deadlock *d)
{
	text_str(t, "DEADLOCK prio=");
	add_priority(t, d->priority);
	text_str(t, " cycle=");
	for (uint32_t i = 0; i < d->device_count; i++)
		text_add(t, "%s>", d->devices[i]);
	text_str(t, d->devices[0]);
	add_when(t, run, "from", d->start);
	add_when(t, run, "to", d->end);
	add_time(t, "overlap_us", d->end - d->start);
	text_add(t, " conf=%s\n", d->idle ? "high" : "medium");
}

static void tree_line(struct text *t, const struct rs_pause_tree *tree)
{
	text_str(t, "PAUSETREE prio=");
	add_priority(t, tree->priority);
	text_add(t, " root=%s path=", tree->devices[tree->device_count - 1]);
	for (uint32_t i = 0; i < tree->device_count; i++)
		text_add(t, "%s%s", i ? ">" : "", tree->devices[i]);
	text_char(t, '\n');
}

static void all_pauses(struct text *t, const struct lanetext_run *run)
{
	const struct rs_verdict *v = run->verdict;

	/* with links the graph is what is expected: PFC lines are for one point */
	for (uint32_t i = 0; i < run->snap->pause_count && !(v && (v->deadlock_count || v->tree_count)); i++)
		pause_lines(t, run, &run->snap->pauses[i]);
	for (uint32_t i = 0; v && i < v->deadlock_count; i++)
		deadlock_line(t, run, &v->deadlocks[i]);
	for (uint32_t i = 0; v && i < v->tree_count; i++)
		tree_line(t, &v->trees[i]);
}

void lanetext_lanes(struct text *t, const struct lanetext_run *run)
{
	const struct rs_snapshot *s = run->snap;

	if (s->totals.copies)
		text_add(t, "DEDUP copies=%llu\n", (unsigned long long)s->totals.copies);
	if (s->totals.unpaired_responses)
		text_add(t, "UNPAIRED responses=%llu\n", (unsigned long long)s->totals.unpaired_responses);
	all_pauses(t, run);
	for (uint32_t i = 0; i < s->lane_count && !run->pauses; i++) {
		const struct rs_lane_row *l = &s->lanes[i];
		const struct rs_episode *e = NULL;

		lane_line(t, l);
		while ((e = episode_after(run, l->id, e)))
			episode_line(t, run, e, l);
		for (size_t k = 0; k < run->event_count; k++) {
			if (run->events[k].lane == l->id && event_word(run->events[k].kind))
				event_line(t, run, &run->events[k]);
		}
	}
}
