/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APP_STYLE_H
#define APP_STYLE_H
/* How to draw on a stream, from options, terminal, locale and environment (NO_COLOR, TERM, COLUMNS). */
#include "app/options.h"

/** style_for - @out decides about colour and width; @default_top as --top when it is not said. */
struct report_style style_for(const struct options *o, FILE *out, unsigned default_top);

#endif
