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
#include "tests/unit/decode/frame.h"

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
	assert_int_equal(vector_count, 65);
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
