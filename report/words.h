/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_WORDS_H
#define REPORT_WORDS_H
/*
 * Small pieces of sentences: counts with their noun, places in time, lists of QPs and
 * frames, file names for command lines.
 */
#include "base/text.h"
#include "report/report.h"

/** words_count - "1 packet", "1,204 packets": @noun in the singular, "s" is added. */
void words_count(struct text *t, uint64_t n, const char *noun);

/** words_percent - "0.30 %" of @whole, three digits at least; "0 %" only for 0; "-" if @whole is 0. */
void words_percent(struct text *t, uint64_t part, uint64_t whole);

/** words_moment - a place in the capture, relative or as time of day (style.time). */
void words_moment(struct text *t, const struct report *r, rs_ns at);

/** words_span - "13.09 ms .. 26.03 ms", one moment, or "whole capture". */
void words_span(struct text *t, const struct report *r, rs_ns first, rs_ns last);

/** words_frame - "#110405", with several files "#2:110405". */
void words_frame(struct text *t, const struct report *r, rs_frame frame);

/** words_qps - sorts @qps; "0x230-0x233,0x240", at most @ranges of them, then how many more. */
void words_qps(struct text *t, uint32_t *qps, uint32_t n, unsigned ranges);

/** words_file - the file for a command line, "FILE" if it is long, odd, or one of many. */
void words_file(struct text *t, const struct report *r);

/** words_end - a full stop, if the text has no end of a sentence yet. */
void words_end(struct text *t);

#endif
