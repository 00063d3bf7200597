/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/engine_state.h"

#include "analysis/pause_rows.h"
#include "base/psn.h"

#include <stdlib.h>
#include <string.h>

#define RTO_UNIT_NS 4096 /* IB local ACK timeout: 4.096 us * 2^n */
#define RTO_MAX_N 31
#define AGREE_PCT 10
#define GROWS_PCT 150

/* Timer estimate from the smallest stall (diagnosis 1.8). */
static void estimate_timer(const struct lane *l, struct rs_lane_row *row)
{
	const rs_ns s = l->stall_min, mean = row->stalls ? row->stall_total / row->stalls : 0;
	bool constant;
	int n = 0;

	row->rto_n = -1;
	if (row->stalls) {
		while (n < RTO_MAX_N && (rs_ns)RTO_UNIT_NS << (n + 1) <= s + s / 20)
			n++;
		row->rto_n = (int8_t)n;
		row->rto_ratio_pct = (uint32_t)((s * 100 + ((rs_ns)RTO_UNIT_NS << n) / 2) / ((rs_ns)RTO_UNIT_NS << n));
		constant = row->stall_max - mean <= mean * AGREE_PCT / 100 && mean - s <= mean * AGREE_PCT / 100;
		if (row->stalls == 1)
			row->rto_pattern = RS_RTO_ONE;
		else if (constant)
			row->rto_pattern = RS_RTO_CONST;
		else if (!l->stalls_shrank && row->stall_last * 100 >= row->stall_first * GROWS_PCT)
			row->rto_pattern = RS_RTO_GROWING;
		else
			row->rto_pattern = RS_RTO_MIXED;
		row->rto_exact = row->rto_pattern == RS_RTO_CONST && s * 100 <= ((rs_ns)RTO_UNIT_NS << n) * 110;
	}
	if (l->cm_rto_n >= 0) {
		row->rto_n = l->cm_rto_n;
		row->rto_exact = true;
	}
}

static void fill_lane(const struct rs_engine *e, const struct lane *l, struct rs_lane_row *row)
{
	const struct flow *f = &e->flows.slot[l->flow];

	*row = l->row;
	row->requester = f->key.src;
	row->responder = f->key.dst;
	row->vni = f->key.vni;
	row->responder_qp = f->key.qpn;
	row->flow_id = f->row.flow_id;
	row->priority = f->row.priority;
	row->priority_assumed = f->row.priority_assumed;
	row->requester_qp = f->peer != FLOW_NONE ? e->flows.slot[f->peer].key.qpn : RS_NO_QPN;
	row->pairing = f->peer != FLOW_NONE ? f->pairing : RS_PAIR_NONE;
	row->pair_confidence = f->peer != FLOW_NONE ? f->confidence : 0;
	row->dead = l->dead;
	row->sampled = l->sampled;
	row->last_response = l->last_response;
	row->responded = l->responded;
	row->hole_overflow = l->holes.overflow;
	row->pmtu = l->pmtu;
	row->next_psn = l->hi;
	row->una_psn = l->una_known ? l->una : RS_NO_PSN;
	row->ack_p50 = delay_quantile(&l->ack_delay, 0.5);
	row->ack_p99 = delay_quantile(&l->ack_delay, 0.99);
	row->ack_min = l->ack_delay.n ? l->ack_delay.min : RS_NS_NONE;
	estimate_timer(l, row);
}

static int by_first_packet(const void *a, const void *b)
{
	const struct rs_flow_row *x = a, *y = b;

	if (x->first != y->first)
		return x->first < y->first ? -1 : 1;
	if (x->point != y->point)
		return x->point < y->point ? -1 : 1;
	return x->flow_id < y->flow_id ? -1 : x->flow_id > y->flow_id;
}

static int by_id(const void *a, const void *b)
{
	const struct rs_lane_row *x = a, *y = b;

	return x->id < y->id ? -1 : x->id > y->id;
}

static void fill_totals(const struct rs_engine *e, struct rs_totals *t)
{
	*t = e->totals;
	t->cnp = t->kinds[RS_KIND_CNP];
	t->pfc = t->kinds[RS_KIND_PFC];
	t->pause = t->kinds[RS_KIND_PAUSE];
	t->cm = t->kinds[RS_KIND_CM];
	t->other = t->kinds[RS_KIND_OTHER];
	t->malformed = t->kinds[RS_KIND_MALFORMED];
	t->shorts = t->kinds[RS_KIND_SHORT];
	t->lost_events = e->emit.lost + e->load.lost;
	t->pausers_refused = e->pauses.refused;
	t->pool_empty = e->pools.history.refused + e->pools.holes.refused + e->pools.reads.refused + e->pools.episodes.refused;
}

int rs_engine_snapshot(const struct rs_engine *e, struct rs_snapshot *out, struct rs_err *err)
{
	memset(out, 0, sizeof(*out));
	fill_totals(e, &out->totals);
	out->points = calloc(e->points_seen + 1u, sizeof(*out->points));
	out->flows = calloc(e->flows.used + 1u, sizeof(*out->flows));
	out->lanes = calloc(e->lanes_used + 1u, sizeof(*out->lanes));
	if (!out->points || !out->flows || !out->lanes || pause_rows_make(&e->pauses, e->totals.first, e->now, out)) {
		rs_snapshot_fini(out);
		return rs_err_set(err, RS_ENOMEM, "no memory for the rows of %u flows", e->flows.used);
	}
	out->point_count = e->points_seen;
	for (uint32_t i = 0; i < e->points_seen; i++) {
		out->points[i] = e->points[i].row;
		if (!out->points[i].packets)
			out->points[i].first = out->points[i].last = RS_NS_NONE;
	}
	for (uint32_t i = 0; i < e->flows.used; i++)
		if (e->flows.slot[i].used) {
			struct rs_flow_row *row = &out->flows[out->flow_count++];

			*row = e->flows.slot[i].row;
			pause_rows_gap(&e->pauses, e->flows.slot[i].pace, row);
		}
	for (uint32_t i = 0; i < e->lanes_used; i++)
		if (e->lanes[i].used)
			fill_lane(e, &e->lanes[i], &out->lanes[out->lane_count++]);
	pause_rows_hosts(out);
	qsort(out->flows, out->flow_count, sizeof(*out->flows), by_first_packet);
	qsort(out->lanes, out->lane_count, sizeof(*out->lanes), by_id);
	return 0;
}
