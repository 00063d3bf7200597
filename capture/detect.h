/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_DETECT_H
#define CAPTURE_DETECT_H
/*
 * What a file is, by its first bytes; and the sentence for what it is not. File names decide
 * nothing.
 */
#include "capture/codec.h"
#include <rocescope/types.h>

#define DETECT_BYTES 32 /**< enough to tell every format and to show the start of a text */

enum detect_format { DETECT_UNKNOWN, DETECT_PCAP, DETECT_PCAPNG };

enum detect_format detect_format(const uint8_t *p, size_t n);
enum codec_kind detect_codec(const uint8_t *p, size_t n);
/** detect_name - @name as sentences say it: "standard input" for "-". */
const char *detect_name(const char *name);
/** detect_label - "pcap", "pcapng+zstd", ...; static, NULL for unknown formats. */
const char *detect_label(enum detect_format format, enum codec_kind codec);
/** detect_refuse - fills @err for a file @name whose first bytes are of no format read here;
 * returns its negative code. */
int detect_refuse(const char *name, const uint8_t *p, size_t n, struct rs_err *err);

#endif
