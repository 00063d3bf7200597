/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_ROWS_PAUSE_H
#define REPORT_ROWS_PAUSE_H
/* Columns of pauses: one row per side that sends them, priority and point. */
struct row_column;

const struct row_column *rows_pause_columns(unsigned *count);

#endif
