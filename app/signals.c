/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/signals.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

static volatile sig_atomic_t stop_signal;
static volatile sig_atomic_t status_wanted;
static void (*volatile stop_fn)(void *arg);
static void *volatile stop_arg;

static void on_stop(int sig)
{
	if (stop_signal)
		_exit(128 + sig);
	stop_signal = sig;
	if (stop_fn)
		stop_fn(stop_arg);
}

static void on_status(int sig)
{
	status_wanted = 1;
}

static void install(int sig, void (*fn)(int))
{
	struct sigaction sa;

	memset(&sa, 0, sizeof(sa));
	sa.sa_handler = fn;
	sigaction(sig, &sa, NULL);
}

void signals_install(void)
{
	/* No SA_RESTART: a read that waits on a pipe must come back when the user stops us. */
	install(SIGINT, on_stop);
	install(SIGTERM, on_stop);
	install(SIGHUP, on_stop);
	install(SIGUSR1, on_status);
	install(SIGPIPE, SIG_IGN);
}

void signals_on_stop(void (*fn)(void *arg), void *arg)
{
	stop_fn = NULL;
	stop_arg = arg;
	stop_fn = fn;
}

int signals_stop(void)
{
	return stop_signal;
}

bool signals_take_status(void)
{
	const bool wanted = status_wanted;

	status_wanted = 0;
	return wanted;
}
