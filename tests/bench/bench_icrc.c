/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Bytes per CPU second of the CRC alone and of the whole decoder with and without the ICRC
 * check, on RoCEv2 packets of several payload sizes. The packets of a set do not repeat
 * within 4 MiB, so that they come from beyond the first-level cache as in a capture.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/crc32.h"
#include "base/crc32_fold.h"

#include <rocescope/decode.h>

enum {
	HEADERS = 14 + 20 + 8 + 12,
	ICRC_BYTES = 4,
	SET_BYTES = 4 << 20,
	MASKED = 20 + 8 + 12,
};

static const double seconds = 0.5;

static double cpu_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void put16(uint8_t *p, uint32_t v)
{
	p[0] = (uint8_t)(v >> 8);
	p[1] = (uint8_t)v;
}

/* A SEND MIDDLE with a right ICRC. */
static void make_packet(uint8_t *p, uint32_t payload, uint32_t psn)
{
	const uint32_t total = 20 + 8 + 12 + payload + ICRC_BYTES;
	uint8_t masked[MASKED];
	uint32_t crc;

	memset(p, 0, HEADERS);
	p[0] = p[6] = 2;
	put16(p + 12, 0x0800);
	p[14] = 0x45;
	put16(p + 16, total);
	p[22] = 64;
	p[23] = 17;
	p[26] = p[30] = 10;
	p[29] = 1;
	p[33] = 2;
	put16(p + 34, 0xc123);
	put16(p + 36, 4791);
	put16(p + 38, total - 20);
	p[42] = 0x01;
	put16(p + 44, 0xffff);
	p[49] = 0x11;
	p[51] = (uint8_t)(psn >> 16);
	put16(p + 52, psn & 0xffff);
	for (uint32_t i = 0; i < payload; i++)
		p[HEADERS + i] = (uint8_t)(i * 37 + psn);
	memcpy(masked, p + 14, MASKED);
	masked[1] = masked[8] = masked[10] = masked[11] = 0xff;
	masked[26] = masked[27] = masked[32] = 0xff;
	crc = crc32_update(0xdebb20e3u, masked, MASKED);
	crc = ~crc32_update(crc, p + HEADERS, payload);
	for (int i = 0; i < ICRC_BYTES; i++)
		p[HEADERS + payload + (uint32_t)i] = (uint8_t)(crc >> 8 * i);
}

/* Bytes per CPU second of the CRC over blocks of @len bytes. */
static double rate_crc(uint32_t (*crc)(uint32_t, const uint8_t *, size_t), const uint8_t *data, size_t len)
{
	const double start = cpu_now();
	volatile uint32_t sink = 0;
	double bytes = 0, now;

	do {
		for (size_t at = 0; at + len <= SET_BYTES; at += len, bytes += (double)len)
			sink = crc(sink, data + at, len);
		now = cpu_now();
	} while (now - start < seconds);
	return bytes / (now - start);
}

/* Bytes per CPU second of rs_decode() over the set; @good counts right ICRCs. */
static double rate_decode(const uint8_t *data, uint32_t frame, bool check, uint64_t *good)
{
	struct rs_packet pkt = { .caplen = frame, .wirelen = frame, .linktype = 1 };
	struct rs_decode_config cfg;
	const double start = cpu_now();
	double bytes = 0, now;
	struct rs_record r;

	rs_decode_config_init(&cfg);
	cfg.check_icrc = check;
	*good = 0;
	do {
		for (size_t at = 0; at + frame <= SET_BYTES; at += frame, bytes += frame) {
			pkt.data = data + at;
			rs_decode(&cfg, &pkt, &r);
			*good += r.icrc_state == RS_ICRC_GOOD;
		}
		now = cpu_now();
	} while (now - start < seconds);
	return bytes / (now - start);
}

int main(void)
{
	static const uint32_t payloads[] = { 64, 256, 1024, 4096 };
	uint8_t *data = malloc(SET_BYTES);

	if (!data)
		return 1;
	printf("carry-less multiply: %s\n", crc32_fold_usable() ? "yes" : "no");
	printf("%8s %14s %14s %18s %18s\n", "payload", "CRC GB/s", "tables GB/s", "decode+ICRC GB/s", "ICRC alone GB/s");
	for (size_t i = 0; i < sizeof(payloads) / sizeof(payloads[0]); i++) {
		const uint32_t frame = HEADERS + payloads[i] + ICRC_BYTES;
		uint64_t good, none;
		double fast, tables, with, without;

		for (uint32_t at = 0, n = 0; at + frame <= SET_BYTES; at += frame, n++)
			make_packet(data + at, payloads[i], n);
		fast = rate_crc(crc32_update, data, frame);
		tables = rate_crc(crc32_update_tables, data, frame);
		without = rate_decode(data, frame, false, &none);
		with = rate_decode(data, frame, true, &good);
		if (!good || none) {
			fprintf(stderr, "bench_icrc: packets of the set have no right ICRC\n");
			free(data);
			return 1;
		}
		printf("%8" PRIu32 " %14.2f %14.2f %18.2f %18.2f\n", payloads[i], fast / 1e9, tables / 1e9, with / 1e9,
		       1 / (1 / with - 1 / without) / 1e9);
	}
	free(data);
	return 0;
}
