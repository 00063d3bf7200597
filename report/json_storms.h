/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_JSON_STORMS_H
#define REPORT_JSON_STORMS_H
/* The array "storms" of the JSON report. */
#include "report/json.h"
#include "report/report.h"

/** json_storms - value of the key "storms". */
void json_storms(struct json *j, const struct report *r);

#endif
