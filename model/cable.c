/* SPDX-License-Identifier: BSD-2-Clause */
#include "model/cable.h"

#define WIRE_OVERHEAD 24 /* FCS, preamble, gap */

rs_ns cable_time_ns(const struct cable_config *l, uint32_t bytes)
{
	const uint64_t bits = (uint64_t)(bytes + WIRE_OVERHEAD) * 8;

	return (rs_ns)((bits * 1000000000ULL + l->rate_bps - 1) / l->rate_bps);
}

static unsigned kind_of(const struct wire *w)
{
	if (w->opcode == WIRE_CNP || w->opcode == WIRE_PFC)
		return 0;
	if (w->request)
		return FAULT_REQUEST;
	if (wire_is_response_data(w))
		return FAULT_RESPONSE;
	if (w->syndrome == WIRE_SYN_NAK)
		return FAULT_NAK;
	return (w->syndrome & 0x60) == WIRE_SYN_RNR ? FAULT_RNR : FAULT_ACK;
}

static bool matches(const struct fault *f, const struct fault_site *at, const struct wire *w)
{
	if (f->port != at->port || f->after_tap != at->after_tap || !(f->what & kind_of(w)))
		return false;
	if (w->conn < f->conn_first || w->conn > f->conn_last)
		return false;
	if (at->since_start < f->from || (f->until && at->since_start >= f->until))
		return false;
	if ((f->first_sending && w->sending > 1) || (f->resent_only && w->sending <= 1))
		return false;
	if ((f->last_only && !w->last) || (f->middle_only && (w->last || w->first)))
		return false;
	return !w->held;
}

bool cable_fault_hits(struct fault *f, const struct fault_site *site, const struct wire *w,
		      struct dice *dice)
{
	bool hit;

	if (!matches(f, site, w))
		return false;
	f->seen++;
	if (f->burst_left) {
		f->burst_left--;
		return true;
	}
	if (f->seen <= f->skip || (f->limit && f->hits >= f->limit))
		return false;
	hit = (f->every && (f->seen - f->skip) % f->every == 0) || dice_ppm(dice, f->ppm);
	if (!hit)
		return false;
	f->hits++;
	if (f->burst_max)
		f->burst_left = (uint32_t)dice_range(dice, f->burst_min, f->burst_max) - 1;
	return true;
}
