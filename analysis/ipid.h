/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ANALYSIS_IPID_H
#define ANALYSIS_IPID_H
/*
 * Whether the IPv4 identification of a flow's packets can tell their order of sending: it
 * must be there, change, and not step backwards on more than one new packet in sixteen
 * (hosts with several queues do that).
 */
#include <rocescope/types.h>

#define IPID_CONST_RUN 64 /* so many equal ids: not an id but a constant */

struct ipid {
	uint16_t newest; /**< newest id in 16-bit order */
	uint16_t last;	 /**< id of the latest packet */
	uint8_t run;	 /**< packets with the same id in a row, saturating */
	bool any;	 /**< a packet was seen */
	bool changed;	 /**< ids differ */
	uint16_t fresh;	 /**< new packets, halved now and then */
	uint16_t back;	 /**< of which stepped backwards */
};

/** ipid_is_older - the id says that the packet was sent before the newest one. */
static inline bool ipid_is_older(const struct ipid *s, uint16_t id)
{
	return (int16_t)(uint16_t)(id - s->newest) < 0;
}

static inline bool ipid_is_const(const struct ipid *s)
{
	return s->run >= IPID_CONST_RUN;
}

/** ipid_usable - ids tell the order of this flow's packets. */
static inline bool ipid_usable(const struct ipid *s)
{
	return s->any && s->changed && s->newest != 0 && !ipid_is_const(s) && (s->back <= 1 || s->back * 16u <= s->fresh);
}

/** ipid_note - a packet of the flow; @fresh: it was the next new packet of its PSN space. */
static inline void ipid_note(struct ipid *s, uint16_t id, bool fresh)
{
	if (s->any && id == s->last) {
		s->run += s->run < 255;
	} else {
		s->changed |= s->any;
		s->run = 1;
	}
	if (fresh) {
		if (++s->fresh == 256) {
			s->fresh /= 2;
			s->back /= 2;
		}
		s->back += s->any && ipid_is_older(s, id);
	}
	if (!s->any || !ipid_is_older(s, id) || (fresh && s->back * 16u > s->fresh))
		s->newest = id;
	s->last = id;
	s->any = true;
}

#endif
