/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_PNGOPT_H
#define CAPTURE_PNGOPT_H
/*
 * Option lists of pcapng blocks, and the meaning of those of interfaces, packets and
 * statistics that are used here. Comments and all others are passed over.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/** One option; value points into the block. */
struct pngopt {
	uint16_t code, len;
	const uint8_t *value;
};

struct pngopt_iter {
	const uint8_t *p, *end;
	bool swap;
	bool overrun; /**< an option reached beyond its block: the rest was ignored */
};

/** pngopt_next - false at the end of the list. */
bool pngopt_next(struct pngopt_iter *it, struct pngopt *o);

struct pngopt_interface {
	const uint8_t *name, *description; /**< NULL = none */
	uint16_t name_len, description_len;
	uint64_t speed_bps; /**< 0 = not said */
	int64_t tsoffset_s;
	uint8_t tsresol;
	uint8_t fcs_bytes; /**< 0 = none or not known */
	bool overrun;
};

struct pngopt_packet {
	int fcs_bytes; /**< -1 = not said */
	uint64_t lost; /**< since the packet before */
	bool lost_known;
	bool overrun;
};

struct pngopt_statistics {
	uint64_t lost; /**< since the start of the capture */
	bool lost_known;
	bool overrun;
};

void pngopt_interface(const uint8_t *p, const uint8_t *end, bool swap, struct pngopt_interface *o);
void pngopt_packet(const uint8_t *p, const uint8_t *end, bool swap, struct pngopt_packet *o);
void pngopt_statistics(const uint8_t *p, const uint8_t *end, bool swap,
		       struct pngopt_statistics *o);

#endif
