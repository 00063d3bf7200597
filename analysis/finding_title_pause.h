/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FINDING_TITLE_PAUSE_H
#define ANALYSIS_FINDING_TITLE_PAUSE_H
/* Sentences of the pfc-* findings. */
#include <rocescope/snapshot.h>

#include "base/text.h"

/** finding_title_pause - false if the code is not one of them; @snap may be NULL. */
bool finding_title_pause(struct text *t, const struct rs_finding *f, const struct rs_snapshot *snap);

#endif
