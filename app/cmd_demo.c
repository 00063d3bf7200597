/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/command.h"
#include "app/output.h"
#include "base/text.h"
#include "capture/writer.h"
#include "model/model.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/** Where the frames of the model go. */
struct sink {
	struct writer *writer;
	int rc; /* first error of the writer */
};

static void emit(void *user, const struct rs_packet *p)
{
	struct sink *s = user;

	if (!s->rc)
		s->rc = writer_packet(s->writer, p, NULL);
}

static int list_scenarios(void)
{
	unsigned n;
	const struct model_scenario *sc = model_scenarios(&n);

	for (unsigned i = 0; i < n; i++)
		printf("%-18s %s\n", sc[i].name, sc[i].summary);
	return EXIT_DONE;
}

static int unknown_scenario(const char *name)
{
	unsigned n;
	const struct model_scenario *sc = model_scenarios(&n);
	const char *names[64];
	int at;

	for (unsigned i = 0; i < n && i < 64; i++)
		names[i] = sc[i].name;
	at = text_nearest(name, names, n < 64 ? n : 64);
	fprintf(stderr, "rocescope: --scenario %s: no such scenario%s%s; rocescope demo --scenario list shows all\n", name,
		at >= 0 ? "; nearest: " : "", at >= 0 ? names[at] : "");
	return EXIT_USAGE;
}

static int write_capture(const struct model_scenario *sc, uint64_t seed, struct output *out, struct rs_err *err)
{
	struct writer_interface ifs[4];
	struct model_truth truth;
	struct sink sink = { 0 };
	unsigned n = 0;
	int rc;

	for (; n < 4 && sc->points[n].name; n++)
		ifs[n] = (struct writer_interface){ .name = sc->points[n].name,
						    .linktype = 1,
						    .snaplen = sc->points[n].snaplen,
						    .link_bps = sc->points[n].link_bps };
	sink.writer = writer_create(out->file, true, ifs, n, err);
	if (!sink.writer)
		return -RS_ENOMEM;
	rc = model_run(sc, seed, emit, &sink, &truth);
	if (rc)
		rs_err_set(err, RS_ENOMEM, "%s: no memory for the scenario", sc->name);
	/* Writing errors are told by output_commit(), which knows the reason. */
	if (writer_finish(sink.writer))
		return rc;
	return rc;
}

int cmd_demo(const struct options *o)
{
	const char *name = o->scenario ? o->scenario : "loss-storm";
	const char *path = o->output_count ? o->outputs[0] : "-";
	const struct model_scenario *sc;
	struct output out;
	struct rs_err err;

	if (o->operand_count || o->output_count > 1) {
		fprintf(stderr, "rocescope: demo: %s\n",
			o->operand_count ? "takes no words; name a file with -o, a scenario with --scenario (list shows all)"
					 : "one -o at a time");
		return EXIT_USAGE;
	}
	if (!strcmp(name, "list"))
		return list_scenarios();
	sc = model_scenario_by_name(name);
	if (!sc)
		return unknown_scenario(name);
	if (!strcmp(path, "-") && isatty(1)) {
		fprintf(stderr, "rocescope: demo: a capture is not for a terminal; name a file with -o, "
				"or pipe it: rocescope demo | rocescope report -\n");
		return EXIT_USAGE;
	}
	if (output_open(&out, path, &err)) {
		fprintf(stderr, "rocescope: %s\n", err.text);
		return EXIT_UNFINISHED;
	}
	if (write_capture(sc, o->seed, &out, &err)) {
		output_discard(&out);
		fprintf(stderr, "rocescope: %s\n", err.text);
		return EXIT_UNFINISHED;
	}
	if (output_commit(&out, &err)) {
		/* The reader of a pipe that goes away (head) is not an error. */
		if (out.gone)
			return EXIT_DONE;
		fprintf(stderr, "rocescope: %s\n", err.text);
		return EXIT_UNFINISHED;
	}
	if (!o->quiet && strcmp(path, "-"))
		fprintf(stderr, "rocescope: wrote %s (%s: %s)\n  next: rocescope %s\n", path, sc->name, sc->summary, path);
	return EXIT_DONE;
}
