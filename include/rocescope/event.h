/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ROCESCOPE_EVENT_H
#define ROCESCOPE_EVENT_H
/*
 * What the engine says of a capture: packet classes, events, recovery episodes, findings.
 * Each vocabulary is one list; names in reports, help and documents derive from it.
 * Words and rules: doc/glossary.md.
 */
#include <rocescope/types.h>

#ifdef __cplusplus
extern "C" {
#endif

/** First judgement about one packet (field `class` of json.md). X(enum, json name) */
#define RS_CLASSES(X)                                                                             \
	X(NONE, "")		      /* no PSN judgement: other traffic, CNP, CM, UD, pause */   \
	X(NEW, "new")		      /* next PSN of the lane */                                  \
	X(GAP, "gap")		      /* ahead: PSNs before it were not seen */                   \
	X(LATE, "late")		      /* fills a hole, out of order */                            \
	X(LATE_RESEND, "late_resend") /* a resend that was overtaken */                           \
	X(RESEND, "resend")	      /* at or below the high-water mark */                       \
	X(SKEWED, "skewed")	      /* its ACK was seen first */                                \
	X(JUMP, "jump")		      /* too far away for an ordinary window */                   \
	X(COPY, "copy")		      /* mirror copy: counted apart */                            \
	X(ACK, "ack")                                                                             \
	X(NAK, "nak")                                                                             \
	X(RNR, "rnr")                                                                             \
	X(RESPONSE, "response")	      /* READ response or atomic ACK, first sending */            \
	X(RESPONSE_RESENT, "response_resent")                                                     \
	X(UNPAIRED, "unpaired")	      /* response whose lane is not known */                      \
	X(BAD_ICRC, "bad_icrc")	      /* damaged: the receiver drops it */                        \
	X(UC, "uc")		      /* UC request, no recovery */                               \
	X(SHORT, "short")

enum rs_class {
#define X(id, name) RS_CLASS_##id,
	RS_CLASSES(X)
#undef X
	RS_CLASS_COUNT
};

/** Severity, worst first (INFO of json.md is the mildest: a limit of the capture). X(enum, name, short label, letter) */
#define RS_SEVERITIES(X)                                                                          \
	X(CRITICAL, "critical", "CRIT", 'X')                                                      \
	X(WARNING, "warning", "WARN", '^')                                                        \
	X(NOTICE, "notice", "NOTI", '*')                                                          \
	X(INFO, "info", "INFO", '-')

enum rs_severity {
#define X(id, name, label, letter) RS_SEV_##id,
	RS_SEVERITIES(X)
#undef X
	RS_SEV_COUNT
};

/** Event kinds (json.md). X(enum, json name, help) */
#define RS_EVENTS(X)                                                                              \
	X(GAP, "gap", "PSNs were not seen in order")                                              \
	X(OOO, "ooo", "a packet came late and filled a gap")                                      \
	X(NAK, "nak", "NAK, PSN sequence error")                                                  \
	X(RNR, "rnr", "RNR NAK: receiver not ready")                                              \
	X(TIMEOUT, "timeout", "a round that a timer started")                                     \
	X(REWIND, "rewind", "the sender went back: a round begins")                               \
	X(RESEND, "resend", "single resend outside a round")                                      \
	X(RECOVERED, "recovered", "recovery complete")                                            \
	X(IMPLIED_NAK, "implied_nak", "READ or atomic asked again for a missing response")        \
	X(FATAL_NAK, "fatal_nak", "NAK that ends the QP")                                         \
	X(RETRY_EXHAUSTED, "retry_exhausted", "the sender gave up after timeouts")                \
	X(RNR_EXHAUSTED, "rnr_exhausted", "the sender gave up after RNR NAKs")                    \
	X(QP_REUSE, "qp_reuse", "QP number used again")                                           \
	X(ATOMIC_MISMATCH, "atomic_mismatch", "one atomic answered with two values")              \
	X(CNP_BURST, "cnp_burst", "congestion notifications")                                     \
	X(CE_BURST, "ce_burst", "CE marks")                                                       \
	X(PAUSE, "pause", "XOFF")                                                                 \
	X(XON, "xon", "XON")                                                                      \
	X(CAPTURE_LOSS, "capture_loss", "acknowledged PSNs that the capture missed")              \
	X(CAPTURE_OUTAGE, "capture_outage", "PSN jump inside a message: the capture stopped")     \
	X(CAPTURE_SAMPLED, "capture_sampled", "the mirror samples packets")                       \
	X(COPY_BURST, "copy_burst", "mirror copies")                                              \
	X(ICRC_BAD, "icrc_bad", "packet with a wrong ICRC")                                       \
	X(STORM, "storm", "retransmission storm")

enum rs_event_kind {
#define X(id, name, help) RS_EVENT_##id,
	RS_EVENTS(X)
#undef X
	RS_EVENT_COUNT
};

#define RS_NO_LANE UINT32_MAX
#define RS_NO_EPISODE UINT32_MAX

/** One event, 96 bytes or less, no pointer. */
struct rs_event {
	rs_ns time;	     /**< ns since 1970 */
	rs_ns duration;	     /**< silence before a timeout, recovery time, coded RNR delay; RS_NS_NONE if none */
	uint64_t serial;     /**< 1.. in order of emission of one engine */
	uint64_t bytes;	     /**< payload bytes concerned */
	rs_frame frames[3];  /**< evidence: first, trigger, last; 0 = none */
	uint32_t lane;	     /**< lane id or RS_NO_LANE */
	uint32_t episode;    /**< episode id of the engine or RS_NO_EPISODE */
	uint32_t psn_first;  /**< RS_NO_PSN if none */
	uint32_t psn_last;   /**< inclusive; RS_NO_PSN if none */
	uint32_t packets;    /**< packets or PSNs concerned */
	uint16_t point;
	uint8_t kind;	     /**< enum rs_event_kind */
	uint8_t detail;	     /**< FATAL_NAK: AETH syndrome; REWIND, TIMEOUT: enum rs_cause of the round; RNR: timer code;
				  PAUSE, XON: priority, RS_PAUSE_ALL for 802.3x */
	uint8_t mac[6];	     /**< PAUSE, XON: source of the frames */
};

/** Priority of 802.3x pauses, which stop all. */
#define RS_PAUSE_ALL 8

/** Cause of an episode (that of its first round). X(enum, json name, sentence part) */
#define RS_CAUSES(X)                                                                              \
	X(NAK_SEQ, "NAK_SEQ", "NAK, PSN sequence error")                                          \
	X(NAK_LOST, "NAK_LOST", "NAK seen, but the sender acted on its timer")                    \
	X(NAK_UNSEEN, "NAK_UNSEEN", "resend without a NAK in the capture")                        \
	X(RNR, "RNR", "receiver not ready")                                                       \
	X(TIMEOUT, "TIMEOUT", "ACK timer")                                                        \
	X(ACK_LOSS, "ACK_LOSS", "data arrived, its ACK was lost")                                 \
	X(SPURIOUS_TIMEOUT, "SPURIOUS_TIMEOUT", "timer fired although nothing was lost")          \
	X(READ_RESP, "READ_RESP", "READ or atomic response missing")                              \
	X(UNKNOWN, "UNKNOWN", "not visible from here")

enum rs_cause {
#define X(id, name, text) RS_CAUSE_##id,
	RS_CAUSES(X)
#undef X
	RS_CAUSE_COUNT
};

/** Where the loss was, seen from the capture point. X(enum, json name, words) */
#define RS_SIDES(X)                                                                               \
	X(UNKNOWN, "UNKNOWN", "place unknown")                                                    \
	X(UPSTREAM, "UPSTREAM", "before the tap")                                                 \
	X(DOWNSTREAM, "DOWNSTREAM", "after the tap")                                              \
	X(REORDER, "REORDER", "reordered, not lost")                                              \
	X(RECEIVER, "RECEIVER", "at the receiver")                                                \
	X(AFTER_TAP, "AFTER_TAP", "the ACK was lost after the tap")                               \
	X(BEFORE_TAP, "BEFORE_TAP", "the ACK was lost before the tap")                            \
	X(RESP_UPSTREAM, "RESP_UPSTREAM", "response lost before the tap")                         \
	X(RESP_DOWNSTREAM, "RESP_DOWNSTREAM", "response lost after the tap")                      \
	X(NONE, "NONE", "nothing was lost")

enum rs_side {
#define X(id, name, text) RS_SIDE_##id,
	RS_SIDES(X)
#undef X
	RS_SIDE_COUNT
};

/** First sign of an episode. X(enum, json name) */
#define RS_SIGNS(X) X(GAP, "GAP") X(NAK, "NAK") X(RNR, "RNR") X(RESEND, "RESEND")

enum rs_sign {
#define X(id, name) RS_SIGN_##id,
	RS_SIGNS(X)
#undef X
	RS_SIGN_COUNT
};

#define RS_STATES(X) X(RECOVERED, "RECOVERED") X(OPEN, "OPEN") X(FAILED, "FAILED")

enum rs_state {
#define X(id, name) RS_STATE_##id,
	RS_STATES(X)
#undef X
	RS_STATE_COUNT
};

/** How the sender repaired. X(enum, json name) */
#define RS_MODES(X)                                                                               \
	X(NONE, "NONE")		  /* no resend seen */                                            \
	X(GBN, "GBN")		  /* everything from the restart was sent again */                \
	X(SELECTIVE, "SELECTIVE") /* only what was missing */                                     \
	X(UNCLEAR, "UNCLEAR")	  /* skipped PSNs, but the capture has drops */                   \
	X(SINGLE, "SINGLE")	  /* only one PSN could be resent */                              \
	X(REREAD, "REREAD")	  /* READ asked again */

enum rs_mode {
#define X(id, name) RS_MODE_##id,
	RS_MODES(X)
#undef X
	RS_MODE_COUNT
};

/** Flags of an episode. X(enum, bit, json name) */
#define RS_EPISODE_FLAGS(X)                                                                       \
	X(GOBACK0, 0, "GOBACK0")	 /* restart from the first packet of the message */       \
	X(EARLY_START, 1, "EARLY_START") /* restart before the NAKed PSN */                       \
	X(RETX_LOST, 2, "RETX_LOST")	 /* a resend was lost again */                            \
	X(RNR_EARLY, 3, "RNR_EARLY")	 /* resent before the RNR delay was over */               \
	X(PRE_CAPTURE, 4, "PRE_CAPTURE") /* NAK for a PSN before the capture */                   \
	X(LOW_CONFIDENCE, 5, "LOW_CONFIDENCE") /* no RTT known to judge a timer round */          \
	X(HOLE_OVERFLOW, 6, "HOLE_OVERFLOW")   /* more holes than the lane can hold */

enum rs_episode_flag {
#define X(id, bit, name) RS_EPI_##id = 1 << bit,
	RS_EPISODE_FLAGS(X)
#undef X
};

#define RS_EPISODE_RANGES 8
#define RS_EPISODE_STALLS 8

/** Slots of rs_episode.frames. */
enum rs_episode_frame {
	RS_EF_START,  /**< packet that showed the gap, or the opening event */
	RS_EF_NAK,    /**< first NAK or RNR NAK */
	RS_EF_RESEND, /**< first resent request (READ_RESP: the repeated request) */
	RS_EF_END,    /**< packet that ended it */
	RS_EF_COUNT
};

/**
 * One recovery episode, drained when it is final (diagnosis 1.5). Times are absolute;
 * durations and times are RS_NS_NONE where not applicable.
 */
struct rs_episode {
	uint32_t id;		  /**< 0.. in order of opening, of one engine */
	uint32_t lane;		  /**< lane id */
	uint16_t point;
	uint8_t cause;		  /**< enum rs_cause of round 1 */
	uint8_t side;		  /**< enum rs_side */
	uint8_t sign;		  /**< enum rs_sign */
	uint8_t state;		  /**< enum rs_state */
	uint8_t mode;		  /**< enum rs_mode */
	uint8_t lost_exact;	  /**< 1: lost_packets is exact; 0: a lower bound */
	uint16_t flags;		  /**< enum rs_episode_flag */
	uint8_t range_count;	  /**< lost ranges kept, at most RS_EPISODE_RANGES */
	uint8_t stall_count;	  /**< stalls kept, at most RS_EPISODE_STALLS */
	rs_ns start;
	rs_ns nak;		  /**< first NAK (PSN sequence error) */
	rs_ns resend;		  /**< first resent request */
	rs_ns end;		  /**< NONE while OPEN or FAILED */
	rs_ns detect;		  /**< detection latency (det) */
	rs_ns react;		  /**< resend - nak */
	rs_ns recov;		  /**< end - start */
	rs_ns impact;		  /**< what the application felt */
	rs_ns stalls[RS_EPISODE_STALLS]; /**< first stalls */
	rs_ns stall_total;	  /**< sum of all stalls, 0 if none */
	uint32_t stalls_all;	  /**< number of all stalls */
	uint32_t first;		  /**< PSN of the first resent request, RS_NO_PSN if none */
	uint32_t hwm;		  /**< high-water mark at the latest round */
	uint32_t nak_psn;	  /**< of the first NAK, RS_NO_PSN if none */
	uint32_t lost_packets;	  /**< 0 = nothing lost */
	uint32_t damaged;	  /**< of the ranges in `lost`: PSNs that had come by with a wrong ICRC */
	uint64_t lost_bytes;
	struct { uint32_t first, last; } lost[RS_EPISODE_RANGES]; /**< lost PSNs, inclusive */
	uint32_t resent;	  /**< packets */
	uint64_t resent_bytes;
	uint32_t rounds;
	uint32_t timer_rounds;	  /**< rounds that a timer started (json.md timer_rounds) */
	uint32_t naks;
	uint32_t rnrs;
	uint32_t same_rounds;	  /**< most rounds in a row from one PSN without progress */
	bool ce_before;		  /**< at least 1 % of the lane's data was CE in the ms before the start */
	rs_frame frames[RS_EF_COUNT]; /**< evidence, 0 = none */
};

/** What loads are summed over. X(enum, name) */
#define RS_GROUPS(X)                                                                              \
	X(LANE, "lane") X(PAIR, "pair") X(REQUESTER, "requester") X(RESPONDER, "responder")       \
	X(POINT, "point")

enum rs_group {
#define X(id, name) RS_GROUP_##id,
	RS_GROUPS(X)
#undef X
	RS_GROUP_COUNT
};

/**
 * Load of one group in one numbered stretch of time, counted from the first record: a bucket
 * of a tenth of W_storm, or a whole window. Only stretches in which something was sent again
 * are told; payload of both directions counts.
 */
struct rs_window {
	int64_t number;		/**< floor(t / width) */
	uint64_t payload_bytes; /**< all, resent ones too */
	uint64_t resent_bytes;
	uint32_t resent;	/**< packets */
	uint32_t lane;		/**< LANE: its id */
	uint16_t point;
	uint8_t group;		/**< enum rs_group */
	bool whole;		/**< a window; false = a bucket */
	struct rs_addr requester, responder; /**< as far as the group names them, else zero */
};

/** How two directions were paired. X(enum, json name) */
#define RS_PAIRINGS(X)                                                                            \
	X(NONE, "NONE") X(TABLE, "TABLE") X(CM, "CM") X(SPORT, "SPORT") X(SOLE, "SOLE")           \
	X(PSN, "PSN") X(TIME, "TIME")

enum rs_pairing {
#define X(id, name) RS_PAIR_##id,
	RS_PAIRINGS(X)
#undef X
	RS_PAIRING_COUNT
};

/** Finding codes. X(enum, code, default severity) - texts in analysis/finding_texts.c */
#define RS_FINDINGS(X)                                                                            \
	X(GBN_NAK, "gbn-nak", WARNING)                                                            \
	X(GBN_TIMEOUT, "gbn-timeout", WARNING) /* CRITICAL if a stall >= 1 s */                   \
	X(GBN_NAK_LOST, "gbn-nak-lost", WARNING)                                                  \
	X(GBN_NAK_UNSEEN, "gbn-nak-unseen", INFO)                                                 \
	X(GBN_UNEXPLAINED, "gbn-unexplained", INFO)                                               \
	X(GBN_RETX_LOST, "gbn-retx-lost", WARNING)                                                \
	X(GBN_SPURIOUS, "gbn-spurious", WARNING)                                                  \
	X(GBN_GOBACK0, "gbn-goback0", CRITICAL)                                                   \
	X(SR_RECOVERY, "sr-recovery", NOTICE)                                                     \
	X(READ_RESP_LOSS, "read-resp-loss", WARNING)                                              \
	X(ICRC_BAD, "icrc-bad", WARNING)                                                          \
	X(UC_GAP, "uc-gap", WARNING)                                                              \
	X(ACK_LOSS, "ack-loss", WARNING)                                                          \
	X(RTO_SPURIOUS, "rto-spurious", WARNING)                                                  \
	X(RTO_ADAPTIVE, "rto-adaptive", NOTICE)                                                   \
	X(RNR_NAK, "rnr-nak", WARNING)                                                            \
	X(RNR_STORM, "rnr-storm", CRITICAL)                                                       \
	X(RNR_EARLY, "rnr-early", NOTICE)                                                         \
	X(QP_RETRY_EXHAUST, "qp-retry-exhaust", CRITICAL)                                         \
	X(QP_RNR_EXHAUST, "qp-rnr-exhaust", CRITICAL)                                             \
	X(QP_FATAL_NAK, "qp-fatal-nak", CRITICAL)                                                 \
	X(QP_REUSE, "qp-reuse", NOTICE)                                                           \
	X(ATOMIC_REPLAY_MISMATCH, "atomic-replay-mismatch", CRITICAL)                             \
	X(STORM, "storm", CRITICAL)                                                               \
	X(LIVELOCK, "livelock", CRITICAL)                                                         \
	X(OOO_REORDER, "ooo-reorder", NOTICE)                                                     \
	X(PFC_LONG, "pfc-long", WARNING)                                                          \
	X(PFC_STORM, "pfc-storm", CRITICAL)                                                       \
	X(PFC_NIC_STORM, "pfc-nic-storm", CRITICAL)                                               \
	X(PFC_IGNORED, "pfc-ignored", WARNING)                                                    \
	X(PFC_UNEXPECTED_PRIO, "pfc-unexpected-prio", WARNING)                                    \
	X(PFC_GLOBAL, "pfc-global", WARNING)                                                      \
	X(PFC_OVER_RTO, "pfc-over-rto", WARNING)                                                  \
	X(PFC_MUTUAL, "pfc-mutual", WARNING)                                                      \
	X(PFC_DEADLOCK, "pfc-deadlock", CRITICAL)                                                 \
	X(PFC_VICTIM, "pfc-victim", WARNING)                                                      \
	X(PFC_MISSING, "pfc-missing", WARNING)                                                    \
	X(PFC_DUTY, "pfc-duty", WARNING)                                                          \
	X(CAP_LOSS, "cap-loss", INFO)                                                             \
	X(CAP_OUTAGE, "cap-outage", INFO)                                                         \
	X(CAP_SAMPLED, "cap-sampled", INFO)                                                       \
	X(CAP_MIRROR_DUP, "cap-mirror-dup", INFO)                                                 \
	X(CAP_TRUNC, "cap-trunc", INFO)                                                           \
	X(CAP_ONEWAY, "cap-oneway", INFO)                                                         \
	X(CAP_UNPAIRED, "cap-unpaired", INFO)                                                     \
	X(CAP_TIME, "cap-time", INFO)                                                             \
	X(CAP_SPORT_REWRITTEN, "cap-sport-rewritten", INFO)

enum rs_finding_code {
#define X(id, code, sev) RS_FIND_##id,
	RS_FINDINGS(X)
#undef X
	RS_FIND_COUNT
};

#define RS_CONFIDENCES(X) X(CERTAIN, "certain") X(LIKELY, "likely") X(POSSIBLE, "possible")

enum rs_confidence {
#define X(id, name) RS_CONF_##id,
	RS_CONFIDENCES(X)
#undef X
	RS_CONF_COUNT
};

#define RS_FINDING_EVIDENCE 8
#define RS_EVIDENCE_FRAMES 5

/** One measured fact behind a finding. */
struct rs_evidence {
	const char *name;  /**< lower_snake_case, static string */
	const char *unit;  /**< "packets", "bytes", "ns", "ratio", "episodes", ... static string */
	int64_t value;	   /**< in unit; ratios in parts per million */
	int64_t expected;  /**< what a healthy capture has */
	bool has_expected;
	bool lower_bound;  /**< value is "at least" */
	rs_frame frames[RS_EVIDENCE_FRAMES]; /**< packets that show it, 0-terminated if fewer */
};

/** One conclusion, merged over the lanes of one host pair at one point. */
struct rs_finding {
	uint8_t code;		/**< enum rs_finding_code */
	uint8_t severity;	/**< enum rs_severity, after its rule */
	uint8_t confidence;	/**< enum rs_confidence */
	uint8_t evidence_count;
	int16_t priority;	/**< 0..7, -1 = not about a priority */
	bool has_mac;		/**< mac is valid: pauses, the side that sends them */
	uint8_t mac[6];
	uint16_t point;		/**< capture point; UINT16_MAX = whole capture */
	uint8_t detail;		/**< QP_FATAL_NAK: AETH syndrome; loss findings: enum rs_side of the worst lane */
	bool has_hosts;		/**< src and dst are valid */
	struct rs_addr src;	/**< requester */
	struct rs_addr dst;	/**< responder */
	uint8_t storm_cause;	/**< STORM: enum rs_storm_cause of the best cause, 0xff = none reaches 30 */
	uint8_t storm_score;	/**< STORM: its score in hundredths */
	uint8_t storm_hosts;	/**< STORM: 1 = all lanes share src, 2 = dst, 3 = both, 0 = neither */
	uint32_t lane_first;	/**< its lanes: rs_verdict.lanes[lane_first .. + lane_count) */
	uint32_t lane_count;
	uint32_t qp_first;	/**< smallest responder QPN concerned, RS_NO_QPN if none */
	uint32_t qp_last;	/**< largest */
	uint32_t qp_count;	/**< how many */
	uint32_t psn;		/**< PSN worth naming: of the longest stall, else the first; RS_NO_PSN if none */
	uint64_t flow_id;	/**< uc-gap, icrc-bad: flow with most packets concerned; 0 = see its lanes */
	uint32_t count;		/**< episodes, events or packets that it stands for */
	rs_ns first;		/**< absolute; RS_NS_NONE = whole capture */
	rs_ns last;
	uint64_t lost_packets;	/**< sum over its episodes */
	bool lost_exact;
	uint64_t resent_packets;
	uint64_t resent_bytes;
	rs_ns stall;		/**< time waited, ns */
	double cost_bytes;	/**< ranking: resent bytes + stall at the lanes' median rate */
	struct rs_evidence evidence[RS_FINDING_EVIDENCE];
};

/** Texts of a finding code; constant. Arrays end with NULL. */
struct rs_finding_info {
	const char *code;	 /**< "gbn-nak" */
	uint8_t severity;	 /**< default */
	const char *summary;	 /**< one sentence: what it means */
	const char *rule;	 /**< how it is computed */
	const char *limits;	 /**< what it cannot know */
	const char *const *next; /**< what to check, most useful first */
	const char *const *counters; /**< NIC and switch counters to compare */
};

/* Names and texts: static strings, never NULL. */
const char *rs_class_name(unsigned cls);
const char *rs_severity_name(unsigned severity);
const char *rs_severity_label(unsigned severity);
const char *rs_event_name(unsigned kind);
const char *rs_event_help(unsigned kind);
const char *rs_cause_name(unsigned cause);
const char *rs_cause_text(unsigned cause);
const char *rs_side_name(unsigned side);
const char *rs_side_text(unsigned side);
const char *rs_sign_name(unsigned sign);
const char *rs_state_name(unsigned state);
const char *rs_mode_name(unsigned mode);
const char *rs_episode_flag_name(unsigned bit);
const char *rs_pairing_name(unsigned method);
const char *rs_confidence_name(unsigned confidence);
const struct rs_finding_info *rs_finding_info(unsigned code);
/** rs_finding_by_code - enum of "gbn-nak", or -1. */
int rs_finding_by_code(const char *code);

#ifdef __cplusplus
}
#endif
#endif
