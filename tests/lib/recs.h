/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_LIB_RECS_H
#define TESTS_LIB_RECS_H
/*
 * Shorthands for decoded records, so that a test can draw a sequence by hand:
 *
 *	const struct rs_record recs[] = {
 *		wfirst(.psn = 100, .at = US(0)), wmid(.psn = 102, .at = US(1)), nak(.psn = 101, .at = US(4)),
 *	};
 *	RECS_EXPECT(recs, "LANE ...\n");
 *
 * A field that is left out (or 0) has the value that most tests want: requests go from host A
 * to QP 0xb1 of host B, answers from B to QP 0xa1 of A, with 1024 bytes of payload (answers
 * none), UDP source port 49152, TTL 64, no IP identification, no VLAN.
 */
#include <rocescope/engine.h>

#include "tests/lib/run.h"

/** Time 0 of a sequence; no whole microsecond, so that coarse clocks are not diagnosed. */
#define RECS_EPOCH_NS 1700000000000000123LL

#define US(n) ((rs_ns)((n) * 1000.0))
#define MS(n) US((n) * 1000.0)

#define REC_ZERO 0xfffffff0u /* .len, .sport, .dma: 0 where a left out field means something else */

/** What a shorthand may say. */
struct rec {
	uint8_t opcode;
	uint8_t syndrome;  /* AETH */
	rs_ns at;	   /* since RECS_EPOCH_NS */
	uint32_t psn;
	uint32_t len;	   /* payload; REC_ZERO = none */
	uint32_t dma;	   /* RETH length; 0 = one packet of len */
	char from, to;	   /* host letters */
	uint32_t qp;	   /* destination QP */
	uint32_t msn;
	uint64_t val;	   /* atomic answer */
	uint16_t id;	   /* IPv4 identification */
	uint8_t ttl;
	uint16_t vlan;
	uint8_t mac;	   /* last byte of the source MAC */
	uint16_t sport;
	uint8_t code;	   /* rnr(): timer code; fatal(): NAK code */
	uint16_t point;
	uint32_t vni;	   /* in VXLAN */
	bool v6;	   /* addresses of IPv6 */
	bool ce;	   /* marked by a switch */
	bool cut;	   /* captured up to the end of the BTH only */
	bool bad_icrc;
	uint32_t lid, rid; /* CM: communication ids, local and remote */
	uint32_t lqp;	   /* CM: local QPN (DREQ: remote) */
	uint8_t pmtu;	   /* CM: code */
	uint8_t timeout;   /* CM: exponent */
	uint8_t retry;	   /* CM: retry count, RNR retry count in bits 4-6 */
};

struct rs_record rec_make(const struct rec *x);

#define REC(op, ...) rec_make(&(struct rec){ .opcode = (op), __VA_ARGS__ })
/* requests */
#define sonly(...) REC(0x04, __VA_ARGS__)
#define wfirst(...) REC(0x06, __VA_ARGS__)
#define wmid(...) REC(0x07, __VA_ARGS__)
#define wlast(...) REC(0x08, __VA_ARGS__)
#define req(...) REC(0x0a, __VA_ARGS__) /* WRITE ONLY: a message of its own */
#define rreq(...) REC(0x0c, __VA_ARGS__)
#define atomic(...) REC(0x14, __VA_ARGS__)
/* answers */
#define rfirst(...) REC(0x0d, .syndrome = 0x1f, __VA_ARGS__)
#define rmid(...) REC(0x0e, __VA_ARGS__)
#define rlast(...) REC(0x0f, .syndrome = 0x1f, __VA_ARGS__)
#define ronly(...) REC(0x10, .syndrome = 0x1f, __VA_ARGS__)
#define ack(...) REC(0x11, .syndrome = 0x1f, __VA_ARGS__)
#define nak(...) REC(0x11, .syndrome = 0x60, __VA_ARGS__)
#define rnr(...) REC(0x11, .syndrome = 0x20, __VA_ARGS__)
#define fatal(...) REC(0x11, .syndrome = 0x60, __VA_ARGS__)
#define aack(...) REC(0x12, .syndrome = 0x1f, __VA_ARGS__)
/* others */
#define uc(...) REC(0x2a, __VA_ARGS__) /* UC WRITE ONLY */
#define cnp(...) REC(0x81, __VA_ARGS__)
#define cmreq(...) REC(0x64, .syndrome = 0x10, __VA_ARGS__)
#define cmrep(...) REC(0x64, .syndrome = 0x13, __VA_ARGS__)
#define cmdreq(...) REC(0x64, .syndrome = 0x15, __VA_ARGS__)
#define cmdrep(...) REC(0x64, .syndrome = 0x16, __VA_ARGS__)

#define RECS_COUNT(recs) (sizeof(recs) / sizeof((recs)[0]))

/** recs_host - address of a host letter: A = 10.0.0.1, or of IPv6. */
struct rs_addr recs_host(char letter, bool v6);

/** recs_run - a whole capture; frames are numbered 1.. by place. The caller frees with run_fini(). */
void recs_run(struct run *out, const struct rs_engine_config *cfg, const struct rs_record *recs, size_t count);

/** recs_expect - the LANE, EPISODE and EVENT lines of a capture, in bursts of 1 and of many; fails the test if they differ. */
void recs_expect(const struct rs_engine_config *cfg, const struct rs_record *recs, size_t count, const char *want);
#define RECS_EXPECT(recs, want) recs_expect(NULL, recs, RECS_COUNT(recs), want)

/** recs_episode - the only episode of a capture, times since RECS_EPOCH_NS; fails the test if there is another number. */
struct rs_episode recs_episode(const struct rs_record *recs, size_t count);
#define RECS_EPISODE(recs) recs_episode(recs, RECS_COUNT(recs))

/** recs_events - events of one kind. */
unsigned recs_events(const struct run *r, unsigned kind);
/** recs_event - the nth (0..) event of a kind, NULL if there are fewer. */
const struct rs_event *recs_event(const struct run *r, unsigned kind, unsigned nth);

#endif
