/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_FINDING_PHRASE_H
#define ANALYSIS_FINDING_PHRASE_H
/*
 * Parts of sentences that several findings share; finding_title.c makes sentences of them.
 */
#include <rocescope/event.h>

#include "base/text.h"

/** phrase_fact - value of an evidence entry, 0 if the finding has none of that name. */
int64_t phrase_fact(const struct rs_finding *f, const char *name);

/** phrase_count - "3 packets", "1 packet" */
void phrase_count(struct text *t, uint64_t n, const char *one, const char *many);

/** phrase_who - whom it is about: "10.0.0.1 > 10.0.0.2 qp 0xb1" */
void phrase_who(struct text *t, const struct rs_finding *f);

/** phrase_host - requester or responder, by its part when hosts are not known. */
void phrase_host(struct text *t, const struct rs_finding *f, bool requester);

/** phrase_percent - a ratio as "12.5 %" */
void phrase_percent(struct text *t, double part);

/** phrase_lost - "at least 3 packets lost after the tap"; both sides get their own numbers. */
void phrase_lost(struct text *t, const struct rs_finding *f, const char *one, const char *many);

/** phrase_resends - "368 resends" */
void phrase_resends(struct text *t, const struct rs_finding *f);

/** phrase_cost - " cost 368 resends (at most 8.8 per loss)" */
void phrase_cost(struct text *t, const struct rs_finding *f);

/** phrase_silence - "silent for 6.85 ms in all, longest 3.57 ms" */
void phrase_silence(struct text *t, const struct rs_finding *f);

/** phrase_exponent - " (timer exponent 5 to 7)", nothing if not known */
void phrase_exponent(struct text *t, const struct rs_finding *f);

#endif
