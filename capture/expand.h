/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef CAPTURE_EXPAND_H
#define CAPTURE_EXPAND_H
/*
 * From what the user named to the list of files: directories are replaced by the captures in
 * them, files of one ring set get one group and one point name.
 */
#include <rocescope/types.h>
#include <stdatomic.h>

#define EXPAND_MAX_FILES 65535u /**< rs_frame has 16 bits for the file */

struct expand_file {
	char *name;	  /**< owned */
	char *point_name; /**< owned */
	unsigned group;
	struct rs_err err; /**< code not RS_OK: cannot be used, for this reason */
};

struct expand_list {
	struct expand_file *files;
	unsigned count, room;
};

/** expand_paths - fills @list; fails only without memory or with too many files. */
RS_MUST_USE int expand_paths(struct expand_list *list, const char *const *paths, unsigned count,
			     struct rs_err *err);
void expand_free(struct expand_list *list);

#endif
