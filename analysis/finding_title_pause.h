/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FINDING_TITLE_PAUSE_H
#define ANALYSIS_FINDING_TITLE_PAUSE_H
/* Sentences of the pfc-* findings. */
#include <rocescope/event.h>

#include "base/text.h"

/** finding_title_pause - false if the code is not one of them. */
bool finding_title_pause(struct text *t, const struct rs_finding *f);

#endif
