/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APP_POINTS_H
#define APP_POINTS_H
/*
 * Capture points as the analysis counts them. Mostly the interfaces of the input, in file
 * order; an interface that carries several ERSPAN sessions is one point per session, because
 * each session is another place of the network (decision 28).
 */
#include "capture/input.h"
#include "report/report.h"

#include <rocescope/record.h>

#define MAX_POINTS 1024

struct points;

struct points *points_create(uint64_t option_link_bps, struct rs_err *err);
void points_destroy(struct points *p);
/** points_sync - take over interfaces that the input has found since. */
void points_sync(struct points *p, const struct input *in);
/** points_assign - number of the point of a record, by its interface and ERSPAN session. */
uint16_t points_assign(struct points *p, const struct rs_record *r);
/** points_rows - rows for reports, index = point number; valid until the next call of any function here. */
const struct report_point *points_rows(struct points *p, const struct input *in, unsigned *count);
/** points_name - never NULL. */
const char *points_name(const struct points *p, unsigned point);

#endif
