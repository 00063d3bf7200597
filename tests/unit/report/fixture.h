/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_REPORT_FIXTURE_H
#define TESTS_REPORT_FIXTURE_H
/* A small analysis written by hand: two flows, two lanes, two episodes, three events, one finding. */
#include "report/report.h"

/** 2025-11-30T10:53:20.013000123Z */
#define FIXTURE_START 1764500000013000123LL

struct fixture {
	struct report report;
	struct rs_snapshot snap;
	struct rs_verdict verdict;
	struct rs_flow_row flows[2];
	struct rs_lane_row lanes[2];
	struct rs_point_row point_rows[1];
	struct rs_finding findings[1];
	uint32_t finding_lanes[2];
	struct report_file files[2];
	struct report_point points[1];
	struct spool *episodes, *events;
	char *text; /**< what the latest fixture_output printed */
	size_t size;
};

void fixture_init(struct fixture *f);
void fixture_fini(struct fixture *f);

/** fixture_open, fixture_close - a FILE whose content is then in text. */
FILE *fixture_open(struct fixture *f);
void fixture_close(struct fixture *f, FILE *out);

struct rs_addr fixture_addr(const char *s);

/** fixture_json_parses - true if @text is one JSON value (checked by a small parser). */
bool fixture_json_parses(const char *text);

#endif
