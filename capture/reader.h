/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_READER_H
#define CAPTURE_READER_H
/*
 * One file of any format and compression as bursts of packets, in the order of the file.
 */
#include "capture/bpf.h"
#include "capture/filectx.h"
#include "capture/pcapfile.h"
#include "capture/pcapng.h"
#include "capture/source.h"

#define READER_BURST 256

struct reader_args {
	struct input_file *file; /**< counts and errors go there; must stay where it is */
	unsigned number;	 /**< of the file */
	unsigned group;		 /**< ring set */
	const char *point_name;	 /**< for interfaces without a name; stays the caller's */
	struct points *points;
	struct bpf *filter;	 /**< NULL = none */
	const atomic_bool *stop; /**< NULL = never */
	bool wide;		 /**< few files: read in large blocks */
};

struct reader {
	struct source source;
	struct filectx ctx;
	struct pcapfile pcapfile;
	struct pcapng pcapng;
	struct bpf *filter;
	bool over;	    /**< nothing more comes */
	rs_ns first_time;   /**< of the first packet, before the filter; RS_NS_NONE = none yet */
	size_t head, count; /**< pkts[head .. count) are not taken yet */
	struct rs_packet pkts[READER_BURST];
};

/** reader_open - NULL if the file has failed (its error says why) or there is no memory. */
struct reader *reader_open(const struct reader_args *a);
/** reader_memory - the same over bytes in memory, which stay the caller's. */
struct reader *reader_memory(const struct reader_args *a, const uint8_t *data, size_t len);
void reader_close(struct reader *r);
/** reader_burst - next packets into pkts; false at the end. What was in pkts is gone. */
bool reader_burst(struct reader *r);

#endif
