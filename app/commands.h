/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APP_COMMANDS_H
#define APP_COMMANDS_H
/* The table of commands, from which help, manual and completion derive. */
#include "app/command.h"

#define COMMAND_COUNT 7

extern const struct command command_list[COMMAND_COUNT];

/** command_by_name - exact name only, NULL if there is none. */
const struct command *command_by_name(const char *name);

#endif
