/* SPDX-License-Identifier: BSD-2-Clause */
/* Words for what the decoder finds; derived from the lists of the public headers. */
#include <rocescope/decode.h>

#define COUNT(a) (sizeof(a) / sizeof((a)[0]))

static const char *word(const char *const *words, size_t count, unsigned index)
{
	return index < count ? words[index] : "unknown";
}

const char *rs_kind_name(unsigned kind)
{
	static const char *const words[] = {
#define X(id, name) name,
		RS_KINDS(X)
#undef X
	};

	return word(words, COUNT(words), kind);
}

const char *rs_reason_name(unsigned reason)
{
	static const char *const words[] = {
#define X(id, name, text) name,
		RS_REASONS(X)
#undef X
	};

	return word(words, COUNT(words), reason);
}

const char *rs_reason_text(unsigned reason)
{
	static const char *const words[] = {
#define X(id, name, text) text,
		RS_REASONS(X)
#undef X
	};

	return word(words, COUNT(words), reason);
}

const char *rs_tunnel_name(unsigned tunnel)
{
	static const char *const words[] = {
#define X(id, name) name,
		RS_TUNNELS(X)
#undef X
	};

	return word(words, COUNT(words), tunnel);
}

const char *rs_transport_name(unsigned transport)
{
	static const char *const words[] = {
#define X(id, name) name,
		RS_TRANSPORTS(X)
#undef X
	};

	return word(words, COUNT(words), transport);
}

const char *rs_icrc_name(unsigned icrc_state)
{
	static const char *const words[] = {
#define X(id, name) name,
		RS_ICRCS(X)
#undef X
	};

	return word(words, COUNT(words), icrc_state);
}

const char *rs_header_name(unsigned bit)
{
	static const char *const words[] = {
#define X(id, bit, name, bytes) [bit] = name,
		RS_HEADERS(X)
#undef X
	};

	return word(words, COUNT(words), bit);
}

const char *rs_cm_name(uint8_t attr)
{
	static const char *const words[] = { "REQ",  "MRA",  "REJ",	 "REP",	     "RTU", "DREQ",
					     "DREP", "SIDR_REQ", "SIDR_REP", "LAP", "APR" };

	return attr < 0x10 ? "unknown" : word(words, COUNT(words), attr - 0x10u);
}

/* RNR timer codes in microseconds and as text (IBTA vol. 1, 9.7.5.2.8). X(us, "ms") */
#define RNR_TIMERS(X)                                                                             \
	X(655360, "655.36") X(10, "0.01") X(20, "0.02") X(30, "0.03")                             \
	X(40, "0.04") X(60, "0.06") X(80, "0.08") X(120, "0.12")                                  \
	X(160, "0.16") X(240, "0.24") X(320, "0.32") X(480, "0.48")                               \
	X(640, "0.64") X(960, "0.96") X(1280, "1.28") X(1920, "1.92")                             \
	X(2560, "2.56") X(3840, "3.84") X(5120, "5.12") X(7680, "7.68")                           \
	X(10240, "10.24") X(15360, "15.36") X(20480, "20.48") X(30720, "30.72")                   \
	X(40960, "40.96") X(61440, "61.44") X(81920, "81.92") X(122880, "122.88")                 \
	X(163840, "163.84") X(245760, "245.76") X(327680, "327.68") X(491520, "491.52")

rs_ns rs_rnr_ns(unsigned code)
{
	static const int32_t us[32] = {
#define X(us, ms) us,
		RNR_TIMERS(X)
#undef X
	};

	return us[code & 31] * RS_NS_PER_US;
}

const char *rs_syndrome_text(uint8_t syndrome)
{
	static const char *const rnr[32] = {
#define X(us, ms) "RNR NAK " ms " ms",
		RNR_TIMERS(X)
#undef X
	};
	static const char *const nak[] = {
		"NAK sequence error", "NAK invalid request", "NAK remote access error",
		"NAK remote operational error", "NAK invalid RD request",
	};
	const unsigned value = syndrome & 31u;

	switch (rs_aeth_class(syndrome)) {
	case RS_AETH_ACK:
		return "ACK";
	case RS_AETH_RNR:
		return rnr[value];
	case RS_AETH_NAK:
		return value < COUNT(nak) ? nak[value] : "NAK reserved code";
	default:
		return "reserved syndrome";
	}
}
