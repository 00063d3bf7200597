/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/digest.h"

#include <math.h>
#include <rocescope/decode.h>
#include <stdlib.h>
#include <string.h>

#define CHUNK 128 /* episodes read at once */

/* ---- flows ---- */

static int flow_cmp(const void *pa, const void *pb)
{
	const struct rs_flow_row *a = *(const struct rs_flow_row *const *)pa;
	const struct rs_flow_row *b = *(const struct rs_flow_row *const *)pb;

	if (a->flow_id != b->flow_id)
		return a->flow_id < b->flow_id ? -1 : 1;
	return (a->point > b->point) - (a->point < b->point);
}

/* Flow rows by id, to find those of a lane; owned by the caller. */
static const struct rs_flow_row **flow_index(const struct rs_snapshot *s)
{
	const struct rs_flow_row **index = malloc((s->flow_count + 1) * sizeof(*index));

	if (!index)
		return NULL;
	for (uint32_t i = 0; i < s->flow_count; i++)
		index[i] = &s->flows[i];
	qsort(index, s->flow_count, sizeof(*index), flow_cmp);
	return index;
}

static const struct rs_flow_row *flow_of(const struct rs_flow_row **index, uint32_t n, uint64_t id, uint16_t point)
{
	const struct rs_flow_row key = { .flow_id = id, .point = point }, *p = &key;
	const struct rs_flow_row **hit = bsearch(&p, index, n, sizeof(*index), flow_cmp);

	return hit ? *hit : NULL;
}

static void add_flows(struct digest *d, const struct rs_snapshot *s)
{
	uint8_t seen[65536 / 8] = { 0 };

	for (uint32_t i = 0; i < s->flow_count; i++) {
		const struct rs_flow_row *f = &s->flows[i];

		d->data += f->packets;
		d->ect1 += f->ecn[1];
		d->ect0 += f->ecn[2];
		d->ce += f->ecn[3];
		d->ce_flows += f->ecn[3] > 0;
		d->cnps += f->cnps;
		d->uc_gaps += f->uc_gaps;
		d->many_ports += f->sport_count > 1;
		for (unsigned k = 0; k < f->sport_count && k < RS_FLOW_SPORTS; k++) {
			d->ports += !(seen[f->sports[k] >> 3] >> (f->sports[k] & 7) & 1);
			seen[f->sports[k] >> 3] |= (uint8_t)(1u << (f->sports[k] & 7));
		}
	}
}

/* ---- lanes ---- */

static bool has_trouble(const struct rs_lane_row *l)
{
	return l->resent || l->resp_resent || l->naks || l->rnrs || l->fatal_naks || l->episodes || l->dead;
}

static void fill_lane(struct digest_lane *dl, const struct rs_lane_row *l)
{
	const rs_ns active = l->first == RS_NS_NONE || l->last <= l->first ? 0 : l->last - l->first;

	dl->row = l;
	dl->packets = l->requests + l->read_responses;
	dl->resent = l->resent + l->resp_resent;
	dl->resent_bytes = l->resent_bytes + l->resp_resent_bytes;
	dl->trouble = has_trouble(l);
	dl->bps = active ? (double)l->goodput_bytes * 8e9 / (double)active : 0;
	dl->cost = (double)dl->resent_bytes + (double)(l->stall_total + l->rnr_wait) * dl->bps / 8e9;
}

static void add_lane(struct digest *d, const struct digest_lane *dl)
{
	const struct rs_lane_row *l = dl->row;

	d->packets += dl->packets;
	d->resent += dl->resent;
	d->resent_bytes += dl->resent_bytes;
	d->naks += l->naks;
	d->rnrs += l->rnrs;
	d->timer_rounds += l->timer_rounds;
	d->cap_missing += l->cap_missing;
	d->ooo += l->ooo;
	d->stall += l->stall_total;
	d->rnr_wait += l->rnr_wait;
	d->rnr_lanes += l->rnrs > 0;
	d->trouble_count += dl->trouble;
	if (l->rto_n >= 0 && (d->rto_n < 0 || l->rto_n < d->rto_n)) {
		d->rto_n = l->rto_n;
		d->rto_exact = l->rto_exact;
	}
}

static void add_lane_flows(struct digest_lane *dl, const struct rs_flow_row **index, uint32_t n)
{
	const struct rs_lane_row *l = dl->row;
	const struct rs_flow_row *f = flow_of(index, n, l->flow_id, l->point);

	if (f) {
		dl->flow_packets = f->packets;
		dl->ce = f->ecn[3];
	}
	dl->cnps_known = l->requester_qp != RS_NO_QPN;
	if (!dl->cnps_known)
		return;
	f = flow_of(index, n, rs_flow_id(&l->responder, &l->requester, l->requester_qp, l->vni), l->point);
	dl->cnps = f ? f->cnps : 0;
}

/* Worst first: trouble before none, then cost, then resends, then age. */
static int lane_cmp(const void *pa, const void *pb)
{
	const struct digest_lane *a = pa, *b = pb;

	if (a->trouble != b->trouble)
		return a->trouble ? -1 : 1;
	if (a->cost != b->cost)
		return a->cost > b->cost ? -1 : 1;
	if (a->resent != b->resent)
		return a->resent > b->resent ? -1 : 1;
	return (a->row->id > b->row->id) - (a->row->id < b->row->id);
}

static int add_lanes(struct digest *d, const struct rs_snapshot *s)
{
	const struct rs_flow_row **index = flow_index(s);

	d->lanes = calloc(s->lane_count + 1, sizeof(*d->lanes));
	if (!index || !d->lanes) {
		free(index);
		return -RS_ENOMEM;
	}
	d->lane_count = s->lane_count;
	for (uint32_t i = 0; i < s->lane_count; i++) {
		fill_lane(&d->lanes[i], &s->lanes[i]);
		add_lane_flows(&d->lanes[i], index, s->flow_count);
		add_lane(d, &d->lanes[i]);
	}
	free(index);
	qsort(d->lanes, d->lane_count, sizeof(*d->lanes), lane_cmp);
	return 0;
}

/* ---- host pairs ---- */

struct pair {
	struct rs_addr low, high;
	bool both;
};

static int pair_cmp(const void *a, const void *b)
{
	return memcmp(a, b, 2 * sizeof(struct rs_addr));
}

/* UC and UD are not answered, so they say nothing about the other direction. */
static int add_pairs(struct digest *d, const struct rs_snapshot *s)
{
	struct pair *pairs = calloc(s->lane_count + 1, sizeof(*pairs));
	uint32_t n = 0;

	if (!pairs)
		return -RS_ENOMEM;
	for (uint32_t i = 0; i < s->lane_count; i++) {
		const struct rs_lane_row *l = &s->lanes[i];
		const bool swap = memcmp(&l->requester, &l->responder, sizeof(l->requester)) > 0;

		if (l->transport == RS_TRANSPORT_UC || l->transport == RS_TRANSPORT_UD)
			continue;
		pairs[n].low = swap ? l->responder : l->requester;
		pairs[n].high = swap ? l->requester : l->responder;
		pairs[n++].both = l->responded;
	}
	qsort(pairs, n, sizeof(*pairs), pair_cmp);
	for (uint32_t i = 0; i < n;) {
		const uint32_t first = i;
		bool both = false;

		for (; i < n && !pair_cmp(&pairs[first], &pairs[i]); i++)
			both |= pairs[i].both;
		d->pairs++;
		d->pairs_both += both;
	}
	free(pairs);
	return 0;
}

/* ---- episodes ---- */

static enum digest_place place_of(unsigned side)
{
	switch (side) {
	case RS_SIDE_UPSTREAM:
	case RS_SIDE_RESP_UPSTREAM:
		return DIGEST_BEFORE;
	case RS_SIDE_DOWNSTREAM:
	case RS_SIDE_RESP_DOWNSTREAM:
		return DIGEST_AFTER;
	default:
		return DIGEST_ELSEWHERE;
	}
}

static void add_episode(struct digest *d, const struct rs_episode *e)
{
	const enum digest_place place = place_of(e->side);

	d->episodes++;
	d->modes[e->mode < RS_MODE_COUNT ? e->mode : RS_MODE_NONE]++;
	d->open += e->state == RS_STATE_OPEN;
	d->failed += e->state == RS_STATE_FAILED;
	if (e->lost_packets) {
		d->lost[place] += e->lost_packets;
		d->lost_bound[place] |= !e->lost_exact;
	}
	if (e->react != RS_NS_NONE && e->naks)
		hist_add(&d->react, e->react);
	if (e->naks && e->resent)
		hist_add(&d->per_nak, e->resent);
	if (e->state == RS_STATE_RECOVERED && e->recov != RS_NS_NONE)
		hist_add(&d->recovery, e->recov);
	for (unsigned i = 0; i < e->stall_count && i < RS_EPISODE_STALLS; i++)
		hist_add(&d->stalls, e->stalls[i]);
}

/* Second pass, when min and max are known. */
static void add_bin(struct digest *d, const struct rs_episode *e)
{
	const double low = log((double)d->react.min + 1), high = log((double)d->react.max + 1);
	double at;

	if (e->react == RS_NS_NONE || !e->naks)
		return;
	at = (log((double)(e->react < 0 ? 0 : e->react) + 1) - low) / (high - low) * DIGEST_BINS;
	d->react_bins[at >= DIGEST_BINS ? DIGEST_BINS - 1 : at < 0 ? 0 : (unsigned)at]++;
}

static int each_episode(struct digest *d, const struct spool *s,
			void (*fn)(struct digest *, const struct rs_episode *))
{
	struct rs_episode *chunk = malloc(CHUNK * sizeof(*chunk));
	uint64_t at = 0;
	size_t n;

	if (!chunk)
		return -RS_ENOMEM;
	while ((n = spool_read(s, at, chunk, CHUNK)) > 0) {
		for (size_t i = 0; i < n; i++)
			fn(d, &chunk[i]);
		at += n;
	}
	free(chunk);
	return 0;
}

static int add_episodes(struct digest *d, const struct spool *s)
{
	if (!s)
		return 0;
	if (each_episode(d, s, add_episode))
		return -RS_ENOMEM;
	if (d->react.n < 2 || d->react.min == d->react.max)
		return 0;
	return each_episode(d, s, add_bin);
}

/* ---- points ---- */

static void add_points(struct digest *d, const struct report *r)
{
	d->drops_known = r->point_count > 0;
	for (unsigned i = 0; i < r->point_count; i++) {
		const struct report_point *p = &r->points[i];

		d->drops_known &= p->drops_known;
		d->drops += p->drops_known ? p->drops : 0;
		if (p->snaplen && (!d->snaplen || p->snaplen < d->snaplen))
			d->snaplen = p->snaplen;
	}
	for (uint32_t i = 0; i < r->snap->point_count; i++) {
		d->coarse += r->snap->points[i].coarse_times;
		d->point_packets += r->snap->points[i].packets;
	}
}

struct digest *digest_create(const struct report *r, struct rs_err *err)
{
	struct digest *d = calloc(1, sizeof(*d));

	if (!d) {
		rs_err_set(err, RS_ENOMEM, "report: no memory for its sums; use -f ndjson, which needs less");
		return NULL;
	}
	d->rto_n = -1;
	hist_init(&d->react);
	hist_init(&d->per_nak);
	hist_init(&d->stalls);
	hist_init(&d->recovery);
	if (add_lanes(d, r->snap) || add_pairs(d, r->snap) || add_episodes(d, r->episodes)) {
		digest_destroy(d);
		rs_err_set(err, RS_ENOMEM, "report: no memory for %u lanes; use -f ndjson, which needs less",
			   r->snap->lane_count);
		return NULL;
	}
	add_flows(d, r->snap);
	add_points(d, r);
	return d;
}

void digest_destroy(struct digest *d)
{
	if (!d)
		return;
	free(d->lanes);
	free(d);
}
