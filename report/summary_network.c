/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/summary_network.h"

#include "report/words.h"

#include <string.h>

/* The flow with most CE marks names the place to look at. */
static void add_worst_ce(struct text *t, const struct rs_snapshot *s)
{
	const struct rs_flow_row *worst = NULL;

	for (uint32_t i = 0; i < s->flow_count; i++)
		if (s->flows[i].ecn[3] && (!worst || s->flows[i].ecn[3] > worst->ecn[3]))
			worst = &s->flows[i];
	if (!worst)
		return;
	text_str(t, ", most on ");
	text_addr(t, &worst->src);
	text_str(t, " > ");
	text_addr(t, &worst->dst);
}

static void write_ecn(const struct report *r, const struct digest *d, struct page *p)
{
	const struct rs_totals *tot = &r->snap->totals;
	char buf[300];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	if (!d->data) {
		p->ops->line(p, "ECN / DCQCN", "no RoCE packets");
		return;
	}
	text_str(&t, "ECN-capable ");
	words_percent(&t, d->ect0 + d->ect1 + d->ce, d->data);
	text_str(&t, " of ");
	words_count(&t, d->data, "packet");
	text_str(&t, ", CE ");
	text_count(&t, d->ce);
	text_str(&t, " (");
	words_percent(&t, d->ce, d->data);
	text_str(&t, d->ce ? ") on " : ")");
	if (d->ce)
		words_count(&t, d->ce_flows, "flow");
	add_worst_ce(&t, r->snap);
	text_str(&t, ", CNP ");
	text_count(&t, tot->cnp);
	p->ops->line(p, "ECN / DCQCN", buf);
}

static void write_ecmp(const struct report *r, const struct digest *d, struct page *p)
{
	char buf[300];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	if (!r->snap->flow_count) {
		p->ops->line(p, "ECMP", "no RoCE flows");
		return;
	}
	words_count(&t, r->snap->flow_count, "flow");
	text_str(&t, r->snap->flow_count == 1 ? " uses " : " use ");
	words_count(&t, d->ports, "UDP source port");
	if (d->many_ports)
		text_add(&t, ", %u of them more than one", d->many_ports);
	if (r->snap->totals.icrc_sport)
		text_str(&t, "; a mirror rewrote the ports, so they tell nothing");
	p->ops->line(p, "ECMP", buf);
}

/* What the rest of the input was, most frequent first. */
static void write_other(const struct rs_totals *tot, struct page *p)
{
	static const char *const words[RS_REASON_COUNT] = {
#define X(id, name, text) [RS_REASON_##id] = text,
		RS_REASONS(X)
#undef X
	};
	bool said[RS_REASON_COUNT] = { false };
	char buf[600];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	if (!tot->other && !tot->malformed && !tot->shorts) {
		p->ops->line(p, "OTHER", tot->packets ? "every packet was RoCE or pause" : "no packets");
		return;
	}
	words_count(&t, tot->other, "other packet");
	text_str(&t, ", ");
	text_count(&t, tot->malformed);
	text_str(&t, " malformed, ");
	text_count(&t, tot->shorts);
	text_str(&t, " cut before the end of their headers");
	for (unsigned k = 0; k < 5; k++) {
		unsigned best = 0;

		for (unsigned i = 1; i < RS_REASON_COUNT; i++)
			if (!said[i] && tot->reasons[i] && (!best || tot->reasons[i] > tot->reasons[best]))
				best = i;
		if (!best)
			break;
		said[best] = true;
		text_add(&t, "%s%s ", k ? ", " : ": ", words[best]);
		text_count(&t, tot->reasons[best]);
	}
	p->ops->line(p, "OTHER", buf);
}

/* What "#2:119" stands for; a long list is in JSON. */
#define FILES_TOLD 40

static void write_files(const struct report *r, struct page *p)
{
	char buf[4096];
	struct text t;

	if (r->file_count < 2)
		return;
	text_init(&t, buf, sizeof(buf));
	for (unsigned i = 0; i < r->file_count && i < FILES_TOLD; i++) {
		const char *slash = strrchr(r->files[i].name, '/');

		text_add(&t, "%s#%u=%.80s", i ? ", " : "", i + 1, slash ? slash + 1 : r->files[i].name);
	}
	if (r->file_count > FILES_TOLD)
		text_add(&t, " and %u more (JSON names them)", r->file_count - FILES_TOLD);
	p->ops->line(p, "FILES", buf);
}

void summary_network(const struct report *r, const struct digest *d, struct page *p)
{
	write_ecn(r, d, p);
	write_ecmp(r, d, p);
	write_other(&r->snap->totals, p);
	write_files(r, p);
}
