/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/lib/notation.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINE_MAX_BYTES 512
#define WORDS_MAX 24

static const struct notation_op_info ops[OP_COUNT] = {
#define X(name, opcode, syndrome, flags) {#name, opcode, syndrome, flags},
	NOTATION_OPS(X)
#undef X
};

const struct notation_op_info *notation_op_info(unsigned op)
{
	return &ops[op];
}

void notation_init(struct notation *n)
{
	*n = (struct notation){.pmtu = 1024, .eof = RS_NS_NONE};
}

void notation_fini(struct notation *n)
{
	free(n->rows);
	n->rows = NULL;
	n->count = n->room = 0;
}

static struct notation_row *row_add(struct notation *n)
{
	if (n->count == n->room) {
		size_t room = n->room ? 2 * n->room : 64;
		void *p = realloc(n->rows, room * sizeof(n->rows[0]));

		if (!p)
			return NULL;
		n->rows = p;
		n->room = room;
	}
	return &n->rows[n->count++];
}

/* Splits in place at blanks; returns the number of words. */
static unsigned words_of(char *text, char *words[WORDS_MAX])
{
	unsigned n = 0;
	char *save = NULL;

	for (char *w = strtok_r(text, " \t", &save); w && n < WORDS_MAX; w = strtok_r(NULL, " \t", &save))
		words[n++] = w;
	return n;
}

static bool number(const char *text, int base, uint64_t *out)
{
	char *end;

	*out = strtoull(text, &end, base);
	return *text && !*end;
}

static bool time_ns(const char *text, rs_ns *out)
{
	char *end;
	double us = strtod(text, &end);

	*out = (rs_ns)llround(us * 1000);
	return *text && !*end;
}

static int op_of(const char *word, uint8_t *rnr)
{
	size_t len = strcspn(word, ":");
	uint64_t code = 0;

	if (word[len] && !number(word + len + 1, 10, &code))
		return -1;
	*rnr = (uint8_t)code;
	for (int i = 0; i < OP_COUNT; i++) {
		if (len == 2 && !strncmp(ops[i].name, word, 2))
			return i;
	}
	return -1;
}

/* One of key=value, ce, ne; false if it is none. */
static bool flag_read(struct notation_row *r, const char *word)
{
	const struct {
		const char *key;
		int32_t *to;
	} keys[] = {
		{"id", &r->id},	  {"ttl", &r->ttl},   {"vlan", &r->vlan}, {"sp", &r->sport},
		{"msn", &r->msn}, {"dscp", &r->dscp}, {"cap", &r->cap},
	};
	const struct {
		const char *key;
		uint32_t *to;
	} ids[] = {{"lqp", &r->lqp}, {"comm", &r->comm}, {"rcomm", &r->rcomm}};
	size_t len = strcspn(word, "=");
	uint64_t v;

	if (!strcmp(word, "ce") || !strcmp(word, "ne")) {
		*(word[0] == 'c' ? &r->ce : &r->ne) = true;
		return true;
	}
	if (!word[len] || !number(word + len + 1, 0, &v))
		return false;
	for (size_t i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		if (strlen(keys[i].key) == len && !strncmp(keys[i].key, word, len)) {
			*keys[i].to = (int32_t)v;
			return true;
		}
	}
	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++) {
		if (strlen(ids[i].key) == len && !strncmp(ids[i].key, word, len)) {
			*ids[i].to = (uint32_t)v;
			return true;
		}
	}
	if (len == 3 && !strncmp(word, "val", len)) {
		r->val = v;
		return true;
	}
	return false;
}

static bool host_ok(const char *w)
{
	return w[0] >= 'A' && w[0] <= 'Z' && !w[1];
}

/* t point src dst qp op psn len flags.. ; the sentence names the word that is wrong. */
static const char *row_read(struct notation_row *r, char **w, unsigned n)
{
	uint64_t point, qp, psn, len = 0;
	int op;

	*r = (struct notation_row){.id = -1, .ttl = -1, .vlan = -1, .sport = -1, .msn = -1, .dscp = -1, .cap = -1};
	if (n < 8)
		return "a packet line has at least 8 words";
	if (!time_ns(w[0], &r->t))
		return "time is no number";
	if (w[1][0] != 'T' || !number(w[1] + 1, 10, &point) || !point)
		return "point is not T1, T2, ..";
	if (!host_ok(w[2]) || !host_ok(w[3]))
		return "host is not A, B, ..";
	if (!number(w[4], 16, &qp) || qp > 0xffffff)
		return "QP is no 24-bit hex number";
	op = op_of(w[5], &r->rnr);
	if (op < 0)
		return "op is not known";
	if (!number(w[6], 10, &psn) || psn > 0xffffff)
		return "PSN is no 24-bit number";
	if (strcmp(w[7], "-") && !number(w[7], 10, &len))
		return "length is neither a number nor -";
	for (unsigned i = 8; i < n; i++) {
		if (!flag_read(r, w[i]))
			return "flag is not known";
	}
	r->point = (uint16_t)(point - 1);
	r->src = w[2][0];
	r->dst = w[3][0];
	r->qp = (uint32_t)qp;
	r->op = (uint8_t)op;
	r->psn = (uint32_t)psn;
	r->len = (uint32_t)len;
	return NULL;
}

/* Index of a side, new or known; -1 without room. */
static int side_of(struct notation *n, uint16_t point, const char *name)
{
	struct notation_side *s;

	for (unsigned i = 0; i < n->side_count; i++)
		if (n->sides[i].point == point && !strcmp(n->sides[i].name, name))
			return (int)i;
	if (n->side_count == NOTATION_SIDES)
		return -1;
	s = &n->sides[n->side_count];
	s->point = point;
	snprintf(s->name, sizeof(s->name), "%s", name);
	return (int)n->side_count++;
}

static bool point_read(const char *word, uint16_t *point)
{
	uint64_t v;

	if (word[0] != 'T' || !number(word + 1, 10, &v) || !v)
		return false;
	*point = (uint16_t)(v - 1);
	return true;
}

static int kind_of(char **w, unsigned n)
{
	static const char *const words[] = {[NOTATION_PFC] = "PF", [NOTATION_PAUSE] = "GP", [NOTATION_DATA] = "DA"};

	for (int i = NOTATION_PFC; n > 3 && i <= NOTATION_DATA; i++)
		if (!strcmp(w[3], words[i]))
			return i;
	return NOTATION_PACKET;
}

/* t point side PF prio quanta, .. GP quanta, .. DA prio bytes flow */
static const char *side_row_read(struct notation *n, struct notation_row *r, char **w, unsigned count)
{
	static const unsigned lengths[] = {[NOTATION_PFC] = 6, [NOTATION_PAUSE] = 5, [NOTATION_DATA] = 7};
	const int kind = kind_of(w, count);
	uint64_t priority = 0, value = 0, flow = 0;
	int side;

	*r = (struct notation_row){.id = -1, .ttl = -1, .vlan = -1, .sport = -1, .msn = -1, .dscp = -1, .cap = -1};
	if (count != lengths[kind])
		return "PF has priority and quanta, GP quanta, DA priority, bytes and flow";
	if (!time_ns(w[0], &r->t))
		return "time is no number";
	if (!point_read(w[1], &r->point))
		return "point is not T1, T2, ..";
	side = side_of(n, r->point, w[2]);
	if (side < 0)
		return "too many sides";
	if ((kind != NOTATION_PAUSE && (!number(w[4], 10, &priority) || priority > 7)) ||
	    !number(w[kind == NOTATION_PAUSE ? 4 : 5], 10, &value) || value > 65535 ||
	    (kind == NOTATION_DATA && (w[6][0] != 'F' || !number(w[6] + 1, 10, &flow))))
		return "priority, quanta, bytes or flow is not a number in range";
	r->kind = (uint8_t)kind;
	r->op = kind == NOTATION_DATA ? OP_WO : OP_CN;
	r->side = (uint8_t)side;
	r->priority = (uint8_t)priority;
	r->quanta = (uint16_t)value;
	r->len = (uint32_t)value;
	r->flow = (uint16_t)flow;
	return NULL;
}

static int packet_line(struct notation *n, const char *line, struct rs_err *err)
{
	char text[LINE_MAX_BYTES], *words[WORDS_MAX];
	struct notation_row *row = row_add(n);
	const char *wrong;
	unsigned count;

	if (!row)
		return rs_err_set(err, RS_ENOMEM, "no memory for a row");
	snprintf(text, sizeof(text), "%s", line);
	count = words_of(text, words);
	wrong = kind_of(words, count) ? side_row_read(n, row, words, count) : row_read(row, words, count);
	if (!wrong)
		return 0;
	n->count--;
	return rs_err_set(err, RS_EFORMAT, "\"%s\": %s", line, wrong);
}

/* Sums of products of numbers and i, as in "i*4+0.5". */
static double value_of(const char *expr, unsigned i)
{
	double total = 0, product = 1;

	for (const char *p = expr; *p;) {
		char *end = (char *)p + 1;

		product *= *p == 'i' ? i : strtod(p, &end);
		if (end == p)
			return NAN;
		p = end;
		if (*p != '*') {
			total += product;
			product = 1;
		}
		if (*p)
			p++;
	}
	return total;
}

/* Replaces "(X if i=N else Y)" by X or Y, in place. */
static void choose(char *text, unsigned i)
{
	char *open;

	while ((open = strchr(text, '('))) {
		char yes[32], no[32];
		unsigned n;
		char *close = strchr(open, ')');

		if (!close || sscanf(open, "(%31s if i=%u else %31[^)])", yes, &n, no) != 3)
			return;
		const char *word = i == n ? yes : no;
		size_t len = strlen(word);

		memcpy(open, word, len); /* the choice is shorter than the brackets */
		memmove(open + len, close + 1, strlen(close + 1) + 1);
	}
}

static int loop_body(struct notation *n, const char *body, unsigned i, struct rs_err *err)
{
	char text[LINE_MAX_BYTES], out[LINE_MAX_BYTES], *words[WORDS_MAX];
	unsigned count, used;

	snprintf(text, sizeof(text), "%s", body);
	choose(text, i);
	count = words_of(text, words);
	if (!count)
		return rs_err_set(err, RS_EFORMAT, "\"%s\": a loop without a packet line", body);
	if (!strncmp(words[0], "t=", 2))
		words[0] += 2;
	used = (unsigned)snprintf(out, sizeof(out), "%.3f", value_of(words[0], i));
	for (unsigned k = 1; k < count && used < sizeof(out); k++) {
		char self[16];

		snprintf(self, sizeof(self), "%u", i);
		used += (unsigned)snprintf(out + used, sizeof(out) - used, " %s",
					   strcmp(words[k], "i") ? words[k] : self);
	}
	return packet_line(n, out, err);
}

/* "for i in A..B: ", "for i in A..B, i mod M = R: ", "for i = A, B, .. C: " */
static int loop_line(struct notation *n, const char *line, struct rs_err *err)
{
	unsigned lo, hi, mod = 1, rest = 0, second, step = 1;
	const char *body = strchr(line, ':');

	if (!body)
		return rs_err_set(err, RS_EFORMAT, "\"%s\": a loop has a colon", line);
	if (sscanf(line, "for i = %u, %u, .. %u", &lo, &second, &hi) == 3 && second > lo) {
		step = second - lo;
	} else {
		int got = sscanf(line, "for i in %u..%u, i mod %u = %u", &lo, &hi, &mod, &rest);

		if ((got != 2 && got != 4) || !mod)
			return rs_err_set(err, RS_EFORMAT, "\"%s\": loop is not understood", line);
	}
	for (unsigned i = lo; i <= hi; i += step) {
		int rc = i % mod == rest ? loop_body(n, body + 1, i, err) : 0;

		if (rc)
			return rc;
	}
	return 0;
}

/* link T1 SW1 SW2 */
static int link_line(struct notation *n, const char *line, struct rs_err *err)
{
	char text[LINE_MAX_BYTES], *words[WORDS_MAX];
	struct notation_link *l = &n->links[n->link_count];
	int a = -1, b = -1;

	snprintf(text, sizeof(text), "%s", line);
	if (n->link_count < NOTATION_LINKS && words_of(text, words) == 4 && point_read(words[1], &l->point)) {
		a = side_of(n, l->point, words[2]);
		b = side_of(n, l->point, words[3]);
	}
	if (a < 0 || b < 0)
		return rs_err_set(err, RS_EFORMAT, "\"%s\": a link is a point and two devices", line);
	l->a = (uint8_t)a;
	l->b = (uint8_t)b;
	n->link_count++;
	return 0;
}

static int cfg_line(struct notation *n, const char *line, struct rs_err *err)
{
	char text[LINE_MAX_BYTES], *words[WORDS_MAX];
	unsigned count;

	snprintf(text, sizeof(text), "%s", line);
	count = words_of(text, words);
	for (unsigned i = 1; i < count; i++) {
		struct notation_pair p;
		uint64_t v;

		if (!strncmp(words[i], "pmtu=", 5) && number(words[i] + 5, 10, &v)) {
			n->pmtu = (uint32_t)v;
		} else if (!strncmp(words[i], "rate=", 5) && number(words[i] + 5, 10, &v)) {
			n->bps = v * 1000000000;
		} else if (n->pair_count < NOTATION_PAIRS &&
			   sscanf(words[i], "pair=%c.%x:%x", &p.host, &p.qp, &p.peer_qp) == 3) {
			n->pairs[n->pair_count++] = p;
		} else {
			return rs_err_set(err, RS_EFORMAT, "\"%s\": setting %s is not known", line, words[i]);
		}
	}
	return 0;
}

int notation_line(struct notation *n, const char *line, struct rs_err *err)
{
	char text[LINE_MAX_BYTES];
	size_t len;

	snprintf(text, sizeof(text), "%s", line + strspn(line, " \t"));
	text[strcspn(text, "#\r\n")] = 0;
	for (len = strlen(text); len && (text[len - 1] == ' ' || text[len - 1] == '\t'); len--)
		text[len - 1] = 0;
	if (!text[0])
		return 0;
	if (!strncmp(text, "cfg ", 4))
		return cfg_line(n, text, err);
	if (!strncmp(text, "link ", 5))
		return link_line(n, text, err);
	if (!strncmp(text, "for ", 4))
		return loop_line(n, text, err);
	if (!strncmp(text, "eof ", 4))
		return time_ns(text + 4, &n->eof) ? 0 : rs_err_set(err, RS_EFORMAT, "\"%s\": time is no number", text);
	return packet_line(n, text, err);
}

void notation_sort(struct notation *n)
{
	/* Insertion: the lines are nearly in order, and it is stable. */
	for (size_t i = 1; i < n->count; i++) {
		struct notation_row row = n->rows[i];
		size_t k = i;

		for (; k && n->rows[k - 1].t > row.t; k--)
			n->rows[k] = n->rows[k - 1];
		n->rows[k] = row;
	}
}
