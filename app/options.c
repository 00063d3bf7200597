/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/options.h"

#include "base/text.h"
#include "query/filter.h"
#include "query/quantity.h"

#include <stdlib.h>
#include <string.h>

#define SLOWEST_LINK 1000000u /* bits a second: a plain number is a forgotten unit */

const struct option_info option_list[OPT_COUNT] = {
#define X(id, ch, name, arg, on, group, help) { name, arg, group, help, on, ch },
	OPTIONS(X)
#undef X
};

static int refuse(struct rs_err *err, enum option_id id, const char *value, const char *why)
{
	return rs_err_set(err, RS_EINVAL, "--%s %s: %s", option_list[id].name, value, why);
}

/* A value that the query folder refused keeps its words and gets the option in front. */
static int prefix(struct rs_err *err, enum option_id id, const struct rs_err *inner)
{
	return rs_err_set(err, RS_EINVAL, "--%s: %.400s", option_list[id].name, inner->text);
}

static int one_of(const char *value, const char *const *words, int n)
{
	for (int i = 0; i < n; i++)
		if (!strcmp(value, words[i]))
			return i;
	return -1;
}

static int set_when(enum when *w, enum option_id id, const char *value, struct rs_err *err)
{
	static const char *const words[] = { "auto", "always", "never" };
	const int i = one_of(value, words, 3);

	if (i < 0)
		return refuse(err, id, value, "write auto, always or never");
	*w = (enum when)i;
	return 0;
}

static int set_tunable(struct options *o, const char *value, struct rs_err *err)
{
	static const char *const names[] = {
#define X(field, name, def, unit, help) name,
		RS_TUNABLES(X)
#undef X
	};
	int64_t *const fields[] = {
#define X(field, name, def, unit, help) &o->tune.field,
		RS_TUNABLES(X)
#undef X
	};
	static const char *const units[] = {
#define X(field, name, def, unit, help) unit,
		RS_TUNABLES(X)
#undef X
	};
	const char *eq = strchr(value, '=');
	struct rs_err inner;
	char name[32];
	int at;

	if (!eq || (size_t)(eq - value) >= sizeof(name))
		return refuse(err, OPT_SET, value, "write NAME=VALUE, e.g. T_idle=200us; rocescope explain set lists the names");
	memcpy(name, value, (size_t)(eq - value));
	name[eq - value] = 0;
	at = one_of(name, names, (int)(sizeof(names) / sizeof(names[0])));
	if (at < 0) {
		const int near = text_nearest(name, names, sizeof(names) / sizeof(names[0]));

		return rs_err_set(err, RS_EINVAL, "--set %s: no such threshold%s%s; rocescope explain set lists them", name,
				  near >= 0 ? "; nearest: " : "", near >= 0 ? names[near] : "");
	}
	if (!strcmp(units[at], "ns"))
		return quantity_duration(eq + 1, fields[at], &inner) ? prefix(err, OPT_SET, &inner) : 0;
	{
		uint64_t v;

		if (quantity_count(eq + 1, 1, 1u << 24, &v, &inner))
			return prefix(err, OPT_SET, &inner);
		*fields[at] = (int64_t)v;
	}
	return 0;
}

static int set_number(enum option_id id, const char *value, uint64_t max, uint64_t *out, struct rs_err *err)
{
	struct rs_err inner;

	return quantity_count(value, 0, max, out, &inner) ? prefix(err, id, &inner) : 0;
}

static int set_format(struct options *o, const char *value, struct rs_err *err)
{
	o->format = report_format_by_name(value);
	if (o->format < 0)
		return refuse(err, OPT_FORMAT, value, "no such format; write text, json, ndjson, csv or md");
	return 0;
}

static int add_output(struct options *o, const char *value, struct rs_err *err)
{
	if (o->output_count == MAX_OUTPUTS)
		return refuse(err, OPT_OUTPUT, value, "at most 16 outputs in one run");
	o->outputs[o->output_count++] = value;
	return 0;
}

static int add_port(struct options *o, const char *value, struct rs_err *err)
{
	uint64_t port;
	int rc = set_number(OPT_ROCE_PORT, value, 65535, &port, err);

	if (rc)
		return rc;
	if (o->roce_port_count == RS_MAX_ROCE_PORTS)
		return refuse(err, OPT_ROCE_PORT, value, "at most 8 ports");
	o->roce_ports[o->roce_port_count++] = (uint16_t)port;
	return 0;
}

static int set_time_form(struct options *o, const char *value, struct rs_err *err)
{
	static const char *const words[] = { "rel", "abs", "delta" };

	o->time_form = one_of(value, words, 3);
	return o->time_form < 0 ? refuse(err, OPT_TIME, value, "write rel, abs or delta") : 0;
}

static int set_fail_on(struct options *o, const char *value, struct rs_err *err)
{
	unsigned sev;

	if (quantity_severity(value, &sev, NULL) || sev == RS_SEV_INFO)
		return refuse(err, OPT_FAIL_ON, value, "write critical, warning or notice");
	o->fail_on = (int)sev;
	return 0;
}

/* 26=3,48=6 */
static int set_dscp_map(struct options *o, const char *value, struct rs_err *err)
{
	const char *p = value;

	do {
		unsigned dscp, priority;
		int used = 0;

		if (sscanf(p, "%2u=%1u%n", &dscp, &priority, &used) != 2 || dscp > 63 || priority > 7 ||
		    (p[used] && p[used] != ',') || *p < '0' || *p > '9')
			return refuse(err, OPT_DSCP_MAP, value, "write DSCP=PRIORITY,.. with DSCP 0..63 and priority 0..7, e.g. 26=3,48=6");
		o->dscp_priority[dscp] = (uint8_t)priority;
		o->dscp_named |= 1ULL << dscp;
		p += used;
	} while (*p++ == ',');
	return 0;
}

static int set_width(struct options *o, const char *value, struct rs_err *err)
{
	uint64_t w;
	int rc = set_number(OPT_WIDTH, value, 10000, &w, err);

	o->width = (unsigned)w;
	return rc;
}

/* Values whose result a reader of run.options must know of. */
static void note_change(struct options *o, enum option_id id, const char *value)
{
	static const enum option_id matter[] = { OPT_FROM, OPT_TO, OPT_AROUND, OPT_WHERE, OPT_ROCE_PORT, OPT_LINK_SPEED,
						 OPT_PAIRS, OPT_LINKS, OPT_DSCP_MAP, OPT_NO_ICRC, OPT_SET, OPT_MAX_MEMORY };
	const size_t len = strlen(o->changed);

	for (size_t i = 0; i < sizeof(matter) / sizeof(matter[0]); i++)
		if (matter[i] == id)
			snprintf(o->changed + len, sizeof(o->changed) - len, "%s--%s%s%s", len ? " " : "",
				 option_list[id].name, value ? " " : "", value ? value : "");
}

static int set_link_speed(struct options *o, const char *value, struct rs_err *err)
{
	struct rs_err inner;

	if (quantity_rate(value, &o->link_bps, &inner))
		return prefix(err, OPT_LINK_SPEED, &inner);
	if (o->link_bps < SLOWEST_LINK)
		return refuse(err, OPT_LINK_SPEED, value, "less than 1 Mb/s; write the unit, e.g. 100G");
	return 0;
}

static int set_where(struct options *o, const char *value, struct rs_err *err)
{
	if (o->where)
		return refuse(err, OPT_WHERE, value, "a second filter; join them: (A) and (B)");
	o->where = value;
	return 0;
}

/* Fields are those of the command's rows. The refusal has its own lines, which must not be cut. */
static int compile_where(struct options *o, unsigned command, struct rs_err *err)
{
	const enum report_rows rows = command == ON_FLOWS    ? REPORT_ROWS_FLOWS :
				      command == ON_EVENTS   ? REPORT_ROWS_EVENTS :
				      command == ON_PACKETS ? REPORT_ROWS_PACKETS :
							       REPORT_ROWS_REPORT;
	struct rs_err inner;

	o->filter = report_filter_create(rows, o->where, &inner);
	if (o->filter)
		return 0;
	return rs_err_set(err, inner.code == RS_ENOMEM ? RS_ENOMEM : RS_EINVAL, "--where: %.470s", inner.text);
}

static int apply_value(struct options *o, enum option_id id, const char *value, struct rs_err *err)
{
	struct rs_err inner;
	uint64_t n;
	int rc;

	switch (id) {
	case OPT_OUTPUT: return add_output(o, value, err);
	case OPT_FORMAT: return set_format(o, value, err);
	case OPT_TOP:
		rc = set_number(id, value, 1u << 30, &n, err);
		o->top = (long)n;
		return rc;
	case OPT_SORT: o->sort = value; return 0;
	case OPT_FIELDS: o->fields = value; return 0;
	case OPT_TIME: return set_time_form(o, value, err);
	case OPT_COLOR: return set_when(&o->color, id, value, err);
	case OPT_PROGRESS: return set_when(&o->progress, id, value, err);
	case OPT_WIDTH: return set_width(o, value, err);
	case OPT_WHERE: return set_where(o, value, err);
	case OPT_FROM: o->from = value; return 0;
	case OPT_TO: o->to = value; return 0;
	case OPT_AROUND: o->around = value; return 0;
	case OPT_ROCE_PORT: return add_port(o, value, err);
	case OPT_LINK_SPEED: return set_link_speed(o, value, err);
	case OPT_MAX_MEMORY: return quantity_size(value, &o->max_memory, &inner) ? prefix(err, id, &inner) : 0;
	case OPT_PAIRS: o->pairs = value; return 0;
	case OPT_LINKS: o->links = value; return 0;
	case OPT_DSCP_MAP: return set_dscp_map(o, value, err);
	case OPT_SET: return set_tunable(o, value, err);
	case OPT_FAIL_ON: return set_fail_on(o, value, err);
	case OPT_SCENARIO: o->scenario = value; return 0;
	case OPT_SEED: return set_number(id, value, UINT64_MAX, &o->seed, err);
	default: return rs_err_set(err, RS_EINVAL, "--%s: takes no value", option_list[id].name);
	}
}

static void apply_flag(struct options *o, enum option_id id)
{
	switch (id) {
	case OPT_JSON: o->format = REPORT_JSON; break;
	case OPT_ALL_PACKETS: o->all_packets = true; break;
	case OPT_NO_COLOR: o->color = WHEN_NEVER; break;
	case OPT_ASCII: o->ascii = true; break;
	case OPT_NO_PAGER: o->no_pager = true; break;
	case OPT_NO_ICRC: o->no_icrc = true; break;
	case OPT_STRICT: o->strict = true; break;
	case OPT_ALLOW_EMPTY: o->allow_empty = true; break;
	case OPT_QUIET: o->quiet = true; break;
	case OPT_VERBOSE: o->verbose++; break;
	case OPT_HELP: o->help = true; break;
	case OPT_HELP_ALL: o->help_all = true; break;
	case OPT_VERSION: o->version = true; break;
	default: break;
	}
}

static int unknown_option(const char *word, const char *command_name, struct rs_err *err)
{
	const char *names[OPT_COUNT];
	int near = -1;

	for (int i = 0; i < OPT_COUNT; i++)
		names[i] = option_list[i].name;
	if (!strncmp(word, "--", 2)) {
		char name[64];

		snprintf(name, sizeof(name), "%.*s", (int)strcspn(word + 2, "="), word + 2);
		near = text_nearest(name, names, OPT_COUNT);
	}
	return rs_err_set(err, RS_EINVAL, "%s: no such option%s%s; rocescope %s --help lists them", word,
			  near >= 0 ? "; nearest: --" : "", near >= 0 ? names[near] : "", command_name);
}

static int find_long(const char *name, size_t len)
{
	for (int i = 0; i < OPT_COUNT; i++)
		if (strlen(option_list[i].name) == len && !strncmp(option_list[i].name, name, len))
			return i;
	return -1;
}

static int find_short(char ch)
{
	for (int i = 0; i < OPT_COUNT; i++)
		if (option_list[i].ch == ch)
			return i;
	return -1;
}

/** Words still to be read. */
struct words {
	int argc;
	char **argv;
	int at;
	unsigned command;
	const char *command_name;
};

static int apply(struct options *o, struct words *w, int id, const char *value, struct rs_err *err)
{
	const struct option_info *info = &option_list[id];

	if (!(info->on & w->command))
		return rs_err_set(err, RS_EINVAL, "--%s: not an option of %s; rocescope %s --help lists them", info->name,
				  w->command_name, w->command_name);
	if (!info->arg) {
		if (value)
			return rs_err_set(err, RS_EINVAL, "--%s: takes no value", info->name);
		apply_flag(o, (enum option_id)id);
		note_change(o, (enum option_id)id, NULL);
		return 0;
	}
	if (!value) {
		if (w->at == w->argc)
			return rs_err_set(err, RS_EINVAL, "--%s: needs %s: %s", info->name, info->arg, info->help);
		value = w->argv[w->at++];
	}
	note_change(o, (enum option_id)id, value);
	return apply_value(o, (enum option_id)id, value, err);
}

static int long_option(struct options *o, struct words *w, const char *word, struct rs_err *err)
{
	const char *eq = strchr(word, '=');
	const size_t len = eq ? (size_t)(eq - word) - 2 : strlen(word) - 2;
	const int id = find_long(word + 2, len);

	return id < 0 ? unknown_option(word, w->command_name, err) : apply(o, w, id, eq ? eq + 1 : NULL, err);
}

static int short_options(struct options *o, struct words *w, const char *word, struct rs_err *err)
{
	for (const char *p = word + 1; *p; p++) {
		const int id = find_short(*p);
		int rc;

		if (id < 0)
			return unknown_option(word, w->command_name, err);
		if (option_list[id].arg)
			return apply(o, w, id, p[1] ? p + 1 : NULL, err);
		rc = apply(o, w, id, NULL, err);
		if (rc)
			return rc;
	}
	return 0;
}

static int join_bpf(struct options *o, struct words *w, struct rs_err *err)
{
	size_t len = 0;

	for (; w->at < w->argc; w->at++) {
		const int n = snprintf(o->bpf + len, sizeof(o->bpf) - len, "%s%s", len ? " " : "", w->argv[w->at]);

		if (n < 0 || (size_t)n >= sizeof(o->bpf) - len)
			return rs_err_set(err, RS_EINVAL, "filter after --: longer than 4095 characters");
		len += (size_t)n;
	}
	return 0;
}

int options_parse(struct options *o, unsigned command, const char *command_name, int argc, char **argv,
		  struct rs_err *err)
{
	struct words w = { argc, argv, 0, command, command_name };
	struct rs_engine_config defaults;
	int rc = 0;

	memset(o, 0, sizeof(*o));
	rs_engine_config_init(&defaults);
	o->tune = defaults.tune;
	memcpy(o->dscp_priority, defaults.dscp_priority, sizeof(o->dscp_priority));
	o->format = o->fail_on = -1;
	o->top = -1;
	o->seed = 1;
	o->operands = calloc((size_t)argc + 1, sizeof(*o->operands));
	if (!o->operands)
		return rs_err_set(err, RS_ENOMEM, "no memory");
	while (!rc && w.at < argc) {
		const char *word = argv[w.at++];

		if (!strcmp(word, "--"))
			rc = join_bpf(o, &w, err);
		else if (!strncmp(word, "--", 2))
			rc = long_option(o, &w, word, err);
		else if (word[0] == '-' && word[1])
			rc = short_options(o, &w, word, err);
		else
			o->operands[o->operand_count++] = word;
	}
	if (!rc && o->where && !o->help && !o->help_all)
		rc = compile_where(o, command, err);
	return rc;
}

void options_free(struct options *o)
{
	filter_destroy(o->filter);
	o->filter = NULL;
	free(o->operands);
	o->operands = NULL;
}

void options_help(FILE *out, unsigned on)
{
	const char *group = "";

	for (int i = 0; i < OPT_COUNT; i++) {
		const struct option_info *info = &option_list[i];
		char name[64], ch[8] = "    ";

		if (!(info->on & on))
			continue;
		if (strcmp(group, info->group))
			fprintf(out, "\n%s\n", info->group);
		group = info->group;
		if (info->ch)
			snprintf(ch, sizeof(ch), "-%c, ", info->ch);
		snprintf(name, sizeof(name), "%s--%s%s%s", ch, info->name, info->arg ? " " : "", info->arg ? info->arg : "");
		fprintf(out, "  %-28s %s\n", name, info->help);
	}
}
