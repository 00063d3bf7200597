/* SPDX-License-Identifier: BSD-2-Clause */
/* Fields of the CM messages: IBTA vol. 1, 12.6, as the Linux kernel lays them out. */
#include "decode/detail_cm_fields.h"

#include "decode/detail_cm_words.h"

static const struct detail_field req[] = {
	{ "local communication id", NULL, 0, 32, 0, FORM_HEX },
	{ "service id", cm_say_service, 8, 64, 0, FORM_HEX },
	{ "local CA GUID", NULL, 16, 64, 0, FORM_HEX },
	{ "local queue key", NULL, 28, 32, 0, FORM_HEX },
	{ "local QPN", cm_say_number, 32, 24, 0, FORM_HEX },
	{ "responder resources", NULL, 35, 8, 0, FORM_DEC },
	{ "local EE context", NULL, 36, 24, 0, FORM_DEC },
	{ "initiator depth", NULL, 39, 8, 0, FORM_DEC },
	{ "remote EE context", NULL, 40, 24, 0, FORM_DEC },
	{ "remote CM response timeout", cm_say_timeout, 43, 5, 0, FORM_DEC },
	{ "transport service type", cm_say_transport, 43, 2, 5, FORM_DEC },
	{ "end to end flow control", NULL, 43, 1, 7, FORM_DEC },
	{ "starting PSN", cm_say_number, 44, 24, 0, FORM_HEX },
	{ "local CM response timeout", cm_say_timeout, 47, 5, 0, FORM_DEC },
	{ "retry count", NULL, 47, 3, 5, FORM_DEC },
	{ "partition key", NULL, 48, 16, 0, FORM_HEX },
	{ "path MTU", cm_say_mtu, 50, 4, 0, FORM_DEC },
	{ "RD channel exists", NULL, 50, 1, 4, FORM_DEC },
	{ "RNR retry count", cm_say_rnr_retry, 50, 3, 5, FORM_DEC },
	{ "CM retries", NULL, 51, 4, 0, FORM_DEC },
	{ "shared receive queue", NULL, 51, 1, 4, FORM_DEC },
	{ "extended transport type", cm_say_extended, 51, 3, 5, FORM_DEC },
	{ "primary local port LID", NULL, 52, 16, 0, FORM_DEC },
	{ "primary remote port LID", NULL, 54, 16, 0, FORM_DEC },
	{ "primary local port GID", NULL, 56, 128, 0, FORM_IP6 },
	{ "primary remote port GID", NULL, 72, 128, 0, FORM_IP6 },
	{ "primary flow label", cm_say_flow_label, 88, 20, 0, FORM_HEX },
	{ "primary packet rate", NULL, 91, 6, 2, FORM_DEC },
	{ "primary traffic class", NULL, 92, 8, 0, FORM_DEC },
	{ "primary hop limit", NULL, 93, 8, 0, FORM_DEC },
	{ "primary service level", NULL, 94, 4, 0, FORM_DEC },
	{ "primary subnet local", NULL, 94, 1, 4, FORM_DEC },
	{ "primary local ACK timeout", cm_say_ack_timeout, 95, 5, 0, FORM_DEC },
	{ "alternate local port LID", NULL, 96, 16, 0, FORM_DEC },
	{ "alternate remote port LID", NULL, 98, 16, 0, FORM_DEC },
	{ "alternate local port GID", NULL, 100, 128, 0, FORM_IP6 },
	{ "alternate remote port GID", NULL, 116, 128, 0, FORM_IP6 },
	{ "alternate flow label", cm_say_flow_label, 132, 20, 0, FORM_HEX },
	{ "alternate packet rate", NULL, 135, 6, 2, FORM_DEC },
	{ "alternate traffic class", NULL, 136, 8, 0, FORM_DEC },
	{ "alternate hop limit", NULL, 137, 8, 0, FORM_DEC },
	{ "alternate service level", NULL, 138, 4, 0, FORM_DEC },
	{ "alternate subnet local", NULL, 138, 1, 4, FORM_DEC },
	{ "alternate local ACK timeout", cm_say_ack_timeout, 139, 5, 0, FORM_DEC },
	{ "SAP supported", NULL, 139, 1, 5, FORM_DEC },
};
static const struct detail_field mra[] = {
	{ "local communication id", NULL, 0, 32, 0, FORM_HEX },
	{ "remote communication id", NULL, 4, 32, 0, FORM_HEX },
	{ "message acknowledged", cm_say_message, 8, 2, 0, FORM_DEC },
	{ "service timeout", cm_say_timeout, 9, 5, 0, FORM_DEC },
};
static const struct detail_field rej[] = {
	{ "local communication id", NULL, 0, 32, 0, FORM_HEX },
	{ "remote communication id", NULL, 4, 32, 0, FORM_HEX },
	{ "message rejected", cm_say_message, 8, 2, 0, FORM_DEC },
	{ "rejected info length", NULL, 9, 7, 0, FORM_DEC },
	{ "reason", cm_say_reject, 10, 16, 0, FORM_DEC },
	{ "additional information", NULL, 12, 576, 0, FORM_BYTES },
};
static const struct detail_field rep[] = {
	{ "local communication id", NULL, 0, 32, 0, FORM_HEX },
	{ "remote communication id", NULL, 4, 32, 0, FORM_HEX },
	{ "local queue key", NULL, 8, 32, 0, FORM_HEX },
	{ "local QPN", cm_say_number, 12, 24, 0, FORM_HEX },
	{ "local EE context", NULL, 16, 24, 0, FORM_DEC },
	{ "starting PSN", cm_say_number, 20, 24, 0, FORM_HEX },
	{ "responder resources", NULL, 24, 8, 0, FORM_DEC },
	{ "initiator depth", NULL, 25, 8, 0, FORM_DEC },
	{ "target ACK delay", cm_say_timeout, 26, 5, 0, FORM_DEC },
	{ "failover accepted", cm_say_failover, 26, 2, 5, FORM_DEC },
	{ "end to end flow control", NULL, 26, 1, 7, FORM_DEC },
	{ "RNR retry count", cm_say_rnr_retry, 27, 3, 0, FORM_DEC },
	{ "shared receive queue", NULL, 27, 1, 3, FORM_DEC },
	{ "local CA GUID", NULL, 28, 64, 0, FORM_HEX },
};
static const struct detail_field rtu[] = {
	{ "local communication id", NULL, 0, 32, 0, FORM_HEX },
	{ "remote communication id", NULL, 4, 32, 0, FORM_HEX },
};
static const struct detail_field dreq[] = {
	{ "local communication id", NULL, 0, 32, 0, FORM_HEX },
	{ "remote communication id", NULL, 4, 32, 0, FORM_HEX },
	{ "remote QPN", cm_say_number, 8, 24, 0, FORM_HEX },
};
static const struct detail_field drep[] = {
	{ "local communication id", NULL, 0, 32, 0, FORM_HEX },
	{ "remote communication id", NULL, 4, 32, 0, FORM_HEX },
};
static const struct detail_field sidr_req[] = {
	{ "request id", NULL, 0, 32, 0, FORM_HEX },
	{ "partition key", NULL, 4, 16, 0, FORM_HEX },
	{ "service id", cm_say_service, 8, 64, 0, FORM_HEX },
};
static const struct detail_field sidr_rep[] = {
	{ "request id", NULL, 0, 32, 0, FORM_HEX },
	{ "status", NULL, 4, 8, 0, FORM_DEC },
	{ "additional information length", NULL, 5, 8, 0, FORM_DEC },
	{ "QPN", cm_say_number, 8, 24, 0, FORM_HEX },
	{ "service id", cm_say_service, 12, 64, 0, FORM_HEX },
	{ "queue key", NULL, 20, 32, 0, FORM_HEX },
	{ "additional information", NULL, 24, 576, 0, FORM_BYTES },
};
static const struct detail_field lap[] = {
	{ "local communication id", NULL, 0, 32, 0, FORM_HEX },
	{ "remote communication id", NULL, 4, 32, 0, FORM_HEX },
	{ "remote QPN", cm_say_number, 12, 24, 0, FORM_HEX },
	{ "remote CM response timeout", cm_say_timeout, 15, 5, 0, FORM_DEC },
	{ "alternate local port LID", NULL, 20, 16, 0, FORM_DEC },
	{ "alternate remote port LID", NULL, 22, 16, 0, FORM_DEC },
	{ "alternate local port GID", NULL, 24, 128, 0, FORM_IP6 },
	{ "alternate remote port GID", NULL, 40, 128, 0, FORM_IP6 },
	{ "alternate flow label", cm_say_flow_label, 56, 20, 0, FORM_HEX },
	{ "alternate traffic class", NULL, 59, 8, 0, FORM_DEC },
	{ "alternate hop limit", NULL, 60, 8, 0, FORM_DEC },
	{ "alternate packet rate", NULL, 61, 6, 2, FORM_DEC },
	{ "alternate service level", NULL, 62, 4, 0, FORM_DEC },
	{ "alternate subnet local", NULL, 62, 1, 4, FORM_DEC },
	{ "alternate local ACK timeout", cm_say_ack_timeout, 63, 5, 0, FORM_DEC },
};
static const struct detail_field apr[] = {
	{ "local communication id", NULL, 0, 32, 0, FORM_HEX },
	{ "remote communication id", NULL, 4, 32, 0, FORM_HEX },
	{ "additional information length", NULL, 8, 8, 0, FORM_DEC },
	{ "status", NULL, 9, 8, 0, FORM_DEC },
	{ "additional information", NULL, 12, 576, 0, FORM_BYTES },
};

const struct detail_cm_message detail_cm_messages[DETAIL_CM_MESSAGES] = {
	{ req, "CM REQ", 0x10, DETAIL_COUNT(req), 140, 92 },
	{ mra, "CM MRA", 0x11, DETAIL_COUNT(mra), 10, 222 },
	{ rej, "CM REJ", 0x12, DETAIL_COUNT(rej), 84, 148 },
	{ rep, "CM REP", 0x13, DETAIL_COUNT(rep), 36, 196 },
	{ rtu, "CM RTU", 0x14, DETAIL_COUNT(rtu), 8, 224 },
	{ dreq, "CM DREQ", 0x15, DETAIL_COUNT(dreq), 12, 220 },
	{ drep, "CM DREP", 0x16, DETAIL_COUNT(drep), 8, 224 },
	{ sidr_req, "CM SIDR REQ", 0x17, DETAIL_COUNT(sidr_req), 16, 216 },
	{ sidr_rep, "CM SIDR REP", 0x18, DETAIL_COUNT(sidr_rep), 96, 136 },
	{ lap, "CM LAP", 0x19, DETAIL_COUNT(lap), 64, 168 },
	{ apr, "CM APR", 0x1a, DETAIL_COUNT(apr), 84, 148 },
};
