/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_POINTS_H
#define CAPTURE_POINTS_H
/*
 * The list of capture points: naming (decision 28), and finding the point again when a file
 * of the same set, or the same file a second time, declares its interface.
 */
#include "capture/input_types.h"

#define POINTS_MAX 65535u

struct points;

/** What a file says about an interface. */
struct points_desc {
	const char *name;      /**< wanted name, 0-terminated, already clean */
	uint32_t interface_id; /**< number in its file, over all sections */
	unsigned group;	       /**< files of one ring set share it */
	uint16_t file;
	uint16_t linktype;
	uint32_t snaplen;
	uint64_t link_bps;
	uint64_t resolution_ps;
};

struct points *points_create(void);
void points_destroy(struct points *p);
/** points_add - number of the point; -1 without memory or when there are POINTS_MAX. */
int points_add(struct points *p, const struct points_desc *d);
const struct input_point *points_list(const struct points *p, unsigned *count);

/** points_lost - packets lost since the previous packet of @point (epb_dropcount). */
void points_lost(struct points *p, unsigned point, uint64_t n);
/** points_statistics - packets lost since the start of the capture (interface statistics). */
void points_statistics(struct points *p, unsigned point, uint64_t n);

/** points_clean_name - copy @len bytes as printable UTF-8 that fits @size, 0-terminated. */
void points_clean_name(char *to, size_t size, const uint8_t *from, size_t len);

#endif
