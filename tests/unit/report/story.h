/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_REPORT_STORY_H
#define TESTS_REPORT_STORY_H
/*
 * Analyses written by hand, as the text report would get them, and the report in a string.
 * Sentences of findings are those of titles.c.
 */
#include "report/page.h"
#include "report/report.h"

enum story_kind {
	STORY_STORM,	    /**< losses after the tap on four QPs, RNR on another, five findings */
	STORY_HEALTHY,
	STORY_INCONCLUSIVE, /**< one direction only */
	STORY_PFC,	    /**< pause frames, no RoCE */
	STORY_NO_ROCE,
	STORY_EMPTY,	    /**< no packet */
	STORY_CROWD,	    /**< IPv6, 25 findings, two files with odd names */
	STORY_KINDS
};

#define STORY_LANES 40
#define STORY_FINDINGS 25

struct story {
	struct report report;
	struct rs_snapshot snap;
	struct rs_verdict verdict;
	struct rs_flow_row flows[2 * STORY_LANES];
	struct rs_lane_row lanes[STORY_LANES];
	struct rs_point_row point_rows[2];
	struct rs_finding findings[STORY_FINDINGS];
	uint32_t finding_lanes[STORY_LANES];
	struct report_file files[2];
	struct report_point points[2];
	struct spool *episodes;
	char *text; /**< what the latest story_render gave */
	size_t size;
};

void story_init(struct story *s, enum story_kind kind);
void story_fini(struct story *s);

/** story_page - the report on a page of its own kind, width and characters; the text is in s->text. */
void story_page(struct story *s, const struct page_ops *ops, unsigned width, bool utf8, bool color);

/** story_lines - number of lines of a text. */
unsigned story_lines(const char *text);

/** story_widest - columns of the widest line. */
size_t story_widest(const char *text);

/** story_has - fails the test if @text lacks @part, and prints the text. */
void story_has(const char *text, const char *part);

#endif
