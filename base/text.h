/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H
/*
 * Bounded text builder over a caller's buffer, and numbers as people read them. Always
 * 0-terminated; what does not fit is cut and remembered. No allocation, no locale.
 */
#include <rocescope/types.h>

struct text {
	char *buf;   /**< borrowed, size bytes */
	size_t size; /**< >= 1 */
	size_t len;  /**< without the final 0 */
	bool cut;    /**< something did not fit */
};

void text_init(struct text *t, char *buf, size_t size);
void text_add(struct text *t, const char *fmt, ...) RS_PRINTF(2, 3);
void text_str(struct text *t, const char *s);
void text_char(struct text *t, char c);

/* Numbers: 3 significant digits and a unit, as ux asks ("47.0 us", "3.28 ms", "17.7 Gb/s", "1.25 GB"). */
void text_time(struct text *t, rs_ns ns);	/**< duration; "-" for RS_NS_NONE */
void text_rate(struct text *t, double bps);	/**< decimal b/s */
void text_bytes(struct text *t, double bytes);	/**< decimal B, kB, MB, GB, TB */
void text_count(struct text *t, uint64_t n);	/**< 321,082 */
void text_utc(struct text *t, rs_ns since_1970, unsigned digits); /**< 2025-11-30T10:53:20.013000123Z with 0..9 digits */

/* Addresses. */
void text_addr(struct text *t, const struct rs_addr *a); /**< dotted for v4-mapped, else RFC 5952 */
void text_mac(struct text *t, const uint8_t mac[6]);
/** text_addr_parse - dotted or colon form to 16 bytes; false if neither. */
bool text_addr_parse(const char *s, struct rs_addr *out);

/**
 * text_nearest - index of the entry of @words (@n) closest to @word by edit distance, or -1 if none is near
 * Used by errors: "no such field X; nearest: Y".
 */
int text_nearest(const char *word, const char *const *words, size_t n);
/** text_distance - edit distance of two words; more than 31 characters compare by their beginning. */
unsigned text_distance(const char *a, const char *b);

#endif
