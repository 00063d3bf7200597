/* SPDX-License-Identifier: BSD-2-Clause */
#include "capture/detect.h"
#include "base/text.h"
#include <string.h>

struct magic {
	uint8_t bytes[8];
	uint8_t len;
	uint8_t what; /* enum detect_format or enum codec_kind */
};

static const struct magic formats[] = {
	{ { 0xa1, 0xb2, 0xc3, 0xd4 }, 4, DETECT_PCAP },
	{ { 0xd4, 0xc3, 0xb2, 0xa1 }, 4, DETECT_PCAP },
	{ { 0xa1, 0xb2, 0x3c, 0x4d }, 4, DETECT_PCAP },
	{ { 0x4d, 0x3c, 0xb2, 0xa1 }, 4, DETECT_PCAP },
	{ { 0xa1, 0xb2, 0xcd, 0x34 }, 4, DETECT_PCAP },
	{ { 0x34, 0xcd, 0xb2, 0xa1 }, 4, DETECT_PCAP },
	{ { 0x1c, 0x00, 0x01, 0xac }, 4, DETECT_PCAP },
	{ { 0xac, 0x01, 0x00, 0x1c }, 4, DETECT_PCAP },
	{ { 0x1c, 0x00, 0x01, 0xab }, 4, DETECT_PCAP },
	{ { 0xab, 0x01, 0x00, 0x1c }, 4, DETECT_PCAP },
	{ { 0x0a, 0x0d, 0x0d, 0x0a }, 4, DETECT_PCAPNG },
};

static const struct magic codecs[] = {
	{ { 0x1f, 0x8b }, 2, CODEC_GZIP },
	{ { 0x28, 0xb5, 0x2f, 0xfd }, 4, CODEC_ZSTD },
	{ { 0x04, 0x22, 0x4d, 0x18 }, 4, CODEC_LZ4 },
	{ { 0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00 }, 6, CODEC_XZ },
};

/* Formats that are known and not read; convert: editcap (of Wireshark) reads them. */
static const struct {
	uint8_t bytes[8];
	uint8_t len;
	bool convert;
	const char *what;
} others[] = {
	{ { 's', 'n', 'o', 'o', 'p', 0, 0, 0 }, 8, true, "a Solaris snoop file" },
	{ { 'G', 'M', 'B', 'U' }, 4, true, "a Microsoft Network Monitor 2 file" },
	{ { 'R', 'T', 'S', 'S' }, 4, true, "a Microsoft Network Monitor 1 file" },
	{ { 'b', 't', 's', 'n', 'o', 'o', 'p', 0 }, 8, false, "a Bluetooth btsnoop log" },
	{ { 'X', 'C', 'P', 0 }, 4, true, "a NetXray or Sniffer file" },
	{ { 'T', 'R', 'S', 'N', 'I', 'F', 'F' }, 7, true, "a Sniffer file" },
	{ { 0xa1, 0x2b, 0x3c, 0x4d }, 4, true, "a modified pcap of Navtel" },
	{ { 0x4d, 0x3c, 0x2b, 0xa1 }, 4, true, "a modified pcap of Navtel" },
	{ { 0xa1, 0xb2, 0x34, 0xcd }, 4, true, "a modified pcap of Mesquita" },
	{ { 0xcd, 0x34, 0xb2, 0xa1 }, 4, true, "a modified pcap of Mesquita" },
	{ { 0xa1, 0xb2, 0xc3, 0xcb }, 4, false, "a saved BPF filter program" },
	{ { 'P', 'K', 3, 4 }, 4, false, "a zip archive (unpack it first)" },
	{ { 'B', 'Z', 'h' }, 3, false, "bzip2-compressed (unpack it first)" },
};

static int match(const struct magic *table, size_t count, const uint8_t *p, size_t n)
{
	for (size_t i = 0; i < count; i++)
		if (n >= table[i].len && !memcmp(p, table[i].bytes, table[i].len))
			return table[i].what;
	return 0;
}

enum detect_format detect_format(const uint8_t *p, size_t n)
{
	return (enum detect_format)match(formats, sizeof(formats) / sizeof(formats[0]), p, n);
}

enum codec_kind detect_codec(const uint8_t *p, size_t n)
{
	return (enum codec_kind)match(codecs, sizeof(codecs) / sizeof(codecs[0]), p, n);
}

const char *detect_label(enum detect_format format, enum codec_kind codec)
{
	static const char *const labels[3][CODEC_COUNT] = {
		[DETECT_PCAP] = { "pcap", "pcap+gzip", "pcap+zstd", "pcap+lz4", "pcap+xz" },
		[DETECT_PCAPNG] = { "pcapng", "pcapng+gzip", "pcapng+zstd", "pcapng+lz4",
				    "pcapng+xz" },
	};

	return labels[format][codec];
}

const char *detect_name(const char *name)
{
	return strcmp(name, "-") ? name : "standard input";
}

/* The start of the file as text where it is text, else in hex. */
static void describe(struct text *t, const uint8_t *p, size_t n)
{
	size_t shown = 0;

	while (shown < n && shown < 20 && p[shown] >= 0x20 && p[shown] < 0x7f && p[shown] != '"')
		shown++;
	if (shown >= 4) {
		text_add(t, "\"%.*s\"", (int)shown, (const char *)p);
		return;
	}
	text_str(t, "the bytes");
	for (size_t i = 0; i < n && i < 8; i++)
		text_add(t, " %02x", p[i]);
}

int detect_refuse(const char *name, const uint8_t *p, size_t n, struct rs_err *err)
{
	char start[80];
	struct text t;

	if (!n)
		return rs_err_set(
		    err, RS_EFORMAT,
		    "%s: is empty (0 bytes); see whether the capture ever wrote to it "
		    "and copy the file again",
		    detect_name(name));
	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		if (n < others[i].len || memcmp(p, others[i].bytes, others[i].len) != 0)
			continue;
		if (others[i].convert)
			return rs_err_set(
			    err, RS_EUNSUPPORTED,
			    "%s: is %s, which rocescope does not read; convert it with: "
			    "editcap -F pcapng %s %s.pcapng",
			    detect_name(name), others[i].what, name,
			    strcmp(name, "-") ? name : "out");
		return rs_err_set(err, RS_EUNSUPPORTED,
				  "%s: is %s; rocescope reads pcap, pcapng, also gzip zstd lz4 xz",
				  detect_name(name), others[i].what);
	}
	text_init(&t, start, sizeof(start));
	describe(&t, p, n);
	return rs_err_set(err, RS_EFORMAT,
			  "%s: not a capture file: starts with %s; rocescope reads pcap, pcapng, "
			  "also gzip zstd lz4 xz",
			  detect_name(name), start);
}
