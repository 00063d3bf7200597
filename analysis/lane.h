/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_LANE_H
#define ANALYSIS_LANE_H
/*
 * One PSN space: the requests of a requester to one responder QP, and their answers
 * (diagnosis 1.1, 1.4, 1.7). Theory of operation in lane.c.
 */
#include "analysis/delay.h"
#include "analysis/history.h"
#include "analysis/holes.h"
#include "analysis/reads.h"
#include "base/lines.h"

#include <rocescope/engine.h>

#define LANE_NONE UINT32_MAX
#define LANE_ACKS 8	/* latest moves of una that are remembered */
#define LANE_DAMAGED 8	/* latest damaged requests remembered */
#define LANE_LATE 16	/* latest PSNs that came late */
#define LANE_ASKED 4	/* PSNs that NAKs asked for since the last round */
#define LANE_LEN_CUT UINT32_MAX /* fuzzy_len: the RETH was cut off */
#define LANE_RNRS 10	/* latest RNR NAKs, for the rate of rnr-storm */

/** Pools that lanes share. */
struct lane_pools {
	struct pool history; /* HISTORY_BLOCK_BYTES */
	struct pool holes;   /* HOLES_BLOCK_BYTES */
	struct pool reads;   /* sizeof(struct reads) */
	struct pool episodes; /* sizeof(struct episode) */
};

/** A NAK or RNR NAK whose resend has not been seen. */
struct pending {
	uint8_t kind;	     /**< enum pending_kind */
	uint8_t code;	     /**< RNR timer code of the latest RNR NAK */
	uint8_t side;	     /**< enum rs_side of the NAKed PSN when the NAK came */
	bool reorder;	     /**< what it asked for had only been late */
	bool pre_capture;    /**< PSN older than the lane's first */
	uint8_t asked_count;
	uint32_t psn;	     /**< of the latest NAK */
	uint32_t first_psn;  /**< of the first one */
	uint32_t asked[LANE_ASKED];
	uint32_t ack_before; /**< highest PSN acknowledged before the first NAK */
	uint32_t msg_first;  /**< first PSN of the message that holds psn, RS_NO_PSN if not known */
	uint32_t lost_last;  /**< end of the run of PSNs that the resend under way skipped from psn on, RS_NO_PSN = none */
	rs_ns time;	     /**< of the first NAK */
	rs_ns last;	     /**< of the latest */
	rs_ns detect;	     /**< detection latency, RS_NS_NONE */
	rs_frame frame;	     /**< of the first */
	uint32_t naks, rnrs; /**< NAKs since resending began: they move to the next episode */
};

enum pending_kind { PENDING_NONE, PENDING_NAK, PENDING_RNR };

/** A run of LATE packets by rule (b): may turn out to be the start of a resend (correction of 1.4). */
struct late_run {
	uint32_t first, next;  /**< PSNs first .. next-1 came in a row */
	uint32_t packets;
	uint64_t bytes;
	struct hole hole;      /**< the hole that the first one filled */
	rs_ns time;	       /**< of the first packet of the run */
	rs_ns before;	       /**< time of the request before it */
	rs_frame frame;
};

struct episode;

/** What an ordinary request touches lies in the first LANE_HOT_BYTES, the history and its head. */
struct lane {
	/* every request: one cache line */
	_Alignas(LINE_BYTES) bool used;
	bool started, una_known, asked_known, sampled, dead, responded;
	bool ended;		/**< CM took the connection down: the next message is a new epoch */
	bool pmtu_fixed;	/**< PMTU known from payload or CM */
	bool run_on;		/**< `run` is going on */
	uint32_t hi;		/**< next new PSN */
	uint32_t first_psn;	/**< first PSN ever seen in this epoch, or one so old that it does not matter */
	uint32_t open;		/**< open episode (pool index), 0 = none */
	uint32_t linger;	/**< latest closed one that may still change, 0 = none */
	struct holes holes;
	uint32_t reads;		/**< READ state (pool index), 0 = none yet */
	uint32_t pmtu;		/**< bytes, 0 = unknown */
	uint32_t fuzzy_len;	/**< DMA length of the READ at fuzzy_psn, 0 = none, LANE_LEN_CUT */
	rs_ns last_request;	/**< RS_NS_NONE before the first */
	uint64_t span;		/**< PSNs that hi went over */

	struct rs_lane_row row;	/**< counters as reported */

	/* answers */
	struct history history;
	uint32_t flow;		/**< slot of the request flow */
	uint32_t peers;		/**< slot of the host pair */
	uint32_t next_of_peers; /**< next lane of the host pair, LANE_NONE = last */
	rs_ns last_response;
	uint32_t load;		/**< node of its load, UINT32_MAX = none */
	uint32_t una;		/**< lowest PSN not acknowledged, valid with una_known */
	uint32_t asked;		/**< behind the highest PSN that asked for an answer, valid with asked_known */
	rs_ns epoch_start;

	/* trouble */
	struct pending pending;
	struct late_run run;
	uint32_t late[LANE_LATE]; /**< PSNs that filled a hole late */
	uint8_t late_at, late_count;
	uint8_t damaged_at, damaged_count;
	uint32_t damaged[LANE_DAMAGED]; /**< PSNs of requests with a wrong ICRC, not counted as sent */
	uint8_t ack_at, ack_count;
	struct { uint32_t una; rs_ns time; } acks[LANE_ACKS]; /**< ring of moves of una */
	uint32_t skew_first, skew_last; /**< acknowledged before seen; valid with skew_time */
	rs_ns skew_time;		/**< RS_NS_NONE = none */
	uint32_t fuzzy_psn;	/**< READ request whose PSN count waits for the PMTU */
	uint32_t msn;
	bool msn_known;
	uint64_t hole_psns;	/**< PSNs of span that were missing at first */
	uint32_t gaps;		/**< times that some were */

	/* congestion marks of its data, by millisecond */
	rs_ns ms_end;		/**< end of the present millisecond */
	uint32_t ms_data[2], ms_ce[2]; /**< data and CE packets: present and last millisecond */
	uint32_t big_psn, big_bytes; /**< largest unacknowledged request packet above row.largest_acked, bytes 0 = none */

	/* timers */
	rs_ns stall_min;
	bool stalls_shrank;	/**< a stall was shorter than the one before */
	struct {
		rs_ns min, first, last, max, total;
		uint32_t n;
		bool shrank;
	} stalls_before;	/**< the same without the latest stall, to take it back */
	int8_t cm_rto_n;	/**< from CM, -1 = unknown */
	uint8_t cm_retry;	/**< from CM, 0xff = unknown */
	uint8_t cm_rnr_retry;	/**< from CM, 0xff = unknown */
	uint32_t rnr_times[LANE_RNRS]; /**< us since the lane's first packet */
	uint8_t rnr_at;

	struct delay ack_delay;
};

#define LANE_HOT_BYTES (2 * LINE_BYTES)

/** What one request meant. */
struct lane_fact {
	uint8_t cls;		/**< enum rs_class */
	uint32_t psn, n;	/**< PSNs psn .. psn+n-1 */
	bool reuse;		/**< JUMP on the first packet of a message */
	uint32_t gap_first;	/**< GAP: first missing PSN */
	bool older;		/**< by its IP id sent before the newest request seen */
};

/** lane_prefetch - a packet with this PSN will be analysed soon. */
static inline void lane_prefetch(const struct lane *l, uint32_t psn)
{
	lines_prefetch(l, LANE_HOT_BYTES);
	__builtin_prefetch(&l->history.base, 1);
	__builtin_prefetch(&l->history.block[psn / HISTORY_BLOCK % HISTORY_BLOCKS]);
}

/** lane_start - first request of a lane. */
void lane_start(struct lane *l, uint32_t flow, const struct rs_record *r);

/**
 * lane_classify - say what one request packet means in its PSN space, moving edges and holes
 * @ids_usable, @older: IP identification can tell order, and tells that this one is older
 * Starts no episode: the caller hands the fact on. Never fails.
 */
struct lane_fact lane_classify(struct lane *l, struct lane_pools *p, const struct rs_record *r, bool ids_usable,
			       bool older, const struct rs_tunables *tune);

/** lane_note_data - CE share and size of a request packet. */
void lane_note_data(struct lane *l, const struct rs_record *r);
/** lane_ce_before - at least 1 % of the data of the last milliseconds was marked. */
bool lane_ce_before(const struct lane *l, rs_ns now);

/** lane_note_damaged - a request that its receiver will drop; kept to name the cause of a NAK. */
void lane_note_damaged(struct lane *l, uint32_t psn);
/** lane_damaged - damaged requests remembered with a PSN of first..last, each PSN once. */
uint32_t lane_damaged(const struct lane *l, uint32_t first, uint32_t last);

/** lane_psns - PSNs that a request takes; READs by DMA length and PMTU. */
uint32_t lane_psns(const struct lane *l, const struct rs_record *r);

/**
 * lane_ack - every PSN up to and including @psn is acknowledged (as far as responses allow)
 * Counts capture loss: holes below the new una were received although never seen.
 * Return: PSNs newly found missing in the capture.
 */
uint32_t lane_ack(struct lane *l, struct lane_pools *p, uint32_t psn, const struct rs_record *r);

/** lane_ack_time - when the tap saw @psn acknowledged (as far back as remembered), RS_NS_NONE if it did not. */
rs_ns lane_ack_time(const struct lane *l, uint32_t psn);

/** lane_new_epoch - the QP was used again: forget all PSN state; @psn is the first new one. */
void lane_new_epoch(struct lane *l, struct lane_pools *p, uint32_t psn, rs_ns now);

/** lane_learn_pmtu - from the payload of a FIRST or MIDDLE packet of either direction. */
void lane_learn_pmtu(struct lane *l, struct lane_pools *p, uint32_t bytes);

/** lane_was_late - @psn filled a hole late, lately. */
bool lane_was_late(const struct lane *l, uint32_t psn);
void lane_note_late(struct lane *l, uint32_t psn);

/** lane_note_stall - silence before a round that a timer started. */
void lane_note_stall(struct lane *l, rs_ns stall);
/** lane_take_back_stall - the latest one was no timer. */
void lane_take_back_stall(struct lane *l);

/** lane_check_sampled - true once, when the lane turns out to be a sample of its packets. */
bool lane_check_sampled(struct lane *l);

/** lane_reads - READ state, made on first use; NULL if the pool is empty. */
struct reads *lane_reads(struct lane *l, struct lane_pools *p, bool create);

#endif
