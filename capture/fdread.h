/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_FDREAD_H
#define CAPTURE_FDREAD_H
/*
 * read() that can be told to stop: on a pipe it waits in short steps and looks at a flag, so a
 * quiet pipe never holds the program.
 */
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

struct fdread {
	int fd;			 /**< open for reading; not owned */
	bool regular;		 /**< never blocks: no waiting needed */
	const atomic_bool *stop; /**< looked at while waiting; may be NULL */
};

/** fdread_init - finds out whether the descriptor can block, and asks for read-ahead. */
void fdread_init(struct fdread *f, int fd, const atomic_bool *stop);
/** fdread - bytes read, 0 at the end or when told to stop, -errno on error. */
ssize_t fdread(struct fdread *f, void *buf, size_t n);

#endif
