/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/command.h"
#include "app/style.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/** One threshold. */
struct threshold {
	const char *name, *unit, *help;
	int64_t value;
};

/* ECN, pauses, storms and rates over time are not judged: their thresholds have a name and act on nothing. */
static bool acts(const char *name)
{
	static const char *const idle[] = { "I_hold", "T_cnp_max", "N_ce_min", "T_pause_long", "T_pause_storm",
					    "T_deadlock", "T_leak", "W_storm", "W_rate" };

	for (size_t i = 0; i < sizeof(idle) / sizeof(idle[0]); i++)
		if (!strcmp(idle[i], name))
			return false;
	return true;
}

static void print_thresholds(bool acting)
{
	static const struct threshold list[] = {
#define X(field, name, value, unit, help) { name, unit, help, value },
		RS_TUNABLES(X)
#undef X
	};

	for (size_t i = 0; i < sizeof(list) / sizeof(list[0]); i++)
		if (acts(list[i].name) == acting)
			printf("  %-14s %10" PRId64 " %-8s %s\n", list[i].name, list[i].value, list[i].unit, list[i].help);
}

static int explain_set(void)
{
	printf("Thresholds, changed by --set NAME=VALUE (200us, 1ms; a plain number of a time is seconds):\n\n");
	print_thresholds(true);
	printf("\nWithout effect in this version, which counts pauses, marks and CNPs but does not judge them:\n\n");
	print_thresholds(false);
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
