/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef BASE_CURSOR_H
#define BASE_CURSOR_H
/*
 * Bounded reader over borrowed bytes. A refused read moves nothing and returns false; no
 * other way to packet bytes is allowed. Network byte order unless the name says le.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cursor {
	const uint8_t *p;   /**< next byte */
	const uint8_t *end; /**< one past the last readable byte */
};

static inline struct cursor cursor_make(const uint8_t *data, size_t len)
{
	return (struct cursor){ data, data + len };
}

static inline size_t cursor_left(const struct cursor *c)
{
	return (size_t)(c->end - c->p);
}

/** cursor_take - @n bytes as a pointer, or NULL without moving. */
static inline const uint8_t *cursor_take(struct cursor *c, size_t n)
{
	const uint8_t *p = c->p;

	if (cursor_left(c) < n)
		return NULL;
	c->p += n;
	return p;
}

static inline bool cursor_skip(struct cursor *c, size_t n)
{
	if (cursor_left(c) < n)
		return false;
	c->p += n;
	return true;
}

/** cursor_limit - forget everything beyond @n bytes from here (never extends). */
static inline void cursor_limit(struct cursor *c, size_t n)
{
	if (cursor_left(c) > n)
		c->end = c->p + n;
}

static inline uint16_t get_be16(const uint8_t *p)
{
	return (uint16_t)(p[0] << 8 | p[1]);
}

static inline uint32_t get_be24(const uint8_t *p)
{
	return (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
}

static inline uint32_t get_be32(const uint8_t *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static inline uint64_t get_be64(const uint8_t *p)
{
	return (uint64_t)get_be32(p) << 32 | get_be32(p + 4);
}

static inline uint32_t get_le32(const uint8_t *p)
{
	return (uint32_t)p[3] << 24 | (uint32_t)p[2] << 16 | (uint32_t)p[1] << 8 | p[0];
}

static inline bool cursor_u8(struct cursor *c, uint8_t *v)
{
	const uint8_t *p = cursor_take(c, 1);

	if (!p)
		return false;
	*v = p[0];
	return true;
}

static inline bool cursor_be16(struct cursor *c, uint16_t *v)
{
	const uint8_t *p = cursor_take(c, 2);

	if (!p)
		return false;
	*v = get_be16(p);
	return true;
}

static inline bool cursor_be32(struct cursor *c, uint32_t *v)
{
	const uint8_t *p = cursor_take(c, 4);

	if (!p)
		return false;
	*v = get_be32(p);
	return true;
}

#endif
