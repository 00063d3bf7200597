/* SPDX-License-Identifier: BSD-2-Clause */
#include "decode/detail_link.h"

static void say_ethertype(struct text *t, uint64_t v)
{
	static const struct {
		uint16_t type;
		const char *name;
	} names[] = {
		{ 0x0800, "IPv4" }, { 0x0806, "ARP" }, { 0x6558, "Ethernet" }, { 0x8100, "802.1Q tag" },
		{ 0x86dd, "IPv6" }, { 0x8808, "MAC control" }, { 0x8847, "MPLS" }, { 0x8848, "MPLS multicast" },
		{ 0x88a8, "802.1ad tag" }, { 0x88cc, "LLDP" }, { 0x88e5, "MACsec" }, { 0x8915, "RoCEv1" },
		{ 0x893f, "802.1BR tag" }, { 0x9100, "tag" }, { 0x9200, "tag" },
	};

	if (v <= 1500)
		text_str(t, " (802.3 length)");
	for (size_t i = 0; i < DETAIL_COUNT(names); i++)
		if (names[i].type == v)
			text_add(t, " (%s)", names[i].name);
}

static bool is_tag(uint64_t type)
{
	return type == 0x8100 || type == 0x88a8 || type == 0x9100 || type == 0x9200;
}

void detail_tags(struct detail *d, uint32_t at, uint16_t type)
{
	static const struct detail_field tag[] = {
		{ "priority (PCP)", NULL, 0, 3, 0, FORM_DEC },
		{ "drop eligible", NULL, 0, 1, 3, FORM_DEC },
		{ "VLAN", NULL, 0, 12, 4, FORM_DEC },
		{ "type", say_ethertype, 2, 16, 0, FORM_HEX },
	};
	static const struct detail_field llc[] = {
		{ "destination SAP", NULL, 0, 8, 0, FORM_HEX },
		{ "source SAP", NULL, 1, 8, 0, FORM_HEX },
		{ "control", NULL, 2, 8, 0, FORM_HEX },
	};
	static const struct detail_field snap[] = {
		{ "organisation", NULL, 3, 24, 0, FORM_HEX },
		{ "type", say_ethertype, 6, 16, 0, FORM_HEX },
	};

	for (unsigned n = 0; is_tag(type) && n < 8; n++, at += 4) {
		detail_fields(d, "VLAN tag", at, tag, DETAIL_COUNT(tag));
		type = (uint16_t)detail_get(d, at + 2, 2);
	}
	if (!type || type > 1500)
		return;
	detail_fields(d, "LLC", at, llc, DETAIL_COUNT(llc));
	if (detail_get(d, at, 3) == 0xaaaa03)
		detail_fields(d, "SNAP", at, snap, DETAIL_COUNT(snap));
}

void detail_ethernet(struct detail *d, uint32_t at)
{
	static const struct detail_field ethernet[] = {
		{ "destination", NULL, 0, 48, 0, FORM_MAC },
		{ "source", NULL, 6, 48, 0, FORM_MAC },
		{ "type", say_ethertype, 12, 16, 0, FORM_HEX },
	};

	detail_fields(d, "Ethernet", at, ethernet, DETAIL_COUNT(ethernet));
	detail_tags(d, at + 14, (uint16_t)detail_get(d, at + 12, 2));
}

static void say_packet_type(struct text *t, uint64_t v)
{
	static const char *const names[] = { "to this host", "broadcast", "multicast", "to another host", "sent" };

	if (v < DETAIL_COUNT(names))
		text_add(t, " (%s)", names[v]);
}

static const struct detail_field cooked1[] = {
	{ "packet type", say_packet_type, 0, 16, 0, FORM_DEC },
	{ "device type", NULL, 2, 16, 0, FORM_DEC },
	{ "address length", NULL, 4, 16, 0, FORM_DEC },
	{ "address", NULL, 6, 64, 0, FORM_BYTES },
	{ "protocol", say_ethertype, 14, 16, 0, FORM_HEX },
};
static const struct detail_field cooked2[] = {
	{ "protocol", say_ethertype, 0, 16, 0, FORM_HEX },
	{ "interface", NULL, 4, 32, 0, FORM_DEC },
	{ "device type", NULL, 8, 16, 0, FORM_DEC },
	{ "packet type", say_packet_type, 10, 8, 0, FORM_DEC },
	{ "address length", NULL, 11, 8, 0, FORM_DEC },
	{ "address", NULL, 12, 64, 0, FORM_BYTES },
};

static void say_next(struct text *t, uint64_t v)
{
	static const char *const names[] = { "raw", "IPv6", "BTH", "GRH" };

	text_add(t, " (%s)", names[v & 3]);
}

static const struct detail_field lrh[] = {
	{ "virtual lane", NULL, 0, 4, 0, FORM_DEC },
	{ "version", NULL, 0, 4, 4, FORM_DEC },
	{ "service level", NULL, 1, 4, 0, FORM_DEC },
	{ "next header", say_next, 1, 2, 6, FORM_DEC },
	{ "destination LID", NULL, 2, 16, 0, FORM_DEC },
	{ "length in words", NULL, 4, 11, 5, FORM_DEC },
	{ "source LID", NULL, 6, 16, 0, FORM_DEC },
};

void detail_link(struct detail *d, unsigned linktype)
{
	static const struct detail_field family[] = { { "family", NULL, 0, 32, 0, FORM_HEX } };

	switch (linktype) {
	case 0:
	case 108:
		detail_fields(d, "loopback", 0, family, 1);
		break;
	case 1:
		detail_ethernet(d, 0);
		break;
	case 113:
		detail_fields(d, "Linux cooked", 0, cooked1, DETAIL_COUNT(cooked1));
		detail_tags(d, 16, (uint16_t)detail_get(d, 14, 2));
		break;
	case 276:
		detail_fields(d, "Linux cooked 2", 0, cooked2, DETAIL_COUNT(cooked2));
		detail_tags(d, 20, (uint16_t)detail_get(d, 0, 2));
		break;
	case 247:
		detail_fields(d, "LRH", 0, lrh, DETAIL_COUNT(lrh));
		break;
	default:
		break;
	}
}

void detail_mpls(struct detail *d, uint32_t at)
{
	static const struct detail_field label[] = {
		{ "label", NULL, 0, 20, 0, FORM_DEC },
		{ "traffic class", NULL, 2, 3, 4, FORM_DEC },
		{ "bottom of stack", NULL, 2, 1, 7, FORM_DEC },
		{ "TTL", NULL, 3, 8, 0, FORM_DEC },
	};
	unsigned n = 0;

	do {
		detail_fields(d, "MPLS", at, label, DETAIL_COUNT(label));
		at += 4;
	} while (++n < 16 && detail_has(d, at, 4) && !(detail_get(d, at - 2, 1) & 1));
	if (detail_has(d, at, 4) && detail_get(d, at, 1) >> 4 == 0)
		detail_bytes(d, "MPLS", "control word", at, 4);
}

static void say_quanta(struct text *t, uint64_t v)
{
	if (!v)
		text_str(t, " (resume)");
	else /* a quantum is 512 bit times: 5.12 ns at 100 Gb/s */
		text_add(t, " quanta (%.1f us at 100 Gb/s)", (double)v * 0.00512);
}

static void pfc(struct detail *d, uint32_t at)
{
	static const char *const names[] = { "priority 0", "priority 1", "priority 2", "priority 3",
					     "priority 4", "priority 5", "priority 6", "priority 7" };
	static const struct detail_field vector[] = {
		{ "reserved", NULL, 0, 8, 0, FORM_HEX },
		{ "priorities enabled", NULL, 1, 8, 0, FORM_HEX },
	};
	const uint64_t enabled = detail_get(d, at + 1, 1);

	detail_fields(d, "PFC", at, vector, DETAIL_COUNT(vector));
	for (unsigned i = 0; i < 8; i++) {
		struct detail_field f = { names[i], enabled >> i & 1 ? say_quanta : NULL, 0, 16, 0, FORM_DEC };

		detail_fields(d, "PFC", at + 2 + 2 * i, &f, 1);
	}
}

void detail_pause(struct detail *d, uint32_t at)
{
	static const struct detail_field time[] = { { "pause", say_quanta, 0, 16, 0, FORM_DEC } };
	const uint64_t opcode = detail_get(d, at, 2);

	detail_say(d, "MAC control", "opcode", at, 2, "0x%04x%s", (unsigned)opcode,
		   opcode == 0x0101 ? " (priority flow control)" : opcode == 0x0001 ? " (pause)" : "");
	if (opcode == 0x0101)
		pfc(d, at + 2);
	else if (opcode == 0x0001)
		detail_fields(d, "PAUSE", at + 2, time, 1);
}
