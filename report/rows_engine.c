/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/rows_engine.h"

#include "report/columns.h"

#include <rocescope/decode.h>
#include <stdio.h>

#define MIN(a, b) ((a) < (b) ? (a) : (b))

/* ---- flows ---- */

static void flow_id(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_flow_row *f = row;

	snprintf(v->buf, sizeof(v->buf), "%016llx", (unsigned long long)f->flow_id);
	row_set_text(v, v->buf);
}

#define FLOW_LIST(column, counter, field, room)                                                   \
	static void column(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)   \
	{                                                                                         \
		row_set_int(v, ((const struct rs_flow_row *)row)->field[i]);                      \
	}                                                                                         \
	static unsigned column##_count(const struct row_ctx *c, const void *row)                  \
	{                                                                                         \
		return MIN(((const struct rs_flow_row *)row)->counter, room);                     \
	}

FLOW_LIST(flow_sports, sport_count, sports, RS_FLOW_SPORTS)
FLOW_LIST(flow_vlans, vlan_count, vlans, RS_FLOW_VLANS)
FLOW_LIST(flow_dscps, dscp_count, dscps, RS_FLOW_VLANS)
FLOW_LIST(flow_pcps, pcp_count, pcps, RS_FLOW_VLANS)

static void flow_ce_percent(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_flow_row *f = row;

	row_set_ratio(v, f->ecn[3], f->packets);
}

static void rate(struct row_value *v, uint64_t bytes, rs_ns first, rs_ns last)
{
	if (first == RS_NS_NONE || last == RS_NS_NONE || last <= first)
		v->type = ROW_NULL;
	else
		row_set_int(v, (int64_t)((double)bytes * 8e9 / (double)(last - first) + 0.5));
}

static void flow_rate(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_flow_row *f = row;

	rate(v, f->wire_bytes, f->first, f->last);
}

/* What is known of a flow only through the lane of its requests. */
static void flow_backqp(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_lane_row *l = order_flow_lane(c->order, row);

	if (l && l->requester_qp != RS_NO_QPN)
		row_set_int(v, l->requester_qp);
}

#define FLOW_FROM_LANE(column, expression)                                                        \
	static void column(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)   \
	{                                                                                         \
		const struct rs_lane_row *l = order_flow_lane(c->order, row);                     \
\
		if (l)                                                                            \
			row_set_int(v, (int64_t)(expression));                                    \
	}

FLOW_FROM_LANE(flow_retx, l->resent)
FLOW_FROM_LANE(flow_gap, l->cap_missing + l->undetermined)
FLOW_FROM_LANE(flow_ooo, l->ooo)
FLOW_FROM_LANE(flow_nak, l->naks)
FLOW_FROM_LANE(flow_rnr, l->rnrs)
FLOW_FROM_LANE(flow_timeouts, l->timer_rounds)
FLOW_FROM_LANE(flow_stall, l->stall_total)
FLOW_FROM_LANE(flow_episodes, l->episodes)

static void flow_retx_percent(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_lane_row *l = order_flow_lane(c->order, row);

	if (l)
		row_set_ratio(v, l->resent, l->requests);
}

static void span(struct row_value *v, rs_ns t)
{
	if (t != RS_NS_NONE)
		row_set_int(v, t);
}

static void flow_ack50(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_lane_row *l = order_flow_lane(c->order, row);

	if (l)
		span(v, l->ack_p50);
}

static void flow_ack99(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_lane_row *l = order_flow_lane(c->order, row);

	if (l)
		span(v, l->ack_p99);
}

static void flow_mtu(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_lane_row *l = order_flow_lane(c->order, row);

	if (l && l->pmtu)
		row_set_int(v, l->pmtu);
}

#define ROW rs_flow_row

static const struct row_column flow_columns[] = {
	COL_GET("flow_id", flow_id),
	COL_FIELD(POINT, "point", point),
	COL_FIELD(ADDR, "src", src),
	COL_FIELD(ADDR, "dst", dst),
	COL_FIELD(U32, "dst_qp", dst_qp),
	COL_FIELD(KNOWN, "vni", vni),
	COL_WORD("transport", transport, rs_transport_name),
	COL_LIST("udp_sports", flow_sports),
	COL_LIST("vlans", flow_vlans),
	COL_LIST("dscps", flow_dscps),
	COL_LIST("pcps", flow_pcps),
	COL_FIELD(TIME, "first_ns", first),
	COL_FIELD(TIME, "last_ns", last),
	COL_FIELD(U64, "packets", packets),
	COL_FIELD(U64, "wire_bytes", wire_bytes),
	COL_FIELD(U64, "payload_bytes", payload_bytes),
	COL_FIELD(U64, "not_ect", ecn[0]),
	COL_FIELD(U64, "ect0", ecn[2]),
	COL_FIELD(U64, "ect1", ecn[1]),
	COL_FIELD(U64, "ce", ecn[3]),
	COL_FIELD(U64, "acks", acks),
	COL_FIELD(U64, "naks", naks),
	COL_FIELD(U64, "rnr_naks", rnr_naks),
	COL_FIELD(U64, "fatal_naks", fatal_naks),
	COL_FIELD(U64, "cnps", cnps),
	COL_FIELD(U64, "read_requests", read_requests),
	COL_FIELD(U64, "uc_gaps", uc_gaps),
	/* The short words of filters and tables. */
	COL_ALSO(U32, "qp", dst_qp),
	COL_EXTRA("backqp", flow_backqp),
	COL_EXTRA_LIST("sport", flow_sports),
	COL_EXTRA_LIST("vlan", flow_vlans),
	COL_EXTRA_LIST("dscp", flow_dscps),
	COL_EXTRA_LIST("prio", flow_pcps),
	COL_ALSO(U64, "pkts", packets),
	COL_ALSO(U64, "bytes", wire_bytes),
	COL_EXTRA("gbps", flow_rate),
	COL_EXTRA("wire_bps", flow_rate),
	COL_EXTRA("retx", flow_retx),
	COL_EXTRA("retx%", flow_retx_percent),
	COL_EXTRA("gap", flow_gap),
	COL_EXTRA("ooo", flow_ooo),
	COL_EXTRA("nak", flow_nak),
	COL_EXTRA("rnr", flow_rnr),
	COL_EXTRA("timeout", flow_timeouts),
	COL_EXTRA("ce%", flow_ce_percent),
	COL_ALSO(U64, "cnp", cnps),
	COL_EXTRA("ack50", flow_ack50),
	COL_EXTRA("ack99", flow_ack99),
	COL_EXTRA("stall", flow_stall),
	COL_EXTRA("episodes", flow_episodes),
	COL_ALSO(TIME, "first", first),
	COL_ALSO(TIME, "last", last),
	COL_EXTRA("mtu", flow_mtu),
};

#undef ROW

const struct row_column *rows_flow_columns(unsigned *count)
{
	*count = COL_COUNT(flow_columns);
	return flow_columns;
}

/* ---- lanes ---- */

static void lane_name(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_lane_row *l = row;

	snprintf(v->buf, sizeof(v->buf), "l%u", (unsigned)order_lane_number(c->order, l->id) + 1);
	row_set_text(v, v->buf);
}

static void lane_confidence(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_lane_row *l = row;

	if (l->pairing == RS_PAIR_NONE)
		return;
	row_set_int(v, l->pair_confidence * 10000);
	v->type = ROW_DECIMAL;
}

/* Devices may wait up to four times the timer they were given, so the exponent is up to two lower than it looks. */
static void lane_rto_low(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_lane_row *l = row;

	if (l->rto_n >= 0)
		row_set_int(v, l->rto_exact ? l->rto_n : l->rto_n > 2 ? l->rto_n - 2 : 0);
}

static void lane_rto_high(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_lane_row *l = row;

	if (l->rto_n >= 0)
		row_set_int(v, l->rto_n);
}

static void lane_goodput(struct row_ctx *c, const void *row, unsigned i, struct row_value *v)
{
	const struct rs_lane_row *l = row;

	rate(v, l->goodput_bytes, l->first, l->last);
}

#define ROW rs_lane_row

static const struct row_column lane_columns[] = {
	COL_GET("lane", lane_name),
	COL_FIELD(POINT, "point", point),
	COL_FIELD(ADDR, "requester", requester),
	COL_FIELD(ADDR, "responder", responder),
	COL_FIELD(U32, "responder_qp", responder_qp),
	COL_FIELD(PSN, "requester_qp", requester_qp),
	COL_WORD("pairing.method", pairing, rs_pairing_name),
	COL_GET("pairing.confidence", lane_confidence),
	COL_FIELD(KNOWN, "pmtu", pmtu),
	COL_FIELD(U64, "request_packets", requests),
	COL_FIELD(U64, "new_packets", new_packets),
	COL_FIELD(U64, "resent_packets", resent),
	COL_FIELD(U64, "resent_bytes", resent_bytes),
	COL_FIELD(U64, "resent_response_packets", resp_resent),
	COL_FIELD(U64, "resent_response_bytes", resp_resent_bytes),
	COL_FIELD(U64, "ooo_packets", ooo),
	COL_FIELD(U32, "max_displacement", max_displacement),
	COL_FIELD(U64, "capture_missing_packets", cap_missing),
	COL_FIELD(U64, "undetermined_packets", undetermined),
	COL_FIELD(U64, "acks", acks),
	COL_FIELD(U64, "dup_acks", dup_acks),
	COL_FIELD(U64, "stale_acks", stale_acks),
	COL_FIELD(U64, "naks", naks),
	COL_FIELD(U64, "rnr_naks", rnrs),
	COL_FIELD(U64, "fatal_naks", fatal_naks),
	COL_FIELD(U64, "read_responses", read_responses),
	COL_FIELD(U64, "atomic_replays", atomic_replays),
	COL_FIELD(U64, "implied_naks", implied_naks),
	COL_FIELD(U64, "timer_rounds", timer_rounds),
	COL_FIELD(U32, "episodes", episodes),
	COL_FIELD(U32, "epochs", epochs),
	COL_FIELD(PSN, "next_psn", next_psn),
	COL_FIELD(PSN, "una_psn", una_psn),
	COL_GET("rto_exponent.low", lane_rto_low),
	COL_GET("rto_exponent.high", lane_rto_high),
	COL_FIELD(SPAN, "ack_delay_p50_ns", ack_p50),
	COL_FIELD(SPAN, "ack_delay_p99_ns", ack_p99),
	COL_GET("goodput_bps", lane_goodput),
};

const struct row_column *rows_lane_columns(unsigned *count)
{
	*count = COL_COUNT(lane_columns);
	return lane_columns;
}
