/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_QUERY_FILTER_FIXTURE_H
#define TESTS_QUERY_FILTER_FIXTURE_H
/* Rows of a made-up table with one field of each type, for the tests of the filter language. */
#include "query/filter.h"

enum { FIXTURE_PLAIN = 1, FIXTURE_DEEP = 2 }; /* kinds of rows: deep ones have psn, too */
enum { FIXTURE_COSTLY = 4 };		      /* group of retx and retx% */

/** One row; a negative count of values is none. */
struct fixture_row {
	const char *src, *dst; /**< addresses, NULL = not known */
	int64_t qp, retx, stall_ns;
	int64_t share_millionths; /**< of a percent */
	int64_t ports[3];
	int port_count;
	const char *event;     /**< NULL = not known */
	const char *sev;
	const char *codes[2];
	int numbers[2];
	int finding_count;
	bool ackreq;
	int64_t bps;
	const char *point;
};

/** A flow of 10.1.0.3 > 10.1.0.4, qp 0x231, 368 resends (2.5 %), stall 3.28 ms, ports 49825 and 50000, event nak, findings 1 and 3. */
struct fixture_row fixture_row(void);

const struct filter_table *fixture_table(unsigned rows);

/** fixture_holds - the answer for fixture_row(); fails the test if the text is refused. */
bool fixture_holds(const char *text);
bool fixture_holds_for(const struct fixture_row *row, const char *text);

/** fixture_refused - the whole message; fails the test if the text is accepted. Static. */
const char *fixture_refused(const char *text);

#endif
