/* SPDX-License-Identifier: BSD-2-Clause */
/* Texts of what the capture cannot show. Constant table. */
#include "analysis/finding_texts.h"

const struct rs_finding_info finding_texts_capture[RS_FIND_COUNT] = {
    [RS_FIND_CAP_LOSS] =
	{
	    ID(CAP_LOSS),
	    .summary = "The receiver acknowledged packets that the capture does not have. They are "
		       "missing in the capture, not in the network.",
	    .rule = "PSNs below an acknowledgement that were never seen at the tap, unless they "
		    "came within 1 ms after it (a mirror may deliver "
		    "the ACK first). Above 1 % of PSNs the capture is not trusted at all.",
	    .limits = "NAKs and resends can be missing in the same way, so counts of recoveries "
		      "are lower bounds.",
	    .next = LIST("Give the capture room: larger buffer, shorter snap length (128 bytes "
			 "hold all headers), faster disk, more queues",
			 "Check drops of the mirror port and its bandwidth: one mirror port cannot "
			 "carry both directions at line rate",
			 "Capture fewer flows (filter on addresses) rather than all of them badly"),
	    .counters = LIST("capturing machine: dropped packets of the interface (ethtool -S: "
			     "rx_discards_phy, rx_out_of_buffer)",
			     "mirror source switch: drops of the mirror port or session"),
	},
    [RS_FIND_CAP_OUTAGE] =
	{
	    ID(CAP_OUTAGE),
	    .summary = "The PSN jumped far ahead in the middle of a message: the capture likely "
		       "stopped for a while and went on.",
	    .rule = "A jump of more than W_jump (65,536) PSNs on an opcode that does not start a "
		    "message. The lane starts anew there without "
		    "a gap.",
	    .limits = "What happened in between is unknown and is in no count.",
	    .next = LIST("Look for a hole between the files of a ring, a stopped disk, or a mirror "
			 "session that was changed",
			 "Judge the parts before and after separately"),
	    .counters = LIST("capturing machine: dropped packets of the interface"),
	},
    [RS_FIND_CAP_SAMPLED] =
	{
	    ID(CAP_SAMPLED),
	    .summary = "Only a part of the packets is in the capture: the mirror samples or is far "
		       "too slow. Losses, resends and delays are not "
		       "judged on these flows; NAKs and RNR NAKs still are.",
	    .rule = "More than a quarter of at least 1,000 PSNs acknowledged but never seen, or "
		    "more than half of the PSNs missing without any "
		    "NAK. It replaces cap-loss.",
	    .limits = "A NAK that was not sampled is not counted: all numbers are lower bounds.",
	    .next = LIST("Switch sampling off, or mirror one port or one flow only (ACL-based "
			 "mirror)",
			 "Check the bandwidth of the mirror port against what it has to carry",
			 "Use counters of the hosts for totals and this capture only for examples"),
	    .counters = LIST("mirror source switch: sampling rate and drops of the mirror session"),
	},
    [RS_FIND_CAP_MIRROR_DUP] =
	{
	    ID(CAP_MIRROR_DUP),
	    .summary = "Many frames came twice, from a mirror at ingress and egress or from two "
		       "mirrored hops. They are counted apart and never "
		       "taken for resends.",
	    .rule = "More than 20 % of the RoCE frames of a point equal a recent frame in all that "
		    "a resend would change: the same IP id within "
		    "10 ms, or another TTL, VLAN or MAC within 1 ms, or nothing different within 1 "
		    "us.",
	    .limits = "A frame that the network itself duplicated looks the same. Rates on the "
		      "wire count every copy.",
	    .next = LIST("Mirror only one direction of each port (rx of all ports, or both of one "
			 "port)",
			 "Leave it as it is if the load is bearable; the analysis is not affected"),
	    .counters = LIST("mirror source switch: configuration of the session"),
	},
    [RS_FIND_CAP_TRUNC] =
	{
	    ID(CAP_TRUNC),
	    .summary = "Packets were cut when they were captured. Lengths are taken from the IP "
		       "headers, so flows, losses and resends are right; "
		       "the ICRC cannot be checked.",
	    .rule = "Captured bytes end before the end of a RoCE packet. Trust suffers only where "
		    "a BTH or AETH was cut.",
	    .limits = "Damage on the way (icrc-bad) stays invisible. Where the AETH is cut, NAK "
		      "and ACK cannot be told apart.",
	    .next = LIST("A snap length of 128 bytes is enough without tunnels, 256 with VXLAN or "
			 "ERSPAN",
			 "Capture whole packets only when damage is suspected"),
	    .counters = NOTHING,
	},
    [RS_FIND_CAP_ONEWAY] =
	{
	    ID(CAP_ONEWAY),
	    .summary = "No response of these QPs is in the capture: it likely sees one direction "
		       "only. Resends are counted, but their causes and "
		       "losses after the tap cannot be seen.",
	    .rule = "A lane with at least 1,000 requests or an unexplained recovery and without a "
		    "single response, while no response of its host "
		    "pair is left over. If more than half of all requests are like this, the "
		    "capture is not trusted.",
	    .limits = "A peer that is dead and answers nothing looks the same.",
	    .next = LIST("Mirror both directions of the port, or both fibres of the tap into one "
			 "capture",
			 "With several equal paths: capture on the host or on all uplinks, the "
			 "answers may take another one",
			 "Check with ping or rping that the responder is alive"),
	    .counters = LIST("requester mlx5: local_ack_timeout_err tells whether answers are "
			     "missing there too"),
	},
    [RS_FIND_CAP_UNPAIRED] =
	{
	    ID(CAP_UNPAIRED),
	    .summary = "Responses were captured whose connection cannot be told for certain. They "
		       "are left out, because a NAK charged to the wrong "
		       "QP would be worse than none.",
	    .rule = "No pairing rule (given table, CM exchange, UDP source port, only candidate, "
		    "PSN, timing) was decisive for these responses.",
	    .limits = "Recoveries of the QPs concerned show without their causes.",
	    .next = LIST("Give the pairs: --pairs FILE, or --pairs ADDR=FILE with the output of "
			 "rdma resource show qp of that host",
			 "Start the capture before the connections are made, so that it holds the "
			 "CM exchange"),
	    .counters = NOTHING,
	},
    [RS_FIND_CAP_TIME] =
	{
	    ID(CAP_TIME),
	    .summary = "Time stamps cannot be relied on at this precision: they go backwards, or "
		       "have steps of a microsecond although the file "
		       "promises nanoseconds.",
	    .rule = "A packet earlier than the one before it, or all of at least 100 time stamps "
		    "of a point whole microseconds in a file with "
		    "finer resolution.",
	    .limits = "Small offsets that keep the order cannot be noticed.",
	    .next = LIST("Use hardware time stamps (tcpdump -j adapter_unsynced "
			 "--time-stamp-precision=nano) or one capture queue",
			 "Merge files by time before the analysis (mergecap), or correct a clock "
			 "with --shift FILE=T"),
	    .counters = NOTHING,
	},
    [RS_FIND_CAP_SPORT_REWRITTEN] =
	{
	    ID(CAP_SPORT_REWRITTEN),
	    .summary = "A device in front of the capture rewrote UDP source ports. Nothing else "
		       "suffers, but the ports say nothing about load "
		       "balancing.",
	    .rule = "The ICRC of whole packets is right only with another source port, which the "
		    "CRC itself reveals.",
	    .limits =
		"Cut packets cannot be checked, so their ports may be rewritten without notice.",
	    .next = LIST("Judge port entropy from a capture on the host instead",
			 "Look for the mirror or tunnel setting that sets a fixed source port "
			 "(often 4791)"),
	    .counters = NOTHING,
	},
};
