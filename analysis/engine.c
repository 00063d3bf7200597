/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Order of analysis of one record: sums of the input; mirror copy or not; flow; damaged or
 * not; then by transport: requests to their lane (class, recovery, history), answers to the
 * lane that pairing finds. With hundreds of lanes nearly every record finds its memory out of
 * the caches; so records are taken in small groups, and look_ahead asks for everything that a
 * group will touch before the first record of it is analysed.
 *
 * Memory is reserved at creation for max_flows flows and touched only as flows appear. A full
 * table gives up the flow that has been idle for longest; its lane's open episodes are handed
 * out as they are.
 */
#include "analysis/engine_state.h"

#include "analysis/answers.h"
#include "analysis/giveup.h"
#include "analysis/recovery.h"
#include "base/psn.h"

#include <rocescope/decode.h>
#include <stdlib.h>
#include <string.h>

#define FINISH_LANES 128     /* lanes settled in one step: their episodes fit the rings */
#define UC_JUMP 65536
#define AHEAD 16	     /* records whose memory is asked for together; 32 and more leave the first cache again */

/** What look_ahead found out about a record. */
struct ahead {
	uint64_t hash;	  /* of the flow */
	uint64_t content; /* of the frame, for copies */
	uint64_t evicted; /* evicted flows at that time */
	uint32_t flow;	  /* slot, FLOW_NONE = not known then */
};

struct rs_engine *rs_engine_create(const struct rs_engine_config *cfg, struct rs_err *err)
{
	struct rs_engine *e = calloc(1, sizeof(*e));
	const uint32_t flows = cfg->max_flows < 16 ? 16 : cfg->max_flows;
	int bad;

	if (!e) {
		rs_err_set(err, RS_ENOMEM, "no memory for the analysis; lower --max-memory");
		return NULL;
	}
	e->cfg = *cfg;
	e->cfg.max_flows = flows;
	e->cfg.max_points = cfg->max_points ? cfg->max_points : 1;
	e->cfg.pairs = NULL;
	e->lanes = lines_calloc(flows, sizeof(*e->lanes), &e->lanes_mem);
	e->points = calloc(e->cfg.max_points, sizeof(*e->points));
	e->copies = copies_create(&e->cfg.tune);
	bad = !e->lanes || !e->points || !e->copies || flows_init(&e->flows, flows) || peers_init(&e->peers, flows) ||
	      pair_init(&e->pair, cfg->pairs, cfg->pair_count) || emit_init(&e->emit, cfg->max_events, cfg->max_episodes) ||
	      pauses_init(&e->pauses, &e->cfg, &e->emit) ||
	      load_init(&e->load, flows, cfg->tune.w_storm, cfg->max_windows) ||
	      pool_init(&e->pools.history, HISTORY_BLOCK_BYTES, flows / 2 + 4096) ||
	      pool_init(&e->pools.holes, HOLES_BLOCK_BYTES, flows / 16 + 1024) ||
	      pool_init(&e->pools.reads, sizeof(struct reads), flows / 8 + 1024) ||
	      pool_init(&e->pools.episodes, sizeof(struct episode), flows / 8 + 2048);
	if (bad) {
		rs_err_set(err, RS_ENOMEM, "no memory for the state of %u flows; lower --max-memory", flows);
		rs_engine_destroy(e);
		return NULL;
	}
	e->lane_free = LANE_NONE;
	e->pair.flows = &e->flows;
	e->pair.lanes = e->lanes;
	e->pair.peers = &e->peers;
	e->pair.tune = &e->cfg.tune;
	e->recovery.tune = &e->cfg.tune;
	e->recovery.pools = &e->pools;
	e->recovery.emit = &e->emit;
	e->recovery.peers = &e->peers;
	e->totals.first = e->totals.last = e->now = RS_NS_NONE;
	return e;
}

void rs_engine_destroy(struct rs_engine *e)
{
	if (!e)
		return;
	flows_fini(&e->flows);
	peers_fini(&e->peers);
	pair_fini(&e->pair);
	emit_fini(&e->emit);
	load_fini(&e->load);
	pool_fini(&e->pools.history);
	pool_fini(&e->pools.holes);
	pool_fini(&e->pools.reads);
	pool_fini(&e->pools.episodes);
	pauses_fini(&e->pauses);
	copies_destroy(e->copies);
	free(e->lanes_mem);
	free(e->points);
	free(e);
}

/* ---- flows and lanes come and go ---- */

static void lane_remove(struct rs_engine *e, uint32_t slot)
{
	struct lane *l = &e->lanes[slot];
	struct peers_entry *p = &e->peers.slot[l->peers];
	uint32_t *link = &p->first_lane;

	episodes_leave(&e->recovery, l);
	load_lane_gone(&e->load, l->load);
	lane_new_epoch(l, &e->pools, 0, 0);
	while (*link != slot)
		link = &e->lanes[*link].next_of_peers;
	*link = l->next_of_peers;
	if (!--p->lanes)
		peers_remove(&e->peers, l->peers);
	memset(l, 0, sizeof(*l));
	l->next_of_peers = e->lane_free; /* several may go before one comes */
	e->lane_free = slot;
}

static void evict(struct rs_engine *e, uint32_t flow)
{
	pair_part(&e->pair, flow);
	if (e->flows.slot[flow].pace)
		pool_give(&e->pauses.paces, e->flows.slot[flow].pace);
	if (e->flows.slot[flow].lane != LANE_NONE)
		lane_remove(e, e->flows.slot[flow].lane);
	flows_remove(&e->flows, flow);
	e->totals.evicted_flows++;
}

static uint32_t flow_get(struct rs_engine *e, uint64_t hash, const struct rs_record *r)
{
	uint32_t s = flows_find_record(&e->flows, r, hash);
	struct flow_key key;
	uint32_t victim;

	if (s != FLOW_NONE)
		return s;
	victim = flows_victim(&e->flows);
	if (victim != FLOW_NONE)
		evict(e, victim);
	flow_key_of(&key, r);
	s = flows_add(&e->flows, &key, hash, r);
	pauses_class(&e->pauses, r, &e->flows.slot[s].row);
	pair_new_flow(&e->pair, s);
	return s;
}

static void apply_cm(struct lane *l, const struct cm_connection *c)
{
	if (c->pmtu) {
		l->pmtu = c->pmtu;
		l->pmtu_fixed = true;
	}
	l->cm_rto_n = c->ack_timeout ? (int8_t)c->ack_timeout : -1;
	l->cm_retry = c->retry;
	l->cm_rnr_retry = c->rnr_retry;
}

static struct lane *lane_get(struct rs_engine *e, uint32_t flow, const struct rs_record *r)
{
	struct flow *f = &e->flows.slot[flow];
	const struct cm_connection *c;
	uint32_t slot, peers, unused;
	struct lane *l;

	if (f->lane != LANE_NONE)
		return &e->lanes[f->lane];
	peers = peers_get(&e->peers, &f->key.src, &f->key.dst, f->key.vni, f->key.point);
	if (peers == PEERS_NONE)
		return NULL;
	if (e->lane_free != LANE_NONE) {
		slot = e->lane_free;
		e->lane_free = e->lanes[slot].next_of_peers;
	} else {
		slot = e->lanes_used++;
	}
	l = &e->lanes[slot];
	lane_start(l, flow, r);
	l->row.id = e->next_lane_id++;
	l->row.point = f->key.point;
	l->peers = peers;
	l->next_of_peers = e->peers.slot[peers].first_lane;
	e->peers.slot[peers].first_lane = slot;
	e->peers.slot[peers].lanes++;
	f->lane = slot;
	l->load = load_lane(&e->load, l->row.id, f->key.point, &f->key.src, &f->key.dst);
	c = cm_peer(&e->pair.cm, &f->key.src, &f->key.dst, f->key.qpn, &unused);
	if (c)
		apply_cm(l, c);
	return l;
}

/* ---- one packet of each kind ---- */

static void note_history(struct rs_engine *e, struct lane *l, const struct rs_record *r, const struct lane_fact *f)
{
	const unsigned role = rs_opcode(r->opcode)->role;
	struct reads *s;

	if (f->cls == RS_CLASS_LATE_RESEND || f->cls == RS_CLASS_SKEWED)
		return;
	history_note(&l->history, &e->pools.history, f->psn, r->time,
		     role & (RS_OP_FIRST | RS_OP_ONLY | RS_OP_READ | RS_OP_ATOMIC));
	if (!(role & (RS_OP_READ | RS_OP_ATOMIC)))
		return;
	s = lane_reads(l, &e->pools, true);
	if (!s)
		return;
	if (f->cls == RS_CLASS_RESEND) {
		struct read_range *old = reads_find(s, f->psn);

		if (old) {
			reads_again(old, f->psn);
			return;
		}
	}
	{
		const struct read_range range = { f->psn, psn_add(f->psn, (int32_t)f->n - 1), r->time, .sent = 1,
						  .atomic = role & RS_OP_ATOMIC };

		if (f->cls != RS_CLASS_RESEND)
			l->row.cap_missing += reads_add(s, &e->pools.holes, &range);
	}
}

static unsigned on_jump(struct rs_engine *e, struct lane *l, const struct rs_record *r, struct lane_fact *f)
{
	giveup_new_epoch(&e->recovery, l, r->psn, r, f->reuse ? RS_EVENT_QP_REUSE : RS_EVENT_CAPTURE_OUTAGE);
	*f = lane_classify(l, &e->pools, r, false, false, &e->cfg.tune);
	recovery_request(&e->recovery, l, r, f);
	return RS_CLASS_JUMP;
}

static void note_asked(struct lane *l, const struct rs_record *r, const struct lane_fact *f)
{
	const uint32_t end = psn_add(f->psn, (int32_t)f->n);

	if ((!(r->bth_flags & RS_BTH_ACKREQ) && !(rs_opcode(r->opcode)->role & (RS_OP_READ | RS_OP_ATOMIC))) ||
	    (l->asked_known && !psn_after(end, l->asked)))
		return;
	l->asked = end;
	l->asked_known = true;
}

static unsigned on_request(struct rs_engine *e, uint32_t flow, const struct rs_record *r)
{
	struct flow *fl = &e->flows.slot[flow];
	struct lane *l = lane_get(e, flow, r);
	const unsigned role = rs_opcode(r->opcode)->role;
	const bool usable = ipid_usable(&fl->ipid), older = usable && ipid_is_older(&fl->ipid, r->ip_id);
	struct lane_fact f;
	bool first_time;
	unsigned cls;

	if (!l)
		return RS_CLASS_NONE;
	if (l->open)
		giveup_check(&e->recovery, l, r->time);
	if (l->ended && (role & (RS_OP_FIRST | RS_OP_ONLY | RS_OP_READ | RS_OP_ATOMIC))) {
		l->ended = false;
		/* A disconnect that was asked for need not have happened: the old life may go on. */
		if (r->psn != l->hi)
			giveup_new_epoch(&e->recovery, l, r->psn, r, RS_EVENT_QP_REUSE);
	}
	if ((role & (RS_OP_FIRST | RS_OP_MIDDLE)) && r->payload_len != l->pmtu)
		lane_learn_pmtu(l, &e->pools, r->payload_len);
	f = lane_classify(l, &e->pools, r, usable, older, &e->cfg.tune);
	cls = f.cls;
	/* What fills a hole is new to the tap, even if it was sent before. */
	first_time = (f.cls != RS_CLASS_RESEND && f.cls != RS_CLASS_LATE_RESEND) ||
		     (l->holes.n && holes_find(&l->holes, &e->pools.holes, f.psn));
	if (cls == RS_CLASS_JUMP)
		cls = on_jump(e, l, r, &f);
	else
		recovery_request(&e->recovery, l, r, &f);
	if (first_time)
		l->row.goodput_bytes += r->payload_len;
	if (r->kind == RS_KIND_SHORT)
		l->row.shorts++;
	lane_note_data(l, r);
	load_note(&e->load, l->load, r->payload_len, cls == RS_CLASS_RESEND || cls == RS_CLASS_LATE_RESEND);
	note_history(e, l, r, &f);
	note_asked(l, r, &f);
	ipid_note(&fl->ipid, r->ip_id, f.cls == RS_CLASS_NEW);
	l->last_request = r->time;
	l->row.last = r->time;
	fl->row.request = true;
	if (role & RS_OP_READ)
		fl->row.read_requests++;
	return cls;
}

static void count_answer(struct flow *f, const struct rs_record *r)
{
	f->row.response = true;
	if (!(r->headers & RS_HDR_AETH) || !(rs_opcode(r->opcode)->role & RS_OP_ACK))
		return;
	switch (rs_aeth_class(r->u.ack.syndrome)) {
	case RS_AETH_RNR: f->row.rnr_naks++; break;
	case RS_AETH_NAK:
		if (r->u.ack.syndrome & 0x1f)
			f->row.fatal_naks++;
		else
			f->row.naks++;
		break;
	default: f->row.acks++;
	}
}

static unsigned on_answer(struct rs_engine *e, uint32_t flow, const struct rs_record *r)
{
	struct flow *f = &e->flows.slot[flow];
	const bool older = ipid_usable(&f->ipid) && ipid_is_older(&f->ipid, r->ip_id);
	const uint32_t requests = pair_for_answer(&e->pair, flow, r);
	const uint32_t lane = requests != FLOW_NONE ? e->flows.slot[requests].lane : LANE_NONE;
	unsigned cls;

	count_answer(f, r);
	ipid_note(&f->ipid, r->ip_id, true);
	if (lane == LANE_NONE) {
		if (!f->row.unpaired++)
			f->row.first_unpaired = r->frame;
		e->totals.unpaired_responses++;
		return RS_CLASS_UNPAIRED;
	}
	cls = answers_on(&e->recovery, &e->lanes[lane], r, older);
	load_note(&e->load, e->lanes[lane].load, r->payload_len, cls == RS_CLASS_RESPONSE_RESENT);
	return cls;
}

static unsigned on_uc(struct flow *f, const struct rs_record *r)
{
	const int32_t d = psn_diff(r->psn, f->uc_next);

	f->row.request = true;
	if (f->uc_started && d > 0 && d <= UC_JUMP) {
		if (!f->row.uc_gaps)
			f->row.first_uc_gap = r->frame;
		f->row.uc_gaps += (uint32_t)d;
	}
	if (!f->uc_started || d >= 0 || d < -UC_JUMP)
		f->uc_next = psn_add(r->psn, 1);
	f->uc_started = true;
	return RS_CLASS_UC;
}

/* The receiver drops a damaged packet in silence; a tap before the NIC's own ICRC proves nothing. */
static bool is_damaged(struct flow *f, const struct rs_record *r)
{
	if (r->icrc_state != RS_ICRC_BAD)
		return false;
	if (!f->row.icrc_bad++)
		f->row.first_bad_icrc = r->frame;
	return f->icrc_good >= 9 * f->row.icrc_bad;
}

static void say_damaged(struct rs_engine *e, const struct flow *f, const struct rs_record *r)
{
	const bool request = rs_opcode(r->opcode)->role & RS_OP_REQUEST;
	/* Only on a reliable connection does the PSN lead to a lane's other events. */
	const unsigned transport = rs_opcode(r->opcode)->transport;
	const uint32_t psn = transport == RS_TRANSPORT_RC || transport == RS_TRANSPORT_XRC ? r->psn : RS_NO_PSN;
	const struct rs_event ev = { .time = r->time,
				     .duration = RS_NS_NONE,
				     .frames = { r->frame },
				     .lane = f->lane != LANE_NONE ? e->lanes[f->lane].row.id : RS_NO_LANE,
				     .episode = RS_NO_EPISODE,
				     .psn_first = psn,
				     .psn_last = psn,
				     .packets = 1,
				     .bytes = r->payload_len,
				     .point = r->point,
				     .kind = RS_EVENT_ICRC_BAD };

	if (psn != RS_NO_PSN && request && f->lane != LANE_NONE)
		lane_note_damaged(&e->lanes[f->lane], psn);
	emit_event(&e->emit, &ev);
}

/* Both flows of a connection that CM just made or took down, at the point where it was seen. */
static void on_cm_side(struct rs_engine *e, const struct rs_record *r, const struct cm_connection *c, bool to_passive)
{
	struct flow_key key;
	uint32_t flow;
	struct lane *l;

	flow_key_of(&key, r);
	key.src = to_passive ? c->active : c->passive;
	key.dst = to_passive ? c->passive : c->active;
	key.qpn = to_passive ? c->passive_qpn : c->active_qpn;
	flow = flows_find(&e->flows, &key, flow_hash(&key));
	if (flow == FLOW_NONE)
		return;
	pair_new_flow(&e->pair, flow);
	if (e->flows.slot[flow].lane == LANE_NONE)
		return;
	l = &e->lanes[e->flows.slot[flow].lane];
	l->ended = true;
	apply_cm(l, c);
}

static void on_cm(struct rs_engine *e, const struct rs_record *r)
{
	const struct cm_connection *c = cm_note(&e->pair.cm, r);

	if (!c)
		return;
	on_cm_side(e, r, c, true);
	on_cm_side(e, r, c, false);
}

static unsigned on_transport(struct rs_engine *e, uint32_t flow, const struct rs_record *r)
{
	const struct rs_opcode_info *op = rs_opcode(r->opcode);
	struct flow *f = &e->flows.slot[flow];

	switch (op->transport) {
	case RS_TRANSPORT_RC:
	case RS_TRANSPORT_XRC:
		if (op->role & RS_OP_REQUEST)
			return on_request(e, flow, r);
		return op->role & RS_OP_RESPONSE ? on_answer(e, flow, r) : RS_CLASS_NONE;
	case RS_TRANSPORT_UC:
		return on_uc(f, r);
	case RS_TRANSPORT_CNP:
		f->row.cnps++;
		return RS_CLASS_NONE;
	default:
		if (r->kind == RS_KIND_CM)
			on_cm(e, r);
		return RS_CLASS_NONE;
	}
}

static bool has_flow(const struct rs_record *r)
{
	return (r->flags & RS_REC_BTH) && r->kind != RS_KIND_MALFORMED && r->kind != RS_KIND_OTHER;
}

static unsigned analyse(struct rs_engine *e, const struct rs_record *r, const struct ahead *a)
{
	struct point *p = engine_count_input(e, r);
	uint32_t flow = a->flow;
	struct flow *f;

	load_clock(&e->load, r->time);
	if (!has_flow(r)) {
		if (r->kind == RS_KIND_PFC || r->kind == RS_KIND_PAUSE)
			pauses_frame(&e->pauses, r, e->totals.first);
		return r->kind == RS_KIND_SHORT ? RS_CLASS_SHORT : RS_CLASS_NONE;
	}
	if (flow == FLOW_NONE || a->evicted != e->totals.evicted_flows)
		flow = flow_get(e, a->hash, r);
	f = &e->flows.slot[flow];
	if (copies_check(e->copies, a->content, r, ipid_is_const(&f->ipid))) {
		p->row.copies++;
		if (!e->totals.copies++)
			e->totals.first_copy = r->frame;
		return RS_CLASS_COPY;
	}
	if (e->pauses.sides_used)
		pauses_packet(&e->pauses, r, &f->pace, f->row.packets ? f->row.last : RS_NS_NONE);
	flow_count(f, r);
	if (is_damaged(f, r)) {
		say_damaged(e, f, r);
		return RS_CLASS_BAD_ICRC;
	}
	return on_transport(e, flow, r);
}

/* ---- looking ahead ---- */

/* The lane that a packet of the flow is about: its own, or the one that its answers go to. */
static const struct lane *lane_ahead(const struct rs_engine *e, const struct flow *f)
{
	if (f->lane != LANE_NONE)
		return &e->lanes[f->lane];
	if (f->peer != FLOW_NONE && e->flows.slot[f->peer].lane != LANE_NONE)
		return &e->lanes[e->flows.slot[f->peer].lane];
	return NULL;
}

/*
 * Each pass reads what the pass before has asked for, so that the memory of AHEAD records is
 * under way at once. Nothing is changed here and nothing found is relied upon, except the
 * flow, as long as none is evicted.
 */
static void look_ahead(const struct rs_engine *e, const struct rs_record *recs, size_t n, struct ahead *a)
{
	const struct lane *lanes[AHEAD];

	for (size_t i = 0; i < n; i++) {
		a[i].evicted = e->totals.evicted_flows;
		a[i].hash = flow_hash_record(&recs[i]);
		a[i].content = copies_hash(a[i].hash, &recs[i]);
		index_prefetch(&e->flows.index, a[i].hash);
		copies_prefetch(e->copies, a[i].content);
	}
	for (size_t i = 0; i < n; i++)
		a[i].flow = has_flow(&recs[i]) ? flows_guess(&e->flows, a[i].hash) : FLOW_NONE;
	for (size_t i = 0; i < n; i++) {
		if (a[i].flow != FLOW_NONE && !flow_is_of(&e->flows.slot[a[i].flow], &recs[i]))
			a[i].flow = FLOW_NONE;
		lanes[i] = a[i].flow != FLOW_NONE ? lane_ahead(e, &e->flows.slot[a[i].flow]) : NULL;
		if (lanes[i])
			lane_prefetch(lanes[i], recs[i].psn);
	}
	for (size_t i = 0; i < n; i++)
		if (lanes[i])
			history_prefetch(&lanes[i]->history, &e->pools.history, recs[i].psn);
}

void rs_engine_feed(struct rs_engine *e, const struct rs_record *recs, size_t n, uint8_t *classes)
{
	struct ahead ahead[AHEAD];

	for (size_t i = 0; i < n; i++) {
		unsigned cls;

		if (i % AHEAD == 0)
			look_ahead(e, recs + i, n - i < AHEAD ? n - i : AHEAD, ahead);
		cls = analyse(e, &recs[i], &ahead[i % AHEAD]);
		if (classes)
			classes[i] = (uint8_t)cls;
	}
}

void rs_engine_set_link(struct rs_engine *e, const struct rs_link *link)
{
	pauses_set_link(&e->pauses, link);
}

bool rs_engine_advance(struct rs_engine *e, rs_ns now)
{
	if (e->now == RS_NS_NONE || now > e->now)
		e->now = now;
	return false;
}

void rs_engine_finish(struct rs_engine *e)
{
	e->finishing = true;
	e->finish_at = 0;
	load_finish(&e->load);
}

static struct lane *lane_by_id(void *user, uint32_t id)
{
	struct rs_engine *e = user;

	/* Without eviction the slot is the id; else look for it. */
	if (id < e->lanes_used && e->lanes[id].used && e->lanes[id].row.id == id)
		return &e->lanes[id];
	for (uint32_t i = 0; i < e->lanes_used; i++)
		if (e->lanes[i].used && e->lanes[i].row.id == id)
			return &e->lanes[i];
	return NULL;
}

bool rs_engine_finish_step(struct rs_engine *e)
{
	if (!e->finishing)
		return false;
	if (pauses_finish(&e->pauses, e->now, FINISH_LANES))
		return true;
	for (unsigned i = 0; i < FINISH_LANES && e->finish_at < e->lanes_used; i++, e->finish_at++)
		if (e->lanes[e->finish_at].used)
			giveup_finish(&e->recovery, &e->lanes[e->finish_at], e->now);
	if (e->finish_at < e->lanes_used)
		return true;
	if (episodes_finish_held(&e->recovery, lane_by_id, e, FINISH_LANES))
		return true;
	e->finishing = false;
	return false;
}

size_t rs_engine_events(struct rs_engine *e, struct rs_event *out, size_t max)
{
	return emit_take_events(&e->emit, out, max);
}

size_t rs_engine_episodes(struct rs_engine *e, struct rs_episode *out, size_t max)
{
	return emit_take_episodes(&e->emit, out, max);
}

size_t rs_engine_windows(struct rs_engine *e, struct rs_window *out, size_t max)
{
	return load_take(&e->load, out, max);
}
