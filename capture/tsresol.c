/* SPDX-License-Identifier: BSD-2-Clause */
#include "capture/tsresol.h"

#define MAX_DECIMAL 19
#define MAX_BINARY  63
#define MAX_S	    (INT64_MAX / RS_NS_PER_S - 1) /* seconds that fit, whatever the fraction */

static uint64_t pow10u(unsigned n)
{
	uint64_t v = 1;

	while (n--)
		v *= 10;
	return v;
}

bool tsresol_init(struct tsresol *t, uint8_t code, int64_t offset_s)
{
	unsigned n = code & 0x7f;

	*t = (struct tsresol){ .code = code, .offset_s = offset_s };
	if (n > (code & 0x80 ? MAX_BINARY : MAX_DECIMAL))
		return false;
	if (!(code & 0x80) && n <= 9 && offset_s >= -MAX_S / 2 && offset_s <= MAX_S / 2) {
		t->fast_mul = (int64_t)pow10u(9 - n);
		t->fast_add = offset_s * RS_NS_PER_S;
		t->fast_max = (uint64_t)(INT64_MAX / 2 / t->fast_mul);
	} else {
		t->fast_add = tsresol_slow(t, 0); /* count 0 always passes fast_max */
	}
	return true;
}

uint64_t tsresol_ps(const struct tsresol *t)
{
	unsigned n = t->code & 0x7f;
	uint64_t ps = 1000000000000u;

	if (t->code & 0x80)
		ps = n < 64 ? ps >> n : 0;
	else
		ps = n <= 12 ? ps / pow10u(n) : 0;
	return ps ? ps : 1;
}

rs_ns tsresol_slow(const struct tsresol *t, uint64_t count)
{
	unsigned n = t->code & 0x7f;
	uint64_t sec, frac, ns;
	int64_t s;

	if (t->code & 0x80) {
		sec = count >> n;
		frac = count & ((UINT64_C(1) << n) - 1);
		if (n > 34) { /* so that frac * 10^9 fits 64 bits */
			frac >>= n - 34;
			n = 34;
		}
		ns = frac * 1000000000u >> n;
	} else {
		uint64_t unit = pow10u(n);

		sec = count / unit;
		frac = count % unit;
		ns = n <= 9 ? frac * pow10u(9 - n) : frac / pow10u(n - 9);
	}
	s = sec > (uint64_t)MAX_S ? MAX_S : (int64_t)sec;
	if (t->offset_s > MAX_S - s)
		s = MAX_S;
	else if (s + t->offset_s < -MAX_S)
		s = -MAX_S;
	else
		s += t->offset_s;
	return s * RS_NS_PER_S + (rs_ns)ns;
}
