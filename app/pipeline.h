/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APP_PIPELINE_H
#define APP_PIPELINE_H
/*
 * One pass over an input: source, decoder, engine, fabric, in one thread. Everything flows
 * one way; the caller reads the results when pipeline_run() has returned.
 */
#include "app/links.h"
#include "app/taps.h"
#include "base/spool.h"
#include "capture/input.h"
#include "report/report.h"

#include <rocescope/decode.h>
#include <rocescope/engine.h>

#define PIPELINE_OTHER_PORTS 6

/** Sees each burst after the engine judged it; @start is the time of the first packet of the input. */
typedef void (*pipeline_hook_fn)(void *user, const struct rs_record *recs, const uint8_t *classes, size_t n);

struct pipeline_config {
	struct input_config input;
	struct rs_decode_config decode;
	struct rs_engine_config engine;
	struct links *links;	 /**< table of --links, borrowed, NULL = none */
	uint64_t link_bps;	 /**< for points whose file says no speed, 0 = unknown */
	rs_ns from, to;		 /**< analyse only records in from..to (absolute), RS_NS_NONE = open */
	bool progress;		 /**< show the progress line */
	pipeline_hook_fn hook;	 /**< may be NULL */
	void *hook_user;
};

struct pipeline {
	struct pipeline_config cfg;
	struct input *input;
	struct taps *taps;
	struct rs_engine *engine;
	unsigned linked;	 /**< points whose links the engine knows */
	struct rs_fabric *fabric;
	struct spool *episodes;	 /**< struct rs_episode */
	struct spool *events;	 /**< struct rs_event */
	struct rs_snapshot snap;
	bool have_snap;
	const struct rs_packet *burst; /**< packets behind the records of the hook, valid while it runs */
	size_t burst_count;
	rs_ns start;		 /**< time of the first packet of the input, RS_NS_NONE if none */
	uint64_t read_packets;	 /**< packets of the input, outside the window too */
	uint64_t naks;		 /**< for the progress line */
	int stopped_by;		 /**< signal, 0 = read to the end */
	double stopped_ratio;	 /**< share of the input read when stopped, negative = not known */
	uint16_t other_ports[PIPELINE_OTHER_PORTS]; /**< first UDP ports of packets that are not RoCE */
	unsigned other_port_count;
};

/** pipeline_open - open the input and create the engine. On failure nothing is left open. */
RS_MUST_USE int pipeline_open(struct pipeline *p, const struct pipeline_config *cfg, struct rs_err *err);
/** pipeline_run - read to the end or to a signal, conclude. */
RS_MUST_USE int pipeline_run(struct pipeline *p, struct rs_err *err);
void pipeline_close(struct pipeline *p);
/** pipeline_packet - inside the hook: the packet that became @r; NULL if it is not of this burst. */
const struct rs_packet *pipeline_packet(const struct pipeline *p, const struct rs_record *r);

/**
 * pipeline_span - time of the first and last packet of an input, by reading it once
 * @last: NULL = not wanted; then only the beginning is read
 */
RS_MUST_USE int pipeline_span(const struct input_config *cfg, rs_ns *first, rs_ns *last, struct rs_err *err);

#endif
