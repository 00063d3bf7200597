/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/finding_title_pause.h"

#include "analysis/finding_evidence.h"
#include "analysis/wording.h"

static void priority(struct text *t, const struct rs_finding *f)
{
	if (f->priority >= 0)
		text_add(t, "priority %d", f->priority);
	else
		text_str(t, "all priorities");
}

static void side(struct text *t, const struct rs_finding *f)
{
	if (f->has_mac)
		text_mac(t, f->mac);
	else
		text_str(t, "a side of the link");
}

/* "02:00:00:00:00:84 paused priority 3" */
static void paused(struct text *t, const struct rs_finding *f)
{
	side(t, f);
	text_str(t, " paused ");
	priority(t, f);
}

static void time_fact(struct text *t, const struct rs_finding *f, const char *name)
{
	const struct rs_evidence *e = finding_fact(f, name);

	text_str(t, e && e->lower_bound ? "at least " : "");
	text_time(t, e ? e->value : 0);
}

/* " (115 pauses, 9.61 ms in all, 24 % of the capture)" */
static void totals(struct text *t, const struct rs_finding *f)
{
	text_str(t, " (");
	wording_count(t, f->count, "pause", "pauses");
	text_str(t, ", ");
	time_fact(t, f, "paused_time");
	text_str(t, " in all");
	if (wording_fact(f, "duty_ratio")) {
		text_str(t, ", ");
		wording_percent(t, (double)wording_fact(f, "duty_ratio") / 1e6);
		text_str(t, " of the capture");
	}
	text_char(t, ')');
}

static void pfc_duty(struct text *t, const struct rs_finding *f)
{
	paused(t, f);
	text_str(t, " for ");
	time_fact(t, f, "busiest_10ms");
	text_str(t, " of 10 ms, longest ");
	time_fact(t, f, "longest_pause");
	totals(t, f);
}

static void pfc_long(struct text *t, const struct rs_finding *f)
{
	paused(t, f);
	text_str(t, " for ");
	time_fact(t, f, "longest_pause");
	text_str(t, " without a break");
	totals(t, f);
}

static void pfc_storm(struct text *t, const struct rs_finding *f)
{
	const int64_t trips = wording_fact(f, "watchdog_trips");

	text_str(t, "pause storm: ");
	paused(t, f);
	text_str(t, " for up to ");
	time_fact(t, f, "longest_pause");
	text_str(t, " without a break");
	totals(t, f);
	if (trips)
		text_add(t, "; a PFC watchdog (200 ms, SONiC and Junos default) would have tripped %s",
			 trips == 1 ? "once" : "several times");
}

static void pfc_nic_storm(struct text *t, const struct rs_finding *f)
{
	text_str(t, "the NIC ");
	paused(t, f);
	text_str(t, " for up to ");
	time_fact(t, f, "longest_pause");
	text_str(t, " and never sent XON: the NIC is likely stuck, or its receiver takes no data");
}

static void pfc_ignored(struct text *t, const struct rs_finding *f)
{
	const int64_t room = wording_fact(f, "headroom_bytes");

	wording_count(t, f->count, "packet", "packets");
	text_str(t, " of ");
	priority(t, f);
	text_str(t, " went on towards ");
	side(t, f);
	text_str(t, " while it paused them");
	if (room) {
		text_str(t, "; headroom needed is at least ");
		text_bytes(t, (double)room);
	}
}

static void pfc_unexpected(struct text *t, const struct rs_finding *f)
{
	paused(t, f);
	text_str(t, ", on which no RoCE travels here: RoCE uses another priority");
}

static void pfc_global(struct text *t, const struct rs_finding *f)
{
	side(t, f);
	text_str(t, " sent 802.3x pauses, which stop all priorities, on a link with RoCE");
	totals(t, f);
}

static void pfc_over_rto(struct text *t, const struct rs_finding *f)
{
	text_str(t, "pauses of ");
	priority(t, f);
	text_str(t, " by ");
	side(t, f);
	text_str(t, " lasted up to ");
	time_fact(t, f, "longest_pause");
	text_str(t, ", longer than an ACK timer on this link (about ");
	text_time(t, wording_fact(f, "timer_estimate"));
	text_str(t, "): likely resends without a loss");
}

static void pfc_mutual(struct text *t, const struct rs_finding *f)
{
	text_str(t, "both ends of a link paused each other on ");
	priority(t, f);
	text_str(t, " for ");
	time_fact(t, f, "overlap");
}

static void pfc_deadlock(struct text *t, const struct rs_finding *f)
{
	text_add(t, "%u devices waited for each other in a ring on ", f->count);
	priority(t, f);
	text_str(t, " for ");
	time_fact(t, f, "overlap");
	text_str(t, f->confidence == RS_CONF_CERTAIN ? ": nothing moved on its links"
						     : ": likely a deadlock, though packets crossed a link");
}

/* The destination whose senders are meant: that of the flow named. */
static void fan_in(struct text *t, const struct rs_finding *f, const struct rs_snapshot *snap)
{
	for (uint32_t i = 0; snap && f->flow_id && i < snap->flow_count; i++) {
		if (snap->flows[i].flow_id == f->flow_id) {
			text_addr(t, &snap->flows[i].dst);
			return;
		}
	}
	text_str(t, "another destination");
}

static void pfc_victim(struct text *t, const struct rs_finding *f, const struct rs_snapshot *snap)
{
	wording_count(t, f->count, "flow", "flows");
	if (f->has_hosts) {
		text_str(t, f->count == 1 ? ", " : ", the worst ");
		wording_who(t, f);
		text_char(t, ',');
	}
	text_str(t, f->count == 1 ? " was" : " were");
	text_str(t, " likely held up by pauses of ");
	priority(t, f);
	text_add(t, " that are due to %lld senders to ", (long long)wording_fact(f, "contributors"));
	fan_in(t, f, snap);
}

static void pfc_missing(struct text *t, const struct rs_finding *f)
{
	text_str(t, "RoCE of ");
	priority(t, f);
	text_str(t, " lost packets and was never paused, though PFC works here on another priority");
}

bool finding_title_pause(struct text *t, const struct rs_finding *f, const struct rs_snapshot *snap)
{
	static void (*const titles[RS_FIND_COUNT])(struct text *, const struct rs_finding *) = {
		[RS_FIND_PFC_LONG] = pfc_long,		   [RS_FIND_PFC_STORM] = pfc_storm,
		[RS_FIND_PFC_NIC_STORM] = pfc_nic_storm,   [RS_FIND_PFC_IGNORED] = pfc_ignored,
		[RS_FIND_PFC_UNEXPECTED_PRIO] = pfc_unexpected, [RS_FIND_PFC_GLOBAL] = pfc_global,
		[RS_FIND_PFC_OVER_RTO] = pfc_over_rto,	   [RS_FIND_PFC_MUTUAL] = pfc_mutual,
		[RS_FIND_PFC_DEADLOCK] = pfc_deadlock,	   [RS_FIND_PFC_MISSING] = pfc_missing,	   [RS_FIND_PFC_DUTY] = pfc_duty,
	};

	if (f->code == RS_FIND_PFC_VICTIM) {
		pfc_victim(t, f, snap);
		return true;
	}
	if (f->code >= RS_FIND_COUNT || !titles[f->code])
		return false;
	titles[f->code](t, f);
	return true;
}
