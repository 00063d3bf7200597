/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_WORDING_H
#define ANALYSIS_WORDING_H
/*
 * Parts of sentences that several findings share; finding_title.c makes sentences of them.
 */
#include <rocescope/event.h>

#include "base/text.h"

/** wording_fact - value of an evidence entry, 0 if the finding has none of that name. */
int64_t wording_fact(const struct rs_finding *f, const char *name);

/** wording_count - "3 packets", "1 packet" */
void wording_count(struct text *t, uint64_t n, const char *one, const char *many);

/** wording_who - whom it is about: "10.0.0.1 > 10.0.0.2 qp 0xb1" */
void wording_who(struct text *t, const struct rs_finding *f);

/** wording_host - requester or responder, by its part when hosts are not known. */
void wording_host(struct text *t, const struct rs_finding *f, bool requester);

/** wording_percent - a ratio as "12.5 %" */
void wording_percent(struct text *t, double part);

/** wording_lost - "at least 3 packets lost after the tap"; both sides get their own numbers. */
void wording_lost(struct text *t, const struct rs_finding *f, const char *one, const char *many);

/** wording_resends - "368 resends" */
void wording_resends(struct text *t, const struct rs_finding *f);

/** wording_cost - " cost 368 resends (at most 8.8 per loss)" */
void wording_cost(struct text *t, const struct rs_finding *f);

/** wording_silence - "silent for 6.85 ms in all, longest 3.57 ms" */
void wording_silence(struct text *t, const struct rs_finding *f);

/** wording_exponent - " (timer exponent 5 to 7)", nothing if not known */
void wording_exponent(struct text *t, const struct rs_finding *f);

#endif
