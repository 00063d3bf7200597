/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/taps.h"

#include <stdlib.h>
#include <string.h>

#define NO_SESSION UINT32_MAX

/** One point of the analysis. */
struct entry {
	uint16_t input;	  /* interface number of the input */
	uint32_t session; /* ERSPAN session, NO_SESSION until one is seen */
	bool shared;	  /* its interface carries several sessions: the name says which */
	char name[100];
};

struct taps {
	struct entry entries[MAX_POINTS];
	struct report_point rows[MAX_POINTS];
	uint8_t claims_ns[MAX_POINTS];
	unsigned count;
	unsigned inputs;	      /* interfaces taken over */
	uint16_t first[MAX_POINTS];   /* by interface: its first entry */
	uint64_t option_link_bps;     /* --link-speed, 0 = none */
};

struct taps *taps_create(uint64_t option_link_bps, struct rs_err *err)
{
	struct taps *p = calloc(1, sizeof(*p));

	if (!p)
		rs_err_set(err, RS_ENOMEM, "no memory for the list of capture points");
	else
		p->option_link_bps = option_link_bps;
	return p;
}

void taps_destroy(struct taps *p)
{
	free(p);
}

static int add(struct taps *p, unsigned input, uint32_t session, const char *name)
{
	struct entry *e = &p->entries[p->count];

	if (p->count == MAX_POINTS)
		return -1;
	e->input = (uint16_t)input;
	e->session = session;
	snprintf(e->name, sizeof(e->name), "%s", name);
	return (int)p->count++;
}

void taps_sync(struct taps *p, const struct input *in)
{
	unsigned n;
	const struct input_point *ip = input_points(in, &n);

	for (; p->inputs < n && p->inputs < MAX_POINTS; p->inputs++) {
		const int at = add(p, p->inputs, NO_SESSION, ip[p->inputs].name);

		p->first[p->inputs] = (uint16_t)(at < 0 ? MAX_POINTS - 1 : at);
	}
}

/* Names are given their session once an interface turns out to carry a second one. */
static void name_session(struct entry *e, const char *base)
{
	e->shared = true;
	snprintf(e->name, sizeof(e->name), "%.80s/erspan%u", base, e->session);
}

unsigned taps_plain(const struct taps *p)
{
	return p->count == p->inputs ? p->inputs : 0;
}

uint16_t taps_assign(struct taps *p, const struct rs_record *r)
{
	const unsigned in = r->point < p->inputs ? r->point : 0;
	struct entry *first = &p->entries[p->first[in]];
	const uint32_t session = r->encap_id >> 22;
	char base[100];
	int at;

	if (r->tunnel != RS_TUNNEL_ERSPAN2 && r->tunnel != RS_TUNNEL_ERSPAN3)
		return p->first[in];
	if (first->session == NO_SESSION)
		first->session = session;
	if (first->session == session)
		return p->first[in];
	for (unsigned i = p->first[in] + 1u; i < p->count; i++)
		if (p->entries[i].input == in && p->entries[i].session == session)
			return (uint16_t)i;
	memcpy(base, first->name, sizeof(base));
	if (first->shared)
		*strrchr(base, '/') = 0;
	at = add(p, in, session, base);
	if (at < 0)
		return p->first[in];
	name_session(&p->entries[at], base);
	if (!first->shared)
		name_session(first, base);
	return (uint16_t)at;
}

const struct report_point *taps_rows(struct taps *p, const struct input *in, unsigned *count)
{
	unsigned n;
	const struct input_point *ip;

	taps_sync(p, in);
	ip = input_points(in, &n);
	for (unsigned i = 0; i < p->count; i++) {
		const struct entry *e = &p->entries[i];
		const struct input_point *src = e->input < n ? &ip[e->input] : NULL;
		struct report_point *row = &p->rows[i];

		memset(row, 0, sizeof(*row));
		row->name = e->name;
		if (!src)
			continue;
		row->interface_id = src->interface_id;
		row->link_bps = src->link_bps ? src->link_bps : p->option_link_bps;
		row->link_bps_source = src->link_bps ? "file" : p->option_link_bps ? "option" : NULL;
		row->drops = src->drops;
		row->drops_known = src->drops_known;
		row->snaplen = src->snaplen;
	}
	*count = p->count;
	return p->rows;
}

const uint8_t *taps_claim_ns(struct taps *p, const struct input *in, unsigned *count)
{
	unsigned n;
	const struct input_point *ip = input_points(in, &n);

	for (unsigned i = 0; i < p->count; i++)
		p->claims_ns[i] = p->entries[i].input < n && ip[p->entries[i].input].resolution_ns_x1000 < 1000 * 1000;
	*count = p->count;
	return p->claims_ns;
}

const char *taps_name(const struct taps *p, unsigned point)
{
	return point < p->count ? p->entries[point].name : "?";
}

unsigned taps_count(const struct taps *p)
{
	return p->count;
}
