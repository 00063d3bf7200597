/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/wording.h"

#include "analysis/finding_evidence.h"

int64_t wording_fact(const struct rs_finding *f, const char *name)
{
	const struct rs_evidence *e = finding_fact(f, name);

	return e ? e->value : 0;
}

static bool fact_is_bound(const struct rs_finding *f, const char *name)
{
	const struct rs_evidence *e = finding_fact(f, name);

	return e && e->lower_bound;
}

/* "3 packets", "1 packet" */
void wording_count(struct text *t, uint64_t n, const char *one, const char *many)
{
	text_count(t, n);
	text_add(t, " %s", n == 1 ? one : many);
}

/* "qp 0xb1", "qp 0x230-0x233" without holes, "5 QPs 0x230 to 0x931" with */
static void add_qps(struct text *t, const struct rs_finding *f)
{
	if (!f->qp_count)
		return;
	if (f->qp_count == 1)
		text_add(t, " qp 0x%x", f->qp_first);
	else if (f->qp_last - f->qp_first + 1 == f->qp_count)
		text_add(t, " qp 0x%x-0x%x", f->qp_first, f->qp_last);
	else
		text_add(t, " %u QPs 0x%x to 0x%x", f->qp_count, f->qp_first, f->qp_last);
}

/* Whom it is about: "10.0.0.1 > 10.0.0.2 qp 0xb1" */
void wording_who(struct text *t, const struct rs_finding *f)
{
	if (!f->has_hosts) {
		text_str(t, "flows that left the table");
		return;
	}
	text_addr(t, &f->src);
	text_str(t, " > ");
	text_addr(t, &f->dst);
	add_qps(t, f);
}

/* A host of the finding, or its part when hosts are not known. */
void wording_host(struct text *t, const struct rs_finding *f, bool requester)
{
	if (f->has_hosts)
		text_addr(t, requester ? &f->src : &f->dst);
	else
		text_str(t, requester ? "the requester" : "the responder");
}

void wording_percent(struct text *t, double part)
{
	const double p = part * 100;

	text_add(t, "%.*f %%", p >= 99.95 ? 0 : p >= 9.995 ? 1 : p >= 0.995 ? 2 : 3, p);
}

/* "at least 3 packets lost after the tap"; both sides get their own numbers */
void wording_lost(struct text *t, const struct rs_finding *f, const char *one, const char *many)
{
	const int64_t before = wording_fact(f, "lost_before_tap"),
		      after = wording_fact(f, "lost_after_tap"),
		      damaged = wording_fact(f, "damaged_packets");
	const bool both = before && after;

	if (!f->lost_exact)
		text_str(t, "at least ");
	wording_count(t, f->lost_packets, one, many);
	if (damaged > 0 && (uint64_t)damaged == f->lost_packets)
		text_str(t, " damaged (wrong ICRC)");
	else if (damaged > 0)
		text_add(t, " lost, %lld of them damaged (wrong ICRC),", (long long)damaged);
	else
		text_str(t, " lost");
	if (!both && (uint64_t)before == f->lost_packets)
		text_str(t, " before the tap");
	else if (!both && (uint64_t)after == f->lost_packets)
		text_str(t, " after the tap");
	else if (!before && !after)
		text_str(t, " (place unknown)");
	else if (before)
		text_add(t, " (%s%lld before the tap%s",
			 fact_is_bound(f, "lost_before_tap") ? "at least " : "", (long long)before,
			 both ? "" : ")");
	else
		text_add(t, " (%s%lld after the tap)",
			 fact_is_bound(f, "lost_after_tap") ? "at least " : "", (long long)after);
	if (both)
		text_add(t, ", %s%lld after it)",
			 fact_is_bound(f, "lost_after_tap") ? "at least " : "", (long long)after);
}

void wording_resends(struct text *t, const struct rs_finding *f)
{
	wording_count(t, f->resent_packets, "resend", "resends");
}

/* "cost 368 resends (8.8 per loss)"; the loss is a lower bound, so the ratio is an upper one */
void wording_cost(struct text *t, const struct rs_finding *f)
{
	text_str(t, " cost ");
	wording_resends(t, f);
	if (f->lost_packets)
		text_add(t, " (%s%.1f per loss)", f->lost_exact ? "" : "at most ",
			 (double)f->resent_packets / (double)f->lost_packets);
}

/* "silent for 534 us", "silent for 6.85 ms in all, longest 3.57 ms" */
void wording_silence(struct text *t, const struct rs_finding *f)
{
	const rs_ns longest = wording_fact(f, "stall_max");

	text_str(t, "silent for ");
	text_time(t, f->stall);
	if (f->stall > longest && longest) {
		text_str(t, " in all, longest ");
		text_time(t, longest);
	}
}

/* " (timer exponent 5 to 7)": what local ACK timeout the silence fits */
void wording_exponent(struct text *t, const struct rs_finding *f)
{
	const int64_t low = wording_fact(f, "rto_exponent_low"),
		      high = wording_fact(f, "rto_exponent_high");

	if (!high)
		return;
	if (low == high)
		text_add(t, " (timer exponent %lld)", (long long)high);
	else
		text_add(t, " (timer exponent %lld to %lld)", (long long)low, (long long)high);
}
