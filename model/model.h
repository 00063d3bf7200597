/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MODEL_MODEL_H
#define MODEL_MODEL_H
/*
 * A small RoCEv2 network with known truth: requesters and responders with Go-Back-N, links
 * with loss and delay, a switch queue with ECN and PFC, taps. For `demo` and the tests; the
 * analysis never sees anything of it but frames.
 */
#include "model/truth.h"

/** model_scenarios - the list; @count set. Constant. */
const struct model_scenario *model_scenarios(unsigned *count);
const struct model_scenario *model_scenario_by_name(const char *name);

/**
 * model_run - run a scenario; the same seed gives the same frames, byte for byte
 * Return: 0, -RS_ENOENT for a name that is not in the list, -RS_ENOMEM. @truth is filled.
 */
RS_MUST_USE int model_run(const struct model_scenario *sc, uint64_t seed, model_emit_fn emit,
			  void *user, struct model_truth *truth);

#endif
