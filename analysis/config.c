/* SPDX-License-Identifier: BSD-2-Clause */
#include <rocescope/engine.h>

#include <string.h>

void rs_engine_config_init(struct rs_engine_config *cfg)
{
	memset(cfg, 0, sizeof(*cfg));
#define X(field, name, value, unit, help) cfg->tune.field = value;
	RS_TUNABLES(X)
#undef X
	cfg->max_flows = 1u << 16;
	cfg->max_points = 256;
	cfg->max_events = 8192;
	cfg->max_episodes = 2048;
	cfg->max_pausers = 1024;
	for (unsigned dscp = 0; dscp < 64; dscp++)
		cfg->dscp_priority[dscp] = (uint8_t)(dscp / 8);
	cfg->max_windows = 16384;
}
