/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Theory of operation. Most fields are columns of flows (rows_engine.c) or of packets
 * (packet_fields.c) and are read through them, so that a filter and a table cannot differ.
 * What has a meaning of its own here: ends (a lane, a finding and a packet have them too),
 * the operation, events and findings.
 */
#include "report/subject.h"

#include "report/rows.h"
#include "report/rows_story.h"

#include <rocescope/decode.h>
#include <stdio.h>
#include <string.h>

/* ---- through columns ---- */

static bool take(const struct row_value *from, struct filter_value *v)
{
	switch (from->type) {
	case ROW_INT:
	case ROW_BOOL:
	case ROW_FRAME:
		v->number.n = from->n;
		v->has_number = true;
		return true;
	case ROW_DECIMAL:
		v->number = (struct filter_number){ from->n / 1000000, (uint32_t)(from->n % 1000000) * 1000 };
		v->has_number = true;
		return true;
	case ROW_TEXT:
		v->text = from->s;
		return true;
	default:
		return false;
	}
}

static bool flow_column(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	struct subject_env *env = user;
	const struct subject *s = row;
	unsigned n;
	const struct row_column *col = env->columns[f - subject_fields(&n)];

	if (!s->flow || !col || i >= row_count(env->c, col, s->flow))
		return false;
	row_get(env->c, col, s->flow, i, &env->value);
	return take(&env->value, v);
}

static bool packet_column(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	struct subject_env *env = user;
	const struct subject *s = row;
	unsigned n;
	const struct packet_field *field = env->packet_fields[f - subject_fields(&n)];

	if (i || !field)
		return false;
	env->value.type = ROW_NULL;
	field->get(s->packet, &env->value);
	return take(&env->value, v);
}

/* ---- ends ---- */

/* Source (0) or destination (1); NULL if not known. */
static const struct rs_addr *end_of(const struct subject *s, unsigned end)
{
	if (s->packet) {
		const struct rs_record *r = s->packet->r;

		return !(r->flags & RS_REC_IP) ? NULL : end ? &r->dst : &r->src;
	}
	if (s->flow)
		return end ? &s->flow->dst : &s->flow->src;
	if (s->lane)
		return end ? &s->lane->responder : &s->lane->requester;
	if (s->finding && s->finding->has_hosts)
		return end ? &s->finding->dst : &s->finding->src;
	return NULL;
}

/* The column says which end: "src", "dst" or both. */
static bool get_end(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	const bool both = f->column[0] == 'b';
	const struct rs_addr *a = end_of(row, both ? i & 1 : f->column[0] == 'd');

	if (i > both || !a)
		return false;
	v->addr = *a;
	return true;
}

static bool get_qp(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	const struct subject *s = row;

	if (s->flow)
		v->number.n = s->flow->dst_qp;
	else if (s->lane)
		v->number.n = s->lane->responder_qp;
	else if (s->finding && s->finding->qp_first != RS_NO_QPN)
		v->number.n = s->finding->qp_first;
	else
		return false;
	return !i;
}

static bool get_point(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	const struct subject_env *env = user;
	const struct subject *s = row;

	if (s->event)
		v->text = row_point_name(env->c->r, s->event->point);
	else if (s->flow)
		v->text = row_point_name(env->c->r, s->flow->point);
	else if (s->lane)
		v->text = row_point_name(env->c->r, s->lane->point);
	else if (s->finding)
		v->text = row_point_name(env->c->r, s->finding->point);
	return !i && v->text;
}

/* ---- what a packet or flow does ---- */

/** Words of one row, at most as many as there are roles. */
struct words {
	const char *word[8];
	unsigned count;
};

static void add_word(struct words *w, bool have, const char *word)
{
	if (have && w->count < 8)
		w->word[w->count++] = word;
}

static bool nth_word(const struct words *w, unsigned i, struct filter_value *v)
{
	if (i >= w->count)
		return false;
	v->text = w->word[i];
	return true;
}

static bool flow_op(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	const struct rs_flow_row *flow = ((const struct subject *)row)->flow;
	struct words w = { .count = 0 };

	if (!flow)
		return false;
	add_word(&w, true, rs_transport_name(flow->transport));
	add_word(&w, flow->request, "request");
	add_word(&w, flow->response, "response");
	add_word(&w, flow->read_requests, "read");
	return nth_word(&w, i, v);
}

static bool packet_op(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	const struct rs_record *r = ((const struct subject *)row)->packet->r;
	const struct rs_opcode_info *op = rs_opcode(r->opcode);
	struct words w = { .count = 0 };

	if (!(r->flags & RS_REC_BTH))
		return false;
	add_word(&w, true, rs_transport_name(op->transport));
	add_word(&w, op->role & RS_OP_REQUEST, "request");
	add_word(&w, op->role & RS_OP_RESPONSE, "response");
	add_word(&w, op->role & RS_OP_READ, "read");
	add_word(&w, op->role & RS_OP_WRITE, "write");
	add_word(&w, op->role & RS_OP_SEND, "send");
	add_word(&w, op->role & RS_OP_ATOMIC, "atomic");
	add_word(&w, op->role & RS_OP_ACK, "ack");
	return nth_word(&w, i, v);
}

/* RC_WRITE_MIDDLE and WRITE_MIDDLE; an opcode is its number, too. */
static bool packet_opcode(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	const struct rs_record *r = ((const struct subject *)row)->packet->r;
	const struct rs_opcode_info *op = rs_opcode(r->opcode);

	if (!(r->flags & RS_REC_BTH))
		return false;
	v->text = i ? op->short_name : op->name;
	v->number.n = r->opcode;
	v->has_number = true;
	return i < 2;
}

/* ---- events ---- */

static bool get_event(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	const struct subject *s = row;
	uint32_t left = s->event ? 1u << s->event->kind : s->kinds;

	while (i-- && left)
		left &= left - 1;
	if (!left)
		return false;
	v->text = rs_event_name((unsigned)__builtin_ctz(left));
	return true;
}

static bool event_time(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	const struct subject_env *env = user;
	const struct subject *s = row;

	if (i || !s->event || s->event->time == RS_NS_NONE || env->c->start == RS_NS_NONE)
		return false;
	v->number.n = s->event->time - env->c->start;
	return true;
}

static bool event_psn(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	const struct subject *s = row;

	v->number.n = s->event ? s->event->psn_first : RS_NO_PSN;
	return !i && v->number.n != RS_NO_PSN;
}

static bool event_no(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	const struct subject *s = row;
	const rs_frame frame = s->event ? rows_event_frame(s->event) : 0;

	v->number.n = (int64_t)rs_frame_number(frame);
	return !i && frame;
}

/* ---- findings ---- */

static bool covers(const struct rs_finding *f, rs_ns time)
{
	return time == RS_NS_NONE || f->first == RS_NS_NONE || (f->first <= time && time <= f->last);
}

/* Finding number @i of a row, NULL behind the last. */
static const struct rs_finding *nth_finding(const struct subject_env *env, const struct subject *s, unsigned i)
{
	const struct rs_verdict *verdict = env->c ? env->c->r->verdict : NULL;

	if (s->finding)
		return i ? NULL : s->finding;
	for (unsigned list = 0; verdict && list < 2; list++)
		for (unsigned k = 0; k < s->findings[list].count; k++) {
			const struct rs_finding *f = verdict->findings + s->findings[list].first[k].finding;

			if (covers(f, s->time) && !i--)
				return f;
		}
	return NULL;
}

static bool get_severity(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	const struct rs_finding *finding = nth_finding(user, row, i);

	v->text = finding ? rs_severity_name(finding->severity) : NULL;
	return finding;
}

static bool get_finding(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	const struct subject_env *env = user;
	const struct rs_finding *finding = nth_finding(env, row, i);

	if (!finding)
		return false;
	v->text = rs_finding_info(finding->code)->code;
	v->number.n = finding - env->c->r->verdict->findings + 1;
	v->has_number = true;
	return true;
}

/* ---- the list ---- */

#define X(id, name, ...) name,
static const char *const event_words[] = { RS_EVENTS(X) NULL };
static const char *const kind_words[] = { RS_KINDS(X) NULL };
static const char *const class_words[] = { RS_CLASSES(X) NULL };
static const char *const icrc_words[] = { RS_ICRCS(X) NULL };
static const char *const tunnel_words[] = { RS_TUNNELS(X) NULL };
static const char *const finding_words[] = { RS_FINDINGS(X) NULL };
#undef X

/* Rising, as sev >= warning reads it; the vocabulary has the worst first. */
static const char *const severity_words[] = { "info", "notice", "warning", "critical", NULL };
static const char *const flow_op_words[] = { "RC", "UC", "RD", "UD", "CNP", "XRC", "DC", "unknown", "request", "response",
					     "read", NULL };
static const char *const packet_op_words[] = { "RC", "UC", "RD", "UD", "CNP", "XRC", "DC", "unknown", "request",
					       "response", "read", "write", "send", "atomic", "ack", NULL };

#define FLOWS	REPORT_ROWS_FLOWS
#define EVENTS	REPORT_ROWS_EVENTS
#define REPORT	REPORT_ROWS_REPORT
#define PACKETS REPORT_ROWS_PACKETS
#define ROWS	(FLOWS | EVENTS | REPORT)
#define ALL	(ROWS | PACKETS)

/* Of the flow: packets have them once all was read. */
#define OF_FLOW(name, aliases, type, plain)                                                       \
	{ name, aliases, type, false, ALL, SUBJECT_ANALYSIS, NULL, plain, flow_column, name }
#define OF_ROWS(name, aliases, type) { name, aliases, type, false, ROWS, 0, NULL, 0, flow_column, name }
#define OF_PACKET(name, aliases, type, words) { name, aliases, type, false, PACKETS, 0, words, 0, packet_column, name }

static const struct filter_field fields[] = {
	{ "src", "requester", FILTER_ADDR, true, ALL, 0, NULL, 0, get_end, "src" },
	{ "dst", "responder", FILTER_ADDR, true, ALL, 0, NULL, 0, get_end, "dst" },
	{ "host", "net addr ip", FILTER_ADDR, false, ALL, 0, NULL, 0, get_end, "both" },
	{ "qp", "dst_qp responder_qp", FILTER_NUMBER, true, ROWS, 0, NULL, 0, get_qp, NULL },
	{ "qp", "dst_qp", FILTER_NUMBER, true, PACKETS, 0, NULL, 0, packet_column, "qp" },
	{ "backqp", "requester_qp", FILTER_NUMBER, true, ROWS, 0, NULL, 0, flow_column, "backqp" },
	{ "backqp", "requester_qp", FILTER_NUMBER, false, PACKETS, SUBJECT_ANALYSIS, NULL, 0, flow_column, "backqp" },
	{ "sport", "udp_sports", FILTER_NUMBER, true, ROWS, 0, NULL, 0, flow_column, "sport" },
	{ "sport", NULL, FILTER_NUMBER, true, PACKETS, 0, NULL, 0, packet_column, "sport" },
	OF_ROWS("vlan", "vlans", FILTER_NUMBER),
	OF_PACKET("vlan", NULL, FILTER_NUMBER, NULL),
	OF_ROWS("dscp", "dscps", FILTER_NUMBER),
	OF_PACKET("dscp", NULL, FILTER_NUMBER, NULL),
	OF_ROWS("prio", "pcp pcps", FILTER_NUMBER),
	OF_PACKET("prio", "pcp", FILTER_NUMBER, NULL),
	OF_ROWS("vni", NULL, FILTER_NUMBER),
	OF_PACKET("vni", NULL, FILTER_NUMBER, NULL),
	{ "point", NULL, FILTER_TEXT, false, ROWS, 0, NULL, 0, get_point, NULL },
	{ "point", NULL, FILTER_TEXT, false, PACKETS, 0, NULL, 0, packet_column, "point" },
	{ "op", "transport", FILTER_TEXT, false, ROWS, 0, flow_op_words, 0, flow_op, NULL },
	{ "op", "transport", FILTER_TEXT, false, PACKETS, 0, packet_op_words, 0, packet_op, NULL },
	OF_FLOW("pkts", "packets", FILTER_NUMBER, 0),
	OF_FLOW("bytes", "wire_bytes", FILTER_NUMBER, 0),
	OF_FLOW("gbps", NULL, FILTER_NUMBER, 1000000000),
	OF_FLOW("retx", "resent resent_packets", FILTER_NUMBER, 0),
	OF_FLOW("retx%", NULL, FILTER_PERCENT, 0),
	OF_FLOW("gap", NULL, FILTER_NUMBER, 0),
	OF_FLOW("ooo", "ooo_packets", FILTER_NUMBER, 0),
	OF_FLOW("nak", "naks", FILTER_NUMBER, 0),
	OF_FLOW("rnr", "rnr_naks", FILTER_NUMBER, 0),
	OF_FLOW("timeout", "timeouts timer_rounds", FILTER_NUMBER, 0),
	OF_FLOW("ce", NULL, FILTER_NUMBER, 0),
	OF_FLOW("ce%", NULL, FILTER_PERCENT, 0),
	OF_FLOW("cnp", "cnps", FILTER_NUMBER, 0),
	OF_FLOW("ack50", "ack_delay_p50_ns", FILTER_TIME, 0),
	OF_FLOW("ack99", "ack_delay_p99_ns", FILTER_TIME, 0),
	OF_FLOW("stall", NULL, FILTER_TIME, 0),
	OF_FLOW("episodes", NULL, FILTER_NUMBER, 0),
	OF_FLOW("first", "first_ns", FILTER_TIME, 0),
	OF_FLOW("last", "last_ns", FILTER_TIME, 0),
	OF_FLOW("mtu", "pmtu", FILTER_NUMBER, 0),
	{ "event", NULL, FILTER_TEXT, false, FLOWS | REPORT, SUBJECT_KINDS, event_words, 0, get_event, NULL },
	{ "event", "kind", FILTER_TEXT, true, EVENTS, 0, event_words, 0, get_event, NULL },
	{ "sev", "severity", FILTER_RANK, false, ROWS, SUBJECT_FINDINGS, severity_words, 0, get_severity, NULL },
	{ "sev", "severity", FILTER_RANK, false, PACKETS, SUBJECT_ANALYSIS | SUBJECT_FINDINGS, severity_words, 0,
	  get_severity, NULL },
	{ "finding", "code", FILTER_ITEM, true, ROWS, SUBJECT_FINDINGS, finding_words, 0, get_finding, NULL },
	{ "finding", NULL, FILTER_ITEM, true, PACKETS, SUBJECT_ANALYSIS | SUBJECT_FINDINGS, finding_words, 0, get_finding,
	  NULL },
	{ "time", "t_ns", FILTER_TIME, false, EVENTS, 0, NULL, 0, event_time, NULL },
	OF_PACKET("psn", NULL, FILTER_NUMBER, NULL),
	{ "psn", NULL, FILTER_NUMBER, false, EVENTS, 0, NULL, 0, event_psn, NULL },
	OF_PACKET("no", "frame", FILTER_NUMBER, NULL),
	{ "no", "frame", FILTER_NUMBER, false, EVENTS, 0, NULL, 0, event_no, NULL },
	{ "time", "t_ns", FILTER_TIME, false, PACKETS, 0, NULL, 0, packet_column, "t_ns" },
	OF_PACKET("len", NULL, FILTER_NUMBER, NULL),
	{ "opcode", NULL, FILTER_ITEM, false, PACKETS, 0, NULL, 0, packet_opcode, NULL },
	{ "name", NULL, FILTER_TEXT, true, PACKETS, 0, NULL, 0, packet_opcode, NULL },
	OF_PACKET("msn", NULL, FILTER_NUMBER, NULL),
	OF_PACKET("syndrome", NULL, FILTER_NUMBER, NULL),
	OF_PACKET("ackreq", NULL, FILTER_FLAG, NULL),
	OF_PACKET("se", NULL, FILTER_FLAG, NULL),
	OF_PACKET("becn", NULL, FILTER_FLAG, NULL),
	OF_PACKET("fecn", NULL, FILTER_FLAG, NULL),
	OF_PACKET("ecn", NULL, FILTER_NUMBER, NULL),
	OF_PACKET("kind", NULL, FILTER_TEXT, kind_words),
	OF_PACKET("class", NULL, FILTER_TEXT, class_words),
	OF_PACKET("tunnel", NULL, FILTER_TEXT, tunnel_words),
	OF_PACKET("icrc", NULL, FILTER_TEXT, icrc_words),
	OF_PACKET("payload", NULL, FILTER_NUMBER, NULL),
	OF_PACKET("smac", NULL, FILTER_TEXT, NULL),
	OF_PACKET("dmac", NULL, FILTER_TEXT, NULL),
};

_Static_assert(sizeof(fields) / sizeof(fields[0]) <= SUBJECT_FIELDS_MAX, "room for the columns of every field");

const struct filter_field *subject_fields(unsigned *count)
{
	*count = COL_COUNT(fields);
	return fields;
}

void subject_env_init(struct subject_env *env, struct row_ctx *c)
{
	unsigned n, packet_count;
	const struct row_column *cols = row_columns(ROW_FLOW, &n);
	const struct packet_field *packet = packet_fields(&packet_count);

	memset(env, 0, sizeof(*env));
	env->c = c;
	for (unsigned i = 0; i < COL_COUNT(fields); i++) {
		for (unsigned k = 0; fields[i].get == flow_column && k < n; k++)
			if (!strcmp(cols[k].name, fields[i].column))
				env->columns[i] = cols + k;
		for (unsigned k = 0; fields[i].get == packet_column && k < packet_count; k++)
			if (!strcmp(packet[k].name, fields[i].column))
				env->packet_fields[i] = packet + k;
	}
}
