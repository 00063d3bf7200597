/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_PACKETS_H
#define REPORT_PACKETS_H
/* One row a packet, written while the input is read. The writer itself is declared in report.h. */
#include "report/report.h"

/** packet_writer_files - names for "file:frame" where several files are read; borrowed, may be given later. */
void packet_writer_files(struct packet_writer *w, const struct report_file *files, unsigned count);

#endif
