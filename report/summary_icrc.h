/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_SUMMARY_ICRC_H
#define REPORT_SUMMARY_ICRC_H
#include "report/page.h"
#include "report/report.h"

/** summary_icrc - one line for each sender of which no packet has a valid ICRC; none as a rule. */
void summary_icrc(const struct report *r, struct page *p);

#endif
