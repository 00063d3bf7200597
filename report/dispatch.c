/* SPDX-License-Identifier: BSD-2-Clause */
/* Steering of report/: the functions of report.h choose who writes what; nobody calls back. */
#include "report/report.h"

#include "query/filter.h"
#include "report/explain.h"
#include "report/json_report.h"
#include "report/markdown.h"
#include "report/page_text.h"
#include "report/subject.h"
#include "report/summary.h"
#include "report/table.h"

#include <string.h>
#include <strings.h>

#define WIDTH_MIN 60
#define WIDTH_MAX 300

static const struct {
	const char *name;
	const char *suffix;
} formats[REPORT_FORMAT_COUNT] = {
#define X(id, name, suffix) [REPORT_##id] = { name, suffix },
	REPORT_FORMATS(X)
#undef X
};

int report_format_by_name(const char *name)
{
	for (int f = 0; f < REPORT_FORMAT_COUNT; f++)
		if (!strcasecmp(name, formats[f].name))
			return f;
	return -1;
}

int report_format_by_suffix(const char *path)
{
	const char *slash = strrchr(path, '/');
	const char *dot = strrchr(slash ? slash : path, '.');

	for (int f = 0; dot && f < REPORT_FORMAT_COUNT; f++)
		if (!strcasecmp(dot, formats[f].suffix))
			return f;
	return -1;
}

const char *report_format_name(enum report_format f)
{
	return (unsigned)f < REPORT_FORMAT_COUNT ? formats[f].name : "unknown";
}

static struct page make_page(const struct page_ops *ops, const struct report_style *style, FILE *out)
{
	const unsigned w = style->width;

	return (struct page){
		.ops = ops,
		.out = out,
		.width = w < WIDTH_MIN ? WIDTH_MIN : w > WIDTH_MAX ? WIDTH_MAX : w,
		.utf8 = style->utf8,
		.color = style->color,
	};
}

struct filter *report_filter_create(enum report_rows rows, const char *text, struct rs_err *err)
{
	struct filter_table table = { .rows = (uint16_t)rows };

	table.fields = subject_fields(&table.count);
	return filter_create(&table, text, err);
}

bool report_filter_needs_results(const struct filter *f)
{
	return filter_groups(f) & SUBJECT_ANALYSIS;
}

int report_write(const struct report *r, enum report_format format, FILE *out, struct rs_err *err)
{
	struct page p = make_page(format == REPORT_MD ? &markdown_ops : &page_text_ops, &r->style, out);

	switch (format) {
	case REPORT_TEXT:
	case REPORT_MD:
		return summary_write(r, &p, err);
	case REPORT_JSON:
		return json_report_write(r, out, err);
	case REPORT_NDJSON:
		return json_report_write_lines(r, out, err);
	case REPORT_CSV:
		return table_write_findings(r, out, err);
	default:
		return rs_err_set(err, RS_EINVAL, "report: no format number %d; one of text, json, ndjson, csv, md",
				  (int)format);
	}
}

int report_table_write(const struct report *r, enum report_table table, enum report_format format, FILE *out,
		       struct rs_err *err)
{
	return table_write(r, table, format, out, err);
}

int report_explain(const char *code, const struct report_style *style, FILE *out, struct rs_err *err)
{
	struct page p = make_page(&page_text_ops, style, out);

	return explain_write(code, &p, err);
}
