/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/rows_story.h"

#include "base/text.h"
#include "report/columns.h"

#include <stdio.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))

/* A name that counts within the document: "l1", "e17". */
static void set_name(struct row_value *v, char letter, uint32_t number)
{
	if (number == ORDER_NONE)
		return;
	snprintf(v->buf, sizeof(v->buf), "%c%u", letter, (unsigned)number + 1);
	row_set_text(v, v->buf);
}

/* ---- episodes ---- */

static void episode_name(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	set_name(v, 'e', ((const struct row_episode *)row)->number);
}

static void episode_lane(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	set_name(v, 'l', order_lane_number(c->order, ((const struct row_episode *)row)->e.lane));
}

static void lost_range(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_episode *e = &((const struct row_episode *)row)->e;

	v->type = ROW_PAIR;
	v->n = e->lost[i].first;
	v->n2 = e->lost[i].last;
}

static unsigned lost_range_count(const struct row_ctx *c, const void *row)
{
	return MIN(((const struct row_episode *)row)->e.range_count, RS_EPISODE_RANGES);
}

static void stall(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	row_set_int(v, ((const struct row_episode *)row)->e.stalls[i]);
}

static unsigned stall_count(const struct row_ctx *c, const void *row)
{
	return MIN(((const struct row_episode *)row)->e.stall_count, RS_EPISODE_STALLS);
}

/* Item @i among the flags that are set. */
static void flag(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	uint16_t left = ((const struct row_episode *)row)->e.flags;

	while (i--)
		left &= (uint16_t)(left - 1);
	row_set_text(v, rs_episode_flag_name((unsigned)__builtin_ctz(left)));
}

static unsigned flag_count(const struct row_ctx *c, const void *row)
{
	return (unsigned)__builtin_popcount(((const struct row_episode *)row)->e.flags);
}

/* Item @i among @n slots of which some are empty. */
static void nth_frame(struct row_ctx *c, const rs_frame *frames, unsigned n, unsigned i, struct row_value *v)
{
	for (unsigned k = 0; k < n; k++)
		if (frames[k] && !i--) {
			row_set_frame(c->r, v, frames[k]);
			return;
		}
}

static unsigned frames_set(const rs_frame *frames, unsigned n)
{
	unsigned set = 0;

	for (unsigned k = 0; k < n; k++)
		set += frames[k] != 0;
	return set;
}

static void episode_frame(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	nth_frame(c, ((const struct row_episode *)row)->e.frames, RS_EF_COUNT, i, v);
}

static unsigned episode_frame_count(const struct row_ctx *c, const void *row)
{
	return frames_set(((const struct row_episode *)row)->e.frames, RS_EF_COUNT);
}

#define ROW row_episode

static const struct row_column episode_columns[] = {
	COL_GET("episode", episode_name),
	COL_GET("lane", episode_lane),
	COL_WORD("cause", e.cause, rs_cause_name),
	COL_WORD("side", e.side, rs_side_name),
	COL_WORD("sign", e.sign, rs_sign_name),
	COL_WORD("state", e.state, rs_state_name),
	COL_WORD("mode", e.mode, rs_mode_name),
	COL_FIELD(TIME, "start_ns", e.start),
	COL_FIELD(TIME, "nak_ns", e.nak),
	COL_FIELD(TIME, "resend_ns", e.resend),
	COL_FIELD(TIME, "end_ns", e.end),
	COL_FIELD(PSN, "first_psn", e.first),
	COL_FIELD(PSN, "hwm_psn", e.hwm),
	COL_FIELD(PSN, "nak_psn", e.nak_psn),
	COL_FIELD(BOOL, "lost.exact", e.lost_exact),
	COL_FIELD(U32, "lost.packets", e.lost_packets),
	COL_FIELD(U64, "lost.bytes", e.lost_bytes),
	COL_LIST("lost.ranges", lost_range),
	COL_FIELD(U32, "resent_packets", e.resent),
	COL_FIELD(U64, "resent_bytes", e.resent_bytes),
	COL_FIELD(SPAN, "detect_ns", e.detect),
	COL_FIELD(SPAN, "impact_ns", e.impact),
	COL_FIELD(U32, "rounds", e.rounds),
	COL_FIELD(U32, "naks", e.naks),
	COL_FIELD(U32, "rnrs", e.rnrs),
	COL_LIST("stalls_ns", stall),
	COL_LIST("flags", flag),
	COL_LIST("frames", episode_frame),
};

#undef ROW

const struct row_column *rows_episode_columns(unsigned *count)
{
	*count = COL_COUNT(episode_columns);
	return episode_columns;
}

/* ---- events ---- */

static const struct rs_event *event_of(const void *row)
{
	return &((const struct row_event *)row)->e;
}

static void event_lane(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	set_name(v, 'l', order_lane_number(c->order, event_of(row)->lane));
}

static void event_episode(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	set_name(v, 'e', order_episode_number(c->order, event_of(row)->lane, event_of(row)->episode));
}

rs_frame rows_event_frame(const struct rs_event *e)
{
	const rs_frame *f = e->frames;

	if (e->kind == RS_EVENT_RECOVERED && f[2])
		return f[2];
	return f[1] ? f[1] : f[0] ? f[0] : f[2];
}

static void event_frame(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	row_set_frame(c->r, v, rows_event_frame(event_of(row)));
}

static const struct rs_lane_row *event_lane_row(struct row_ctx *c, const void *row)
{
	const uint32_t n = order_lane_number(c->order, event_of(row)->lane);

	return n == ORDER_NONE ? NULL : order_lane(c->order, n);
}

static void event_src(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_lane_row *l = event_lane_row(c, row);

	if (l)
		row_set_addr(v, &l->requester);
}

static void event_dst(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_lane_row *l = event_lane_row(c, row);

	if (l)
		row_set_addr(v, &l->responder);
}

static void event_qp(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_lane_row *l = event_lane_row(c, row);

	if (l)
		row_set_int(v, l->responder_qp);
}

static bool is_pause(const struct rs_event *e)
{
	return e->kind == RS_EVENT_PAUSE || e->kind == RS_EVENT_XON;
}

static void event_mac(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	struct text t;

	if (!is_pause(event_of(row)))
		return;
	text_init(&t, v->buf, sizeof(v->buf));
	text_mac(&t, event_of(row)->mac);
	row_set_text(v, v->buf);
}

static void event_priority(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	if (is_pause(event_of(row)) && event_of(row)->detail != RS_PAUSE_ALL)
		row_set_int(v, event_of(row)->detail);
}

#define ROW row_event

static const struct row_column event_columns[] = {
	COL_WORD("kind", e.kind, rs_event_name),
	COL_FIELD(TIME, "t_ns", e.time),
	COL_GET("lane", event_lane),
	COL_FIELD(POINT, "point", e.point),
	COL_FIELD(PSN, "psn", e.psn_first),
	COL_GET("frame", event_frame),
	COL_GET("episode", event_episode),
	COL_ALSO(PSN, "psn_last", e.psn_last),
	COL_ALSO(U32, "packets", e.packets),
	COL_ALSO(U64, "bytes", e.bytes),
	COL_ALSO(SPAN, "duration_ns", e.duration),
	COL_EXTRA("src", event_src),
	COL_EXTRA("dst", event_dst),
	COL_EXTRA("qp", event_qp),
	COL_ALSO(TIME, "time", e.time),
	COL_EXTRA("source_mac", event_mac),
	COL_EXTRA("priority", event_priority),
};

#undef ROW

const struct row_column *rows_event_columns(unsigned *count)
{
	*count = COL_COUNT(event_columns);
	return event_columns;
}

/* ---- findings ---- */

static void finding_id(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	set_name(v, 'F', (uint32_t)((const struct rs_finding *)row - c->r->verdict->findings));
}

static void finding_key(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	snprintf(v->buf, sizeof(v->buf), "%016llx", (unsigned long long)rs_finding_key(row));
	row_set_text(v, v->buf);
}

static void finding_code(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	row_set_text(v, rs_finding_info(((const struct rs_finding *)row)->code)->code);
}

static void finding_title(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	rs_finding_title(row, c->r->snap, c->scratch, sizeof(c->scratch));
	row_set_text(v, c->scratch);
}

static void finding_host(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_finding *f = row;

	row_set_addr(v, i ? &f->dst : &f->src);
}

static unsigned finding_host_count(const struct row_ctx *c, const void *row)
{
	return ((const struct rs_finding *)row)->has_hosts ? 2 : 0;
}

static void finding_flow(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_finding *f = row;
	const uint32_t n = order_lane_number(c->order, c->r->verdict->lanes[f->lane_first + i]);

	if (n == ORDER_NONE)
		return;
	snprintf(v->buf, sizeof(v->buf), "%016llx", (unsigned long long)order_lane(c->order, n)->flow_id);
	row_set_text(v, v->buf);
}

static unsigned finding_flow_count(const struct row_ctx *c, const void *row)
{
	const struct rs_finding *f = row;
	const uint32_t total = c->r->verdict->lanes_total;

	return f->lane_first < total ? MIN(f->lane_count, total - f->lane_first) : 0;
}

static void finding_priority(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_finding *f = row;

	if (f->priority >= 0)
		row_set_int(v, f->priority);
}

static void finding_evidence(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	v->type = ROW_EVIDENCE;
	v->p = ((const struct rs_finding *)row)->evidence + i;
}

static unsigned finding_evidence_count(const struct row_ctx *c, const void *row)
{
	return MIN(((const struct rs_finding *)row)->evidence_count, RS_FINDING_EVIDENCE);
}

/* A storm's first advice is that of its most likely cause. */
static const char *own_advice(const struct rs_finding *f)
{
	return f->code == RS_FIND_STORM && f->storm_cause < RS_STORM_CAUSE_COUNT ? rs_storm_advice(f->storm_cause) : NULL;
}

static void finding_next(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_finding *f = row;
	const char *own = own_advice(f);

	row_set_text(v, own && i == 0 ? own : rs_finding_info(f->code)->next[own ? i - 1 : i]);
}

static unsigned finding_next_count(const struct row_ctx *c, const void *row)
{
	const struct rs_finding *f = row;
	const char *const *next = rs_finding_info(f->code)->next;
	unsigned n = 0;

	while (next && next[n])
		n++;
	return n + (own_advice(f) != NULL);
}

static void finding_ignored(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	v->type = ROW_BOOL;
	v->n = 0;
}

#define ROW rs_finding

static const struct row_column finding_columns[] = {
	COL_GET("id", finding_id),
	COL_GET("key", finding_key),
	COL_GET("code", finding_code),
	COL_WORD("severity", severity, rs_severity_name),
	COL_WORD("confidence", confidence, rs_confidence_name),
	COL_GET("title", finding_title),
	COL_LIST("scope.hosts", finding_host),
	COL_LIST("scope.flows", finding_flow),
	COL_GET("scope.priority", finding_priority),
	COL_FIELD(POINT, "scope.point", point),
	COL_FIELD(TIME, "first_ns", first),
	COL_FIELD(TIME, "last_ns", last),
	COL_FIELD(U64, "cost.resent_packets", resent_packets),
	COL_FIELD(U64, "cost.resent_bytes", resent_bytes),
	COL_FIELD(SPAN, "cost.stall_ns", stall),
	COL_GET("cost.lost_goodput_bytes", NULL),
	COL_LIST("evidence", finding_evidence),
	COL_LIST("next", finding_next),
	COL_GET("ignored", finding_ignored),
};

const struct row_column *rows_finding_columns(unsigned *count)
{
	*count = COL_COUNT(finding_columns);
	return finding_columns;
}
