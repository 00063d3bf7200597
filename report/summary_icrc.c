/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A sender whose ICRC is never right is no story of damage: the tap sees its packets before
 * the NIC fills the ICRC in, or something on the way rewrites what the ICRC covers. The
 * analysis concludes nothing from such packets; this says so once instead of N times.
 */
#include "report/summary_icrc.h"

#include "report/words.h"

#include <string.h>

#define SENDERS_TOLD 8

struct sender {
	struct rs_addr addr;
	uint64_t packets, bad;
};

static bool same(const struct rs_addr *a, const struct rs_addr *b)
{
	return !memcmp(a, b, sizeof(*a));
}

static struct sender *find(struct sender *s, unsigned n, const struct rs_addr *a)
{
	for (unsigned i = 0; i < n; i++)
		if (same(&s[i].addr, a))
			return &s[i];
	return NULL;
}

/* Senders of a flow without any valid ICRC; @more counts flows of senders without room. */
static unsigned suspects(const struct rs_snapshot *snap, struct sender *s, uint32_t *more)
{
	unsigned n = 0;

	for (uint32_t i = 0; i < snap->flow_count; i++) {
		const struct rs_flow_row *f = &snap->flows[i];

		if (!f->icrc_bad || f->icrc_bad != f->packets || find(s, n, &f->src))
			continue;
		if (n == SENDERS_TOLD) {
			++*more;
			continue;
		}
		s[n++] = (struct sender){ f->src, 0, 0 };
	}
	return n;
}

void summary_icrc(const struct report *r, struct page *p)
{
	struct sender s[SENDERS_TOLD];
	uint32_t more = 0;
	const unsigned n = r->snap->totals.icrc_bad ? suspects(r->snap, s, &more) : 0;
	char buf[300];
	struct text t;

	for (uint32_t i = 0; n && i < r->snap->flow_count; i++) {
		struct sender *of = find(s, n, &r->snap->flows[i].src);

		if (of) {
			of->packets += r->snap->flows[i].packets;
			of->bad += r->snap->flows[i].icrc_bad;
		}
	}
	for (unsigned i = 0; i < n; i++) {
		if (s[i].bad != s[i].packets)
			continue;
		text_init(&t, buf, sizeof(buf));
		text_addr(&t, &s[i].addr);
		text_str(&t, ": no valid ICRC on any packet (");
		text_count(&t, s[i].bad);
		text_str(&t, "); captured before the NIC fills it in, or rewritten on the way: damage cannot be seen");
		p->ops->line(p, "ICRC", buf);
	}
	if (more) {
		text_init(&t, buf, sizeof(buf));
		words_count(&t, more, "flow");
		text_str(&t, " of further senders without any valid ICRC");
		p->ops->line(p, "ICRC", buf);
	}
}
