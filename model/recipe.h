/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MODEL_RECIPE_H
#define MODEL_RECIPE_H
/* How to fill a plan, for each name of model_scenarios(). */
#include "model/plan.h"

typedef void (*recipe_fn)(struct plan *p, struct dice *dice);

/** recipe_by_name - NULL if there is none. */
recipe_fn recipe_by_name(const char *name);

#endif
