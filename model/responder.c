/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Expected PSN, one NAK per gap, duplicates acknowledged again, RNR NAK when no receive
 * buffer is there, READ responses paced at the link, MSN = messages completed (a READ counts
 * when accepted). Out of order packets are thrown away unless the responder is tolerant or
 * selective. A READ that goes back cancels the responses that earlier ones still have to send,
 * by a new generation (the caller drops what belongs to an older one); one that continues
 * behind the latest is queued behind its responses.
 */
#include "model/responder.h"

#include <stdlib.h>
#include <string.h>

int responder_init(struct responder *s, const struct responder_config *cfg, uint32_t psn_max)
{
	memset(s, 0, sizeof *s);
	s->cfg = cfg;
	s->got = calloc(psn_max, 1);
	s->answered = calloc(psn_max, 1);
	if (!s->got || !s->answered) {
		responder_fini(s);
		return -RS_ENOMEM;
	}
	s->psn_max = psn_max;
	s->rnr_message = UINT32_MAX;
	return 0;
}

void responder_fini(struct responder *s)
{
	free(s->got);
	free(s->answered);
	s->got = NULL;
	s->answered = NULL;
}

/* A response leaves after the processing time and never before the one made earlier. */
static rs_ns leave_at(struct responder *s, rs_ns now, struct dice *dice)
{
	rs_ns t = now + s->cfg->process_min_ns;

	/* half of all responses take the least time, so that the smallest delay seen soon is the
	 * true one */
	if (dice_below(dice, 2))
		t = now + (rs_ns)dice_range(dice, (uint64_t)s->cfg->process_min_ns,
					    (uint64_t)s->cfg->process_max_ns);
	if (t <= s->busy_until)
		t = s->busy_until + 1;
	s->busy_until = t;
	return t;
}

static unsigned respond(struct responder *s, rs_ns at, uint32_t off, uint8_t syndrome,
			struct wire *out)
{
	*out = (struct wire){.at = at,
			     .opcode = WIRE_ACK,
			     .off = off,
			     .span = 1,
			     .syndrome = syndrome,
			     .msn = s->msn & 0xffffffu,
			     .sending = 1,
			     .generation = s->generation,
			     .last = true};
	return 1;
}

static unsigned acknowledge(struct responder *s, rs_ns at, struct wire *out)
{
	s->since_ack = 0;
	return respond(s, at, s->expected - 1, WIRE_SYN_ACK, out);
}

static unsigned answer_atomic(struct responder *s, rs_ns at, const struct wire *w, struct wire *out)
{
	respond(s, at, w->off, WIRE_SYN_ACK, out);
	out->opcode = WIRE_ATOMIC_ACK;
	s->stream_next = w->off + 1;
	out->operand = 1000 + w->off; /* the saved result: the same for a replay */
	out->sending = ++s->answered[w->off];
	return 1;
}

static unsigned answer_read(struct responder *s, rs_ns at, const struct wire *w, struct wire *out)
{
	const uint32_t n = w->span < RESPONDER_OUT_MAX ? w->span : RESPONDER_OUT_MAX;
	uint32_t left = w->dma_len;

	s->stream_next = w->off + w->span;
	for (uint32_t i = 0; i < n; i++) {
		const uint32_t bytes = left < s->cfg->pmtu ? left : s->cfg->pmtu;

		respond(s, at, w->off + i, WIRE_SYN_ACK, &out[i]);
		out[i].opcode = n == 1	     ? WIRE_READ_ONLY
				: i == 0     ? WIRE_READ_FIRST
				: i == n - 1 ? WIRE_READ_LAST
					     : WIRE_READ_MIDDLE;
		out[i].payload = bytes;
		out[i].first = i == 0;
		out[i].last = i == n - 1;
		out[i].sending = ++s->answered[w->off + i];
		left -= bytes;
		s->busy_until = at;
		at += (rs_ns)((uint64_t)(bytes + 82) * 8 * 1000000 / (s->cfg->rate_bps / 1000));
	}
	return n;
}

static unsigned on_duplicate(struct responder *s, rs_ns now, const struct wire *w,
			     struct dice *dice, struct wire *out)
{
	s->duplicates++;
	if (wire_is_read(w)) {
		if (w->off < s->stream_next) {
			s->generation++;
			s->busy_until = now;
		}
		return answer_read(s, leave_at(s, now, dice), w, out);
	}
	if (wire_is_atomic(w))
		return answer_atomic(s, leave_at(s, now, dice), w, out);
	if (s->cfg->quiet_duplicates && !w->ack_request)
		return 0;
	return acknowledge(s, leave_at(s, now, dice), out);
}

static unsigned send_nak(struct responder *s, rs_ns now, struct dice *dice, struct wire *out)
{
	s->nak_sent = true;
	s->naks++;
	return respond(s, leave_at(s, now, dice), s->expected, WIRE_SYN_NAK, out);
}

static unsigned on_ahead(struct responder *s, rs_ns now, const struct wire *w, struct dice *dice,
			 struct wire *out)
{
	if (s->cfg->tolerant || s->cfg->selective) {
		s->got[w->off] = w->last ? 3 : 1; /* bit 1: ends a message, to be counted later */
		if (w->off + w->span > s->top)
			s->top = w->off + w->span;
	} else {
		s->ignored++;
	}
	if (s->cfg->tolerant || s->nak_sent)
		return 0;
	return send_nak(s, now, dice, out);
}

/* True when the message that begins or ends with @w finds no receive buffer. */
static bool not_ready(struct responder *s, const struct wire *w)
{
	const bool send = w->opcode <= WIRE_SEND_ONLY;

	if (!s->cfg->rnr_every || !send ||
	    (w->opcode != WIRE_SEND_FIRST && w->opcode != WIRE_SEND_ONLY))
		return false;
	if (s->rnr_message != s->msn) {
		s->rnr_message = s->msn;
		s->rnr_left = (s->msn + 1) % s->cfg->rnr_every == 0 ? s->cfg->rnr_times : 0;
	}
	if (!s->rnr_left)
		return false;
	s->rnr_left--;
	return true;
}

/* Take @w and whatever waited behind it. Returns true if a message ended. */
static bool advance(struct responder *s, const struct wire *w)
{
	bool ended = w->last;

	s->accepted++;
	s->since_ack++;
	s->nak_sent = false;
	s->expected = w->off + w->span;
	s->msn += w->last;
	while (s->expected < s->top && s->got[s->expected]) {
		if (s->got[s->expected++] & 2) {
			s->msn++;
			ended = true;
		}
	}
	if (s->top < s->expected)
		s->top = s->expected;
	return ended;
}

static rs_ns slowness(const struct responder *s, const struct wire *w, struct dice *dice)
{
	if (!s->cfg->slow_every || !w->last || w->sending > 1 || s->msn % s->cfg->slow_every)
		return 0;
	return (rs_ns)dice_range(dice, (uint64_t)s->cfg->slow_min_ns,
				 (uint64_t)s->cfg->slow_max_ns);
}

static unsigned on_expected(struct responder *s, rs_ns now, const struct wire *w, struct dice *dice,
			    struct wire *out)
{
	bool ended;

	if (not_ready(s, w)) {
		s->nak_sent = true; /* what is in flight behind it is dropped in silence */
		s->rnr_naks++;
		return respond(s, leave_at(s, now, dice), s->expected,
			       (uint8_t)(WIRE_SYN_RNR | s->cfg->rnr_code), out);
	}
	if (s->cfg->refuse_message && s->msn + 1 == s->cfg->refuse_message) {
		s->dead = true;
		s->fatal_naks++;
		return respond(s, leave_at(s, now, dice), s->expected, WIRE_SYN_ACCESS, out);
	}
	ended = advance(s, w);
	now += slowness(s, w, dice);
	if (wire_is_read(w))
		return answer_read(s, leave_at(s, now, dice), w, out);
	if (wire_is_atomic(w))
		return answer_atomic(s, leave_at(s, now, dice), w, out);
	if (s->cfg->selective && s->expected < s->top)
		return send_nak(s, now, dice, out);
	if (ended || w->ack_request || (s->cfg->ack_every && s->since_ack >= s->cfg->ack_every))
		return acknowledge(s, leave_at(s, now, dice), out);
	return 0;
}

unsigned responder_on_request(struct responder *s, rs_ns now, const struct wire *w,
			      struct dice *dice, struct wire *out)
{
	if (s->dead)
		return 0;
	if (s->cfg->uc) {
		s->accepted += w->off >= s->expected;
		s->expected = w->off + w->span;
		return 0;
	}
	if (w->off < s->expected ||
	    ((s->cfg->tolerant || s->cfg->selective) && w->off < s->top && s->got[w->off]))
		return on_duplicate(s, now, w, dice, out);
	if (w->off > s->expected)
		return on_ahead(s, now, w, dice, out);
	return on_expected(s, now, w, dice, out);
}
