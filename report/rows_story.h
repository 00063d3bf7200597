/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_ROWS_STORY_H
#define REPORT_ROWS_STORY_H
/* Columns of what happened: episodes, events, findings. */
struct row_column;

const struct row_column *rows_episode_columns(unsigned *count);
const struct row_column *rows_event_columns(unsigned *count);
const struct row_column *rows_finding_columns(unsigned *count);

#endif
