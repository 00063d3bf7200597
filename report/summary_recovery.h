/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_SUMMARY_RECOVERY_H
#define REPORT_SUMMARY_RECOVERY_H
#include "report/digest.h"
#include "report/page.h"

/** summary_recovery - RECOVERY: how senders repaired losses, how fast, and where packets were lost. */
void summary_recovery(const struct digest *d, struct page *p);

#endif
