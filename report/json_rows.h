/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_JSON_ROWS_H
#define REPORT_JSON_ROWS_H
/* Rows as JSON objects. */
#include "report/json.h"
#include "report/rows.h"

/**
 * json_row - one row as an object
 * @type: written first as "type", NULL = none
 */
void json_row(struct json *j, struct row_ctx *c, const struct row_pick *p, const void *row, const char *type);

/** json_head - the first members of a document or stream: schema and start_time, inside an open object. */
void json_head(struct json *j, const struct row_ctx *c, const char *schema);

/** json_stream_head - the same as a line of its own. */
void json_stream_head(struct json *j, const struct row_ctx *c, const char *schema);

#endif
