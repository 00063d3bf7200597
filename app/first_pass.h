/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef APP_FIRST_PASS_H
#define APP_FIRST_PASS_H
/*
 * Results of the whole input for packets that are filtered by fields of their flow: they are
 * known only when everything was read, so that the input is read twice.
 */
#include "app/session.h"

struct first_pass;

/**
 * first_pass_run - analyse the whole input if the filter of @o asks for it
 * @out: NULL if it does not; freed by first_pass_free()
 * Return: 0, or an exit code after printing why.
 */
int first_pass_run(struct first_pass **out, const struct options *o);

/** first_pass_report - the results, NULL if there was no first pass; they live until first_pass_free(). */
const struct report *first_pass_report(struct first_pass *p);
void first_pass_free(struct first_pass *p);

#endif
