/* SPDX-License-Identifier: BSD-2-Clause */
/* Texts of what lanes do: recoveries, timers, receivers, queue pairs, order. Constant table. */
#include "analysis/finding_texts.h"

const struct rs_finding_info finding_texts_recovery[RS_FIND_COUNT] = {
    [RS_FIND_GBN_NAK] =
	{
	    ID(GBN_NAK),
	    .summary = "Packets were lost in the network. The receiver asked for the first missing "
		       "one with a NAK, and "
		       "the sender went back and sent everything from there again (Go-Back-N).",
	    .rule = "One recovery per NAK of the kind PSN sequence error that is answered by a "
		    "resend. Before the tap: the "
		    "missing PSN is a gap in the capture, the number lost is exact. After the tap: "
		    "the PSN had passed the tap "
		    "and the receiver still asked for it. Severity is always warning; resent "
		    "packets are requests below the "
		    "highest PSN sent before the recovery.",
	    .limits = "After the tap only the first lost packet of each recovery is certain, "
		      "because the receiver throws away "
		      "what follows: the number is at least, resends per loss at most. One tap "
		      "cannot name the device that "
		      "dropped the packet.",
	    .next = LIST(
		"Look for drops in the class of this traffic on every hop of the side named: "
		"before the tap means "
		"between requester and tap, after it between tap and responder",
		"Lossless class: check that PFC is on for this priority at both ends of each link "
		"and that DSCP maps to "
		"it (SONiC: show priority-group drop counters, show queue counters; host: mlnx_qos "
		"-i DEV)",
		"Lossy class: lower the ECN marking thresholds and check that hosts react to CNPs",
		"Capture at a second point and compare, to close in on the hop"),
	    .counters = LIST("responder mlx5: out_of_sequence (>= NAKs); rxe: out_of_seq_request; "
			     "bnxt_re: oos_drop_count",
			     "requester mlx5: packet_seq_err; rxe: rcvd_seq_err (may be lower); "
			     "bnxt_re: seq_err_naks_rcvd",
			     "responder NIC, loss after the tap: rx_discards_phy, "
			     "rx_prioN_discards, rx_prioN_buf_discard; bnxt_re: "
			     "rx_roce_discards",
			     "switch: SAI_QUEUE_STAT_DROPPED_PACKETS, "
			     "SAI_INGRESS_PRIORITY_GROUP_STAT_DROPPED_PACKETS (queuestat, "
			     "pg-drop)"),
	},
    [RS_FIND_GBN_TIMEOUT] =
	{
	    ID(GBN_TIMEOUT),
	    .summary = "The sender heard nothing, waited for its ACK timer and then sent again. "
		       "Such a wait costs far more "
		       "than the loss itself, often thousands of round trips.",
	    .rule = "A resend without a pending NAK after at least T_idle (100 us) of silence in "
		    "both directions of the lane, "
		    "and no sign that the data had arrived. Critical if one wait is 1 s or longer, "
		    "else warning. The timer "
		    "exponent n is the largest with 4.096 us x 2^n below 1.05 times the shortest "
		    "wait; a NIC may fire at up to 4 "
		    "times its timer, so the configured value lies between n-2 and n unless "
		    "several equal waits fix it.",
	    .limits = "The last packet of a burst draws no NAK when it is lost. Lost before the "
		      "tap it leaves no trace at all; "
		      "without a known round trip, lost data and a lost ACK look alike.",
	    .next = LIST(
		"Find the drop: tail loss and lost retransmissions are what timers repair, so look "
		"for other loss findings "
		"of the same pair",
		"Check that the responder is alive and reachable (link events, GID index, route) "
		"if the recovery did not end",
		"Compare the wait with the setting: NCCL_IB_TIMEOUT (default 20 = 4.29 s, each "
		"step doubles) and "
		"NCCL_IB_RETRY_CNT (7); a lower timeout shortens the stall but may fire too early",
		"Mellanox/NVIDIA: see whether adaptive retransmission is on (roce_adp_retrans "
		"counters)"),
	    .counters = LIST("requester mlx5: local_ack_timeout_err; adaptive: roce_adp_retrans, "
			     "roce_adp_retrans_to",
			     "requester rxe: part of completer_retry_err; bnxt_re: to_retransmits; "
			     "irdma gen3: RTO",
			     "links on the path: link_down_events_phy, rx_crc_errors_phy, "
			     "rx_pcs_symbol_err_phy"),
	},
    [RS_FIND_GBN_NAK_LOST] =
	{
	    ID(GBN_NAK_LOST),
	    .summary = "The receiver reported the loss and the NAK passed the tap, but the sender "
		       "only went back much later: "
		       "the NAK was likely lost on its last stretch or ignored, and the timer did "
		       "the repair.",
	    .rule = "A NAK was pending for longer than max(T_nak_late = 1 ms, 8 x the usual "
		    "reaction) when the resend began, and "
		    "the restart position does not prove that the NAK was read. A restart exactly "
		    "at the NAKed PSN is taken back "
		    "to gbn-nak when the host pair usually reacts as slowly.",
	    .limits = "A sender that was merely slow once looks the same if the host pair has "
		      "fewer than 4 other recoveries.",
	    .next = LIST("Look for drops between the tap and the requester, in the class that "
			 "carries ACKs and NAKs",
			 "Check that ACKs and NAKs have the same DSCP and priority as the data "
			 "(setting for the ACK DSCP of the NIC)",
			 "Check CPU, PCIe and firmware of the requester if its other recoveries "
			 "are slow too"),
	    .counters = LIST("requester mlx5: packet_seq_err should be lower than the NAKs here, "
			     "local_ack_timeout_err higher",
			     "responder mlx5: out_of_sequence",
			     "requester NIC: rx_discards_phy, rx_prioN_discards"),
	},
    [RS_FIND_GBN_NAK_UNSEEN] =
	{
	    ID(GBN_NAK_UNSEEN),
	    .summary = "The sender went back as if it had received a NAK, but no NAK is in the "
		       "capture. Other responses are, so the "
		       "capture likely missed it.",
	    .rule = "A resend less than T_idle (100 us) after traffic of the lane, no NAK pending, "
		    "not explained by an ACK, and at "
		    "least one response of the lane visible. It says something about the capture, "
		    "hence info.",
	    .limits = "Where the packets were lost is unknown. A NIC that resends on its own for "
		      "another reason looks the same.",
	    .next =
		LIST("See whether the mirror drops: cap-loss, ERSPAN sequence gaps, drop counters "
		     "of the mirror port",
		     "Mirror both directions of the port with enough bandwidth at the collector",
		     "Hold the number of NAKs against packet_seq_err of the requester"),
	    .counters = LIST(
		"requester mlx5: packet_seq_err; rxe: rcvd_seq_err; bnxt_re: seq_err_naks_rcvd",
		"responder mlx5: out_of_sequence",
		"mirror port: tx drops; capturing machine: dropped packets"),
	},
    [RS_FIND_GBN_UNEXPLAINED] =
	{
	    ID(GBN_UNEXPLAINED),
	    .summary = "Packets were sent again, but no response of these QPs is in the capture, "
		       "so the reason cannot be seen.",
	    .rule = "A resend shortly after traffic of the lane while not one response was "
		    "attributed to it. Resends and gaps "
		    "before the tap are counted as always; cause and place are not guessed.",
	    .limits = "NAK, RNR NAK, lost ACK and timer all look alike with one direction only.",
	    .next = LIST(
		"Capture both directions: mirror ingress and egress of the port, or capture on the "
		"host",
		"If the pairs are known, give them with --pairs (or the output of rdma resource "
		"show qp)",
		"Hold the resends against the counters of the requester, which name the reason"),
	    .counters = LIST("requester mlx5: packet_seq_err, local_ack_timeout_err, "
			     "rnr_nak_retry_err, implied_nak_seq_err",
			     "requester rxe: completer_retry_err, rcvd_seq_err, rcvd_rnr_err",
			     "responder: out_of_sequence, duplicate_request, out_of_buffer"),
	},
    [RS_FIND_GBN_RETX_LOST] =
	{
	    ID(GBN_RETX_LOST),
	    .summary = "A packet was lost, and its retransmission was lost again. The receiver "
		       "does not send a second NAK, so only "
		       "a timer could repair it.",
	    .rule = "Within a recovery that a NAK began, a timer started another round at a PSN "
		    "already sent again (flag RETX_LOST).",
	    .limits = "A responder that ignores duplicates for long may look the same. The number "
		      "of packets lost in the second "
		      "round is not known.",
	    .next =
		LIST("Treat it as heavy loss: two hits in a row are rare at low loss rates; look "
		     "for a full queue or a bad link",
		     "Check whether loss is bursty (many gbn-nak in a short time) or tied to one "
		     "link (CRC and symbol errors)",
		     "Lower NCCL_IB_TIMEOUT only after the loss is gone; it treats the symptom"),
	    .counters = LIST(
		"requester mlx5: local_ack_timeout_err beside packet_seq_err; roce_adp_retrans_to",
		"links: rx_crc_errors_phy, rx_pcs_symbol_err_phy, FEC uncorrectable blocks",
		"switch: SAI_QUEUE_STAT_DROPPED_PACKETS (queuestat), WRED drops (wredstat)"),
	},
    [RS_FIND_GBN_SPURIOUS] =
	{
	    ID(GBN_SPURIOUS),
	    .summary = "Nothing was lost: packets only arrived out of order, and the receiver took "
		       "that for a loss and made the "
		       "sender go back.",
	    .rule =
		"The NAKed PSN had passed the tap late, came late after the NAK, or a NAK for a "
		"higher PSN followed before any "
		"resend. The same for a READ asked again from a response that had only come late.",
	    .limits = "Reordering behind the tap is seen only through its effects. Without IP ids "
		      "a late original after the NAK "
		      "looks like the start of the resend.",
	    .next = LIST("Switch off packet spraying or adaptive routing for this class, unless "
			 "both NICs accept packets out of order",
			 "NVIDIA: enable out-of-order handling on both ends (adaptive routing "
			 "setting, mlxconfig query), or use the "
			 "ordered class",
			 "Look for a path change, a link bundle with per-packet balancing, or two "
			 "queues for one DSCP"),
	    .counters = LIST("responder mlx5: out_of_sequence without drops anywhere on the path",
			     "responder: duplicate_request (mlx5, rxe), dup_req (bnxt_re)",
			     "requester mlx5: packet_seq_err, implied_nak_seq_err"),
	},
    [RS_FIND_GBN_GOBACK0] =
	{
	    ID(GBN_GOBACK0),
	    .summary = "After a loss the sender starts the whole message again instead of "
		       "continuing at the missing packet. With "
		       "large messages and steady loss no message may ever complete.",
	    .rule = "The resend begins before the NAKed PSN, at the FIRST packet of the message "
		    "that holds it, and no NAK asked for "
		    "that PSN (flag GOBACK0).",
	    .limits = "A first packet that was itself lost behind the tap would be a good reason "
		      "to start there; then a NAK for it "
		      "is normally seen.",
	    .next =
		LIST("Update firmware and driver of the sending NIC: restart from zero is "
		     "behaviour of early generations",
		     "Until then use smaller messages, and remove the loss (PFC, buffers, links)"),
	    .counters =
		LIST("requester mlx5: packet_seq_err",
		     "responder mlx5: duplicate_request rises by the whole message each time"),
	},
    [RS_FIND_SR_RECOVERY] =
	{
	    ID(SR_RECOVERY),
	    .summary = "Losses were repaired one by one: the sender resent only what was missing "
		       "and did not go back. The network "
		       "still lost packets.",
	    .rule =
		"In a recovery that a NAK began, packets that had passed the tap were skipped, "
		"never sent again and acknowledged "
		"all the same (mode SELECTIVE), on a lane without missing packets in the capture.",
	    .limits = "A capture that missed resends would look the same; lanes with capture loss "
		      "are therefore never called so.",
	    .next =
		LIST("Nothing to repair at the sender; find the drops as for gbn-nak",
		     "Know that counters of such NICs count single retransmissions, not windows"),
	    .counters = LIST("requester mlx5: packet_seq_err", "responder mlx5: out_of_sequence",
			     "switch: SAI_QUEUE_STAT_DROPPED_PACKETS (queuestat)"),
	},
    [RS_FIND_READ_RESP_LOSS] =
	{
	    ID(READ_RESP_LOSS),
	    .summary = "Responses to READs or atomics were lost on their way to the requester, "
		       "which asked for them again. There is "
		       "no NAK for responses, so the wait may be a timer.",
	    .rule = "A READ request for PSNs inside an earlier READ (or the same atomic again) "
		    "while a response is missing. Before "
		    "the tap: the missing response is a gap here. After the tap: all responses had "
		    "passed, yet they were asked for "
		    "again.",
	    .limits = "After the tap only the first missing response is certain. Before the tap "
		      "means between responder and tap "
		      "here, as responses travel the other way.",
	    .next =
		LIST("Look for drops on the way from responder to requester; incast towards the "
		     "reader is the usual place",
		     "Limit READs in flight (max_rd_atomic, NCCL uses 1) or the number of peers "
		     "read at once",
		     "Check PFC and ECN for the class of the responses at the requester's port"),
	    .counters = LIST("requester mlx5: implied_nak_seq_err; rxe: completer_retry_err; "
			     "bnxt_re: missing_resp; irdma gen3: Nak "
			     "Sequence Error Implied",
			     "requester NIC: rx_discards_phy, rx_prioN_discards",
			     "responder mlx5: duplicate_request"),
	},
    [RS_FIND_ICRC_BAD] =
	{
	    ID(ICRC_BAD),
	    .summary = "Packets reached the tap with a wrong invariant CRC. The receiver drops "
		       "them without a word, so each one acts as "
		       "a loss.",
	    .rule = "The ICRC of a whole captured packet is wrong and is not explained by a "
		    "rewritten UDP source port; fewer than one "
		    "packet in ten of the flow is concerned. With more, the tap likely sees frames "
		    "before the NIC fills the ICRC in, "
		    "and nothing is concluded.",
	    .limits = "Ethernet repairs nothing and each hop recomputes its own frame check, so "
		      "the damage was done inside a device "
		      "or by one that rewrites packets, not by a plain bad cable. Cut packets "
		      "cannot be checked.",
	    .next = LIST("Capture before and after each device that rewrites packets (NAT, "
			 "tunnels, smart NICs) and compare",
			 "Replace or reset the device where the ICRC turns bad; check its memory "
			 "and parity error logs",
			 "Check FEC and symbol errors on the links anyway"),
	    .counters = LIST("receiver mlx5: rx_icrc_encapsulated; bnxt_re: rx_roce_errors",
			     "links: rx_crc_errors_phy, "
			     "rx_pcs_symbol_err_phy"),
	},
    [RS_FIND_UC_GAP] =
	{
	    ID(UC_GAP),
	    .summary = "Packets of an unreliable connection are missing at the tap. UC has no ACK "
		       "and no resend, so a packet that was "
		       "lost stays lost.",
	    .rule = "The PSN of a UC flow jumped forward by less than an ordinary window.",
	    .limits = "Without ACKs a loss before the tap and one in the capture alone cannot be "
		      "told apart. Losses after the tap "
		      "leave no trace.",
	    .next = LIST("See trust: a capture that drops packets makes such gaps by itself",
			 "Compare with the application's own count of missing messages",
			 "Look for drops between sender and tap in the class of this traffic"),
	    .counters = LIST("receiver: no counter of its own for UC on most NICs; compare "
			     "received packets per QP",
			     "switch: SAI_QUEUE_STAT_DROPPED_PACKETS (queuestat)"),
	},
    [RS_FIND_ACK_LOSS] =
	{
	    ID(ACK_LOSS),
	    .summary = "The data had arrived, but its acknowledgement did not reach the sender, "
		       "which waited for its timer and sent again.",
	    .rule = "After the tap: the tap had seen the ACK for the PSN that was sent again. "
		    "Before the tap: the ACK for the resend came "
		    "faster than any round trip of the lane, or the resend did not have to reach "
		    "the end: the receiver had "
		    "everything. Less than max(T_idle, 2 x ACK delay) after that ACK it is "
		    "rto-spurious instead.",
	    .limits = "An ACK that arrived but was not acted on looks like one lost after the tap.",
	    .next = LIST("Look for drops on the way from responder to requester; ACKs may travel "
			 "in another class than the data",
			 "Check the DSCP of ACKs and CNPs (ACK DSCP setting of the NIC) against "
			 "the switch maps",
			 "Check the reverse links for CRC errors; they carry small packets and go "
			 "unnoticed"),
	    .counters = LIST(
		"requester mlx5: local_ack_timeout_err without out_of_sequence at the responder",
		"responder: duplicate_request (mlx5, rxe), dup_req (bnxt_re) = resends that "
		"arrived"),
	},
    [RS_FIND_RTO_SPURIOUS] =
	{
	    ID(RTO_SPURIOUS),
	    .summary = "The sender resent although nothing was lost: its timer fired before the "
		       "ACK came, or ACK and resend crossed on "
		       "the way.",
	    .rule = "The ACK that ended the recovery came too early to answer the resend (below "
		    "the smallest ACK delay of the lane), or "
		    "the ACK for the resent PSN had passed the tap only moments before the resend.",
	    .limits = "Needs a measured ACK delay of the lane; queues in front of the responder "
		      "can make a true loss look like this for "
		      "a single packet.",
	    .next = LIST(
		"Raise the timer: NCCL_IB_TIMEOUT (each step doubles) or the local ACK timeout of "
		"the application",
		"Look for long pauses on the path: a timer shorter than a PFC pause fires in vain",
		"Check adaptive retransmission of the NIC (roce_adp_retrans); its first timeouts "
		"are far shorter than the "
		"configured one"),
	    .counters = LIST(
		"requester mlx5: local_ack_timeout_err, roce_adp_retrans; bnxt_re: to_retransmits",
		"responder: duplicate_request (mlx5, rxe)", "pauses: rx_prioN_pause_duration"),
	},
    [RS_FIND_RTO_ADAPTIVE] =
	{
	    ID(RTO_ADAPTIVE),
	    .summary = "The waits before timer resends grow: the NIC uses adaptive retransmission "
		       "or backs off, so the configured timeout "
		       "does not tell how long a stall lasts.",
	    .rule = "At least 3 stalls of one lane, none shorter than the one before, the last at "
		    "least 1.5 times the first.",
	    .limits =
		"Growing congestion with a fixed timer restarted by late packets can look similar.",
	    .next = LIST("Nothing is wrong with it by itself; look at the losses behind the timers "
			 "(gbn-timeout, gbn-retx-lost)",
			 "NVIDIA: the switch is roce_adp_retrans_en in the ROCE_ACCL register; "
			 "compare both ends"),
	    .counters = LIST("requester mlx5: roce_adp_retrans, roce_adp_retrans_to",
			     "requester mlx5: local_ack_timeout_err"),
	},
    [RS_FIND_RNR_NAK] =
	{
	    ID(RNR_NAK),
	    .summary = "The receiver had no receive buffer posted for a SEND (or WRITE with "
		       "immediate) and told the sender to wait and try "
		       "again. Nothing was lost in the network.",
	    .rule = "RNR NAKs of the responder, fewer than rnr-storm asks for. A sequence NAK of "
		    "the same PSN behind an RNR NAK belongs to "
		    "it (soft-RoCE sends one for each) and is no loss.",
	    .limits = "Why the application was late cannot be seen.",
	    .next = LIST("Post more receives or refill earlier; check the SRQ size and limit event",
			 "Look for a stalled process, a busy core or a GPU synchronisation on the "
			 "responder at these times",
			 "If short waits are fine raise min_rnr_timer (NCCL: 12 = 0.64 ms) rather "
			 "than let senders hammer"),
	    .counters =
		LIST("responder mlx5: out_of_buffer; rxe: send_rnr_err; irdma gen3: RNR sent",
		     "requester mlx5: rnr_nak_retry_err; rxe: rcvd_rnr_err; bnxt_re: "
		     "rnr_naks_rcvd; irdma gen3: RNR received"),
	},
    [RS_FIND_RNR_STORM] =
	{
	    ID(RNR_STORM),
	    .summary = "The receiver refuses so often that the transfer mostly waits: receives are "
		       "posted much more slowly than messages come.",
	    .rule = "At least 10 RNR NAKs on one lane within 1 s, or at least 10 % of the lane's "
		    "active time (of at least 1 s) spent waiting "
		    "after RNR NAKs. It replaces rnr-nak for that lane.",
	    .limits = "Why the application was late cannot be seen. Waiting counts from the RNR "
		      "NAK to the resend at the tap.",
	    .next = LIST("Find out why the responder does not post receives: process state, CPU, "
			 "memory, completion queue overflow",
			 "Post more receives per QP or use an SRQ with a limit; match send and "
			 "receive depth of the application",
			 "Check rnr_retry: 7 waits for ever and hides the trouble, less ends in "
			 "qp-rnr-exhaust"),
	    .counters =
		LIST("responder mlx5: out_of_buffer; rxe: send_rnr_err; irdma gen3: RNR sent",
		     "requester mlx5: rnr_nak_retry_err; rxe: rcvd_rnr_err; bnxt_re: "
		     "rnr_naks_rcvd; irdma gen3: RNR received"),
	},
    [RS_FIND_RNR_EARLY] =
	{
	    ID(RNR_EARLY),
	    .summary = "The sender came back before the time that the RNR NAK asked it to wait, so "
		       "the retry was likely refused again.",
	    .rule =
		"Resend less than 0.9 times the coded delay after the RNR NAK (flag RNR_EARLY).",
	    .limits = "The interval at the tap includes the way to the sender and back: the true "
		      "wait was "
		      "shorter still. How the responder answered the early try is in the count of "
		      "RNR NAKs.",
	    .next =
		LIST("Check driver and firmware of the requester: some generations use their own "
		     "shorter RNR timer",
		     "See whether retries run out (qp-rnr-exhaust); each early try uses one up"),
	    .counters = LIST(
		"requester mlx5: rnr_nak_retry_err; rxe: rcvd_rnr_err; bnxt_re: rnr_naks_rcvd"),
	},
    [RS_FIND_QP_RETRY_EXHAUST] =
	{
	    ID(QP_RETRY_EXHAUST),
	    .summary = "The sender tried the same packet again and again without any progress and "
		       "then fell silent: its retry counter likely "
		       "ran out and the QP is in error. The application sees 'transport retry "
		       "counter exceeded' (NCCL: error 12).",
	    .rule = "The same first PSN in at least 3 timer rounds without ACK progress (with CM "
		    "data: the configured retry count), then "
		    "silence of at least 4 times the last wait, or 1.5 times when the waits are "
		    "equal.",
	    .limits = "No packet announces it; an application that stopped at that moment looks "
		      "the same.",
	    .next = LIST("At job start: check connectivity first (GID index, VLAN, route, ACL, "
			 "MTU); this is the usual reason",
			 "In mid-run: look for link or host events at the time of the first wait",
			 "Retry budget = timeout x (retry_cnt + 1): it must outlast a link flap "
			 "(NCCL_IB_TIMEOUT, NCCL_IB_RETRY_CNT)"),
	    .counters = LIST("requester mlx5: req_transport_retries_exceeded, "
			     "local_ack_timeout_err; rxe: retry_exceeded_err; bnxt_re: "
			     "max_retry_exceeded",
			     "links: link_down_events_phy"),
	},
    [RS_FIND_QP_RNR_EXHAUST] =
	{
	    ID(QP_RNR_EXHAUST),
	    .summary = "The receiver kept refusing for lack of receive buffers until the sender "
		       "gave up. The application sees 'RNR retry "
		       "counter exceeded'.",
	    .rule = "The same PSN refused in at least 3 rounds without progress, then silence of "
		    "several times the coded delay.",
	    .limits = "No packet announces it. With rnr_retry 7 a sender never gives up.",
	    .next = LIST("Fix the receiver as for rnr-storm: it does not post receives",
			 "Raise rnr_retry (7 = endless) or min_rnr_timer if short refusals are "
			 "expected"),
	    .counters =
		LIST("requester mlx5: req_rnr_retries_exceeded; rxe: retry_rnr_exceeded_err",
		     "responder mlx5: out_of_buffer; "
		     "rxe: send_rnr_err"),
	},
    [RS_FIND_QP_FATAL_NAK] =
	{
	    ID(QP_FATAL_NAK),
	    .summary = "The responder refused a request for good: invalid request, remote access "
		       "error or remote operational error. The QP "
		       "stops in error; nothing is retried.",
	    .rule = "An AETH with a NAK code other than PSN sequence error (syndrome 0x61 to "
		    "0x64).",
	    .limits =
		"Which check failed (key, range, rights, length, opcode order) is not on the wire.",
	    .next = LIST("remote access error: check R_Key, address, length and access flags that "
			 "the application exchanged; a peer that "
			 "deregistered memory or restarted gives stale keys",
			 "invalid request: check opcode support, max_rd_atomic, message size "
			 "against the posted receive",
			 "remote operational error: look at the responder's own log and completion "
			 "errors"),
	    .counters =
		LIST("requester mlx5: req_remote_access_errors, req_remote_invalid_request",
		     "requester bnxt_re: remote_access_err, remote_invalid_req_err, remote_op_err"),
	},
    [RS_FIND_QP_REUSE] =
	{
	    ID(QP_REUSE),
	    .summary = "A QP number was used again for a new connection within the capture. Counts "
		       "of the flow cover both lives.",
	    .rule = "CM messages of a new connection, an MSN that goes backwards, or a PSN jump "
		    "beyond an ordinary window on an opcode that "
		    "starts a message.",
	    .limits = "Without CM messages the moment of change is known only from the first "
		      "packets that do not fit.",
	    .next = LIST("Expected when a job restarts; unexpected in mid-run: look for "
			 "qp-retry-exhaust or qp-fatal-nak before it",
			 "Narrow the time range to one life if numbers are to be compared"),
	    .counters = NOTHING,
	},
    [RS_FIND_ATOMIC_REPLAY_MISMATCH] =
	{
	    ID(ATOMIC_REPLAY_MISMATCH),
	    .summary = "The same atomic operation was answered with two different values: the "
		       "responder executed it twice, or lost its memory "
		       "of the first answer. Data may be wrong.",
	    .rule = "Two ATOMIC ACKs for one PSN of one connection with different original values.",
	    .limits = "A missed restart of the connection with equal PSNs could look the same.",
	    .next = LIST("Stop relying on atomics of this responder until it is understood; note "
			 "firmware versions",
			 "Keep the capture: the two frames named are the proof for the vendor",
			 "Check for a QP that was reset between the two answers"),
	    .counters = LIST("responder mlx5: duplicate_request, rx_atomic_requests"),
	},
    [RS_FIND_OOO_REORDER] =
	{
	    ID(OOO_REORDER),
	    .summary = "Packets arrived out of order and no recovery followed: the path reorders "
		       "and the receiving NIC tolerates it.",
	    .rule = "A hole was filled within T_ooo (100 us), or by a packet with an older IP id, "
		    "with no NAK for it and nothing else sent "
		    "again; no recovery of the lane is due to reordering.",
	    .limits =
		"Seen at the tap only; a mirror that merges several ports can reorder by itself.",
	    .next = LIST("Normal with adaptive routing or packet spraying and NICs that place data "
			 "out of order",
			 "If neither is configured: look for per-packet load balancing on link "
			 "bundles, or for the mirror as the reason"),
	    .counters = LIST("responder mlx5: out_of_sequence should not rise"),
	},
};
