/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/storm_finding.h"

#include <stdlib.h>
#include <string.h>

#define NO_CAUSE 0xff

static struct rs_evidence fact(const char *name, const char *unit, int64_t value, int64_t expected)
{
	return (struct rs_evidence){ .name = name, .unit = unit, .value = value, .expected = expected, .has_expected = true };
}

static bool same(const struct rs_addr *a, const struct rs_addr *b)
{
	return !memcmp(a, b, sizeof(*a));
}

/* Hosts that all lanes share, the range of their QPs, the time they waited. */
static void look_at_lanes(struct rs_finding *f, const uint32_t *lanes, const struct rs_snapshot *snap)
{
	bool any = false;

	f->storm_hosts = 3;
	for (uint32_t i = 0; i < f->lane_count; i++) {
		const struct rs_lane_row *l = rs_snapshot_lane(snap, lanes[i]);

		if (!l)
			continue;
		f->stall += l->stall_total;
		if (!any) {
			any = true;
			f->src = l->requester;
			f->dst = l->responder;
			f->qp_first = f->qp_last = l->responder_qp;
		}
		if (!same(&f->src, &l->requester))
			f->storm_hosts &= 2;
		if (!same(&f->dst, &l->responder))
			f->storm_hosts &= 1;
		f->qp_first = l->responder_qp < f->qp_first ? l->responder_qp : f->qp_first;
		f->qp_last = l->responder_qp > f->qp_last ? l->responder_qp : f->qp_last;
		f->qp_count++;
	}
	if (!any)
		f->storm_hosts = 0;
	f->has_hosts = f->storm_hosts == 3;
	if (!f->has_hosts)
		f->qp_count = 0;
}

static void describe(struct rs_finding *f, const struct rs_storm *s)
{
	f->evidence[0] = fact("recoveries", "episodes", s->episodes, 0);
	f->evidence[1] = fact("resent_packets", "packets", (int64_t)s->resent, 0);
	f->evidence[2] = fact("resent_ratio", "ratio", s->peak_ratio_ppm, 0);
	f->evidence[3] = fact("lanes", "lanes", s->lane_count, 0);
	memcpy(f->evidence[0].frames, s->frames, sizeof(s->frames));
	f->evidence_count = 4;
	f->storm_cause = s->cause_count ? s->causes[0].cause : NO_CAUSE;
	f->storm_score = s->cause_count ? s->causes[0].score : 0;
}

static struct rs_finding finding_of(const struct rs_storm *s, const uint32_t *lanes, const struct rs_snapshot *snap)
{
	struct rs_finding f = { .code = RS_FIND_STORM,
				.severity = RS_SEV_CRITICAL,
				.confidence = RS_CONF_CERTAIN, /* that it is one; its cause has a score */
				.priority = -1,
				.point = s->point,
				.lane_first = s->lane_first,
				.lane_count = s->lane_count,
				.count = s->episodes,
				.first = s->start,
				.last = s->end,
				.psn = RS_NO_PSN,
				.resent_packets = s->resent,
				.resent_bytes = s->resent_bytes };

	look_at_lanes(&f, lanes, snap);
	describe(&f, s);
	f.cost_bytes = (double)s->resent_bytes;
	return f;
}

int storm_findings(struct finding_set *set, struct storm_set *storms, const struct rs_snapshot *snap, struct rs_err *err)
{
	struct rs_finding *rows;
	uint32_t *lanes;

	if (!storms->count)
		return 0;
	rows = calloc(set->count + storms->count, sizeof(*rows));
	lanes = calloc((size_t)set->lane_count + storms->lane_count + 1, sizeof(*lanes));
	if (!rows || !lanes) {
		free(rows);
		free(lanes);
		return rs_err_set(err, RS_ENOMEM, "no memory for the findings of %u storms", storms->count);
	}
	for (uint32_t i = 0; i < set->lane_count; i++)
		lanes[i] = set->lanes[i];
	for (uint32_t i = 0; i < storms->lane_count; i++)
		lanes[set->lane_count + i] = storms->lanes[i];
	for (uint32_t i = 0; i < storms->count; i++) {
		storms->rows[i].lane_first += set->lane_count;
		rows[i] = finding_of(&storms->rows[i], lanes + storms->rows[i].lane_first, snap);
	}
	if (set->count)
		memcpy(rows + storms->count, set->rows, set->count * sizeof(*rows));
	free(set->rows);
	free(set->lanes);
	set->rows = rows;
	set->lanes = lanes;
	set->count += storms->count;
	set->lane_count += storms->lane_count;
	return 0;
}
