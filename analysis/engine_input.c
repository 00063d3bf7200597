/* SPDX-License-Identifier: BSD-2-Clause */
/* Sums of the input: every frame is counted here, whatever becomes of it. */
#include "analysis/engine_state.h"

static bool is_roce(const struct rs_record *r)
{
	return (r->flags & RS_REC_BTH) || (r->kind == RS_KIND_SHORT && r->cut != 1 + 12 /* PAUSE */);
}

static void count_cut(struct rs_totals *t, const struct rs_record *r)
{
	if (!r->cut)
		return;
	t->cut_packets++;
	if (!t->first_cut)
		t->first_cut = r->frame;
	t->cut_headers += (1 << (r->cut - 1)) == RS_HDR_BTH || (1 << (r->cut - 1)) == RS_HDR_AETH;
}

static void count_roce(struct rs_engine *e, struct point *p, const struct rs_record *r)
{
	struct rs_totals *t = &e->totals;

	if (r->flags & RS_REC_ROCEV1)
		t->rocev1++;
	else
		t->roce++;
	p->row.roce_packets++;
	if (r->flags & RS_REC_BTH)
		t->opcodes[r->opcode]++;
	count_cut(t, r);
	switch (r->icrc_state) {
	case RS_ICRC_GOOD: t->icrc_good++; break;
	case RS_ICRC_BAD:
		if (!t->icrc_bad++)
			t->first_bad_icrc = r->frame;
		break;
	case RS_ICRC_SPORT:
		if (!t->icrc_sport++)
			t->recovered_sport = r->udp_sport;
		break;
	default: t->icrc_unchecked++;
	}
}

static void count_mirror(struct point *p, const struct rs_record *r)
{
	const uint32_t seq = r->encap_id & 0x3fffff;

	if (r->tunnel != RS_TUNNEL_ERSPAN2 && r->tunnel != RS_TUNNEL_ERSPAN3)
		return;
	if (p->mirror_any) {
		const uint32_t d = (seq - p->mirror_seq) & 0x3fffff;

		if (d > 1 && d < 0x200000)
			p->row.mirror_gaps += d - 1;
	}
	p->mirror_seq = seq;
	p->mirror_any = true;
}

static void count_time(struct rs_engine *e, struct point *p, const struct rs_record *r)
{
	struct rs_totals *t = &e->totals;

	if (t->first == RS_NS_NONE) {
		t->first = t->last = r->time;
		t->first_frame = r->frame;
	}
	if (r->time < t->last) {
		if (!t->time_backwards++)
			t->first_backwards = r->frame;
	} else {
		t->last = r->time;
	}
	if (e->now == RS_NS_NONE || r->time > e->now)
		e->now = r->time;
	if (!p->row.packets)
		p->row.first = r->time;
	p->row.last = r->time;
	p->row.coarse_times += r->time % RS_NS_PER_US == 0;
}

struct point *engine_count_input(struct rs_engine *e, const struct rs_record *r)
{
	struct point *p = &e->points[r->point < e->cfg.max_points ? r->point : e->cfg.max_points - 1];
	struct rs_totals *t = &e->totals;

	if (r->point >= e->points_seen)
		e->points_seen = (r->point < e->cfg.max_points ? r->point : e->cfg.max_points - 1) + 1u;
	count_time(e, p, r);
	p->row.packets++;
	t->packets++;
	t->wire_bytes += r->wire_len;
	t->kinds[r->kind < RS_KIND_COUNT ? r->kind : RS_KIND_OTHER]++;
	if (r->reason < RS_REASON_COUNT)
		t->reasons[r->reason]++;
	count_mirror(p, r);
	if (is_roce(r))
		count_roce(e, p, r);
	return p;
}
