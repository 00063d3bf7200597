/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_PAUSE_ROWS_H
#define ANALYSIS_PAUSE_ROWS_H
/* Rows of a snapshot from the book of pauses; pauses that run count up to the moment. */
#include "analysis/pause_ledger.h"

/** pause_rows_make - fill pauses and intervals of @out; -RS_ENOMEM */
RS_MUST_USE int pause_rows_make(const struct pauses *p, rs_ns first, rs_ns now, struct rs_snapshot *out);

/** pause_rows_gap - what block @pace (0 = none) says of the gaps of a flow. */
void pause_rows_gap(const struct pauses *p, uint32_t pace, struct rs_flow_row *row);

/** pause_rows_hosts - mark the sides whose MAC is that of a host, by the flows of @out. */
void pause_rows_hosts(struct rs_snapshot *out);

#endif
