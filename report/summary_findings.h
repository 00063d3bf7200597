/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_SUMMARY_FINDINGS_H
#define REPORT_SUMMARY_FINDINGS_H
#include "report/page.h"
#include "report/report.h"
#include "report/select.h"

/** summary_findings - FINDINGS: ranked, each with scope, time, what was measured and the frames that show it. */
void summary_findings(const struct report *r, struct select *select, struct page *p);

#endif
