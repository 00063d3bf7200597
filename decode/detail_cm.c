/* SPDX-License-Identifier: BSD-2-Clause */
#include "decode/detail_cm.h"

#include "decode/detail_cm_fields.h"
#include "decode/detail_cm_words.h"

enum {
	MAD_BYTES = 24,
	CLASS_CM = 7,
	ATTR_REQ = 0x10,
	ATTR_SIDR_REQ = 0x17,
	RDMA_CM_BYTES = 36,
};

static void say_class(struct text *t, uint64_t v)
{
	if (v == CLASS_CM)
		text_str(t, " (communication management)");
	else if (v == 3)
		text_str(t, " (subnet administration)");
	else if (v == 4)
		text_str(t, " (performance management)");
}

static void say_attribute(struct text *t, uint64_t v)
{
	if (v >= ATTR_REQ && v <= 0x1a)
		text_add(t, " (%s)", rs_cm_name((uint8_t)v));
}

static const struct detail_field mad[] = {
	{ "base version", NULL, 0, 8, 0, FORM_DEC },
	{ "class", say_class, 1, 8, 0, FORM_HEX },
	{ "class version", NULL, 2, 8, 0, FORM_DEC },
	{ "method", NULL, 3, 8, 0, FORM_HEX },
	{ "status", NULL, 4, 16, 0, FORM_HEX },
	{ "transaction id", NULL, 8, 64, 0, FORM_HEX },
	{ "attribute", say_attribute, 16, 16, 0, FORM_HEX },
	{ "attribute modifier", NULL, 20, 32, 0, FORM_HEX },
};

/* What rdma_cm puts before the private data of the application. */
static bool rdma_cm(struct detail *d, uint32_t at)
{
	static const struct detail_field head[] = {
		{ "version", NULL, 0, 8, 0, FORM_DEC },
		{ "IP version", NULL, 1, 4, 0, FORM_DEC },
		{ "source port", NULL, 2, 16, 0, FORM_DEC },
	};
	static const struct detail_field v4[] = {
		{ "source address", NULL, 16, 32, 0, FORM_IP4 },
		{ "destination address", NULL, 32, 32, 0, FORM_IP4 },
	};
	static const struct detail_field v6[] = {
		{ "source address", NULL, 4, 128, 0, FORM_IP6 },
		{ "destination address", NULL, 20, 128, 0, FORM_IP6 },
	};

	detail_fields(d, "rdma_cm", at, head, DETAIL_COUNT(head));
	if (!detail_has(d, at, 4))
		return false;
	if (detail_get(d, at + 1, 1) >> 4 == 4)
		detail_fields(d, "rdma_cm", at, v4, DETAIL_COUNT(v4));
	else
		detail_fields(d, "rdma_cm", at, v6, DETAIL_COUNT(v6));
	return true;
}

static bool private_data(struct detail *d, uint32_t at, const struct detail_cm_message *m, uint32_t message)
{
	const uint64_t service = detail_get(d, message + 8, 8);
	uint32_t length = m->private_length;

	if (!detail_has(d, message, 16)) /* what stands there is not known */
		return false;
	if ((m->attr == ATTR_REQ || m->attr == ATTR_SIDR_REQ) && cm_is_rdma_service(service)) {
		if (!rdma_cm(d, at))
			return false;
		at += RDMA_CM_BYTES;
		length -= RDMA_CM_BYTES;
	}
	detail_bytes(d, m->layer, "private data", at, length);
	return true;
}

bool detail_management(struct detail *d, uint32_t at, uint32_t length)
{
	const uint32_t message = at + MAD_BYTES;
	const uint64_t attr = detail_get(d, at + 16, 2);

	if (length < MAD_BYTES) {
		detail_bytes(d, "payload", "data", at, length);
		return true;
	}
	detail_fields(d, "MAD", at, mad, DETAIL_COUNT(mad));
	if (!detail_has(d, at, MAD_BYTES))
		return false;
	for (unsigned i = 0; i < DETAIL_CM_MESSAGES && detail_get(d, at + 1, 1) == CLASS_CM; i++) {
		const struct detail_cm_message *m = &detail_cm_messages[i];

		if (m->attr != attr || length < MAD_BYTES + (uint32_t)m->private_at + m->private_length)
			continue;
		detail_fields(d, m->layer, message, m->table, m->count);
		return private_data(d, message + m->private_at, m, message);
	}
	detail_bytes(d, "MAD", "data", message, length - MAD_BYTES);
	return true;
}
