/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/summary_recovery.h"

#include "report/glyph.h"
#include "report/words.h"

#include <stdlib.h>
#include <string.h>

/* "n 40     p50 47.0 us   p99 48.0 us   max 48.1 us" */
static void add_times(struct text *t, const struct hist *h)
{
	text_str(t, "n ");
	text_count(t, h->n);
	text_str(t, "   p50 ");
	text_time(t, hist_quantile(h, 0.5));
	text_str(t, "   p99 ");
	text_time(t, hist_quantile(h, 0.99));
	text_str(t, "   max ");
	text_time(t, h->max);
}

/* A picture of the distribution between its ends, in equal steps of the logarithm. */
static void write_picture(const struct digest *d, struct page *p)
{
	char buf[200];
	struct text t;
	uint32_t most = 0;

	if (d->react.n < 2 || d->react.min == d->react.max)
		return;
	text_init(&t, buf, sizeof(buf));
	for (unsigned i = 0; i < DIGEST_BINS; i++)
		most = d->react_bins[i] > most ? d->react_bins[i] : most;
	text_time(&t, d->react.min);
	text_str(&t, " |");
	for (unsigned i = 0; i < DIGEST_BINS; i++)
		text_str(&t, glyph_block(d->react_bins[i], most));
	text_str(&t, "| ");
	text_time(&t, d->react.max);
	p->ops->fact(p, "  on a log scale", buf);
}

static void write_reaction(const struct digest *d, struct page *p)
{
	char buf[300];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	if (d->react.n) {
		add_times(&t, &d->react);
		p->ops->fact(p, "NAK to first resend", buf);
		write_picture(d, p);
	}
	text_init(&t, buf, sizeof(buf));
	if (d->per_nak.n) {
		text_str(&t, "n ");
		text_count(&t, d->per_nak.n);
		text_str(&t, "   p50 ");
		text_count(&t, (uint64_t)hist_quantile(&d->per_nak, 0.5));
		text_str(&t, "   max ");
		text_count(&t, (uint64_t)d->per_nak.max);
		p->ops->fact(p, "resent per NAK", buf);
	}
	text_init(&t, buf, sizeof(buf));
	if (d->recovery.n) {
		add_times(&t, &d->recovery);
		p->ops->fact(p, "whole recovery", buf);
	}
}

/* The ACK timer that the stalls point to: the time goes by powers of two (diagnosis 1.8). */
static void write_timeouts(const struct digest *d, struct page *p)
{
	char buf[300];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	if (!d->stalls.n && !d->timer_rounds)
		return;
	text_str(&t, "n ");
	text_count(&t, d->timer_rounds);
	if (d->stalls.n) {
		text_str(&t, "   silent ");
		text_time(&t, d->stalls.min);
		if (d->stalls.n > 1) {
			text_str(&t, " .. ");
			text_time(&t, d->stalls.max);
		}
		text_str(&t, "; shortest ACK timeout seen ");
		text_time(&t, d->stalls.min);
	}
	if (d->rto_n >= 0) {
		text_str(&t, ", exponent ");
		if (!d->rto_exact && d->rto_n >= 2)
			text_add(&t, "%d..", d->rto_n - 2);
		text_add(&t, "%d (4.096 us x 2^n)", d->rto_n);
	}
	p->ops->fact(p, "timeouts", buf);
}

static void write_rnr(const struct digest *d, struct page *p)
{
	char buf[160];
	struct text t;

	if (!d->rnrs)
		return;
	text_init(&t, buf, sizeof(buf));
	text_str(&t, "n ");
	text_count(&t, d->rnrs);
	text_str(&t, "   on ");
	words_count(&t, d->rnr_lanes, "lane");
	if (d->rnr_wait > 0) {
		text_str(&t, ", senders waited ");
		text_time(&t, d->rnr_wait);
	}
	p->ops->fact(p, "receiver not ready", buf);
}

static void write_modes(const struct digest *d, struct page *p)
{
	static const struct {
		unsigned mode;
		const char *words;
	} words[] = {
		{ RS_MODE_GBN, "Go-Back-N" },
		{ RS_MODE_SELECTIVE, "only what was missing" },
		{ RS_MODE_SINGLE, "a single packet" },
		{ RS_MODE_REREAD, "READ asked again" },
		{ RS_MODE_UNCLEAR, "unclear (the capture has drops)" },
		{ RS_MODE_NONE, "no resend seen" },
	};
	char buf[300];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (d->modes[words[i].mode]) {
			text_add(&t, "%s%s ", t.len ? ", " : "", words[i].words);
			text_count(&t, d->modes[words[i].mode]);
		}
	if (d->open || d->failed)
		text_str(&t, ";");
	if (d->open) {
		text_char(&t, ' ');
		text_count(&t, d->open);
		text_str(&t, " still open at the end");
	}
	if (d->failed) {
		text_str(&t, d->open ? ", " : " ");
		text_count(&t, d->failed);
		text_str(&t, " given up");
	}
	p->ops->fact(p, "repair", buf);
}

static void write_places(const struct digest *d, struct page *p)
{
	static const char *const places[DIGEST_PLACES] = {
		[DIGEST_BEFORE] = "before the tap",
		[DIGEST_AFTER] = "after the tap",
		[DIGEST_ELSEWHERE] = "(or only their ACKs) on a side of the tap that it cannot tell",
	};
	char buf[300];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	for (unsigned i = 0; i < DIGEST_PLACES; i++)
		if (d->lost[i]) {
			text_str(&t, t.len ? ", " : "");
			text_str(&t, d->lost_bound[i] ? ">= " : "");
			text_count(&t, d->lost[i]);
			text_add(&t, " %s", places[i]);
		}
	if (t.len)
		p->ops->fact(p, "packets lost", buf);
}

void summary_recovery(const struct digest *d, struct page *p)
{
	char buf[200];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	if (!d->episodes) {
		text_str(&t, !d->lane_count ? "no lane to follow" : d->resent ? "no episode" : "nothing was sent again");
		if (d->ooo) {
			text_str(&t, "; ");
			words_count(&t, d->ooo, "packet");
			text_str(&t, " out of order");
		}
		p->ops->line(p, "RECOVERY", buf);
		return;
	}
	words_count(&t, d->episodes, "episode");
	p->ops->section(p, d->modes[RS_MODE_GBN] ? "RECOVERY (Go-Back-N)" : "RECOVERY", buf);
	write_reaction(d, p);
	write_timeouts(d, p);
	write_rnr(d, p);
	write_modes(d, p);
	write_places(d, p);
}
