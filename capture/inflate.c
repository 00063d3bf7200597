/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * One producer thread, one consumer. Chunks form a ring: the producer fills chunk
 * `made % CHUNKS` and then counts made up, the consumer drains chunk `used % CHUNKS` and then
 * counts used up; both counters are guarded by the lock, a chunk's bytes belong to one side
 * at a time. `over` is set once, after the last chunk; result and cut are valid from then on.
 * The wait of the consumer is timed, so that a stop from a signal handler is noticed.
 */
#include "capture/inflate.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define CHUNKS	    4
#define CHUNK_BYTES (256u * 1024)
#define INPUT_BYTES (128u * 1024)
#define WAIT_NS	    100000000L

struct chunk {
	size_t len;
	uint8_t bytes[CHUNK_BYTES];
};

struct inflate {
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t moved;	 /* made, used or over changed */
	atomic_bool quit;	 /* the consumer is gone */
	const atomic_bool *stop; /* the caller's, may be NULL */
	_Atomic uint64_t stored; /* compressed bytes used */
	uint64_t made, used;	 /* chunks, guarded by lock */
	bool over;		 /* guarded by lock */
	bool cut;		 /* ended inside a member */
	struct rs_err err;	 /* of reading or unpacking */
	size_t drained;		 /* bytes of chunk `used` already given away; consumer's */
	enum codec_kind kind;
	struct codec *codec; /* producer's */
	struct fdread in;    /* producer's */
	uint8_t *prefix;     /* stored bytes that come first, owned */
	size_t prefix_len;
	uint8_t input[INPUT_BYTES];
	struct chunk chunk[CHUNKS];
};

/* More stored bytes for the codec; in_end when there are none. */
static void refill(struct inflate *f, struct codec_io *io)
{
	ssize_t got = 0;

	if (f->prefix_len) {
		io->in = f->prefix;
		io->in_len = f->prefix_len;
		f->prefix_len = 0;
		return;
	}
	if (f->in.fd >= 0)
		got = fdread(&f->in, f->input, sizeof(f->input));
	if (got < 0)
		rs_err_set(&f->err, RS_EIO, "reading fails: %s", strerror((int)-got));
	if (got <= 0) {
		io->in_end = true;
		return;
	}
	io->in = f->input;
	io->in_len = (size_t)got;
}

static bool quitting(const struct inflate *f)
{
	return atomic_load_explicit(&f->quit, memory_order_relaxed);
}

static void hand_over(struct inflate *f, size_t len)
{
	f->chunk[f->made % CHUNKS].len = len;
	pthread_mutex_lock(&f->lock);
	f->made++;
	pthread_cond_broadcast(&f->moved);
	while (f->made - f->used == CHUNKS && !quitting(f))
		pthread_cond_wait(&f->moved, &f->lock);
	pthread_mutex_unlock(&f->lock);
}

static void set_error(struct inflate *f, enum codec_result rc)
{
	unsigned long long at = atomic_load(&f->stored);

	if (f->err.code != RS_OK)
		return;
	if (rc == CODEC_TOO_BIG)
		rs_err_set(&f->err, RS_ELIMIT,
			   "its %s data need more than 128 MiB to unpack; unpack it first with: %s",
			   codec_name(f->kind), codec_command(f->kind));
	else if (rc == CODEC_DAMAGED)
		rs_err_set(&f->err, RS_EFORMAT,
			   "its %s data are damaged near byte %llu; copy the file again",
			   codec_name(f->kind), at);
}

/* Fill one chunk; a source that trickles gives a chunk early so that packets are not held back. */
static enum codec_result fill_chunk(struct inflate *f, struct codec_io *io)
{
	enum codec_result rc = CODEC_MORE;

	while (rc == CODEC_MORE && io->out_len && !quitting(f)) {
		size_t in = io->in_len, out = io->out_len;

		if (!io->in_len && !io->in_end) {
			if (io->out_len < CHUNK_BYTES && !f->in.regular)
				break;
			refill(f, io);
			in = io->in_len;
		}
		rc = codec_run(f->codec, io);
		atomic_fetch_add_explicit(&f->stored, in - io->in_len, memory_order_relaxed);
		if (rc == CODEC_MORE && !io->in_len && io->in_end && io->out_len == out)
			return CODEC_END;
	}
	return rc;
}

static void *produce(void *arg)
{
	struct inflate *f = arg;
	struct codec_io io = { 0 };
	enum codec_result rc = CODEC_MORE;

	while (rc == CODEC_MORE && !quitting(f)) {
		io.out = f->chunk[f->made % CHUNKS].bytes;
		io.out_len = CHUNK_BYTES;
		rc = fill_chunk(f, &io);
		if (io.out_len < CHUNK_BYTES)
			hand_over(f, CHUNK_BYTES - io.out_len);
	}
	set_error(f, rc);
	f->cut = rc == CODEC_END && !codec_whole(f->codec);
	pthread_mutex_lock(&f->lock);
	f->over = true;
	pthread_cond_broadcast(&f->moved);
	pthread_mutex_unlock(&f->lock);
	return NULL;
}

struct inflate *inflate_create(enum codec_kind kind, const struct inflate_source *src,
			       const atomic_bool *stop)
{
	struct inflate *f = malloc(sizeof(*f));

	if (!f)
		return NULL;
	memset(f, 0, offsetof(struct inflate, input));
	f->kind = kind;
	f->stop = stop;
	f->codec = codec_create(kind);
	f->prefix = malloc(src->prefix_len + 1);
	if (!f->codec || !f->prefix)
		goto out;
	memcpy(f->prefix, src->prefix, src->prefix_len);
	f->prefix_len = src->prefix_len;
	f->in.fd = -1;
	if (src->fd >= 0)
		fdread_init(&f->in, src->fd, &f->quit);
	pthread_mutex_init(&f->lock, NULL);
	pthread_cond_init(&f->moved, NULL);
	if (pthread_create(&f->thread, NULL, produce, f) == 0)
		return f;
	pthread_cond_destroy(&f->moved);
	pthread_mutex_destroy(&f->lock);
out:
	codec_destroy(f->codec);
	free(f->prefix);
	free(f);
	return NULL;
}

void inflate_destroy(struct inflate *f)
{
	if (!f)
		return;
	pthread_mutex_lock(&f->lock);
	atomic_store(&f->quit, true);
	pthread_cond_broadcast(&f->moved);
	pthread_mutex_unlock(&f->lock);
	pthread_join(f->thread, NULL);
	pthread_cond_destroy(&f->moved);
	pthread_mutex_destroy(&f->lock);
	codec_destroy(f->codec);
	free(f->prefix);
	free(f);
}

static bool stopped(const struct inflate *f)
{
	return f->stop && atomic_load_explicit(f->stop, memory_order_relaxed);
}

/* Is there a chunk to drain? Waits for one, for the end, or for a stop. */
static bool await_chunk(struct inflate *f)
{
	bool ready;

	pthread_mutex_lock(&f->lock);
	while (f->made == f->used && !f->over && !stopped(f)) {
		struct timespec t;

		clock_gettime(CLOCK_REALTIME, &t);
		t.tv_nsec += WAIT_NS;
		t.tv_sec += t.tv_nsec / 1000000000L;
		t.tv_nsec %= 1000000000L;
		pthread_cond_timedwait(&f->moved, &f->lock, &t);
	}
	ready = f->made != f->used;
	pthread_mutex_unlock(&f->lock);
	return ready;
}

ssize_t inflate_read(struct inflate *f, uint8_t *to, size_t n)
{
	struct chunk *c = &f->chunk[f->used % CHUNKS];

	if (!await_chunk(f))
		return 0;
	if (n > c->len - f->drained)
		n = c->len - f->drained;
	memcpy(to, c->bytes + f->drained, n);
	f->drained += n;
	if (f->drained == c->len) {
		f->drained = 0;
		pthread_mutex_lock(&f->lock);
		f->used++;
		pthread_cond_broadcast(&f->moved);
		pthread_mutex_unlock(&f->lock);
	}
	return (ssize_t)n;
}

void inflate_status(struct inflate *f, bool *cut, struct rs_err *err)
{
	pthread_mutex_lock(&f->lock);
	if (f->over) {
		*cut = f->cut;
		*err = f->err;
	}
	pthread_mutex_unlock(&f->lock);
}

uint64_t inflate_stored(const struct inflate *f)
{
	return atomic_load_explicit(&f->stored, memory_order_relaxed);
}
