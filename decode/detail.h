/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DECODE_DETAIL_H
#define DECODE_DETAIL_H
/*
 * Fields of a header as rows of a table: where they stand and how they read. The walk over a
 * frame says where headers begin; nothing here decides what a header is.
 */
#include <rocescope/decode.h>

#include "base/text.h"

/** One description under way. */
struct detail {
	const uint8_t *data; /**< captured bytes (borrowed) */
	uint32_t caplen;
	uint32_t seen;	     /**< end of what was described so far */
	rs_detail_fn fn;
	void *user;
};

enum detail_form {
	FORM_DEC,
	FORM_HEX,
	FORM_MAC,
	FORM_IP4,
	FORM_IP6,
	FORM_BYTES, /**< hexadecimal, shortened; "all zero" */
};

/** One field; the value is a number if the form is DEC or HEX (width up to 64 bits). */
struct detail_field {
	const char *name;
	void (*say)(struct text *t, uint64_t value); /**< adds the meaning behind the number, or NULL */
	uint16_t byte;	/**< offset in the header */
	uint16_t width; /**< bits */
	uint8_t bit;	/**< from the most significant bit of that byte */
	uint8_t form;	/**< enum detail_form */
};

#define DETAIL_COUNT(table) (sizeof(table) / sizeof((table)[0]))

/** detail_fields - every row of a table for the header at @at */
void detail_fields(struct detail *d, const char *layer, uint32_t at, const struct detail_field *table, size_t n);

/** detail_say - one field with a text of its own. */
void detail_say(struct detail *d, const char *layer, const char *field, uint32_t at, uint32_t length,
		const char *fmt, ...) RS_PRINTF(6, 7);

/** detail_bytes - bytes as FORM_BYTES shows them. */
void detail_bytes(struct detail *d, const char *layer, const char *field, uint32_t at, uint32_t length);

/** detail_get - number of @bytes bytes at @at, 0 if they were not captured. */
uint64_t detail_get(const struct detail *d, uint32_t at, unsigned bytes);

static inline bool detail_has(const struct detail *d, uint32_t at, uint32_t bytes)
{
	return at <= d->caplen && d->caplen - at >= bytes;
}

#endif
