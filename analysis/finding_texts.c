/* SPDX-License-Identifier: BSD-2-Clause */
/* Texts of a finding by its code; `explain`, the manual page and JSON read them. */
#include "analysis/finding_texts.h"

static const struct rs_finding_info unknown = {
    .code = "unknown",
    .severity = RS_SEV_INFO,
    .summary = "This code is not known to this version.",
    .rule = "-",
    .limits = "-",
    .next = NOTHING,
    .counters = NOTHING,
};

const struct rs_finding_info *rs_finding_info(unsigned code)
{
	static const struct rs_finding_info *const families[] = {
#define X(family) finding_texts_##family,
	    FINDING_FAMILIES(X)
#undef X
	};

	for (unsigned i = 0; code < RS_FIND_COUNT && i < sizeof(families) / sizeof(families[0]); i++)
		if (families[i][code].code)
			return &families[i][code];
	return &unknown;
}
