/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APP_RANGE_H
#define APP_RANGE_H
/*
 * The time range of --from, --to and --around in absolute time. Places that are known only
 * after reading (the end, a finding, an episode, a frame) cost one more pass over the input.
 */
#include "app/options.h"
#include "app/pipeline.h"

/**
 * range_resolve - @from, @to: RS_NS_NONE = open
 * @cfg: of the pass to come; used for passes needed before it
 */
RS_MUST_USE int range_resolve(const struct pipeline_config *cfg, const struct options *o, rs_ns *from, rs_ns *to,
			      struct rs_err *err);

/** range_frame - N of "--around N" without a span, else 0. */
uint64_t range_frame(const struct options *o);

#endif
