/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * What the notation leaves open:
 * - DSCP 26, and 48 for CNPs, unless given; UDP source port 49152; TTL 64; IP ID 0; no VLAN;
 * - the packet that ends a message asks for an ACK;
 * - MSN, unless given, counts the messages of the lane that the response acknowledges, where
 *   the QPs of a pair end in the same digit (a1, b1); it never goes backwards by itself;
 * - the DMA length of a WRITE FIRST reaches to its LAST, or as far as the lane shows it;
 * - `eof`, and the start of a capture whose first packet comes after 0, are frames of ARP;
 * - the ICRC is a digest of what a real one covers, so that equal packets have equal ones.
 */
#include "tests/lib/scenario.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/psn.h"

#define L2_BYTES 14
#define IP_UDP_BYTES 28
#define CNP_RESERVED_BYTES 16
#define CM_MAD_BYTES 256

struct rs_addr scenario_host(char letter)
{
	return (struct rs_addr){{[10] = 0xff, [11] = 0xff, [12] = 10, [15] = (uint8_t)(letter - 'A' + 1)}};
}

static void host_mac(char letter, uint8_t mac[6])
{
	memset(mac, 0, 6);
	mac[0] = 2;
	mac[5] = (uint8_t)(letter - 'A' + 1);
}

/* ---- what a single line does not say but its packet must carry ---- */

static bool same_direction(const struct notation_row *a, const struct notation_row *b)
{
	return a->point == b->point && a->src == b->src && a->dst == b->dst && a->qp == b->qp;
}

/* Length of the WRITE that begins at row r. */
static uint32_t write_length(const struct notation *n, const struct notation_row *r)
{
	uint32_t last = 0, far = 0, bytes = r->len;
	bool stopped = false;

	if (r->op == OP_WO)
		return r->len;
	for (size_t i = 0; i < n->count; i++) {
		const struct notation_row *x = &n->rows[i];
		uint32_t d = (uint32_t)psn_diff(x->psn, r->psn);

		if (x->op < OP_WF || x->op > OP_WO || !same_direction(x, r) || !psn_after(x->psn, r->psn))
			continue;
		if (d > far)
			far = d;
		if (x->op == OP_WM)
			continue;
		if (x->op != OP_WL)
			d--;
		if (!stopped || d < last)
			last = d;
		stopped = true;
	}
	if (!stopped)
		last = far;
	for (uint32_t k = 1; k <= last; k++) {
		uint32_t len = n->pmtu;

		for (size_t i = 0; i < n->count; i++) {
			const struct notation_row *x = &n->rows[i];

			if (x->op >= OP_WF && x->op <= OP_WO && same_direction(x, r) && x->psn == psn_add(r->psn, (int32_t)k))
				len = x->len;
		}
		bytes += len;
	}
	return bytes;
}

/* x ends a message that response r acknowledges. */
static bool acknowledged(const struct notation_row *x, const struct notation_row *r)
{
	bool refused = notation_op_info(r->op)->flags & OP_REFUSES;

	return (notation_op_info(x->op)->flags & OP_ENDS) && x->t <= r->t && x->point == r->point &&
	       x->src == r->dst && x->dst == r->src && (x->qp & 15) == (r->qp & 15) &&
	       (psn_before(x->psn, r->psn) || (x->psn == r->psn && !refused));
}

static uint32_t messages_done(const struct notation *n, const struct notation_row *r)
{
	uint32_t done = 0;

	for (size_t i = 0; i < n->count; i++) {
		bool seen = !acknowledged(&n->rows[i], r);

		for (size_t k = 0; !seen && k < i; k++)
			seen = n->rows[k].psn == n->rows[i].psn && acknowledged(&n->rows[k], r);
		done += !seen;
	}
	return done;
}

static uint32_t msn_of(const struct notation *n, const struct notation_row *r)
{
	uint32_t msn = 0;

	if (r->msn >= 0)
		return (uint32_t)r->msn;
	for (const struct notation_row *x = n->rows; x <= r; x++) {
		if ((notation_op_info(x->op)->flags & OP_AETH) && x->msn < 0 && same_direction(x, r)) {
			uint32_t done = messages_done(n, x);

			if (done > msn)
				msn = done;
		}
	}
	return msn;
}

/* ---- the record of one line ---- */

struct layout {
	uint32_t bit[6];   /* enum rs_header_bit */
	uint32_t bytes[6];
	unsigned count;
};

static void layout_add(struct layout *l, uint32_t bit, uint32_t bytes)
{
	l->bit[l->count] = bit;
	l->bytes[l->count++] = bytes;
}

/* Headers behind UDP, in the order of the wire. */
static void layout_of(const struct notation_row *r, struct layout *l)
{
	unsigned flags = notation_op_info(r->op)->flags;

	l->count = 0;
	layout_add(l, RS_HDR_BTH, 12);
	if (flags & OP_RETH)
		layout_add(l, RS_HDR_RETH, 16);
	if (flags & OP_AETH)
		layout_add(l, RS_HDR_AETH, 4);
	if (flags & OP_ATOMIC)
		layout_add(l, flags & OP_AETH ? RS_HDR_ATOMICACKETH : RS_HDR_ATOMICETH, flags & OP_AETH ? 8 : 28);
	if (flags & OP_CM) {
		layout_add(l, RS_HDR_DETH, 8);
		layout_add(l, RS_HDR_CM | RS_HDR_PAYLOAD, CM_MAD_BYTES);
	} else if (r->op == OP_CN) {
		layout_add(l, 0, CNP_RESERVED_BYTES);
	} else if ((flags & OP_PAYLOAD) && r->len) {
		layout_add(l, RS_HDR_PAYLOAD, (r->len + 3) & ~3u);
	}
	layout_add(l, RS_HDR_ICRC, 4);
}

/* Of the lowest bit set. */
static unsigned bit_number(uint32_t bit)
{
	unsigned n = 0;

	while (!(bit >> n & 1))
		n++;
	return n;
}

/* Fills wire_len, headers, cut; returns the mask of headers that were read. */
static void measure(const struct notation_row *r, struct rs_record *rec)
{
	uint32_t at = L2_BYTES + (r->vlan >= 0 ? 4 : 0) + IP_UDP_BYTES, cap = UINT32_MAX;
	struct layout l;

	layout_of(r, &l);
	if (r->cap >= 0)
		cap = (uint32_t)r->cap;
	else if (r->op == OP_AX)
		cap = at + 12; /* unreadable: cut behind the BTH */
	for (unsigned i = 0; i < l.count; i++) {
		at += l.bytes[i];
		if (at <= cap) {
			rec->headers |= (uint16_t)l.bit[i];
		} else if (!rec->cut && l.bit[i]) {
			rec->cut = (uint8_t)(1 + bit_number(l.bit[i]));
			if (l.bit[i] != RS_HDR_PAYLOAD && l.bit[i] != RS_HDR_ICRC) {
				rec->kind = RS_KIND_SHORT;
				rec->reason = RS_REASON_CUT;
			}
		}
	}
	rec->wire_len = at;
	if (rec->headers & RS_HDR_BTH)
		rec->flags |= RS_REC_BTH;
}

static void cm_content(const struct notation *n, const struct notation_row *r, struct rs_record *rec)
{
	struct rs_cm *cm = &rec->u.cm;

	cm->qpn = r->lqp;
	cm->psn = r->psn;
	if (r->op == OP_CQ) {
		cm->local_id = r->comm;
		cm->attr = 0x10;
		for (uint32_t m = 128; m < n->pmtu; m *= 2)
			cm->pmtu_code++;
		cm->ack_timeout = 14;
		cm->retry = 7 | 7 << 4;
	} else {
		cm->local_id = r->rcomm + 0x100;
		cm->remote_id = r->rcomm;
		cm->attr = 0x13;
		cm->retry = 7 << 4;
	}
}

/* Only what was read whole is filled in. */
static void content(const struct notation *n, const struct notation_row *r, struct rs_record *rec)
{
	const struct notation_op_info *op = notation_op_info(r->op);

	if (rec->headers & RS_HDR_RETH) {
		rec->u.req.va = 0x10000000 + (uint64_t)r->psn * n->pmtu;
		rec->u.req.rkey = 0x1234;
		rec->u.req.dma_len = r->op == OP_RR ? r->len : write_length(n, r);
	} else if (rec->headers & RS_HDR_ATOMICETH) {
		rec->u.atomic.va = 0x20000000;
		rec->u.atomic.rkey = 0x1234;
		rec->u.atomic.swap_add = 1;
	} else if (rec->headers & RS_HDR_AETH) {
		rec->u.ack.syndrome = (uint8_t)(op->syndrome | r->rnr);
		rec->u.ack.msn = msn_of(n, r);
		if (rec->headers & RS_HDR_ATOMICACKETH)
			rec->u.ack.orig = r->val;
	} else if (rec->headers & RS_HDR_CM) {
		cm_content(n, r, rec);
	}
}

/* Covers what an ICRC covers: not TOS, TTL, VLAN, MACs, FECN, BECN. */
static uint32_t icrc_digest(const struct rs_record *rec)
{
	uint64_t h = hash_bytes(&rec->src, sizeof(rec->src), 1);

	h = hash_bytes(&rec->dst, sizeof(rec->dst), h);
	h = hash_combine(h, (uint64_t)rec->ip_id << 32 | rec->udp_sport);
	h = hash_combine(h, (uint64_t)rec->opcode << 32 | (rec->bth_flags & ~(RS_BTH_FECN | RS_BTH_BECN)));
	h = hash_combine(h, (uint64_t)rec->dqpn << 32 | rec->psn);
	h = hash_combine(h, rec->payload_len);
	return (uint32_t)hash_bytes(&rec->u, sizeof(rec->u), h);
}

static uint8_t kind_of(const struct notation_row *r)
{
	if (r->op == OP_CN)
		return RS_KIND_CNP;
	return notation_op_info(r->op)->flags & OP_CM ? RS_KIND_CM : RS_KIND_ROCE;
}

static void transport(const struct notation_row *r, struct rs_record *rec)
{
	const struct notation_op_info *op = notation_op_info(r->op);

	rec->opcode = op->opcode;
	rec->dqpn = r->qp;
	rec->psn = r->psn;
	rec->pkey = 0xffff;
	if (op->flags & OP_ENDS)
		rec->bth_flags |= RS_BTH_ACKREQ;
	if (r->op == OP_CN)
		rec->bth_flags |= RS_BTH_BECN;
	if (op->flags & OP_PAYLOAD)
		rec->bth_flags |= (uint8_t)((-r->len & 3u) << RS_BTH_PAD_SHIFT);
	if (op->flags & OP_PAYLOAD)
		rec->payload_len = (uint16_t)r->len;
	if (op->flags & OP_CM)
		rec->payload_len = CM_MAD_BYTES;
}

static void record_of(const struct notation *n, const struct notation_row *r, struct rs_record *rec)
{
	unsigned dscp = r->dscp >= 0 ? (unsigned)r->dscp : r->op == OP_CN ? 48 : 26;
	unsigned ecn = r->ce ? 3 : r->ne ? 0 : 2;

	memset(rec, 0, sizeof(*rec));
	rec->time = SCENARIO_EPOCH_NS + r->t;
	rec->point = r->point;
	rec->src = scenario_host(r->src);
	rec->dst = scenario_host(r->dst);
	host_mac(r->src, rec->smac);
	host_mac(r->dst, rec->dmac);
	rec->kind = kind_of(r);
	rec->flags = RS_REC_IP;
	rec->tos = (uint8_t)(dscp << 2 | ecn);
	rec->ttl = (uint8_t)(r->ttl >= 0 ? r->ttl : 64);
	rec->ip_id = (uint16_t)(r->id >= 0 ? r->id : 0);
	rec->udp_sport = (uint16_t)(r->sport >= 0 ? r->sport : 49152);
	if (r->vlan >= 0) {
		rec->flags |= RS_REC_VLAN;
		rec->vlan_tci = (uint16_t)((dscp >> 3) << 13 | (unsigned)r->vlan);
	}
	measure(r, rec);
	if (rec->flags & RS_REC_BTH)
		transport(r, rec);
	content(n, r, rec);
	if (rec->headers & RS_HDR_ICRC) {
		rec->icrc = icrc_digest(rec);
		rec->icrc_state = RS_ICRC_GOOD;
	}
}

static void side_mac(unsigned side, uint8_t mac[6])
{
	memset(mac, 0, 6);
	mac[0] = 2;
	mac[4] = 1;
	mac[5] = (uint8_t)(side + 1);
}

static void pause_record(const struct notation_row *r, struct rs_record *rec)
{
	static const uint8_t group[6] = {0x01, 0x80, 0xc2, 0, 0, 1};

	side_mac(r->side, rec->smac);
	memcpy(rec->dmac, group, 6);
	rec->wire_len = 60;
	rec->headers = RS_HDR_PAUSE;
	rec->kind = r->kind == NOTATION_PFC ? RS_KIND_PFC : RS_KIND_PAUSE;
	if (r->kind == NOTATION_PFC)
		rec->u.pause.vector = (uint16_t)(1 << r->priority);
	rec->u.pause.quanta[r->kind == NOTATION_PFC ? r->priority : 0] = r->quanta;
}

/* The other side of the point. */
static unsigned peer_of(const struct notation *n, const struct notation_row *r)
{
	for (unsigned i = 0; i < n->side_count; i++)
		if (i != r->side && n->sides[i].point == r->point)
			return i;
	return NOTATION_SIDES;
}

/* Data of a PFC table: a WRITE ONLY with the priority in its tag. */
static void data_record(const struct notation *n, const struct notation_row *r, struct rs_record *rec)
{
	const bool back = !strcmp(n->sides[r->side].name, "SW");
	bool others = false;
	uint32_t psn = 1;

	for (const struct notation_row *x = n->rows; x < n->rows + n->count; x++) {
		others |= x->kind == NOTATION_DATA && x->priority;
		psn += x->kind == NOTATION_DATA && x->flow == r->flow && x < r;
	}
	rec->src = scenario_host(back ? 'B' : 'A');
	rec->dst = scenario_host(back ? 'A' : 'B');
	side_mac(r->side, rec->smac);
	side_mac(peer_of(n, r), rec->dmac);
	rec->flags = RS_REC_IP | RS_REC_VLAN;
	rec->vlan_tci = (uint16_t)(r->priority << 13 | 1);
	rec->wire_len = r->len;
	if (!r->priority && others) {
		rec->kind = RS_KIND_OTHER;
		rec->reason = RS_REASON_UDP;
		return;
	}
	rec->kind = RS_KIND_ROCE;
	rec->flags |= RS_REC_BTH;
	rec->headers = RS_HDR_BTH | RS_HDR_RETH | RS_HDR_PAYLOAD | RS_HDR_ICRC;
	rec->tos = (uint8_t)((r->priority * 8u + (r->priority ? 2u : 0u)) << 2 | 2);
	rec->ttl = 64;
	rec->udp_sport = (uint16_t)(49152 + r->flow);
	rec->opcode = 0x0a;
	rec->dqpn = 0x100u + r->flow;
	rec->psn = psn;
	rec->bth_flags = RS_BTH_ACKREQ;
	rec->payload_len = (uint16_t)r->len;
	rec->u.req.dma_len = r->len;
	rec->icrc = icrc_digest(rec);
	rec->icrc_state = RS_ICRC_GOOD;
}

static void side_record(const struct notation *n, const struct notation_row *r, struct rs_record *rec)
{
	memset(rec, 0, sizeof(*rec));
	rec->time = SCENARIO_EPOCH_NS + r->t;
	rec->point = r->point;
	if (r->kind == NOTATION_DATA)
		data_record(n, r, rec);
	else
		pause_record(r, rec);
}

/* Sides with their MACs, links between them, and the speed of every point. */
static void links_of(const struct notation *n, struct scenario *out)
{
	unsigned points = 0;

	for (unsigned i = 0; i < n->side_count; i++) {
		struct scenario_side *s = &out->sides[out->side_count++];

		s->point = n->sides[i].point;
		snprintf(s->name, sizeof(s->name), "%s", n->sides[i].name);
		side_mac(i, s->mac);
		points = s->point >= points ? s->point + 1u : points;
	}
	for (unsigned i = 0; i < n->link_count; i++) {
		struct rs_link *l = &out->links[out->link_count++];

		*l = (struct rs_link){.point = n->links[i].point, .bps = n->bps, .dev_a = out->sides[n->links[i].a].name,
				      .dev_b = out->sides[n->links[i].b].name};
		side_mac(n->links[i].a, l->mac_a);
		side_mac(n->links[i].b, l->mac_b);
	}
	out->link_all = out->link_count;
	for (unsigned p = 0; n->bps && !n->link_count && p < points && p < 8; p++)
		out->links[out->link_all++] = (struct rs_link){.point = (uint16_t)p, .bps = n->bps};
}

static void arp_record(struct rs_record *rec, rs_ns t, uint16_t point)
{
	memset(rec, 0, sizeof(*rec));
	rec->time = SCENARIO_EPOCH_NS + t;
	rec->point = point;
	rec->kind = RS_KIND_OTHER;
	rec->reason = RS_REASON_ARP;
	rec->wire_len = 60;
	rec->u.other.ethertype = 0x0806;
	host_mac('Z', rec->smac);
	memset(rec->dmac, 0xff, 6);
}

static int records_of(const struct notation *n, struct scenario *out, struct rs_err *err)
{
	if (!n->count)
		return rs_err_set(err, RS_EFORMAT, "scenario %s has no packets", out->name);
	out->recs = calloc(n->count + 2, sizeof(out->recs[0]));
	if (!out->recs)
		return rs_err_set(err, RS_ENOMEM, "no memory for %zu records", n->count);
	if (n->rows[0].t > 0)
		arp_record(&out->recs[out->count++], 0, n->rows[0].point);
	for (size_t i = 0; i < n->count; i++) {
		out->pauses |= n->rows[i].kind != NOTATION_PACKET;
		if (n->rows[i].kind == NOTATION_PACKET)
			record_of(n, &n->rows[i], &out->recs[out->count++]);
		else
			side_record(n, &n->rows[i], &out->recs[out->count++]);
	}
	if (n->eof != RS_NS_NONE && n->eof > n->rows[n->count - 1].t)
		arp_record(&out->recs[out->count++], n->eof, n->rows[0].point);
	for (size_t i = 0; i < out->count; i++)
		out->recs[i].frame = rs_frame_make(0, i + 1);
	return 0;
}

static int pairs_of(const struct notation *n, struct scenario *out, struct rs_err *err)
{
	for (unsigned i = 0; i < n->pair_count; i++) {
		const struct notation_pair *p = &n->pairs[i];
		size_t k = 0;

		while (k < n->count && n->rows[k].src != p->host && n->rows[k].dst != p->host)
			k++;
		if (k == n->count)
			return rs_err_set(err, RS_EFORMAT, "cfg pair= names host %c, which sends nothing", p->host);
		out->pairs[out->pair_count++] = (struct rs_pair_hint){
			.requester = scenario_host(p->host),
			.responder = scenario_host(n->rows[k].src == p->host ? n->rows[k].dst : n->rows[k].src),
			.requester_qp = p->qp,
			.responder_qp = p->peer_qp,
		};
	}
	return 0;
}

/* ---- the file ---- */

static int expected_line(struct scenario *out, const char *line, struct rs_err *err)
{
	char **to = strncmp(line, "FINDINGS ", 9) ? &out->lanes : &out->findings;
	const char *text = to == &out->findings ? line + 9 : line;
	size_t old = *to ? strlen(*to) : 0;
	char *p = realloc(*to, old + strlen(text) + 2);

	if (!p)
		return rs_err_set(err, RS_ENOMEM, "no memory for the expected lines");
	sprintf(p + old, "%s%s", text, to == &out->findings ? "" : "\n");
	*to = p;
	return 0;
}

static int line_read(struct notation *n, struct scenario *out, const char *line, struct rs_err *err)
{
	if (!out->name[0]) {
		if (sscanf(line, "%31s %159[^\n]", out->name, out->title) != 2)
			return rs_err_set(err, RS_EFORMAT, "a scenario begins with its name and title");
		return 0;
	}
	if (out->lanes)
		return !line[0] || line[0] == '#' ? 0 : expected_line(out, line, err);
	if (strcmp(line, "Expected:"))
		return notation_line(n, line, err);
	out->lanes = calloc(1, 1);
	return out->lanes ? 0 : rs_err_set(err, RS_ENOMEM, "no memory for the expected lines");
}

int scenario_parse(const char *text, struct scenario *out, struct rs_err *err)
{
	struct notation n;
	char *copy = strdup(text), *save = NULL;
	int rc = copy ? 0 : rs_err_set(err, RS_ENOMEM, "no memory for the text");

	memset(out, 0, sizeof(*out));
	notation_init(&n);
	for (char *line = copy ? strtok_r(copy, "\n", &save) : NULL; line && !rc; line = strtok_r(NULL, "\n", &save))
		rc = line_read(&n, out, line, err);
	notation_sort(&n);
	if (!rc)
		rc = records_of(&n, out, err);
	if (!rc)
		rc = pairs_of(&n, out, err);
	if (!rc)
		links_of(&n, out);
	notation_fini(&n);
	free(copy);
	if (rc)
		scenario_fini(out);
	return rc;
}

int scenario_load(const char *path, struct scenario *out, struct rs_err *err)
{
	char text[1 << 16];
	FILE *f = fopen(path, "r");
	size_t n;

	memset(out, 0, sizeof(*out));
	if (!f)
		return rs_err_set(err, RS_ENOENT, "%s: cannot be opened", path);
	n = fread(text, 1, sizeof(text) - 1, f);
	text[n] = 0;
	fclose(f);
	return scenario_parse(text, out, err);
}

void scenario_fini(struct scenario *s)
{
	free(s->recs);
	free(s->lanes);
	free(s->findings);
	memset(s, 0, sizeof(*s));
}
