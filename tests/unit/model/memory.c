/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit/model/memory.h"

#include <stdio.h>
#include <stdlib.h>

#include "capture/writer.h"

struct sink {
	struct writer *writer;
	int rc;
};

static void on_frame(void *user, const struct rs_packet *p)
{
	struct sink *s = user;

	if (!s->rc)
		s->rc = writer_packet(s->writer, p, NULL);
}

char *memory_capture(const struct model_scenario *sc, uint64_t seed, size_t *size,
		     struct model_truth *truth)
{
	struct writer_interface ifs[MODEL_POINTS];
	struct sink sink = { 0 };
	struct rs_err err;
	unsigned n = 0;
	char *bytes = NULL;
	FILE *f = open_memstream(&bytes, size);

	for (; f && n < MODEL_POINTS && sc->points[n].name; n++)
		ifs[n] = (struct writer_interface){ .name = sc->points[n].name, .linktype = 1,
						    .snaplen = sc->points[n].snaplen,
						    .link_bps = sc->points[n].link_bps };
	sink.writer = f ? writer_create(f, true, ifs, n, &err) : NULL;
	if (!sink.writer)
		sink.rc = -RS_ENOMEM;
	else if (!(sink.rc = model_run(sc, seed, on_frame, &sink, truth)))
		sink.rc = writer_finish(sink.writer);
	if (f && fclose(f))
		sink.rc = -RS_EIO;
	if (!sink.rc)
		return bytes;
	free(bytes);
	return NULL;
}
