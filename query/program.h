/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef QUERY_PROGRAM_H
#define QUERY_PROGRAM_H
/*
 * A compiled filter: steps in a fixed arena, run from first to last with one truth value.
 * TEST sets it, NOT turns it round, the jumps leave an and/or whose answer is known. Every
 * jump goes forward, so that a run ends after at most STEPS_MAX steps and needs no stack.
 *
 *	a and (b or not c)	TEST a; UNLESS 5; TEST b; IF 5; TEST c; NOT; (5)
 */
#include "query/filter_types.h"

#define PROGRAM_STEPS_MAX 1024
#define PROGRAM_OPERANDS_MAX 512

enum step_kind { STEP_TEST, STEP_NOT, STEP_JUMP_IF, STEP_JUMP_UNLESS };

enum test_kind {
	TEST_EQ, /* one of the operands */
	TEST_NE, /* none of them */
	TEST_LT,
	TEST_LE,
	TEST_GT,
	TEST_GE,
	TEST_GLOB,
	TEST_SEARCH, /* a bare word: part of the text form */
	TEST_TRUE,   /* a flag by its name */
};

/** One step. */
struct step {
	uint8_t kind;	/**< enum step_kind */
	uint8_t test;	/**< enum test_kind */
	uint16_t field; /**< index into the table */
	uint16_t first; /**< TEST: first operand; jumps: step to go on with */
	uint16_t count; /**< operands */
};

enum operand_kind { OPERAND_NUMBER, OPERAND_NET, OPERAND_TEXT };

/** One value that rows are compared with. */
struct operand {
	uint8_t kind;		  /**< enum operand_kind */
	uint8_t bits;		  /**< NET: bits of addr that count, 0..128 */
	uint16_t text;		  /**< TEXT: place in texts, lower case; RANK: index of its word is in lo */
	struct filter_number lo;  /**< NUMBER: smallest and largest, inclusive */
	struct filter_number hi;
	struct rs_addr addr;
};

struct program {
	struct step steps[PROGRAM_STEPS_MAX];
	struct operand operands[PROGRAM_OPERANDS_MAX];
	char texts[FILTER_CHARS_MAX + 2]; /**< words of the expression; each needs its length + 1, as in it */
	unsigned step_count, operand_count, text_bytes;
	unsigned groups; /**< of the fields used */
};

#endif
