/* SPDX-License-Identifier: BSD-2-Clause */
#include "analysis/finding_texts.h"

const struct rs_finding_info finding_texts_storm[RS_FIND_COUNT] = {
    [RS_FIND_STORM] =
	{
	    ID(STORM),
	    .summary = "Many queue pairs resend at the same time, or a large share of the bytes on the wire is "
		       "sent again. Throughput collapses although the links look busy.",
	    .rule = "Windows of 100 ms: a group (lane, host pair, host, point) resends at least 10 % of its payload "
		    "and 100 packets, or recoveries of three lanes begin within 10 ms, in 3 of 10 consecutive windows. "
		    "In short captures: one bucket of 10 ms with 10 % of the payload and 300 packets resent, and three "
		    "lanes that lost something. Causes are scored from signs with fixed weights; from 0.75 on a cause is "
		    "well supported, below 0.30 it is not shown.",
	    .limits = "A cause is what the signs fit best at this tap, not a proof. Pauses and marks that the mirror "
		      "does not copy cannot speak for a cause.",
	    .next = LIST("Read the ranked causes and the advice of the first one in the report",
			 "Look at drops and pauses per queue on the ports between the hosts named",
			 "rocescope events --around F1+-5ms FILE shows the beginning"),
	    .counters = LIST("requester mlx5: packet_seq_err, local_ack_timeout_err",
			     "responder mlx5: out_of_sequence, out_of_buffer", "switch: queue drops, PFC frames"),
	},
    [RS_FIND_LIVELOCK] =
	{
	    ID(LIVELOCK),
	    .summary = "A sender sends the same packets again and again and nothing completes: bytes flow, but the "
		       "application does not move.",
	    .rule = "At least 8 rounds in a row from one PSN without any progress of acknowledgements, or a sender "
		    "that restarts whole messages for four rounds or more.",
	    .limits = "A peer that is gone looks the same until the sender gives up; see qp-retry-exhaust and the "
		      "storm's causes.",
	    .next = LIST("Is the peer alive: does it answer anything at all in the capture?",
			 "Are only large packets affected? Then compare the MTU of all ports on the path",
			 "A sender that restarts whole messages needs newer firmware"),
	    .counters = LIST("requester mlx5: local_ack_timeout_err", "responder mlx5: duplicate_request"),
	},
};
