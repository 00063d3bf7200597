/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Fuzz target of the filter language. Input: the text. Checked: it is compiled or refused with
 * a mark under a place, a run ends, and it gives the same answer twice.
 */
#include "query/filter.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(bool ok)
{
	if (!ok)
		abort();
}

static bool get(void *user, const void *row, const struct filter_field *f, unsigned i, struct filter_value *v)
{
	static const char *const texts[] = { "nak", "Tor1", "gbn-nak" };
	const uint8_t *bytes = row;

	v->number = (struct filter_number){ bytes[i & 7] * 1000, bytes[i & 7] };
	v->has_number = i & 1;
	v->text = i < 3 ? texts[i] : NULL;
	memcpy(v->addr.b, bytes, 8);
	return i < (bytes[0] & 3u);
}

static const char *const words[] = { "gap", "nak", "rnr", "timeout", "warning", "gbn-nak", NULL };

static const struct filter_field fields[] = {
	{ "src", "requester", FILTER_ADDR, true, 1, 0, NULL, 0, get, NULL },
	{ "host", "net", FILTER_ADDR, false, 1, 0, NULL, 0, get, NULL },
	{ "qp", "dst_qp", FILTER_NUMBER, true, 1, 0, NULL, 0, get, NULL },
	{ "gbps", NULL, FILTER_NUMBER, false, 1, 0, NULL, 1000000000, get, NULL },
	{ "ce", NULL, FILTER_NUMBER, false, 1, 0, NULL, 0, get, NULL },
	{ "ce%", NULL, FILTER_PERCENT, false, 1, 0, NULL, 0, get, NULL },
	{ "stall", NULL, FILTER_TIME, false, 1, 0, NULL, 0, get, NULL },
	{ "event", NULL, FILTER_TEXT, true, 1, 0, words, 0, get, NULL },
	{ "sev", NULL, FILTER_RANK, false, 1, 0, words, 0, get, NULL },
	{ "finding", NULL, FILTER_ITEM, true, 1, 0, words, 0, get, NULL },
	{ "ackreq", NULL, FILTER_FLAG, false, 1, 0, NULL, 0, get, NULL },
	{ "point", NULL, FILTER_TEXT, true, 1, 0, NULL, 0, get, NULL },
	{ "psn", NULL, FILTER_NUMBER, false, 2, 0, NULL, 0, get, NULL },
};

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const struct filter_table table = { fields, sizeof(fields) / sizeof(fields[0]), 1 };
	uint8_t row[8] = { 3, 1, 0x31, 0xff };
	struct rs_err err = { 0 };
	struct filter *f;
	char *text = malloc(size + 1);

	check(text != NULL);
	memcpy(text, data, size);
	text[size] = 0;
	f = filter_create(&table, text, &err);
	if (f) {
		check(filter_match(f, NULL, row) == filter_match(f, NULL, row));
		row[0] = 0;
		filter_match(f, NULL, row);
	} else {
		const char *mark = strrchr(err.text, '\n');

		check(err.code == RS_EINVAL && mark && mark[strlen(mark) - 1] == '^');
	}
	filter_destroy(f);
	free(text);
	return 0;
}
