/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ROCESCOPE_ENGINE_H
#define ROCESCOPE_ENGINE_H
/*
 * Analysis. An engine judges what can be decided from one lane or one host pair; a fabric
 * draws the conclusions (findings, trust, verdict) from what engines say. Neither does I/O,
 * reads a clock or the environment, or has a thread; the same input gives the same output.
 *
 *	rs_engine_create -> { rs_engine_feed; drain rs_engine_events, rs_engine_episodes } ...
 *	-> rs_engine_finish -> drain -> rs_engine_snapshot; rs_fabric_finish -> rs_fabric_verdict
 */
#include <rocescope/event.h>
#include <rocescope/record.h>
#include <rocescope/snapshot.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Tunable constants (`--set NAME=VALUE`). X(field, name, default, unit, help) */
#define RS_TUNABLES(X)                                                                            \
	X(t_idle, "T_idle", 100000, "ns", "silence after which a resend is a timer")              \
	X(t_ooo, "T_ooo", 100000, "ns", "a hole filled within this time is reordering")           \
	X(t_nak_late, "T_nak_late", 1000000, "ns", "floor of the limit for a lost NAK")           \
	X(t_copy_id, "T_copy_id", 10000000, "ns", "copy window with equal IP ids")                \
	X(t_copy_hop, "T_copy_hop", 1000000, "ns", "copy window with different TTL, VLAN, MACs")  \
	X(t_copy_same, "T_copy_same", 1000, "ns", "copy window of identical frames")              \
	X(w_jump, "W_jump", 65536, "psn", "PSN jump that is no ordinary window")                  \
	X(w_sole, "W_sole", 4096, "psn", "how far the first response of a sole pair may lie")     \
	X(i_hold, "I_hold", 50000, "ns", "CE marks this soon after a CNP give no latency")        \
	X(t_cnp_max, "T_cnp_max", 1000000, "ns", "a CE mark without CNP in this time is unanswered") \
	X(n_ce_min, "N_ce_min", 10, "packets", "CE packets before \"no CNP\" may be said")        \
	X(t_pause_long, "T_pause_long", 10000000, "ns", "long pause")                             \
	X(t_pause_storm, "T_pause_storm", 100000000, "ns", "pause storm")                         \
	X(t_deadlock, "T_deadlock", 10000000, "ns", "wait-for cycle held this long")              \
	X(t_leak, "T_leak", 10000, "ns", "data on a paused priority after this is a leak")        \
	X(w_storm, "W_storm", 100000000, "ns", "storm window")                                    \
	X(w_rate, "W_rate", 1000000, "ns", "rate series bucket")

struct rs_tunables {
#define X(field, name, value, unit, help) int64_t field;
	RS_TUNABLES(X)
#undef X
};

/** A pair given by the user (pairing TABLE). */
struct rs_pair_hint {
	struct rs_addr requester, responder;
	uint32_t requester_qp, responder_qp;
};

struct rs_engine_config {
	struct rs_tunables tune;
	uint32_t max_flows;	   /**< flow table slots; default 1 << 20 (touched as used) */
	uint32_t max_points;	   /**< default 256 */
	uint32_t max_events;	   /**< event ring, power of two; default 8192 */
	uint32_t max_episodes;	   /**< episode ring, power of two; default 2048 */
	uint32_t max_pausers;	   /**< sides that send pauses, by point and priority; default 1024 */
	uint8_t dscp_priority[64]; /**< priority of packets without a VLAN tag; default DSCP / 8 */
	uint64_t dscp_named;	   /**< bit n: the user gave the priority of DSCP n, else it is assumed */
	uint32_t max_windows;	   /**< window ring, power of two; default 16384 */
	const struct rs_pair_hint *pairs; /**< borrowed during create, may be NULL */
	uint32_t pair_count;
};

void rs_engine_config_init(struct rs_engine_config *cfg);

struct rs_engine;

/** rs_engine_create - NULL on failure with @err filled. Owned by the caller. */
struct rs_engine *rs_engine_create(const struct rs_engine_config *cfg, struct rs_err *err);
void rs_engine_destroy(struct rs_engine *e);

/** What is known of the link that a point stands on. Names are borrowed, NULL if not known. */
struct rs_link {
	uint16_t point;
	uint64_t bps;		   /**< 0 = not known */
	const char *dev_a, *dev_b; /**< devices at its ends */
	uint8_t mac_a[6], mac_b[6]; /**< their ports, zero if not known */
};

/** rs_engine_set_link - speed and MACs of a point's link; before the first record of the point. */
void rs_engine_set_link(struct rs_engine *e, const struct rs_link *link);

/** Largest burst of rs_engine_feed. A caller that drains after each burst never loses an event. */
#define RS_BURST_MAX 256

/**
 * rs_engine_feed - analyse @n records in capture order (n <= RS_BURST_MAX)
 * @classes: NULL, or n entries that receive the first judgement (enum rs_class); later
 *	corrections change the sums of lanes, not these
 */
void rs_engine_feed(struct rs_engine *e, const struct rs_record *recs, size_t n, uint8_t *classes);

/** rs_engine_advance - time has passed without packets; returns true if more timers are due. */
bool rs_engine_advance(struct rs_engine *e, rs_ns now);

/** rs_engine_finish - end of capture at the time of the last record: settles what is open. Drain again until empty. */
void rs_engine_finish(struct rs_engine *e);

/** rs_engine_finish_step - after rs_engine_finish: closes more lanes; false when all are closed. Drain after each call. */
bool rs_engine_finish_step(struct rs_engine *e);

/* Draining: copy up to @max, return the number copied. Episodes come when they are final. */
size_t rs_engine_events(struct rs_engine *e, struct rs_event *out, size_t max);
size_t rs_engine_episodes(struct rs_engine *e, struct rs_episode *out, size_t max);
size_t rs_engine_windows(struct rs_engine *e, struct rs_window *out, size_t max);

/** rs_engine_snapshot - fill @out (freed by rs_snapshot_fini). */
RS_MUST_USE int rs_engine_snapshot(const struct rs_engine *e, struct rs_snapshot *out, struct rs_err *err);

/* ---- fabric ---- */

/** What the fabric must know beside the engines' output. */
struct rs_fabric_input {
	uint64_t capture_drops;	   /**< packets that the capturing machine says it lost; valid with drops_known */
	bool drops_known;
	bool input_truncated;	   /**< a file ended inside a packet */
	bool partial;		   /**< reading was stopped by the user */
	uint64_t decode_other_errors; /**< reserved, 0 */
	const uint8_t *claimed_ns; /**< per point: 1 = its file says that it has steps below 1 us; NULL = not known */
	uint32_t claimed_count;	   /**< entries of claimed_ns */
	const struct rs_link *links; /**< topology: links with both devices named; may be NULL */
	uint32_t link_count;
};

/** One reason to trust or not to trust the capture. */
struct rs_trust_item {
	const char *code;  /**< a cap-* finding code or another lower-case word, static */
	int64_t value;	   /**< in its own unit, said by the text */
	char effect[200];  /**< sentence: what follows for the conclusions */
};

#define RS_TRUST_ITEMS 16
#define RS_TRUSTS(X) X(GOOD, "good") X(LIMITED, "limited") X(POOR, "poor")
#define RS_VERDICTS(X)                                                                            \
	X(CRITICAL, "critical") X(WARNING, "warning") X(NOTICE, "notice") X(HEALTHY, "healthy")   \
	X(INCONCLUSIVE, "inconclusive")

enum rs_trust {
#define X(id, name) RS_TRUST_##id,
	RS_TRUSTS(X)
#undef X
	RS_TRUST_COUNT
};

enum rs_verdict_word {
#define X(id, name) RS_VERDICT_##id,
	RS_VERDICTS(X)
#undef X
	RS_VERDICT_COUNT
};

const char *rs_trust_name(unsigned level);
const char *rs_verdict_name(unsigned verdict);

/** Devices that wait for each other in a ring (diagnosis 4). */
struct rs_deadlock {
	uint8_t priority;	   /**< RS_PAUSE_ALL for 802.3x */
	bool idle;		   /**< no packet of the priority crossed a link of it: confidence high, else medium */
	rs_ns start, end;	   /**< all pauses of the ring held */
	const char *const *devices; /**< each waits for the next, the last for the first; smallest name first */
	uint32_t device_count;
	rs_frame frames[RS_EVIDENCE_FRAMES]; /**< first XOFFs of its links */
};

/** Who waits for whom, up to the device that waits for none. */
struct rs_pause_tree {
	uint8_t priority;	   /**< RS_PAUSE_ALL for 802.3x */
	const char *const *devices; /**< each waits for the next; the last is the root */
	uint32_t device_count;
};

/** Causes of storms, in the order that breaks ties. X(enum, name, words) */
#define RS_STORM_CAUSES(X)                                                                        \
	X(INCAST, "C-INCAST", "fan-in overflow: several senders fill one port")                   \
	X(PFCOFF, "C-PFCOFF", "the lossless class is not lossless on the way")                    \
	X(NOECN, "C-NOECN", "congestion without marks")                                           \
	X(BADLINK, "C-BADLINK", "corruption or bad optics on a link")                             \
	X(MTU, "C-MTU", "packets above a size are dropped")                                       \
	X(RNR, "C-RNR", "the receiver posts too few buffers")                                     \
	X(RTOSMALL, "C-RTOSMALL", "the timer is shorter than the path")                           \
	X(ACKPATH, "C-ACKPATH", "ACKs are lost on the way back")                                  \
	X(COLLISION, "C-COLLISION", "one hot link of an ECMP group")                              \
	X(FLAP, "C-FLAP", "a link or route went away for a while")                                \
	X(PAUSEDROP, "C-PAUSEDROP", "packets were dropped after a long pause")                    \
	X(REORDER, "C-REORDER", "reordering against Go-Back-N NICs")                              \
	X(DEADPEER, "C-DEADPEER", "the peer or its QP is gone")                                   \
	X(OLDNIC, "C-OLDNIC", "the NIC reacts slowly or restarts messages")

enum rs_storm_cause {
#define X(id, name, words) RS_STORM_CAUSE_##id,
	RS_STORM_CAUSES(X)
#undef X
	RS_STORM_CAUSE_COUNT
};

/** Signs of a storm (diagnosis 2.2); bit numbers of a mask. X(enum, name, words) */
#define RS_STORM_SIGNS(X)                                                                         \
	X(S1, "s1", "fan-in: four or more senders with recoveries to one receiver")               \
	X(S2, "s2", "nine in ten recoveries are on one host pair, others are clean")              \
	X(S3A, "s3a", "nine in ten recoveries share their sender")                                \
	X(S3B, "s3b", "nine in ten recoveries share their receiver")                              \
	X(S4, "s4", "CE marks before half or more of the recoveries")                             \
	X(S5, "s5", "no CE mark although the data is ECN-capable")                                \
	X(S6, "s6", "the data is not ECN-capable")                                                \
	X(S7, "s7", "PFC was seen on the priority of the data")                                   \
	X(S8, "s8", "PFC was seen on another priority, never on that of the data")                \
	X(S9, "s9", "a pause of 100 ms or more came first")                                       \
	X(S10, "s10", "losses come in bursts of eight or more")                                   \
	X(S11, "s11", "losses are single and random")                                             \
	X(S12, "s12", "only packets above one size are lost")                                     \
	X(S13, "s13", "three or more rounds from one PSN without progress")                       \
	X(S14, "s14", "half or more of the recoveries are receiver not ready")                    \
	X(S15, "s15", "half or more of the recoveries are timers")                                \
	X(S16, "s16", "timers fire although nothing was lost")                                    \
	X(S17, "s17", "three or more lanes were silent together, then resent")                    \
	X(S18, "s18", "the affected flows travel in another class than clean ones")               \
	X(S19, "s19", "the affected flows share one ECMP bucket")                                 \
	X(S20, "s20", "three in ten NAKs are reordering, not loss")                               \
	X(S21, "s21", "packets with a wrong ICRC were seen")                                      \
	X(S22, "s22", "three in ten recoveries are lost ACKs")                                    \
	X(S23, "s23", "NICs take more than 50 us from NAK to resend")                             \
	X(S24, "s24", "the peer answers nothing after the first loss")                            \
	X(S25, "s25", "a sender restarts whole messages")                                         \
	X(S26, "s26", "the affected lanes made progress later")                                   \
	X(S27, "s27", "a larger packet passed between the same hosts")

enum rs_storm_sign {
#define X(id, name, words) RS_SIGN_BIT_##id,
	RS_STORM_SIGNS(X)
#undef X
	RS_STORM_SIGN_COUNT
};

#define RS_STORM_REASONS(X) X(RATIO, "RATIO") X(CLUSTER, "CLUSTER") X(BURST, "BURST")

enum rs_storm_reason {
#define X(id, name) RS_STORM_##id,
	RS_STORM_REASONS(X)
#undef X
	RS_STORM_REASON_COUNT
};

/** A cause with its score; shown from 30 hundredths on. */
struct rs_cause_score {
	uint8_t cause; /**< enum rs_storm_cause */
	uint8_t score; /**< hundredths, 0..100 */
	uint32_t signs; /**< signs that speak for it and are present */
};

/** One retransmission storm (diagnosis 2). */
struct rs_storm {
	uint16_t point;
	uint8_t reason;		 /**< enum rs_storm_reason */
	bool livelock;		 /**< bytes flow, nothing completes */
	uint8_t cause_count;
	uint32_t windows;	 /**< windows (BURST: buckets) that made it one */
	rs_ns start, end;	 /**< absolute */
	uint32_t lane_first;	 /**< rs_verdict.lanes[lane_first .. + lane_count) */
	uint32_t lane_count;
	uint32_t episodes;
	uint64_t resent, resent_bytes;
	uint32_t peak_ratio_ppm; /**< resent share of the payload in the worst stretch */
	uint32_t signs;		 /**< mask of enum rs_storm_sign */
	struct rs_cause_score causes[RS_STORM_CAUSE_COUNT]; /**< best first */
	rs_frame frames[RS_EVIDENCE_FRAMES]; /**< first NAKs or resends */
};

const char *rs_storm_cause_name(unsigned cause);
const char *rs_storm_cause_words(unsigned cause);
const char *rs_storm_sign_name(unsigned sign);
const char *rs_storm_sign_words(unsigned sign);
const char *rs_storm_reason_name(unsigned reason);
/** rs_storm_rank - causes of a mask of signs with their scores, best first; returns how many reach 30. */
unsigned rs_storm_rank(uint32_t signs, struct rs_cause_score out[RS_STORM_CAUSE_COUNT]);
/** rs_storm_advice - what to do about a cause, static. */
const char *rs_storm_advice(unsigned cause);

/** The conclusions; arrays are owned by the fabric and live until it is destroyed or finished again. */
struct rs_verdict {
	uint8_t word;		   /**< enum rs_verdict_word */
	uint8_t trust;		   /**< enum rs_trust */
	uint8_t trust_count;
	struct rs_trust_item trust_items[RS_TRUST_ITEMS];
	const struct rs_finding *findings; /**< ranked, worst first */
	uint32_t finding_count;
	const uint32_t *lanes;	   /**< lane ids that findings refer to */
	uint32_t lanes_total;	   /**< entries of lanes */
	uint64_t findings_dropped; /**< more than the fabric could hold */
	const struct rs_deadlock *deadlocks;
	uint32_t deadlock_count;
	const struct rs_pause_tree *trees;
	uint32_t tree_count;
	const struct rs_storm *storms; /**< in order of start */
	uint32_t storm_count;
};

struct rs_fabric;
/** rs_fabric_create - @tune NULL = defaults; copied. */
struct rs_fabric *rs_fabric_create(const struct rs_tunables *tune, struct rs_err *err);
void rs_fabric_destroy(struct rs_fabric *f);
void rs_fabric_feed_events(struct rs_fabric *f, const struct rs_event *ev, size_t n);
void rs_fabric_feed_episodes(struct rs_fabric *f, const struct rs_episode *ep, size_t n);
void rs_fabric_feed_windows(struct rs_fabric *f, const struct rs_window *w, size_t n);
/** rs_fabric_finish - conclude; @snap is borrowed during the call. May be called again later with more fed. */
RS_MUST_USE int rs_fabric_finish(struct rs_fabric *f, const struct rs_snapshot *snap,
				 const struct rs_fabric_input *in, struct rs_err *err);
const struct rs_verdict *rs_fabric_verdict(const struct rs_fabric *f);

/**
 * rs_finding_title - the sentence of a finding, for report and screen alike
 * @buf: receives at most @size bytes with the final 0
 * Return: length without the final 0.
 */
size_t rs_finding_title(const struct rs_finding *f, const struct rs_snapshot *snap, char *buf, size_t size);

/** rs_finding_key - hash of code and scope, stable between runs. */
uint64_t rs_finding_key(const struct rs_finding *f);

/** rs_shard_of - shard of a record, 0..shards-1; both directions of a host pair meet. Pause frames: go to all. */
unsigned rs_shard_of(const struct rs_record *r, unsigned shards);

#ifdef __cplusplus
}
#endif
#endif
