/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_SUMMARY_H
#define REPORT_SUMMARY_H
#include "report/page.h"
#include "report/report.h"

/**
 * summary_write - the report for people on any page, sections in the order of ux.md 3
 * Return: 0, -RS_ENOMEM, -RS_EINVAL (unknown sort field).
 */
RS_MUST_USE int summary_write(const struct report *r, struct page *p, struct rs_err *err);

#endif
