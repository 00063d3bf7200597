/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Everything is written in the byte order of the machine, time in nanoseconds. The FILE's own
 * buffer gathers small writes; an error is kept and returned by every later call.
 */
#include "capture/writer.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define SNAPLEN_DEFAULT 262144u

enum { OPT_COMMENT = 1, IF_NAME = 2, IF_SPEED = 8, IF_TSRESOL = 9, ISB_IFRECV = 4, ISB_IFDROP = 5 };

struct writer_point {
	uint16_t linktype;
	uint32_t snaplen;
};

struct writer {
	FILE *out; /* the caller's */
	bool pcapng;
	int error; /* first error, negative; 0 = none */
	unsigned count;
	struct writer_point points[];
};

static void put(struct writer *w, const void *data, size_t len)
{
	if (w->error || !len)
		return;
	errno = 0;
	if (fwrite(data, 1, len, w->out) != len)
		w->error = errno == ENOSPC ? -RS_ENOSPC : -RS_EIO;
}

static void put16(struct writer *w, uint16_t v)
{
	put(w, &v, sizeof(v));
}

static void put32(struct writer *w, uint32_t v)
{
	put(w, &v, sizeof(v));
}

static void put_padded(struct writer *w, const void *data, size_t len)
{
	static const uint8_t zero[4];

	put(w, data, len);
	put(w, zero, (4 - (len & 3)) & 3);
}

static uint32_t padded(size_t len)
{
	return (uint32_t)((len + 3) & ~(size_t)3);
}

static void put_option(struct writer *w, uint16_t code, const void *value, uint16_t len)
{
	put16(w, code);
	put16(w, len);
	put_padded(w, value, len);
}

/* Length of an option text on disk; longer texts are cut to what a length field holds. */
static uint16_t text_len(const char *s)
{
	size_t n = s ? strlen(s) : 0;

	return (uint16_t)(n > 65532 ? 65532 : n);
}

static uint32_t text_option_len(const char *s)
{
	return text_len(s) ? 4 + padded(text_len(s)) : 0;
}

static void section_header(struct writer *w)
{
	const int64_t unknown = -1;

	put32(w, 0x0a0d0d0a);
	put32(w, 28);
	put32(w, 0x1a2b3c4d);
	put16(w, 1);
	put16(w, 0);
	put(w, &unknown, sizeof(unknown));
	put32(w, 28);
}

static void interface_block(struct writer *w, const struct writer_interface *f, uint32_t snaplen)
{
	const uint8_t nanoseconds = 9;
	uint32_t total = 20 + text_option_len(f->name) + (f->link_bps ? 12 : 0) + 8 + 4;

	put32(w, 1);
	put32(w, total);
	put16(w, f->linktype);
	put16(w, 0);
	put32(w, snaplen);
	if (text_len(f->name))
		put_option(w, IF_NAME, f->name, text_len(f->name));
	if (f->link_bps)
		put_option(w, IF_SPEED, &f->link_bps, sizeof(f->link_bps));
	put_option(w, IF_TSRESOL, &nanoseconds, 1);
	put32(w, 0);
	put32(w, total);
}

static void pcap_header(struct writer *w, const struct writer_interface *f, uint32_t snaplen)
{
	put32(w, 0xa1b23c4d);
	put16(w, 2);
	put16(w, 4);
	put32(w, 0);
	put32(w, 0);
	put32(w, snaplen);
	put32(w, f->linktype);
}

struct writer *writer_create(FILE *out, bool pcapng, const struct writer_interface *ifs,
			     unsigned count, struct rs_err *err)
{
	struct writer *w;

	if (!count || count > 65535 || (!pcapng && count != 1)) {
		rs_err_set(err, RS_EINVAL,
			   "pcap holds exactly one interface, %u were asked for; write "
			   "pcapng instead",
			   count);
		return NULL;
	}
	w = calloc(1, sizeof(*w) + count * sizeof(w->points[0]));
	if (!w) {
		rs_err_set(err, RS_ENOMEM, "no memory to write a capture");
		return NULL;
	}
	w->out = out;
	w->pcapng = pcapng;
	w->count = count;
	if (pcapng)
		section_header(w);
	for (unsigned i = 0; i < count; i++) {
		uint32_t snaplen = ifs[i].snaplen ? ifs[i].snaplen : SNAPLEN_DEFAULT;

		w->points[i] = (struct writer_point){ ifs[i].linktype, snaplen };
		if (pcapng)
			interface_block(w, &ifs[i], snaplen);
		else
			pcap_header(w, &ifs[i], snaplen);
	}
	if (!w->error)
		return w;
	rs_err_set(err, w->error == -RS_ENOSPC ? RS_ENOSPC : RS_EIO,
		   "the capture cannot be written: %s", strerror(errno));
	free(w);
	return NULL;
}

static void enhanced_packet(struct writer *w, const struct rs_packet *p, uint32_t caplen,
			    const char *comment)
{
	uint32_t options = text_option_len(comment);
	uint32_t total = 32 + padded(caplen) + (options ? options + 4 : 0);
	uint64_t t = p->time > 0 ? (uint64_t)p->time : 0;

	put32(w, 6);
	put32(w, total);
	put32(w, p->point);
	put32(w, (uint32_t)(t >> 32));
	put32(w, (uint32_t)t);
	put32(w, caplen);
	put32(w, p->wirelen);
	put_padded(w, p->data, caplen);
	if (options) {
		put_option(w, OPT_COMMENT, comment, text_len(comment));
		put32(w, 0);
	}
	put32(w, total);
}

int writer_packet(struct writer *w, const struct rs_packet *p, const char *comment)
{
	uint32_t caplen = p->caplen;

	if (p->point >= w->count)
		return -RS_EINVAL;
	if (caplen > w->points[p->point].snaplen)
		caplen = w->points[p->point].snaplen;
	if (w->pcapng) {
		enhanced_packet(w, p, caplen, comment);
		return w->error;
	}
	put32(w, (uint32_t)((uint64_t)(p->time > 0 ? p->time : 0) / RS_NS_PER_S));
	put32(w, (uint32_t)((uint64_t)(p->time > 0 ? p->time : 0) % RS_NS_PER_S));
	put32(w, caplen);
	put32(w, p->wirelen);
	put(w, p->data, caplen);
	return w->error;
}

int writer_stats(struct writer *w, unsigned interface, rs_ns time, uint64_t received,
		 uint64_t dropped)
{
	const uint32_t total = 24 + 12 + 12 + 4;
	uint64_t t = time > 0 ? (uint64_t)time : 0;

	if (!w->pcapng || interface >= w->count)
		return -RS_EINVAL;
	put32(w, 5);
	put32(w, total);
	put32(w, interface);
	put32(w, (uint32_t)(t >> 32));
	put32(w, (uint32_t)t);
	put_option(w, ISB_IFRECV, &received, sizeof(received));
	put_option(w, ISB_IFDROP, &dropped, sizeof(dropped));
	put32(w, 0);
	put32(w, total);
	return w->error;
}

int writer_finish(struct writer *w)
{
	int rc = w->error;

	errno = 0;
	if (!rc && fflush(w->out) != 0)
		rc = errno == ENOSPC ? -RS_ENOSPC : -RS_EIO;
	free(w);
	return rc;
}
