/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_GIVEUP_H
#define ANALYSIS_GIVEUP_H
/*
 * Ends of a lane's life (diagnosis 1.8, 1.9): retries exhausted, the QP used again, a hole in
 * the capture, the end of the capture.
 */
#include "analysis/episodes.h"

/** giveup_check - has the requester given up before @now? Call before anything else of a packet. */
void giveup_check(struct recovery *rc, struct lane *l, rs_ns now);

/**
 * giveup_reused - an answer's MSN went backwards: are the latest requests first packets of a new life of the QP?
 * Return: true if so; then the lane is in a new epoch and its sums are corrected.
 */
bool giveup_reused(struct recovery *rc, struct lane *l, const struct rs_record *r);

/** giveup_new_epoch - by CM or a PSN jump: end what is open, start again at @psn, say so by an event of @kind. */
void giveup_new_epoch(struct recovery *rc, struct lane *l, uint32_t psn, const struct rs_record *r, unsigned kind);

/** giveup_finish - end of the capture at @now for one lane. */
void giveup_finish(struct recovery *rc, struct lane *l, rs_ns now);

#endif
