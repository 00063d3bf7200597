/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/command.h"
#include "app/style.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static int explain_set(void)
{
	printf("Thresholds, changed by --set NAME=VALUE:\n\n");
#define X(field, name, value, unit, help) printf("  %-14s %10" PRId64 " %-8s %s\n", name, (int64_t)(value), unit, help);
	RS_TUNABLES(X)
#undef X
	return EXIT_DONE;
}

int cmd_explain(const struct options *o)
{
	const char *what = o->operand_count ? o->operands[0] : "list";
	const struct report_style style = style_for(o, stdout, 0);
	struct rs_err err;
	int rc;

	if (o->operand_count > 1) {
		fprintf(stderr, "rocescope: explain: one word at a time; rocescope explain list shows all\n");
		return EXIT_USAGE;
	}
	if (!strcmp(what, "set"))
		return explain_set();
	rc = report_explain(what, &style, stdout, &err);
	if (rc) {
		fprintf(stderr, "rocescope: %s\n", err.text);
		return EXIT_USAGE;
	}
	return EXIT_DONE;
}
