/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_EXPLAIN_H
#define REPORT_EXPLAIN_H
#include "report/page.h"

/**
 * explain_write - what a finding code means, or all codes for NULL or "list"
 * @code: letters of either case, '_' for '-' allowed
 * Return: 0, -RS_ENOENT with the nearest code in @err.
 */
RS_MUST_USE int explain_write(const char *code, struct page *p, struct rs_err *err);

#endif
