/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef QUERY_WIRESHARK_H
#define QUERY_WIRESHARK_H
/* Display filter names that people know from Wireshark, and what they are called here. */
#include <rocescope/types.h>

/** One name. */
struct wireshark_name {
	const char *name;
	const char *ours;    /**< field of this program, NULL = none: then see says why */
	const char *example; /**< a comparison with ours */
	const char *see;
};

/** wireshark_find - row of a name (letters without case), NULL if it is not in the table. */
const struct wireshark_name *wireshark_find(const char *name);

#endif
