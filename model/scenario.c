/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The list of scenarios: what must be found, what must not, and the verdict, for any seed.
 * What happens in each is in recipe.c.
 */
#include "model/model.h"

#include <string.h>

#define GBPS 1000000000ULL

#define P0 { { "tor0/h0", 100 * GBPS, 96 } }
#define P1 { { "tor0/h1", 100 * GBPS, 96 } }
#define NO_LOSS "gbn-nak,gbn-timeout,gbn-nak-lost,gbn-unexplained,gbn-retx-lost,gbn-spurious," \
		"sr-recovery,read-resp-loss,ack-loss,rto-spurious,rnr-nak,qp-retry-exhaust"
#define NO_CAP "cap-loss,cap-outage,cap-sampled,cap-mirror-dup,cap-oneway,cap-unpaired"

static const struct model_scenario list[] = {
    {"loss-storm",
     "8 host pairs; one loses packets after the tap, others see RNR, ECN and pauses",
     "gbn-nak,gbn-timeout,rnr-nak",
     NO_CAP ",gbn-goback0,gbn-spurious,qp-retry-exhaust",
     "critical|warning",
     {{"tor0/spine0", 100 * GBPS, 96}}},
    {"healthy",
     "3 host pairs write, send, read and count; nothing is wrong",
     "",
     NO_LOSS "," NO_CAP,
     "healthy",
     {{"tor0/spine0", 100 * GBPS, 96}}},
    {"loss-before", "packets are lost before the tap: gaps", "gbn-nak",
     NO_CAP ",gbn-timeout,gbn-spurious", "warning", P1},
    {"loss-after", "packets are lost after the tap: NAKs without gaps", "gbn-nak",
     NO_CAP ",gbn-timeout,gbn-spurious", "warning", P0},
    {"two-taps",
     "one loss seen from both sides",
     "gbn-nak",
     NO_CAP ",gbn-timeout,gbn-spurious",
     "warning",
     {{"tor0/h0", 100 * GBPS, 96}, {"tor0/h1", 100 * GBPS, 96}}},
    {"burst-loss", "4 to 12 packets in a row are lost before the tap", "gbn-nak",
     NO_CAP ",gbn-spurious", "warning", P1},
    {"tail-timeout", "the last packet of a message is lost: no NAK, only a timer", "gbn-timeout",
     NO_CAP ",gbn-nak,ack-loss,rto-spurious", "warning", P0},
    {"retx-lost", "a resent packet is lost again", "gbn-nak,gbn-retx-lost", NO_CAP ",gbn-spurious",
     "warning", P0},
    {"ack-loss", "data arrives, its ACK is lost", "ack-loss",
     NO_CAP ",gbn-nak,gbn-timeout,rto-spurious", "warning", P0},
    {"nak-lost", "the NAK is lost after the tap", "gbn-nak-lost", NO_CAP ",gbn-nak,gbn-spurious",
     "warning", P0},
    {"rnr", "the receiver has no buffer", "rnr-nak", NO_CAP ",gbn-nak,gbn-timeout", "warning", P0},
    {"read-loss", "READ responses are lost on both sides of the tap", "read-resp-loss",
     NO_CAP ",gbn-nak,gbn-timeout", "warning", P0},
    {"reorder", "packets overtake each other: Go-Back-N although nothing is lost", "gbn-spurious",
     NO_CAP ",gbn-nak,gbn-timeout", "warning", P0},
    {"reorder-tolerated", "packets overtake each other and the receiver does not mind",
     "ooo-reorder", NO_CAP "," NO_LOSS, "notice", P0},
    {"selective-repeat", "only what was lost is sent again", "sr-recovery",
     NO_CAP ",gbn-nak,gbn-spurious", "notice", P0},
    {"go-back-0", "a loss restarts the whole message", "gbn-goback0", NO_CAP ",gbn-spurious",
     "critical", P0},
    {"dead-peer", "the responder stops; the requester gives up", "qp-retry-exhaust",
     NO_CAP ",gbn-spurious", "critical", P0},
    {"refused", "the responder refuses a request: remote access error", "qp-fatal-nak",
     NO_CAP ",gbn-nak", "critical", P0},
    {"qp-reuse", "QP numbers are used again by a new connection", "qp-reuse", NO_CAP "," NO_LOSS,
     "notice", P0},
    {"capture-drops", "nothing is wrong but the capture misses frames", "cap-loss",
     NO_LOSS ",cap-sampled,cap-mirror-dup", "healthy|inconclusive", P0},
    {"mirror-copies", "the mirror delivers every frame twice", "cap-mirror-dup",
     NO_LOSS ",cap-loss", "healthy", P0},
    {"one-way", "the capture holds one direction only, and there is loss", "cap-oneway",
     "gbn-nak,gbn-nak-lost,cap-loss", "inconclusive|warning", P0},
    {"sampled", "the mirror keeps one frame in five", "cap-sampled", NO_LOSS, "inconclusive", P0},
    {"corrupt-icrc",
     "packets are damaged before the tap",
     "icrc-bad,gbn-nak",
     NO_CAP ",gbn-spurious",
     "warning",
     {{"tor0/h1", 100 * GBPS, 0}}},
    {"uc-loss", "an unreliable connection loses packets before the tap", "uc-gap",
     NO_LOSS ",cap-loss", "warning", P1},
    {"cnp", "a queue marks, the receiver sends CNPs, senders slow down; nothing is lost", "",
     NO_LOSS "," NO_CAP, "healthy|notice", P1},
    {"pfc", "a switch pauses a sender; nothing is lost", "", NO_LOSS "," NO_CAP,
     "healthy|notice|warning", P0},
    {"ecmp-one-port", "8 queue pairs whose QP numbers have one product: one UDP source port", "",
     NO_LOSS "," NO_CAP, "healthy|notice|warning", P0},
    {"vlan-ipv6",
     "loss before the tap, IPv6 in a VLAN",
     "gbn-nak",
     NO_CAP ",gbn-timeout,gbn-spurious",
     "warning",
     {{"tor0/h1", 100 * GBPS, 0}}},
    {"atomics", "answers of atomics are lost; replays give the same values", "read-resp-loss",
     NO_CAP ",gbn-nak,atomic-replay-mismatch", "warning", P0},
    {"timer-too-short", "the ACK timer fires before slow ACKs come", "rto-spurious",
     NO_CAP ",gbn-nak,gbn-timeout,ack-loss", "warning", P0},
    {"mixed", "requests, ACKs and NAKs are lost by chance on both sides of the tap", "gbn-nak",
     NO_CAP ",gbn-spurious,sr-recovery", "warning|critical", P0},
};

#define COUNT (sizeof list / sizeof list[0])

const struct model_scenario *model_scenarios(unsigned *count)
{
	*count = COUNT;
	return list;
}

const struct model_scenario *model_scenario_by_name(const char *name)
{
	for (unsigned i = 0; i < COUNT; i++)
		if (!strcmp(list[i].name, name))
			return &list[i];
	return NULL;
}
