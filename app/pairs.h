/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APP_PAIRS_H
#define APP_PAIRS_H
/* The table of --pairs: which QPs belong together (decision 30). */
#include <rocescope/engine.h>

/**
 * pairs_read - read a table: header line "requester qp responder qp", then address, QP, address, QP by tabs
 * @pairs: receives an array for free(), NULL if empty
 */
RS_MUST_USE int pairs_read(const char *path, struct rs_pair_hint **pairs, unsigned *count, struct rs_err *err);

#endif
