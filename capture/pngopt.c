/* SPDX-License-Identifier: BSD-2-Clause */
#include "capture/pngopt.h"
#include "capture/bytes.h"

/* draft-ietf-opsawg-pcapng, section 3.5 and the sections of the blocks */
enum {
	END_OF_OPTIONS = 0,
	IF_NAME = 2,
	IF_DESCRIPTION = 3,
	IF_SPEED = 8,
	IF_TSRESOL = 9,
	IF_FCSLEN = 13,
	IF_TSOFFSET = 14,
	IF_TXSPEED = 16,
	IF_RXSPEED = 17,
	EPB_FLAGS = 2,
	EPB_DROPCOUNT = 4,
	ISB_IFDROP = 5,
	ISB_OSDROP = 7,
};

#define TSRESOL_DEFAULT 6

bool pngopt_next(struct pngopt_iter *it, struct pngopt *o)
{
	size_t left = (size_t)(it->end - it->p);

	if (left < 4)
		return false;
	o->code = bytes_u16(it->p, it->swap);
	o->len = bytes_u16(it->p + 2, it->swap);
	if (o->code == END_OF_OPTIONS)
		return false;
	if (o->len > left - 4) {
		it->overrun = true;
		return false;
	}
	o->value = it->p + 4;
	/* the padding of the last option may be missing */
	it->p += bytes_pad4(o->len) > left - 4 ? left : 4 + bytes_pad4(o->len);
	return true;
}

static uint8_t fcs_length(uint8_t v)
{
	/* the draft says bits and shows bytes */
	return v == 4 || v == 32 ? 4 : v == 2 || v == 16 ? 2 : 0;
}

void pngopt_interface(const uint8_t *p, const uint8_t *end, bool swap, struct pngopt_interface *o)
{
	struct pngopt_iter it = { p, end, swap, false };
	struct pngopt opt;
	uint64_t one_way = 0, v;

	*o = (struct pngopt_interface){ .tsresol = TSRESOL_DEFAULT };
	while (pngopt_next(&it, &opt)) {
		v = opt.len >= 8 ? bytes_u64(opt.value, swap) : 0;
		if (opt.code == IF_NAME && opt.len) {
			o->name = opt.value;
			o->name_len = opt.len;
		} else if (opt.code == IF_DESCRIPTION && opt.len) {
			o->description = opt.value;
			o->description_len = opt.len;
		} else if (opt.code == IF_SPEED) {
			o->speed_bps = v;
		} else if (opt.code == IF_TXSPEED || opt.code == IF_RXSPEED) {
			one_way = v > one_way ? v : one_way;
		} else if (opt.code == IF_TSOFFSET) {
			o->tsoffset_s = (int64_t)v;
		} else if (opt.code == IF_TSRESOL && opt.len) {
			o->tsresol = opt.value[0];
		} else if (opt.code == IF_FCSLEN && opt.len) {
			o->fcs_bytes = fcs_length(opt.value[0]);
		}
	}
	if (!o->speed_bps)
		o->speed_bps = one_way;
	o->overrun = it.overrun;
}

void pngopt_packet(const uint8_t *p, const uint8_t *end, bool swap, struct pngopt_packet *o)
{
	struct pngopt_iter it = { p, end, swap, false };
	struct pngopt opt;

	*o = (struct pngopt_packet){ .fcs_bytes = -1 };
	while (pngopt_next(&it, &opt)) {
		if (opt.code == EPB_FLAGS && opt.len == 4) {
			unsigned fcs = bytes_u32(opt.value, swap) >> 5 & 15;

			o->fcs_bytes = fcs ? (int)fcs : -1;
		} else if (opt.code == EPB_DROPCOUNT && opt.len == 8) {
			o->lost = bytes_u64(opt.value, swap);
			o->lost_known = true;
		}
	}
	o->overrun = it.overrun;
}

void pngopt_statistics(const uint8_t *p, const uint8_t *end, bool swap, struct pngopt_statistics *o)
{
	struct pngopt_iter it = { p, end, swap, false };
	struct pngopt opt;

	*o = (struct pngopt_statistics){ 0 };
	while (pngopt_next(&it, &opt)) {
		if ((opt.code == ISB_IFDROP || opt.code == ISB_OSDROP) && opt.len == 8) {
			uint64_t v = bytes_u64(opt.value, swap);

			o->lost = o->lost > UINT64_MAX - v ? UINT64_MAX : o->lost + v;
			o->lost_known = true;
		}
	}
	o->overrun = it.overrun;
}
