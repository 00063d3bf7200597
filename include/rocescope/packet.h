/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ROCESCOPE_PACKET_H
#define ROCESCOPE_PACKET_H
/*
 * Packet view: what a source hands to the decoder. The only struct with a pointer to
 * packet memory; the bytes are borrowed and valid until the burst is released.
 */
#include <rocescope/types.h>

#ifdef __cplusplus
extern "C" {
#endif

enum rs_packet_flag {
	RS_PKT_VLAN_STRIPPED = 1 << 0, /**< the tag was taken off before capture; vlan_tci has it */
	RS_PKT_HW_TIME = 1 << 1,       /**< time comes from hardware */
	RS_PKT_NO_TIME = 1 << 2,       /**< no time of its own (simple packet block): that of the packet before */
	RS_PKT_HAS_FCS = 1 << 3,       /**< the last 4 bytes on the wire are the Ethernet FCS */
};

struct rs_packet {
	const uint8_t *data; /**< captured bytes, borrowed until the burst is released */
	rs_ns time;	     /**< capture time, ns since 1970 */
	rs_frame frame;	     /**< file and frame number */
	uint32_t caplen;     /**< bytes at data */
	uint32_t wirelen;    /**< bytes on the wire as the file says; >= caplen unless the file lies */
	uint16_t point;	     /**< capture point, index into the source's list of points */
	uint16_t linktype;   /**< LINKTYPE_ value (1 = Ethernet, see tcpdump.org/linktypes) */
	uint16_t flags;	     /**< enum rs_packet_flag */
	uint16_t vlan_tci;   /**< with RS_PKT_VLAN_STRIPPED: PCP, DEI, VID */
};

#ifdef __cplusplus
}
#endif
#endif
