/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_PCAPFILE_H
#define CAPTURE_PCAPFILE_H
/*
 * Reader of pcap files: micro- and nanoseconds, both byte orders, the record layouts of
 * Kuznetzov and IXIA, old versions with swapped length fields.
 */
#include "capture/filectx.h"
#include <rocescope/packet.h>

struct pcapfile {
	bool swap;	 /**< byte order is not this machine's */
	bool nano;	 /**< fraction is nanoseconds */
	uint8_t header;	 /**< bytes of a record header: 16 or 24 */
	uint8_t lengths; /**< enum pcapfile_lengths */
	uint16_t linktype, flags, point;
	uint32_t fast_limit;	/**< captured lengths up to here need no second look */
	uint32_t hard_limit;	/**< above: damage */
	uint64_t skip;		/**< bytes of the last packet that were not delivered */
	uint64_t odd_fractions; /**< fractions of a second and more */
};

enum pcapfile_lengths { PCAPFILE_PLAIN, PCAPFILE_SWAPPED, PCAPFILE_SWAPPED_IF_MORE };

/** pcapfile_start - read the file header, make the point; on failure the file has failed. */
RS_MUST_USE int pcapfile_start(struct pcapfile *p, struct filectx *c);
/** pcapfile_burst - next packets, at most @max; 0 at the end. Bytes are good until the next call.
 */
size_t pcapfile_burst(struct pcapfile *p, struct filectx *c, struct rs_packet *out, size_t max);

#endif
