/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Writes a large capture for measuring: WRITE messages of 16 packets on many QPs, an ACK a
 * message, now and then a packet lost before the tap with its NAK and the Go-Back-N that
 * follows. The QPs take turns packet by packet. No memory but one state per QP; the same
 * options give the same bytes.
 *
 *	bench_gen [-n packets] [-q qps] [-l losses per 100000 messages] [-s payload] [-c snaplen] FILE|-
 */
#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc32.h"
#include "base/hash.h"
#include "base/sport.h"

#define MESSAGE_PACKETS 16
#define NO_LOSS 255
#define STEP_NS 100
#define START_S 1700000000u
#define HEAD_BYTES (14 + 20 + 8 + 12)
#define FRAME_MAX 256
#define HOST_PAIRS 16

struct options {
	uint64_t packets;
	uint32_t qps;
	uint32_t loss; /* per 100000 messages */
	uint32_t payload;
	uint32_t snaplen;
	const char *path;
};

enum phase { SENDING, NAKED, RESENDING, DONE };

struct qp {
	uint32_t psn; /* first of the message */
	uint32_t msn;
	uint64_t message; /* number, seeds the losses */
	uint16_t ids[2];  /* IP ID: requester, responder */
	uint8_t step;	  /* packet of the message to send next */
	uint8_t lost;	  /* packet that the tap never sees, or NO_LOSS */
	uint8_t phase;	  /* enum phase */
};

static void put16(uint8_t *p, uint32_t v)
{
	p[0] = (uint8_t)(v >> 8);
	p[1] = (uint8_t)v;
}

static void put32(uint8_t *p, uint32_t v)
{
	put16(p, v >> 16);
	put16(p + 2, v);
}

/* Header checksum, RFC 1071. */
static uint32_t ip_checksum(const uint8_t *ip)
{
	uint32_t sum = 0;

	for (int i = 0; i < 20; i += 2)
		sum += (uint32_t)ip[i] << 8 | ip[i + 1];
	sum = (sum & 0xffff) + (sum >> 16);
	return ~(sum + (sum >> 16)) & 0xffff;
}

/* Addresses, ports and BTH; @udp_payload = BTH to ICRC. */
static void head(uint8_t *f, struct qp *s, uint32_t q, bool back, uint32_t udp_payload)
{
	uint32_t pair = q % HOST_PAIRS, a = 0x1000 + q, b = 0x80000 + q;
	uint8_t *ip = f + 14, *udp = ip + 20;

	memset(f, 0, FRAME_MAX);
	f[0] = f[6] = 2;
	f[5] = (uint8_t)(back ? pair : 128 + pair);
	f[11] = (uint8_t)(back ? 128 + pair : pair);
	put16(f + 12, 0x0800);
	ip[0] = 0x45;
	ip[1] = 26 << 2 | 2;
	put16(ip + 2, 28 + udp_payload);
	put16(ip + 4, ++s->ids[back]);
	ip[6] = 0x40;
	ip[8] = 64;
	ip[9] = 17;
	put32(ip + 12, 0x0a010001 + (back ? 0x10000 : 0) + pair);
	put32(ip + 16, 0x0a010001 + (back ? 0 : 0x10000) + pair);
	put16(ip + 10, ip_checksum(ip));
	put16(udp, sport_from_qps(a, b));
	put16(udp + 2, 4791);
	put16(udp + 4, 8 + udp_payload);
	put16(udp + 10, 0xffff);
	put32(udp + 12, back ? a : b);
}

static uint32_t data_frame(uint8_t *f, struct qp *s, uint32_t q, uint32_t payload)
{
	uint32_t ext = s->step ? 0 : 16;
	uint8_t *bth = f + 14 + 28;

	head(f, s, q, false, 12 + ext + payload + 4);
	bth[0] = s->step == 0 ? 0x06 : s->step == MESSAGE_PACKETS - 1 ? 0x08 : 0x07;
	put32(bth + 8, ((s->psn + s->step) & 0xffffff) | (s->step == MESSAGE_PACKETS - 1 ? 0x80000000u : 0));
	if (ext) {
		put32(bth + 12 + 4, 0x10000000 + s->psn);
		put32(bth + 12 + 8, 0x1234);
		put32(bth + 12 + 12, MESSAGE_PACKETS * payload);
	}
	return HEAD_BYTES + ext + payload + 4;
}

/* ACK or NAK; whole in the capture, so its ICRC must be right. */
static uint32_t ack_frame(uint8_t *f, struct qp *s, uint32_t q, uint32_t psn, uint32_t syndrome)
{
	uint8_t masked[8 + 28 + 16];
	uint8_t *bth = f + 14 + 28;
	uint32_t crc;

	head(f, s, q, true, 12 + 4 + 4);
	bth[0] = 0x11;
	put32(bth + 8, psn & 0xffffff);
	put32(bth + 12, syndrome << 24 | (s->msn & 0xffffff));
	memset(masked, 0xff, 8);
	memcpy(masked + 8, f + 14, 28 + 16);
	masked[8 + 1] = masked[8 + 8] = masked[8 + 10] = masked[8 + 11] = 0xff; /* TOS, TTL, checksum */
	masked[8 + 26] = masked[8 + 27] = masked[8 + 28 + 4] = 0xff;		/* UDP checksum, FECN and BECN */
	crc = ~crc32_update(0xffffffff, masked, sizeof(masked));
	for (int i = 0; i < 4; i++)
		bth[16 + i] = (uint8_t)(crc >> (8 * i)); /* little end first on the wire */
	return HEAD_BYTES + 8;
}

static void next_message(struct qp *s, uint32_t q, uint32_t loss)
{
	uint64_t dice = hash_combine(q, ++s->message);

	s->step = 0;
	s->phase = SENDING;
	/* Never the last one: that would take a timer. */
	s->lost = dice % 100000 < loss ? (uint8_t)((dice >> 32) % (MESSAGE_PACKETS - 1)) : NO_LOSS;
}

/* The QP's next frame; returns its length on the wire. */
static uint32_t next_frame(uint8_t *f, struct qp *s, uint32_t q, const struct options *o)
{
	uint32_t len;

	switch (s->phase) {
	case NAKED:
		len = ack_frame(f, s, q, s->psn + s->lost, 0x60);
		s->step = s->lost;
		s->phase = RESENDING;
		return len;
	case DONE:
		s->msn++;
		len = ack_frame(f, s, q, s->psn + MESSAGE_PACKETS - 1, 0x1f);
		s->psn += MESSAGE_PACKETS;
		next_message(s, q, o->loss);
		return len;
	default:
		break;
	}
	if (s->phase == SENDING && s->step == s->lost)
		s->step++;
	len = data_frame(f, s, q, o->payload);
	if (++s->step == MESSAGE_PACKETS)
		s->phase = s->phase == SENDING && s->lost != NO_LOSS ? NAKED : DONE;
	return len;
}

static int generate(FILE *out, const struct options *o)
{
	static const uint32_t magic = 0xa1b23c4d;
	struct qp *qps = calloc(o->qps, sizeof(*qps));
	uint32_t header[6] = {magic, 2 | 4u << 16, 0, 0, o->snaplen, 1};
	uint8_t frame[FRAME_MAX];

	if (!qps)
		return -1;
	for (uint32_t q = 0; q < o->qps; q++) {
		qps[q].psn = q * 1000;
		next_message(&qps[q], q, o->loss);
	}
	fwrite(header, sizeof(header), 1, out);
	for (uint64_t i = 0; i < o->packets; i++) {
		uint32_t q = (uint32_t)(i % o->qps), len = next_frame(frame, &qps[q], q, o);
		uint32_t kept = len < o->snaplen ? len : o->snaplen;
		uint64_t ns = i * STEP_NS;
		uint32_t record[4] = {START_S + (uint32_t)(ns / 1000000000), (uint32_t)(ns % 1000000000), kept, len};

		fwrite(record, sizeof(record), 1, out);
		fwrite(frame, kept, 1, out);
	}
	free(qps);
	return ferror(out) ? -1 : 0;
}

static int options_read(struct options *o, int argc, char **argv)
{
	int c;

	*o = (struct options){.packets = 2000000, .qps = 512, .loss = 200, .payload = 1024, .snaplen = 96};
	while ((c = getopt(argc, argv, "n:q:l:s:c:")) != -1) {
		uint64_t v = c == '?' ? 0 : strtoull(optarg, NULL, 10);

		if (c == 'n')
			o->packets = v;
		else if (c == 'q')
			o->qps = (uint32_t)v;
		else if (c == 'l')
			o->loss = (uint32_t)v;
		else if (c == 's')
			o->payload = (uint32_t)v & ~3u;
		else if (c == 'c')
			o->snaplen = (uint32_t)v;
		else
			return -1;
	}
	o->path = argv[optind];
	/* The payload is never built: what is kept must be headers and zeros of one frame. */
	return o->path && o->qps && o->qps <= 1 << 18 && o->snaplen >= 64 && o->snaplen <= FRAME_MAX ? 0 : -1;
}

int main(int argc, char **argv)
{
	struct options o;
	FILE *out;
	int rc;

	if (options_read(&o, argc, argv)) {
		fprintf(stderr, "usage: bench_gen [-n packets] [-q qps] [-l losses per 100000 messages] [-s payload]\n"
				"                 [-c snaplen 64..%d] FILE|-\n", FRAME_MAX);
		return 2;
	}
	out = strcmp(o.path, "-") ? fopen(o.path, "wb") : stdout;
	if (!out) {
		fprintf(stderr, "bench_gen: %s: %s\n", o.path, strerror(errno));
		return 1;
	}
	setvbuf(out, NULL, _IOFBF, 1 << 20);
	rc = generate(out, &o);
	if (fclose(out))
		rc = -1;
	return rc ? 1 : 0;
}
