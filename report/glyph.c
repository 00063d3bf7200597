/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/glyph.h"

#include <rocescope/event.h>
#include <string.h>

/* Drawing characters of the reports and what stands for them in ASCII. */
static const struct {
	const char utf8[4];
	char ascii;
} drawings[] = {
	{ GLYPH_RULE, '-' },
	{ "\xe2\x96\xa0", 'X' }, /* black square: critical */
	{ "\xe2\x96\xb2", '^' }, /* triangle: warning */
	{ "\xe2\x97\x8f", '*' }, /* disc: notice */
	{ "\xe2\x97\x8b", '-' }, /* circle: info */
	{ "\xe2\x9c\x93", '+' }, /* check mark: healthy */
	{ "\xe2\x96\x91", '.' }, /* shades: a quarter, half, three quarters */
	{ "\xe2\x96\x92", ':' },
	{ "\xe2\x96\x93", '*' },
	{ "\xe2\x96\x81", '.' }, /* blocks of height 1 to 8 */
	{ "\xe2\x96\x82", '.' },
	{ "\xe2\x96\x83", ':' },
	{ "\xe2\x96\x84", '-' },
	{ "\xe2\x96\x85", '=' },
	{ "\xe2\x96\x86", '+' },
	{ "\xe2\x96\x87", '*' },
	{ "\xe2\x96\x88", '#' },
};

#define DRAWING_COUNT (sizeof(drawings) / sizeof(drawings[0]))
#define FIRST_BLOCK (DRAWING_COUNT - 8)
#define FIRST_SHADE (FIRST_BLOCK - 3)

/* Code point at @s, its bytes in @used; 0 and one byte if it is a control character or broken. */
static uint32_t decode(const char *s, size_t len, size_t *used)
{
	const unsigned char c = (unsigned char)s[0];
	const size_t need = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;
	uint32_t cp = need == 1 ? c : c & (0x7fu >> need);

	*used = 1;
	if (!need || need > len)
		return 0;
	for (size_t i = 1; i < need; i++) {
		if (((unsigned char)s[i] & 0xc0) != 0x80)
			return 0;
		cp = cp << 6 | ((unsigned char)s[i] & 0x3f);
	}
	if (cp < 0x20 || (cp >= 0x7f && cp < 0xa0) || (cp >= 0xd800 && cp < 0xe000) || cp > 0x10ffff ||
	    (need == 3 && cp < 0x800) || (need == 4 && cp < 0x10000))
		return 0;
	*used = need;
	return cp;
}

/* Columns of a code point: the East Asian wide blocks take two, combining marks none (UAX 11). */
static unsigned cells_of(uint32_t cp)
{
	static const struct {
		uint32_t first, last;
	} wide[] = {
		{ 0x1100, 0x115f }, { 0x2e80, 0x303e }, { 0x3041, 0xa4cf },   { 0xac00, 0xd7a3 },
		{ 0xf900, 0xfaff }, { 0xfe30, 0xfe6f }, { 0xff00, 0xff60 },   { 0xffe0, 0xffe6 },
		{ 0x1f300, 0x1faff }, { 0x20000, 0x3fffd },
	};

	if ((cp >= 0x300 && cp <= 0x36f) || (cp >= 0x200b && cp <= 0x200f) || (cp >= 0xfe00 && cp <= 0xfe0f))
		return 0;
	for (size_t i = 0; i < sizeof(wide) / sizeof(wide[0]); i++)
		if (cp >= wide[i].first && cp <= wide[i].last)
			return 2;
	return 1;
}

size_t glyph_next(const char *s, size_t len, unsigned *cells)
{
	size_t used;
	const uint32_t cp = decode(s, len, &used);

	*cells = cp ? cells_of(cp) : 1;
	return used;
}

size_t glyph_cells(const char *s, size_t len)
{
	size_t sum = 0;

	while (len) {
		unsigned cells;
		const size_t used = glyph_next(s, len, &cells);

		sum += cells;
		s += used;
		len -= used;
	}
	return sum;
}

/* One character above ASCII where none is allowed: its drawing, or a '?' a cell. */
static void put_ascii(FILE *out, const char *s, size_t used, unsigned cells)
{
	for (size_t i = 0; i < DRAWING_COUNT; i++)
		if (used == 3 && !memcmp(s, drawings[i].utf8, 3)) {
			fputc(drawings[i].ascii, out);
			return;
		}
	while (cells--)
		fputc('?', out);
}

void glyph_put(FILE *out, const char *s, size_t len, bool utf8)
{
	while (len) {
		size_t used;
		const uint32_t cp = decode(s, len, &used);

		if (!cp)
			fputc('?', out);
		else if (cp < 0x80 || utf8)
			fwrite(s, 1, used, out);
		else
			put_ascii(out, s, used, cells_of(cp));
		s += used;
		len -= used;
	}
}

const char *glyph_block(uint64_t value, uint64_t max)
{
	size_t step;

	if (!value || !max)
		return " ";
	if (value >= max)
		return drawings[DRAWING_COUNT - 1].utf8;
	step = (size_t)((double)value / (double)max * 8 + 0.999999);
	return drawings[FIRST_BLOCK + (step ? step - 1 : 0)].utf8;
}

const char *glyph_heat(double share)
{
	const unsigned step = share <= 0 ? 0 : share > 0.75 ? 4 : share > 0.5 ? 3 : share > 0.25 ? 2 : 1;

	if (!step)
		return " ";
	return drawings[step == 4 ? DRAWING_COUNT - 1 : FIRST_SHADE + step - 1].utf8;
}

const char *glyph_severity(unsigned severity)
{
	return severity < RS_SEV_COUNT ? drawings[1 + severity].utf8 : "?";
}
