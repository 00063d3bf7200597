/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Theory of operation. The members of the document are written by one function each, in the
 * order of the contract. Lists of rows come from the columns of rows.h; what is not a list of
 * rows is written here. The line form is the same members: what is no row goes into one line
 * of type "summary".
 */
#include "report/json_report.h"

#include "report/json_rows.h"
#include "report/json_storms.h"
#include "report/select.h"

#include <rocescope/decode.h>
#include <rocescope/rocescope.h>

#define SCHEMA "rocescope.report/1"

/** What the parts of the document share. */
struct doc {
	const struct report *r;
	struct json j;
	struct row_ctx c;
	struct select *select; /**< NULL = all rows */
	bool lines; /**< one object a line */
};

static void key_or_null(struct json *j, const char *name, uint64_t v, bool known)
{
	if (known)
		json_key_uint(j, name, v);
	else
		json_key_null(j, name);
}

static void nulls(struct json *j, const char *const *names, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		json_key_null(j, names[i]);
}

#define NULLS(j, ...)                                                                             \
	do {                                                                                      \
		static const char *const names_[] = { __VA_ARGS__ };                              \
		nulls(j, names_, sizeof(names_) / sizeof(names_[0]));                             \
	} while (0)

static void empty_list(struct json *j, const char *name)
{
	json_key(j, name);
	json_array_begin(j);
	json_array_end(j);
}

static void put_run(struct json *j, const struct report *r)
{
	json_key(j, "run");
	json_object_begin(j);
	json_key_str(j, "version", RS_VERSION);
	json_key_str(j, "options", r->options ? r->options : "");
	json_key_int(j, "duration_ms", r->duration_ms);
	key_or_null(j, "peak_rss_bytes", r->peak_rss_bytes, r->peak_rss_bytes);
	json_key_str(j, "partial", r->partial);
	json_key_str(j, "filter", r->where);
	json_object_end(j);
}

static void put_file(struct json *j, const struct report_file *f)
{
	json_object_begin(j);
	json_key_str(j, "name", f->name);
	json_key_str(j, "format", f->format);
	json_key_uint(j, "packets", f->packets);
	json_key_uint(j, "bytes", f->bytes);
	json_key_bool(j, "truncated", f->truncated);
	json_key_str(j, "error", f->error);
	json_object_end(j);
}

static void put_input(struct json *j, const struct report *r)
{
	const struct rs_totals *t = &r->snap->totals;

	json_key(j, "input");
	json_object_begin(j);
	json_key(j, "files");
	json_array_begin(j);
	for (unsigned i = 0; i < r->file_count; i++)
		put_file(j, r->files + i);
	json_array_end(j);
	json_key_uint(j, "packets", t->packets);
	/* No frame is empty: 0 bytes of some packets means that the source did not count them. */
	key_or_null(j, "captured_bytes", t->captured_bytes, t->captured_bytes || !t->packets);
	json_key_uint(j, "wire_bytes", t->wire_bytes);
	key_or_null(j, "duration_ns", (uint64_t)(t->last - t->first), t->first != RS_NS_NONE && t->last >= t->first);
	json_object_end(j);
}

static void put_points(struct json *j, const struct report *r)
{
	json_key(j, "points");
	json_array_begin(j);
	for (unsigned i = 0; i < r->point_count; i++) {
		const struct report_point *p = r->points + i;
		const bool seen = i < r->snap->point_count;

		json_object_begin(j);
		json_key_str(j, "point", p->name);
		json_key_uint(j, "interface_id", p->interface_id);
		key_or_null(j, "link_bps", p->link_bps, p->link_bps);
		json_key_str(j, "link_bps_source", p->link_bps ? p->link_bps_source : NULL);
		json_key_uint(j, "packets", seen ? r->snap->points[i].packets : 0);
		json_key_uint(j, "roce_packets", seen ? r->snap->points[i].roce_packets : 0);
		key_or_null(j, "capture_drops", p->drops, p->drops_known);
		json_object_end(j);
	}
	json_array_end(j);
}

static void put_opcodes(struct json *j, const struct rs_totals *t)
{
	char number[JSON_DIGITS_MAX + 1];

	json_key(j, "opcodes");
	json_object_begin(j);
	for (unsigned i = 0; i < 256; i++)
		if (t->opcodes[i])
			json_key_uint(j, rs_opcode((uint8_t)i)->name, t->opcodes[i]);
	json_object_end(j);
	json_key(j, "opcodes_by_number");
	json_object_begin(j);
	for (unsigned i = 0; i < 256; i++)
		if (t->opcodes[i]) {
			number[json_digits(i, number)] = 0;
			json_key_uint(j, number, t->opcodes[i]);
		}
	json_object_end(j);
}

static void put_counts(struct json *j, const struct rs_totals *t)
{
	json_key(j, "counts");
	json_object_begin(j);
	json_key_uint(j, "packets", t->packets);
	json_key_uint(j, "roce", t->roce);
	json_key_uint(j, "rocev1", t->rocev1);
	json_key_uint(j, "cnp", t->cnp);
	json_key_uint(j, "pfc", t->pfc);
	json_key_uint(j, "pause", t->pause);
	json_key_uint(j, "cm", t->cm);
	json_key_uint(j, "other", t->other);
	json_key_uint(j, "malformed", t->malformed);
	json_key_uint(j, "short", t->shorts);
	json_key_uint(j, "copies", t->copies);
	json_key_uint(j, "icrc_good", t->icrc_good);
	json_key_uint(j, "icrc_bad", t->icrc_bad);
	json_key_uint(j, "icrc_unchecked", t->icrc_unchecked);
	json_key_uint(j, "unpaired_responses", t->unpaired_responses);
	put_opcodes(j, t);
	json_key_uint(j, "icrc_sport_rewritten", t->icrc_sport);
	json_object_end(j);
}

static void put_verdict(struct json *j, const struct rs_verdict *v)
{
	json_key_str(j, "verdict", rs_verdict_name(v->word));
	json_key(j, "trust");
	json_object_begin(j);
	json_key_str(j, "level", rs_trust_name(v->trust));
	json_key(j, "items");
	json_array_begin(j);
	for (unsigned i = 0; i < v->trust_count && i < RS_TRUST_ITEMS; i++) {
		json_object_begin(j);
		json_key_str(j, "code", v->trust_items[i].code);
		json_key_int(j, "value", v->trust_items[i].value);
		json_key_str(j, "effect", v->trust_items[i].effect);
		json_object_end(j);
	}
	json_array_end(j);
	json_object_end(j);
}

/* Packets of a flow that carry or ask for data: not ACK, NAK, CNP. */
static uint64_t data_packets(const struct rs_flow_row *f)
{
	const uint64_t control = f->acks + f->naks + f->rnr_naks + f->fatal_naks + f->cnps;

	return (f->request || f->payload_bytes) && f->packets > control ? f->packets - control : 0;
}

static void put_ecn_flow(struct doc *d, const struct rs_flow_row *f)
{
	char id[17];

	snprintf(id, sizeof(id), "%016llx", (unsigned long long)f->flow_id);
	json_object_begin(&d->j);
	json_key_str(&d->j, "flow_id", id);
	json_key_str(&d->j, "point", row_point_name(d->r, f->point));
	json_key_uint(&d->j, "data_packets", data_packets(f));
	json_key_uint(&d->j, "ce", f->ecn[3]);
	NULLS(&d->j, "cnps", "min_gap_ns", "ce_unanswered", "cnp_without_ce", "cnp_loss_triggered");
	json_object_end(&d->j);
}

static void put_ecn(struct doc *d)
{
	const struct rs_snapshot *s = d->r->snap;
	uint64_t data = 0, ce = 0, cnps = 0;

	for (uint32_t i = 0; i < s->flow_count; i++) {
		data += data_packets(s->flows + i);
		ce += data_packets(s->flows + i) ? s->flows[i].ecn[3] : 0;
		cnps += s->flows[i].cnps;
	}
	json_key(&d->j, "ecn");
	json_object_begin(&d->j);
	json_key_uint(&d->j, "data_packets", data);
	json_key_uint(&d->j, "ce_data_packets", ce);
	json_key_uint(&d->j, "cnps", cnps);
	NULLS(&d->j, "ce_unanswered", "cnp_without_ce", "ce_to_cnp_p50_ns", "ce_to_cnp_p99_ns");
	json_key(&d->j, "flows");
	json_array_begin(&d->j);
	for (uint32_t i = 0; i < s->flow_count; i++) {
		const struct rs_flow_row *f = order_flow(d->c.order, i);

		if (data_packets(f) && f->ecn[3] && select_flow(d->select, f))
			put_ecn_flow(d, f);
	}
	json_array_end(&d->j);
	json_object_end(&d->j);
}

static void put_ecmp(struct doc *d)
{
	const int64_t tuples = order_tuples(d->r->snap);

	json_key(&d->j, "ecmp");
	json_object_begin(&d->j);
	key_or_null(&d->j, "tuples", (uint64_t)tuples, tuples >= 0);
	NULLS(&d->j, "entropy_bits", "entropy_norm", "sport_entropy_bits", "effective_tuples");
	empty_list(&d->j, "pairs");
	empty_list(&d->j, "model");
	json_key(&d->j, "two_tier");
	json_object_begin(&d->j);
	NULLS(&d->j, "effective_independent", "effective_same", "polarisation");
	json_object_end(&d->j);
	json_object_end(&d->j);
}

/* One row: an element of the open list, or a line. */
static void put_row(struct doc *d, const struct row_pick *p, const void *row)
{
	json_row(&d->j, &d->c, p, row, d->lines ? row_type_name(p->kind) : NULL);
	if (d->lines)
		json_finish(&d->j);
}

static void put_episodes(struct doc *d, const struct row_pick *p)
{
	struct row_episode row;

	for (uint32_t i = 0; i < order_episode_count(d->c.order); i++) {
		row.number = i;
		if (order_episode(d->c.order, i, &row.e) && select_episode(d->select, &row.e))
			put_row(d, p, &row);
	}
}

static void put_events(struct doc *d, const struct row_pick *p)
{
	struct row_event row;

	for (uint32_t i = 0; i < order_event_count(d->c.order); i++)
		if (order_event(d->c.order, i, &row.e) && select_event(d->select, &row.e))
			put_row(d, p, &row);
}

static void put_rows(struct doc *d, enum row_kind kind)
{
	const struct report *r = d->r;
	struct row_pick p;

	row_pick_default(&p, kind);
	if (!d->lines) {
		json_key(&d->j, row_list_name(kind));
		json_array_begin(&d->j);
	}
	switch (kind) {
	case ROW_FLOW:
		for (uint32_t i = 0; i < r->snap->flow_count; i++)
			if (select_flow(d->select, order_flow(d->c.order, i)))
				put_row(d, &p, order_flow(d->c.order, i));
		break;
	case ROW_LANE:
		for (uint32_t i = 0; i < r->snap->lane_count; i++)
			if (select_lane(d->select, order_lane(d->c.order, i)))
				put_row(d, &p, order_lane(d->c.order, i));
		break;
	case ROW_EPISODE:
		put_episodes(d, &p);
		break;
	case ROW_PAUSE:
		for (uint32_t i = 0; i < r->snap->pause_count; i++)
			put_row(d, &p, r->snap->pauses + i);
		break;
	case ROW_EVENT:
		put_events(d, &p);
		break;
	default:
		for (uint32_t i = 0; i < r->verdict->finding_count; i++)
			if (select_finding(d->select, r->verdict->findings + i))
				put_row(d, &p, r->verdict->findings + i);
		break;
	}
	if (!d->lines)
		json_array_end(&d->j);
}

static void put_priority(struct json *j, unsigned priority)
{
	if (priority == RS_PAUSE_ALL)
		json_key_null(j, "priority");
	else
		json_key_uint(j, "priority", priority);
}

static void put_devices(struct json *j, const char *name, const char *const *devices, uint32_t n)
{
	json_key(j, name);
	json_array_begin(j);
	for (uint32_t i = 0; i < n; i++)
		json_str(j, devices[i]);
}

/* Who waits for whom; a ring ends with the device that it began with. */
static void put_graph(struct doc *d)
{
	const struct rs_verdict *v = d->r->verdict;
	const rs_ns start = d->r->snap->totals.first;
	struct json *j = &d->j;

	json_key(j, "deadlocks");
	json_array_begin(j);
	for (uint32_t i = 0; i < v->deadlock_count; i++) {
		const struct rs_deadlock *l = &v->deadlocks[i];

		json_object_begin(j);
		put_priority(j, l->priority);
		put_devices(j, "cycle", l->devices, l->device_count);
		json_str(j, l->devices[0]);
		json_array_end(j);
		json_key_int(j, "start_ns", l->start - start);
		json_key_int(j, "end_ns", l->end - start);
		json_key_str(j, "confidence", l->idle ? "high" : "medium");
		json_object_end(j);
	}
	json_array_end(j);
	json_key(j, "pause_trees");
	json_array_begin(j);
	for (uint32_t i = 0; i < v->tree_count; i++) {
		const struct rs_pause_tree *t = &v->trees[i];

		json_object_begin(j);
		put_priority(j, t->priority);
		json_key_str(j, "root", t->devices[t->device_count - 1]);
		put_devices(j, "path", t->devices, t->device_count);
		json_array_end(j);
		json_object_end(j);
	}
	json_array_end(j);
}

static void put_summary(struct doc *d)
{
	put_run(&d->j, d->r);
	put_input(&d->j, d->r);
	put_points(&d->j, d->r);
	put_counts(&d->j, &d->r->snap->totals);
	put_verdict(&d->j, d->r->verdict);
}

static int doc_begin(struct doc *d, const struct report *r, FILE *out, struct rs_err *err)
{
	struct order *o = order_create(r, err);

	if (!o)
		return -RS_ENOMEM;
	d->r = r;
	if (select_create(&d->select, r->filter, r, o, err)) {
		order_destroy(o);
		return -RS_ENOMEM;
	}
	row_ctx_init(&d->c, r, o);
	json_init(&d->j, out, d->lines ? 0 : 2);
	return 0;
}

static void doc_end(struct doc *d)
{
	select_destroy(d->select);
	order_destroy(d->c.order);
}

int json_report_write(const struct report *r, FILE *out, struct rs_err *err)
{
	struct doc d = { .lines = false };
	const int rc = doc_begin(&d, r, out, err);

	if (rc)
		return rc;
	json_object_begin(&d.j);
	json_head(&d.j, &d.c, SCHEMA);
	put_summary(&d);
	put_rows(&d, ROW_FLOW);
	put_rows(&d, ROW_LANE);
	put_rows(&d, ROW_EPISODE);
	put_rows(&d, ROW_PAUSE);
	put_graph(&d);
	put_rows(&d, ROW_EVENT);
	put_ecn(&d);
	put_ecmp(&d);
	empty_list(&d.j, "between_points");
	json_key(&d.j, "storms");
	json_storms(&d.j, r);
	put_rows(&d, ROW_FINDING);
	json_object_end(&d.j);
	json_finish(&d.j);
	doc_end(&d);
	return 0;
}

int json_report_write_lines(const struct report *r, FILE *out, struct rs_err *err)
{
	struct doc d = { .lines = true };
	const int rc = doc_begin(&d, r, out, err);

	if (rc)
		return rc;
	json_stream_head(&d.j, &d.c, SCHEMA);
	json_object_begin(&d.j);
	json_key_str(&d.j, "type", "summary");
	put_summary(&d);
	put_graph(&d);
	put_ecn(&d);
	put_ecmp(&d);
	json_object_end(&d.j);
	json_finish(&d.j);
	put_rows(&d, ROW_FLOW);
	put_rows(&d, ROW_LANE);
	put_rows(&d, ROW_EPISODE);
	put_rows(&d, ROW_PAUSE);
	put_rows(&d, ROW_EVENT);
	put_rows(&d, ROW_FINDING);
	doc_end(&d);
	return 0;
}
