/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/output.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int code_of(int e)
{
	switch (e) {
	case ENOSPC:
	case EDQUOT:
		return RS_ENOSPC;
	case EACCES:
	case EPERM:
	case EROFS:
		return RS_EACCES;
	case ENOENT:
	case ENOTDIR:
		return RS_ENOENT;
	default:
		return RS_EIO;
	}
}

static int fail(struct rs_err *err, const char *path, int e)
{
	const int code = code_of(e);
	const char *next = code == RS_ENOSPC   ? "free some space or choose another file with -o"
			   : code == RS_EACCES ? "choose a file in a folder that you may write to"
			   : code == RS_ENOENT ? "make the folder first, or choose another one"
					       : "choose another file with -o";

	return rs_err_set(err, (enum rs_error)code, "%s: cannot write: %s; %s", path, strerror(e), next);
}

/* A device or pipe given by name cannot be replaced by renaming: it is opened as it is. */
static bool is_special(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

int output_open(struct output *o, const char *path, struct rs_err *err)
{
	int fd;

	memset(o, 0, sizeof(*o));
	o->path = path ? path : "-";
	if (!strcmp(o->path, "-")) {
		o->path = "standard output";
		o->file = stdout;
		return 0;
	}
	if (is_special(path)) {
		o->file = fopen(path, "w");
		return o->file ? 0 : fail(err, path, errno);
	}
	if ((size_t)snprintf(o->temp, sizeof(o->temp), "%s.part-XXXXXX", path) >= sizeof(o->temp))
		return fail(err, path, ENAMETOOLONG);
	fd = mkstemp(o->temp);
	if (fd >= 0)
		o->file = fdopen(fd, "w");
	if (!o->file) {
		const int e = errno;

		if (fd >= 0) {
			close(fd);
			unlink(o->temp);
		}
		o->temp[0] = 0;
		return fail(err, path, e);
	}
	return 0;
}

/* The write that failed may lie far back: errno need not tell any more, the pipe does. */
static bool reader_is_gone(FILE *f)
{
	struct pollfd p = { .fd = fileno(f), .events = POLLOUT };

	return poll(&p, 1, 0) == 1 && (p.revents & POLLERR);
}

int output_commit(struct output *o, struct rs_err *err)
{
	int e = 0;

	errno = 0;
	if (fflush(o->file) || ferror(o->file)) {
		e = errno ? errno : EIO;
		o->gone = o->file == stdout && (e == EPIPE || reader_is_gone(stdout));
	}
	if (o->file != stdout && fclose(o->file) && !e)
		e = errno;
	o->file = NULL;
	if (o->temp[0]) {
		if (!e && rename(o->temp, o->path))
			e = errno;
		if (e)
			unlink(o->temp);
		o->temp[0] = 0;
	}
	return e ? fail(err, o->path, e) : 0;
}

void output_discard(struct output *o)
{
	if (o->file && o->file != stdout)
		fclose(o->file);
	if (o->temp[0])
		unlink(o->temp);
	memset(o, 0, sizeof(*o));
}
