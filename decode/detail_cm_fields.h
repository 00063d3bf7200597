/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DECODE_DETAIL_CM_FIELDS_H
#define DECODE_DETAIL_CM_FIELDS_H
/* Constant tables of the CM messages. */
#include "decode/detail.h"

#define DETAIL_CM_MESSAGES 11

struct detail_cm_message {
	const struct detail_field *table;
	const char *layer;	/**< "CM REQ" */
	uint8_t attr;		/**< low byte of the attribute id */
	uint8_t count;		/**< rows of the table */
	uint8_t private_at;	/**< offset of the private data in the message */
	uint8_t private_length; /**< bytes */
};

extern const struct detail_cm_message detail_cm_messages[DETAIL_CM_MESSAGES];

#endif
