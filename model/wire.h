/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MODEL_WIRE_H
#define MODEL_WIRE_H
/*
 * A packet while it travels through the model: what its sender meant, not its bytes (those
 * are built by frame.c where a tap sees it). PSNs are kept as counts from the first PSN of
 * the connection, so that nothing inside the model has to wrap.
 */
#include <rocescope/types.h>

/** Opcodes that the model sends: RC and UC values of the low five bits, whole byte for CNP. */
enum wire_op {
	WIRE_SEND_FIRST = 0x00,
	WIRE_SEND_MIDDLE = 0x01,
	WIRE_SEND_LAST = 0x02,
	WIRE_SEND_ONLY = 0x04,
	WIRE_WRITE_FIRST = 0x06,
	WIRE_WRITE_MIDDLE = 0x07,
	WIRE_WRITE_LAST = 0x08,
	WIRE_WRITE_ONLY = 0x0a,
	WIRE_READ_REQUEST = 0x0c,
	WIRE_READ_FIRST = 0x0d,
	WIRE_READ_MIDDLE = 0x0e,
	WIRE_READ_LAST = 0x0f,
	WIRE_READ_ONLY = 0x10,
	WIRE_ACK = 0x11,
	WIRE_ATOMIC_ACK = 0x12,
	WIRE_COMPARE_SWAP = 0x13,
	WIRE_FETCH_ADD = 0x14,
	WIRE_UC = 0x20, /* added for UC */
	WIRE_CNP = 0x81,
	WIRE_PFC = 0xff, /* no BTH: a pause frame */
};

/** AETH syndromes. */
enum wire_syndrome {
	WIRE_SYN_ACK = 0x1f, /* credit field 31: no limit */
	WIRE_SYN_RNR = 0x20, /* plus the timer code */
	WIRE_SYN_NAK = 0x60, /* PSN sequence error */
	WIRE_SYN_ACCESS = 0x62, /* remote access error */
};

enum wire_ecn { WIRE_NOT_ECT = 0, WIRE_ECT0 = 2, WIRE_CE = 3 };

struct wire {
	rs_ns at;	     /**< when its sender hands it to the first port */
	uint64_t va;	     /**< RETH, AtomicETH: address */
	uint64_t operand;    /**< atomic: operand; ATOMIC ACK: original value */
	uint32_t conn;	     /**< connection index */
	uint32_t off;	     /**< PSN as a count from the first of the connection */
	uint32_t span;	     /**< PSNs taken: a READ request takes those of its responses */
	uint32_t payload;    /**< bytes after the headers, no pad */
	uint32_t dma_len;    /**< RETH: length of the whole message */
	uint32_t msn;	     /**< AETH */
	uint32_t sending;    /**< 1 = first transmission of this PSN, 2.. = sent again */
	uint32_t round;	     /**< requester's round that sent it, 0 = first transmissions */
	uint32_t
	    generation; /**< responses: dropped before sending when the responder has moved on */
	uint16_t ip_id;
	uint16_t quanta;     /**< pause frames: time for the priority */
	uint16_t length;     /**< frame bytes without FCS */
	uint8_t opcode;	     /**< enum wire_op */
	uint8_t syndrome;    /**< AETH */
	uint8_t src, dst;    /**< host indices; pause frames: unused */
	uint8_t dscp, ecn;
	uint8_t priority;    /**< traffic class 0..7 */
	uint8_t round_cause; /**< enum round_cause of that round */
	uint8_t hop;	     /**< ports passed */
	uint8_t seen;	     /**< bit per capture point passed (captured or not) */
	bool ack_request;
	bool request;	     /**< travels requester to responder */
	bool first, last;    /**< first, last packet of its message */
	bool damaged;	     /**< bits flipped on the way: the receiver drops it */
	bool copied;	     /**< a mirror's second copy, one hop later: TTL one lower */
	bool held;	     /**< was held back once (reordering): faults let it pass from now on */
};

static inline bool wire_is_read(const struct wire *w)
{
	return w->opcode == WIRE_READ_REQUEST;
}

static inline bool wire_is_atomic(const struct wire *w)
{
	return w->opcode == WIRE_COMPARE_SWAP || w->opcode == WIRE_FETCH_ADD;
}

/** wire_is_response_data - READ response or ATOMIC ACK: takes a PSN of the request space. */
static inline bool wire_is_response_data(const struct wire *w)
{
	return (w->opcode >= WIRE_READ_FIRST && w->opcode <= WIRE_READ_ONLY) ||
	       w->opcode == WIRE_ATOMIC_ACK;
}

static inline bool wire_has_aeth(const struct wire *w)
{
	return w->opcode == WIRE_READ_FIRST || w->opcode == WIRE_READ_LAST ||
	       w->opcode == WIRE_READ_ONLY || w->opcode == WIRE_ACK || w->opcode == WIRE_ATOMIC_ACK;
}

#endif
