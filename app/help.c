/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/help.h"

#include "app/commands.h"
#include "capture/bpf.h"
#include "capture/input.h"
#include "report/packet_fields.h"
#include "report/rows.h"
#include "report/summary_flows.h"

#include <rocescope/rocescope.h>
#include <stdio.h>
#include <string.h>

int help_program(bool all_options)
{
	printf("rocescope reads captures of RoCEv2 traffic and says what went wrong, on which QP, where,\n"
	       "why, and what it cost.\n\n"
	       "usage  rocescope FILE...                        same as rocescope report FILE...\n"
	       "       rocescope COMMAND [OPTIONS] FILE... [-- BPF]\n\n"
	       "commands\n");
	for (unsigned i = 0; i < COMMAND_COUNT; i++)
		printf("  %-10s %s\n", command_list[i].name, command_list[i].summary);
	printf("\nFILE is a pcap or pcapng file (also compressed with gzip, zstd, lz4 or xz), a directory of\n"
	       "them, or - for standard input.\n");
	if (all_options)
		options_help(stdout, ON_ANY);
	else
		printf("\nnew here?   rocescope demo -o storm.pcapng && rocescope storm.pcapng\n"
		       "more        rocescope COMMAND --help, rocescope --help-all, man rocescope\n");
	return EXIT_DONE;
}

/* One paragraph of names, broken at 96 columns. */
static void print_name(const char *name, unsigned *column)
{
	const unsigned len = (unsigned)strlen(name);

	if (*column + 1 + len > 96) {
		printf("\n ");
		*column = 1;
	}
	printf(" %s", name);
	*column += 1 + len;
}

/* The words that --fields and --sort take. */
static void print_fields(unsigned on)
{
	unsigned n, column = 1;

	if (!(on & (ON_TABLES | ON_REPORT)))
		return;
	printf("\nfields%s\n ", on & ON_REPORT ? " of --sort" : on & ON_PACKETS ? " of --fields" : " of --fields and --sort");
	if (on & ON_REPORT) {
		for (const char *const *name = summary_sort_fields(&n); n; n--)
			print_name(*name++, &column);
	} else if (on & ON_PACKETS) {
		for (const struct packet_field *f = packet_fields(&n); n; n--)
			print_name(f++->name, &column);
	} else {
		for (const struct row_column *c = row_columns(on & ON_FLOWS ? ROW_FLOW : ROW_EVENT, &n); n; n--)
			print_name(c++->name, &column);
	}
	printf("\n");
}

int help_command(const struct command *c, bool all_options)
{
	printf("usage  rocescope %s [OPTIONS] %s\n\n%s\n", c->name, c->operands, c->summary);
	options_help(stdout, all_options ? ON_ANY : c->on);
	print_fields(c->on);
	printf("\nexamples\n%s", c->examples);
	return EXIT_DONE;
}

int help_version(void)
{
	printf("rocescope %s\n", RS_VERSION);
	printf("  reads      %s\n", input_formats());
	printf("  filters    %s\n", bpf_library());
	printf("  ncurses    not built in (no live view in this version)\n");
	printf("  DPDK       not built in (no fast capture in this version)\n");
	return EXIT_DONE;
}
