/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_SUMMARY_VERDICT_H
#define REPORT_SUMMARY_VERDICT_H
#include "report/digest.h"
#include "report/page.h"

/** summary_verdict - VERDICT: is something wrong, where, what did it cost. */
void summary_verdict(const struct report *r, const struct digest *d, struct page *p);

/** summary_trust - TRUST: how far the capture can be believed, and what it could not show. */
void summary_trust(const struct report *r, const struct digest *d, struct page *p);

#endif
