/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FINDING_EVIDENCE_H
#define ANALYSIS_FINDING_EVIDENCE_H
/*
 * Measured facts behind a finding: which ones a code shows, and how they come out of its sums.
 * Names are promised to scripts (json.md, findings[].evidence).
 */
#include "analysis/tally.h"

/**
 * finding_evidence - fill f->evidence from the sums; f->code is set
 * @react_p50: median NAK-to-resend time, RS_NS_NONE if there is none
 */
void finding_evidence(struct rs_finding *f, const struct tally_sum *s, rs_ns react_p50);

/** finding_fact - evidence of that name, NULL if the finding has none. */
const struct rs_evidence *finding_fact(const struct rs_finding *f, const char *name);

#endif
