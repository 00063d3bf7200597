/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/links.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LINKS_MAX 4096

/** One line of the table. */
struct line {
	char point[100];
	char dev_a[64], dev_b[64];
	uint8_t mac_a[6], mac_b[6];
	bool found; /* by links_resolve */
};

struct links {
	struct line lines[LINKS_MAX];
	struct rs_link resolved[LINKS_MAX];
	uint32_t count;
};

static bool mac_parse(const char *s, uint8_t mac[6])
{
	unsigned v[6];
	int end = 0;

	memset(mac, 0, 6);
	if (!strcmp(s, "-"))
		return true;
	if (sscanf(s, "%2x%*1[:-]%2x%*1[:-]%2x%*1[:-]%2x%*1[:-]%2x%*1[:-]%2x%n", &v[0], &v[1], &v[2], &v[3], &v[4], &v[5],
		   &end) != 6 || s[end])
		return false;
	for (unsigned i = 0; i < 6; i++)
		mac[i] = (uint8_t)v[i];
	return true;
}

static int bad_line(const char *path, unsigned line, const char *what, struct rs_err *err)
{
	return rs_err_set(err, RS_EINVAL, "%s: line %u: %s; write: point, device, its MAC or -, device, its MAC or -, "
					  "separated by tabs", path, line, what);
}

static int parse_line(char *text, const char *path, unsigned number, struct line *l, struct rs_err *err)
{
	char *field[5], *at = text;

	text[strcspn(text, "\r\n")] = 0;
	for (unsigned i = 0; i < 5; i++) {
		field[i] = strsep(&at, "\t");
		if (!field[i] || !field[i][0])
			return bad_line(path, number, "five columns are needed", err);
	}
	if (at)
		return bad_line(path, number, "more than five columns", err);
	if (strlen(field[0]) >= sizeof(l->point) || strlen(field[1]) >= sizeof(l->dev_a) || strlen(field[3]) >= sizeof(l->dev_b))
		return bad_line(path, number, "a name is too long (63 characters at most)", err);
	if (!mac_parse(field[2], l->mac_a) || !mac_parse(field[4], l->mac_b))
		return bad_line(path, number, "not a MAC address", err);
	if (!strcmp(field[1], field[3]))
		return bad_line(path, number, "both ends are the same device", err);
	strcpy(l->point, field[0]);
	strcpy(l->dev_a, field[1]);
	strcpy(l->dev_b, field[3]);
	return 0;
}

static int read_lines(FILE *f, const char *path, struct links *l, struct rs_err *err)
{
	char text[500];
	unsigned number = 0;

	while (fgets(text, sizeof(text), f)) {
		int rc;

		number++;
		if (text[0] == '#' || text[strspn(text, " \t\r\n")] == 0 || (number == 1 && !strncmp(text, "point\t", 6)))
			continue;
		if (l->count == LINKS_MAX)
			return rs_err_set(err, RS_ELIMIT, "%s: more than %u links; leave out those without a capture point", path,
					  LINKS_MAX);
		rc = parse_line(text, path, number, &l->lines[l->count], err);
		if (rc)
			return rc;
		l->count++;
	}
	return 0;
}

int links_read(const char *path, struct links **out, struct rs_err *err)
{
	FILE *f = fopen(path, "r");
	int rc;

	*out = NULL;
	if (!f)
		return rs_err_set(err, RS_ENOENT, "%s: cannot read the table of links: %s", path, strerror(errno));
	*out = calloc(1, sizeof(**out));
	rc = *out ? read_lines(f, path, *out, err) : rs_err_set(err, RS_ENOMEM, "%s: no memory for the table", path);
	fclose(f);
	if (rc) {
		links_free(*out);
		*out = NULL;
	}
	return rc;
}

void links_free(struct links *l)
{
	free(l);
}

static void fill(const struct line *line, struct rs_link *link)
{
	link->dev_a = line->dev_a;
	link->dev_b = line->dev_b;
	memcpy(link->mac_a, line->mac_a, 6);
	memcpy(link->mac_b, line->mac_b, 6);
}

bool links_of_point(const struct links *l, const char *name, struct rs_link *link)
{
	for (uint32_t i = 0; l && i < l->count; i++) {
		if (!strcmp(l->lines[i].point, name)) {
			fill(&l->lines[i], link);
			return true;
		}
	}
	return false;
}

const struct rs_link *links_resolve(struct links *l, const struct report_point *points, unsigned point_count,
				    uint32_t *count)
{
	*count = 0;
	for (uint32_t i = 0; i < l->count; i++) {
		l->lines[i].found = false;
		for (unsigned k = 0; k < point_count && !l->lines[i].found; k++) {
			struct rs_link *to = &l->resolved[*count];

			if (strcmp(points[k].name, l->lines[i].point))
				continue;
			*to = (struct rs_link){ .point = (uint16_t)k, .bps = points[k].link_bps };
			fill(&l->lines[i], to);
			l->lines[i].found = true;
			(*count)++;
		}
	}
	return l->resolved;
}

const char *links_unknown(const struct links *l)
{
	for (uint32_t i = 0; l && i < l->count; i++)
		if (l->lines[i].found)
			return NULL;
	return l && l->count ? l->lines[0].point : NULL;
}
