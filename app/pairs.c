/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/pairs.h"

#include "base/text.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool qpn_parse(const char *s, uint32_t *qpn)
{
	char *end;
	unsigned long v;

	errno = 0;
	v = strtoul(s, &end, 0);
	if (errno || end == s || *end || v > 0xffffff)
		return false;
	*qpn = (uint32_t)v;
	return true;
}

static int bad_line(const char *path, unsigned line, const char *what, struct rs_err *err)
{
	return rs_err_set(err, RS_EINVAL, "%s: line %u: %s; write: requester address, QP, responder address, QP, "
					  "separated by tabs", path, line, what);
}

static int parse_line(char *text, const char *path, unsigned line, struct rs_pair_hint *h, struct rs_err *err)
{
	char *field[4], *save = NULL;

	for (int i = 0; i < 4; i++) {
		field[i] = strtok_r(i ? NULL : text, "\t \r\n", &save);
		if (!field[i])
			return bad_line(path, line, "four columns are needed", err);
	}
	if (!text_addr_parse(field[0], &h->requester) || !text_addr_parse(field[2], &h->responder))
		return bad_line(path, line, "not an IP address", err);
	if (!qpn_parse(field[1], &h->requester_qp) || !qpn_parse(field[3], &h->responder_qp))
		return bad_line(path, line, "not a QP number (0..0xffffff)", err);
	return 0;
}

static int read_lines(FILE *f, const char *path, struct rs_pair_hint **pairs, unsigned *count, struct rs_err *err)
{
	char text[400];
	unsigned line = 0, room = 0;
	int rc;

	while (fgets(text, sizeof(text), f)) {
		line++;
		if (text[0] == '#' || text[0] == '\n' || (line == 1 && !strncmp(text, "requester", 9)))
			continue;
		if (*count == room) {
			struct rs_pair_hint *more = realloc(*pairs, (room = room ? room * 2 : 64) * sizeof(**pairs));

			if (!more)
				return rs_err_set(err, RS_ENOMEM, "%s: no memory for the table", path);
			*pairs = more;
		}
		rc = parse_line(text, path, line, &(*pairs)[*count], err);
		if (rc)
			return rc;
		(*count)++;
	}
	return 0;
}

int pairs_read(const char *path, struct rs_pair_hint **pairs, unsigned *count, struct rs_err *err)
{
	FILE *f = fopen(path, "r");
	int rc;

	*pairs = NULL;
	*count = 0;
	if (!f)
		return rs_err_set(err, RS_ENOENT, "%s: cannot read the table of QP pairs: %s", path, strerror(errno));
	rc = read_lines(f, path, pairs, count, err);
	fclose(f);
	if (rc) {
		free(*pairs);
		*pairs = NULL;
		*count = 0;
	}
	return rc;
}
