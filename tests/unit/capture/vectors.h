/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TEST_VECTORS_H
#define TEST_VECTORS_H
/* Small capture files as hex, good and bad, with the reading that is right. */
#include <stdint.h>

enum vector_verdict {
	VECTOR_OK,	  /**< to the end, nothing to complain of */
	VECTOR_PARTIAL,	  /**< to the end with a note */
	VECTOR_TRUNCATED, /**< what is before the cut, and the cut is said */
	VECTOR_ERROR,	  /**< failed */
};

struct vector {
	const char *name;
	enum vector_verdict verdict;
	unsigned packets;
	int64_t time0;	   /**< of the first packet; 0 = not said */
	unsigned caplen0;  /**< 0 = not said */
	unsigned wirelen0; /**< 0 = not said */
	const char *hex;
};

extern const struct vector vectors[];
extern const unsigned vector_count;

#endif
