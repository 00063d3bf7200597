/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_ANSWERS_H
#define ANALYSIS_ANSWERS_H
/* What a responder's packets mean for the lane that they answer (diagnosis 1.7). */
#include "analysis/episodes.h"

/**
 * answers_on - an ACK, NAK, READ response or atomic ACK of a lane
 * @older: its IP identification says that it was sent before the newest one of its flow
 * Return: enum rs_class.
 */
unsigned answers_on(struct recovery *rc, struct lane *l, const struct rs_record *r, bool older);

#endif
