/* SPDX-License-Identifier: BSD-2-Clause */
#include "capture/source.h"
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int no_memory(const char *name, struct rs_err *err)
{
	return rs_err_set(err, RS_ENOMEM, "%s: no memory to read it; give fewer files at once",
			  detect_name(name));
}

static int refuse_open(const char *name, int error, struct rs_err *err)
{
	if (error == ENOENT || error == ENOTDIR)
		return rs_err_set(err, RS_ENOENT,
				  "%s: no such file or directory; check the spelling", name);
	if (error == EACCES || error == EPERM)
		return rs_err_set(err, RS_EACCES,
				  "%s: cannot be opened: permission denied; run as its owner, or "
				  "allow reading with: chmod a+r %s",
				  name, name);
	if (error == EMFILE || error == ENFILE)
		return rs_err_set(
		    err, RS_ELIMIT,
		    "%s: cannot be opened: too many open files; raise the limit with: "
		    "ulimit -n 4096",
		    name);
	return rs_err_set(err, RS_EIO, "%s: cannot be opened: %s; check the file system it lies on",
			  detect_name(name), strerror(error));
}

static int undo_compression(struct source *s, const char *name, const atomic_bool *stop,
			    struct rs_err *err)
{
	s->codec = detect_codec(s->stream.p, stream_left(&s->stream));
	if (s->codec == CODEC_NONE)
		return 0;
	if (!codec_built(s->codec))
		return rs_err_set(
		    err, RS_EUNSUPPORTED,
		    "%s: is compressed with %s, which this build does not read; install "
		    "%s and build with %s, or unpack it with: %s %s",
		    detect_name(name), codec_name(s->codec), codec_package(s->codec),
		    codec_option(s->codec), codec_command(s->codec), name);
	if (stream_unpack(&s->stream, s->codec, stop) < 0)
		return no_memory(name, err);
	(void)stream_need(&s->stream, DETECT_BYTES);
	if (detect_codec(s->stream.p, stream_left(&s->stream)) != CODEC_NONE)
		return rs_err_set(err, RS_EUNSUPPORTED,
				  "%s: is compressed twice; unpack it once with: %s %s",
				  detect_name(name), codec_command(s->codec), name);
	return 0;
}

/* With the stream open: look through compression and tell the format. */
static int recognise(struct source *s, const char *name, const atomic_bool *stop,
		     struct rs_err *err)
{
	struct stream *st = &s->stream;
	int rc;

	(void)stream_need(st, DETECT_BYTES);
	rc = undo_compression(s, name, stop, err);
	if (rc < 0)
		return rc;
	s->format = detect_format(st->p, stream_left(st));
	if (s->format != DETECT_UNKNOWN)
		return 0;
	if (st->err.code != RS_OK)
		return rs_err_set(err, (enum rs_error)st->err.code, "%s: %s", detect_name(name),
				  st->err.text);
	if (st->cut && stream_left(st) < DETECT_BYTES)
		return rs_err_set(
		    err, RS_EFORMAT,
		    "%s: its %s data end before the first packet; copy the file again",
		    detect_name(name), codec_name(s->codec));
	return detect_refuse(name, st->p, stream_left(st), err);
}

static int open_fd(const char *name, struct rs_err *err)
{
	bool stdio = !strcmp(name, "-");
	int fd = stdio ? dup(STDIN_FILENO) : open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);

	return fd >= 0 ? fd : refuse_open(name, errno, err);
}

int source_open(struct source *s, const char *name, const atomic_bool *stop, struct rs_err *err)
{
	struct stat st;
	int rc;

	memset(s, 0, sizeof(*s));
	s->fd = open_fd(name, err);
	if (s->fd < 0)
		return s->fd;
	if (fstat(s->fd, &st) == 0) {
		s->regular = S_ISREG(st.st_mode) && strcmp(name, "-") != 0;
		s->stored_bytes = S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
		if (S_ISDIR(st.st_mode)) {
			source_close(s);
			return rs_err_set(err, RS_EINVAL,
					  "%s: is a directory; name the files in it",
					  detect_name(name));
		}
	}
	rc = stream_fd(&s->stream, s->fd, stop);
	rc = rc < 0 ? no_memory(name, err) : recognise(s, name, stop, err);
	if (rc < 0)
		source_close(s);
	return rc;
}

int source_memory(struct source *s, const uint8_t *data, size_t len, struct rs_err *err)
{
	int rc;

	memset(s, 0, sizeof(*s));
	s->fd = -1;
	s->stored_bytes = len;
	stream_memory(&s->stream, data, len);
	rc = recognise(s, "memory", NULL, err);
	if (rc < 0)
		source_close(s);
	return rc;
}

void source_close(struct source *s)
{
	stream_fini(&s->stream);
	if (s->fd >= 0)
		close(s->fd);
	s->fd = -1;
}
