/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APP_HELP_H
#define APP_HELP_H
/* Help and version texts, made from the lists of commands and options. Return the exit code. */
#include "app/command.h"

int help_program(bool all_options);
int help_command(const struct command *c, bool all_options);
int help_version(void);

#endif
