/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_TABLE_H
#define REPORT_TABLE_H
/* Tables: one row a flow or an event, in the order and with the columns that the user chose. */
#include "report/report.h"

/**
 * table_write - one table; --top cuts text only
 * Return: 0, -RS_ENOMEM, -RS_EINVAL (unknown field of --sort or --fields, or a format without tables), -RS_ELIMIT.
 */
RS_MUST_USE int table_write(const struct report *r, enum report_table table, enum report_format format, FILE *out,
			    struct rs_err *err);

/** table_write_findings - the findings as CSV (the report in that format). Returns 0, -RS_ENOMEM. */
RS_MUST_USE int table_write_findings(const struct report *r, FILE *out, struct rs_err *err);

#endif
