/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The least that any tool on libpcap must do: read each packet and count opcodes of untagged
 * IPv4 RoCEv2 frames. The yardstick of bench.py.
 *
 *	pcap_loop FILE
 */
#include <pcap.h>
#include <stdint.h>
#include <stdio.h>

struct counts {
	uint64_t packets;
	uint64_t opcodes[256];
};

static void on_packet(u_char *user, const struct pcap_pkthdr *h, const u_char *p)
{
	struct counts *c = (struct counts *)user;

	c->packets++;
	if (h->caplen >= 54 && p[12] == 8 && !p[13] && p[14] == 0x45 && p[23] == 17 && (p[36] << 8 | p[37]) == 4791)
		c->opcodes[p[42]]++;
}

int main(int argc, char **argv)
{
	static struct counts c;
	char error[PCAP_ERRBUF_SIZE];
	pcap_t *p = argc == 2 ? pcap_open_offline(argv[1], error) : NULL;

	if (!p) {
		fprintf(stderr, "pcap_loop: %s\n", argc == 2 ? error : "usage: pcap_loop FILE");
		return 1;
	}
	pcap_loop(p, -1, on_packet, (u_char *)&c);
	pcap_close(p);
	printf("packets %llu\n", (unsigned long long)c.packets);
	for (int i = 0; i < 256; i++) {
		if (c.opcodes[i])
			printf("0x%02x %llu\n", (unsigned)i, (unsigned long long)c.opcodes[i]);
	}
	return 0;
}
