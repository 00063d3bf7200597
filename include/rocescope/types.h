/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef ROCESCOPE_TYPES_H
#define ROCESCOPE_TYPES_H
/*
 * Words that every layer shares: time, addresses, frame references, error codes.
 * Not here: anything about packets (packet.h, record.h) or conclusions (event.h).
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define RS_MUST_USE __attribute__((warn_unused_result))
#define RS_PRINTF(f, a) __attribute__((format(printf, f, a)))
#else
#define RS_MUST_USE
#define RS_PRINTF(f, a)
#endif

/** Time or duration: signed nanoseconds; absolute times count from 1970-01-01 UTC. */
typedef int64_t rs_ns;

/** "Not known" for a time or duration. */
#define RS_NS_NONE INT64_MIN

#define RS_NS_PER_US 1000LL
#define RS_NS_PER_MS 1000000LL
#define RS_NS_PER_S 1000000000LL

/** "Not known" for a PSN or QPN (both have 24 bits). */
#define RS_NO_PSN UINT32_MAX
#define RS_NO_QPN UINT32_MAX

/**
 * IP address, 16 bytes in network order; IPv4 as ::ffff:a.b.c.d (RFC 4291, 2.5.5.2),
 * a RoCEv1 GID as it stands in the GRH. Compared and hashed as a whole.
 */
struct rs_addr {
	uint8_t b[16];
};

/**
 * rs_addr_from_lid - the address of a port in an InfiniBand subnet, for packets without GRH
 * It stands in 6c:6964::/112 of 0000::/8, which RFC 4291 reserves and no subnet prefix uses,
 * so that it equals no IP address and no GID. Shown and typed as "lid:N".
 */
static inline struct rs_addr rs_addr_from_lid(uint16_t lid)
{
	const struct rs_addr a = { { 0, 'l', 'i', 'd', 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (uint8_t)(lid >> 8), (uint8_t)lid } };

	return a;
}

/**
 * Reference to one frame of the input: number of the input file in the top 16 bits,
 * frame number within that file (from 1, as Wireshark counts) in the low 48. 0 = no frame.
 */
typedef uint64_t rs_frame;

static inline rs_frame rs_frame_make(unsigned file, uint64_t number)
{
	return ((uint64_t)file << 48) | (number & 0xffffffffffffULL);
}

static inline unsigned rs_frame_file(rs_frame f)
{
	return (unsigned)(f >> 48);
}

static inline uint64_t rs_frame_number(rs_frame f)
{
	return f & 0xffffffffffffULL;
}

/** Error codes; functions return them negated. */
enum rs_error {
	RS_OK = 0,
	RS_ENOMEM,	/**< no memory */
	RS_EINVAL,	/**< argument or option out of range */
	RS_EIO,		/**< read or write failed */
	RS_ENOENT,	/**< no such file, directory, interface */
	RS_EACCES,	/**< no permission */
	RS_EFORMAT,	/**< bytes are not of a known format */
	RS_EUNSUPPORTED, /**< format or feature known but not supported here */
	RS_ENOSPC,	/**< no space left on output */
	RS_ELIMIT,	/**< a named limit was reached */
	RS_ERROR_COUNT
};

/** Filled by functions of set-up when they fail: one sentence that names the object, the reason and the next step. */
struct rs_err {
	int code;	 /**< RS_E..., positive; RS_OK when unused */
	char text[480];	 /**< sentence without program name and newline */
};

/**
 * rs_err_set - fill @err (may be NULL)
 * Return: -code, so that callers can write `return rs_err_set(err, RS_EIO, "...")`.
 */
int rs_err_set(struct rs_err *err, enum rs_error code, const char *fmt, ...) RS_PRINTF(3, 4);

/** rs_strerror - short name of an error code, positive or negated; never NULL. */
const char *rs_strerror(int code);

#ifdef __cplusplus
}
#endif
#endif
