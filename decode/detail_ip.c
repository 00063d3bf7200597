/* SPDX-License-Identifier: BSD-2-Clause */
#include "decode/detail_ip.h"

static void say_ecn(struct text *t, uint64_t v)
{
	static const char *const names[] = { "Not-ECT", "ECT(1)", "ECT(0)", "CE: congestion experienced" };

	text_add(t, " (%s)", names[v & 3]);
}

static void say_protocol(struct text *t, uint64_t v)
{
	static const struct {
		uint8_t proto;
		const char *name;
	} names[] = {
		{ 0, "hop-by-hop options" }, { 1, "ICMP" }, { 4, "IPv4" }, { 6, "TCP" }, { 17, "UDP" }, { 27, "BTH" },
		{ 41, "IPv6" }, { 43, "routing header" }, { 44, "fragment header" }, { 47, "GRE" }, { 50, "ESP" },
		{ 51, "authentication header" }, { 58, "ICMPv6" }, { 59, "nothing" }, { 60, "destination options" },
	};

	for (size_t i = 0; i < DETAIL_COUNT(names); i++)
		if (names[i].proto == v)
			text_add(t, " (%s)", names[i].name);
}

static void say_words(struct text *t, uint64_t v)
{
	text_add(t, " (%u bytes)", (unsigned)v * 4);
}

static void say_offset(struct text *t, uint64_t v)
{
	if (v)
		text_add(t, " (byte %u)", (unsigned)v * 8);
}

void detail_ipv4(struct detail *d, uint32_t at)
{
	static const struct detail_field ip[] = {
		{ "version", NULL, 0, 4, 0, FORM_DEC },
		{ "header length", say_words, 0, 4, 4, FORM_DEC },
		{ "DSCP", NULL, 1, 6, 0, FORM_DEC },
		{ "ECN", say_ecn, 1, 2, 6, FORM_DEC },
		{ "total length", NULL, 2, 16, 0, FORM_DEC },
		{ "identification", NULL, 4, 16, 0, FORM_HEX },
		{ "don't fragment", NULL, 6, 1, 1, FORM_DEC },
		{ "more fragments", NULL, 6, 1, 2, FORM_DEC },
		{ "fragment offset", say_offset, 6, 13, 3, FORM_DEC },
		{ "TTL", NULL, 8, 8, 0, FORM_DEC },
		{ "protocol", say_protocol, 9, 8, 0, FORM_DEC },
		{ "header checksum", NULL, 10, 16, 0, FORM_HEX },
		{ "source", NULL, 12, 32, 0, FORM_IP4 },
		{ "destination", NULL, 16, 32, 0, FORM_IP4 },
	};
	const uint32_t header = (uint32_t)(detail_get(d, at, 1) & 15) * 4;

	detail_fields(d, "IPv4", at, ip, DETAIL_COUNT(ip));
	if (header > 20)
		detail_bytes(d, "IPv4", "options", at + 20, header - 20);
}

static const struct detail_field ipv6_fields[] = {
	{ "version", NULL, 0, 4, 0, FORM_DEC },
	{ "DSCP", NULL, 0, 6, 4, FORM_DEC },
	{ "ECN", say_ecn, 1, 2, 2, FORM_DEC },
	{ "flow label", NULL, 1, 20, 4, FORM_HEX },
	{ "payload length", NULL, 4, 16, 0, FORM_DEC },
	{ "next header", say_protocol, 6, 8, 0, FORM_DEC },
	{ "hop limit", NULL, 7, 8, 0, FORM_DEC },
	{ "source", NULL, 8, 128, 0, FORM_IP6 },
	{ "destination", NULL, 24, 128, 0, FORM_IP6 },
};

void detail_ipv6(struct detail *d, uint32_t at, uint32_t end)
{
	static const struct detail_field extension[] = {
		{ "next header", say_protocol, 0, 8, 0, FORM_DEC },
		{ "length", NULL, 1, 8, 0, FORM_DEC },
	};
	static const struct detail_field fragment[] = {
		{ "next header", say_protocol, 0, 8, 0, FORM_DEC },
		{ "fragment offset", say_offset, 2, 13, 0, FORM_DEC },
		{ "more fragments", NULL, 3, 1, 7, FORM_DEC },
		{ "identification", NULL, 4, 32, 0, FORM_HEX },
	};
	uint64_t proto = detail_get(d, at + 6, 1);

	detail_fields(d, "IPv6", at, ipv6_fields, DETAIL_COUNT(ipv6_fields));
	at += 40;
	while (at < end && detail_has(d, at, 8)) {
		const uint64_t next = detail_get(d, at, 1), length = detail_get(d, at + 1, 1);

		if (proto == 44) {
			detail_fields(d, "IPv6 fragment", at, fragment, DETAIL_COUNT(fragment));
			at += 8;
		} else {
			detail_fields(d, "IPv6 extension", at, extension, DETAIL_COUNT(extension));
			at += proto == 51 ? 4 * ((uint32_t)length + 2) : 8 * ((uint32_t)length + 1);
		}
		proto = next;
	}
}

void detail_grh(struct detail *d, uint32_t at)
{
	detail_fields(d, "GRH", at, ipv6_fields, DETAIL_COUNT(ipv6_fields));
}

static void say_port(struct text *t, uint64_t v)
{
	const char *name = v == 4789 || v == 8472 ? "VXLAN" : v == 4790 ? "VXLAN-GPE" : v == 6081 ? "Geneve" : NULL;

	if (name)
		text_add(t, " (%s)", name);
}

static void say_roce_port(struct text *t, uint64_t v)
{
	(void)v;
	text_str(t, " (RoCEv2)");
}

static void say_udp_checksum(struct text *t, uint64_t v)
{
	if (!v)
		text_str(t, " (none)");
}

void detail_udp(struct detail *d, uint32_t at, bool roce)
{
	const struct detail_field udp[] = {
		{ "source port", NULL, 0, 16, 0, FORM_DEC },
		{ "destination port", roce ? say_roce_port : say_port, 2, 16, 0, FORM_DEC },
		{ "length", NULL, 4, 16, 0, FORM_DEC },
		{ "checksum", say_udp_checksum, 6, 16, 0, FORM_HEX },
	};

	detail_fields(d, "UDP", at, udp, DETAIL_COUNT(udp));
}

void detail_vxlan(struct detail *d, uint32_t at)
{
	static const struct detail_field vxlan[] = {
		{ "flags", NULL, 0, 8, 0, FORM_HEX },
		{ "group policy or next protocol", NULL, 1, 24, 0, FORM_HEX },
		{ "VNI", NULL, 4, 24, 0, FORM_DEC },
	};

	detail_fields(d, "VXLAN", at, vxlan, DETAIL_COUNT(vxlan));
	d->seen = at + 8; /* one reserved byte */
}

static void say_protocol_type(struct text *t, uint64_t v)
{
	static const struct {
		uint16_t type;
		const char *name;
	} names[] = {
		{ 0x0800, "IPv4" }, { 0x86dd, "IPv6" }, { 0x6558, "Ethernet" }, { 0x88be, "ERSPAN I, II or Everflow" },
		{ 0x22eb, "ERSPAN III" }, { 0x8949, "Everflow" }, { 0x8847, "MPLS" },
	};

	for (size_t i = 0; i < DETAIL_COUNT(names); i++)
		if (names[i].type == v)
			text_add(t, " (%s)", names[i].name);
}

void detail_geneve(struct detail *d, uint32_t at)
{
	static const struct detail_field geneve[] = {
		{ "version", NULL, 0, 2, 0, FORM_DEC },
		{ "option length", say_words, 0, 6, 2, FORM_DEC },
		{ "control", NULL, 1, 1, 0, FORM_DEC },
		{ "critical options", NULL, 1, 1, 1, FORM_DEC },
		{ "protocol", say_protocol_type, 2, 16, 0, FORM_HEX },
		{ "VNI", NULL, 4, 24, 0, FORM_DEC },
	};
	const uint32_t options = (uint32_t)(detail_get(d, at, 1) & 63) * 4;

	detail_fields(d, "Geneve", at, geneve, DETAIL_COUNT(geneve));
	d->seen = at + 8;
	if (options)
		detail_bytes(d, "Geneve", "options", at + 8, options);
}

static void erspan2(struct detail *d, uint32_t at)
{
	static const struct detail_field erspan[] = {
		{ "version", NULL, 0, 4, 0, FORM_DEC },
		{ "VLAN", NULL, 0, 12, 4, FORM_DEC },
		{ "class of service", NULL, 2, 3, 0, FORM_DEC },
		{ "encapsulation", NULL, 2, 2, 3, FORM_DEC },
		{ "truncated", NULL, 2, 1, 5, FORM_DEC },
		{ "session", NULL, 2, 10, 6, FORM_DEC },
		{ "index", NULL, 5, 20, 4, FORM_HEX },
	};

	detail_fields(d, "ERSPAN II", at, erspan, DETAIL_COUNT(erspan));
}

static void erspan3(struct detail *d, uint32_t at)
{
	static const struct detail_field erspan[] = {
		{ "version", NULL, 0, 4, 0, FORM_DEC },
		{ "VLAN", NULL, 0, 12, 4, FORM_DEC },
		{ "class of service", NULL, 2, 3, 0, FORM_DEC },
		{ "bad, short or oversized", NULL, 2, 2, 3, FORM_DEC },
		{ "truncated", NULL, 2, 1, 5, FORM_DEC },
		{ "session", NULL, 2, 10, 6, FORM_DEC },
		{ "time stamp", NULL, 4, 32, 0, FORM_DEC },
		{ "security group", NULL, 8, 16, 0, FORM_HEX },
		{ "Ethernet frame", NULL, 10, 1, 0, FORM_DEC },
		{ "frame type", NULL, 10, 5, 1, FORM_DEC },
		{ "hardware", NULL, 10, 6, 6, FORM_DEC },
		{ "egress", NULL, 11, 1, 4, FORM_DEC },
		{ "granularity", NULL, 11, 2, 5, FORM_DEC },
		{ "platform header", NULL, 11, 1, 7, FORM_DEC },
	};

	detail_fields(d, "ERSPAN III", at, erspan, DETAIL_COUNT(erspan));
	if (detail_get(d, at + 11, 1) & 1)
		detail_bytes(d, "ERSPAN III", "platform", at + 12, 8);
}

void detail_gre(struct detail *d, uint32_t at, uint32_t end)
{
	static const struct detail_field gre[] = {
		{ "checksum present", NULL, 0, 1, 0, FORM_DEC },
		{ "key present", NULL, 0, 1, 2, FORM_DEC },
		{ "sequence present", NULL, 0, 1, 3, FORM_DEC },
		{ "version", NULL, 1, 3, 5, FORM_DEC },
		{ "protocol", say_protocol_type, 2, 16, 0, FORM_HEX },
	};
	static const struct detail_field key[] = { { "key", NULL, 0, 32, 0, FORM_HEX } };
	static const struct detail_field sequence[] = { { "sequence", NULL, 0, 32, 0, FORM_DEC } };
	const uint64_t flags = detail_get(d, at, 2), type = detail_get(d, at + 2, 2);

	detail_fields(d, "GRE", at, gre, DETAIL_COUNT(gre));
	if (!detail_has(d, at, 4))
		return;
	at += 4;
	if (flags & 0xc000) {
		detail_bytes(d, "GRE", "checksum and offset", at, 4);
		at += 4;
	}
	if (flags & 0x2000) {
		detail_fields(d, "GRE", at, key, 1);
		at += 4;
	}
	if (flags & 0x1000) {
		detail_fields(d, "GRE", at, sequence, 1);
		at += 4;
	}
	if (at >= end)
		return;
	if (type == 0x22eb)
		erspan3(d, at);
	else if (type == 0x88be && flags & 0x1000)
		erspan2(d, at);
}
