/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Go-Back-N: `next` walks from `una` to the end of what is posted, inside a window. A NAK
 * moves it back to the PSN asked for, the ACK timer to `una`, an RNR NAK too but after a
 * wait. READs are acknowledged by their responses only: a response or ACK that lies beyond a
 * missing response sends the READ again from there ("implied NAK"). Selective repeat keeps
 * `next` and resends single PSNs from a short list. Positions are counts from the first PSN.
 *
 * Simplification: the timer runs from the latest progress, not per packet, and does not
 * back off; congestion control is one cut by half per CNP and steps back up with time.
 */
#include "model/requester.h"

#include <stdlib.h>
#include <string.h>

#define RATE_FLOOR_PERMILLE 125
#define RATE_STEP_NS (100 * RS_NS_PER_US)
#define RATE_STEP_PERMILLE 60
#define HEADER_BYTES 82 /* per packet on the wire beside its payload, for the pace */

int requester_init(struct requester *r, const struct requester_config *cfg, uint32_t message_max,
		   uint32_t psn_max)
{
	memset(r, 0, sizeof *r);
	r->cfg = cfg;
	r->messages = calloc(message_max, sizeof *r->messages);
	r->sent = calloc(psn_max, 1);
	if (!r->messages || !r->sent) {
		requester_fini(r);
		return -RS_ENOMEM;
	}
	r->message_max = message_max;
	r->psn_max = psn_max;
	r->hold_until = r->deadline = r->restart_at = RS_NS_NONE;
	r->implied_off = UINT32_MAX;
	r->rate_permille = 1000;
	return 0;
}

void requester_fini(struct requester *r)
{
	free(r->messages);
	free(r->sent);
	r->messages = NULL;
	r->sent = NULL;
}

bool requester_post(struct requester *r, enum verb verb, uint32_t bytes, rs_ns ready)
{
	const uint32_t pmtu = r->cfg->pmtu;
	uint32_t span = verb == VERB_ATOMIC || !bytes ? 1 : (bytes + pmtu - 1) / pmtu;

	if (r->message_count == r->message_max || r->posted + span > r->psn_max)
		return false;
	r->messages[r->message_count++] = (struct message){.ready = ready,
							   .first = r->posted,
							   .span = span,
							   .bytes = bytes,
							   .verb = (uint8_t)verb};
	r->posted += span;
	return true;
}

static struct message *message_of(struct requester *r, uint32_t off)
{
	while (r->cursor && r->messages[r->cursor].first > off)
		r->cursor--;
	while (r->messages[r->cursor].first + r->messages[r->cursor].span <= off)
		r->cursor++;
	return &r->messages[r->cursor];
}

static uint8_t opcode_of(const struct message *m, uint32_t index)
{
	const bool send = m->verb == VERB_SEND;

	if (m->verb == VERB_READ)
		return WIRE_READ_REQUEST;
	if (m->verb == VERB_ATOMIC)
		return WIRE_FETCH_ADD;
	if (m->span == 1)
		return send ? WIRE_SEND_ONLY : WIRE_WRITE_ONLY;
	if (index == 0)
		return send ? WIRE_SEND_FIRST : WIRE_WRITE_FIRST;
	if (index == m->span - 1)
		return send ? WIRE_SEND_LAST : WIRE_WRITE_LAST;
	return send ? WIRE_SEND_MIDDLE : WIRE_WRITE_MIDDLE;
}

/* Next position to send, or UINT32_MAX; @now only matters for messages not posted yet. */
static uint32_t candidate(struct requester *r, rs_ns *ready)
{
	const struct message *m;
	uint32_t span;

	*ready = r->send_at;
	if (r->selective_count)
		return r->selective[0];
	if (r->next >= r->posted)
		return UINT32_MAX;
	m = message_of(r, r->next);
	span = m->verb == VERB_READ ? m->first + m->span - r->next : 1;
	if (!r->cfg->uc && r->next > r->una && r->next + span > r->una + r->cfg->window)
		return UINT32_MAX;
	if (m->ready > *ready)
		*ready = m->ready;
	return r->next;
}

static rs_ns pace_ns(struct requester *r, rs_ns now, uint32_t payload)
{
	while (r->rate_permille < 1000 && now - r->rate_changed >= RATE_STEP_NS) {
		r->rate_permille += RATE_STEP_PERMILLE;
		r->rate_changed += RATE_STEP_NS;
	}
	if (r->rate_permille > 1000)
		r->rate_permille = 1000;
	return (rs_ns)((uint64_t)(payload + HEADER_BYTES) * 8 * 1000000 /
		       (r->cfg->rate_bps / 1000) * 1000 / r->rate_permille);
}

static void fill(struct requester *r, uint32_t off, struct wire *w)
{
	const uint32_t pmtu = r->cfg->pmtu;
	const struct message *m = message_of(r, off);
	const uint32_t index = off - m->first, done = index * pmtu;

	memset(w, 0, sizeof *w);
	w->opcode = opcode_of(m, index);
	w->request = true;
	w->off = off;
	w->span = 1;
	w->va = 0x7f0000000000ULL + (uint64_t)m->first * pmtu;
	w->dma_len = m->bytes;
	w->round = r->round;
	w->round_cause = r->round_cause;
	w->first = index == 0;
	w->last = index == m->span - 1;
	if (m->verb == VERB_READ) {
		w->span = m->span - index;
		w->dma_len = m->bytes - done;
		w->va += done;
		w->last = true;
	} else if (m->verb == VERB_ATOMIC) {
		w->va = 0x7f0000001000ULL;
		w->operand = 1;
	} else {
		w->payload = m->bytes - done < pmtu ? m->bytes - done : pmtu;
	}
	w->ack_request =
	    !r->cfg->uc && (w->last || (r->cfg->ack_every && (index + 1) % r->cfg->ack_every == 0));
}

bool requester_next(struct requester *r, rs_ns now, struct wire *out)
{
	rs_ns ready;
	const uint32_t off = candidate(r, &ready);

	if (r->failed || off == UINT32_MAX || ready > now ||
	    (r->hold_until != RS_NS_NONE && now < r->hold_until))
		return false;
	fill(r, off, out);
	if (r->selective_count) {
		r->selective_count--;
		memmove(r->selective, r->selective + 1,
			r->selective_count * sizeof r->selective[0]);
	} else {
		r->next = off + out->span;
	}
	for (uint32_t i = off; i < off + out->span; i++)
		if (r->sent[i] < UINT8_MAX)
			r->sent[i]++;
	out->sending = r->sent[off];
	if (r->next > r->high)
		r->high = r->next;
	if (r->deadline == RS_NS_NONE && r->cfg->timer_ns && !r->cfg->uc)
		r->deadline = now + r->cfg->timer_ns;
	r->send_at = now + pace_ns(r, now, out->payload);
	return true;
}

static void schedule_restart(struct requester *r, rs_ns at, uint32_t off, enum round_cause cause)
{
	r->restart_at = at;
	r->restart_off = off;
	r->restart_cause = (uint8_t)cause;
}

static rs_ns reaction(const struct requester *r, struct dice *dice)
{
	return (rs_ns)dice_range(dice, (uint64_t)r->cfg->react_min_ns,
				 (uint64_t)r->cfg->react_max_ns);
}

/* First PSN of [una, upto) that only a response of its own acknowledges, or upto. */
static uint32_t response_wanted(struct requester *r, uint32_t upto)
{
	uint32_t off = r->una;

	while (off < upto) {
		const struct message *m = message_of(r, off);

		if (m->verb == VERB_READ || m->verb == VERB_ATOMIC)
			return off;
		off = m->first + m->span;
	}
	return upto;
}

/* Everything before @upto was executed. False, and a restart is due, if a response is missing. */
static bool acknowledge(struct requester *r, rs_ns now, uint32_t upto, struct dice *dice)
{
	uint32_t to;

	if (upto > r->high || upto < r->una)
		return false; /* ghost */
	to = response_wanted(r, upto);
	if (to > r->una) {
		r->una = to;
		r->tries = 0;
		r->deadline =
		    r->una < r->high && r->cfg->timer_ns ? now + r->cfg->timer_ns : RS_NS_NONE;
		if (r->next < r->una && !r->cfg->go_back_0)
			r->next = r->una;
	}
	if (to == upto)
		return true;
	if (r->implied_off != to) {
		r->implied_off = to;
		schedule_restart(r, now + reaction(r, dice), to, ROUND_READ);
	}
	return false;
}

static void on_response_data(struct requester *r, rs_ns now, const struct wire *w,
			     struct dice *dice)
{
	if (w->off < r->una || !acknowledge(r, now, w->off, dice))
		return;
	/* acknowledge() stops at READs, so now una == off: take this one response */
	r->una = w->off + 1;
	r->tries = 0;
	r->deadline = r->una < r->high && r->cfg->timer_ns ? now + r->cfg->timer_ns : RS_NS_NONE;
	if (r->next < r->una)
		r->next = r->una;
}

static void on_nak(struct requester *r, rs_ns now, const struct wire *w, struct dice *dice)
{
	if (w->off < r->una || w->off >= r->high || !acknowledge(r, now, w->off, dice))
		return;
	r->naks_taken++;
	schedule_restart(r, now + reaction(r, dice), w->off, ROUND_NAK);
}

static void on_rnr(struct requester *r, rs_ns now, const struct wire *w, struct dice *dice)
{
	rs_ns wait = requester_rnr_ns(w->syndrome & 0x1fu);

	if (w->off < r->una || !acknowledge(r, now, w->off, dice))
		return;
	wait = r->cfg->rnr_impatient
		   ? wait / 2
		   : wait + wait / 20 + (rs_ns)dice_below(dice, (uint64_t)wait / 4);
	r->hold_until = now + wait;
	r->deadline = RS_NS_NONE;
	schedule_restart(r, now + wait, w->off, ROUND_RNR);
}

void requester_on_response(struct requester *r, rs_ns now, const struct wire *w, struct dice *dice)
{
	if (w->opcode == WIRE_CNP) {
		r->rate_permille = r->rate_permille / 2 < RATE_FLOOR_PERMILLE
				       ? RATE_FLOOR_PERMILLE
				       : r->rate_permille / 2;
		r->rate_changed = now;
		return;
	}
	if (r->failed)
		return;
	if (wire_is_response_data(w))
		on_response_data(r, now, w, dice);
	else if (w->syndrome == WIRE_SYN_NAK)
		on_nak(r, now, w, dice);
	else if (w->syndrome == WIRE_SYN_ACCESS)
		r->failed = true;
	else if ((w->syndrome & 0x60) == WIRE_SYN_RNR)
		on_rnr(r, now, w, dice);
	else
		(void)acknowledge(r, now, w->off + 1, dice);
}

static void begin_round(struct requester *r, rs_ns now, uint32_t off, enum round_cause cause)
{
	uint32_t *const by_cause[] = {NULL, &r->nak_rounds, &r->timer_rounds, &r->rnr_rounds,
				      &r->read_rounds};

	r->round++;
	r->round_cause = (uint8_t)cause;
	(*by_cause[cause])++;
	r->hold_until = RS_NS_NONE;
	r->restart_at = RS_NS_NONE;
	r->deadline = r->cfg->timer_ns ? now + r->cfg->timer_ns : RS_NS_NONE;
	if (r->cfg->selective && r->selective_count < REQUESTER_SELECTIVE_MAX) {
		r->selective[r->selective_count++] = off;
		return;
	}
	if (r->cfg->go_back_0 && cause == ROUND_NAK)
		off = message_of(r, off)->first;
	r->next = off;
}

void requester_on_time(struct requester *r, rs_ns now)
{
	if (r->failed)
		return;
	if (r->restart_at != RS_NS_NONE && now >= r->restart_at) {
		if (r->restart_off >= r->una)
			begin_round(r, now, r->restart_off, (enum round_cause)r->restart_cause);
		r->restart_at = RS_NS_NONE;
		if (r->hold_until != RS_NS_NONE && now >= r->hold_until)
			r->hold_until = RS_NS_NONE;
	}
	if (r->deadline == RS_NS_NONE || now < r->deadline)
		return;
	if (r->una >= r->high) {
		r->deadline = RS_NS_NONE;
		return;
	}
	if (++r->tries > r->cfg->retries) {
		r->failed = true;
		return;
	}
	begin_round(r, now, r->una, ROUND_TIMER);
}

rs_ns requester_wakeup(const struct requester *r)
{
	struct requester probe = *r; /* candidate() moves only the look-up cursor */
	rs_ns t = RS_NS_NONE, ready;

	if (r->failed)
		return RS_NS_NONE;
	if (candidate(&probe, &ready) != UINT32_MAX)
		t = r->hold_until != RS_NS_NONE && r->hold_until > ready ? r->hold_until : ready;
	if (r->restart_at != RS_NS_NONE && (t == RS_NS_NONE || r->restart_at < t))
		t = r->restart_at;
	if (r->deadline != RS_NS_NONE && (t == RS_NS_NONE || r->deadline < t))
		t = r->deadline;
	return t;
}

bool requester_done(const struct requester *r)
{
	return r->failed || (r->cfg->uc ? r->next >= r->posted : r->una >= r->posted);
}

rs_ns requester_rnr_ns(unsigned code)
{
	static const uint32_t ten_us[32] = {65536, 1,	 2,    3,     4,     6,	    8,	   12,
					    16,	   24,	 32,   48,    64,    96,    128,   192,
					    256,   384,	 512,  768,   1024,  1536,  2048,  3072,
					    4096,  6144, 8192, 12288, 16384, 24576, 32768, 49152};

	return (rs_ns)ten_us[code & 31u] * 10 * RS_NS_PER_US;
}
