/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APP_SIGNALS_H
#define APP_SIGNALS_H
/*
 * Signals as flags: the reading loop looks at them between bursts. A second SIGINT or SIGTERM
 * leaves at once.
 */
#include <stdbool.h>

/** signals_install - SIGINT, SIGTERM, SIGHUP stop; SIGUSR1 asks for counts; SIGPIPE becomes a write error. */
void signals_install(void);
/** signals_on_stop - call @fn(@arg) from the handler, so that a read that waits comes back; NULL = nothing to call. */
void signals_on_stop(void (*fn)(void *arg), void *arg);
/** signals_stop - signal that asked to stop, 0 = none. */
int signals_stop(void);
/** signals_take_status - true once after each SIGUSR1. */
bool signals_take_status(void);

#endif
