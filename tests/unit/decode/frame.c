/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit/decode/frame.h"

#include <stdlib.h>
#include <string.h>

#include "tests/lib/hex.h"

static struct rs_record decode_exact(struct rs_packet pkt, const uint8_t *data)
{
	struct rs_decode_config cfg;
	struct rs_record r;
	uint8_t *exact = malloc(pkt.caplen ? pkt.caplen : 1);

	assert_non_null(exact);
	memcpy(exact, data, pkt.caplen);
	pkt.data = exact;
	rs_decode_config_init(&cfg);
	memset(&r, 0xa5, sizeof(r));
	rs_decode(&cfg, &pkt, &r);
	free(exact);
	return r;
}

struct rs_record frame_decode_packet(struct rs_packet pkt, const char *hex, size_t cut)
{
	struct rs_record r;
	size_t len;
	uint8_t *data = hex_bytes(hex, &len);

	assert_true(cut <= len);
	pkt.wirelen = (uint32_t)len;
	pkt.caplen = (uint32_t)(len - cut);
	r = decode_exact(pkt, data);
	free(data);
	return r;
}

struct rs_record frame_decode_as(unsigned linktype, const char *hex)
{
	return frame_decode_packet((struct rs_packet){ .linktype = (uint16_t)linktype }, hex, 0);
}

struct rs_record frame_decode(const char *hex)
{
	return frame_decode_as(1, hex);
}

struct rs_record frame_decode_cut(const char *hex, size_t caplen)
{
	size_t len;

	free(hex_bytes(hex, &len));
	assert_true(caplen <= len);
	return frame_decode_packet((struct rs_packet){ .linktype = 1 }, hex, len - caplen);
}

void frame_expect(const struct rs_record *r, enum rs_kind kind, enum rs_reason reason)
{
	assert_string_equal(rs_kind_name(r->kind), rs_kind_name(kind));
	assert_string_equal(rs_reason_name(r->reason), rs_reason_name(reason));
}
