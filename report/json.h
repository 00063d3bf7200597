/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_JSON_H
#define REPORT_JSON_H
/*
 * Streaming JSON writer: every value goes out at once, nothing is kept but one bit per open
 * bracket. Misuse (a value without a key, brackets that do not match, too deep) is remembered
 * and nothing more is written; json_finish says so. Errors of the FILE stay in its flag.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#define JSON_DEPTH_MAX 32

struct json {
	FILE *out;
	unsigned depth;	     /**< open brackets */
	unsigned line_depth; /**< elements of brackets above this depth start a line */
	uint32_t object;     /**< bit d: bracket d is an object */
	uint32_t filled;     /**< bit d: bracket d has an element */
	bool keyed;	     /**< a key was written, its value was not */
	bool done;	     /**< the outermost value is complete */
	bool bad;	     /**< misuse */
};

/** json_init - @line_depth 0: one line; n: elements of the n outer levels on lines of their own. */
void json_init(struct json *j, FILE *out, unsigned line_depth);

void json_object_begin(struct json *j);
void json_object_end(struct json *j);
void json_array_begin(struct json *j);
void json_array_end(struct json *j);
void json_key(struct json *j, const char *name);

void json_null(struct json *j);
void json_bool(struct json *j, bool v);
void json_int(struct json *j, int64_t v);
void json_uint(struct json *j, uint64_t v);
/** json_decimal - @millionths as a decimal number without exponent and without zeros at the end. */
void json_decimal(struct json *j, int64_t millionths);
/** json_str - UTF-8, escaped; bytes that are no UTF-8 become U+FFFD; NULL is null. */
void json_str(struct json *j, const char *s);

/* A key and its value. */
void json_key_null(struct json *j, const char *name);
void json_key_bool(struct json *j, const char *name, bool v);
void json_key_int(struct json *j, const char *name, int64_t v);
void json_key_uint(struct json *j, const char *name, uint64_t v);
void json_key_str(struct json *j, const char *name, const char *s);

/** json_finish - ends the line; false if the value is not complete or was misused. Ready for the next value. */
bool json_finish(struct json *j);

/* Parts that other writers share. */
#define JSON_DIGITS_MAX 21
/** json_digits - decimal digits of @v to @buf, no final 0; returns their number. */
unsigned json_digits(uint64_t v, char buf[JSON_DIGITS_MAX]);
/** json_utf8_length - bytes of the UTF-8 sequence at @s (0-terminated), 0 if it is none. */
unsigned json_utf8_length(const unsigned char *s);
/** json_decimal_text - the digits of json_decimal with a final 0; returns the length. */
unsigned json_decimal_text(int64_t millionths, char buf[32]);

#endif
