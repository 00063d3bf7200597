/* SPDX-License-Identifier: BSD-2-Clause */
#include "decode/detail_cm_words.h"

#include "base/sport.h"

static void word(struct text *t, const char *const *words, size_t n, uint64_t v)
{
	if (v < n && words[v])
		text_add(t, " (%s)", words[v]);
}

#define WORD(t, words, v) word(t, words, sizeof(words) / sizeof((words)[0]), v)

void cm_say_service(struct text *t, uint64_t v)
{
	const unsigned space = (unsigned)(v >> 16 & 0xffff);

	if (cm_is_rdma_service(v))
		text_add(t, " (rdma_cm, %s port %u)",
			 space == 0x0106 ? "TCP" : space == 0x0111 ? "UDP" : space == 0x013f ? "IB" : "other",
			 (unsigned)v & 0xffffu);
}

void cm_say_transport(struct text *t, uint64_t v)
{
	static const char *const words[] = { "RC", "UC", "RD", "see extended transport" };

	WORD(t, words, v);
}

void cm_say_extended(struct text *t, uint64_t v)
{
	static const char *const words[] = { NULL, "XRC" };

	WORD(t, words, v);
}

void cm_say_mtu(struct text *t, uint64_t v)
{
	static const char *const words[] = { NULL, "256 bytes", "512 bytes", "1024 bytes", "2048 bytes", "4096 bytes" };

	WORD(t, words, v);
}

void cm_say_rnr_retry(struct text *t, uint64_t v)
{
	if (v == 7)
		text_str(t, " (for ever)");
}

void cm_say_flow_label(struct text *t, uint64_t v)
{
	if (v)
		text_add(t, " (predicts UDP source port %u)", sport_from_flow_label((uint32_t)v));
}

void cm_say_timeout(struct text *t, uint64_t v)
{
	text_str(t, " (");
	text_time(t, (rs_ns)(4096ULL << (v & 31)));
	text_char(t, ')');
}

void cm_say_ack_timeout(struct text *t, uint64_t v)
{
	if (v)
		cm_say_timeout(t, v);
	else
		text_str(t, " (off)");
}

void cm_say_reject(struct text *t, uint64_t v)
{
	static const char *const words[] = {
		[1] = "no QP available",
		[2] = "no EE context available",
		[3] = "no resources",
		[4] = "timeout",
		[5] = "unsupported request",
		[6] = "invalid communication id",
		[7] = "invalid communication instance",
		[8] = "invalid service id",
		[9] = "invalid transport type",
		[10] = "stale connection",
		[11] = "RD channel does not exist",
		[12] = "primary remote GID rejected",
		[13] = "primary remote LID rejected",
		[14] = "invalid primary service level",
		[15] = "invalid primary traffic class",
		[16] = "invalid primary hop limit",
		[17] = "invalid primary packet rate",
		[18] = "alternate remote GID rejected",
		[19] = "alternate remote LID rejected",
		[20] = "invalid alternate service level",
		[21] = "invalid alternate traffic class",
		[22] = "invalid alternate hop limit",
		[23] = "invalid alternate packet rate",
		[24] = "port and CM redirection",
		[25] = "port redirection",
		[26] = "invalid path MTU",
		[27] = "insufficient responder resources",
		[28] = "rejected by the consumer",
		[29] = "RNR retry count rejected",
		[30] = "duplicate local communication id",
		[31] = "unsupported class version",
		[32] = "invalid primary flow label",
		[33] = "invalid alternate flow label",
		[35] = "vendor option not supported",
	};

	WORD(t, words, v);
}

void cm_say_message(struct text *t, uint64_t v)
{
	static const char *const words[] = { "REQ", "REP", "other" };

	WORD(t, words, v);
}

void cm_say_failover(struct text *t, uint64_t v)
{
	static const char *const words[] = { "accepted", "not supported", "rejected" };

	WORD(t, words, v);
}

void cm_say_number(struct text *t, uint64_t v)
{
	text_add(t, " (%llu)", (unsigned long long)v);
}
