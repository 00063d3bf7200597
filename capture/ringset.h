/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_RINGSET_H
#define CAPTURE_RINGSET_H
/*
 * Names of files that one capture wrote one after the other: tcpdump -C and -W (x.pcap,
 * x.pcap1, x.pcap00), tcpdump -G (a time in the name), dumpcap -b (x_00001_20240101120000).
 */
#include <stddef.h>

/**
 * ringset_base - the file's name without directory, compression and capture suffix
 * Used as the name of a point.
 */
void ringset_base(const char *path, char *out, size_t size);

/** How sure the name itself makes it. */
enum ringset_kind {
	RINGSET_PLAIN, /**< nothing counts in it; may be the first of a set (x.pcap before x.pcap1)
			*/
	RINGSET_WEAK,  /**< a number at the end (x1): of a set only if there is a plain x */
	RINGSET_SURE,  /**< counts or tells the time */
};

/** ringset_stem - what the names of one set have in common, directory included, '*' for a time. */
enum ringset_kind ringset_stem(const char *path, char *out, size_t size);

/** ringset_point - name of the set's point, from a stem. "" if nothing is left of it. */
void ringset_point(const char *stem, char *out, size_t size);

#endif
