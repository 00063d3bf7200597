/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APP_TAPS_H
#define APP_TAPS_H
/*
 * Capture points as the analysis counts them. Mostly the interfaces of the input, in file
 * order; an interface that carries several ERSPAN sessions is one point per session, because
 * each session is another place of the network (decision 28).
 */
#include "capture/input.h"
#include "report/report.h"

#include <rocescope/record.h>

#define MAX_POINTS 1024

struct taps;

struct taps *taps_create(uint64_t option_link_bps, struct rs_err *err);
void taps_destroy(struct taps *p);
/** taps_sync - take over interfaces that the input has found since. */
void taps_sync(struct taps *p, const struct input *in);
/**
 * taps_plain - how many interfaces, from 0 on, are points of the same number
 * Records of these need no taps_assign, unless ERSPAN brought them.
 */
unsigned taps_plain(const struct taps *p);
/** taps_assign - number of the point of a record, by its interface and ERSPAN session. */
uint16_t taps_assign(struct taps *p, const struct rs_record *r);
/** taps_rows - rows for reports, index = point number; valid until the next call of any function here. */
const struct report_point *taps_rows(struct taps *p, const struct input *in, unsigned *count);
/** taps_claim_ns - per point, 1 where the file claims time steps below 1 us; valid as taps_rows(). */
const uint8_t *taps_claim_ns(struct taps *p, const struct input *in, unsigned *count);
/** taps_count - points so far. */
unsigned taps_count(const struct taps *p);
/** taps_name - never NULL. */
const char *taps_name(const struct taps *p, unsigned point);

#endif
