/* SPDX-License-Identifier: BSD-2-Clause */
#include "tests/unit/decode/rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/lib/hex.h"

static void keep(void *user, const struct rs_detail *d)
{
	struct rows *r = user;
	struct rows_row *row = &r->row[r->count];

	if (r->count == ROWS_MAX)
		fail_msg("more than %d fields", ROWS_MAX);
	if (strlen(d->layer) >= sizeof(row->layer) || strlen(d->field) >= sizeof(row->field) ||
	    strlen(d->value) >= sizeof(row->value))
		fail_msg("%s %s: too long", d->layer, d->field);
	snprintf(row->layer, sizeof(row->layer), "%s", d->layer);
	snprintf(row->field, sizeof(row->field), "%s", d->field);
	snprintf(row->value, sizeof(row->value), "%s", d->value);
	row->offset = d->offset;
	row->length = d->length;
	row->cut = d->cut;
	r->count++;
}

struct rows *rows_of(unsigned linktype, const uint8_t *data, size_t caplen, size_t wirelen, unsigned flags)
{
	struct rs_packet pkt = { .caplen = (uint32_t)caplen, .wirelen = (uint32_t)wirelen,
				 .linktype = (uint16_t)linktype, .flags = (uint16_t)flags };
	uint8_t *exact = malloc(caplen ? caplen : 1);
	struct rows *r = calloc(1, sizeof(*r));
	struct rs_decode_config cfg;

	assert_non_null(exact);
	assert_non_null(r);
	memcpy(exact, data, caplen);
	pkt.data = exact;
	rs_decode_config_init(&cfg);
	rs_decode_detail(&cfg, &pkt, keep, r);
	free(exact);
	return r;
}

struct rows *rows_of_hex(const char *hex)
{
	size_t len;
	uint8_t *data = hex_bytes(hex, &len);
	struct rows *r = rows_of(1, data, len, len, 0);

	free(data);
	return r;
}

const struct rows_row *rows_find(const struct rows *r, const char *layer, const char *field)
{
	for (size_t i = 0; i < r->count; i++)
		if (!strcmp(r->row[i].layer, layer) && !strcmp(r->row[i].field, field))
			return &r->row[i];
	return NULL;
}

void rows_expect(const struct rows *r, const char *layer, const char *field, const char *value)
{
	const struct rows_row *row = rows_find(r, layer, field);

	if (!row)
		fail_msg("no field %s %s", layer, field);
	else if (strcmp(row->value, value))
		fail_msg("%s %s is \"%s\", expected \"%s\"", layer, field, row->value, value);
}
