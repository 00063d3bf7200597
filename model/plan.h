/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef MODEL_PLAN_H
#define MODEL_PLAN_H
/*
 * Everything that a run needs to know: hosts, their links, connections and their work,
 * faults, capture points. Filled by a scenario, read by the rest.
 *
 * The network: every host has a link to the switch of its side; the two switches are joined
 * by the trunk. Ports come in pairs, one per direction of a link: 2h is the NIC of host h,
 * 2h+1 the switch port towards it, then the trunk from side 0 to side 1 and back.
 */
#include "model/cable.h"
#include "model/queue.h"
#include "model/requester.h"
#include "model/responder.h"
#include "model/truth.h"

#define PLAN_HOSTS 18
#define PLAN_CONNS 48
#define PLAN_FAULTS 16
#define PLAN_TRUNK (2u * PLAN_HOSTS)
#define PLAN_PORTS (2u * PLAN_HOSTS + 2)

#define PLAN_NIC(host) (2u * (host))
#define PLAN_DOWN(host) (2u * (host) + 1)

struct plan_host {
	uint8_t side;		 /**< 0 or 1: which switch */
	bool ipv6, tagged;
	uint16_t vlan;
	rs_ns dead_from;	 /**< stops answering; 0 = never */
};

/** Work of one connection: @count messages of @bytes, one every gap +- jitter. */
struct plan_work {
	uint8_t verb;		 /**< enum verb */
	uint32_t bytes, count;
	rs_ns start, gap, jitter; /**< offsets from the start of the run */
	uint32_t atomics_every;	 /**< every n-th message is an atomic instead, 0 = none */
	uint32_t reads_every;	 /**< every n-th is a READ instead, 0 = none */
};

struct plan_conn {
	uint8_t src, dst;	 /**< hosts: requester, responder */
	uint32_t src_qpn, dst_qpn;
	uint32_t psn;		 /**< first PSN */
	uint16_t udp_sport;	 /**< 0 = as Linux derives it */
	bool not_ect;
	struct requester_config req;
	struct responder_config rsp;
	struct plan_work work;
};

/** How one capture point sees. */
struct plan_tap {
	uint32_t drop_ppm;	 /**< frames kept out of the capture */
	uint32_t drop_burst;	 /**< so many in a row, 0 = 1 */
	uint32_t sample_every;	 /**< keep one frame in n by chance, 0 = all */
	uint32_t copy_ppm;	 /**< mirror copies */
	bool requests_only;	 /**< one direction is missing */
};

struct plan {
	unsigned host_count, conn_count, fault_count;
	struct plan_host hosts[PLAN_HOSTS];
	struct plan_conn conns[PLAN_CONNS];
	struct fault faults[PLAN_FAULTS];
	struct cable_config links[PLAN_PORTS];
	struct queue_config queues[PLAN_PORTS];
	int8_t point[PLAN_PORTS / 2]; /**< capture point on each link, -1 = none */
	struct plan_tap taps[MODEL_POINTS];
	rs_ns cnp_gap;		 /**< least time between two CNPs of one QP, 0 = no CNPs */
	rs_ns cnp_delay;	 /**< CE mark to CNP */
	rs_ns stop;		 /**< nothing is sent after this */
};

/** plan_init - two hosts on one switch: 100 Gb/s, 1 us links, all queues unlimited. */
void plan_init(struct plan *p);

/** plan_connect - a connection with ordinary settings, to be changed at will. NULL when full. */
struct plan_conn *plan_connect(struct plan *p, unsigned src, unsigned dst, struct dice *dice);

/** plan_fault - a new fault for all connections, or NULL when full. */
struct fault *plan_fault(struct plan *p, unsigned port, bool after_tap, unsigned what);

/** plan_path - ports from @src to @dst; returns their number (2 or 3). */
unsigned plan_path(const struct plan *p, unsigned src, unsigned dst, uint8_t ports[3]);

#endif
