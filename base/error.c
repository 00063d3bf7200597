/* SPDX-License-Identifier: BSD-2-Clause */
#include <rocescope/types.h>

#include <stdarg.h>
#include <stdio.h>

int rs_err_set(struct rs_err *err, enum rs_error code, const char *fmt, ...)
{
	va_list ap;

	if (err) {
		err->code = (int)code;
		va_start(ap, fmt);
		vsnprintf(err->text, sizeof(err->text), fmt, ap);
		va_end(ap);
	}
	return -(int)code;
}

const char *rs_strerror(int code)
{
	static const char *const names[RS_ERROR_COUNT] = {
		[RS_OK] = "no error",
		[RS_ENOMEM] = "no memory",
		[RS_EINVAL] = "invalid value",
		[RS_EIO] = "input/output error",
		[RS_ENOENT] = "not found",
		[RS_EACCES] = "no permission",
		[RS_EFORMAT] = "unknown format",
		[RS_EUNSUPPORTED] = "not supported",
		[RS_ENOSPC] = "no space left",
		[RS_ELIMIT] = "limit reached",
	};

	if (code < 0)
		code = -code;
	return code < RS_ERROR_COUNT ? names[code] : "unknown error";
}
