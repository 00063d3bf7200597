/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_GLYPH_H
#define REPORT_GLYPH_H
/*
 * Characters as a terminal shows them. All text output is laid out in cells of UTF-8 text
 * and written through glyph_put(), which replaces drawing characters one for one where only
 * ASCII is allowed: the layout cannot depend on the character set. Control characters and
 * broken UTF-8 (file names) become '?' in both.
 */
#include <rocescope/types.h>
#include <stdio.h>

#define GLYPH_RULE "\xe2\x94\x80" /* horizontal line, ASCII '-' */

/** glyph_next - bytes of the character at @s (1..4); @cells: its columns (0, 1 or 2) */
size_t glyph_next(const char *s, size_t len, unsigned *cells);

/** glyph_cells - columns of @len bytes of text. */
size_t glyph_cells(const char *s, size_t len);

/** glyph_put - write @len bytes of text. */
void glyph_put(FILE *out, const char *s, size_t len, bool utf8);

/** glyph_block - block of height 0..8; 0 is a blank, and only a value of 0 gets it. */
const char *glyph_block(uint64_t value, uint64_t max);

/** glyph_heat - shade of a share of time, 0..1; 0 is a blank, and only a share of 0 gets it. */
const char *glyph_heat(double share);

/** glyph_severity - mark of an enum rs_severity, by shape. */
const char *glyph_severity(unsigned severity);

#endif
