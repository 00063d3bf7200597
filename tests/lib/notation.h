/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_LIB_NOTATION_H
#define TESTS_LIB_NOTATION_H
/*
 * Lines of the scenario notation (tests/scenarios/README.md): one packet a line, loops,
 * settings. Text in, rows out; what a row's packet looks like is scenario.c's business.
 */
#include <rocescope/types.h>

/** Packet kinds of the notation. X(name, BTH opcode, AETH syndrome, flags) */
#define NOTATION_OPS(X)                                                                           \
	X(SF, 0x00, 0, OP_PAYLOAD)                                                                \
	X(SM, 0x01, 0, OP_PAYLOAD)                                                                \
	X(SL, 0x02, 0, OP_PAYLOAD | OP_ENDS)                                                      \
	X(SO, 0x04, 0, OP_PAYLOAD | OP_ENDS)                                                      \
	X(WF, 0x06, 0, OP_PAYLOAD | OP_RETH)                                                      \
	X(WM, 0x07, 0, OP_PAYLOAD)                                                                \
	X(WL, 0x08, 0, OP_PAYLOAD | OP_ENDS)                                                      \
	X(WO, 0x0a, 0, OP_PAYLOAD | OP_ENDS | OP_RETH)                                            \
	X(RR, 0x0c, 0, OP_ENDS | OP_RETH)                                                         \
	X(RF, 0x0d, 0x1f, OP_PAYLOAD | OP_AETH)                                                   \
	X(RM, 0x0e, 0, OP_PAYLOAD)                                                                \
	X(RL, 0x0f, 0x1f, OP_PAYLOAD | OP_AETH)                                                   \
	X(RO, 0x10, 0x1f, OP_PAYLOAD | OP_AETH)                                                   \
	X(AK, 0x11, 0x1f, OP_AETH)                                                                \
	X(NK, 0x11, 0x60, OP_AETH | OP_REFUSES)                                                   \
	X(NI, 0x11, 0x61, OP_AETH | OP_REFUSES)                                                   \
	X(NA, 0x11, 0x62, OP_AETH | OP_REFUSES)                                                   \
	X(NO, 0x11, 0x63, OP_AETH | OP_REFUSES)                                                   \
	X(AX, 0x11, 0x60, OP_AETH | OP_REFUSES)                                                   \
	X(RN, 0x11, 0x20, OP_AETH | OP_REFUSES)                                                   \
	X(AA, 0x12, 0x1f, OP_AETH | OP_ATOMIC)                                                    \
	X(CS, 0x13, 0, OP_ENDS | OP_ATOMIC)                                                       \
	X(FA, 0x14, 0, OP_ENDS | OP_ATOMIC)                                                       \
	X(FL, 0x1c, 0, OP_ENDS | OP_RETH)                                                         \
	X(AW, 0x1d, 0, OP_PAYLOAD | OP_ENDS | OP_RETH)                                            \
	X(CQ, 0x64, 0, OP_CM)                                                                     \
	X(CP, 0x64, 0, OP_CM)                                                                     \
	X(CN, 0x81, 0, 0)

enum notation_op {
#define X(name, opcode, syndrome, flags) OP_##name,
	NOTATION_OPS(X)
#undef X
	OP_COUNT
};

enum notation_op_flag {
	OP_PAYLOAD = 1 << 0, /* len is payload of the packet */
	OP_ENDS = 1 << 1,    /* ends a message and asks for an ACK */
	OP_RETH = 1 << 2,
	OP_AETH = 1 << 3,
	OP_REFUSES = 1 << 4, /* a response that does not acknowledge its own PSN */
	OP_ATOMIC = 1 << 5,
	OP_CM = 1 << 6,
};

struct notation_op_info {
	const char *name;
	uint8_t opcode;
	uint8_t syndrome;
	uint8_t flags; /* enum notation_op_flag */
};

/** notation_op_info - row of an op; constant. */
const struct notation_op_info *notation_op_info(unsigned op);

/** What a line is about. */
enum notation_kind {
	NOTATION_PACKET,
	NOTATION_PFC,	/* t point side PF priority quanta */
	NOTATION_PAUSE, /* t point side GP quanta */
	NOTATION_DATA,	/* t point side DA priority bytes flow; op is OP_WO */
};

/** One packet line. -1 in the signed fields: not given. */
struct notation_row {
	rs_ns t;	 /* since the start of the capture */
	uint16_t point;	 /* T1 = 0 */
	uint8_t op;	 /* enum notation_op */
	uint8_t rnr;	 /* RN: timer code */
	char src, dst;	 /* host letters */
	bool ce, ne;	 /* ECN: CE, Not-ECT; else ECT(0) */
	uint32_t qp;	 /* destination QP */
	uint32_t psn;
	uint32_t len;
	int32_t id, ttl, vlan, sport, msn, dscp, cap;
	uint32_t lqp, comm, rcomm; /* CM */
	uint64_t val;	 /* AA: original value */
	uint8_t kind;	 /* enum notation_kind; from here on all but PACKET */
	uint8_t side;	 /* index of the side that sends it */
	uint8_t priority;
	uint16_t quanta;
	uint16_t flow;	 /* DATA: number of F1, F2, .. */
};

/** One end of a link at a point, by name. */
struct notation_side {
	uint16_t point;
	char name[16];
};

/** link POINT DEV_A DEV_B */
struct notation_link {
	uint16_t point;
	uint8_t a, b; /* sides */
};

/** cfg pair=HOST.QP:PEERQP */
struct notation_pair {
	char host;
	uint32_t qp, peer_qp;
};

#define NOTATION_PAIRS 8
#define NOTATION_SIDES 16
#define NOTATION_LINKS 8

struct notation {
	struct notation_row *rows; /* owned */
	size_t count, room;
	struct notation_pair pairs[NOTATION_PAIRS];
	unsigned pair_count;
	uint32_t pmtu;		   /* 1024 unless cfg pmtu= */
	rs_ns eof;		   /* RS_NS_NONE if not given */
	uint64_t bps;		   /* cfg rate= in Gb/s, 0 if not given */
	struct notation_side sides[NOTATION_SIDES];
	unsigned side_count;
	struct notation_link links[NOTATION_LINKS];
	unsigned link_count;
};

void notation_init(struct notation *n);
void notation_fini(struct notation *n);

/** notation_line - one line; empty lines and comments are fine. */
RS_MUST_USE int notation_line(struct notation *n, const char *line, struct rs_err *err);

/** notation_sort - by time; lines of one time keep their order. */
void notation_sort(struct notation *n);

#endif
