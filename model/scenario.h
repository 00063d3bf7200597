/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MODEL_SCENARIO_H
#define MODEL_SCENARIO_H
/* The scenarios: for each name of model_scenarios() how to fill a plan. */
#include "model/plan.h"

typedef void (*scenario_fn)(struct plan *p, struct dice *dice);

/** scenario_builder - NULL if @sc is not one of the list. */
scenario_fn scenario_builder(const struct model_scenario *sc);

#endif
