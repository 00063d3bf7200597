/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_JSON_REPORT_H
#define REPORT_JSON_REPORT_H
/* The whole report for programs: schema rocescope.report/1. Every row is in, whatever --top says. */
#include "report/report.h"

/** json_report_write - one document. Returns 0 or -RS_ENOMEM. */
RS_MUST_USE int json_report_write(const struct report *r, FILE *out, struct rs_err *err);

/** json_report_write_lines - one object a line: schema, summary, then the rows. Returns 0 or -RS_ENOMEM. */
RS_MUST_USE int json_report_write_lines(const struct report *r, FILE *out, struct rs_err *err);

#endif
