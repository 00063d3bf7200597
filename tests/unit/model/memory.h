/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef TESTS_UNIT_MODEL_MEMORY_H
#define TESTS_UNIT_MODEL_MEMORY_H
/* A scenario as a capture file in memory, written as `rocescope demo` writes it. */
#include <stddef.h>
#include <stdint.h>

#include "model/model.h"

/** memory_capture - bytes of the pcapng file, to be freed; NULL on failure. @size and @truth are
 * filled. */
char *memory_capture(const struct model_scenario *sc, uint64_t seed, size_t *size,
		     struct model_truth *truth);

#endif
