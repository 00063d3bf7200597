/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_FILECTX_H
#define CAPTURE_FILECTX_H
/*
 * What the readers of both formats share about the file they read: where its bytes come
 * from, where its counts and complaints go.
 */
#include "capture/points.h"
#include "capture/stream.h"

#define FILECTX_MAX_CAPLEN 262144u     /**< longest packet delivered, as libpcap's for Ethernet */
#define FILECTX_MAX_BLOCK  (16u << 20) /**< longest block or packet believed to be meant */

struct filectx {
	struct stream *stream;
	struct points *points;
	struct input_file *file;
	unsigned number;	/**< of the file */
	unsigned group;		/**< ring set */
	const char *point_name; /**< name for interfaces that have none */
	bool cut;		/**< the reader met the end inside a packet or block */
	char where[64];		/**< with cut: "inside packet 17" */
};

/** filectx_note - add a warning for the user; several are joined, what does not fit is dropped. */
void filectx_note(struct filectx *c, const char *fmt, ...) RS_PRINTF(2, 3);
/** filectx_fail - end this file; the sentence gets the file's name in front. Returns -code. */
int filectx_fail(struct filectx *c, enum rs_error code, const char *fmt, ...) RS_PRINTF(3, 4);
/** filectx_cut - the file ends too early. */
void filectx_cut(struct filectx *c, const char *fmt, ...) RS_PRINTF(2, 3);
/**
 * filectx_finish - the reader delivers nothing more: judge how the file ended
 * A file that ends early or badly with nothing usable has failed.
 */
void filectx_finish(struct filectx *c);

#endif
