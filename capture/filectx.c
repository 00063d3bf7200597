/* SPDX-License-Identifier: BSD-2-Clause */
#include "capture/filectx.h"
#include "capture/detect.h"
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void filectx_note(struct filectx *c, const char *fmt, ...)
{
	char *note = c->file->note;
	char text[sizeof(c->file->note)];
	size_t at = strlen(note), len;
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	len = strlen(text);
	if (at + 2 + len >= sizeof(c->file->note))
		return;
	if (at) {
		memcpy(note + at, "; ", 2);
		at += 2;
	}
	memcpy(note + at, text, len + 1);
}

int filectx_fail(struct filectx *c, enum rs_error code, const char *fmt, ...)
{
	char text[sizeof(c->file->error.text)];
	va_list ap;

	if (c->file->failed)
		return -c->file->error.code;
	va_start(ap, fmt);
	vsnprintf(text, sizeof(text), fmt, ap);
	va_end(ap);
	c->file->failed = true;
	return rs_err_set(&c->file->error, code, "%s: %s", detect_name(c->file->name), text);
}

void filectx_cut(struct filectx *c, const char *fmt, ...)
{
	va_list ap;

	c->cut = true;
	va_start(ap, fmt);
	vsnprintf(c->where, sizeof(c->where), fmt, ap);
	va_end(ap);
}

void filectx_finish(struct filectx *c)
{
	const struct stream *s = c->stream;
	unsigned long long packets = c->file->packets;

	if (c->file->failed)
		return;
	if (s->err.code != RS_OK) {
		filectx_fail(c, (enum rs_error)s->err.code, "%s (%llu packets before it were read)",
			     s->err.text, packets);
		return;
	}
	if (!c->cut && !s->cut)
		return;
	c->file->truncated = true;
	if (!c->cut)
		snprintf(c->where, sizeof(c->where), "after packet %llu", packets);
	if (packets)
		filectx_note(c, "%s %s", s->cut ? "its compressed data end" : "ends", c->where);
	else
		filectx_fail(c, RS_EFORMAT,
			     "%s %s and holds nothing before that; copy the file again",
			     s->cut ? "its compressed data end" : "ends", c->where);
}
