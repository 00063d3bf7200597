/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A program per link type, in a short list with the last one used in front of mind. A link
 * type for which the filter does not compile (it turned up late) lets nothing pass.
 */
#include "capture/bpf.h"
#include <stdlib.h>
#include <string.h>
#ifdef HAVE_PCAP
#include <pcap/pcap.h>

struct program {
	struct program *next;
	uint16_t linktype;
	bool compiled;
	struct rs_err err; /* why not compiled */
	struct bpf_program code;
};

struct bpf {
	char *expression;
	struct program *list;
	struct program *last; /* used last */
};

struct bpf *bpf_create(const char *expression, struct rs_err *err)
{
	struct bpf *b = calloc(1, sizeof(*b));

	if (b)
		b->expression = strdup(expression);
	if (b && b->expression)
		return b;
	free(b);
	rs_err_set(err, RS_ENOMEM, "no memory for the filter");
	return NULL;
}

void bpf_destroy(struct bpf *b)
{
	struct program *p;

	if (!b)
		return;
	while ((p = b->list)) {
		b->list = p->next;
		if (p->compiled)
			pcap_freecode(&p->code);
		free(p);
	}
	free(b->expression);
	free(b);
}

/* LINKTYPE_ values of files are DLT_ values of the machine except for raw IP. */
static int dlt(uint16_t linktype)
{
	return linktype == 101 ? DLT_RAW : linktype;
}

static struct program *compile(struct bpf *b, uint16_t linktype)
{
	struct program *p = calloc(1, sizeof(*p));
	pcap_t *dead = p ? pcap_open_dead(dlt(linktype), 262144) : NULL;

	if (!dead) {
		free(p);
		return NULL;
	}
	p->linktype = linktype;
	p->compiled = pcap_compile(dead, &p->code, b->expression, 1, PCAP_NETMASK_UNKNOWN) == 0;
	if (!p->compiled)
		rs_err_set(&p->err, RS_EINVAL,
			   "filter \"%s\": %s; its language is that of pcap-filter(7)",
			   b->expression, pcap_geterr(dead));
	pcap_close(dead);
	p->next = b->list;
	b->list = p;
	return p;
}

static struct program *find(struct bpf *b, uint16_t linktype)
{
	struct program *p = b->list;

	while (p && p->linktype != linktype)
		p = p->next;
	return p ? p : compile(b, linktype);
}

int bpf_check(struct bpf *b, uint16_t linktype, struct rs_err *err)
{
	const struct program *p = find(b, linktype);

	if (!p)
		return rs_err_set(err, RS_ENOMEM, "no memory for the filter");
	if (!p->compiled && err)
		*err = p->err;
	return p->compiled ? 0 : -RS_EINVAL;
}

size_t bpf_burst(struct bpf *b, struct rs_packet *pkts, size_t n)
{
	size_t kept = 0;

	for (size_t i = 0; i < n; i++) {
		if (!b->last || b->last->linktype != pkts[i].linktype)
			b->last = find(b, pkts[i].linktype);
		if (!b->last || !b->last->compiled)
			continue;
		if (bpf_filter(b->last->code.bf_insns, pkts[i].data, pkts[i].wirelen,
			       pkts[i].caplen))
			pkts[kept++] = pkts[i];
	}
	return kept;
}

const char *bpf_library(void)
{
	return pcap_lib_version();
}

#else

struct bpf *bpf_create(const char *expression, struct rs_err *err)
{
	(void)expression;
	rs_err_set(err, RS_EUNSUPPORTED,
		   "this build has no packet filter; install libpcap-dev and "
		   "build with -Dpcap=enabled");
	return NULL;
}

void bpf_destroy(struct bpf *b)
{
	(void)b;
}

int bpf_check(struct bpf *b, uint16_t linktype, struct rs_err *err)
{
	(void)b;
	(void)linktype;
	return rs_err_set(err, RS_EUNSUPPORTED, "this build has no packet filter");
}

size_t bpf_burst(struct bpf *b, struct rs_packet *pkts, size_t n)
{
	(void)b;
	(void)pkts;
	return n;
}

const char *bpf_library(void)
{
	return "not built in";
}

#endif
