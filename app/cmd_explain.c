/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/command.h"
#include "app/style.h"
#include "report/subject.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/** One threshold. */
struct threshold {
	const char *name, *unit, *help;
	int64_t value;
};

/* Names of thresholds that nothing reads; a test compares. */
static bool acts(const char *name)
{
	static const char *const idle[] = { "I_hold", "T_cnp_max", "N_ce_min", "W_rate" };

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
	printf("\nWithout effect in this version:\n\n");
	print_thresholds(false);
	return EXIT_DONE;
}

/* Rows of all entries of a field: it may come from elsewhere for other rows. */
static unsigned rows_of(const struct filter_field *fields, unsigned n, const char *name)
{
	unsigned rows = 0;

	for (unsigned i = 0; i < n; i++)
		if (!strcmp(fields[i].name, name))
			rows |= fields[i].rows;
	return rows;
}

static bool stood_before(const struct filter_field *fields, unsigned i)
{
	for (unsigned k = 0; k < i; k++)
		if (!strcmp(fields[k].name, fields[i].name))
			return true;
	return false;
}

static int explain_filter(void)
{
	static const char *const types[FILTER_TYPE_COUNT] = {
		[FILTER_NUMBER] = "number", [FILTER_TIME] = "time",	   [FILTER_PERCENT] = "percent",
		[FILTER_ADDR] = "address",  [FILTER_TEXT] = "word",	   [FILTER_RANK] = "rank",
		[FILTER_ITEM] = "number or word", [FILTER_FLAG] = "flag",
	};
	unsigned n;
	const struct filter_field *fields = subject_fields(&n);

	printf("Filters, given with -Y EXPR (manual page, FILTERS):\n\n"
	       "  src==10.1.0.3 and (retx>0 or stall>1ms) and not qp in {0x230..0x23f,0x300}\n"
	       "  event in {nak,rnr}   sev>=warning   finding==1   ce>=5%%   host in 10.1.0.0/24   name ~ *write*   0x231\n\n"
	       "  %-10s %-15s flows events report packets  other names\n", "field", "is");
	for (unsigned i = 0; i < n; i++) {
		const unsigned rows = rows_of(fields, n, fields[i].name);

		if (stood_before(fields, i))
			continue;
		printf("  %-10s %-15s %-5s %-6s %-6s %s%*s%s\n", fields[i].name, types[fields[i].type],
		       rows & REPORT_ROWS_FLOWS ? "x" : "-", rows & REPORT_ROWS_EVENTS ? "x" : "-",
		       rows & REPORT_ROWS_REPORT ? "x" : "-", rows & REPORT_ROWS_PACKETS ? "x" : "-",
		       fields[i].aliases ? 8 : 0, "", fields[i].aliases ? fields[i].aliases : "");
	}
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
	if (!strcmp(what, "filter"))
		return explain_filter();
	rc = report_explain(what, &style, stdout, &err);
	if (rc) {
		fprintf(stderr, "rocescope: %s\n", err.text);
		return EXIT_USAGE;
	}
	return EXIT_DONE;
}
