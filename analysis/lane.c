/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A lane follows two edges in the 24-bit PSN space: hi, the next new PSN that the tap expects,
 * and una, the lowest PSN that no answer has covered yet. Between them lie holes: PSNs that
 * were skipped when hi moved over them. A hole is a suspicion, not a loss. It ends in one of
 * four ways: the packet comes late (reordering), it is sent again (a loss before the tap), an
 * answer covers it (the receiver had it: only the capture missed it), or nothing ever tells
 * (undetermined; a Go-Back-N sender cannot run 2^16 PSNs ahead of a loss, so then it was the
 * capture too).
 *
 * Ambiguous by nature: a packet below hi that was never seen may be late or sent again. IP
 * identifications decide where the sender counts them; without, only a short age of the hole
 * speaks for reordering, and engine.c corrects that when the next packets were seen before.
 *
 * A READ request takes as many PSNs as its response has packets. While the path MTU is not
 * known the request counts as one PSN and the next request teaches the MTU.
 *
 * Diagnosis 1.4 (classes), 1.7 (answers and capture loss), 1.9 (epochs, sampled mirrors).
 */
#include "analysis/lane.h"

#include "base/psn.h"

#include <rocescope/decode.h>
#include <string.h>

#define FAR_PSN 65536	     /* a Go-Back-N sender cannot be this far beyond a loss */
#define OLD_PSN (1 << 22)    /* older ones are forgotten, long before comparisons turn round at 2^23 */
#define SAMPLED_MIN_PSNS 1000
#define SAMPLED_MIN_GAPS 8 /* one long gap is an outage of the capture, not a sample */

static const uint32_t mtus[] = { 256, 512, 1024, 2048, 4096 };

static void reset_psn_state(struct lane *l)
{
	memset(&l->pending, 0, sizeof(l->pending));
	memset(&l->run, 0, sizeof(l->run));
	l->run_on = false;
	l->late_count = l->late_at = 0;
	l->damaged_count = l->damaged_at = 0;
	l->ack_count = l->ack_at = 0;
	l->skew_time = RS_NS_NONE;
	l->fuzzy_len = 0;
	l->big_bytes = 0;
	l->una_known = l->asked_known = l->msn_known = l->dead = false;
	l->span = l->hole_psns = 0;
	l->gaps = 0;
}

void lane_start(struct lane *l, uint32_t flow, const struct rs_record *r)
{
	memset(l, 0, sizeof(*l));
	l->used = true;
	l->flow = flow;
	l->last_request = l->last_response = RS_NS_NONE;
	l->cm_rto_n = -1;
	l->cm_retry = l->cm_rnr_retry = 0xff;
	l->row.first = r->time;
	l->row.first_frame = r->frame;
	l->row.epochs = 1;
	l->row.last_progress = RS_NS_NONE;
	l->ms_end = INT64_MIN / 2;
	l->load = UINT32_MAX;
	l->row.transport = rs_opcode(r->opcode)->transport;
	l->epoch_start = r->time;
	reset_psn_state(l);
}

void lane_new_epoch(struct lane *l, struct lane_pools *p, uint32_t psn, rs_ns now)
{
	l->row.undetermined += holes_count(&l->holes, &p->holes);
	holes_clear(&l->holes, &p->holes);
	history_clear(&l->history, &p->history);
	if (l->reads) {
		holes_clear(&((struct reads *)pool_at(&p->reads, l->reads))->holes, &p->holes);
		pool_give(&p->reads, l->reads);
		l->reads = 0;
	}
	reset_psn_state(l);
	l->hi = l->first_psn = psn;
	l->epoch_start = now;
}

struct reads *lane_reads(struct lane *l, struct lane_pools *p, bool create)
{
	if (!l->reads && create)
		l->reads = pool_take(&p->reads);
	return l->reads ? pool_at(&p->reads, l->reads) : NULL;
}

uint32_t lane_psns(const struct lane *l, const struct rs_record *r)
{
	const unsigned role = rs_opcode(r->opcode)->role;

	if (!(role & RS_OP_READ) || !(r->headers & RS_HDR_RETH))
		return 1;
	return l->pmtu ? psn_count(r->u.req.dma_len, l->pmtu) : 1;
}

#define CE_SHARE_PCT 1

static void next_ms(struct lane *l, rs_ns now)
{
	const bool follows = now < l->ms_end + RS_NS_PER_MS;

	l->ms_data[1] = follows ? l->ms_data[0] : 0;
	l->ms_ce[1] = follows ? l->ms_ce[0] : 0;
	l->ms_data[0] = l->ms_ce[0] = 0;
	l->ms_end = now + RS_NS_PER_MS;
}

void lane_note_data(struct lane *l, const struct rs_record *r)
{
	if (r->time >= l->ms_end)
		next_ms(l, r->time);
	l->ms_data[0]++;
	l->ms_ce[0] += rs_record_ecn(r) == 3;
	if (r->payload_len > l->row.largest_sent)
		l->row.largest_sent = r->payload_len;
	if (r->payload_len > l->row.largest_acked && r->payload_len > l->big_bytes) {
		l->big_bytes = r->payload_len;
		l->big_psn = r->psn;
	}
}

bool lane_ce_before(const struct lane *l, rs_ns now)
{
	const uint32_t ce = l->ms_ce[0] + l->ms_ce[1], data = l->ms_data[0] + l->ms_data[1];

	return now < l->ms_end + RS_NS_PER_MS && ce && ce * 100 >= data * CE_SHARE_PCT;
}

bool lane_was_late(const struct lane *l, uint32_t psn)
{
	for (unsigned i = 0; i < l->late_count; i++)
		if (l->late[i] == psn)
			return true;
	return false;
}

void lane_note_late(struct lane *l, uint32_t psn)
{
	l->late[l->late_at] = psn;
	l->late_at = (l->late_at + 1) % LANE_LATE;
	l->late_count += l->late_count < LANE_LATE;
}

static bool knows_damaged(const struct lane *l, uint32_t psn)
{
	for (unsigned i = 0; i < l->damaged_count; i++)
		if (l->damaged[i] == psn)
			return true;
	return false;
}

void lane_note_damaged(struct lane *l, uint32_t psn)
{
	if (knows_damaged(l, psn))
		return;
	l->damaged[l->damaged_at] = psn;
	l->damaged_at = (l->damaged_at + 1) % LANE_DAMAGED;
	l->damaged_count += l->damaged_count < LANE_DAMAGED;
}

uint32_t lane_damaged(const struct lane *l, uint32_t first, uint32_t last)
{
	uint32_t n = 0;

	for (unsigned i = 0; i < l->damaged_count; i++)
		n += !psn_before(l->damaged[i], first) && !psn_after(l->damaged[i], last);
	return n;
}

/* The READ that was counted as one PSN gets its true end. */
static void settle_fuzzy(struct lane *l, struct lane_pools *p)
{
	const uint32_t end = psn_add(l->fuzzy_psn, (int32_t)psn_count(l->fuzzy_len, l->pmtu));
	struct reads *s = lane_reads(l, p, false);

	for (unsigned i = 0; s && i < s->count; i++)
		if (s->range[i].first == l->fuzzy_psn)
			s->range[i].last = psn_add(end, -1);
	if (psn_after(end, l->hi))
		l->hi = end;
	l->fuzzy_len = 0;
}

void lane_learn_pmtu(struct lane *l, struct lane_pools *p, uint32_t bytes)
{
	for (unsigned i = 0; i < sizeof(mtus) / sizeof(mtus[0]); i++) {
		if (bytes != mtus[i])
			continue;
		l->pmtu = bytes;
		l->pmtu_fixed = true;
		if (l->fuzzy_len && l->fuzzy_len != LANE_LEN_CUT)
			settle_fuzzy(l, p);
	}
}

/* The next request after a READ of unknown PSN count tells the MTU (diagnosis 1.1, message). */
static void learn_from_next(struct lane *l, struct lane_pools *p, uint32_t psn)
{
	if (l->fuzzy_len == LANE_LEN_CUT) {
		/* The RETH was cut off: where the READ ends is where the next request begins. */
		l->span += (uint32_t)psn_diff(psn, l->hi);
		l->hi = psn;
		l->fuzzy_len = 0;
		return;
	}
	for (unsigned i = 0; i < sizeof(mtus) / sizeof(mtus[0]); i++) {
		if (psn != psn_add(l->fuzzy_psn, (int32_t)psn_count(l->fuzzy_len, mtus[i])))
			continue;
		l->pmtu = mtus[i];
		settle_fuzzy(l, p);
		return;
	}
}

static bool is_skewed(struct lane *l, uint32_t psn, uint32_t n, rs_ns now, const struct rs_tunables *tune)
{
	uint32_t last = psn_add(psn, (int32_t)n - 1);

	if (l->skew_time == RS_NS_NONE || now - l->skew_time > tune->t_copy_hop ||
	    !psn_within(psn, l->skew_first, l->skew_last))
		return false;
	if (psn_after(last, l->skew_last))
		last = l->skew_last;
	l->row.cap_missing -= (uint32_t)psn_diff(last, psn) + 1;
	l->skew_first = psn_add(last, 1);
	if (last == l->skew_last)
		l->skew_time = RS_NS_NONE;
	return true;
}

static void open_gap(struct lane *l, struct lane_pools *p, const struct rs_record *r, struct lane_fact *f)
{
	const struct hole h = { l->hi, psn_add(r->psn, -1), r->time, r->frame };

	f->cls = RS_CLASS_GAP;
	f->gap_first = l->hi;
	if (!l->row.first_missing)
		l->row.first_missing = r->frame;
	if (l->sampled)
		return;
	l->hole_psns += (uint32_t)psn_diff(r->psn, l->hi);
	l->gaps++;
	holes_add(&l->holes, &p->holes, &h);
}

/* A hole that a Go-Back-N sender cannot have left open was a loss of the capture. */
static void give_up_old_holes(struct lane *l, struct lane_pools *p, struct holes *h)
{
	while (h->n && psn_diff(l->hi, holes_at(h, &p->holes, 0)->last) > FAR_PSN) {
		const uint32_t end = psn_add(holes_at(h, &p->holes, 0)->last, 1);

		l->row.cap_missing += holes_drop_below(h, &p->holes, end);
	}
}

static void move_hi(struct lane *l, struct lane_pools *p, uint32_t to)
{
	struct reads *s = lane_reads(l, p, false);

	l->span += (uint32_t)psn_diff(to, l->hi);
	l->hi = to;
	if (psn_diff(to, l->first_psn) > OLD_PSN)
		l->first_psn = psn_add(to, -OLD_PSN);
	if (l->holes.n)
		give_up_old_holes(l, p, &l->holes);
	if (s && s->holes.n)
		give_up_old_holes(l, p, &s->holes);
}

static uint8_t class_below(struct lane *l, struct lane_pools *p, const struct rs_record *r, bool ids_usable, bool older,
			   const struct rs_tunables *tune)
{
	const struct hole *h;

	if (is_skewed(l, r->psn, lane_psns(l, r), r->time, tune))
		return RS_CLASS_SKEWED;
	h = holes_find(&l->holes, &p->holes, r->psn);
	if (ids_usable && older)
		return h ? RS_CLASS_LATE : RS_CLASS_LATE_RESEND;
	if (h && !ids_usable && r->time - h->time <= tune->t_ooo && !l->open)
		return RS_CLASS_LATE;
	return RS_CLASS_RESEND;
}

/* Length of a READ whose PSN count is not known yet, 0 for everything else. */
static uint32_t fuzzy_length(const struct lane *l, const struct rs_record *r, unsigned role)
{
	if (!(role & RS_OP_READ))
		return 0;
	if (!(r->headers & RS_HDR_RETH))
		return LANE_LEN_CUT;
	return !l->pmtu && r->u.req.dma_len > mtus[0] ? r->u.req.dma_len : 0;
}

struct lane_fact lane_classify(struct lane *l, struct lane_pools *p, const struct rs_record *r, bool ids_usable,
			       bool older, const struct rs_tunables *tune)
{
	struct lane_fact f = { .cls = RS_CLASS_NEW, .psn = r->psn, .older = ids_usable && older };
	const unsigned role = rs_opcode(r->opcode)->role;
	int32_t d;

	if (!l->started) {
		l->started = true;
		l->hi = l->first_psn = r->psn;
	}
	if (l->fuzzy_len && psn_after(r->psn, l->hi))
		learn_from_next(l, p, r->psn);
	f.n = lane_psns(l, r); /* only now: this request may just have taught the MTU */
	d = psn_diff(r->psn, l->hi);
	if (d > tune->w_jump || d < -tune->w_jump) {
		f.cls = RS_CLASS_JUMP;
		f.reuse = role & (RS_OP_FIRST | RS_OP_ONLY | RS_OP_READ | RS_OP_ATOMIC);
		return f;
	}
	if (d < 0) {
		f.cls = class_below(l, p, r, ids_usable, older, tune);
		/* A repeated READ for more than was asked before moves the edge all the same. */
		if (psn_after(psn_add(r->psn, (int32_t)f.n), l->hi))
			move_hi(l, p, psn_add(r->psn, (int32_t)f.n));
		return f;
	}
	if (d > 0)
		open_gap(l, p, r, &f);
	move_hi(l, p, psn_add(r->psn, (int32_t)f.n));
	l->fuzzy_len = fuzzy_length(l, r, role);
	if (l->fuzzy_len)
		l->fuzzy_psn = r->psn;
	return f;
}

static void note_ack(struct lane *l, rs_ns now)
{
	l->acks[l->ack_at].una = l->una;
	l->acks[l->ack_at].time = now;
	l->ack_at = (l->ack_at + 1) % LANE_ACKS;
	l->ack_count += l->ack_count < LANE_ACKS;
}

rs_ns lane_ack_time(const struct lane *l, uint32_t psn)
{
	for (unsigned i = 0; i < l->ack_count; i++) {
		const unsigned at = (l->ack_at + LANE_ACKS - l->ack_count + i) % LANE_ACKS;

		if (psn_before(psn, l->acks[at].una))
			return l->acks[at].time;
	}
	return RS_NS_NONE;
}

/* PSNs that were acknowledged before the tap saw them: loss of the capture, or a mirror that is late with data. */
static uint32_t acked_unseen(struct lane *l, uint32_t psn, rs_ns now)
{
	const uint32_t n = (uint32_t)psn_diff(psn, l->hi) + 1;

	/* A mirror that is late with data may let several answers pass before. */
	if (l->skew_time == RS_NS_NONE || psn_add(l->skew_last, 1) != l->hi)
		l->skew_first = l->hi;
	l->skew_last = psn;
	l->skew_time = now;
	l->span += n;
	l->hi = psn_add(psn, 1);
	return n;
}

uint32_t lane_ack(struct lane *l, struct lane_pools *p, uint32_t psn, const struct rs_record *r)
{
	struct reads *s = lane_reads(l, p, false);
	uint32_t target = psn_add(psn, 1), missing = 0;

	if (!psn_before(psn, l->hi))
		missing = acked_unseen(l, psn, r->time);
	if (s)
		target = reads_limit(s, &p->holes, l->una_known ? l->una : l->first_psn, target, r->time, r->frame);
	if (!l->una_known || psn_after(target, l->una)) {
		l->una = target;
		l->una_known = true;
		l->row.last_progress = r->time;
		if (l->big_bytes && psn_before(l->big_psn, target)) {
			l->row.largest_acked = l->big_bytes;
			l->big_bytes = 0;
		}
		note_ack(l, r->time);
		if (l->holes.n)
			missing += holes_drop_below(&l->holes, &p->holes, target);
		history_release(&l->history, &p->history, target);
		if (s)
			reads_release(s, target);
	}
	l->row.cap_missing += missing;
	if (missing && !l->row.first_missing)
		l->row.first_missing = r->frame;
	return missing;
}

void lane_note_stall(struct lane *l, rs_ns stall)
{
	struct rs_lane_row *row = &l->row;

	l->stalls_before.min = l->stall_min;
	l->stalls_before.first = row->stall_first;
	l->stalls_before.last = row->stall_last;
	l->stalls_before.max = row->stall_max;
	l->stalls_before.total = row->stall_total;
	l->stalls_before.n = row->stalls;
	l->stalls_before.shrank = l->stalls_shrank;
	if (!row->stalls || stall < l->stall_min)
		l->stall_min = stall;
	if (row->stalls)
		l->stalls_shrank |= stall < row->stall_last;
	else
		row->stall_first = stall;
	row->stalls++;
	row->stall_last = stall;
	row->stall_total += stall;
	if (stall > row->stall_max)
		row->stall_max = stall;
}

void lane_take_back_stall(struct lane *l)
{
	struct rs_lane_row *row = &l->row;

	l->stall_min = l->stalls_before.min;
	l->stalls_shrank = l->stalls_before.shrank;
	row->stall_first = l->stalls_before.first;
	row->stall_last = l->stalls_before.last;
	row->stall_max = l->stalls_before.max;
	row->stall_total = l->stalls_before.total;
	row->stalls = l->stalls_before.n;
}

bool lane_check_sampled(struct lane *l)
{
	const uint64_t missing = l->row.cap_missing, seen = l->row.new_packets;
	const bool by_acks = missing * 4 > missing + seen && missing + seen >= SAMPLED_MIN_PSNS;
	const bool by_holes = l->span >= SAMPLED_MIN_PSNS && l->gaps >= SAMPLED_MIN_GAPS && l->hole_psns * 2 > l->span &&
			      !l->row.naks;

	if (l->sampled || !(by_acks || by_holes))
		return false;
	l->sampled = true;
	return true;
}
