/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_BPF_H
#define CAPTURE_BPF_H
/*
 * Filter in pcap-filter(7) language, compiled once for each link type met and run over our
 * own buffers. The only use of libpcap in reading files.
 */
#include <rocescope/packet.h>

struct bpf;

/** bpf_create - compiles later, see bpf_check; NULL with @err if this build has no libpcap. */
struct bpf *bpf_create(const char *expression, struct rs_err *err);
void bpf_destroy(struct bpf *b);
/** bpf_check - compile for @linktype now; 0 or a negative code with the reason in @err. */
RS_MUST_USE int bpf_check(struct bpf *b, uint16_t linktype, struct rs_err *err);
/** bpf_burst - keep the packets that match, in order; returns how many. */
size_t bpf_burst(struct bpf *b, struct rs_packet *pkts, size_t n);

/** bpf_library - name and version of the filter library, for --version; static. */
const char *bpf_library(void);

#endif
