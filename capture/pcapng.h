/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_PCAPNG_H
#define CAPTURE_PCAPNG_H
/*
 * Reader of pcapng files: sections of either byte order, interfaces as points, all packet
 * blocks, drop counts. Other blocks are passed over without being held.
 */
#include "capture/filectx.h"
#include "capture/tsresol.h"
#include <rocescope/packet.h>

/** An interface of the section. */
struct pcapng_if {
	struct tsresol time;
	uint32_t snaplen; /**< 0 = none */
	uint16_t linktype;
	uint16_t point;
	uint16_t flags; /**< of its packets */
	bool usable;	/**< false: its packets are dropped */
};

struct pcapng {
	struct pcapng_if *ifs; /**< of this section, owned */
	unsigned if_count, if_room;
	uint32_t if_total; /**< interfaces of all sections */
	unsigned sections;
	bool swap;	       /**< byte order of this section is not this machine's */
	bool ignore_section;   /**< its major version is not known */
	uint64_t skip;	       /**< bytes of the last block still to pass over */
	rs_ns last_time;       /**< of the packet before, RS_NS_NONE = none yet */
	uint64_t dropped;      /**< packets of interfaces that do not exist or cannot be used */
	uint64_t bad_trailers; /**< blocks whose second length differs */
	uint64_t overruns;     /**< blocks with an option beyond their end */
};

void pcapng_start(struct pcapng *g);
void pcapng_fini(struct pcapng *g);
/** pcapng_burst - next packets, at most @max; 0 at the end. Bytes are good until the next call. */
size_t pcapng_burst(struct pcapng *g, struct filectx *c, struct rs_packet *out, size_t max);

#endif
