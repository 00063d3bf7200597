/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/summary_verdict.h"

#include "report/glyph.h"
#include "report/words.h"

#include <string.h>

#define TRUST_PROSE 230 /* bytes of reasons before the rest becomes a list of codes */

static const enum page_tone verdict_tones[RS_VERDICT_COUNT] = {
	[RS_VERDICT_CRITICAL] = PAGE_CRITICAL, [RS_VERDICT_WARNING] = PAGE_WARNING,
	[RS_VERDICT_NOTICE] = PAGE_NOTICE,     [RS_VERDICT_HEALTHY] = PAGE_GOOD,
	[RS_VERDICT_INCONCLUSIVE] = PAGE_WARNING,
};

/* What to change in the capture, by the reason that spoils it. First match first. */
static const struct {
	const char *code;
	const char *advice;
} advice[] = {
	{ "cap-sampled", "switch sampling off at the mirror" },
	{ "cap-oneway", "mirror both directions of the port" },
	{ "cap-loss", "capture without drops: larger buffer, smaller snap length, faster mirror port" },
	{ "cap-outage", "capture again without a break" },
	{ "cap-unpaired", "include the connection set-up, or give the QP pairs with --pairs" },
	{ "cap-trunc", "raise the snap length: 128 bytes, 256 with tunnels" },
	{ "cap-time", "take time stamps in the network card" },
	{ "cap-mirror-dup", "mirror each port in one direction only" },
};

/* Packets cut behind their headers lack nothing that the verdict needs. */
static bool harmless(const char *code, const struct report *r)
{
	return !strcmp(code, "cap-trunc") && !r->snap->totals.cut_headers;
}

/* What all lanes together paid. */
static void add_cost(struct text *t, const struct digest *d)
{
	if (!d->resent && d->stall < RS_NS_PER_US)
		return;
	text_str(t, " In all, ");
	if (d->resent) {
		words_count(t, d->resent, "packet");
		text_str(t, " (");
		text_bytes(t, (double)d->resent_bytes);
		text_str(t, d->resent == 1 ? ") was sent again" : ") were sent again");
	}
	if (d->stall >= RS_NS_PER_US) {
		text_str(t, d->resent ? " and senders waited " : "senders waited ");
		text_time(t, d->stall);
	}
	text_add(t, ", on %u of ", d->trouble_count);
	words_count(t, d->lane_count, "lane");
	text_char(t, '.');
}

static void say_finding(struct text *t, const struct report *r, const struct digest *d)
{
	char title[512];

	rs_finding_title(&r->verdict->findings[0], r->snap, title, sizeof(title));
	text_str(t, title);
	words_end(t);
	add_cost(t, d);
}

/* "no NAK" or "2 NAKs" */
static void add_number(struct text *t, uint64_t n, const char *noun)
{
	if (n)
		words_count(t, n, noun);
	else
		text_add(t, "no %s", noun);
	text_str(t, ", ");
}

/* What was checked and found to be so. */
static void say_healthy(struct text *t, const struct digest *d)
{
	words_count(t, d->lane_count, "lane");
	text_str(t, ", ");
	words_count(t, d->packets, "data packet");
	text_str(t, ": ");
	add_number(t, d->naks + d->rnrs, "NAK");
	add_number(t, d->resent, "resend");
	add_number(t, d->timer_rounds, "timeout");
	add_number(t, d->cap_missing, "capture gap");
	text_str(t, "CE ");
	words_percent(t, d->ce, d->data);
	text_add(t, ", both directions of %u/%u host pairs seen.", d->pairs_both, d->pairs);
}

static void say_inconclusive(struct text *t, const struct report *r)
{
	const struct rs_verdict *v = r->verdict;
	unsigned said = 0;

	text_str(t, "nothing wrong was seen, but this capture could not have shown it.");
	for (size_t k = 0; k < sizeof(advice) / sizeof(advice[0]) && said < 2; k++)
		for (unsigned i = 0; i < v->trust_count; i++) {
			if (strcmp(v->trust_items[i].code, advice[k].code) || harmless(advice[k].code, r))
				continue;
			text_add(t, "%s%s", said++ ? "; " : " To know more: ", advice[k].advice);
			break;
		}
	if (said)
		text_char(t, '.');
}

/* Input without a RoCE packet: say what there was instead. False if there was one. */
static bool say_no_roce(struct text *t, const struct rs_totals *tot)
{
	if (tot->roce || tot->rocev1)
		return false;
	if (!tot->packets) {
		text_str(t, "the input has no packet; nothing was judged.");
		return true;
	}
	if (tot->pfc || tot->pause) {
		text_str(t, "only pause frames (");
		text_count(t, tot->pfc);
		text_str(t, " PFC, ");
		text_count(t, tot->pause);
		text_str(t, " 802.3x) and no RoCE packet: no flow could be judged.");
		return true;
	}
	words_count(t, tot->packets, "packet");
	text_str(t, ", none of them RoCE; nothing was judged.");
	return true;
}

/* "X CRITICAL" */
static void verdict_head(struct text *t, const struct rs_verdict *v)
{
	static const char *const marks[RS_VERDICT_COUNT] = {
		[RS_VERDICT_HEALTHY] = "\xe2\x9c\x93",
		[RS_VERDICT_INCONCLUSIVE] = "?",
	};
	const unsigned word = v->word < RS_VERDICT_COUNT ? v->word : RS_VERDICT_INCONCLUSIVE;

	text_add(t, "%s ", marks[word] ? marks[word] : glyph_severity(word));
	for (const char *s = rs_verdict_name(word); *s; s++)
		text_char(t, (char)(*s >= 'a' && *s <= 'z' ? *s - 'a' + 'A' : *s));
}

void summary_verdict(const struct report *r, const struct digest *d, struct page *p)
{
	const struct rs_verdict *v = r->verdict;
	char head[40], body[1024];
	struct text h, t;

	text_init(&h, head, sizeof(head));
	text_init(&t, body, sizeof(body));
	verdict_head(&h, v);
	/* pauses alone may tell a story: then the worst of it, not what is missing */
	if ((v->word == RS_VERDICT_HEALTHY || v->word == RS_VERDICT_INCONCLUSIVE || !v->finding_count) &&
	    say_no_roce(&t, &r->snap->totals))
		;
	else if (v->word == RS_VERDICT_INCONCLUSIVE)
		say_inconclusive(&t, r);
	else if (v->word == RS_VERDICT_HEALTHY)
		say_healthy(&t, d);
	else if (v->finding_count)
		say_finding(&t, r, d);
	p->ops->label(p, "VERDICT", verdict_tones[v->word < RS_VERDICT_COUNT ? v->word : 0], head, body);
}

/* ---- TRUST ---- */

/* Sentences of the fabric while there is room, then codes. */
static void add_reasons(struct text *t, const struct rs_verdict *v)
{
	unsigned i;

	for (i = 0; i < v->trust_count; i++) {
		const size_t len = strlen(v->trust_items[i].effect);

		if (i && t->len + len > TRUST_PROSE)
			break;
		text_add(t, "%s%s", i ? "; " : t->len ? " Also: " : "", v->trust_items[i].effect);
		while (t->len && t->buf[t->len - 1] == '.')
			t->buf[--t->len] = 0;
	}
	for (unsigned k = i; k < v->trust_count; k++)
		text_add(t, "%s%s", k > i ? ", " : "; further ", v->trust_items[k].code);
	if (v->trust_count)
		text_char(t, '.');
}

/* Was everything seen that a judgement needs? The facts that the words above rest on. */
static void add_seen(struct text *t, const struct report *r, const struct digest *d)
{
	const struct rs_totals *tot = &r->snap->totals;

	if (d->pairs) {
		text_add(t, " %s directions of %u/%u pairs seen, ", t->len ? "Both" : "both", d->pairs_both,
			 d->pairs);
		words_count(t, d->cap_missing, "packet");
		text_str(t, " ACKed but not captured,");
	}
	text_str(t, d->point_packets && d->coarse == d->point_packets ? " us" : " ns");
	text_str(t, " timestamps, ");
	if (tot->cut_headers) {
		words_count(t, tot->cut_headers, "packet");
		text_str(t, " with cut headers");
	} else {
		text_str(t, "headers complete");
	}
	if (d->snaplen && d->snaplen < 65535 && tot->cut_packets)
		text_add(t, " (snap length %u)", d->snaplen);
	text_char(t, '.');
}

static void add_drops(struct text *t, const struct digest *d)
{
	if (!d->drops_known) {
		text_str(t, " Not known: drops at the capture port (not in file).");
		return;
	}
	text_str(t, " The capturing machine dropped ");
	if (d->drops)
		words_count(t, d->drops, "packet");
	else
		text_str(t, "nothing");
	text_char(t, '.');
}

static void add_files(struct text *t, const struct report *r)
{
	unsigned bad = 0, cut = 0;
	const char *name = NULL, *why = NULL;

	for (unsigned i = 0; i < r->file_count; i++) {
		cut += r->files[i].truncated;
		if (!r->files[i].error)
			continue;
		if (!bad++) {
			name = r->files[i].name;
			why = r->files[i].error;
		}
	}
	if (r->partial)
		text_add(t, " Partial: %.120s.", r->partial);
	if (cut)
		text_add(t, " %u of %u files end%s inside a packet.", cut, r->file_count, cut == 1 ? "s" : "");
	if (bad)
		text_add(t, " Not read: %.100s (%.120s)%s.", name, why, bad > 1 ? " and others" : "");
}

void summary_trust(const struct report *r, const struct digest *d, struct page *p)
{
	static const enum page_tone tones[RS_TRUST_COUNT] = {
		[RS_TRUST_GOOD] = PAGE_GOOD,
		[RS_TRUST_LIMITED] = PAGE_NOTICE,
		[RS_TRUST_POOR] = PAGE_WARNING,
	};
	const struct rs_verdict *v = r->verdict;
	const unsigned level = v->trust < RS_TRUST_COUNT ? v->trust : RS_TRUST_POOR;
	char head[24], body[2048];
	struct text h, t;

	if (!r->snap->totals.packets && !r->partial)
		return;
	text_init(&h, head, sizeof(head));
	text_init(&t, body, sizeof(body));
	text_add(&h, "%s:", rs_trust_name(level));
	add_files(&t, r);
	add_reasons(&t, v);
	add_seen(&t, r, d);
	add_drops(&t, d);
	p->ops->label(p, "TRUST", tones[level], head, body);
}
