/* SPDX-License-Identifier: BSD-2-Clause */
#include "capture/expand.h"
#include "capture/ringset.h"
#include "capture/source.h"
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int no_memory(struct rs_err *err)
{
	return rs_err_set(err, RS_ENOMEM,
			  "no memory for the list of input files; give fewer at once");
}

static struct expand_file *add(struct expand_list *l, const char *name, struct rs_err *err)
{
	struct expand_file *f;

	if (l->count >= EXPAND_MAX_FILES) {
		rs_err_set(err, RS_ELIMIT,
			   "more than %u input files; merge some of them with mergecap",
			   EXPAND_MAX_FILES);
		return NULL;
	}
	if (l->count == l->room) {
		unsigned room = l->room ? 2 * l->room : 16;

		f = realloc(l->files, room * sizeof(*f));
		if (!f) {
			no_memory(err);
			return NULL;
		}
		l->files = f;
		l->room = room;
	}
	f = &l->files[l->count];
	memset(f, 0, sizeof(*f));
	f->name = strdup(name);
	if (!f->name) {
		no_memory(err);
		return NULL;
	}
	l->count++;
	return f;
}

/* Is it a regular file with a capture inside, compressed or not? Damage inside is not looked at. */
static bool is_capture(const char *path)
{
	struct source s;
	struct stat st;

	if (stat(path, &st) < 0 || !S_ISREG(st.st_mode))
		return false;
	if (source_open(&s, path, NULL, NULL) < 0)
		return false;
	source_close(&s);
	return true;
}

static int by_version(const struct dirent **a, const struct dirent **b)
{
	return strverscmp((*a)->d_name, (*b)->d_name);
}

/* The captures of a directory in the order of their names, numbers in them by value. */
static int add_directory(struct expand_list *l, const char *dir, struct rs_err *err)
{
	struct dirent **names;
	struct expand_file *f;
	char path[4096];
	unsigned before = l->count;
	int n = scandir(dir, &names, NULL, by_version), error = errno, rc = 0;
	size_t len = strlen(dir);

	for (int i = 0; i < n; i++) {
		int want = snprintf(path, sizeof(path), "%s%s%s", dir,
				    len && dir[len - 1] == '/' ? "" : "/", names[i]->d_name);

		if (rc == 0 && names[i]->d_name[0] != '.' && want < (int)sizeof(path) &&
		    is_capture(path) && !add(l, path, err))
			rc = -RS_ENOMEM;
		free(names[i]);
	}
	if (n >= 0)
		free(names);
	if (rc < 0 || l->count > before)
		return rc;
	f = add(l, dir, err);
	if (!f)
		return -RS_ENOMEM;
	if (n < 0)
		rs_err_set(&f->err, error == EACCES ? RS_EACCES : RS_EIO,
			   "%s: directory cannot be listed: %s; run as its owner", dir,
			   strerror(error));
	else
		rs_err_set(
		    &f->err, RS_ENOENT,
		    "%s: no capture files in this directory; name files, or a directory that holds "
		    "pcap or pcapng files (directories in it are not searched)",
		    dir);
	return 0;
}

struct stem {
	char *text;
	unsigned file;
	enum ringset_kind kind;
};

static int by_stem(const void *a, const void *b)
{
	const struct stem *x = a, *y = b;
	int c = strcmp(x->text, y->text);

	return c ? c : x->file < y->file ? -1 : 1;
}

/* Files s[0..n) have one stem: a set if something in them counts and it is not chance. */
static int join(struct expand_list *l, const struct stem *s, unsigned n)
{
	unsigned counting = 0, anchors = 0;
	char name[256];

	for (unsigned i = 0; i < n; i++) {
		counting += s[i].kind != RINGSET_PLAIN;
		anchors += s[i].kind != RINGSET_WEAK;
	}
	if (n < 2 || !counting || !anchors)
		return 0;
	ringset_point(s[0].text, name, sizeof(name));
	for (unsigned i = 0; i < n; i++) {
		struct expand_file *f = &l->files[s[i].file];

		f->group = s[0].file;
		if (!name[0])
			continue;
		free(f->point_name);
		f->point_name = strdup(name);
		if (!f->point_name)
			return -RS_ENOMEM;
	}
	return 0;
}

static int find_sets(struct expand_list *l)
{
	struct stem *s = calloc(l->count + 1, sizeof(*s));
	char text[4096];
	int rc = s ? 0 : -RS_ENOMEM;
	unsigned n = 0, from = 0;

	for (unsigned i = 0; rc == 0 && i < l->count; i++) {
		s[n].kind = ringset_stem(l->files[i].name, text, sizeof(text));
		s[n].file = i;
		s[n].text = strdup(text);
		rc = s[n].text ? 0 : -RS_ENOMEM;
		n += rc == 0;
	}
	if (rc == 0)
		qsort(s, n, sizeof(*s), by_stem);
	for (unsigned i = 1; rc == 0 && i <= n; i++) {
		if (i < n && !strcmp(s[i].text, s[from].text))
			continue;
		rc = join(l, s + from, i - from);
		from = i;
	}
	for (unsigned i = 0; i < n; i++)
		free(s[i].text);
	free(s);
	return rc;
}

int expand_paths(struct expand_list *list, const char *const *paths, unsigned count,
		 struct rs_err *err)
{
	struct stat st;
	char name[256];

	memset(list, 0, sizeof(*list));
	for (unsigned i = 0; i < count; i++) {
		bool dir =
		    strcmp(paths[i], "-") != 0 && stat(paths[i], &st) == 0 && S_ISDIR(st.st_mode);

		if (dir ? add_directory(list, paths[i], err) < 0 : !add(list, paths[i], err)) {
			expand_free(list);
			return -RS_ELIMIT;
		}
	}
	for (unsigned i = 0; i < list->count; i++) {
		ringset_base(list->files[i].name, name, sizeof(name));
		list->files[i].group = i;
		list->files[i].point_name = strdup(name);
		if (!list->files[i].point_name) {
			expand_free(list);
			return no_memory(err);
		}
	}
	if (find_sets(list) < 0) {
		expand_free(list);
		return no_memory(err);
	}
	return 0;
}

void expand_free(struct expand_list *list)
{
	for (unsigned i = 0; i < list->count; i++) {
		free(list->files[i].name);
		free(list->files[i].point_name);
	}
	free(list->files);
	memset(list, 0, sizeof(*list));
}
