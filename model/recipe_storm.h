/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MODEL_RECIPE_STORM_H
#define MODEL_RECIPE_STORM_H
#include "model/plan.h"

/** recipe_storm - scenario "loss-storm". */
void recipe_storm(struct plan *p, struct dice *dice);

#endif
