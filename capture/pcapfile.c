/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Two speeds. fast() is one loop, compiled four times for byte order and time unit, over the
 * records that lie whole in the window; it stops at anything out of the ordinary. slow()
 * handles one record of any kind. The window moves only at the start of a burst, when
 * nothing that was delivered points into it any more.
 */
#include "capture/pcapfile.h"
#include "capture/bytes.h"

#define FILE_HEADER 24
#define FCS_PRESENT (1u << 26)

/* What differs between magics, by the value in the file's own byte order. */
static const struct {
	uint32_t magic;
	bool nano;
	uint8_t record_header;
	uint8_t more_header; /* bytes after the 24 of the file header */
} kinds[] = {
	{ 0xa1b2c3d4, false, 16, 0 }, { 0xa1b23c4d, true, 16, 0 },  { 0xa1b2cd34, false, 24, 0 },
	{ 0x1c0001ac, true, 16, 4 },  { 0x1c0001ab, false, 16, 4 },
};

/* Byte order and kind; -1 if no kind matches (source.c has checked it before). */
static int find_kind(struct pcapfile *p, const uint8_t *h)
{
	for (int order = 0; order < 2; order++) {
		uint32_t magic = bytes_u32(h, order);

		for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++) {
			if (kinds[i].magic != magic)
				continue;
			p->swap = order;
			p->nano = kinds[i].nano;
			p->header = kinds[i].record_header;
			return (int)i;
		}
	}
	return -1;
}

static int check_version(struct pcapfile *p, struct filectx *c, const uint8_t *h)
{
	unsigned major = bytes_u16(h + 4, p->swap), minor = bytes_u16(h + 6, p->swap);
	bool old543 = major == 543 && minor == 0;

	if (!old543 && (major != 2 || minor > 4))
		return filectx_fail(
		    c, RS_EUNSUPPORTED,
		    "is pcap of version %u.%u, known are 2.0 to 2.4; convert it with "
		    "the program that wrote it",
		    major, minor);
	p->lengths = old543 || minor < 3 ? PCAPFILE_SWAPPED
		     : minor == 3	 ? PCAPFILE_SWAPPED_IF_MORE
					 : PCAPFILE_PLAIN;
	return 0;
}

static void read_linktype(struct pcapfile *p, struct filectx *c, uint32_t word)
{
	p->linktype = (uint16_t)word;
	if ((word & FCS_PRESENT) && word >> 28 == 2) /* 16-bit units */
		p->flags = RS_PKT_HAS_FCS;
	if (word & 0x03ff0000)
		filectx_note(c, "reserved bits of its link type word 0x%08x are set",
			     (unsigned)word);
}

int pcapfile_start(struct pcapfile *p, struct filectx *c)
{
	const uint8_t *h;
	uint32_t snaplen;
	int kind, point;

	*p = (struct pcapfile){ 0 };
	if (!stream_need(c->stream, FILE_HEADER)) {
		filectx_cut(c, "inside its header");
		return -RS_EFORMAT;
	}
	h = c->stream->p;
	kind = find_kind(p, h);
	if (kind < 0)
		return filectx_fail(c, RS_EFORMAT, "not a pcap file");
	if (check_version(p, c, h) < 0)
		return -RS_EUNSUPPORTED;
	snaplen = bytes_u32(h + 16, p->swap);
	read_linktype(p, c, bytes_u32(h + 20, p->swap));
	if (!stream_skip(c->stream, FILE_HEADER + kinds[kind].more_header)) {
		filectx_cut(c, "inside its header");
		return -RS_EFORMAT;
	}
	p->fast_limit = snaplen && snaplen < FILECTX_MAX_CAPLEN ? snaplen : FILECTX_MAX_CAPLEN;
	p->hard_limit = snaplen > FILECTX_MAX_BLOCK    ? FILECTX_MAX_BLOCK
			: snaplen > FILECTX_MAX_CAPLEN ? snaplen
						       : FILECTX_MAX_CAPLEN;
	point = points_add(c->points, &(struct points_desc){
					  .name = c->point_name,
					  .group = c->group,
					  .file = (uint16_t)c->number,
					  .linktype = p->linktype,
					  .snaplen = snaplen,
					  .resolution_ps = p->nano ? 1000 : 1000000,
				      });
	if (point < 0)
		return filectx_fail(c, RS_ELIMIT,
				    "is one capture point too many (limit %u); read "
				    "fewer files at once",
				    POINTS_MAX);
	p->point = (uint16_t)point;
	return 0;
}

static inline __attribute__((always_inline)) size_t
fast(struct pcapfile *p, struct filectx *c, struct rs_packet *out, size_t max, unsigned kind)
{
	const bool swap = kind & 1, nano = kind & 2;
	const uint32_t limit = p->fast_limit, unit = nano ? 1000000000 : 1000000;
	const uint8_t *q = c->stream->p, *end = c->stream->end;
	rs_frame frame = rs_frame_make(c->number, c->file->packets);
	uint64_t bytes = 0, wire = 0, odd = 0;
	size_t n = 0;

	for (; n < max && (size_t)(end - q) >= 16; n++) {
		uint32_t sec = bytes_u32(q, swap), frac = bytes_u32(q + 4, swap);
		uint32_t caplen = bytes_u32(q + 8, swap), wirelen = bytes_u32(q + 12, swap);

		if (caplen > limit || caplen > (size_t)(end - q) - 16)
			break;
		wirelen = wirelen < caplen ? caplen : wirelen;
		odd += frac >= unit;
		out[n] = (struct rs_packet){
			.data = q + 16,
			.time = (rs_ns)sec * RS_NS_PER_S + (rs_ns)frac * (nano ? 1 : 1000),
			.frame = ++frame,
			.caplen = caplen,
			.wirelen = wirelen,
			.point = p->point,
			.linktype = p->linktype,
			.flags = p->flags,
		};
		bytes += caplen;
		wire += wirelen;
		q += 16 + caplen;
	}
	c->stream->p = q;
	c->file->packets += n;
	c->file->bytes += bytes;
	c->file->wire_bytes += wire;
	p->odd_fractions += odd;
	return n;
}

static size_t fast_any(struct pcapfile *p, struct filectx *c, struct rs_packet *out, size_t max)
{
	if (p->header != 16 || p->lengths != PCAPFILE_PLAIN)
		return 0;
	switch (p->swap | p->nano << 1) {
	case 0:
		return fast(p, c, out, max, 0);
	case 1:
		return fast(p, c, out, max, 1);
	case 2:
		return fast(p, c, out, max, 2);
	default:
		return fast(p, c, out, max, 3);
	}
}

/* Captured and original length in their place, whatever the version did. */
static void read_lengths(const struct pcapfile *p, const uint8_t *h, uint32_t *caplen,
			 uint32_t *wirelen)
{
	*caplen = bytes_u32(h + 8, p->swap);
	*wirelen = bytes_u32(h + 12, p->swap);
	if (p->lengths == PCAPFILE_SWAPPED ||
	    (p->lengths == PCAPFILE_SWAPPED_IF_MORE && *caplen > *wirelen)) {
		uint32_t t = *caplen;

		*caplen = *wirelen;
		*wirelen = t;
	}
	if (*wirelen < *caplen)
		*wirelen = *caplen;
}

/* Longer than the fast loop takes: a broken snap length, a giant, or damage (-1). */
static int judge_length(struct pcapfile *p, struct filectx *c, uint32_t caplen)
{
	unsigned long long next = c->file->packets + 1;

	if (caplen > p->hard_limit)
		return filectx_fail(
		    c, RS_EFORMAT,
		    "packet %llu at byte %llu claims %u captured bytes, more than any "
		    "packet has: the file is damaged there; copy the file again",
		    next, (unsigned long long)stream_offset(c->stream), (unsigned)caplen);
	if (caplen > p->fast_limit && p->fast_limit < FILECTX_MAX_CAPLEN) {
		filectx_note(c, "packet %llu is longer than the snap length of the file", next);
		p->fast_limit = FILECTX_MAX_CAPLEN;
	}
	return 0;
}

/* One record of any kind; @move: the window may be moved. 1 = delivered, 0 = needs a new burst or
 * end. */
static size_t slow(struct pcapfile *p, struct filectx *c, struct rs_packet *out, bool move)
{
	struct stream *s = c->stream;
	unsigned long long next = c->file->packets + 1;
	uint32_t caplen, wirelen, kept, frac;

	if (stream_left(s) < p->header && (!move || !stream_need(s, p->header))) {
		if (move && stream_left(s))
			filectx_cut(c, "inside packet %llu", next);
		return 0;
	}
	read_lengths(p, s->p, &caplen, &wirelen);
	if (caplen > p->fast_limit && judge_length(p, c, caplen) < 0)
		return 0;
	kept = caplen < FILECTX_MAX_CAPLEN ? caplen : FILECTX_MAX_CAPLEN;
	if (stream_left(s) < (size_t)p->header + kept &&
	    (!move || !stream_need(s, (size_t)p->header + kept))) {
		if (move)
			filectx_cut(c, "inside packet %llu", next);
		return 0;
	}
	frac = bytes_u32(s->p + 4, p->swap);
	p->odd_fractions += frac >= (p->nano ? 1000000000u : 1000000u);
	*out = (struct rs_packet){
		.data = s->p + p->header,
		.time = (rs_ns)bytes_u32(s->p, p->swap) * RS_NS_PER_S +
			(rs_ns)frac * (p->nano ? 1 : 1000),
		.frame = rs_frame_make(c->number, next),
		.caplen = kept,
		.wirelen = wirelen,
		.point = p->point,
		.linktype = p->linktype,
		.flags = p->flags,
	};
	p->skip = caplen - kept;
	s->p += p->header + kept;
	c->file->packets++;
	c->file->bytes += kept;
	c->file->wire_bytes += wirelen;
	return 1;
}

size_t pcapfile_burst(struct pcapfile *p, struct filectx *c, struct rs_packet *out, size_t max)
{
	size_t n = 0, got;

	if (p->skip && !stream_skip(c->stream, p->skip)) {
		filectx_cut(c, "inside packet %llu", (unsigned long long)c->file->packets);
		return 0;
	}
	p->skip = 0;
	do {
		n += fast_any(p, c, out + n, max - n);
		got = n < max ? slow(p, c, out + n, n == 0) : 0;
		n += got;
	} while (got && n < max && !p->skip && !c->file->failed);
	if (!n && p->odd_fractions)
		filectx_note(c,
			     "%llu time stamps have a fraction of a second or more, carried over",
			     (unsigned long long)p->odd_fractions);
	return n;
}
