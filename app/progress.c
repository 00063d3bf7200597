/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/progress.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#define FIRST_NS (500 * RS_NS_PER_MS)
#define EVERY_NS (250 * RS_NS_PER_MS)
#define BURSTS_PER_LOOK 64 /* the clock is not asked for each burst */

rs_ns progress_now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (rs_ns)ts.tv_sec * RS_NS_PER_S + ts.tv_nsec;
}

void progress_start(struct progress *p, bool on)
{
	memset(p, 0, sizeof(*p));
	p->on = on;
	p->started = progress_now();
}

static void line(struct text *t, rs_ns elapsed, const struct input *in, const struct progress_found *found)
{
	struct input_progress ip;
	const double s = elapsed > 0 ? (double)elapsed / 1e9 : 1e-9;

	input_progress(in, &ip);
	text_add(t, "rocescope: %s  ", ip.current ? ip.current : "-");
	if (ip.total_bytes) {
		text_add(t, "%.0f%%  ", 100.0 * (double)ip.done_bytes / (double)ip.total_bytes);
		text_bytes(t, (double)ip.done_bytes);
		text_str(t, " of ");
		text_bytes(t, (double)ip.total_bytes);
	} else {
		text_bytes(t, (double)ip.done_bytes);
	}
	text_str(t, "  ");
	text_bytes(t, (double)ip.done_bytes / s);
	text_add(t, "/s  %.2f Mpkt/s", (double)ip.packets / s / 1e6);
	if (ip.total_bytes && ip.done_bytes && ip.total_bytes > ip.done_bytes) {
		const double left = s * (double)(ip.total_bytes - ip.done_bytes) / (double)ip.done_bytes;

		text_add(t, "  %.0f s left", left);
	}
	if (found->episodes || found->naks)
		text_add(t, "   so far: %llu recoveries  %llu NAKs", (unsigned long long)found->episodes,
			 (unsigned long long)found->naks);
	else
		text_str(t, "   so far: nothing");
}

void progress_tick(struct progress *p, const struct input *in, const struct progress_found *found)
{
	char buf[400];
	struct text t;
	rs_ns now;

	if (!p->on || ++p->skipped < BURSTS_PER_LOOK)
		return;
	p->skipped = 0;
	now = progress_now();
	if (now - p->started < FIRST_NS || now - p->last < EVERY_NS)
		return;
	p->last = now;
	text_init(&t, buf, sizeof(buf));
	line(&t, now - p->started, in, found);
	fprintf(stderr, "\r%.150s\033[K", buf);
	fflush(stderr);
	p->shown = true;
}

void progress_print(struct progress *p, const struct input *in, const struct progress_found *found)
{
	char buf[400];
	struct text t;

	text_init(&t, buf, sizeof(buf));
	line(&t, progress_now() - p->started, in, found);
	fprintf(stderr, "%s%s\n", p->shown ? "\r\033[K" : "", buf);
	p->shown = false;
}

void progress_end(struct progress *p)
{
	if (p->shown)
		fputs("\r\033[K", stderr);
	p->shown = false;
}
