/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_PAGE_H
#define REPORT_PAGE_H
/*
 * Parts that a report for people consists of. The sections say what is to be read; a page
 * says how it looks: page_text (terminal, mail) or markdown (tickets). Strings are UTF-8,
 * borrowed for the call, and never contain escape sequences.
 */
#include "base/text.h"

#include <stdio.h>

enum page_tone { PAGE_PLAIN, PAGE_CRITICAL, PAGE_WARNING, PAGE_NOTICE, PAGE_INFO, PAGE_GOOD };

#define PAGE_ITEM_LINES 6

/** One numbered finding. */
struct page_item {
	unsigned number;
	unsigned severity; /**< enum rs_severity */
	const char *code;
	const char *scope; /**< hosts, QPs; "" if none */
	const char *when;
	const char *lines[PAGE_ITEM_LINES]; /**< most important first */
	unsigned line_count;
	unsigned reserve; /**< lines that must be left for the items behind it, 0 = no limit */
};

struct page_column {
	const char *head;
	bool right; /**< right-aligned */
};

/** A table whose cells are asked for, so that no copy of it exists. */
struct page_table {
	const struct page_column *columns;
	unsigned column_count;
	unsigned rows;
	void (*cell)(const void *ctx, unsigned row, unsigned column, struct text *out);
	const void *ctx;
};

struct page_hint {
	const char *command;
	const char *what;
};

struct page {
	const struct page_ops *ops;
	FILE *out;	 /**< borrowed */
	unsigned width;	 /**< text: columns */
	bool utf8;	 /**< text: drawing characters allowed */
	bool color;	 /**< text: ANSI colours allowed */
	bool tight;	 /**< text: what comes next may follow without a blank line */
	unsigned height; /**< text: lines written */
};

struct page_ops {
	/** First lines: program, file, sizes, time; in order. */
	void (*title)(struct page *p, const char *const *parts, unsigned n);
	/** A paragraph with a name: VERDICT, TRUST. @head: its first words, in @tone; may be NULL. */
	void (*label)(struct page *p, const char *name, enum page_tone tone, const char *head, const char *text);
	/** A section that has one thing to say. */
	void (*line)(struct page *p, const char *name, const char *text);
	/** Head of a section. */
	void (*section)(struct page *p, const char *name, const char *note);
	void (*item)(struct page *p, const struct page_item *item);
	void (*table)(struct page *p, const struct page_table *table);
	/** A measured fact inside a section. */
	void (*fact)(struct page *p, const char *name, const char *text);
	/** A remark inside a section. */
	void (*note)(struct page *p, const char *text);
	void (*hints)(struct page *p, const struct page_hint *hints, unsigned n);
};

#endif
