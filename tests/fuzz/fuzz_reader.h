/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef FUZZ_READER_H
#define FUZZ_READER_H
/* What the fuzz targets of capture/ share: read bytes as a file, touch all that comes out. */
#include "capture/reader.h"
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static inline void fuzz_read(const uint8_t *data, size_t size)
{
	struct input_file file = { .name = (char *)"fuzz" };
	struct points *points = points_create();
	struct reader_args args = { .file = &file, .point_name = "fuzz", .points = points };
	struct reader *r = reader_memory(&args, data, size);
	unsigned point_count, sum = 0;

	while (r && reader_burst(r)) {
		points_list(points, &point_count);
		for (size_t i = 0; i < r->count; i++) {
			const struct rs_packet *p = &r->pkts[i];

			if (p->point >= point_count || p->wirelen < p->caplen ||
			    p->time == RS_NS_NONE)
				abort();
			for (uint32_t k = 0; k < p->caplen; k++)
				sum += p->data[k];
		}
	}
	reader_close(r);
	points_destroy(points);
	if (sum == 1 && file.failed && !file.error.text[0])
		abort();
}

#endif
