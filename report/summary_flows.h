/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_SUMMARY_FLOWS_H
#define REPORT_SUMMARY_FLOWS_H
#include "report/digest.h"
#include "report/page.h"
#include "report/select.h"

/**
 * summary_flows_sort - bring the lanes of @d into the order of --sort
 * @sort: one of summary_sort_fields(), "-" in front for largest first; NULL keeps worst first
 * Return: 0, -RS_EINVAL with @err for an unknown field.
 */
RS_MUST_USE int summary_flows_sort(struct digest *d, const char *sort, struct rs_err *err);

/** summary_sort_fields - the fields that --sort takes in a report. */
const char *const *summary_sort_fields(unsigned *count);

/** summary_flows - FLOWS: lanes with trouble, worst first, the others in one line; with a filter all that it lets through. */
void summary_flows(const struct report *r, const struct digest *d, struct select *select, struct page *p);

#endif
