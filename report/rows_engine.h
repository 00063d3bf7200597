/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_ROWS_ENGINE_H
#define REPORT_ROWS_ENGINE_H
/* Columns of the rows that a snapshot holds: flows and lanes. */
struct row_column;

const struct row_column *rows_flow_columns(unsigned *count);
const struct row_column *rows_lane_columns(unsigned *count);

#endif
