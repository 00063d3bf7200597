/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdarg.h>
#include <stdio.h>

#include "decode/detail.h"

#include "base/cursor.h"

#define VALUE_BYTES 320
#define SHOWN_BYTES 32 /* of a run of bytes */

static void tell(struct detail *d, const char *layer, const char *field, const char *value, uint32_t at,
		 uint32_t length)
{
	const struct rs_detail row = { layer, field, detail_has(d, at, length) ? value : "", at, length,
				       !detail_has(d, at, length) };

	if (at + length > d->seen)
		d->seen = at + length;
	d->fn(d->user, &row);
}

uint64_t detail_get(const struct detail *d, uint32_t at, unsigned bytes)
{
	uint64_t v = 0;

	if (!detail_has(d, at, bytes))
		return 0;
	for (unsigned i = 0; i < bytes; i++)
		v = v << 8 | d->data[at + i];
	return v;
}

void detail_say(struct detail *d, const char *layer, const char *field, uint32_t at, uint32_t length,
		const char *fmt, ...)
{
	char value[VALUE_BYTES];
	va_list args;

	va_start(args, fmt);
	vsnprintf(value, sizeof(value), fmt, args);
	va_end(args);
	tell(d, layer, field, value, at, length);
}

static bool all_zero(const uint8_t *p, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (p[i])
			return false;
	return true;
}

static void put_bytes(struct text *t, const uint8_t *p, uint32_t n)
{
	text_add(t, "%u byte%s", n, n == 1 ? "" : "s");
	if (!n)
		return;
	if (n > 1 && all_zero(p, n)) {
		text_str(t, ", all zero");
		return;
	}
	text_char(t, ':');
	for (uint32_t i = 0; i < n && i < SHOWN_BYTES; i++)
		text_add(t, " %02x", p[i]);
	if (n > SHOWN_BYTES)
		text_str(t, " ..");
}

void detail_bytes(struct detail *d, const char *layer, const char *field, uint32_t at, uint32_t length)
{
	char value[VALUE_BYTES] = "";
	struct text t;

	text_init(&t, value, sizeof(value));
	if (detail_has(d, at, length))
		put_bytes(&t, d->data + at, length);
	tell(d, layer, field, value, at, length);
}

static uint64_t number(const struct detail *d, uint32_t at, const struct detail_field *f)
{
	const unsigned bytes = (f->bit + f->width + 7u) / 8;
	const uint64_t v = detail_get(d, at + f->byte, bytes) >> (bytes * 8 - f->bit - f->width);

	return f->width == 64 ? v : v & ((1ULL << f->width) - 1);
}

static void put_number(struct text *t, const struct detail_field *f, uint64_t v)
{
	if (f->form == FORM_HEX)
		text_add(t, "0x%0*llx", (f->width + 3) / 4, (unsigned long long)v);
	else
		text_add(t, "%llu", (unsigned long long)v);
	if (f->say)
		f->say(t, v);
}

static void put_address(struct text *t, const uint8_t *p, unsigned form)
{
	struct rs_addr a = { { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0, 0 } };

	if (form == FORM_MAC) {
		text_mac(t, p);
		return;
	}
	for (unsigned i = 0; i < (form == FORM_IP4 ? 4u : 16u); i++)
		a.b[form == FORM_IP4 ? 12 + i : i] = p[i];
	text_addr(t, &a);
}

static void field(struct detail *d, const char *layer, uint32_t at, const struct detail_field *f)
{
	const uint32_t bytes = (f->bit + f->width + 7u) / 8;
	char value[VALUE_BYTES] = "";
	struct text t;

	text_init(&t, value, sizeof(value));
	if (!detail_has(d, at + f->byte, bytes))
		text_str(&t, "");
	else if (f->form == FORM_BYTES)
		put_bytes(&t, d->data + at + f->byte, bytes);
	else if (f->form == FORM_DEC || f->form == FORM_HEX)
		put_number(&t, f, number(d, at, f));
	else
		put_address(&t, d->data + at + f->byte, f->form);
	tell(d, layer, f->name, value, at + f->byte, bytes);
}

void detail_fields(struct detail *d, const char *layer, uint32_t at, const struct detail_field *table, size_t n)
{
	for (size_t i = 0; i < n; i++)
		field(d, layer, at, &table[i]);
}
