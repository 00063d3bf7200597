/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_SUMMARY_PAUSE_H
#define REPORT_SUMMARY_PAUSE_H
/* Section PFC: who paused whom, for how long, and who waits for whom. */
#include "report/page.h"
#include "report/report.h"

/** summary_pause - -RS_ENOMEM with @err filled. */
RS_MUST_USE int summary_pause(const struct report *r, struct page *p, struct rs_err *err);

/** summary_pause_strip - share of the time paused along the capture, @cells characters from blank to full block. */
void summary_pause_strip(const struct report *r, const struct rs_pause_row *row, unsigned cells, struct text *t);

#endif
