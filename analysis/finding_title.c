/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One sentence per finding, for report and screen alike. Rules: say where the tap stood, give
 * numbers with units, "at least" and "at most" where a number is a bound, "likely" unless
 * measured, and name no device that the packets do not name.
 */
#include <rocescope/engine.h>

#include "analysis/finding_evidence.h"
#include "analysis/finding_title_pause.h"
#include "analysis/wording.h"
#include "base/hash.h"

/* ---- recoveries ---- */

static void gbn_nak(struct text *t, const struct rs_finding *f)
{
	if (!f->resent_packets &&
	    !f->lost_packets) { /* sampled mirror, or nothing but the NAK was seen */
		const int64_t naks = wording_fact(f, "nak_seq_error");

		wording_count(t, naks ? (uint64_t)naks : f->count, "NAK", "NAKs");
		text_str(t, " (PSN sequence error) on ");
		wording_who(t, f);
		text_str(t, ": packets are missing at the receiver; this capture cannot tell how "
			    "many, nor the resends");
		return;
	}
	wording_count(t, f->count, "Go-Back-N recovery on ", "Go-Back-N recoveries on ");
	wording_who(t, f);
	text_str(t, ": ");
	if (f->lost_packets && f->resent_packets && !f->resent_bytes)
		/* READ requests have no payload, and one covers the PSNs of all its responses. */
		wording_lost(t, f, "PSN of READ requests", "PSNs of READ requests");
	else if (f->lost_packets)
		wording_lost(t, f, "packet", "packets");
	else
		text_str(t, f->count == 1 ? "it" : "they");
	if (f->resent_packets)
		wording_cost(t, f);
	else
		text_str(t, ", no resend is in the capture");
}

static void gbn_timeout(struct text *t, const struct rs_finding *f)
{
	const int64_t before = wording_fact(f, "lost_before_tap");

	wording_count(t, f->count, "timer recovery on ", "timer recoveries on ");
	wording_who(t, f);
	text_str(t, ": ");
	if (f->stall) {
		wording_silence(t, f);
		text_str(t, ", then ");
	}
	wording_resends(t, f);
	if (f->psn != RS_NO_PSN && f->count == 1)
		text_add(t, " from PSN %u", f->psn);
	wording_exponent(t, f);
	if (before) {
		text_str(t, "; ");
		wording_count(t, (uint64_t)before, "packet", "packets");
		text_str(t, " lost before the tap");
	} else {
		text_str(t, "; packet or ACK lost, this tap cannot tell which");
	}
}

static void gbn_nak_lost(struct text *t, const struct rs_finding *f)
{
	wording_count(t, f->count, "NAK on ", "NAKs on ");
	wording_who(t, f);
	text_str(t, " passed the tap, but the sender moved only ");
	if (f->count > 1)
		text_str(t, "up to ");
	text_time(t, wording_fact(f, "nak_to_resend_max"));
	text_str(t, " later, likely by its timer: the NAK was lost after the tap, or its resend "
		    "before the tap");
}

static void gbn_nak_unseen(struct text *t, const struct rs_finding *f)
{
	wording_count(t, f->count, "recovery on ", "recoveries on ");
	wording_who(t, f);
	text_str(t, " without a NAK in this capture, though other responses are visible: the "
		    "capture likely missed it (");
	wording_resends(t, f);
	text_char(t, ')');
}

static void gbn_unexplained(struct text *t, const struct rs_finding *f)
{
	wording_count(t, f->count, "recovery on ", "recoveries on ");
	wording_who(t, f);
	text_str(t, " whose cause cannot be seen from here: responses of these QPs are not in the "
		    "capture (");
	wording_resends(t, f);
	text_char(t, ')');
}

static void gbn_retx_lost(struct text *t, const struct rs_finding *f)
{
	wording_count(t, f->count, "recovery on ", "recoveries on ");
	wording_who(t, f);
	text_str(t, " in which a retransmission was lost again: only a timer could repair it");
	if (f->stall) {
		text_str(t, ", ");
		wording_silence(t, f);
	}
}

static void gbn_spurious(struct text *t, const struct rs_finding *f)
{
	wording_count(t, f->count, "Go-Back-N recovery on ", "Go-Back-N recoveries on ");
	wording_who(t, f);
	text_str(t, " although nothing was lost: packets only arrived out of order (");
	wording_resends(t, f);
	text_char(t, ')');
}

static void gbn_goback0(struct text *t, const struct rs_finding *f)
{
	text_str(t, "the sender restarts whole messages after a loss on ");
	wording_who(t, f);
	text_str(t, ": ");
	wording_count(t, f->count, "recovery", "recoveries");
	text_str(t, " from the first packet of a message, ");
	wording_resends(t, f);
}

static void sr_recovery(struct text *t, const struct rs_finding *f)
{
	wording_count(t, f->count, "recovery on ", "recoveries on ");
	wording_who(t, f);
	text_str(t, " resent only what was missing (");
	wording_count(t, f->resent_packets, "packet", "packets");
	text_str(t, "): the sender does not go back");
}

static void read_resp_loss(struct text *t, const struct rs_finding *f)
{
	wording_count(t, f->count, "READ or atomic recovery on ", "READ or atomic recoveries on ");
	wording_who(t, f);
	text_str(t, ": ");
	if (f->lost_packets) {
		wording_lost(t, f, "response", "responses");
		text_str(t, ", ");
	}
	wording_host(t, f, true);
	text_str(t, " asked again");
	if (f->psn != RS_NO_PSN && f->count == 1)
		text_add(t, " from PSN %u", f->psn);
	text_str(t, ", ");
	wording_count(t, f->resent_packets, "response resent", "responses resent");
}

static void ack_loss(struct text *t, const struct rs_finding *f)
{
	const int64_t before = wording_fact(f, "ack_lost_before_tap"),
		      after = wording_fact(f, "ack_lost_after_tap");

	wording_count(t, f->count, "timer recovery on ", "timer recoveries on ");
	wording_who(t, f);
	text_str(t, " although the data had arrived: the ACK was lost ");
	if (before && after)
		text_add(
		    t, "between responder and tap (%lld), or after the tap or not acted on (%lld)",
		    (long long)before, (long long)after);
	else if (before)
		text_str(t, "between responder and tap");
	else
		text_str(t, "after the tap, or the sender did not act on it");
	if (f->stall) {
		text_str(t, "; ");
		wording_silence(t, f);
	}
}

static void rto_spurious(struct text *t, const struct rs_finding *f)
{
	const rs_ns ack = wording_fact(f, "ack_delay_p99");

	wording_count(t, f->count, "recovery on ", "recoveries on ");
	wording_who(t, f);
	text_str(t, " although nothing was lost: the timer fired before the ACK came, or ACK and "
		    "resend crossed (");
	wording_resends(t, f);
	if (ack) {
		text_str(t, ", ACK delay p99 ");
		text_time(t, ack);
	}
	text_char(t, ')');
}

static void rto_adaptive(struct text *t, const struct rs_finding *f)
{
	text_str(t, "ACK timers on ");
	wording_who(t, f);
	text_str(t, " grow from ");
	text_time(t, wording_fact(f, "first_stall"));
	text_str(t, " to ");
	text_time(t, wording_fact(f, "last_stall"));
	text_str(t, ": likely adaptive retransmission");
}

static void rnr(struct text *t, const struct rs_finding *f)
{
	const int64_t naks = wording_fact(f, "rnr_naks"),
		      peak = wording_fact(f, "rnr_naks_per_second_max");
	const int64_t share = wording_fact(f, "rnr_wait_ratio");

	wording_count(t, naks ? (uint64_t)naks : f->count, "RNR NAK on ", "RNR NAKs on ");
	wording_who(t, f);
	text_str(t, ": ");
	wording_host(t, f, false);
	text_str(t, " had no receive buffer");
	if (f->code == RS_FIND_RNR_STORM && peak)
		text_add(t, ", up to %lld times a second", (long long)peak);
	if (f->stall) {
		text_str(t, "; the sender waited ");
		text_time(t, f->stall);
		if (share) {
			text_str(t, ", ");
			wording_percent(t, (double)share / 1e6);
			text_str(t, " of the time");
		}
	}
	if (f->resent_packets) {
		text_str(t, ", ");
		wording_resends(t, f);
	}
}

static void rnr_early(struct text *t, const struct rs_finding *f)
{
	wording_count(t, f->count, "recovery on ", "recoveries on ");
	wording_who(t, f);
	text_str(t, " in which the sender did not wait as long as the RNR NAK asked");
}

/* ---- queue pairs ---- */

static void exhausted(struct text *t, const struct rs_finding *f)
{
	wording_host(t, f, true);
	text_str(t, " likely gave up on ");
	wording_who(t, f);
	if (f->psn != RS_NO_PSN)
		text_add(t, " at PSN %u", f->psn);
	if (f->count > 1)
		text_add(t, " (and %u more times)", f->count - 1);
	text_str(t, f->code == RS_FIND_QP_RNR_EXHAUST ? ": RNR retries used up, then silence"
						      : ": timer retries used up, then silence");
}

static const char *syndrome_text(unsigned syndrome)
{
	static const char *const kinds[] = {"PSN sequence error", "invalid request",
					    "remote access error", "remote operational error",
					    "invalid RD request"};
	const unsigned kind = syndrome & 0x1f;

	return kind < sizeof(kinds) / sizeof(kinds[0]) ? kinds[kind] : "reserved code";
}

static void fatal_nak(struct text *t, const struct rs_finding *f)
{
	wording_host(t, f, false);
	text_str(t, " refused ");
	if (f->psn != RS_NO_PSN)
		text_add(t, "PSN %u ", f->psn);
	text_str(t, "on ");
	wording_who(t, f);
	text_add(t, ": %s", syndrome_text(f->detail));
	if (f->count > 1)
		text_add(t, " (and %u more)", f->count - 1);
	text_str(t, "; the QP stops");
}

static void qp_reuse(struct text *t, const struct rs_finding *f)
{
	text_str(t, "QP number used again on ");
	wording_who(t, f);
	if (f->psn != RS_NO_PSN)
		text_add(t, " from PSN %u", f->psn);
	if (f->count > 1)
		text_add(t, " (%u times in all)", f->count);
}

static void atomic_mismatch(struct text *t, const struct rs_finding *f)
{
	text_str(t, "the same atomic returned two different values on ");
	wording_who(t, f);
	if (f->psn != RS_NO_PSN)
		text_add(t, ", PSN %u", f->psn);
	if (f->count > 1)
		text_add(t, " (%u times)", f->count);
}

/* ---- order, damage, UC ---- */

static void ooo(struct text *t, const struct rs_finding *f)
{
	const int64_t places = wording_fact(f, "max_displacement");

	wording_percent(t, (double)wording_fact(f, "ooo_ratio") / 1e6);
	text_str(t, " of the packets on ");
	wording_who(t, f);
	text_add(t, " out of order, up to %lld %s; no recovery followed", (long long)places,
		 places == 1 ? "place" : "places");
}

static void icrc_bad(struct text *t, const struct rs_finding *f)
{
	wording_count(t, f->count, "packet", "packets");
	text_str(t, " with a wrong ICRC on ");
	wording_who(t, f);
	text_str(t, ": damaged before the tap, dropped in silence by the receiver");
}

static void uc_gap(struct text *t, const struct rs_finding *f)
{
	wording_count(t, f->count, "packet", "packets");
	text_str(t, " of UC ");
	wording_who(t, f);
	text_str(
	    t, " missing at the tap (lost before it, or only in the capture): UC repairs nothing");
}

/* ---- limits of the capture ---- */

static void cap_loss(struct text *t, const struct rs_finding *f)
{
	wording_count(t, f->count, "acknowledged packet", "acknowledged packets");
	text_str(t, " of ");
	wording_who(t, f);
	text_str(t, f->count == 1 ? " is missing in the capture" : " are missing in the capture");
	if (wording_fact(f, "capture_missing_ratio")) {
		text_str(t, " (");
		wording_percent(t, (double)wording_fact(f, "capture_missing_ratio") / 1e6);
		text_char(t, ')');
	}
	text_str(t, ": not a network loss");
}

static void cap_outage(struct text *t, const struct rs_finding *f)
{
	text_str(t, "the capture likely stopped ");
	wording_count(t, f->count, "time", "times");
	text_str(t, " on ");
	wording_who(t, f);
	text_str(t, ": the PSN jumps inside a message");
}

static void cap_sampled(struct text *t, const struct rs_finding *f)
{
	text_str(t, "the capture has only a part of ");
	wording_who(t, f);
	if (wording_fact(f, "capture_missing_ratio")) {
		text_str(t, " (");
		wording_percent(t, (double)wording_fact(f, "capture_missing_ratio") / 1e6);
		text_str(t, " missing)");
	}
	text_str(t,
		 ", likely a sampling or overloaded mirror: losses and latencies are not judged");
}

static void cap_mirror_dup(struct text *t, const struct rs_finding *f)
{
	wording_percent(t, (double)wording_fact(f, "copy_ratio") / 1e6);
	text_str(t, " of the RoCE frames are copies (");
	text_count(t, f->count);
	text_str(t, "): counted apart, not taken for resends");
}

static void cap_trunc(struct text *t, const struct rs_finding *f)
{
	const int64_t headers = wording_fact(f, "cut_headers");

	wording_count(t, f->count, "RoCE packet", "RoCE packets");
	text_str(t, f->count == 1 ? " is cut in the capture" : " are cut in the capture");
	if (headers)
		text_add(t, ", %lld of them inside a BTH or AETH", (long long)headers);
	text_str(t, ": lengths come from the IP headers, their ICRC cannot be checked");
}

static void cap_oneway(struct text *t, const struct rs_finding *f)
{
	const int64_t open = wording_fact(f, "unexplained_recoveries");

	text_str(t, "no response to ");
	wording_count(t, f->count, "request", "requests");
	text_str(t, " of ");
	wording_who(t, f);
	text_str(t, " is in the capture: ");
	if (open)
		text_add(t, "the cause of %lld %s cannot be seen", (long long)open,
			 open == 1 ? "recovery" : "recoveries");
	else
		text_str(t, "losses after the tap cannot be seen");
}

static void cap_unpaired(struct text *t, const struct rs_finding *f)
{
	wording_count(t, f->count, "response", "responses");
	text_str(t, " of ");
	wording_host(t, f, false);
	text_str(t, " to ");
	wording_host(t, f, true);
	text_str(t, f->count == 1 ? " belongs" : " belong");
	text_str(t, " to no known QP pair: left out of what is judged");
}

static void cap_time(struct text *t, const struct rs_finding *f)
{
	if (finding_fact(f, "whole_microsecond_times")) {
		text_str(t, "all ");
		wording_count(t, f->count, "time stamp", "time stamps");
		text_str(t, " are whole microseconds although the file promises finer ones: times "
			    "below 1 us mean nothing");
		return;
	}
	wording_count(t, f->count, "packet is", "packets are");
	text_str(t, " earlier than the packet before: order and short times are not exact");
}

static void cap_sport(struct text *t, const struct rs_finding *f)
{
	const int64_t was = wording_fact(f, "original_source_port");

	text_str(t, "the UDP source port of ");
	wording_count(t, f->count, "packet", "packets");
	text_str(t, " was rewritten before the capture");
	if (was)
		text_add(t, " (the ICRC shows it was %lld)", (long long)was);
	text_str(t, ": nothing is concluded from these ports");
}

static void livelock(struct text *t, const struct rs_finding *f)
{
	text_str(t, "bytes flow, but nothing completes on ");
	wording_who(t, f);
	text_str(t, ": the same packets were sent again for eight rounds or more without progress (");
	text_count(t, f->resent_packets);
	text_str(t, " resends)");
}

/* Where all lanes of a storm meet. */
static void storm_scope(struct text *t, const struct rs_finding *f)
{
	text_add(t, " on %u lane%s", (unsigned)f->lane_count, f->lane_count == 1 ? "" : "s");
	if (!f->storm_hosts)
		return;
	text_str(t, f->storm_hosts == 1 ? " from " : f->storm_hosts == 2 ? " to " : " of ");
	text_addr(t, f->storm_hosts == 2 ? &f->dst : &f->src);
	if (f->storm_hosts == 3) {
		text_str(t, " > ");
		text_addr(t, &f->dst);
	}
}

static void storm(struct text *t, const struct rs_finding *f)
{
	const int64_t ratio = wording_fact(f, "resent_ratio");

	text_str(t, "retransmission storm: ");
	text_count(t, f->count);
	text_str(t, f->count == 1 ? " recovery" : " recoveries");
	storm_scope(t, f);
	text_str(t, ", ");
	text_count(t, f->resent_packets);
	text_str(t, " packets resent");
	if (ratio)
		text_add(t, " (up to %.0f %% of the payload)", (double)ratio / 10000);
	if (f->storm_cause == 0xff)
		return;
	text_add(t, "; likely %s: %s (score %.2f)", rs_storm_cause_name(f->storm_cause), rs_storm_cause_words(f->storm_cause),
		 f->storm_score / 100.0);
}

size_t rs_finding_title(const struct rs_finding *f, const struct rs_snapshot *snap, char *buf,
			size_t size)
{
	static void (*const titles[RS_FIND_COUNT])(struct text *, const struct rs_finding *) = {
	    [RS_FIND_GBN_NAK] = gbn_nak,
	    [RS_FIND_GBN_TIMEOUT] = gbn_timeout,
	    [RS_FIND_GBN_NAK_LOST] = gbn_nak_lost,
	    [RS_FIND_GBN_NAK_UNSEEN] = gbn_nak_unseen,
	    [RS_FIND_GBN_UNEXPLAINED] = gbn_unexplained,
	    [RS_FIND_STORM] = storm,
	    [RS_FIND_LIVELOCK] = livelock,
	    [RS_FIND_GBN_RETX_LOST] = gbn_retx_lost,
	    [RS_FIND_GBN_SPURIOUS] = gbn_spurious,
	    [RS_FIND_GBN_GOBACK0] = gbn_goback0,
	    [RS_FIND_SR_RECOVERY] = sr_recovery,
	    [RS_FIND_READ_RESP_LOSS] = read_resp_loss,
	    [RS_FIND_ICRC_BAD] = icrc_bad,
	    [RS_FIND_UC_GAP] = uc_gap,
	    [RS_FIND_ACK_LOSS] = ack_loss,
	    [RS_FIND_RTO_SPURIOUS] = rto_spurious,
	    [RS_FIND_RTO_ADAPTIVE] = rto_adaptive,
	    [RS_FIND_RNR_NAK] = rnr,
	    [RS_FIND_RNR_STORM] = rnr,
	    [RS_FIND_RNR_EARLY] = rnr_early,
	    [RS_FIND_QP_RETRY_EXHAUST] = exhausted,
	    [RS_FIND_QP_RNR_EXHAUST] = exhausted,
	    [RS_FIND_QP_FATAL_NAK] = fatal_nak,
	    [RS_FIND_QP_REUSE] = qp_reuse,
	    [RS_FIND_ATOMIC_REPLAY_MISMATCH] = atomic_mismatch,
	    [RS_FIND_OOO_REORDER] = ooo,
	    [RS_FIND_CAP_LOSS] = cap_loss,
	    [RS_FIND_CAP_OUTAGE] = cap_outage,
	    [RS_FIND_CAP_SAMPLED] = cap_sampled,
	    [RS_FIND_CAP_MIRROR_DUP] = cap_mirror_dup,
	    [RS_FIND_CAP_TRUNC] = cap_trunc,
	    [RS_FIND_CAP_ONEWAY] = cap_oneway,
	    [RS_FIND_CAP_UNPAIRED] = cap_unpaired,
	    [RS_FIND_CAP_TIME] = cap_time,
	    [RS_FIND_CAP_SPORT_REWRITTEN] = cap_sport,
	};
	struct text t;

	if (!size)
		return 0;
	text_init(&t, buf, size);
	if (!finding_title_pause(&t, f, snap) && f->code < RS_FIND_COUNT && titles[f->code])
		titles[f->code](&t, f);
	return t.len;
}

/* By the code's name, not its number: the list grows in the middle. */
uint64_t rs_finding_key(const struct rs_finding *f)
{
	static const char *const codes[RS_FIND_COUNT] = {
#define X(id, name, severity) [RS_FIND_##id] = name,
	    RS_FINDINGS(X)
#undef X
	};
	const char *code = f->code < RS_FIND_COUNT ? codes[f->code] : "";
	uint8_t scope[37] = {0};
	uint64_t key = hash_bytes(code, strlen(code), 0);

	if (f->has_mac)
		key = hash_bytes(f->mac, sizeof(f->mac), key);

	scope[0] = (uint8_t)(f->point >> 8);
	scope[1] = (uint8_t)f->point;
	scope[2] = (uint8_t)f->priority;
	scope[3] = f->has_hosts;
	if (f->has_hosts) {
		memcpy(scope + 4, f->src.b, 16);
		memcpy(scope + 20, f->dst.b, 16);
	}
	return hash_bytes(scope, sizeof(scope), key);
}
