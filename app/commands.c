/* SPDX-License-Identifier: BSD-2-Clause */
#include "app/commands.h"

#include <string.h>

const struct command command_list[COMMAND_COUNT] = {
	{ "report", ON_REPORT, "FILE... [-- BPF]",
	  "what went wrong, on which QP, where, why, and what it cost",
	  "  rocescope storm.pcapng\n"
	  "  rocescope report -o storm.json -o storm.txt /captures/ring/   one pass, two files\n"
	  "  zstdcat big.pcapng.zst | rocescope report -\n"
	  "  rocescope report --fail-on warning nightly.pcapng             in CI\n"
	  "  rocescope report a.pcap -- host 10.1.0.3                      BPF before decoding\n",
	  cmd_report },
	{ "flows", ON_FLOWS, "FILE... [-- BPF]", "one line per flow: packets of one direction to one QP",
	  "  rocescope flows --sort -retx --top 20 storm.pcapng\n"
	  "  rocescope flows -Y 'host==10.1.0.3 and retx>0' storm.pcapng\n"
	  "  rocescope flows -f csv storm.pcapng > flows.csv\n",
	  cmd_flows },
	{ "events", ON_EVENTS, "FILE... [-- BPF]", "one line per NAK, RNR NAK, timeout, rewind, gap, recovery, ...",
	  "  rocescope events storm.pcapng\n"
	  "  rocescope events -Y 'event in {nak,timeout} and stall>1ms' storm.pcapng\n"
	  "  rocescope events --around F1+-5ms -f ndjson storm.pcapng\n",
	  cmd_events },
	{ "packets", ON_PACKETS, "FILE... [-- BPF]", "one line per RoCE or pause packet, with its class",
	  "  rocescope packets --around e17+-100us storm.pcapng\n"
	  "  rocescope packets -Y 'qp==0x231 and class in {resend,nak}' storm.pcapng\n"
	  "  rocescope packets -f csv --fields no,t_ns,src,dst,qp,psn,name,class storm.pcapng\n",
	  cmd_packets },
	{ "pfc", ON_PFC, "FILE... [-- BPF]", "one line per side that sends pauses, and priority",
	  "  rocescope pfc taps.pcapng\n"
	  "  rocescope pfc --link-speed 100G -f json mirror.pcap\n"
	  "  rocescope pfc --links links.tsv taps.pcapng                   who waits for whom\n",
	  cmd_pfc },
	{ "explain", ON_EXPLAIN, "[CODE|list|set|filter]", "what a finding means, how it is computed, what to check",
	  "  rocescope explain gbn-nak\n"
	  "  rocescope explain list\n",
	  cmd_explain },
	{ "demo", ON_DEMO, "", "write a small synthetic capture with a known story",
	  "  rocescope demo -o storm.pcapng && rocescope storm.pcapng\n"
	  "  rocescope demo --scenario list\n"
	  "  rocescope demo | rocescope report -\n",
	  cmd_demo },
};

const struct command *command_by_name(const char *name)
{
	for (unsigned i = 0; i < COMMAND_COUNT; i++)
		if (!strcmp(command_list[i].name, name))
			return &command_list[i];
	return NULL;
}
