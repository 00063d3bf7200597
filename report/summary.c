/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/summary.h"

#include "report/digest.h"
#include "report/glyph.h"
#include "report/order.h"
#include "report/select.h"
#include "report/words.h"
#include "report/summary_findings.h"
#include "report/summary_flows.h"
#include "report/summary_icrc.h"
#include "report/summary_network.h"
#include "report/summary_pause.h"
#include "report/summary_recovery.h"
#include "report/summary_verdict.h"

#include <rocescope/rocescope.h>
#include <string.h>

#define TITLE_PARTS 8

/* The last part of a path; the directories are known to who typed them. */
static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

/* The first file name in @room columns; the end of a long name tells more than its beginning. */
static void file_names(struct text *t, const struct report *r, size_t room)
{
	const char *name = r->file_count ? base_name(r->files[0].name) : "no file";
	size_t cells = glyph_cells(name, strlen(name));

	if (cells > room) {
		text_str(t, "..");
		while (cells > room - 2) {
			unsigned c;
			const size_t n = glyph_next(name, strlen(name), &c);

			name += n;
			cells -= c;
		}
	}
	text_str(t, name);
	if (r->file_count > 1)
		text_add(t, " and %u more", r->file_count - 1);
}

/* Columns for the name, so that a narrow title takes two lines: what is beside it on the first is @taken. */
static size_t name_room(unsigned width, size_t taken)
{
	const size_t room = width > taken + 12 ? width - taken : 12;

	return room < width / 2 ? room : width / 2;
}

static void write_title(const struct report *r, struct page *p)
{
	const struct rs_totals *tot = &r->snap->totals;
	char buf[TITLE_PARTS][160];
	const char *parts[TITLE_PARTS];
	struct text t[TITLE_PARTS];
	unsigned n = 0;

	for (unsigned i = 0; i < TITLE_PARTS; i++) {
		text_init(&t[i], buf[i], sizeof(buf[i]));
		parts[i] = buf[i];
	}
	text_str(&t[n++], "rocescope " RS_VERSION);
	words_count(&t[2], tot->packets, "packet");
	file_names(&t[1], r, name_room(p->width, t[0].len + t[2].len + 6 + (r->file_count > 1 ? 14 : 0)));
	n = 3;
	text_bytes(&t[n], (double)tot->wire_bytes);
	text_str(&t[n++], " on wire");
	if (tot->first != RS_NS_NONE) {
		char *utc = buf[n + 1];

		text_time(&t[n++], tot->last - tot->first);
		text_utc(&t[n++], tot->first, 0);
		utc[strcspn(utc, "T")] = ' ';
	}
	p->ops->title(p, parts, n);
}

static void write_hints(const struct report *r, struct page *p)
{
	const struct rs_verdict *v = r->verdict;
	char file[64], flows[128], events[128], around[128], explain[128];
	struct page_hint hints[4];
	struct text t;
	unsigned n = 0;

	if (r->style.quiet || !r->snap->totals.packets)
		return;
	text_init(&t, file, sizeof(file));
	words_file(&t, r);
	if (v->finding_count) {
		const struct rs_finding_info *info = rs_finding_info(v->findings[0].code);

		text_init(&t, explain, sizeof(explain));
		text_add(&t, "rocescope explain %s", info->code);
		hints[n++] = (struct page_hint){ explain, "what it means and what to check" };
		if (v->findings[0].first != RS_NS_NONE) {
			text_init(&t, around, sizeof(around));
			text_add(&t, "rocescope packets --around F1+-5ms %s", file);
			hints[n++] = (struct page_hint){ around, "the packets of finding 1" };
		}
		text_init(&t, events, sizeof(events));
		text_add(&t, "rocescope events %s", file);
		hints[n++] = (struct page_hint){ events, "every NAK, timeout and rewind" };
	}
	if (r->snap->flow_count) {
		text_init(&t, flows, sizeof(flows));
		text_add(&t, "rocescope flows %s", file);
		hints[n++] = (struct page_hint){ flows, "every flow, with all columns" };
	}
	if (n)
		p->ops->hints(p, hints, n);
}

/* Said before the first part that leaves rows out. */
static void write_filter(const struct report *r, struct page *p)
{
	char buf[320];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	text_add(&t, "%.160s%s   findings and flows that match; verdict, trust and sums are of the whole capture",
		 r->where ? r->where : "", r->where && strlen(r->where) > 160 ? " .." : "");
	for (char *s = buf; *s; s++)
		if ((unsigned char)*s < 0x20 || *s == 0x7f)
			*s = ' ';
	p->ops->label(p, "FILTER", PAGE_PLAIN, NULL, buf);
}

static int write_sections(const struct report *r, const struct digest *d, struct select *select, struct page *p,
			  struct rs_err *err)
{
	int rc;

	write_title(r, p);
	summary_verdict(r, d, p);
	summary_trust(r, d, p);
	if (select)
		write_filter(r, p);
	summary_findings(r, select, p);
	summary_flows(r, d, select, p);
	summary_recovery(d, p);
	rc = summary_pause(r, p, err);
	summary_icrc(r, p);
	summary_network(r, d, p);
	write_hints(r, p);
	return rc;
}

int summary_write(const struct report *r, struct page *p, struct rs_err *err)
{
	struct digest *d = digest_create(r, err);
	struct order *o = NULL;
	struct select *select = NULL;
	int rc = d ? summary_flows_sort(d, r->style.sort, err) : -RS_ENOMEM;

	if (!rc && r->filter) {
		o = order_create(r, err);
		rc = o ? select_create(&select, r->filter, r, o, err) : -RS_ENOMEM;
	}
	if (!rc)
		rc = write_sections(r, d, select, p, err);
	select_destroy(select);
	order_destroy(o);
	digest_destroy(d);
	return rc;
}
