/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_PACKET_FIELDS_H
#define REPORT_PACKET_FIELDS_H
/* Fields of a packet row, and the line that people read. No allocation. */
#include "report/columns.h"

#include <rocescope/record.h>

struct text;

/** One packet with what only the run knows of it. */
struct packet_row {
	const struct rs_record *r;
	const char *point;	       /**< NULL if it has no name */
	const struct report_file *files;
	unsigned file_count;
	bool several;		       /**< frame numbers need their file */
	unsigned cls;		       /**< enum rs_class */
	rs_ns start;		       /**< time 0 */
	rs_ns before;		       /**< time of the row before */
};

/** One column: @get leaves ROW_NULL where the packet does not have the field. */
struct packet_field {
	const char *name;
	void (*get)(const struct packet_row *p, struct row_value *v);
	bool extra; /**< only when asked for with --fields, or by a filter */
};

const struct packet_field *packet_fields(unsigned *count);

/** packet_line - the packet as one line without newline, fixed columns first. */
void packet_line(struct text *t, const struct packet_row *p, const struct report_style *style);

#endif
