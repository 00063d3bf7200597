/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef QUERY_QUANTITY_H
#define QUERY_QUANTITY_H
/*
 * Numbers with units as the user types them. Every refusal names the text, the position
 * and an example. Decimal multiples everywhere (K = 1000), as the reports print them; sizes
 * take Ki, Mi, Gi, Ti too.
 */
#include <rocescope/types.h>

/** A duration: `250us`, `1.5ms`, `3s`, `80ns`; a plain number is seconds. */
RS_MUST_USE int quantity_duration(const char *s, rs_ns *out, struct rs_err *err);

/** A size in bytes: `64M`, `1.5G`, `4096`, `64MiB`. */
RS_MUST_USE int quantity_size(const char *s, uint64_t *out, struct rs_err *err);

/** A rate in bits a second: `100G`, `25Gb/s`, `400Gbps`, `1000000000`. */
RS_MUST_USE int quantity_rate(const char *s, uint64_t *out, struct rs_err *err);

/** A share in parts per million: `5%`, `0.5%`, `0.05` (a plain number is a ratio). */
RS_MUST_USE int quantity_share(const char *s, uint32_t *out_ppm, struct rs_err *err);

/** A whole number in min..max: `12`, `0x231`. */
RS_MUST_USE int quantity_count(const char *s, uint64_t min, uint64_t max, uint64_t *out, struct rs_err *err);

/** A severity word (enum rs_severity): `critical`, `warning`, `notice`, `info`. */
RS_MUST_USE int quantity_severity(const char *s, unsigned *out, struct rs_err *err);

/**
 * quantity_decimal - digits with an optional fraction, scaled: 1.25 with @scale 10^9 -> 1250000000
 * @end: first character that is no part of the number
 * Return: 0, -RS_EINVAL (no digit), -RS_ELIMIT (does not fit 63 bits). Digits below the scale are dropped.
 */
RS_MUST_USE int quantity_decimal(const char *s, uint64_t scale, uint64_t *out, const char **end);

#endif
