/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APP_OPTIONS_H
#define APP_OPTIONS_H
/*
 * Options of all commands as one list: parser, help, manual and completion derive from it.
 * Knows words and values, not what commands do with them.
 */
#include "report/report.h"

#include <rocescope/decode.h>
#include <rocescope/engine.h>

/** Commands an option belongs to. */
enum {
	ON_REPORT = 1 << 0,
	ON_FLOWS = 1 << 1,
	ON_EVENTS = 1 << 2,
	ON_PACKETS = 1 << 3,
	ON_EXPLAIN = 1 << 4,
	ON_DEMO = 1 << 5,
	ON_PFC = 1 << 6,
	ON_TABLES = ON_FLOWS | ON_EVENTS | ON_PACKETS | ON_PFC,
	ON_READ = ON_REPORT | ON_TABLES,
	ON_ANY = ON_READ | ON_EXPLAIN | ON_DEMO,
};

/** X(enum, short or 0, long, argument or NULL, commands, group, help) - groups in the order of the help text. */
#define OPTIONS(X)                                                                                                     \
	X(OUTPUT, 'o', "output", "FILE", ON_READ | ON_DEMO, "output",                                                  \
	  "write there, format by extension (.txt .json .ndjson .csv .md); repeatable; - is stdout")                   \
	X(FORMAT, 'f', "format", "NAME", ON_READ, "output", "text (default), json, ndjson, csv, md")                   \
	X(JSON, 'j', "json", NULL, ON_READ, "output", "same as --format json")                                         \
	X(TOP, 0, "top", "N", ON_READ, "output", "rows in text tables (default 10, flows and events: all; 0 = all)")   \
	X(SORT, 0, "sort", "FIELD", ON_REPORT | ON_FLOWS | ON_EVENTS | ON_PFC, "output", "order of rows; - in front reverses")  \
	X(FIELDS, 0, "fields", "A,B,..", ON_TABLES, "output", "columns of the table, in this order")                   \
	X(ALL_PACKETS, 0, "all-packets", NULL, ON_PACKETS, "output", "also packets that are neither RoCE nor pause")   \
	X(TIME, 0, "time", "FORM", ON_TABLES, "output", "rel (default), abs (UTC) or delta")                           \
	X(COLOR, 0, "color", "WHEN", ON_ANY, "output", "auto (default), always, never")                                \
	X(NO_COLOR, 0, "no-color", NULL, ON_ANY, "output", "same as --color never")                                    \
	X(ASCII, 0, "ascii", NULL, ON_ANY, "output", "no line or block characters")                                    \
	X(WIDTH, 0, "width", "N", ON_READ | ON_EXPLAIN, "output", "columns of text (default: COLUMNS, the terminal, else 100)") \
	X(NO_PAGER, 0, "no-pager", NULL, ON_READ | ON_EXPLAIN, "output", "never through a pager")                      \
	X(FROM, 0, "from", "T", ON_READ, "selection",                                                                  \
	  "from this time: 1.25s, +80ms, -2s (from the end), 10:53:20.013, RFC 3339")                                  \
	X(TO, 0, "to", "T", ON_READ, "selection", "up to this time")                                                   \
	X(AROUND, 0, "around", "WHAT+-SPAN", ON_READ, "selection",                                                     \
	  "around a time, frame number, finding or episode: 1.25s+-5ms, 1204, F1+-5ms, e17+-100us")                    \
	X(WHERE, 'Y', "where", "EXPR", ON_READ & ~ON_PFC, "selection",                                                           \
	  "only rows that match, after decoding: 'src==10.1.0.3 and retx>0'; fields and operators: man rocescope, FILTERS") \
	X(ROCE_PORT, 0, "roce-port", "N", ON_READ, "analysis", "UDP port of RoCEv2 (default 4791); repeatable")        \
	X(LINK_SPEED, 0, "link-speed", "RATE", ON_READ, "analysis", "speed of links whose file does not say it: 100G") \
	X(PAIRS, 0, "pairs", "FILE", ON_READ, "analysis",                                                              \
	  "QP pairs: tab separated, header line \"requester qp responder qp\"")                                        \
	X(LINKS, 0, "links", "FILE", ON_READ, "analysis",                                                              \
	  "links of the points: tab separated, header line \"point dev_a mac_a dev_b mac_b\"; who waits for whom")    \
	X(DSCP_MAP, 0, "dscp-map", "D=P,..", ON_READ, "analysis",                                                      \
	  "priority of packets without a VLAN tag: 26=3,48=6 (default DSCP / 8, assumed)")                             \
	X(NO_ICRC, 0, "no-icrc", NULL, ON_READ, "analysis", "do not check the ICRC of whole frames")                   \
	X(SET, 0, "set", "NAME=VALUE", ON_READ, "analysis", "change a threshold; rocescope explain set lists them")    \
	X(MAX_MEMORY, 0, "max-memory", "SIZE", ON_READ, "analysis", "room for flows (default: a quarter of RAM, at most 2G)") \
	X(FAIL_ON, 0, "fail-on", "SEV", ON_REPORT, "exit",                                                             \
	  "exit 3 if a finding is critical, warning or notice, or worse")                                              \
	X(STRICT, 0, "strict", NULL, ON_READ, "exit", "exit 1 if a file ends inside a packet")                         \
	X(ALLOW_EMPTY, 0, "allow-empty", NULL, ON_READ, "exit", "exit 0, not 4, without any RoCE packet")              \
	X(SCENARIO, 0, "scenario", "NAME", ON_DEMO, "demo", "what happens (default loss-storm; list: --scenario list)") \
	X(SEED, 0, "seed", "N", ON_DEMO, "demo", "another run of the same scenario (default 1)")                       \
	X(PROGRESS, 0, "progress", "WHEN", ON_READ, "other", "auto (default: stderr is a terminal), always, never")    \
	X(QUIET, 'q', "quiet", NULL, ON_ANY, "other", "no progress, no hints")                                         \
	X(VERBOSE, 'v', "verbose", NULL, ON_ANY, "other",                                                              \
	  "on stderr: what was read, time, memory; packets: also every field and byte")                                \
	X(HELP, 'h', "help", NULL, ON_ANY, "other", "help for the command")                                            \
	X(HELP_ALL, 0, "help-all", NULL, ON_ANY, "other", "all options")                                               \
	X(VERSION, 'V', "version", NULL, ON_ANY, "other", "version and what is built in")

enum option_id {
#define X(id, ch, name, arg, on, group, help) OPT_##id,
	OPTIONS(X)
#undef X
	OPT_COUNT
};

/** One row of the list. */
struct option_info {
	const char *name;  /**< long name without dashes */
	const char *arg;   /**< name of its argument, NULL = none */
	const char *group; /**< heading in the help */
	const char *help;
	unsigned on;	   /**< ON_... */
	char ch;	   /**< short name, 0 = none */
};

extern const struct option_info option_list[OPT_COUNT];

#define MAX_OUTPUTS 16

enum when { WHEN_AUTO, WHEN_ALWAYS, WHEN_NEVER };

/** Values of the command line; strings are borrowed from argv. */
struct options {
	const char *outputs[MAX_OUTPUTS]; /**< -o, in order */
	unsigned output_count;
	int format;			  /**< enum report_format, -1 = not said */
	long top;			  /**< -1 = not said */
	const char *sort, *fields, *from, *to, *around, *pairs, *links, *scenario;
	const char *where;		  /**< text of -Y, NULL = not said */
	struct filter *filter;		  /**< compiled for the rows of the command; owned */
	uint64_t link_bps;		  /**< --link-speed, 0 = not said */
	uint64_t max_memory;		  /**< bytes, 0 = not said */
	uint64_t seed;
	uint16_t roce_ports[RS_MAX_ROCE_PORTS];
	unsigned roce_port_count;	  /**< 0 = default */
	struct rs_tunables tune;
	uint8_t dscp_priority[64];	  /**< as in rs_engine_config */
	uint64_t dscp_named;
	int time_form;			  /**< REPORT_TIME_... */
	int fail_on;			  /**< enum rs_severity, -1 = never */
	enum when color, progress;
	unsigned width;			  /**< 0 = not said */
	bool all_packets, ascii, no_pager, no_icrc, strict, allow_empty, quiet;
	bool help, help_all, version;
	int verbose;
	const char **operands;		  /**< array owned by options */
	unsigned operand_count;
	char bpf[4096];			  /**< words after --, joined by blanks; "" = none */
	char changed[4096];		  /**< options that change results, for run.options */
};

/**
 * options_parse - parse words after the command
 * @command: ON_... of the command, its name for messages
 * Return: 0 or -RS_EINVAL with @err naming the option, the reason and the next step.
 */
RS_MUST_USE int options_parse(struct options *o, unsigned command, const char *command_name, int argc, char **argv,
			      struct rs_err *err);
void options_free(struct options *o);

/** options_help - option list of the commands in mask @on to @out. */
void options_help(FILE *out, unsigned on);

#endif
