/* SPDX-License-Identifier: BSD-2-Clause */
/* Every frame of every scenario, whole and cut, means to the decoder what the model meant. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include <rocescope/decode.h>

#include "model/model.h"

struct counts {
	struct rs_decode_config cfg;
	uint64_t frames, cnp, pfc, roce, good, bad;
	uint64_t naks, rnr_naks, ce;
};

static void on_frame(void *user, const struct rs_packet *p)
{
	struct counts *c = user;
	struct rs_record r;

	rs_decode(&c->cfg, p, &r);
	c->frames++;
	c->cnp += r.kind == RS_KIND_CNP;
	c->pfc += r.kind == RS_KIND_PFC;
	c->roce += r.kind == RS_KIND_ROCE;
	c->good += r.icrc_state == RS_ICRC_GOOD;
	c->bad += r.icrc_state == RS_ICRC_BAD;
	c->ce += r.kind == RS_KIND_ROCE && rs_record_ecn(&r) == 3;
	if (r.kind == RS_KIND_ROCE && r.opcode == 0x11) {
		c->naks += r.u.ack.syndrome == 0x60;
		c->rnr_naks += rs_aeth_class(r.u.ack.syndrome) == RS_AETH_RNR;
	}
}

static void decode_scenario(struct counts *c, const struct model_scenario *sc,
			    struct model_truth *t)
{
	memset(c, 0, sizeof *c);
	rs_decode_config_init(&c->cfg);
	assert_int_equal(model_run(sc, 11, on_frame, c, t), 0);
}

static void whole_frames_have_the_meant_kind_and_icrc(void **state)
{
	static struct model_truth t;
	unsigned count;
	const struct model_scenario *list = model_scenarios(&count);

	(void)state;
	for (unsigned i = 0; i < count; i++) {
		struct model_scenario sc = list[i];
		struct counts c;

		for (unsigned k = 0; k < MODEL_POINTS; k++)
			sc.points[k].snaplen = 0;
		decode_scenario(&c, &sc, &t);
		assert_int_equal(c.frames, t.frames);
		assert_int_equal(c.pfc, t.pfc_frames);
		assert_int_equal(c.cnp, t.cnps);
		assert_int_equal(c.roce, t.frames - t.pfc_frames - t.cnps);
		assert_int_equal(c.bad, t.corrupted);
		assert_int_equal(c.good, t.frames - t.pfc_frames - t.corrupted);
	}
}

static void cut_frames_keep_their_headers(void **state)
{
	static struct model_truth t;
	unsigned count;
	const struct model_scenario *list = model_scenarios(&count);

	(void)state;
	for (unsigned i = 0; i < count; i++) {
		uint64_t naks = 0, rnr_naks = 0;
		struct counts c;

		decode_scenario(&c, &list[i], &t);
		for (unsigned k = 0; k < t.lane_count; k++) {
			naks += t.lanes[k].naks;
			rnr_naks += t.lanes[k].rnr_naks;
		}
		assert_int_equal(c.roce, t.frames - t.pfc_frames - t.cnps);
		assert_int_equal(c.naks, naks);
		assert_int_equal(c.rnr_naks, rnr_naks);
		assert_true(c.ce <= t.ce_marked);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(whole_frames_have_the_meant_kind_and_icrc),
		cmocka_unit_test(cut_frames_keep_their_headers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
