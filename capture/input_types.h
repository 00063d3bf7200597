/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_INPUT_TYPES_H
#define CAPTURE_INPUT_TYPES_H
/*
 * What is told of the points and files of an input: filled by the readers, seen through
 * input.h.
 */
#include <rocescope/types.h>

/** One capture point: an interface of a pcapng section, or a pcap file (decision 28). */
struct input_point {
	char name[80];		/**< if_name, else if_description, else file name without suffixes; "#2" when repeated */
	uint32_t interface_id;	/**< number in its file */
	uint16_t file;		/**< first file that feeds it */
	uint16_t linktype;
	uint32_t snaplen;	/**< 0 = no limit */
	uint64_t link_bps;	/**< if_speed, 0 = not known */
	uint64_t resolution_ns_x1000; /**< time stamp step in picoseconds */
	uint64_t drops;		/**< capture drops by interface statistics, valid with drops_known */
	bool drops_known;
};

/** One file of the input, in the order given (directories and ring sets expanded and sorted). */
struct input_file {
	char *name;		/**< as the user would name it; "-" = standard input */
	const char *format;	/**< "pcap", "pcapng", "pcap+gzip", ... static; NULL if it was not recognised */
	uint64_t packets;	/**< delivered so far, before the BPF filter */
	uint64_t bytes;		/**< captured bytes of them */
	uint64_t wire_bytes;
	bool truncated;		/**< ended inside a packet or block; what came before was delivered */
	bool failed;		/**< could not be read (to its end): error says why */
	struct rs_err error;
	char note[200];		/**< one warning for the user ("cut inside packet 17"), "" if none */
};

#endif
