/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ROCESCOPE_RECORD_H
#define ROCESCOPE_RECORD_H
/*
 * Decoded record: everything the engine and the tables need from one packet, 128 bytes,
 * no pointer, host byte order. A packet's life ends at decoding; a record can cross
 * threads, be stored, or be written by hand in a test.
 */
#include <rocescope/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a packet is (field `kind` of json.md). X(enum, json name) */
#define RS_KINDS(X)                                                                               \
	X(OTHER, "other")	  /* neither RoCE nor MAC control */                              \
	X(ROCE, "roce")		  /* BTH on a RoCE port, or RoCEv1 (flag RS_REC_ROCEV1) */         \
	X(CNP, "cnp")		  /* congestion notification, opcode 0x81 */                      \
	X(CM, "cm")		  /* connection management MAD on QP1 */                          \
	X(PFC, "pfc")		  /* 802.1Qbb, MAC control opcode 0x0101 */                       \
	X(PAUSE, "pause")	  /* 802.3x, MAC control opcode 0x0001 */                         \
	X(MALFORMED, "malformed") /* contradicts itself: reason says how */                       \
	X(SHORT, "short")	  /* RoCE or MAC control, but cut before the end of its headers */

enum rs_kind {
#define X(id, name) RS_KIND_##id,
	RS_KINDS(X)
#undef X
	RS_KIND_COUNT
};

/** Why a record is of kind OTHER, MALFORMED or SHORT, or is odd. X(enum, json name, sentence) */
#define RS_REASONS(X)                                                                             \
	X(NONE, "none", "nothing to say")                                                         \
	X(ARP, "arp", "ARP")                                                                      \
	X(TCP, "tcp", "TCP")                                                                      \
	X(UDP, "udp", "UDP to another port")                                                      \
	X(ICMP, "icmp", "ICMP")                                                                   \
	X(IP_OTHER, "ip", "other IP protocol")                                                    \
	X(LLC, "llc", "802.3 LLC")                                                                \
	X(LLDP, "lldp", "LLDP")                                                                   \
	X(ETHERTYPE, "ethertype", "other EtherType")                                              \
	X(MAC_CONTROL, "mac_control", "MAC control other than pause and PFC")                     \
	X(ENCRYPTED, "encrypted", "encrypted (ESP, MACsec)")                                      \
	X(FRAGMENT, "fragment", "later IP fragment: no transport header in it")                   \
	X(LINKTYPE, "linktype", "link type not supported")                                        \
	X(DEPTH, "depth", "too many tags, headers or tunnels")                                    \
	X(CUT, "cut", "captured bytes end inside a header")                                       \
	X(LINK_LENGTH, "link_length", "EtherType or length field out of range")                   \
	X(IP_HEADER, "ip_header", "IP version or header length is wrong")                         \
	X(IP_LENGTH, "ip_length", "IP total length is shorter than its headers")                  \
	X(UDP_LENGTH, "udp_length", "UDP length is shorter than a BTH and ICRC, or than 8")       \
	X(UDP_BEYOND, "udp_beyond", "UDP length goes beyond the IP payload")                      \
	X(BTH_VERSION, "bth_version", "BTH transport version is not 0")                           \
	X(BTH_LENGTH, "bth_length", "headers of the opcode and padding do not fit the length")    \
	X(OPCODE, "opcode", "opcode not in the tables")                                           \
	X(GRH, "grh", "GRH next header or length is wrong")                                       \
	X(TUNNEL, "tunnel", "tunnel header is not understood")                                    \
	X(CM_MESSAGE, "cm_message", "management datagram is not a CM message")                    \
	X(PAUSE_RESERVED, "pause_reserved", "reserved bits of the PFC vector are set")            \
	X(LRH, "lrh", "LRH version or packet length is wrong")

enum rs_reason {
#define X(id, name, text) RS_REASON_##id,
	RS_REASONS(X)
#undef X
	RS_REASON_COUNT
};

/** Innermost tunnel that carried the packet. X(enum, json name) */
#define RS_TUNNELS(X)                                                                             \
	X(NONE, "")                                                                               \
	X(VXLAN, "vxlan")                                                                         \
	X(GENEVE, "geneve")                                                                       \
	X(GRE, "gre")                                                                             \
	X(NVGRE, "nvgre")                                                                         \
	X(ERSPAN1, "erspan1")                                                                     \
	X(ERSPAN2, "erspan2")                                                                     \
	X(ERSPAN3, "erspan3")                                                                     \
	X(IPIP, "ipip")                                                                           \
	X(MPLS, "mpls")

enum rs_tunnel {
#define X(id, name) RS_TUNNEL_##id,
	RS_TUNNELS(X)
#undef X
	RS_TUNNEL_COUNT
};

/** Extension headers; a mask of these bits says which were read whole. X(enum, bit, name, bytes) */
#define RS_HEADERS(X)                                                                             \
	X(BTH, 0, "BTH", 12)                                                                      \
	X(RDETH, 1, "RDETH", 4)                                                                   \
	X(DETH, 2, "DETH", 8)                                                                     \
	X(XRCETH, 3, "XRCETH", 4)                                                                 \
	X(FETH, 4, "FETH", 4)                                                                     \
	X(RETH, 5, "RETH", 16)                                                                    \
	X(ATOMICETH, 6, "AtomicETH", 28)                                                          \
	X(AETH, 7, "AETH", 4)                                                                     \
	X(ATOMICACKETH, 8, "AtomicAckETH", 8)                                                     \
	X(IMMDT, 9, "ImmDt", 4)                                                                   \
	X(IETH, 10, "IETH", 4)                                                                    \
	X(CM, 11, "CM", 0)                                                                        \
	X(PAUSE, 12, "PAUSE", 0)                                                                  \
	X(PAYLOAD, 13, "payload", 0)                                                              \
	X(ICRC, 14, "ICRC", 4)                                                                    \
	X(LRH, 15, "LRH", 8) /* native InfiniBand; stands before the BTH, and is never in `cut` */

enum rs_header_bit {
#define X(id, bit, name, bytes) RS_HDR_##id = 1 << bit,
	RS_HEADERS(X)
#undef X
};

enum rs_bth_flag {
	RS_BTH_SE = 1 << 0,	/**< solicited event */
	RS_BTH_MIGREQ = 1 << 1, /**< migration request */
	RS_BTH_ACKREQ = 1 << 2, /**< A bit: an acknowledge is asked for */
	RS_BTH_FECN = 1 << 3,
	RS_BTH_BECN = 1 << 4,
	RS_BTH_PAD_SHIFT = 5,	/**< PadCnt in bits 5-6 */
};

enum rs_record_flag {
	RS_REC_VLAN = 1 << 0,	   /**< vlan_tci is valid (innermost tag of the frame) */
	RS_REC_IPV6 = 1 << 1,	   /**< innermost IP is version 6 */
	RS_REC_FRAGMENT = 1 << 2,  /**< first fragment of a fragmented datagram */
	RS_REC_ROCEV1 = 1 << 3,	   /**< no UDP: RoCEv1 (EtherType 0x8915), or native InfiniBand (with RS_HDR_LRH) */
	RS_REC_BTH = 1 << 4,	   /**< opcode, QPN and PSN are valid (BTH read whole) */
	RS_REC_QINQ = 1 << 5,	   /**< more than one VLAN tag */
	RS_REC_NO_TIME = 1 << 6,   /**< RS_PKT_NO_TIME of the packet */
	RS_REC_IP = 1 << 7,	   /**< src, dst, tos, ttl are valid (from IP or GRH; LIDs without one: no tos, ttl) */
};

/** Result of the ICRC check (json `icrc`). X(enum, json name) */
#define RS_ICRCS(X)                                                                               \
	X(UNCHECKED, "unchecked") /* not asked for, or not checkable (cut, fragment, options) */  \
	X(GOOD, "good")                                                                           \
	X(BAD, "bad")                                                                             \
	X(SPORT, "sport") /* right but for the UDP source port: a mirror rewrote it */

enum rs_icrc {
#define X(id, name) RS_ICRC_##id,
	RS_ICRCS(X)
#undef X
	RS_ICRC_COUNT
};

/** CM message of a kind CM record (IBTA vol. 1 ch. 12; bytes as in the CM REQ and REP layouts). */
struct rs_cm {
	uint32_t local_id;    /**< local communication id */
	uint32_t remote_id;   /**< remote communication id, 0 in REQ */
	uint32_t qpn;	      /**< REQ, REP: local QPN; DREQ: remote QPN; else RS_NO_QPN */
	uint32_t psn;	      /**< REQ, REP: starting PSN; else RS_NO_PSN */
	uint16_t flow_sport;  /**< REQ: UDP source port that the primary flow label predicts, 0 = no label */
	uint8_t attr;	      /**< low byte of the attribute id: 0x10 REQ, 0x12 REJ, 0x13 REP, 0x14 RTU, 0x15 DREQ, 0x16 DREP */
	uint8_t pmtu_code;    /**< REQ: 1 = 256 .. 5 = 4096, 0 = not said */
	uint8_t ack_timeout;  /**< REQ: local ACK timeout code 0..31 */
	uint8_t retry;	      /**< bits 0-2 retry count, bits 4-6 RNR retry count (REQ, REP) */
};

/**
 * One decoded packet, 128 bytes (asserted). Two cache lines: identity, then content.
 * Fields that a packet does not have are 0 unless stated.
 */
struct rs_record {
	rs_ns time;	       /**< capture time, ns since 1970 */
	rs_frame frame;	       /**< file and frame number */
	struct rs_addr src;    /**< innermost source address */
	struct rs_addr dst;    /**< innermost destination address */
	uint8_t smac[6];       /**< innermost source MAC, zero if none */
	uint8_t dmac[6];       /**< innermost destination MAC, zero if none */
	uint32_t encap_id;     /**< VXLAN/Geneve/NVGRE: VNI; ERSPAN II/III: session << 22 | sequence & 0x3fffff */

	uint32_t wire_len;     /**< bytes on the wire, of the outermost frame */
	uint16_t point;	       /**< capture point */
	uint8_t kind;	       /**< enum rs_kind */
	uint8_t reason;	       /**< enum rs_reason */
	uint16_t vlan_tci;     /**< with RS_REC_VLAN: PCP (3), DEI (1), VID (12) */
	uint8_t tos;	       /**< DSCP (6) and ECN (2), as IPv4 ToS or IPv6 traffic class */
	uint8_t ttl;	       /**< TTL or hop limit */
	uint16_t ip_id;	       /**< IPv4 identification, 0 for IPv6 */
	uint16_t udp_sport;    /**< UDP source port */
	uint8_t tunnel;	       /**< enum rs_tunnel, the innermost */
	uint8_t opcode;	       /**< BTH opcode, valid with RS_REC_BTH */
	uint8_t bth_flags;     /**< enum rs_bth_flag and PadCnt */
	uint8_t flags;	       /**< enum rs_record_flag */
	uint32_t dqpn;	       /**< destination QPN, 24 bits */
	uint32_t psn;	       /**< PSN, 24 bits */
	uint32_t icrc;	       /**< ICRC as received (wire bytes read as big-endian), valid with RS_HDR_ICRC */
	uint16_t pkey;	       /**< P_Key */
	uint16_t payload_len;  /**< RDMA payload bytes (no pad) from IP/UDP lengths; other UDP: payload */
	uint16_t headers;      /**< enum rs_header_bit: read whole */
	uint8_t cut;	       /**< 1 + bit of the first header (RS_HEADERS) that the capture cut, 0 = none cut */
	uint8_t icrc_state;    /**< enum rs_icrc */

	union {
		struct {		     /* requests with RETH, ImmDt, IETH, XRCETH, FETH */
			uint64_t va;	     /**< RETH virtual address */
			uint32_t rkey;	     /**< RETH R_Key */
			uint32_t dma_len;    /**< RETH DMA length: of the whole message */
			uint32_t imm;	     /**< immediate data, or R_Key to invalidate (IETH) */
			uint32_t xrc_srqn;   /**< XRCETH: XRC SRQ number; FLUSH: FETH */
		} req;
		struct {		     /* AtomicETH */
			uint64_t va;
			uint64_t swap_add;   /**< swap or add operand */
			uint32_t rkey;
			uint32_t xrc_srqn;
		} atomic;
		struct {		     /* responses: AETH, AtomicAckETH */
			uint64_t orig;	     /**< AtomicAckETH original value */
			uint32_t msn;	     /**< AETH MSN, 24 bits */
			uint8_t syndrome;    /**< AETH syndrome, whole byte */
		} ack;
		struct {		     /* UD: DETH */
			uint32_t qkey;
			uint32_t src_qpn;
			uint32_t imm;
		} ud;
		struct {		     /* PFC and 802.3x (quanta[0]) */
			uint16_t vector;     /**< PFC class-enable vector as sent, high byte included */
			uint16_t quanta[8];  /**< pause time per priority in units of 512 bit times */
		} pause;
		struct rs_cm cm;
		struct {		     /* kind OTHER */
			uint16_t sport, dport; /**< TCP or UDP ports, 0 = none */
			uint16_t ethertype;  /**< innermost EtherType */
			uint8_t ip_proto;
		} other;
	} u;
};

#if defined(__cplusplus)
static_assert(sizeof(struct rs_record) == 128, "record is two cache lines");
#else
_Static_assert(sizeof(struct rs_record) == 128, "record is two cache lines");
#endif

static inline unsigned rs_record_ecn(const struct rs_record *r)
{
	return r->tos & 3u; /* 0 Not-ECT, 1 ECT(1), 2 ECT(0), 3 CE (RFC 3168) */
}

static inline unsigned rs_record_dscp(const struct rs_record *r)
{
	return r->tos >> 2;
}

static inline unsigned rs_record_pad(const struct rs_record *r)
{
	return (r->bth_flags >> RS_BTH_PAD_SHIFT) & 3u;
}

#ifdef __cplusplus
}
#endif
#endif
