/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/packet_fields.h"

#include "base/text.h"

#include <rocescope/decode.h>
#include <rocescope/event.h>
#include <string.h>

static bool has_bth(const struct rs_record *r)
{
	return r->flags & RS_REC_BTH;
}

static bool has_aeth(const struct rs_record *r)
{
	return has_bth(r) && r->headers & RS_HDR_AETH;
}

static bool has_vni(const struct rs_record *r)
{
	return r->tunnel == RS_TUNNEL_VXLAN || r->tunnel == RS_TUNNEL_GENEVE || r->tunnel == RS_TUNNEL_NVGRE;
}

static void get_no(const struct packet_row *p, struct row_value *v)
{
	const unsigned file = rs_frame_file(p->r->frame);

	v->type = p->r->frame ? ROW_FRAME : ROW_NULL;
	v->n = (int64_t)rs_frame_number(p->r->frame);
	v->s = p->several && file < p->file_count ? p->files[file].name : NULL;
}

static void get_time(const struct packet_row *p, struct row_value *v)
{
	if (p->r->time != RS_NS_NONE && p->start != RS_NS_NONE)
		row_set_int(v, p->r->time - p->start);
}

static void get_point(const struct packet_row *p, struct row_value *v)
{
	row_set_text(v, p->point);
}

static void get_src(const struct packet_row *p, struct row_value *v)
{
	if (p->r->flags & RS_REC_IP)
		row_set_addr(v, &p->r->src);
}

static void get_dst(const struct packet_row *p, struct row_value *v)
{
	if (p->r->flags & RS_REC_IP)
		row_set_addr(v, &p->r->dst);
}

static void get_sport(const struct packet_row *p, struct row_value *v)
{
	const uint16_t port = p->r->kind == RS_KIND_OTHER ? p->r->u.other.sport : p->r->udp_sport;

	if (port)
		row_set_int(v, port);
}

static void get_kind(const struct packet_row *p, struct row_value *v)
{
	row_set_text(v, rs_kind_name(p->r->kind));
}

static void get_opcode(const struct packet_row *p, struct row_value *v)
{
	if (has_bth(p->r))
		row_set_int(v, p->r->opcode);
}

static void get_name(const struct packet_row *p, struct row_value *v)
{
	if (has_bth(p->r))
		row_set_text(v, rs_opcode(p->r->opcode)->name);
}

static void get_qp(const struct packet_row *p, struct row_value *v)
{
	if (has_bth(p->r))
		row_set_int(v, p->r->dqpn);
}

static void get_psn(const struct packet_row *p, struct row_value *v)
{
	if (has_bth(p->r))
		row_set_int(v, p->r->psn);
}

static void get_ackreq(const struct packet_row *p, struct row_value *v)
{
	if (has_bth(p->r))
		row_set_int(v, p->r->bth_flags & RS_BTH_ACKREQ ? 1 : 0);
}

static void get_syndrome(const struct packet_row *p, struct row_value *v)
{
	if (has_aeth(p->r))
		row_set_int(v, p->r->u.ack.syndrome);
}

static void get_msn(const struct packet_row *p, struct row_value *v)
{
	if (has_aeth(p->r))
		row_set_int(v, p->r->u.ack.msn);
}

static void get_len(const struct packet_row *p, struct row_value *v)
{
	row_set_int(v, p->r->wire_len);
}

static void get_payload(const struct packet_row *p, struct row_value *v)
{
	if (has_bth(p->r))
		row_set_int(v, p->r->payload_len);
}

static void get_ecn(const struct packet_row *p, struct row_value *v)
{
	if (p->r->flags & RS_REC_IP)
		row_set_int(v, rs_record_ecn(p->r));
}

static void get_dscp(const struct packet_row *p, struct row_value *v)
{
	if (p->r->flags & RS_REC_IP)
		row_set_int(v, rs_record_dscp(p->r));
}

static void get_icrc(const struct packet_row *p, struct row_value *v)
{
	if (has_bth(p->r))
		row_set_text(v, rs_icrc_name(p->r->icrc_state));
}

static void get_class(const struct packet_row *p, struct row_value *v)
{
	if (p->cls != RS_CLASS_NONE)
		row_set_text(v, rs_class_name(p->cls));
}

static void get_vlan(const struct packet_row *p, struct row_value *v)
{
	if (p->r->flags & RS_REC_VLAN)
		row_set_int(v, p->r->vlan_tci & 0xfff);
}

static void get_vni(const struct packet_row *p, struct row_value *v)
{
	if (has_vni(p->r))
		row_set_int(v, p->r->encap_id);
}

static void get_tunnel(const struct packet_row *p, struct row_value *v)
{
	if (p->r->tunnel != RS_TUNNEL_NONE)
		row_set_text(v, rs_tunnel_name(p->r->tunnel));
}

static void get_prio(const struct packet_row *p, struct row_value *v)
{
	if (p->r->flags & RS_REC_VLAN)
		row_set_int(v, p->r->vlan_tci >> 13);
}

#define BTH_FLAG(getter, bit)                                                                     \
	static void getter(const struct packet_row *p, struct row_value *v)                       \
	{                                                                                         \
		if (has_bth(p->r))                                                                \
			row_set_int(v, p->r->bth_flags & (bit) ? 1 : 0);                          \
	}

BTH_FLAG(get_se, RS_BTH_SE)
BTH_FLAG(get_fecn, RS_BTH_FECN)
BTH_FLAG(get_becn, RS_BTH_BECN)

static void set_mac(struct row_value *v, const uint8_t mac[6])
{
	static const uint8_t none[6];
	struct text t;

	if (!memcmp(mac, none, sizeof(none)))
		return;
	text_init(&t, v->buf, sizeof(v->buf));
	text_mac(&t, mac);
	row_set_text(v, v->buf);
}

static void get_smac(const struct packet_row *p, struct row_value *v)
{
	set_mac(v, p->r->smac);
}

static void get_dmac(const struct packet_row *p, struct row_value *v)
{
	set_mac(v, p->r->dmac);
}

#define ALWAYS(name, get) { name, get, false }
#define EXTRA(name, get) { name, get, true }

static const struct packet_field fields[] = {
	ALWAYS("no", get_no), ALWAYS("t_ns", get_time), ALWAYS("point", get_point),
	ALWAYS("src", get_src), ALWAYS("dst", get_dst), ALWAYS("sport", get_sport),
	ALWAYS("kind", get_kind), ALWAYS("opcode", get_opcode), ALWAYS("name", get_name),
	ALWAYS("qp", get_qp), ALWAYS("psn", get_psn), ALWAYS("ackreq", get_ackreq),
	ALWAYS("syndrome", get_syndrome), ALWAYS("msn", get_msn), ALWAYS("len", get_len),
	ALWAYS("payload", get_payload), ALWAYS("ecn", get_ecn), ALWAYS("dscp", get_dscp),
	ALWAYS("icrc", get_icrc), ALWAYS("class", get_class), ALWAYS("vlan", get_vlan),
	ALWAYS("vni", get_vni), ALWAYS("tunnel", get_tunnel),
	/* More words of filters. */
	EXTRA("prio", get_prio), EXTRA("se", get_se), EXTRA("fecn", get_fecn), EXTRA("becn", get_becn),
	EXTRA("smac", get_smac), EXTRA("dmac", get_dmac),
};

const struct packet_field *packet_fields(unsigned *count)
{
	*count = COL_COUNT(fields);
	return fields;
}

/* ---- the line ---- */

static void put_no(struct text *t, const struct packet_row *p)
{
	struct row_value v;

	get_no(p, &v);
	if (v.type == ROW_NULL)
		text_char(t, '-');
	else if (v.s)
		text_add(t, "%.200s:%lld", v.s, (long long)v.n);
	else
		text_add(t, "%lld", (long long)v.n);
}

static void put_ends(struct text *t, const struct rs_record *r)
{
	if (r->flags & RS_REC_IP) {
		text_addr(t, &r->src);
		text_str(t, " > ");
		text_addr(t, &r->dst);
	} else {
		text_mac(t, r->smac);
		text_str(t, " > ");
		text_mac(t, r->dmac);
	}
}

static void put_bth(struct text *t, const struct rs_record *r)
{
	const struct rs_opcode_info *op = rs_opcode(r->opcode);

	text_add(t, " qp 0x%x ", (unsigned)r->dqpn);
	if (r->kind == RS_KIND_CNP) {
		text_str(t, "CNP");
		return;
	}
	/* A plain acknowledge is named by what it says. */
	if (op->role & RS_OP_ACK && has_aeth(r))
		text_str(t, rs_syndrome_text(r->u.ack.syndrome));
	else
		text_str(t, op->short_name);
	text_add(t, " psn 0x%06x", (unsigned)r->psn);
	if (has_aeth(r))
		text_add(t, " msn %u", (unsigned)r->u.ack.msn);
	if (r->headers & RS_HDR_RETH)
		text_add(t, " dma %u", (unsigned)r->u.req.dma_len);
}

static void put_cm(struct text *t, const struct rs_record *r)
{
	const struct rs_cm *cm = &r->u.cm;

	text_add(t, " qp 0x%x CM %s id 0x%x", (unsigned)r->dqpn, rs_cm_name(cm->attr), (unsigned)cm->local_id);
	if (cm->remote_id)
		text_add(t, " remote 0x%x", (unsigned)cm->remote_id);
	if (cm->qpn != RS_NO_QPN)
		text_add(t, " for qp 0x%x", (unsigned)cm->qpn);
	if (cm->psn != RS_NO_PSN)
		text_add(t, " psn 0x%06x", (unsigned)cm->psn);
}

/* Quanta of 0 lift a pause. */
static void put_pause(struct text *t, const struct rs_record *r)
{
	if (r->kind == RS_KIND_PAUSE) {
		text_add(t, " PAUSE %s %u", r->u.pause.quanta[0] ? "xoff" : "xon", r->u.pause.quanta[0]);
		return;
	}
	text_str(t, " PFC");
	for (unsigned i = 0; i < 8; i++)
		if (r->u.pause.vector & 1u << i)
			text_add(t, " prio %u %s %u", i, r->u.pause.quanta[i] ? "xoff" : "xon", r->u.pause.quanta[i]);
}

static void put_what(struct text *t, const struct rs_record *r)
{
	switch (r->kind) {
	case RS_KIND_CM:
		put_cm(t, r);
		return;
	case RS_KIND_PFC:
	case RS_KIND_PAUSE:
		put_pause(t, r);
		return;
	case RS_KIND_OTHER:
		text_add(t, " other %s", rs_reason_name(r->reason));
		if (r->u.other.dport)
			text_add(t, " %u > %u", r->u.other.sport, r->u.other.dport);
		return;
	case RS_KIND_MALFORMED:
		text_str(t, " malformed");
		break;
	case RS_KIND_SHORT:
		text_str(t, " short");
		break;
	}
	if (has_bth(r))
		put_bth(t, r);
}

static void put_bits(struct text *t, const struct rs_record *r)
{
	static const char *const ecn[] = { "", " ect1", " ect0", " ce" };

	if (has_bth(r)) {
		if (r->bth_flags & RS_BTH_SE)
			text_str(t, " se");
		if (r->bth_flags & RS_BTH_ACKREQ)
			text_str(t, " ackreq");
		if (r->bth_flags & RS_BTH_FECN)
			text_str(t, " fecn");
		if (r->bth_flags & RS_BTH_BECN)
			text_str(t, " becn");
	}
	text_add(t, " len %u", (unsigned)r->wire_len);
	if (r->flags & RS_REC_IP)
		text_str(t, ecn[rs_record_ecn(r)]);
	if (r->flags & RS_REC_ROCEV1)
		text_str(t, r->headers & RS_HDR_LRH ? " infiniband" : " rocev1");
	if (r->flags & RS_REC_VLAN)
		text_add(t, " vlan %u", r->vlan_tci & 0xfffu);
	if (r->tunnel != RS_TUNNEL_NONE)
		text_add(t, " in %s", rs_tunnel_name(r->tunnel));
	if (has_vni(r))
		text_add(t, " vni %u", (unsigned)r->encap_id);
}

static void put_marks(struct text *t, const struct packet_row *p)
{
	static const char *const marks[RS_CLASS_COUNT] = {
		[RS_CLASS_GAP] = "GAP", [RS_CLASS_LATE] = "LATE", [RS_CLASS_LATE_RESEND] = "LATE RESENT",
		[RS_CLASS_RESEND] = "RESENT", [RS_CLASS_RESPONSE_RESENT] = "RESENT", [RS_CLASS_SKEWED] = "SKEWED",
		[RS_CLASS_JUMP] = "JUMP", [RS_CLASS_COPY] = "COPY", [RS_CLASS_UNPAIRED] = "UNPAIRED",
	};

	if (p->cls < RS_CLASS_COUNT && marks[p->cls])
		text_add(t, " %s", marks[p->cls]);
	if (has_bth(p->r) && p->r->icrc_state == RS_ICRC_BAD)
		text_str(t, " BAD ICRC");
	if (p->r->kind == RS_KIND_MALFORMED || p->r->kind == RS_KIND_SHORT)
		text_add(t, " (%s)", rs_reason_text(p->r->reason));
}

void packet_line(struct text *t, const struct packet_row *p, const struct report_style *style)
{
	put_no(t, p);
	text_char(t, ' ');
	row_time_text(t, style, p->r->time, p->start, p->before);
	text_char(t, ' ');
	put_ends(t, p->r);
	put_what(t, p->r);
	put_bits(t, p->r);
	put_marks(t, p);
}
