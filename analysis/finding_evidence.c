/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/finding_evidence.h"

#include <string.h>

/* What can be shown. X(id, name, unit, has "expected 0") */
#define FACTS(X)                                                                                   \
	X(NAKS, "nak_seq_error", "packets", 1)                                                     \
	X(LOST, "lost_packets", "packets", 1)                                                      \
	X(LOST_BEFORE, "lost_before_tap", "packets", 1)                                            \
	X(LOST_AFTER, "lost_after_tap", "packets", 1)                                              \
	X(DAMAGED, "damaged_packets", "packets", 1)                                                \
	X(RESENT, "resent_packets", "packets", 1)                                                  \
	X(REACT, "nak_to_resend_p50", "ns", 0)                                                     \
	X(REACT_MAX, "nak_to_resend_max", "ns", 0)                                                 \
	X(STALLS, "timer_stalls", "stalls", 1)                                                     \
	X(STALL_TOTAL, "stall_total", "ns", 1)                                                     \
	X(STALL_MAX, "stall_max", "ns", 1)                                                         \
	X(OPEN, "not_recovered", "episodes", 1)                                                    \
	X(RTO_LOW, "rto_exponent_low", "exponent", 0)                                              \
	X(RTO_HIGH, "rto_exponent_high", "exponent", 0)                                            \
	X(ACK_BEFORE, "ack_lost_before_tap", "episodes", 1)                                        \
	X(ACK_AFTER, "ack_lost_after_tap", "episodes", 1)                                          \
	X(ACK_P99, "ack_delay_p99", "ns", 0)                                                       \
	X(STALL_FIRST, "first_stall", "ns", 0)                                                     \
	X(STALL_LAST, "last_stall", "ns", 0)                                                       \
	X(RNRS, "rnr_naks", "packets", 1)                                                          \
	X(RNR_PEAK, "rnr_naks_per_second_max", "packets", 1)                                       \
	X(RNR_WAIT, "rnr_wait", "ns", 1)                                                           \
	X(RNR_SHARE, "rnr_wait_ratio", "ratio", 1)                                                 \
	X(ICRC_BAD, "icrc_bad", "packets", 1)                                                      \
	X(UC_GAPS, "uc_gaps", "packets", 1)                                                        \
	X(PACKETS, "packets", "packets", 0)                                                        \
	X(GIVEN_UP, "retries_exhausted", "events", 1)                                              \
	X(FATAL, "fatal_naks", "packets", 1)                                                       \
	X(REUSED, "qp_reuses", "events", 1)                                                        \
	X(MISMATCH, "atomic_mismatches", "events", 1)                                              \
	X(OOO, "ooo_packets", "packets", 1)                                                        \
	X(OOO_RATIO, "ooo_ratio", "ratio", 1)                                                      \
	X(DISPLACED, "max_displacement", "packets", 1)                                             \
	X(MISSING, "capture_missing_packets", "packets", 1)                                        \
	X(MISSING_RATIO, "capture_missing_ratio", "ratio", 1)                                      \
	X(OUTAGES, "capture_outages", "events", 1)                                                 \
	X(COPIES, "copies", "packets", 1)                                                          \
	X(COPY_RATIO, "copy_ratio", "ratio", 1)                                                    \
	X(CUT, "cut_packets", "packets", 1)                                                        \
	X(CUT_HEADERS, "cut_headers", "packets", 1)                                                \
	X(SILENT, "requests_without_response", "packets", 1)                                       \
	X(UNEXPLAINED, "unexplained_recoveries", "episodes", 1)                                    \
	X(UNPAIRED, "unpaired_responses", "packets", 1)                                            \
	X(BACKWARDS, "time_backwards", "packets", 1)                                               \
	X(COARSE, "whole_microsecond_times", "packets", 0)                                         \
	X(SPORT, "rewritten_packets", "packets", 1)                                                \
	X(SPORT_WAS, "original_source_port", "port", 0)

enum fact {
	FACT_NONE,
#define X(id, name, unit, zero) FACT_##id,
	FACTS(X)
#undef X
	    FACT_COUNT
};

/* Facts that a code may have; those that are 0 make room for the ones behind them. */
#define PLAN_FACTS (RS_FINDING_EVIDENCE + 1)

/* Facts per code, most telling first. */
static const uint8_t plan[RS_FIND_COUNT][PLAN_FACTS] = {
    [RS_FIND_GBN_NAK] = {FACT_NAKS, FACT_LOST, FACT_LOST_BEFORE, FACT_LOST_AFTER, FACT_DAMAGED,
			 FACT_RESENT, FACT_REACT, FACT_STALLS, FACT_OPEN},
    [RS_FIND_GBN_TIMEOUT] = {FACT_STALLS, FACT_STALL_MAX, FACT_STALL_TOTAL, FACT_LOST_BEFORE, FACT_DAMAGED, FACT_RESENT,
			     FACT_RTO_LOW, FACT_RTO_HIGH, FACT_OPEN},
    [RS_FIND_GBN_NAK_LOST] = {FACT_NAKS, FACT_REACT_MAX, FACT_STALL_TOTAL, FACT_LOST, FACT_RESENT,
			      FACT_RTO_LOW, FACT_RTO_HIGH, FACT_OPEN},
    [RS_FIND_GBN_NAK_UNSEEN] = {FACT_RESENT, FACT_LOST, FACT_OPEN},
    [RS_FIND_GBN_UNEXPLAINED] = {FACT_RESENT, FACT_LOST, FACT_OPEN},
    [RS_FIND_LIVELOCK] = {FACT_STALLS, FACT_STALL_TOTAL, FACT_LOST, FACT_RESENT},
    [RS_FIND_GBN_RETX_LOST] = {FACT_STALLS, FACT_STALL_MAX, FACT_STALL_TOTAL, FACT_LOST,
			       FACT_RESENT, FACT_OPEN},
    [RS_FIND_GBN_SPURIOUS] = {FACT_NAKS, FACT_RESENT, FACT_REACT, FACT_OPEN},
    [RS_FIND_GBN_GOBACK0] = {FACT_NAKS, FACT_LOST, FACT_RESENT, FACT_REACT, FACT_STALLS, FACT_OPEN},
    [RS_FIND_SR_RECOVERY] = {FACT_NAKS, FACT_LOST, FACT_LOST_BEFORE, FACT_LOST_AFTER, FACT_DAMAGED, FACT_RESENT,
			     FACT_REACT, FACT_OPEN},
    [RS_FIND_READ_RESP_LOSS] = {FACT_LOST, FACT_LOST_BEFORE, FACT_LOST_AFTER, FACT_RESENT,
				FACT_STALL_TOTAL, FACT_OPEN},
    [RS_FIND_ICRC_BAD] = {FACT_ICRC_BAD, FACT_PACKETS},
    [RS_FIND_UC_GAP] = {FACT_UC_GAPS, FACT_PACKETS},
    [RS_FIND_ACK_LOSS] = {FACT_ACK_BEFORE, FACT_ACK_AFTER, FACT_STALL_MAX, FACT_STALL_TOTAL,
			  FACT_RESENT, FACT_RTO_LOW, FACT_RTO_HIGH, FACT_OPEN},
    [RS_FIND_RTO_SPURIOUS] = {FACT_RESENT, FACT_STALL_MAX, FACT_STALL_TOTAL, FACT_ACK_P99,
			      FACT_RTO_LOW, FACT_RTO_HIGH},
    [RS_FIND_RTO_ADAPTIVE] = {FACT_STALLS, FACT_STALL_FIRST, FACT_STALL_LAST},
    [RS_FIND_RNR_NAK] = {FACT_RNRS, FACT_RNR_WAIT, FACT_RNR_PEAK, FACT_RESENT, FACT_OPEN},
    [RS_FIND_RNR_STORM] = {FACT_RNRS, FACT_RNR_PEAK, FACT_RNR_WAIT, FACT_RNR_SHARE, FACT_RESENT,
			   FACT_OPEN},
    [RS_FIND_RNR_EARLY] = {FACT_RNRS, FACT_RESENT},
    [RS_FIND_QP_RETRY_EXHAUST] = {FACT_GIVEN_UP},
    [RS_FIND_QP_RNR_EXHAUST] = {FACT_GIVEN_UP},
    [RS_FIND_QP_FATAL_NAK] = {FACT_FATAL},
    [RS_FIND_QP_REUSE] = {FACT_REUSED},
    [RS_FIND_ATOMIC_REPLAY_MISMATCH] = {FACT_MISMATCH},
    [RS_FIND_OOO_REORDER] = {FACT_OOO, FACT_OOO_RATIO, FACT_DISPLACED},
    [RS_FIND_CAP_LOSS] = {FACT_MISSING, FACT_MISSING_RATIO},
    [RS_FIND_CAP_OUTAGE] = {FACT_OUTAGES},
    [RS_FIND_CAP_SAMPLED] = {FACT_MISSING, FACT_MISSING_RATIO},
    [RS_FIND_CAP_MIRROR_DUP] = {FACT_COPIES, FACT_COPY_RATIO},
    [RS_FIND_CAP_TRUNC] = {FACT_CUT, FACT_CUT_HEADERS},
    [RS_FIND_CAP_ONEWAY] = {FACT_SILENT, FACT_UNEXPLAINED},
    [RS_FIND_CAP_UNPAIRED] = {FACT_UNPAIRED},
    [RS_FIND_CAP_TIME] = {FACT_BACKWARDS, FACT_COARSE},
    [RS_FIND_CAP_SPORT_REWRITTEN] = {FACT_SPORT, FACT_SPORT_WAS},
};

static uint64_t all_lost(const struct tally_sum *s)
{
	return s->lost[TALLY_BEFORE] + s->lost[TALLY_AFTER] + s->lost[TALLY_ELSEWHERE];
}

static bool any_bound(const struct tally_sum *s)
{
	return s->bounds[TALLY_BEFORE] || s->bounds[TALLY_AFTER] || s->bounds[TALLY_ELSEWHERE];
}

/* Parts per million of count in whole. */
static int64_t ratio(const struct tally_sum *s)
{
	return s->of ? (int64_t)((double)s->count * 1e6 / (double)s->of + 0.5) : 0;
}

/* Facts about losses and recovery. 0 = not to be shown. */
static int64_t recovery_fact(unsigned fact, const struct tally_sum *s, rs_ns react_p50)
{
	switch (fact) {
	case FACT_NAKS:
		return (int64_t)s->naks;
	case FACT_LOST:
		return (int64_t)all_lost(s);
	case FACT_LOST_BEFORE:
		return (int64_t)s->lost[TALLY_BEFORE];
	case FACT_LOST_AFTER:
		return (int64_t)s->lost[TALLY_AFTER];
	case FACT_DAMAGED:
		return (int64_t)s->damaged;
	case FACT_RESENT:
		return (int64_t)s->resent;
	case FACT_REACT:
		return react_p50 == RS_NS_NONE ? 0 : react_p50;
	case FACT_REACT_MAX:
		return s->react_max;
	case FACT_STALLS:
		return s->stalls;
	case FACT_STALL_TOTAL:
	case FACT_RNR_WAIT:
		return s->stall_total;
	case FACT_STALL_MAX:
		return s->stall_max;
	case FACT_OPEN:
		return s->open;
	case FACT_RTO_LOW:
		return s->rto_high >= 0 ? s->rto_low : 0;
	case FACT_RTO_HIGH:
		return s->rto_high >= 0 ? s->rto_high : 0;
	case FACT_ACK_BEFORE:
		return s->episodes[TALLY_BEFORE];
	case FACT_ACK_AFTER:
		return s->episodes[TALLY_AFTER];
	case FACT_ACK_P99:
		return s->ack_p99;
	case FACT_STALL_FIRST:
		return s->stall_first;
	case FACT_STALL_LAST:
		return s->stall_last;
	case FACT_RNRS:
		return (int64_t)s->rnrs;
	case FACT_RNR_PEAK:
		return s->peak;
	default:
		return 0;
	}
}

/* Facts that are a count, a part of a whole, or a second number of a capture note. */
static int64_t count_fact(unsigned fact, const struct tally_sum *s)
{
	switch (fact) {
	case FACT_RNR_SHARE:
		return s->of ? (int64_t)((double)s->stall_total * 1e6 / (double)s->of + 0.5) : 0;
	case FACT_OOO_RATIO:
	case FACT_MISSING_RATIO:
	case FACT_COPY_RATIO:
		return ratio(s);
	case FACT_PACKETS:
		return (int64_t)s->of;
	case FACT_DISPLACED:
	case FACT_SPORT_WAS:
	case FACT_CUT_HEADERS:
	case FACT_UNEXPLAINED:
		return s->peak;
	case FACT_BACKWARDS:
		return s->of ? 0 : (int64_t)s->count;
	case FACT_COARSE:
		return s->of ? (int64_t)s->count : 0;
	default:
		return (int64_t)s->count;
	}
}

static bool is_bound(unsigned fact, const struct tally_sum *s)
{
	switch (fact) {
	case FACT_LOST:
		return any_bound(s);
	case FACT_LOST_BEFORE:
		return s->bounds[TALLY_BEFORE];
	case FACT_LOST_AFTER:
		return s->bounds[TALLY_AFTER];
	default:
		return false;
	}
}

static enum tally_frame frames_of(unsigned fact)
{
	switch (fact) {
	case FACT_NAKS:
	case FACT_RNRS:
	case FACT_REACT:
	case FACT_REACT_MAX:
		return TALLY_F_NAK;
	case FACT_RESENT:
	case FACT_STALLS:
	case FACT_STALL_MAX:
		return TALLY_F_RESEND;
	case FACT_LOST:
	case FACT_DAMAGED:
	case FACT_ICRC_BAD:
	case FACT_UC_GAPS:
	case FACT_GIVEN_UP:
	case FACT_FATAL:
	case FACT_REUSED:
	case FACT_MISMATCH:
	case FACT_OOO:
	case FACT_MISSING:
	case FACT_OUTAGES:
	case FACT_COPIES:
	case FACT_CUT:
	case FACT_SILENT:
	case FACT_UNPAIRED:
	case FACT_BACKWARDS:
	case FACT_SPORT:
	case FACT_ACK_BEFORE:
	case FACT_ACK_AFTER:
		return TALLY_F_START;
	default:
		return TALLY_F_COUNT;
	}
}

void finding_evidence(struct rs_finding *f, const struct tally_sum *s, rs_ns react_p50)
{
	static const struct {
		const char *name, *unit;
		bool zero;
	} facts[FACT_COUNT] = {
#define X(id, text, what, expected) [FACT_##id] = {text, what, expected},
	    FACTS(X)
#undef X
	};

	f->evidence_count = 0;
	for (unsigned i = 0; i < PLAN_FACTS && f->evidence_count < RS_FINDING_EVIDENCE; i++) {
		const unsigned fact = plan[f->code][i];
		const bool recovery = fact <= FACT_RNR_WAIT;
		const int64_t value =
		    recovery ? recovery_fact(fact, s, react_p50) : count_fact(fact, s);
		struct rs_evidence *e = &f->evidence[f->evidence_count];
		const enum tally_frame frames = frames_of(fact);

		if (!fact || !value)
			continue;
		memset(e, 0, sizeof(*e));
		e->name = facts[fact].name;
		e->unit = facts[fact].unit;
		e->value = value;
		e->has_expected = facts[fact].zero;
		e->lower_bound = is_bound(fact, s);
		if (frames != TALLY_F_COUNT)
			memcpy(e->frames, s->frames[frames], sizeof(e->frames));
		f->evidence_count++;
	}
}

const struct rs_evidence *finding_fact(const struct rs_finding *f, const char *name)
{
	for (unsigned i = 0; i < f->evidence_count; i++)
		if (!strcmp(f->evidence[i].name, name))
			return &f->evidence[i];
	return NULL;
}
