/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_SUMMARY_NETWORK_H
#define REPORT_SUMMARY_NETWORK_H
#include "report/digest.h"
#include "report/page.h"

/** summary_network - ECN / DCQCN, ECMP and OTHER: what was counted, one line each. */
void summary_network(const struct report *r, const struct digest *d, struct page *p);

#endif
