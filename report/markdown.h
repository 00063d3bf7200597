/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_MARKDOWN_H
#define REPORT_MARKDOWN_H
#include "report/page.h"

/** The page for tickets: same sections as the text report, tables as pipe tables. */
extern const struct page_ops markdown_ops;

#endif
