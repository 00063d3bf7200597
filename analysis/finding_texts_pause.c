/* SPDX-License-Identifier: BSD-2-Clause */
/* Texts of pauses: PFC and 802.3x. Constant table. */
#include "analysis/finding_texts.h"

#define SWITCH_PFC                                                                                 \
	"switch: SAI_PORT_STAT_PFC_N_RX_PKTS, SAI_PORT_STAT_PFC_N_TX_PKTS (SONiC: pfcstat), and "  \
	"the pause duration of the port where it has one"
#define NIC_PFC                                                                                    \
	"NIC that is paused, mlx5: rx_prioN_pause, rx_prioN_pause_duration, "                      \
	"rx_prioN_pause_transition; NIC that pauses: tx_prioN_pause"
#define WATCHDOG                                                                                   \
	"switch: PFC watchdog state (SONiC: pfcwd show stats; default detection 200 ms, "          \
	"restoration 200 ms, action drop; Junos: 2 polls of 100 ms)"

const struct rs_finding_info finding_texts_pause[RS_FIND_COUNT] = {
    [RS_FIND_PFC_DUTY] =
	{
	    ID(PFC_DUTY),
	    .summary = "One side keeps a priority paused for a good part of the time, in many short "
		       "pauses. Throughput of that class suffers; nothing is lost by it.",
	    .rule = "At least 20 % of some 10 ms (aligned to the start of the capture) paused by one "
		    "side on one priority, and no pause as long as T_pause_long.",
	    .limits = "Without the speed of the link the times are lower bounds. Which flow causes "
		      "the congestion behind the pausing side is not on this link.",
	    .next = LIST("See whether ECN marks come before the pauses: the marking threshold must "
			 "lie below the one for XOFF",
			 "Look for fan-in: several senders to one receiver at the time of the pauses",
			 "Compare the speeds of the links on both sides of the pausing device"),
	    .counters = LIST(NIC_PFC, SWITCH_PFC),
	},
    [RS_FIND_PFC_LONG] =
	{
	    ID(PFC_LONG),
	    .summary = "A priority was paused without a break for so long that buffers upstream fill "
		       "and the pause spreads.",
	    .rule = "A continuous pause of at least T_pause_long (10 ms) by one side on one priority; "
		    "it replaces pfc-duty.",
	    .limits = "Without the speed of the link the length is a lower bound. The capture shows "
		      "who pauses this link, not why.",
	    .next = LIST("Follow the pauses: does the pausing side get paused itself? Capture there, "
			 "and give --links to have the root named",
			 "Pausing side is a host: slow receiver; check PCIe bandwidth, memory "
			 "placement (NUMA), and the number of memory regions and QPs in use",
			 "Pausing side is a switch: look at the queue of the egress port behind it"),
	    .counters = LIST(NIC_PFC, SWITCH_PFC),
	},
    [RS_FIND_PFC_STORM] =
	{
	    ID(PFC_STORM),
	    .summary = "A priority stands still: it is paused for so long that every flow of the class "
		       "behind it stops, and watchdogs start to throw packets away.",
	    .rule = "A continuous pause of at least T_pause_storm (100 ms), or at least half of one "
		    "second paused. It replaces pfc-long. Pauses of 200 ms and more are counted as "
		    "watchdog trips (SONiC and Junos defaults).",
	    .limits = "Whether a watchdog is on, and what it did, is not in the capture; losses that "
		      "begin about 200 ms after the pause did are its trace.",
	    .next = LIST("Find the root: the device that pauses and is not paused itself (--links "
			 "names it where the capture has the links)",
			 "Switch the PFC watchdog on, so that one sick port cannot stop the fabric",
			 "Pausing side is a host: take it out of the job and look at NIC, PCIe and "
			 "firmware"),
	    .counters = LIST(NIC_PFC, WATCHDOG, SWITCH_PFC),
	},
    [RS_FIND_PFC_NIC_STORM] =
	{
	    ID(PFC_NIC_STORM),
	    .summary = "A host's NIC pauses its switch without end and never lets go: the sign of a NIC "
		       "that is stuck, or of a receiver that takes no data at all.",
	    .rule = "A pause storm whose frames come from a MAC that sources RoCE of exactly one IP "
		    "address, without a single XON. It comes in addition to pfc-storm.",
	    .limits = "A router that carries the traffic of one remote host only looks like a host. "
		      "An XON may have been missed by the capture.",
	    .next = LIST("Reset or reboot that host's NIC; the fabric recovers when the pauses stop",
			 "Check that the receiver is alive: a hung process, a stopped VM or a crashed "
			 "driver takes no data",
			 "Slow receiver: PCIe link width and speed, address translation misses with "
			 "many memory regions, remote NUMA memory",
			 "Turn on pause storm prevention of the NIC and the PFC watchdog of the switch"),
	    .counters = LIST("that host, mlx5: tx_pause_storm_warning_events, "
			     "tx_pause_storm_error_events, tx_prioN_pause, outbound_pci_stalled_wr",
			     WATCHDOG),
	},
    [RS_FIND_PFC_IGNORED] =
	{
	    ID(PFC_IGNORED),
	    .summary = "Packets of a paused priority went on towards the side that paused it: the "
		       "sender does not obey the pause. The paused side overflows and drops.",
	    .rule = "A RoCE packet of the priority towards the pausing side more than T_leak (10 us) "
		    "after the XOFF, while the pause still runs by its quanta. What comes earlier is "
		    "counted as headroom use.",
	    .limits = "Needs the speed of the link, and directions known by MAC addresses (data sent "
		      "to the pausing MAC, or --links). A wrong --link-speed makes pauses too long "
		      "and obedient senders guilty.",
	    .next = LIST("Check that PFC receive is on for this priority at the sending end (mlnx_qos "
			 "-i DEV; switch: show pfc priority)",
			 "Check that both ends map the traffic to the same priority (DSCP or PCP trust)",
			 "Check the speed that was assumed for the link"),
	    .counters = LIST("sender mlx5: rx_prioN_pause rises but tx_prioN_bytes does not stop",
			     "pausing switch: SAI_INGRESS_PRIORITY_GROUP_STAT_DROPPED_PACKETS, "
			     "headroom watermark of the priority group"),
	},
    [RS_FIND_PFC_UNEXPECTED_PRIO] =
	{
	    ID(PFC_UNEXPECTED_PRIO),
	    .summary = "Pauses concern a priority on which no RoCE travels here, while RoCE uses "
		       "another one: PFC and traffic are not configured for the same class.",
	    .rule = "Pause frames for a priority without any RoCE packet at this point, with RoCE of "
		    "another priority there. Packets without a VLAN tag have the priority of their "
		    "DSCP.",
	    .limits = "Where priorities come from an assumed DSCP map (DSCP / 8) the finding is only "
		      "possible; give --dscp-map. Other lossless traffic (storage) may use that class.",
	    .next = LIST("Compare DSCP-to-priority maps of hosts and switches (mlnx_qos -i DEV; "
			 "SONiC: show qos map)",
			 "Check that the priority that carries RoCE is the lossless one everywhere",
			 "Give the real map with --dscp-map if it is not DSCP / 8"),
	    .counters = LIST(NIC_PFC),
	},
    [RS_FIND_PFC_GLOBAL] =
	{
	    ID(PFC_GLOBAL),
	    .summary = "802.3x pauses stop all classes of a link that carries RoCE, CNPs and control "
		       "traffic included. A RoCE fabric uses priority pauses or none.",
	    .rule = "Any 802.3x pause frame at a point where RoCE packets are seen.",
	    .limits = "None: the frames are there. Who is configured wrongly is the side that sends "
		      "them, or the peer that negotiated them.",
	    .next = LIST("Turn global pause off on both ends (ethtool -A DEV rx off tx off) and turn "
			 "PFC on for the RoCE priority",
			 "Check what the switch port sets as flow control"),
	    .counters = LIST("NIC mlx5: rx_pause_ctrl_phy, tx_pause_ctrl_phy, rx_global_pause, "
			     "tx_global_pause"),
	},
    [RS_FIND_PFC_OVER_RTO] =
	{
	    ID(PFC_OVER_RTO),
	    .summary = "A pause lasted longer than the ACK timer of QPs on that link: they likely send "
		       "again although nothing was lost.",
	    .rule = "Longest pause of a priority longer than the smallest timer estimate (4.096 us x "
		    "2^n) of a lane of that priority at the point.",
	    .limits = "The timer is estimated from waits in this capture or taken from CM messages; a "
		      "NIC may wait up to 4 times longer. One tap cannot prove that the pause made "
		      "the timer fire.",
	    .next = LIST("Raise the ACK timeout of these QPs above the longest pause "
			 "(NCCL_IB_TIMEOUT, each step doubles)",
			 "Better: remove the reason of the long pauses, see pfc-long and pfc-storm"),
	    .counters = LIST("requester mlx5: local_ack_timeout_err", NIC_PFC),
	},
    [RS_FIND_PFC_MUTUAL] =
	{
	    ID(PFC_MUTUAL),
	    .summary = "Both ends of a link paused each other at the same time on one priority: neither "
		       "could send. It ends only when one of them drains by another way.",
	    .rule = "Pauses of both ends of one link on one priority that overlap for at least "
		    "T_deadlock (10 ms). The ends are known by --links, or by packets that travel "
		    "between the two MACs.",
	    .limits = "It is no proof of a deadlock, which needs a ring of several links.",
	    .next = LIST("See which side was paused first and from where its buffers fill",
			 "Check buffer profiles and headroom of the priority on both ends"),
	    .counters = LIST(NIC_PFC, SWITCH_PFC),
	},
    [RS_FIND_PFC_DEADLOCK] =
	{
	    ID(PFC_DEADLOCK),
	    .summary = "Devices wait for each other in a ring: each is paused by the next one on the "
		       "same priority. No class of that priority can move on any of these links "
		       "until packets are thrown away.",
	    .rule = "A ring of at least two links (from --links) on which each device pauses the one "
		    "before it, all at once for at least T_deadlock (10 ms). Links whose ends pause "
		    "each other are left out first. Confidence is high when no packet of the "
		    "priority crossed any link of the ring meanwhile.",
	    .limits = "Links that are not in the capture cannot be part of a ring. Clocks of the "
		      "points must agree within a few milliseconds.",
	    .next = LIST("Break the ring now: shut one of its links or clear the priority's queue on "
			 "one device",
			 "Look for routes that go down and up again (bounced packets after a link "
			 "failure), and for flooding of lossless packets with unknown MAC addresses",
			 "Use a tag or class change for bounced packets, or the PFC watchdog, to keep "
			 "rings from closing"),
	    .counters = LIST(WATCHDOG, SWITCH_PFC),
	},
    [RS_FIND_PFC_VICTIM] =
	{
	    ID(PFC_VICTIM),
	    .summary = "Flows to other destinations were likely held up by pauses that are due to the "
		       "many senders of one destination.",
	    .rule = "A flow towards the pausing side whose longest gap lies in pauses by at least 80 % "
		    "and is at least 4 times its median gap, while another destination at the point "
		    "has more senders of the same priority.",
	    .limits = "One tap cannot prove who caused the congestion or that a gap was not the "
		      "application's own. Needs directions known by MAC addresses.",
	    .next = LIST("Spread or slow down the fan-in to the destination named: fewer senders at "
			 "once, ECN marking before pauses",
			 "Put traffic that must not suffer into another priority"),
	    .counters = LIST(NIC_PFC, SWITCH_PFC),
	},
    [RS_FIND_PFC_MISSING] =
	{
	    ID(PFC_MISSING),
	    .summary = "RoCE of a priority loses packets and is never paused, while PFC works here on "
		       "another priority: PFC is likely off for the class that needs it.",
	    .rule = "Pause frames at the point, none of them for a priority on which lanes lost "
		    "packets (NAK, PSN sequence error).",
	    .limits = "Absence of pause frames proves little: NICs consume them and mirrors usually do "
		      "not copy them. The drops may be elsewhere, or be damage.",
	    .next = LIST("Check PFC of that priority on both ends of every link of the path (mlnx_qos "
			 "-i DEV; SONiC: show pfc priority)",
			 "If the class is meant to be lossy: look at drops and ECN thresholds instead",
			 "Give the real DSCP map with --dscp-map if packets are not tagged"),
	    .counters = LIST("switch: SAI_QUEUE_STAT_DROPPED_PACKETS, "
			     "SAI_INGRESS_PRIORITY_GROUP_STAT_DROPPED_PACKETS (queuestat, pg-drop)",
			     NIC_PFC),
	},
};
