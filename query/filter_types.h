/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef QUERY_FILTER_TYPES_H
#define QUERY_FILTER_TYPES_H
/* What the filter language and the owners of rows agree on: fields, their types, their values. */
#include <rocescope/types.h>

#define FILTER_CHARS_MAX 2048 /**< longest expression, bytes */
#define FILTER_DEPTH_MAX 64   /**< nested parentheses */
#define FILTER_VALUES_MAX 64  /**< values of one field that are looked at */

enum filter_type {
	FILTER_NUMBER,	/**< 12, 0x231, 4K */
	FILTER_TIME,	/**< 1.5ms; values in ns */
	FILTER_PERCENT, /**< 5%; values in percent */
	FILTER_ADDR,	/**< 10.1.0.3, 10.1.0.0/24, fd00::/16 */
	FILTER_TEXT,	/**< a word, letters compared without case */
	FILTER_RANK,	/**< one of words, which stand in rising order */
	FILTER_ITEM,	/**< a number or a word */
	FILTER_FLAG,	/**< true or false; its name alone asks for true */
	FILTER_TYPE_COUNT
};

/** A number with nine decimals: n + nano / 1e9. */
struct filter_number {
	int64_t n;
	uint32_t nano;
};

/** One value of a field of a row. */
struct filter_value {
	struct filter_number number; /**< NUMBER, TIME, PERCENT, FLAG, ITEM with has_number */
	bool has_number;	     /**< ITEM: number is valid */
	const char *text;	     /**< TEXT, RANK, ITEM (may be NULL); valid until the next call of the getter */
	struct rs_addr addr;	     /**< ADDR */
};

struct filter_field;

/**
 * filter_getter - value @i (from 0) of field @f of @row
 * @v: zeroed by the caller
 * Return: false if there are no more values.
 */
typedef bool filter_getter(void *user, const void *row, const struct filter_field *f, unsigned i,
			   struct filter_value *v);

/** One field; constant tables end at the count given with them. */
struct filter_field {
	const char *name;
	const char *aliases;	   /**< more names, separated by blanks; NULL = none */
	uint8_t type;		   /**< enum filter_type */
	bool searched;		   /**< a bare word looks into it */
	uint16_t rows;		   /**< bit mask of the owner: kinds of rows that have it */
	uint16_t group;		   /**< bit mask of the owner: filter_groups() */
	const char *const *words;  /**< known words, ended by NULL; NULL = any word */
	uint32_t plain;		   /**< what a number without a unit is multiplied by; 0 = 1, TIME: needs a unit */
	filter_getter *get;
	const char *column;	   /**< for the getter: where the value comes from */
};

/** What a filter is compiled against. */
struct filter_table {
	const struct filter_field *fields; /**< borrowed while filters live */
	unsigned count;
	uint16_t rows; /**< fields without one of these bits are refused */
};

#endif
