/* SPDX-License-Identifier: BSD-2-Clause */
#include "capture/fdread.h"
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#define WAIT_MS 100

void fdread_init(struct fdread *f, int fd, const atomic_bool *stop)
{
	struct stat st;

	f->fd = fd;
	f->stop = stop;
	f->regular = fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
	if (f->regular)
		(void)posix_fadvise(fd, 0, 0, POSIX_FADV_SEQUENTIAL);
}

static bool stopped(const struct fdread *f)
{
	return f->stop && atomic_load_explicit(f->stop, memory_order_relaxed);
}

ssize_t fdread(struct fdread *f, void *buf, size_t n)
{
	while (!stopped(f)) {
		struct pollfd pfd = { .fd = f->fd, .events = POLLIN };
		ssize_t got;

		if (!f->regular && poll(&pfd, 1, WAIT_MS) <= 0)
			continue;
		got = read(f->fd, buf, n);
		if (got >= 0)
			return got;
		if (errno != EINTR && errno != EAGAIN)
			return -errno;
	}
	return 0;
}
