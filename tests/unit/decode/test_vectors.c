/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Whole frames of vectors.tsv against their expected fields; then every frame cut at every
 * byte and with every byte changed. Argument: path of vectors.tsv.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/hex.h"
#include "tests/unit/decode/rows.h"

#define MAX_VECTORS 128

struct vector {
	char *name;
	unsigned linktype;
	char *expect;
	uint8_t *data;
	size_t len;
};

static struct vector vectors[MAX_VECTORS];
static size_t vector_count;

static uint64_t cm_field(const struct rs_record *r, const char *name)
{
	const struct rs_cm *cm = &r->u.cm;

	if (!strcmp(name, "cm_attr"))
		return cm->attr;
	if (!strcmp(name, "cm_local"))
		return cm->local_id;
	if (!strcmp(name, "cm_remote"))
		return cm->remote_id;
	if (!strcmp(name, "cm_qpn"))
		return cm->qpn;
	if (!strcmp(name, "cm_psn"))
		return cm->psn;
	if (!strcmp(name, "cm_retry"))
		return cm->retry & 7u;
	if (!strcmp(name, "cm_rnr_retry"))
		return cm->retry >> 4;
	if (!strcmp(name, "cm_pmtu"))
		return cm->pmtu_code;
	if (!strcmp(name, "cm_ack_timeout"))
		return cm->ack_timeout;
	fail_msg("vectors.tsv: no field %s", name);
	return 0;
}

static uint64_t bth_flag(const struct rs_record *r, unsigned flag)
{
	return (r->bth_flags & flag) != 0;
}

static bool is_atomic(const struct rs_record *r)
{
	return (r->headers & RS_HDR_ATOMICETH) != 0;
}

static uint64_t field(const struct rs_record *r, const char *name)
{
	const struct {
		const char *name;
		uint64_t value;
	} known[] = {
		{ "cut", r->cut },
		{ "encap_id", r->encap_id },
		{ "rocev1", (r->flags & RS_REC_ROCEV1) != 0 },
		{ "qinq", (r->flags & RS_REC_QINQ) != 0 },
		{ "vid", r->flags & RS_REC_VLAN ? r->vlan_tci & 0xfffu : UINT64_MAX },
		{ "pcp", r->flags & RS_REC_VLAN ? r->vlan_tci >> 13 : UINT64_MAX },
		{ "tos", r->tos },
		{ "dscp", rs_record_dscp(r) },
		{ "ecn", rs_record_ecn(r) },
		{ "udp_sport", r->udp_sport },
		{ "opcode", r->flags & RS_REC_BTH ? r->opcode : UINT64_MAX },
		{ "dqpn", r->dqpn },
		{ "psn", r->psn },
		{ "pkey", r->pkey },
		{ "pad", rs_record_pad(r) },
		{ "se", bth_flag(r, RS_BTH_SE) },
		{ "migreq", bth_flag(r, RS_BTH_MIGREQ) },
		{ "ackreq", bth_flag(r, RS_BTH_ACKREQ) },
		{ "fecn", bth_flag(r, RS_BTH_FECN) },
		{ "becn", bth_flag(r, RS_BTH_BECN) },
		{ "payload_len", r->payload_len },
		{ "va", is_atomic(r) ? r->u.atomic.va : r->u.req.va },
		{ "rkey", is_atomic(r) ? r->u.atomic.rkey : r->u.req.rkey },
		{ "dma_len", r->u.req.dma_len },
		{ "imm", r->u.req.imm },
		{ "xrc_srqn", r->u.req.xrc_srqn },
		{ "swap_add", r->u.atomic.swap_add },
		{ "syndrome", r->u.ack.syndrome },
		{ "rnr_us", (uint64_t)(rs_rnr_ns(r->u.ack.syndrome & 31u) / RS_NS_PER_US) },
		{ "msn", r->u.ack.msn },
		{ "orig", r->u.ack.orig },
		{ "vector", r->u.pause.vector },
		{ "time0", r->u.pause.quanta[0] },
		{ "time3", r->u.pause.quanta[3] },
		{ "time4", r->u.pause.quanta[4] },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++)
		if (!strcmp(known[i].name, name))
			return known[i].value;
	if (r->kind == RS_KIND_CM) /* the DETH gave way to the message */
		return cm_field(r, name);
	if (!strcmp(name, "qkey"))
		return r->u.ud.qkey;
	if (!strcmp(name, "src_qpn"))
		return r->u.ud.src_qpn;
	fail_msg("vectors.tsv: no field %s", name);
	return 0;
}

static struct rs_record decode_bytes(const struct vector *v, const uint8_t *data, size_t caplen,
				     int fill)
{
	struct rs_decode_config cfg;
	struct rs_packet pkt = { .caplen = (uint32_t)caplen, .wirelen = (uint32_t)v->len,
				 .linktype = (uint16_t)v->linktype };
	uint8_t *exact = malloc(caplen ? caplen : 1);
	struct rs_record r;

	assert_non_null(exact);
	memcpy(exact, data, caplen);
	pkt.data = exact;
	rs_decode_config_init(&cfg);
	memset(&r, fill, sizeof(r));
	rs_decode(&cfg, &pkt, &r);
	free(exact);
	return r;
}

/* Fields that vectors.tsv gives by name; NULL if @name is not one of them. */
static const char *named(const struct rs_record *r, const char *name)
{
	if (!strcmp(name, "kind"))
		return rs_kind_name(r->kind);
	if (!strcmp(name, "reason"))
		return rs_reason_name(r->reason);
	if (!strcmp(name, "icrc"))
		return rs_icrc_name(r->icrc_state);
	if (!strcmp(name, "tunnel"))
		return r->tunnel ? rs_tunnel_name(r->tunnel) : "-";
	return NULL;
}

static void check_field(const struct vector *v, const struct rs_record *r, const char *name,
			const char *value)
{
	const char *word = named(r, name);
	uint64_t want, got;

	if (word) {
		if (strcmp(word, value))
			fail_msg("%s: %s is %s, expected %s", v->name, name, word, value);
		return;
	}
	want = strtoull(value, NULL, 0);
	got = field(r, name);
	if (got != want)
		fail_msg("%s: %s is %" PRIu64 ", expected %" PRIu64, v->name, name, got, want);
}

static void check_fields(const struct vector *v, const struct rs_record *r)
{
	char *expect = strdup(v->expect), *save = NULL;

	assert_non_null(expect);
	for (char *f = strtok_r(expect, ";", &save); f; f = strtok_r(NULL, ";", &save)) {
		char *value = strchr(f, '=');

		assert_non_null(value);
		*value++ = 0;
		check_field(v, r, f, value);
	}
	free(expect);
}

static void whole_frames_give_the_expected_fields(void **state)
{
	(void)state;
	assert_int_equal(vector_count, 77);
	for (size_t i = 0; i < vector_count; i++) {
		const struct rs_record r = decode_bytes(&vectors[i], vectors[i].data,
							vectors[i].len, 0);

		check_fields(&vectors[i], &r);
	}
}

#define CLAIM(cond)                                                                               \
	do {                                                                                      \
		if (!(cond))                                                                      \
			fail_msg("%s cut at %zu: not true: %s", v->name, n, #cond);               \
	} while (0)

static void check_prefix(const struct vector *v, size_t n, const struct rs_record *whole,
			 const struct rs_record *part)
{
	CLAIM((part->headers & ~whole->headers) == 0);
	CLAIM(part->wire_len == whole->wire_len);
	if (part->flags & RS_REC_BTH) {
		CLAIM(whole->flags & RS_REC_BTH);
		CLAIM(part->opcode == whole->opcode);
		CLAIM(part->dqpn == whole->dqpn);
		CLAIM(part->psn == whole->psn);
		CLAIM(part->pkey == whole->pkey);
		CLAIM(part->bth_flags == whole->bth_flags);
		CLAIM(part->payload_len == whole->payload_len);
		CLAIM(part->kind == whole->kind || part->kind == RS_KIND_SHORT);
		CLAIM(!memcmp(&part->src, &whole->src, 16) && !memcmp(&part->dst, &whole->dst, 16));
		CLAIM(part->tos == whole->tos && part->ip_id == whole->ip_id);
	} else {
		CLAIM(part->kind == RS_KIND_OTHER || part->kind == RS_KIND_SHORT ||
		      part->kind == whole->kind);
	}
	if (part->kind == RS_KIND_SHORT) {
		CLAIM(part->cut != 0);
		CLAIM(whole->kind != RS_KIND_OTHER);
	}
	if (part->icrc_state != RS_ICRC_UNCHECKED)
		CLAIM(part->headers & RS_HDR_ICRC);
}

static void a_prefix_never_claims_more_than_the_whole(void **state)
{
	(void)state;
	for (size_t i = 0; i < vector_count; i++) {
		const struct vector *v = &vectors[i];
		const struct rs_record whole = decode_bytes(v, v->data, v->len, 0);

		for (size_t n = 0; n < v->len; n++) {
			const struct rs_record part = decode_bytes(v, v->data, n, 0);

			check_prefix(v, n, &whole, &part);
		}
	}
}

static void check_sane(const struct vector *v, size_t n, const struct rs_record *r)
{
	CLAIM(r->kind < RS_KIND_COUNT);
	CLAIM(r->reason < RS_REASON_COUNT);
	CLAIM(r->icrc_state < RS_ICRC_COUNT);
	CLAIM(r->tunnel < RS_TUNNEL_COUNT);
	CLAIM(r->cut <= 15);
	CLAIM(r->dqpn <= 0xffffff && r->psn <= 0xffffff);
	if (r->kind == RS_KIND_ROCE || r->kind == RS_KIND_CNP || r->kind == RS_KIND_CM)
		CLAIM((r->flags & RS_REC_BTH) && (r->headers & RS_HDR_BTH));
	if (r->kind == RS_KIND_SHORT)
		CLAIM(r->cut != 0);
}

static void check_changed_byte(const struct vector *v, uint8_t *copy, size_t n, uint8_t value)
{
	struct rs_record a, b;

	copy[n] = value;
	a = decode_bytes(v, copy, v->len, 0x00);
	b = decode_bytes(v, copy, v->len, 0xff);
	copy[n] = v->data[n];
	check_sane(v, n, &a);
	CLAIM(!memcmp(&a, &b, sizeof(a))); /* all 128 bytes are written */
}

static void no_single_byte_breaks_the_decoder(void **state)
{
	(void)state;
	for (size_t i = 0; i < vector_count; i++) {
		const struct vector *v = &vectors[i];
		uint8_t *copy = malloc(v->len);

		assert_non_null(copy);
		memcpy(copy, v->data, v->len);
		for (size_t n = 0; n < v->len && n < 256; n++) {
			const uint8_t old = v->data[n];

			check_changed_byte(v, copy, n, 0x00);
			check_changed_byte(v, copy, n, 0xff);
			check_changed_byte(v, copy, n, old ^ 0x01);
			check_changed_byte(v, copy, n, old ^ 0x80);
			check_changed_byte(v, copy, n, (uint8_t)~old);
		}
		free(copy);
	}
}

/* Rows of the frame itself; what stands behind its last header depends on where it is cut. */
static size_t count_of_headers(const struct rows *r)
{
	size_t n = r->count;

	while (n && (!strcmp(r->row[n - 1].layer, "rest")))
		n--;
	return n;
}

static void check_rows(const struct vector *v, size_t n, const struct rows *whole, const struct rows *part)
{
	CLAIM(count_of_headers(part) <= count_of_headers(whole));
	for (size_t i = 0; i < count_of_headers(part); i++) {
		const struct rows_row *a = &whole->row[i], *b = &part->row[i];

		if (strcmp(a->layer, b->layer) || strcmp(a->field, b->field) || a->offset != b->offset ||
		    a->length != b->length)
			fail_msg("%s cut at %zu: %s %s became %s %s", v->name, n, a->layer, a->field, b->layer, b->field);
		CLAIM(b->cut == (b->offset + b->length > n));
		if (!b->cut && strcmp(a->value, b->value))
			fail_msg("%s cut at %zu: %s %s: \"%s\" became \"%s\"", v->name, n, a->layer, a->field, a->value,
				 b->value);
	}
}

static void details_of_a_prefix_are_a_prefix_of_the_details(void **state)
{
	(void)state;
	for (size_t i = 0; i < vector_count; i++) {
		const struct vector *v = &vectors[i];
		struct rows *whole = rows_of(v->linktype, v->data, v->len, v->len, 0);

		for (size_t n = 0; n < v->len; n++) {
			struct rows *part = rows_of(v->linktype, v->data, n, v->len, 0);

			check_rows(v, n, whole, part);
			free(part);
		}
		free(whole);
	}
}

static void details_of(const char *name, struct rows **r)
{
	*r = NULL;
	for (size_t i = 0; i < vector_count; i++)
		if (!strcmp(vectors[i].name, name))
			*r = rows_of(vectors[i].linktype, vectors[i].data, vectors[i].len, vectors[i].len, 0);
	assert_non_null(*r);
}

static void cm_messages_are_told_by_field(void **state)
{
	static const struct {
		const char *name, *layer, *field, *value;
	} want[] = {
		{ "cm_req", "MAD", "attribute", "0x0010 (REQ)" },
		{ "cm_req", "CM REQ", "service id", "0x0000000001064853 (rdma_cm, TCP port 18515)" },
		{ "cm_req", "CM REQ", "local QPN", "0x000111 (273)" },
		{ "cm_req", "CM REQ", "starting PSN", "0x00abcd (43981)" },
		{ "cm_req", "CM REQ", "transport service type", "0 (RC)" },
		{ "cm_req", "CM REQ", "path MTU", "3 (1024 bytes)" },
		{ "cm_req", "CM REQ", "RNR retry count", "7 (for ever)" },
		{ "cm_req", "CM REQ", "primary local ACK timeout", "18 (1.07 s)" },
		{ "cm_req", "rdma_cm", "IP version", "4" },
		{ "cm_rep", "CM REP", "remote communication id", "0x11223344" },
		{ "cm_rep", "CM REP", "starting PSN", "0x001000 (4096)" },
		{ "cm_rep", "CM REP", "target ACK delay", "15 (134 ms)" },
		{ "cm_rtu", "CM RTU", "local communication id", "0x11223344" },
		{ "cm_dreq", "CM DREQ", "remote QPN", "0x000222 (546)" },
		{ "cm_drep", "MAD", "attribute", "0x0016 (DREP)" },
		{ "cm_rej", "CM REJ", "reason", "8 (invalid service id)" },
		{ "cm_rej", "CM REJ", "message rejected", "0 (REQ)" },
		{ "cm_mra", "CM MRA", "message acknowledged", "1 (REP)" },
		{ "cm_mra", "CM MRA", "service timeout", "20 (4.29 s)" },
		{ "cm_sidr_req", "CM SIDR REQ", "service id", "0x0000000001114853 (rdma_cm, UDP port 18515)" },
		{ "cm_sidr_req", "rdma_cm", "source port", "258" },
		{ "cm_sidr_req", "rdma_cm", "destination address", "192.0.2.2" },
		{ "cm_sidr_rep", "CM SIDR REP", "QPN", "0x000222 (546)" },
		{ "cm_sidr_rep", "CM SIDR REP", "queue key", "0x01234567" },
		{ "cm_lap", "CM LAP", "remote CM response timeout", "20 (4.29 s)" },
		{ "cm_apr", "CM APR", "status", "1" },
		{ "four_tunnels", "Geneve", "VNI", "7" },
		{ "four_tunnels", "VXLAN", "VNI", "5001" },
		{ "mpls_pseudowire", "MPLS", "control word", "4 bytes, all zero" },
		{ "vendor_opcode", "BTH", "opcode", "0xe0 (TID_WRITE_REQUEST)" },
		{ "pfc_empty_vector", "PFC", "priority 3", "65535" },
		{ "pfc_reserved_vector", "PFC", "reserved", "0x80" },
		{ "ib_grh_global", "GRH", "source", "fe80::1" },
		{ "ib_lrh_local", "LRH", "source LID", "3" },
		{ "ib_lrh_local", "LRH", "next header", "2 (BTH)" },
		{ "geneve_opt", "Geneve", "VNI", "7777" },
		{ "erspan3_plat_trunc", "ERSPAN III", "session", "341" },
		{ "sll_v4", "Linux cooked", "packet type", "4 (sent)" },
		{ "ipv4_later_fragment", "IPv4", "fragment offset", "2 (byte 16)" },
		{ "rocev1_ack_capture", "GRH", "next header", "27 (BTH)" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(want) / sizeof(want[0]); i++) {
		struct rows *r;

		details_of(want[i].name, &r);
		rows_expect(r, want[i].layer, want[i].field, want[i].value);
		free(r);
	}
}

/* Every captured byte belongs to a field or to a gap of reserved bits, none to what is beyond. */
static void check_row_bounds(const struct vector *v, size_t n, const struct rows *r)
{
	for (size_t i = 0; i < r->count; i++) {
		CLAIM(r->row[i].cut == (r->row[i].offset + r->row[i].length > v->len));
		CLAIM(r->row[i].cut == !r->row[i].value[0]);
	}
}

static void no_single_byte_breaks_the_details(void **state)
{
	(void)state;
	for (size_t i = 0; i < vector_count; i++) {
		const struct vector *v = &vectors[i];
		uint8_t *copy = malloc(v->len);

		assert_non_null(copy);
		memcpy(copy, v->data, v->len);
		for (size_t n = 0; n < v->len && n < 256; n++) {
			const uint8_t values[] = { 0x00, 0xff, v->data[n] ^ 0x01, v->data[n] ^ 0x80, (uint8_t)~v->data[n] };

			for (size_t k = 0; k < sizeof(values); k++) {
				struct rows *r;

				copy[n] = values[k];
				r = rows_of(v->linktype, copy, v->len, v->len, 0);
				check_row_bounds(v, n, r);
				free(r);
			}
			copy[n] = v->data[n];
		}
		free(copy);
	}
}

static void load(const char *path)
{
	static char line[16384];
	FILE *f = fopen(path, "r");

	if (!f) {
		perror(path);
		exit(1);
	}
	while (fgets(line, sizeof(line), f) && vector_count < MAX_VECTORS) {
		struct vector *v = &vectors[vector_count];
		char *save = NULL, *name, *linktype, *expect, *hex;

		if (line[0] == '#')
			continue;
		name = strtok_r(line, "\t\n", &save);
		linktype = strtok_r(NULL, "\t\n", &save);
		expect = strtok_r(NULL, "\t\n", &save);
		hex = strtok_r(NULL, "\t\n", &save);
		if (!hex)
			continue;
		v->name = strdup(name);
		v->linktype = (unsigned)strtoul(linktype, NULL, 10);
		v->expect = strdup(expect);
		v->data = hex_bytes(hex, &v->len);
		vector_count++;
	}
	fclose(f);
}

static void unload(void)
{
	for (size_t i = 0; i < vector_count; i++) {
		free(vectors[i].name);
		free(vectors[i].expect);
		free(vectors[i].data);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_frames_give_the_expected_fields),
		cmocka_unit_test(a_prefix_never_claims_more_than_the_whole),
		cmocka_unit_test(no_single_byte_breaks_the_decoder),
		cmocka_unit_test(details_of_a_prefix_are_a_prefix_of_the_details),
		cmocka_unit_test(no_single_byte_breaks_the_details),
		cmocka_unit_test(cm_messages_are_told_by_field),
	};
	int failed;

	if (argc < 2) {
		fprintf(stderr, "usage: test_vectors vectors.tsv\n");
		return 1;
	}
	load(argv[1]);
	failed = cmocka_run_group_tests_name("vectors", tests, NULL, NULL);
	unload();
	return failed;
}
