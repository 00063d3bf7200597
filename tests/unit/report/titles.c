/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Sentences of findings, fixed, so that the expected texts of the report depend on the report
 * alone. Linked instead of analysis/finding_title.c.
 */
#include "base/text.h"

#include <rocescope/engine.h>

size_t rs_finding_title(const struct rs_finding *f, const struct rs_snapshot *snap, char *buf, size_t size)
{
	static const char *const titles[RS_FIND_COUNT] = {
		[RS_FIND_GBN_TIMEOUT] = "10.1.0.3 waited up to 3.57 ms for an ACK timer before it resent to 10.1.0.4",
		[RS_FIND_GBN_NAK] = "40 Go-Back-N recoveries on 10.1.0.3 > 10.1.0.4: at least 42 packets lost after the "
				    "tap cost 1.51 MB resent (8.7 for each lost one)",
		[RS_FIND_RNR_NAK] = "10.1.0.7 had no receive buffer 4 times; 10.1.0.6 was told to wait 0.64 ms",
		[RS_FIND_OOO_REORDER] = "0.02 % of packets out of order, up to 3 places; no recovery followed",
		[RS_FIND_CAP_TIME] = "time stamps have steps of 1 us",
	};
	struct text t;

	(void)snap; /* the sentences are fixed */
	text_init(&t, buf, size);
	text_str(&t, titles[f->code] ? titles[f->code] : "something was found");
	return t.len;
}

uint64_t rs_finding_key(const struct rs_finding *f)
{
	return f->code;
}
