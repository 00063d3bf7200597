/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * As pcapfile.c: fast() loops over enhanced packet blocks that lie whole in the window, block()
 * handles one block of any kind. A length is believed only after it was checked against the
 * block, and a block only up to FILECTX_MAX_BLOCK. The window moves only while the burst is empty.
 * A simple packet block takes the time of the packet before it; those that come before any
 * time get the time of the first one that has it, if that is in the same burst.
 */
#include "capture/pcapng.h"
#include "capture/bytes.h"
#include "capture/pngopt.h"
#include <stdlib.h>
#include <string.h>

enum {
	BLOCK_SHB = 0x0a0d0d0a,
	BLOCK_IDB = 1,
	BLOCK_PB = 2,
	BLOCK_SPB = 3,
	BLOCK_ISB = 5,
	BLOCK_EPB = 6,
};

#define BYTE_ORDER_MAGIC 0x1a2b3c4du
#define MAX_INTERFACES	 65536u

enum step {
	STEP_PACKET, /* one packet was put out */
	STEP_NONE,   /* a block was passed, no packet */
	STEP_FLUSH,  /* the window must move: give the burst away first */
	STEP_END,
};

/* A block as it is being looked at; p..end is its body as far as it lies in the window. */
struct block {
	uint32_t type;
	uint32_t total;
	const uint8_t *p; /* body, after type and length */
	uint32_t body;	  /* its length without the second total length */
	uint32_t held;	  /* bytes of it in the window */
};

void pcapng_start(struct pcapng *g)
{
	memset(g, 0, sizeof(*g));
	g->last_time = RS_NS_NONE;
}

void pcapng_fini(struct pcapng *g)
{
	free(g->ifs);
	g->ifs = NULL;
}

static unsigned long long here(const struct filectx *c)
{
	return (unsigned long long)stream_offset(c->stream);
}

/* New section: its byte order, its version. The magic is read before the length is believed. */
static int section(struct pcapng *g, struct filectx *c, const uint8_t *p)
{
	uint32_t magic = bytes_u32(p + 8, false);
	unsigned major, minor;

	if (magic == BYTE_ORDER_MAGIC)
		g->swap = false;
	else if (magic == __builtin_bswap32(BYTE_ORDER_MAGIC))
		g->swap = true;
	else
		return filectx_fail(
		    c, RS_EFORMAT,
		    "section header at byte %llu has no byte-order magic: damaged, or not "
		    "pcapng; copy the file again",
		    here(c));
	major = bytes_u16(p + 12, g->swap);
	minor = bytes_u16(p + 14, g->swap);
	g->ignore_section = major != 1;
	if (g->ignore_section)
		filectx_note(c, "a section of unknown version %u.%u was passed over", major, minor);
	g->if_count = 0;
	g->sections++;
	return 0;
}

static struct pcapng_if *new_interface(struct pcapng *g)
{
	if (g->if_count == g->if_room) {
		unsigned room = g->if_room ? 2 * g->if_room : 8;
		struct pcapng_if *ifs = realloc(g->ifs, room * sizeof(*ifs));

		if (!ifs)
			return NULL;
		g->ifs = ifs;
		g->if_room = room;
	}
	return &g->ifs[g->if_count++];
}

static void name_interface(const struct filectx *c, const struct pngopt_interface *o, char *to,
			   size_t n)
{
	to[0] = 0;
	if (o->name)
		points_clean_name(to, n, o->name, o->name_len);
	if (!to[0] && o->description)
		points_clean_name(to, n, o->description, o->description_len);
	if (!to[0])
		points_clean_name(to, n, (const uint8_t *)c->point_name, strlen(c->point_name));
}

static int interface(struct pcapng *g, struct filectx *c, const struct block *b)
{
	struct pngopt_interface o;
	struct pcapng_if *f;
	char name[80];
	int point;

	if (b->body < 8)
		return filectx_fail(c, RS_EFORMAT,
				    "interface block at byte %llu is too short: the file is "
				    "damaged there; copy the file again",
				    here(c));
	f = g->if_count < MAX_INTERFACES ? new_interface(g) : NULL;
	if (!f)
		return filectx_fail(c, RS_ELIMIT,
				    "has more than %u interfaces; split it with editcap",
				    MAX_INTERFACES);
	pngopt_interface(b->p + 8, b->p + b->held, g->swap, &o);
	g->overruns += o.overrun;
	*f = (struct pcapng_if){
		.linktype = bytes_u16(b->p, g->swap),
		.snaplen = bytes_u32(b->p + 4, g->swap),
		.flags = o.fcs_bytes == 4 ? RS_PKT_HAS_FCS : 0,
	};
	f->usable = tsresol_init(&f->time, o.tsresol, o.tsoffset_s);
	if (!f->usable)
		filectx_note(c, "interface %u has a time resolution out of range (if_tsresol %u)",
			     (unsigned)g->if_total, o.tsresol);
	name_interface(c, &o, name, sizeof(name));
	point = points_add(c->points, &(struct points_desc){
					  .name = name,
					  .interface_id = g->if_total,
					  .group = c->group,
					  .file = (uint16_t)c->number,
					  .linktype = f->linktype,
					  .snaplen = f->snaplen,
					  .link_bps = o.speed_bps,
					  .resolution_ps = tsresol_ps(&f->time),
				      });
	g->if_total++;
	if (point < 0)
		return filectx_fail(c, RS_ELIMIT,
				    "is one capture point too many (limit %u); read "
				    "fewer files at once",
				    POINTS_MAX);
	f->point = (uint16_t)point;
	return 0;
}

/* The interface a packet names; NULL: drop the packet, or (*fatal) the file is of no use. */
static struct pcapng_if *packet_interface(struct pcapng *g, struct filectx *c, uint32_t id,
					  bool *fatal)
{
	if (!g->if_count) {
		filectx_fail(c, RS_EFORMAT,
			     "packet block at byte %llu comes before any interface block, so "
			     "its link type is not known; repair the file with editcap",
			     here(c));
		*fatal = true;
		return NULL;
	}
	if (id >= g->if_count || !g->ifs[id].usable) {
		g->dropped++;
		return NULL;
	}
	return &g->ifs[id];
}

/* Packet data may be longer than what is delivered; then the block is not held to its end. */
static enum step put_packet(struct filectx *c, const struct block *b, uint32_t at, uint32_t caplen,
			    struct rs_packet *out)
{
	if (caplen > b->body - at) {
		filectx_fail(
		    c, RS_EFORMAT,
		    "packet block at byte %llu claims %u captured bytes but holds %u: the file is "
		    "damaged there; copy the file again",
		    here(c), (unsigned)caplen, (unsigned)(b->body - at));
		return STEP_END;
	}
	out->data = b->p + at;
	out->caplen = caplen < FILECTX_MAX_CAPLEN ? caplen : FILECTX_MAX_CAPLEN;
	if (out->wirelen < caplen)
		out->wirelen = caplen;
	out->frame = rs_frame_make(c->number, ++c->file->packets);
	c->file->bytes += out->caplen;
	c->file->wire_bytes += out->wirelen;
	return STEP_PACKET;
}

static enum step simple_packet(struct pcapng *g, struct filectx *c, const struct block *b,
			       struct rs_packet *out)
{
	bool fatal = false;
	struct pcapng_if *f = packet_interface(g, c, 0, &fatal);
	uint32_t wirelen, caplen;

	if (!f)
		return fatal ? STEP_END : STEP_NONE;
	if (b->body < 4) {
		filectx_fail(c, RS_EFORMAT,
			     "packet block at byte %llu is too short: the file is damaged "
			     "there; copy the file again",
			     here(c));
		return STEP_END;
	}
	wirelen = bytes_u32(b->p, g->swap);
	caplen = f->snaplen && f->snaplen < wirelen ? f->snaplen : wirelen;
	if (caplen > b->body - 4)
		caplen = b->body - 4;
	*out = (struct rs_packet){
		.time = g->last_time,
		.wirelen = wirelen,
		.point = f->point,
		.linktype = f->linktype,
		.flags = f->flags | RS_PKT_NO_TIME,
	};
	return put_packet(c, b, 4, caplen, out);
}

/* Options after the data; old packet blocks have flags of the same layout and drops in their head.
 */
static void packet_options(struct pcapng *g, struct filectx *c, const struct block *b,
			   struct rs_packet *out)
{
	uint64_t at = 20 + bytes_pad4(out->caplen);
	struct pngopt_packet o;
	bool old = b->type == BLOCK_PB;
	unsigned drops;

	if (old) {
		drops = bytes_u16(b->p + 2, g->swap);
		if (drops != 0xffff) /* not known */
			points_lost(c->points, out->point, drops);
	}
	if (b->held < b->body || at >= b->held)
		return;
	pngopt_packet(b->p + at, b->p + b->held, g->swap, &o);
	g->overruns += o.overrun;
	if (o.lost_known && !old)
		points_lost(c->points, out->point, o.lost);
	if (o.fcs_bytes >= 0)
		out->flags = (uint16_t)((out->flags & ~RS_PKT_HAS_FCS) |
					(o.fcs_bytes == 4 ? RS_PKT_HAS_FCS : 0));
}

static enum step full_packet(struct pcapng *g, struct filectx *c, const struct block *b,
			     struct rs_packet *out)
{
	bool fatal = false;
	struct pcapng_if *f;
	uint64_t ts;
	enum step rc;

	if (b->body < 20) {
		filectx_fail(c, RS_EFORMAT,
			     "packet block at byte %llu is too short: the file is damaged "
			     "there; copy the file again",
			     here(c));
		return STEP_END;
	}
	f = packet_interface(
	    g, c, b->type == BLOCK_PB ? bytes_u16(b->p, g->swap) : bytes_u32(b->p, g->swap),
	    &fatal);
	if (!f)
		return fatal ? STEP_END : STEP_NONE;
	ts = (uint64_t)bytes_u32(b->p + 4, g->swap) << 32 | bytes_u32(b->p + 8, g->swap);
	*out = (struct rs_packet){
		.time = tsresol_ns(&f->time, ts),
		.wirelen = bytes_u32(b->p + 16, g->swap),
		.point = f->point,
		.linktype = f->linktype,
		.flags = f->flags,
	};
	rc = put_packet(c, b, 20, bytes_u32(b->p + 12, g->swap), out);
	if (rc != STEP_PACKET)
		return rc;
	g->last_time = out->time;
	packet_options(g, c, b, out);
	return rc;
}

static void statistics(struct pcapng *g, struct filectx *c, const struct block *b)
{
	struct pngopt_statistics o;
	uint32_t id;

	if (b->body < 12)
		return;
	id = bytes_u32(b->p, g->swap);
	if (id >= g->if_count)
		return;
	pngopt_statistics(b->p + 12, b->p + b->held, g->swap, &o);
	g->overruns += o.overrun;
	if (o.lost_known)
		points_statistics(c->points, g->ifs[id].point, o.lost);
}

static enum step cut(struct filectx *c, uint32_t type)
{
	unsigned long long next = c->file->packets + 1;

	if (type == BLOCK_EPB || type == BLOCK_PB || type == BLOCK_SPB)
		filectx_cut(c, "inside packet %llu", next);
	else
		filectx_cut(c, "inside a block after packet %llu", next - 1);
	return STEP_END;
}

/* Have the block at the front of the window, as much of it as is looked at. */
static enum step fetch(struct pcapng *g, struct filectx *c, bool move, struct block *b)
{
	struct stream *s = c->stream;
	uint32_t want;
	size_t head = 12; /* also the smallest block */

	if (stream_left(s) < head && (!move || !stream_need(s, head))) {
		if (!move)
			return STEP_FLUSH;
		return stream_left(s) ? cut(c, 0) : STEP_END;
	}
	b->type = bytes_u32(s->p, g->swap);
	if (b->type == BLOCK_SHB) { /* the same in both orders */
		head = 16;
		if (stream_left(s) < head && (!move || !stream_need(s, head)))
			return move ? cut(c, 0) : STEP_FLUSH;
		if (section(g, c, s->p) < 0)
			return STEP_END;
	}
	b->total = bytes_u32(s->p + 4, g->swap);
	if (b->total < head || b->total % 4 || b->total > FILECTX_MAX_BLOCK) {
		filectx_fail(c, RS_EFORMAT,
			     "block at byte %llu has an impossible length of %u: the file is "
			     "damaged there; copy the file again",
			     here(c), (unsigned)b->total);
		return STEP_END;
	}
	b->body = b->total - 12;
	want = b->type == BLOCK_SHB || b->type > BLOCK_EPB || g->ignore_section ? (uint32_t)head
	       : b->total < STREAM_WINDOW					? b->total
										: STREAM_WINDOW;
	if (stream_left(s) < want && (!move || !stream_need(s, want)))
		return move ? cut(c, b->type) : STEP_FLUSH;
	b->p = s->p + 8;
	b->held = (stream_left(s) < b->total ? (uint32_t)stream_left(s) - 8 : b->body);
	if (b->held > b->body)
		b->held = b->body;
	return STEP_NONE;
}

static enum step dispatch(struct pcapng *g, struct filectx *c, const struct block *b,
			  struct rs_packet *out)
{
	if (g->ignore_section)
		return STEP_NONE;
	switch (b->type) {
	case BLOCK_IDB:
		return interface(g, c, b) < 0 ? STEP_END : STEP_NONE;
	case BLOCK_EPB:
	case BLOCK_PB:
		return full_packet(g, c, b, out);
	case BLOCK_SPB:
		return simple_packet(g, c, b, out);
	case BLOCK_ISB:
		statistics(g, c, b);
		return STEP_NONE;
	default:
		return STEP_NONE;
	}
}

/* One block. What lies beyond the window is passed over at the next step. */
static enum step block(struct pcapng *g, struct filectx *c, bool move, struct rs_packet *out)
{
	struct stream *s = c->stream;
	struct block b;
	enum step rc;

	if (g->skip) {
		if (g->skip > stream_left(s) && !move)
			return STEP_FLUSH;
		if (!stream_skip(s, g->skip))
			return cut(c, 0);
		g->skip = 0;
	}
	rc = fetch(g, c, move, &b);
	if (rc != STEP_NONE)
		return rc;
	rc = dispatch(g, c, &b, out);
	if (rc == STEP_END)
		return rc;
	if (stream_left(s) >= b.total) {
		g->bad_trailers += bytes_u32(s->p + b.total - 4, g->swap) != b.total;
		s->p += b.total;
	} else {
		g->skip = b.total - stream_left(s);
		s->p = s->end;
	}
	return rc;
}

static inline __attribute__((always_inline)) size_t
fast(struct pcapng *g, struct filectx *c, struct rs_packet *out, size_t max, const bool swap)
{
	const uint8_t *q = c->stream->p, *end = c->stream->end;
	const struct pcapng_if *ifs = g->ifs;
	rs_frame frame = rs_frame_make(c->number, c->file->packets);
	uint64_t bytes = 0, wire = 0;
	size_t n = 0;

	for (; n < max && (size_t)(end - q) >= 32; n++) {
		uint32_t total = bytes_u32(q + 4, swap), id = bytes_u32(q + 8, swap);
		uint32_t caplen = bytes_u32(q + 20, swap), wirelen = bytes_u32(q + 24, swap);
		uint64_t ts = (uint64_t)bytes_u32(q + 12, swap) << 32 | bytes_u32(q + 16, swap);

		/* an exact fit: whole in the window, no options, length a multiple of 4 and sane */
		if (bytes_u32(q, swap) != BLOCK_EPB || caplen > FILECTX_MAX_CAPLEN ||
		    total != 32 + bytes_pad4(caplen) || total > (size_t)(end - q) ||
		    id >= g->if_count || !ifs[id].usable || bytes_u32(q + total - 4, swap) != total)
			break;
		wirelen = wirelen < caplen ? caplen : wirelen;
		out[n] = (struct rs_packet){
			.data = q + 28,
			.time = tsresol_ns(&ifs[id].time, ts),
			.frame = ++frame,
			.caplen = caplen,
			.wirelen = wirelen,
			.point = ifs[id].point,
			.linktype = ifs[id].linktype,
			.flags = ifs[id].flags,
		};
		bytes += caplen;
		wire += wirelen;
		q += total;
	}
	c->stream->p = q;
	c->file->packets += n;
	c->file->bytes += bytes;
	c->file->wire_bytes += wire;
	if (n)
		g->last_time = out[n - 1].time;
	return n;
}

static size_t fast_any(struct pcapng *g, struct filectx *c, struct rs_packet *out, size_t max)
{
	if (g->skip || g->ignore_section || !g->if_count)
		return 0;
	return g->swap ? fast(g, c, out, max, true) : fast(g, c, out, max, false);
}

/* Packets at the front that have no time yet get that of the first one with a time, else 0. */
static void give_times(const struct pcapng *g, struct rs_packet *out, size_t n)
{
	size_t k = 0;

	while (k < n && out[k].time == RS_NS_NONE)
		k++;
	for (size_t i = 0; i < k; i++)
		out[i].time = k < n ? out[k].time : g->last_time == RS_NS_NONE ? 0 : g->last_time;
}

static void remarks(const struct pcapng *g, struct filectx *c)
{
	if (g->dropped)
		filectx_note(c, "%llu packets of interfaces that cannot be used were dropped",
			     (unsigned long long)g->dropped);
	if (g->bad_trailers)
		filectx_note(c, "%llu blocks end with another length than they begin with",
			     (unsigned long long)g->bad_trailers);
	if (g->overruns)
		filectx_note(c, "%llu blocks have an option longer than the block",
			     (unsigned long long)g->overruns);
	if (g->dropped && !c->file->packets)
		filectx_fail(c, RS_EFORMAT,
			     "none of its packets belongs to a usable interface (%llu "
			     "dropped); repair the file with editcap",
			     (unsigned long long)g->dropped);
	else if (g->ignore_section && g->sections == 1)
		filectx_fail(c, RS_EUNSUPPORTED,
			     "is pcapng of an unknown version; convert it with the "
			     "program that wrote it");
}

size_t pcapng_burst(struct pcapng *g, struct filectx *c, struct rs_packet *out, size_t max)
{
	enum step rc = STEP_NONE;
	size_t n = 0;

	while (n < max && (rc == STEP_NONE || rc == STEP_PACKET)) {
		n += fast_any(g, c, out + n, max - n);
		if (n == max)
			break;
		rc = block(g, c, n == 0, out + n);
		n += rc == STEP_PACKET;
	}
	if (g->last_time == RS_NS_NONE || (n && out[0].time == RS_NS_NONE))
		give_times(g, out, n);
	if (!n)
		remarks(g, c);
	return n;
}
