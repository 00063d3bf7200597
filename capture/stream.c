/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The window is one buffer. What is left of it (always less than one record) is moved to the
 * front before the next read, so a record is never split and readers work without copying.
 * A read takes what the source gives at once: on a pipe a packet is seen when it was written.
 */
#include "capture/stream.h"
#include <stdlib.h>
#include <string.h>

int stream_fd(struct stream *s, int fd, const atomic_bool *stop)
{
	memset(s, 0, sizeof(*s));
	fdread_init(&s->in, fd, stop);
	s->read_max = STREAM_BLOCK;
	s->buf = malloc(STREAM_WINDOW);
	if (!s->buf)
		return -RS_ENOMEM;
	s->p = s->end = s->buf;
	return 0;
}

void stream_memory(struct stream *s, const uint8_t *data, size_t len)
{
	memset(s, 0, sizeof(*s));
	s->in.fd = -1;
	s->p = data;
	s->end = data + len;
	s->taken = len;
	s->eof = true;
}

int stream_unpack(struct stream *s, enum codec_kind kind, const atomic_bool *stop)
{
	struct inflate_source src = {
		.prefix = s->p,
		.prefix_len = stream_left(s),
		.fd = s->eof ? -1 : s->in.fd,
	};
	uint8_t *buf = malloc(STREAM_WINDOW);

	if (!buf)
		return -RS_ENOMEM;
	s->inflate = inflate_create(kind, &src, stop);
	if (!s->inflate) {
		free(buf);
		return -RS_ENOMEM;
	}
	free(s->buf);
	s->buf = buf;
	s->p = s->end = buf;
	s->taken = 0;
	s->read_max = STREAM_BLOCK;
	s->eof = false;
	s->in.fd = -1;
	return 0;
}

void stream_fini(struct stream *s)
{
	inflate_destroy(s->inflate);
	free(s->buf);
	s->inflate = NULL;
	s->buf = NULL;
	s->p = s->end = NULL;
	s->eof = true;
}

static size_t take(struct stream *s, uint8_t *to, size_t n)
{
	ssize_t got;

	if (s->inflate) {
		got = inflate_read(s->inflate, to, n);
		if (got <= 0)
			inflate_status(s->inflate, &s->cut, &s->err);
		return got > 0 ? (size_t)got : 0;
	}
	got = fdread(&s->in, to, n);
	if (got < 0)
		rs_err_set(&s->err, RS_EIO, "reading fails: %s", strerror((int)-got));
	return got > 0 ? (size_t)got : 0;
}

bool stream_fill(struct stream *s, size_t n)
{
	size_t left = stream_left(s), got;

	if (s->eof)
		return false;
	memmove(s->buf, s->p, left);
	s->p = s->buf;
	s->end = s->buf + left;
	while (stream_left(s) < n) {
		size_t room;

		left = stream_left(s);
		room = STREAM_WINDOW - left;
		got = take(s, s->buf + left, room < s->read_max ? room : s->read_max);
		if (!got) {
			s->eof = true;
			return false;
		}
		s->end += got;
		s->taken += got;
	}
	return true;
}

bool stream_skip(struct stream *s, uint64_t n)
{
	while (n > stream_left(s)) {
		n -= stream_left(s);
		s->p = s->end;
		if (!stream_need(s, 1))
			return false;
	}
	s->p += n;
	return true;
}

uint64_t stream_stored(const struct stream *s)
{
	return s->inflate ? inflate_stored(s->inflate) : s->taken;
}
