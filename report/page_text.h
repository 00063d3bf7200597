/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_PAGE_TEXT_H
#define REPORT_PAGE_TEXT_H
#include "report/page.h"

/** The page for terminals, pipes and mail. */
extern const struct page_ops page_text_ops;

/** Lines in which title, verdict, trust and up to five findings must fit at 100 columns (ux.md 13, check 1). */
#define PAGE_TEXT_SCREEN 24

#endif
