/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ROCESCOPE_DECODE_H
#define ROCESCOPE_DECODE_H
/*
 * Decoder: packet view in, record out. No state between packets, no allocation; safe from
 * any thread. Never fails: a bad packet becomes a record with a kind and a reason.
 */
#include <rocescope/packet.h>
#include <rocescope/record.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RS_MAX_ROCE_PORTS 8

struct rs_decode_config {
	uint16_t roce_ports[RS_MAX_ROCE_PORTS]; /**< UDP destination ports that carry RoCEv2 */
	unsigned roce_port_count;		/**< 1..RS_MAX_ROCE_PORTS */
	bool check_icrc;			/**< compute the ICRC of whole frames */
};

/** rs_decode_config_init - port 4791, ICRC checked. */
void rs_decode_config_init(struct rs_decode_config *cfg);

/**
 * rs_decode - decode one packet
 * @cfg: borrowed
 * @pkt: borrowed, bytes included
 * @out: all 128 bytes are written
 *
 * Lengths come from IP/UDP, never from captured bytes; decoding of a prefix of a frame never
 * claims more than decoding the whole.
 */
void rs_decode(const struct rs_decode_config *cfg, const struct rs_packet *pkt, struct rs_record *out);

/** One field of a packet; the strings live until the callback returns. */
struct rs_detail {
	const char *layer; /**< "Ethernet", "BTH", "CM REQ", ... */
	const char *field; /**< "destination QP" */
	const char *value; /**< text, "" when cut */
	uint32_t offset;   /**< of its first byte in the captured frame */
	uint32_t length;   /**< bytes that it touches */
	bool cut;	   /**< the capture ends before its last byte */
};

typedef void (*rs_detail_fn)(void *user, const struct rs_detail *detail);

/**
 * rs_decode_detail - tell every field of a packet, from the link layer to the ICRC and what stands behind it
 * @fn: called once a field, in the order of the bytes (fields of one byte: from its high bit)
 *
 * For a person who looks at one packet: slow, the same walk as rs_decode().
 */
void rs_decode_detail(const struct rs_decode_config *cfg, const struct rs_packet *pkt, rs_detail_fn fn, void *user);

/** What the engine needs to know of an opcode. */
enum rs_op_role {
	RS_OP_REQUEST = 1 << 0,	 /**< travels requester to responder and uses request PSNs */
	RS_OP_RESPONSE = 1 << 1, /**< ACK, READ response, atomic ACK */
	RS_OP_FIRST = 1 << 2,	 /**< begins a message of several packets */
	RS_OP_MIDDLE = 1 << 3,
	RS_OP_LAST = 1 << 4,	 /**< ends one */
	RS_OP_ONLY = 1 << 5,	 /**< whole message in one packet */
	RS_OP_READ = 1 << 6,	 /**< READ request or READ response */
	RS_OP_ATOMIC = 1 << 7,	 /**< atomic, FLUSH, ATOMIC WRITE (one PSN, answered by a response of it), or ATOMIC ACK */
	RS_OP_SEND = 1 << 8,	 /**< SEND family */
	RS_OP_WRITE = 1 << 9,	 /**< RDMA WRITE family */
	RS_OP_ACK = 1 << 10,	 /**< plain ACKNOWLEDGE */
	RS_OP_KNOWN = 1 << 11,	 /**< in the tables */
};

/** Transport by the opcode's top bits. X(enum, json name) */
#define RS_TRANSPORTS(X)                                                                          \
	X(RC, "RC")                                                                               \
	X(UC, "UC")                                                                               \
	X(RD, "RD")                                                                               \
	X(UD, "UD")                                                                               \
	X(CNP, "CNP")                                                                             \
	X(XRC, "XRC")                                                                             \
	X(DC, "DC")                                                                               \
	X(UNKNOWN, "unknown")

enum rs_transport {
#define X(id, name) RS_TRANSPORT_##id,
	RS_TRANSPORTS(X)
#undef X
	RS_TRANSPORT_COUNT
};

/** One of 256 rows; constant, never NULL. */
struct rs_opcode_info {
	const char *name;     /**< TRANSPORT_NAME, e.g. "RC_WRITE_FIRST"; unknown: "OP_0x5f", vendors': "VENDOR_0xc0" */
	const char *short_name; /**< without transport, e.g. "WRITE_FIRST" */
	uint16_t headers;     /**< enum rs_header_bit, BTH included */
	uint16_t role;	      /**< enum rs_op_role */
	uint8_t transport;    /**< enum rs_transport */
	uint8_t header_bytes; /**< BTH and extension headers together */
};

/** By opcode; read through rs_opcode(). */
extern const struct rs_opcode_info rs_opcode_table[256];

static inline const struct rs_opcode_info *rs_opcode(uint8_t opcode)
{
	return &rs_opcode_table[opcode];
}

/* Names; all return static strings, never NULL. */
const char *rs_kind_name(unsigned kind);
const char *rs_reason_name(unsigned reason);	 /**< json word */
const char *rs_reason_text(unsigned reason);	 /**< sentence */
const char *rs_tunnel_name(unsigned tunnel);
const char *rs_transport_name(unsigned transport);
const char *rs_icrc_name(unsigned icrc_state);
const char *rs_header_name(unsigned bit);	 /**< by bit number of RS_HEADERS */
const char *rs_cm_name(uint8_t attr);		 /**< "REQ", "REP", ... */

/** AETH syndrome, top bits (IBTA vol. 1, 9.7.5.2.1 as implemented by the Linux drivers). */
enum rs_aeth_class {
	RS_AETH_ACK,
	RS_AETH_RNR,
	RS_AETH_RESERVED,
	RS_AETH_NAK,
};

static inline enum rs_aeth_class rs_aeth_class(uint8_t syndrome)
{
	return (enum rs_aeth_class)((syndrome >> 5) & 3u);
}

/** rs_syndrome_text - "ACK", "RNR NAK 0.64 ms", "NAK sequence error", "NAK remote access error", ... static string. */
const char *rs_syndrome_text(uint8_t syndrome);

/** rs_rnr_ns - waiting time of an RNR timer code 0..31 in ns (code 0 is the longest: 655.36 ms). */
rs_ns rs_rnr_ns(unsigned code);

#ifdef __cplusplus
}
#endif
#endif
