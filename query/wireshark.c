/* SPDX-License-Identifier: BSD-2-Clause */
#include "query/wireshark.h"

#include <strings.h>

static const struct wireshark_name names[] = {
	{ "infiniband.bth.destqp", "qp", "qp == 0x231", NULL },
	{ "infiniband.bth.opcode", "opcode", "opcode == RC_ACK", NULL },
	{ "infiniband.bth.psn", "psn", "psn == 0x182453", NULL },
	{ "infiniband.bth.a", "ackreq", "ackreq", NULL },
	{ "infiniband.bth.se", "se", "se", NULL },
	{ "infiniband.bth.padcnt", NULL, NULL, "payload is the length without padding" },
	{ "infiniband.bth.p_key", NULL, NULL, "the P_Key cannot be filtered by" },
	{ "infiniband.bth", "kind", "kind == roce", NULL },
	{ "infiniband", "kind", "kind == roce", NULL },
	{ "rocev2", "kind", "kind == roce", NULL },
	{ "infiniband.aeth.syndrome", "syndrome", "syndrome == 0x60", NULL },
	{ "infiniband.aeth.syndrome.opcode", "class", "class in {ack,nak,rnr}", NULL },
	{ "infiniband.aeth.syndrome.error_code", "syndrome", "syndrome == 0x60", NULL },
	{ "infiniband.aeth.msn", "msn", "msn == 70", NULL },
	{ "infiniband.invariant.crc", "icrc", "icrc == bad", NULL },
	{ "infiniband.payload", "payload", "payload > 0", NULL },
	{ "infiniband.reth.dmalen", NULL, NULL, "the RETH cannot be filtered by; packets -v prints it" },
	{ "infiniband.reth.r_key", NULL, NULL, "the RETH cannot be filtered by; packets -v prints it" },
	{ "infiniband.reth.va", NULL, NULL, "the RETH cannot be filtered by; packets -v prints it" },
	{ "infiniband.grh.sgid", "src", "src == fe80::1", NULL },
	{ "infiniband.grh.dgid", "dst", "dst == fe80::1", NULL },
	{ "ip.src", "src", "src == 10.1.0.3", NULL },
	{ "ip.dst", "dst", "dst == 10.1.0.3", NULL },
	{ "ip.addr", "host", "host == 10.1.0.3", NULL },
	{ "ip.host", "host", "host == 10.1.0.3", NULL },
	{ "ip.src_host", "src", "src == 10.1.0.3", NULL },
	{ "ip.dst_host", "dst", "dst == 10.1.0.3", NULL },
	{ "ipv6.src", "src", "src == fd00::3", NULL },
	{ "ipv6.dst", "dst", "dst == fd00::3", NULL },
	{ "ipv6.addr", "host", "host == fd00::3", NULL },
	{ "ipv6.host", "host", "host == fd00::3", NULL },
	{ "ip.dsfield.dscp", "dscp", "dscp == 26", NULL },
	{ "ip.dsfield.ecn", "ecn", "ecn == 3", NULL },
	{ "ipv6.tclass.dscp", "dscp", "dscp == 26", NULL },
	{ "ipv6.tclass.ecn", "ecn", "ecn == 3", NULL },
	{ "udp.srcport", "sport", "sport == 49825", NULL },
	{ "udp.port", NULL, NULL, "sport is the source port; the destination port is that of RoCE (--roce-port)" },
	{ "udp.dstport", NULL, NULL, "the destination port is that of RoCE for all rows (--roce-port)" },
	{ "frame.number", "no", "no == 110405", NULL },
	{ "frame.len", "len", "len > 1000", NULL },
	{ "frame.cap_len", "len", "len > 1000", NULL },
	{ "frame.time_relative", "time", "time > 13ms", NULL },
	{ "frame.time_epoch", "time", "time > 13ms", NULL },
	{ "frame.interface_name", "point", "point == tor1", NULL },
	{ "frame.interface_id", "point", "point == tor1", NULL },
	{ "vlan.id", "vlan", "vlan == 5", NULL },
	{ "vlan.priority", "prio", "prio == 3", NULL },
	{ "vxlan.vni", "vni", "vni == 77", NULL },
	{ "geneve.vni", "vni", "vni == 77", NULL },
	{ "eth.src", "smac", "smac == 02:00:00:00:00:84", NULL },
	{ "eth.dst", "dmac", "dmac == 01:80:c2:00:00:01", NULL },
	{ "eth.addr", "smac", "smac == 02:00:00:00:00:84", NULL },
	{ "macc.opcode", "kind", "kind in {pfc,pause}", NULL },
};

const struct wireshark_name *wireshark_find(const char *name)
{
	for (unsigned i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcasecmp(names[i].name, name))
			return names + i;
	return NULL;
}
