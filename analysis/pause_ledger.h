/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_PAUSE_LEDGER_H
#define ANALYSIS_PAUSE_LEDGER_H
/*
 * Book of pauses (diagnosis 4): for each point, side that sends pause frames and priority, what
 * was paused for how long, and which packets came all the same. A capture without pause frames
 * costs nothing here: the caller asks for sides_used first.
 */
#include "analysis/emit.h"
#include "analysis/index.h"
#include "analysis/pause_series.h"
#include "analysis/pool.h"

#include <rocescope/engine.h>

#define PAUSER_NONE UINT32_MAX
#define PAUSE_PRIORITIES 9 /* 8 of PFC, then RS_PAUSE_ALL */
#define PAUSE_RECENT 4

/** A time with what lies below the nanosecond. */
struct fine_time {
	rs_ns ns;
	uint32_t ps; /* 0..999 */
};

/** One side and priority at one point. */
struct pauser {
	struct rs_pause_row row; /**< sums of pauses that are over */
	uint64_t bps;		 /**< speed of the link when the side was met, 0 = not known */
	uint32_t paused_ps;	 /**< what row.paused lacks */
	rs_ns latest;		 /**< time of its latest pause frame */
	bool directed;		 /**< a packet to or from the side was seen: directions are known by MAC */
	bool open;		 /**< a pause runs, described from here on */
	rs_ns start;
	struct fine_time until;	 /**< by quanta: when the latest XOFF expires; by refresh: when it came */
	rs_frame frame;
	uint32_t xoffs;
	uint64_t room_bytes;	 /**< packets within T_leak */
	struct { rs_ns start, end; } recent[PAUSE_RECENT]; /**< latest pauses that are over */
	uint32_t recent_at;
	struct pause_series series;
	uint32_t interval_count; /**< kept of the first RS_PAUSE_INTERVALS */
	uint32_t long_count;	 /**< kept of the long ones behind them */
};

/** A source of pause frames at a point. */
struct pause_side {
	uint8_t mac[6];
	uint16_t point;
	uint32_t pauser[PAUSE_PRIORITIES]; /**< PAUSER_NONE = never paused this priority */
};

struct pause_point {
	uint64_t bps;
	uint8_t mac_a[6], mac_b[6];	   /**< ends of the link, zero if not known */
	bool used;			   /**< a pause frame was seen here */
	rs_ns last_data[PAUSE_PRIORITIES]; /**< latest packet of each priority, of any */
};

/** Gaps of one flow towards a side that pauses; pool block. */
struct pause_pace {
	rs_ns gap, covered;
	rs_frame frame;
	uint8_t mac[6]; /**< of that side */
	uint32_t hist[40]; /**< gaps by power of two */
};

struct pauses {
	const struct rs_engine_config *cfg; /**< borrowed from the engine */
	struct emit *emit;
	struct pause_point *points;	    /**< cfg.max_points */
	struct pause_side *sides;
	struct pauser *pausers;
	struct rs_pause_interval *intervals; /**< PAUSE_KEPT a pauser */
	uint32_t sides_used;		    /**< 0: no pause frame was seen yet */
	uint32_t pausers_used;
	uint32_t max;
	struct index index;		    /**< of sides */
	struct pool paces;		    /**< struct pause_pace */
	uint64_t refused;		    /**< pause frames of sides without room */
	rs_ns origin;			    /**< start of the capture */
	uint32_t finish_at;
};

#define PAUSE_KEPT (RS_PAUSE_INTERVALS + RS_PAUSE_LONG)

/** pauses_init - @cfg and @emit are borrowed for the life of the ledger. */
RS_MUST_USE int pauses_init(struct pauses *p, const struct rs_engine_config *cfg, struct emit *emit);
void pauses_fini(struct pauses *p);

void pauses_set_link(struct pauses *p, const struct rs_link *link);

/** pauses_frame - a PFC or 802.3x frame; @origin: time of the first packet of the capture. */
void pauses_frame(struct pauses *p, const struct rs_record *r, rs_ns origin);

/** pauses_priority - class of a packet: PCP, else by DSCP. */
unsigned pauses_priority(const struct pauses *p, const struct rs_record *r);

/** pauses_class - MACs and priority of a new flow, which are asked for only when somebody pauses it. */
void pauses_class(const struct pauses *p, const struct rs_record *r, struct rs_flow_row *row);

/**
 * pauses_packet - a RoCE packet at a point, once there was a pause frame
 * @pace: block of its flow in p->paces, 0 = none yet
 * @before: time of the flow's packet before, RS_NS_NONE if this is the first
 */
void pauses_packet(struct pauses *p, const struct rs_record *r, uint32_t *pace, rs_ns before);

/** pauses_finish - end of capture at @now: settles at most @max sides; false when all are. */
bool pauses_finish(struct pauses *p, rs_ns now, unsigned max);

/** pauser_settled - @e as it is at @now, a running pause closed; true if that added *last to its pauses. */
bool pauser_settled(const struct pauser *e, const struct pauses *p, rs_ns now, struct pauser *out,
		    struct rs_pause_interval *last);

/** pause_expiry - @quanta of 512 bit times at @bps after @t. */
struct fine_time pause_expiry(rs_ns t, unsigned quanta, uint64_t bps);

#endif
