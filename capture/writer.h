/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_WRITER_H
#define CAPTURE_WRITER_H
/*
 * Writes pcapng (nanosecond interfaces with name and speed) or nanosecond pcap. Used by demo;
 * later by annotate and live capture.
 */
#include <rocescope/packet.h>
#include <stdio.h>

struct writer_interface {
	const char *name;   /**< if_name, NULL = none */
	uint16_t linktype;
	uint32_t snaplen;   /**< 0 = 262144 */
	uint64_t link_bps;  /**< 0 = not said */
};

struct writer;

/** writer_create - @out stays the caller's; @pcapng false = pcap with ns magic (one interface only). */
struct writer *writer_create(FILE *out, bool pcapng, const struct writer_interface *ifs, unsigned count, struct rs_err *err);
/** writer_packet - p->point is the interface; cut to its snap length. 0 or -RS_EIO/-RS_ENOSPC. @comment may be NULL. */
RS_MUST_USE int writer_packet(struct writer *w, const struct rs_packet *p, const char *comment);
/** writer_stats - interface statistics block (pcapng only): drops seen by the capture. */
RS_MUST_USE int writer_stats(struct writer *w, unsigned interface, rs_ns time, uint64_t received, uint64_t dropped);
/** writer_finish - flush and free; 0 or error. */
RS_MUST_USE int writer_finish(struct writer *w);

#endif
