/* SPDX-License-Identifier: BSD-2-Clause */
#include <stdio.h>
#include <string.h>

#include "tests/unit/decode/frame.h"

/* UD SEND ONLY to QP 1: IP 308, UDP 288, payload 256. */
#define QP1 ETH_IP4("0134", "11") UDP("0120") "64 00 ffff 00 000001 00 000000 80010000 00000001 "
#define MAD(class, attr) "01 " class " 02 03 0000 0000 0000000000000001 " attr " 0000 00000000 "
#define OFFSET_MAD 62

/* A frame with message @msg, filled up to 232 bytes of message, and an ICRC. */
static const char *datagram(const char *head, const char *msg)
{
	static char hex[2048];
	size_t digits = 0;
	int n = snprintf(hex, sizeof(hex), "%s%s", head, msg);

	for (const char *p = msg; *p; p++)
		digits += *p != ' ';
	for (; digits < 464; digits += 2)
		n += snprintf(hex + n, sizeof(hex) - (size_t)n, "00");
	snprintf(hex + n, sizeof(hex) - (size_t)n, "00000000");
	return hex;
}

/* REQ up to the local ACK timeout; flow label 0x70a49. */
#define REQ                                                                                       \
	"11223344 00000000 0000000001064853 0002c90300a1b2c3 00000000 00000000 "                  \
	"00011110 00000010 000000a1 00abcda5 ffff 46 f0 ffff ffff "                               \
	"00000000000000000000ffffc0000201 00000000000000000000ffffc0000202 "                      \
	"70a49006 6a 40 30 90"

static void request_gives_qp_psn_timers_and_the_predicted_port(void **state)
{
	const struct rs_record r = frame_decode(datagram(QP1 MAD("07", "0010"), REQ));

	(void)state;
	frame_expect(&r, RS_KIND_CM, RS_REASON_NONE);
	assert_int_equal(r.headers & RS_HDR_CM, RS_HDR_CM);
	assert_int_equal(r.u.cm.attr, 0x10);
	assert_int_equal(r.u.cm.local_id, 0x11223344);
	assert_int_equal(r.u.cm.remote_id, 0);
	assert_int_equal(r.u.cm.qpn, 0x111);
	assert_int_equal(r.u.cm.psn, 0xabcd);
	assert_int_equal(r.u.cm.retry & 7, 5);
	assert_int_equal(r.u.cm.retry >> 4, 6);
	assert_int_equal(r.u.cm.pmtu_code, 4);
	assert_int_equal(r.u.cm.ack_timeout, 18);
	assert_int_equal(r.u.cm.flow_sport, 51797);
}

static void request_without_flow_label_predicts_no_port(void **state)
{
	char req[512];
	char *label;
	struct rs_record r;

	(void)state;
	strcpy(req, REQ);
	label = strstr(req, "70a49006");
	memcpy(label, "00000006", 8);
	r = frame_decode(datagram(QP1 MAD("07", "0010"), req));
	frame_expect(&r, RS_KIND_CM, RS_REASON_NONE);
	assert_int_equal(r.u.cm.flow_sport, 0);
}

static void reply_gives_qp_psn_and_rnr_retry(void **state)
{
	const struct rs_record r = frame_decode(datagram(
		QP1 MAD("07", "0013"),
		"55667788 11223344 00000000 00022200 00000000 00100000 10 10 79 c0"));

	(void)state;
	frame_expect(&r, RS_KIND_CM, RS_REASON_NONE);
	assert_int_equal(r.u.cm.local_id, 0x55667788);
	assert_int_equal(r.u.cm.remote_id, 0x11223344);
	assert_int_equal(r.u.cm.qpn, 0x222);
	assert_int_equal(r.u.cm.psn, 0x1000);
	assert_int_equal(r.u.cm.retry >> 4, 6);
	assert_int_equal(r.u.cm.flow_sport, 0);
}

static void disconnect_request_names_the_remote_qp(void **state)
{
	const struct rs_record r = frame_decode(
		datagram(QP1 MAD("07", "0015"), "11223344 55667788 00022200"));

	(void)state;
	frame_expect(&r, RS_KIND_CM, RS_REASON_NONE);
	assert_int_equal(r.u.cm.qpn, 0x222);
	assert_int_equal(r.u.cm.psn, RS_NO_PSN);
}

static void other_messages_give_ids_only(void **state)
{
	const struct rs_record r = frame_decode(
		datagram(QP1 MAD("07", "0014"), "11223344 55667788 ffffffff ffffffff"));

	(void)state;
	frame_expect(&r, RS_KIND_CM, RS_REASON_NONE);
	assert_int_equal(r.u.cm.local_id, 0x11223344);
	assert_int_equal(r.u.cm.remote_id, 0x55667788);
	assert_int_equal(r.u.cm.qpn, RS_NO_QPN);
	assert_int_equal(r.u.cm.psn, RS_NO_PSN);
}

static void service_id_resolution_has_one_id(void **state)
{
	const struct rs_record r = frame_decode(
		datagram(QP1 MAD("07", "0017"), "11223344 ffff0000"));

	(void)state;
	frame_expect(&r, RS_KIND_CM, RS_REASON_NONE);
	assert_int_equal(r.u.cm.local_id, 0x11223344);
	assert_int_equal(r.u.cm.remote_id, 0);
}

static void another_class_stays_roce(void **state)
{
	const struct rs_record r = frame_decode(datagram(QP1 MAD("03", "0010"), REQ));

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_CM_MESSAGE);
	assert_int_equal(r.u.ud.src_qpn, 1);
}

static void attribute_outside_the_messages_stays_roce(void **state)
{
	struct rs_record r = frame_decode(datagram(QP1 MAD("07", "0001"), ""));

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_CM_MESSAGE);
	r = frame_decode(datagram(QP1 MAD("07", "0110"), REQ));
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_CM_MESSAGE);
}

static void datagram_shorter_than_its_message_stays_roce(void **state)
{
	/* payload of 28 bytes: MAD header and half of the ids */
	const struct rs_record r = frame_decode(
		ETH_IP4("0050", "11") UDP("003c") "64 00 ffff 00 000001 00 000000 80010000 00000001 "
		MAD("07", "0010") "11223344" ICRC_ANY);

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_CM_MESSAGE);
}

static void another_queue_pair_is_no_connection_management(void **state)
{
	const struct rs_record r = frame_decode(datagram(
		ETH_IP4("0134", "11") UDP("0120")
		"64 00 ffff 00 000002 00 000000 80010000 00000001 " MAD("07", "0010"), REQ));

	(void)state;
	frame_expect(&r, RS_KIND_ROCE, RS_REASON_NONE);
}

static void message_that_the_capture_cut_is_short(void **state)
{
	const char *hex = datagram(QP1 MAD("07", "0010"), REQ);

	(void)state;
	for (size_t n = OFFSET_MAD; n < OFFSET_MAD + 24 + 96; n++) {
		const struct rs_record r = frame_decode_cut(hex, n);

		frame_expect(&r, RS_KIND_SHORT, RS_REASON_CUT);
		assert_string_equal(rs_header_name(r.cut - 1u), "CM");
		assert_int_equal(r.u.ud.src_qpn, 1);
	}
}

static void private_data_may_be_cut(void **state)
{
	const struct rs_record r = frame_decode_cut(datagram(QP1 MAD("07", "0010"), REQ),
						    OFFSET_MAD + 24 + 96);

	(void)state;
	frame_expect(&r, RS_KIND_CM, RS_REASON_NONE);
	assert_int_equal(r.u.cm.ack_timeout, 18);
	assert_string_equal(rs_header_name(r.cut - 1u), "payload");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(request_gives_qp_psn_timers_and_the_predicted_port),
		cmocka_unit_test(request_without_flow_label_predicts_no_port),
		cmocka_unit_test(reply_gives_qp_psn_and_rnr_retry),
		cmocka_unit_test(disconnect_request_names_the_remote_qp),
		cmocka_unit_test(other_messages_give_ids_only),
		cmocka_unit_test(service_id_resolution_has_one_id),
		cmocka_unit_test(another_class_stays_roce),
		cmocka_unit_test(attribute_outside_the_messages_stays_roce),
		cmocka_unit_test(datagram_shorter_than_its_message_stays_roce),
		cmocka_unit_test(another_queue_pair_is_no_connection_management),
		cmocka_unit_test(message_that_the_capture_cut_is_short),
		cmocka_unit_test(private_data_may_be_cut),
	};

	return cmocka_run_group_tests_name("cm", tests, NULL, NULL);
}
