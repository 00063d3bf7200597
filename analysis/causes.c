/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The decision table of storms (diagnosis 2.3): weights in hundredths. A cause whose needs are
 * not met is not scored; others get the sum of what speaks for them less what speaks against,
 * within 0..100. Ties keep the order of the table.
 */
#include <rocescope/engine.h>

#include <stdlib.h>
#include <string.h>

#define SHOWN_FROM 30
#define MINUS 3

#define B(id) (1u << RS_SIGN_BIT_##id)

/** One sign and its weight. */
struct weight {
	uint32_t sign;
	uint8_t hundredths;
};

/** One row: all of `needs` (each a set of which one must be present), then weights. */
static const struct row {
	uint32_t needs[2];
	struct weight plus[5], minus[MINUS];
	const char *advice;
} table[RS_STORM_CAUSE_COUNT] = {
	[RS_STORM_CAUSE_INCAST] = {
		{ B(S1), 0 },
		{ { B(S1), 45 }, { B(S4), 20 }, { B(S10), 20 }, { B(S3B), 15 } },
		{ { B(S2), 30 }, { B(S12), 50 } },
		"lossless class: check that PFC is on for this priority on the egress switch, and its headroom; lossy class: lower "
		"ECN Kmin, look at WRED and ECN drop counters; spread the collective or cap channels per peer" },
	[RS_STORM_CAUSE_PFCOFF] = {
		{ B(S8) | B(S18), 0 },
		{ { B(S8), 35 }, { B(S18), 35 }, { B(S10), 15 }, { B(S6), 15 } },
		{ { B(S7), 50 } },
		"compare DSCP to priority map, PFC enable, trust mode and buffer pool on both ends of the link (usual lossless "
		"setting: DSCP 26 to priority 3 for data, priority 6 for CNPs)" },
	[RS_STORM_CAUSE_NOECN] = {
		{ B(S5) | B(S6), B(S1) | B(S7) | B(S10) },
		{ { B(S1), 20 }, { B(S6), 40 }, { B(S10), 20 }, { B(S7), 10 }, { B(S5), 20 } },
		{ { B(S4), 60 }, { B(S12), 50 } },
		"enable ECN: ECT on the hosts, marking on the queue; verify Kmin and Kmax for the link speed" },
	[RS_STORM_CAUSE_BADLINK] = {
		{ B(S11) | B(S21), 0 },
		{ { B(S11), 45 }, { B(S2), 25 }, { B(S21), 30 }, { B(S5), 10 } },
		{ { B(S1), 20 }, { B(S10), 30 }, { B(S12), 50 } },
		"FEC, symbol and CRC counters on both ends; clean or swap optics; check rx_crc_errors_phy, rx_pcs_symbol_err_phy, "
		"rx_icrc_encapsulated" },
	[RS_STORM_CAUSE_MTU] = {
		{ B(S12), 0 },
		{ { B(S12), 60 }, { B(S13), 30 }, { B(S15), 10 } },
		{ { B(S27), 80 } },
		"port, VLAN and tunnel MTU along the path: at least path MTU plus 58 to 90 bytes of headers; rx_oversize_pkts_phy, "
		"giants on the switch" },
	[RS_STORM_CAUSE_RNR] = {
		{ B(S14), 0 },
		{ { B(S14), 80 }, { B(S3B), 10 } },
		{ { 0, 0 } },
		"post more receives, raise the SRQ limit or min_rnr_timer; look for a stalled process or GPU on the responder" },
	[RS_STORM_CAUSE_RTOSMALL] = {
		{ B(S16), 0 },
		{ { B(S16), 60 }, { B(S15), 20 } },
		{ { B(S10), 40 }, { B(S11), 40 } },
		"raise NCCL_IB_TIMEOUT (each step doubles it); check adaptive retransmission; verify that PFC pauses are not longer "
		"than the timer" },
	[RS_STORM_CAUSE_ACKPATH] = {
		{ B(S22), 0 },
		{ { B(S22), 60 }, { B(S15), 10 } },
		{ { B(S10), 30 } },
		"are ACKs and CNPs in the right class? errors of the reverse link; ACK DSCP setting" },
	[RS_STORM_CAUSE_COLLISION] = {
		{ B(S19), 0 },
		{ { B(S19), 45 }, { B(S4), 20 }, { B(S10), 15 } },
		{ { B(S1), 20 } },
		"more QPs per connection, source ports or flow labels per QP, hash the destination QP on the switches" },
	[RS_STORM_CAUSE_FLAP] = {
		{ B(S17), 0 },
		{ { B(S17), 60 }, { B(S15), 20 }, { B(S2), 10 } },
		{ { B(S4), 20 } },
		"link_down events, BGP and BFD log at the times shown; the retry budget (timeout x retry_cnt) must exceed the outage" },
	[RS_STORM_CAUSE_PAUSEDROP] = {
		{ B(S9), 0 },
		{ { B(S9), 70 }, { B(S7), 20 } },
		{ { 0, 0 } },
		"find the port that sends pauses; watchdog log (a default SONiC watchdog acts after 200 ms and then drops)" },
	[RS_STORM_CAUSE_REORDER] = {
		{ B(S20), 0 },
		{ { B(S20), 75 } },
		{ { B(S10), 40 } },
		"switch off packet spraying or adaptive routing for this class, or enable out-of-order handling on both NICs" },
	[RS_STORM_CAUSE_DEADPEER] = {
		{ B(S24), 0 },
		{ { B(S13), 30 }, { B(S24), 50 }, { B(S15), 10 } },
		{ { B(S26), 60 } },
		"host or NIC reset, GID index or route missing: at job start this is the usual NCCL \"error 12\"" },
	[RS_STORM_CAUSE_OLDNIC] = {
		{ B(S25) | B(S23), 0 },
		{ { B(S25), 80 }, { B(S23), 30 } },
		{ { 0, 0 } },
		"NIC firmware: generations differ by large factors in how fast they NAK and react" },
};

const char *rs_storm_advice(unsigned cause)
{
	return cause < RS_STORM_CAUSE_COUNT ? table[cause].advice : "";
}

static bool needs_met(const struct row *r, uint32_t signs)
{
	return (r->needs[0] & signs) && (!r->needs[1] || (r->needs[1] & signs));
}

static struct rs_cause_score score(unsigned cause, uint32_t signs)
{
	const struct row *r = &table[cause];
	struct rs_cause_score out = { (uint8_t)cause, 0, 0 };
	int sum = 0;

	if (!needs_met(r, signs))
		return out;
	for (unsigned i = 0; i < 5; i++) {
		if (r->plus[i].sign & signs) {
			sum += r->plus[i].hundredths;
			out.signs |= r->plus[i].sign;
		}
	}
	for (unsigned i = 0; i < MINUS; i++)
		if (r->minus[i].sign & signs)
			sum -= r->minus[i].hundredths;
	out.score = (uint8_t)(sum < 0 ? 0 : sum > 100 ? 100 : sum);
	return out;
}

static int better_first(const void *a, const void *b)
{
	const struct rs_cause_score *x = a, *y = b;

	return x->score != y->score ? y->score - x->score : x->cause - y->cause;
}

unsigned rs_storm_rank(uint32_t signs, struct rs_cause_score out[RS_STORM_CAUSE_COUNT])
{
	unsigned n = 0;

	for (unsigned c = 0; c < RS_STORM_CAUSE_COUNT; c++)
		out[c] = score(c, signs);
	qsort(out, RS_STORM_CAUSE_COUNT, sizeof(*out), better_first);
	while (n < RS_STORM_CAUSE_COUNT && out[n].score >= SHOWN_FROM)
		n++;
	return n;
}
