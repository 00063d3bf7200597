/* SPDX-License-Identifier: BSD-2-Clause */
#include "filter_fixture.h"

#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static const char *const events[] = { "gap", "nak", "rnr", "timeout", "rewind", "recovered", "fatal_nak", NULL };
static const char *const severities[] = { "info", "notice", "warning", "critical", NULL };
static const char *const codes[] = { "gbn-nak", "gbn-timeout", "rnr-nak", "storm", "icrc-bad", "cap-loss", NULL };

static bool get_addr(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	const struct fixture_row *r = row;
	const char *const both[] = { r->src, r->dst };
	const char *s = f->column[0] == 's' ? r->src : f->column[0] == 'd' ? r->dst : both[i & 1];

	return i < (f->column[0] == 'h' ? 2u : 1u) && s && text_addr_parse(s, &v->addr);
}

static bool get_number(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	const struct fixture_row *r = row;

	v->number.n = f->column[0] == 'q' ? r->qp : f->column[0] == 'r' ? r->retx : f->column[0] == 'b' ? r->bps : r->stall_ns;
	return !i && (v->number.n >= 0 || f->column[0] != 'q');
}

static bool get_share(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	const int64_t n = ((const struct fixture_row *)row)->share_millionths;

	v->number = (struct filter_number){ n / 1000000, (uint32_t)(n % 1000000) * 1000 };
	return !i && n >= 0;
}

static bool get_port(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	const struct fixture_row *r = row;

	if ((int)i >= r->port_count)
		return false;
	v->number.n = r->ports[i];
	return true;
}

static bool get_word(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	const struct fixture_row *r = row;

	v->text = f->column[0] == 'e' ? r->event : f->column[0] == 's' ? r->sev : r->point;
	return !i && v->text;
}

static bool get_finding(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	const struct fixture_row *r = row;

	if ((int)i >= r->finding_count)
		return false;
	v->has_number = true;
	v->number.n = r->numbers[i];
	v->text = r->codes[i];
	return true;
}

static bool get_flag(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	v->number.n = ((const struct fixture_row *)row)->ackreq;
	return !i;
}

#define BOTH (FIXTURE_PLAIN | FIXTURE_DEEP)

static const struct filter_field fields[] = {
	{ "src", "requester", FILTER_ADDR, true, BOTH, 0, NULL, 0, get_addr, "s" },
	{ "dst", NULL, FILTER_ADDR, true, BOTH, 0, NULL, 0, get_addr, "d" },
	{ "host", "net", FILTER_ADDR, false, BOTH, 0, NULL, 0, get_addr, "h" },
	{ "qp", "dst_qp responder_qp", FILTER_NUMBER, true, BOTH, 0, NULL, 0, get_number, "q" },
	{ "sport", NULL, FILTER_NUMBER, true, BOTH, 0, NULL, 0, get_port, NULL },
	{ "gbps", NULL, FILTER_NUMBER, false, BOTH, 0, NULL, 1000000000, get_number, "b" },
	{ "retx", NULL, FILTER_NUMBER, false, BOTH, FIXTURE_COSTLY, NULL, 0, get_number, "r" },
	{ "retx%", NULL, FILTER_PERCENT, false, BOTH, FIXTURE_COSTLY, NULL, 0, get_share, NULL },
	{ "stall", NULL, FILTER_TIME, false, BOTH, 0, NULL, 0, get_number, "t" },
	{ "stall_ns", NULL, FILTER_TIME, false, BOTH, 0, NULL, 1, get_number, "t" },
	{ "event", NULL, FILTER_TEXT, false, BOTH, 0, events, 0, get_word, "e" },
	{ "sev", "severity", FILTER_RANK, false, BOTH, 0, severities, 0, get_word, "s" },
	{ "finding", NULL, FILTER_ITEM, true, BOTH, 8, codes, 0, get_finding, NULL },
	{ "ackreq", NULL, FILTER_FLAG, false, BOTH, 0, NULL, 0, get_flag, NULL },
	{ "point", NULL, FILTER_TEXT, true, BOTH, 0, NULL, 0, get_word, "p" },
	{ "psn", NULL, FILTER_NUMBER, false, FIXTURE_DEEP, 0, NULL, 0, get_number, "q" },
};

struct fixture_row fixture_row(void)
{
	return (struct fixture_row){ .src = "10.1.0.3", .dst = "10.1.0.4", .qp = 0x231, .retx = 368, .stall_ns = 3280000,
				     .share_millionths = 2500000, .ports = { 49825, 50000 }, .port_count = 2,
				     .event = "nak", .sev = "warning", .codes = { "gbn-nak", "rnr-nak" },
				     .numbers = { 1, 3 }, .finding_count = 2, .ackreq = true, .bps = 17700000000,
				     .point = "Tor1-leaf" };
}

const struct filter_table *fixture_table(unsigned rows)
{
	static const struct filter_table tables[] = {
		{ fields, sizeof(fields) / sizeof(fields[0]), FIXTURE_PLAIN },
		{ fields, sizeof(fields) / sizeof(fields[0]), FIXTURE_DEEP },
	};

	return tables + (rows == FIXTURE_DEEP);
}

bool fixture_holds_for(const struct fixture_row *row, const char *text)
{
	struct rs_err err = { 0 };
	struct filter *f = filter_create(fixture_table(FIXTURE_PLAIN), text, &err);
	bool holds;

	if (!f)
		fail_msg("%s", err.text);
	holds = filter_match(f, NULL, row);
	filter_destroy(f);
	return holds;
}

bool fixture_holds(const char *text)
{
	const struct fixture_row row = fixture_row();

	return fixture_holds_for(&row, text);
}

const char *fixture_refused(const char *text)
{
	static struct rs_err err;
	struct filter *f = filter_create(fixture_table(FIXTURE_PLAIN), text, &err);

	if (f) {
		filter_destroy(f);
		fail_msg("accepted: %s", text);
	}
	assert_int_equal(err.code, RS_EINVAL);
	return err.text;
}
