/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H
/*
 * Everything an output needs, and the outputs. A report reads a snapshot, a verdict and the
 * spooled episodes and events; it measures nothing itself. Output goes to a FILE that the
 * caller opened; errors are left in its error flag.
 */
#include "base/spool.h"

#include <rocescope/engine.h>
#include <stdio.h>

struct filter;

/** Names of --format. X(enum, name, file name suffix) */
#define REPORT_FORMATS(X)                                                                         \
	X(TEXT, "text", ".txt") X(JSON, "json", ".json") X(NDJSON, "ndjson", ".ndjson")           \
	X(CSV, "csv", ".csv") X(MD, "md", ".md")

enum report_format {
#define X(id, name, suffix) REPORT_##id,
	REPORT_FORMATS(X)
#undef X
	REPORT_FORMAT_COUNT
};

/** One input file. */
struct report_file {
	const char *name;   /**< as given */
	const char *format; /**< "pcap", "pcapng+gzip", ...; NULL = not recognised */
	uint64_t packets, bytes, wire_bytes;
	bool truncated;
	const char *error;  /**< NULL if it was read */
};

/** One capture point. */
struct report_point {
	const char *name;
	uint32_t interface_id;
	uint64_t link_bps;		/**< 0 = not known */
	const char *link_bps_source;	/**< "file", "option" or NULL */
	uint64_t drops;			/**< valid with drops_known */
	bool drops_known;
	uint32_t snaplen;		/**< 0 = no limit or not known */
};

/** How to draw. */
struct report_style {
	unsigned width;	  /**< columns, >= 60 */
	bool utf8;	  /**< block and line characters allowed */
	bool color;	  /**< ANSI colours allowed */
	unsigned top;	  /**< rows in text tables, 0 = all */
	bool quiet;	  /**< no hints ("next") */
	const char *sort; /**< field, "-" in front reverses; NULL = default order */
	const char *fields; /**< comma-separated columns for tables, NULL = default */
	enum { REPORT_TIME_REL, REPORT_TIME_ABS, REPORT_TIME_DELTA } time; /**< times in text tables */
};

/** Input of every output; all pointers borrowed. */
struct report {
	const struct rs_snapshot *snap;
	const struct rs_verdict *verdict;
	const struct spool *episodes; /**< struct rs_episode, any order */
	const struct spool *events;   /**< struct rs_event, any order */
	const struct report_file *files;
	unsigned file_count;
	const struct report_point *points; /**< index = point number */
	unsigned point_count;
	const char *options;	      /**< command line words that changed defaults, "" if none */
	int64_t duration_ms;	      /**< how long the run took */
	uint64_t peak_rss_bytes;
	const char *partial;	      /**< NULL, or why the input was not read to its end */
	bool show_range;	      /**< events: only rows of show_from .. show_to (absolute times) */
	rs_ns show_from, show_to;
	const struct filter *filter;  /**< rows that are shown, NULL = all; verdict and sums are of the whole input */
	const char *where;	      /**< text of the filter, NULL = none */
	struct report_style style;
};

/** Rows that a filter is for: they differ in the fields that they have. */
enum report_rows {
	REPORT_ROWS_FLOWS = 1 << 0,
	REPORT_ROWS_EVENTS = 1 << 1,
	REPORT_ROWS_REPORT = 1 << 2,
	REPORT_ROWS_PACKETS = 1 << 3,
};

/** report_filter_create - compile the text of --where; errors as of filter_create(), freed by filter_destroy(). */
struct filter *report_filter_create(enum report_rows rows, const char *text, struct rs_err *err);

/** report_filter_needs_results - packets: the filter asks for fields of whole flows, or for findings. */
bool report_filter_needs_results(const struct filter *f);

/** Tables of the program. X(enum, command, schema word) */
#define REPORT_TABLES(X) X(FLOWS, "flows", "flows") X(EVENTS, "events", "events") X(PFC, "pfc", "pfc")

enum report_table {
#define X(id, name, schema) REPORT_TABLE_##id,
	REPORT_TABLES(X)
#undef X
	REPORT_TABLE_COUNT
};

/**
 * report_write - the whole report in one format (CSV: findings table)
 * Return: 0, -RS_ENOMEM, -RS_EINVAL (unknown sort field: @err names it and the nearest).
 */
RS_MUST_USE int report_write(const struct report *r, enum report_format format, FILE *out, struct rs_err *err);

/** report_table_write - one table. */
RS_MUST_USE int report_table_write(const struct report *r, enum report_table table, enum report_format format,
				   FILE *out, struct rs_err *err);

/** report_format_by_name - of "json", or of a file name by suffix; -1 if unknown. */
int report_format_by_name(const char *name);
int report_format_by_suffix(const char *path);
const char *report_format_name(enum report_format f);

/** report_explain - text of a finding code, a list of all codes for NULL or "list"; -RS_ENOENT if unknown. */
RS_MUST_USE int report_explain(const char *code, const struct report_style *style, FILE *out, struct rs_err *err);

/* ---- packets: streamed while reading ---- */

struct packet_writer;

/** packet_writer_create - @names: point names are read when rows are written (borrowed, may grow). */
struct packet_writer *packet_writer_create(enum report_format format, const struct report_style *style, FILE *out,
					   bool several_files, struct rs_err *err);
/**
 * packet_writer_filter - write only packets that @f lets through
 * @results: of the whole input, NULL if report_filter_needs_results() is false; both borrowed until
 *	packet_writer_finish()
 */
RS_MUST_USE int packet_writer_filter(struct packet_writer *w, const struct filter *f, const struct report *results,
				     struct rs_err *err);
/**
 * packet_writer_row - one packet
 * @cls: enum rs_class from the engine
 * @point: name of its point
 * Return: false if the filter left it out.
 */
bool packet_writer_row(struct packet_writer *w, const struct rs_record *r, unsigned cls, const char *point,
		       rs_ns start);
/** packet_writer_finish - closes brackets and frees. */
void packet_writer_finish(struct packet_writer *w);

#endif
