/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef QUERY_TIMESPEC_H
#define QUERY_TIMESPEC_H
/*
 * Places in a capture as the user types them (--from, --to, --around). Parsing needs no
 * capture; what the words mean is resolved when its first and last packet are known.
 *
 *	1.25s  +80ms  7	          after the first packet (a plain number is seconds)
 *	-2s			  before the last packet
 *	10:53:20.013		  that time of day (UTC), on the day of the capture or the next
 *	2025-11-30T10:53:20.013Z  RFC 3339
 *	F1  e17  110405  #110405  a finding, an episode, a frame (only in --around)
 */
#include <rocescope/types.h>

enum timespec_kind {
	TIMESPEC_START,	  /**< ns after the first packet */
	TIMESPEC_END,	  /**< ns before the last packet */
	TIMESPEC_CLOCK,	  /**< ns since midnight UTC */
	TIMESPEC_ABS,	  /**< ns since 1970 */
	TIMESPEC_FINDING, /**< number of a finding, from 1 */
	TIMESPEC_EPISODE, /**< number of an episode, from 1 */
	TIMESPEC_FRAME,	  /**< frame number, from 1 */
};

/** One place. */
struct time_place {
	enum timespec_kind kind;
	rs_ns ns;	 /**< START, END, CLOCK, ABS */
	uint64_t number; /**< FINDING, EPISODE, FRAME */
};

/** A place and how far around it: from its first moment - before to its last + after. */
struct time_around {
	struct time_place place;
	rs_ns before;
	rs_ns after;
	bool spanned; /**< the span was said */
};

/** timespec_parse - T of --from and --to. Returns 0 or -RS_EINVAL (text, position, example). */
RS_MUST_USE int timespec_parse(const char *s, struct time_place *out, struct rs_err *err);

/** timespec_parse_around - `WHAT+-SPAN` (also with the sign U+00B1); without a span 1 ms. */
RS_MUST_USE int timespec_parse_around(const char *s, struct time_around *out, struct rs_err *err);

/**
 * timespec_resolve - absolute time of a place that is a time
 * @start, @end: first and last packet of the capture
 * Return: ns since 1970, RS_NS_NONE for FINDING, EPISODE and FRAME (their owner knows).
 */
rs_ns timespec_resolve(const struct time_place *place, rs_ns start, rs_ns end);

/** timespec_needs_packets - false if the place is known before reading: ABS only. */
bool timespec_needs_packets(const struct time_place *place);

#endif
