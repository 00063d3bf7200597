/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_ROWS_STORY_H
#define REPORT_ROWS_STORY_H
/* Columns of what happened: episodes, events, findings. */
#include <rocescope/event.h>

struct row_column;

const struct row_column *rows_episode_columns(unsigned *count);
const struct row_column *rows_event_columns(unsigned *count);
const struct row_column *rows_finding_columns(unsigned *count);

/** rows_event_frame - the packet that made an event, or the first of its evidence; of a recovery: what ended it. */
rs_frame rows_event_frame(const struct rs_event *e);

#endif
