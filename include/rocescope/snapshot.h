/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ROCESCOPE_SNAPSHOT_H
#define ROCESCOPE_SNAPSHOT_H
/*
 * State of an analysis at one moment, as plain rows: totals, points, flows, lanes. Filled by
 * the engine, read by reports; a copy, so the engine may go on. Rows are sorted: flows by
 * first packet, lanes by id.
 */
#include <rocescope/event.h>
#include <rocescope/record.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RS_FLOW_SPORTS 8
#define RS_FLOW_VLANS 4

/** Counts of the whole input; every frame is in, copies included. */
struct rs_totals {
	uint64_t packets;
	uint64_t captured_bytes;   /**< filled by the caller's source, 0 from the engine */
	uint64_t wire_bytes;
	uint64_t kinds[RS_KIND_COUNT];
	uint64_t reasons[RS_REASON_COUNT];
	uint64_t roce;		   /**< RoCEv2 BTH on a RoCE port: CNP, CM and short ones are parts of it */
	uint64_t rocev1;
	uint64_t cnp;
	uint64_t pfc;
	uint64_t pause;
	uint64_t cm;
	uint64_t other;
	uint64_t malformed;
	uint64_t shorts;
	uint64_t cut_headers;	   /**< RoCE packets of which a BTH or AETH was cut */
	uint64_t cut_packets;	   /**< RoCE packets cut anywhere */
	uint64_t copies;
	uint64_t icrc_good, icrc_bad, icrc_unchecked, icrc_sport;
	uint64_t unpaired_responses;
	uint64_t opcodes[256];
	uint64_t time_backwards;   /**< packets earlier than the one before */
	uint64_t evicted_flows;	   /**< flow table full: rows that had to go */
	uint64_t lost_events;	   /**< events that a late caller lost */
	uint64_t pool_empty;	   /**< times a history or hole pool was empty */
	uint64_t pausers_refused;  /**< pause frames of sides that found no room in the table */
	rs_ns first;		   /**< time of the first packet, RS_NS_NONE if none */
	rs_ns last;
	rs_frame first_frame;
	rs_frame first_cut;	   /**< a cut RoCE packet */
	rs_frame first_bad_icrc;
	rs_frame first_copy;
	rs_frame first_backwards;
	uint16_t recovered_sport;  /**< with icrc_sport: the port before rewriting, of the first such packet */
};

/** Per capture point. */
struct rs_point_row {
	uint64_t packets;
	uint64_t roce_packets;	   /**< RoCEv1 and RoCEv2 */
	uint64_t copies;
	uint64_t mirror_gaps;	   /**< packets missing by ERSPAN or GRE sequence numbers */
	rs_ns first, last;	   /**< RS_NS_NONE if no packet */
	uint64_t coarse_times;	   /**< time stamps that are whole microseconds */
};

/** One flow: packets of one direction to one destination QP between two hosts (diagnosis: dflow). */
struct rs_flow_row {
	uint64_t packets, wire_bytes, payload_bytes; /**< copies excluded, here and below */
	rs_ns last;
	uint64_t ecn[4];	   /**< by codepoint: Not-ECT, ECT(1), ECT(0), CE */
	uint64_t acks;
	bool request;		   /**< carries requests */
	bool response;		   /**< carries responses */
	/* up to here: touched by every packet, so they stand together */
	uint64_t flow_id;	   /**< rs_flow_id(): the same in every file and at every point */
	struct rs_addr src, dst;
	uint32_t dst_qp;
	uint32_t vni;		   /**< 0 = none */
	uint16_t point;
	uint8_t transport;	   /**< enum rs_transport of its first packet */
	uint8_t sport_count, vlan_count, dscp_count, pcp_count; /**< values kept below; more exist if full */
	uint8_t priority;	   /**< 0..7: PCP of its first packet, else by DSCP */
	bool priority_assumed;	   /**< by DSCP / 8 without a map that names it */
	uint8_t smac[6], dmac[6];  /**< of its first packet, zero if none */
	uint16_t sports[RS_FLOW_SPORTS];
	uint16_t vlans[RS_FLOW_VLANS];
	uint8_t dscps[RS_FLOW_VLANS];
	uint8_t pcps[RS_FLOW_VLANS];
	rs_ns first;
	rs_frame first_frame;
	uint64_t naks, rnr_naks, fatal_naks, cnps, read_requests;
	uint64_t uc_gaps;	   /**< UC PSNs not seen */
	uint64_t icrc_bad;
	uint64_t unpaired;	   /**< responses that belong to no lane */
	rs_frame first_uc_gap, first_bad_icrc, first_unpaired;
	uint8_t towards[6];	   /**< MAC of the pausing side that its gaps are measured towards */
	rs_ns gap_max;		   /**< longest time between packets towards a side that pauses, since its first pause; 0 = none */
	rs_ns gap_median;	   /**< of these times, to a power of two, rounded up */
	rs_ns gap_paused;	   /**< part of gap_max in which the flow's priority was paused */
	rs_frame gap_frame;	   /**< packet that ended gap_max */
};

/** How long pauses lasted is known by. X(enum, json name) */
#define RS_PAUSE_METHODS(X) X(QUANTA, "quanta") X(REFRESH, "refresh")

enum rs_pause_method {
#define X(id, name) RS_PAUSE_BY_##id,
	RS_PAUSE_METHODS(X)
#undef X
	RS_PAUSE_METHOD_COUNT
};

/** Why a pause ended. X(enum, json name) */
#define RS_PAUSE_ENDS(X) X(XON, "xon") X(EXPIRY, "expiry") X(CAPTURE, "eof")

enum rs_pause_end {
#define X(id, name) RS_PAUSE_END_##id,
	RS_PAUSE_ENDS(X)
#undef X
	RS_PAUSE_END_COUNT
};

/** One pause, from its first XOFF to XON, expiry of the last XOFF, or the end of the capture. */
struct rs_pause_interval {
	rs_ns start, end;	   /**< absolute; end rounded to the nearest ns */
	rs_ns last_data;	   /**< latest packet of the priority at the point while it ran, RS_NS_NONE if none */
	rs_frame frame;		   /**< its first XOFF */
	uint32_t xoffs;		   /**< XOFF frames of it */
	uint8_t end_by;		   /**< enum rs_pause_end */
};

#define RS_PAUSE_INTERVALS 1000	   /* the first pauses of a row that are kept */
#define RS_PAUSE_LONG 64	   /* later ones of at least T_deadlock that are kept as well */
#define RS_PAUSE_BINS 128

/** Pauses of one side and priority at one point (diagnosis 4). */
struct rs_pause_row {
	uint16_t point;
	uint8_t mac[6];		   /**< source of the pause frames */
	int8_t priority;	   /**< 0..7, -1 = all (802.3x) */
	uint8_t method;		   /**< enum rs_pause_method; REFRESH: paused, longest, duty are lower bounds */
	bool host;		   /**< a host's NIC: the MAC sources RoCE of exactly one IP address */
	bool leaks_known;	   /**< headroom and leaks could be seen: by quanta, and data towards the side is known by MAC */
	uint64_t frames, xoff, xon, pauses;
	rs_ns paused, longest;
	rs_ns longest_start;
	uint32_t duty_ppm;	   /**< paused over capture time, UINT32_MAX = capture without length */
	rs_ns first, last;	   /**< start of the first pause, end of the last; RS_NS_NONE if there was none */
	rs_ns busiest;		   /**< paused time of the 10 ms (aligned to the capture's start) with most of it */
	rs_ns busiest_start;
	rs_ns worst_second;	   /**< most paused time within 100 such parts in a row */
	uint32_t watchdogs;	   /**< pauses of at least 200 ms: a PFC watchdog with default settings trips */
	rs_ns watchdog;		   /**< time of the first such trip, RS_NS_NONE if none */
	uint64_t headroom_bytes;   /**< most bytes of the priority that came within T_leak after the XOFF of one pause */
	uint64_t leak_frames, leak_bytes; /**< packets of the priority later than that while paused */
	rs_frame first_frame, longest_frame, first_leak;
	uint32_t interval_first;   /**< in snapshot.intervals: the first RS_PAUSE_INTERVALS, then up to RS_PAUSE_LONG long ones */
	uint32_t interval_count;
	uint32_t long_count;	   /**< behind them */
	rs_ns bin_width;	   /**< of the series of paused time, from the capture's start; 10 ms x 2^n */
	uint32_t bin_count;
	rs_ns bins[RS_PAUSE_BINS]; /**< paused time of each */
};

/** One lane: the PSN space of a requester's requests with their answers (diagnosis 1.1). */
struct rs_lane_row {
	uint64_t requests, new_packets;
	uint64_t request_bytes;	   /**< payload of all requests */
	uint64_t goodput_bytes;	   /**< acknowledged new payload, both directions' data of the lane */
	rs_ns last;
	uint64_t acks;
	uint64_t resent, resent_bytes;
	/* up to here: one cache line, touched by every packet */
	uint32_t id;		   /**< engine lane id; rows are sorted by it */
	uint16_t point;
	uint8_t transport;
	uint8_t pairing;	   /**< enum rs_pairing */
	uint8_t pair_confidence;   /**< percent */
	uint8_t priority;	   /**< of its request flow */
	bool priority_assumed;
	bool dead;		   /**< fatal NAK or retry exhausted, until a new epoch */
	bool sampled;		   /**< diagnosis 1.9 */
	bool responded;		   /**< any response was attributed */
	bool hole_overflow;
	struct rs_addr requester, responder;
	uint32_t vni;
	uint32_t responder_qp;
	uint32_t requester_qp;	   /**< RS_NO_QPN if not paired */
	uint64_t flow_id;	   /**< of the request flow */
	uint32_t pmtu;		   /**< bytes, 0 = not known */
	uint64_t resp_resent, resp_resent_bytes;
	uint64_t ooo;
	uint32_t max_displacement; /**< PSNs */
	uint64_t cap_missing;	   /**< acknowledged PSNs never seen */
	uint64_t undetermined;	   /**< holes still open */
	uint64_t dup_acks, stale_acks, naks, rnrs, fatal_naks;
	uint64_t read_responses, atomic_replays;
	uint64_t shorts;
	uint64_t implied_naks;	   /**< READ_RESP rounds */
	uint64_t rounds, timer_rounds;
	uint32_t episodes;
	uint32_t reorder_episodes; /**< side REORDER */
	uint32_t epochs;	   /**< incarnations, >= 1 */
	uint32_t next_psn;	   /**< hi */
	uint32_t una_psn;	   /**< RS_NO_PSN if unknown */
	uint8_t rto_pattern;	   /**< enum rs_rto_pattern */
	int8_t rto_n;		   /**< timer estimate, -1 = none */
	bool rto_exact;		   /**< ratio rule or CM data fixes it */
	uint32_t rto_ratio_pct;	   /**< smallest stall over 4.096 us * 2^n, percent */
	rs_ns stall_first, stall_last, stall_max, stall_total; /**< 0 if none */
	uint32_t stalls;
	rs_ns rnr_wait;		   /**< time spent waiting after RNR NAKs */
	uint32_t rnr_peak;	   /**< most RNR NAKs within one second */
	rs_ns ack_p50, ack_p99, ack_min; /**< ACK delay of packets sent once; RS_NS_NONE if none */
	rs_ns first;
	rs_ns last_response;	   /**< RS_NS_NONE before the first */
	rs_ns last_progress;	   /**< last time una moved, RS_NS_NONE if never */
	uint32_t largest_acked;	   /**< payload bytes of the largest request packet acknowledged */
	uint32_t largest_sent;	   /**< payload bytes of the largest request packet */
	rs_frame first_frame, first_nak, first_ooo, first_missing; /**< evidence */
};

enum rs_rto_pattern { RS_RTO_NONE, RS_RTO_ONE, RS_RTO_CONST, RS_RTO_GROWING, RS_RTO_MIXED };

/** Arrays are owned by the snapshot. */
struct rs_snapshot {
	struct rs_totals totals;
	struct rs_point_row *points;
	uint32_t point_count;
	struct rs_flow_row *flows;
	uint32_t flow_count;
	struct rs_lane_row *lanes;
	uint32_t lane_count;
	struct rs_pause_row *pauses; /**< sorted by point, MAC, priority */
	uint32_t pause_count;
	struct rs_pause_interval *intervals;
	uint32_t interval_count;
};

/** rs_snapshot_fini - free the arrays; the struct itself is the caller's. */
void rs_snapshot_fini(struct rs_snapshot *s);

const char *rs_pause_method_name(unsigned method);
const char *rs_pause_end_name(unsigned end);

/** rs_snapshot_lane - row of a lane id, NULL if it has none. */
const struct rs_lane_row *rs_snapshot_lane(const struct rs_snapshot *s, uint32_t lane);

/** rs_flow_id - hash of source, destination, destination QP and VNI, stable between runs and machines. */
uint64_t rs_flow_id(const struct rs_addr *src, const struct rs_addr *dst, uint32_t dst_qp, uint32_t vni);

#ifdef __cplusplus
}
#endif
#endif
