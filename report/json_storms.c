/* SPDX-License-Identifier: BSD-2-Clause */
#include "report/json_storms.h"

static void causes(struct json *j, const struct rs_storm *s)
{
	json_key(j, "causes");
	json_array_begin(j);
	for (unsigned i = 0; i < s->cause_count; i++) {
		json_object_begin(j);
		json_key_str(j, "cause", rs_storm_cause_name(s->causes[i].cause));
		json_key(j, "score");
		json_decimal(j, (int64_t)s->causes[i].score * 10000);
		json_key(j, "signs");
		json_array_begin(j);
		for (unsigned k = 0; k < RS_STORM_SIGN_COUNT; k++)
			if (s->causes[i].signs >> k & 1)
				json_str(j, rs_storm_sign_name(k));
		json_array_end(j);
		json_key_str(j, "advice", rs_storm_advice(s->causes[i].cause));
		json_object_end(j);
	}
	json_array_end(j);
}

void json_storms(struct json *j, const struct report *r)
{
	const rs_ns start = r->snap->totals.first;

	json_array_begin(j);
	for (uint32_t i = 0; i < r->verdict->storm_count; i++) {
		const struct rs_storm *s = &r->verdict->storms[i];

		json_object_begin(j);
		json_key_str(j, "level", "storm");
		json_key_str(j, "reason", rs_storm_reason_name(s->reason));
		json_key_uint(j, "windows", s->windows);
		json_key_int(j, "start_ns", s->start - start);
		json_key_int(j, "end_ns", s->end - start);
		json_key_uint(j, "lanes", s->lane_count);
		json_key_uint(j, "resent_packets", s->resent);
		json_key_uint(j, "resent_bytes", s->resent_bytes);
		json_key(j, "peak_ratio");
		json_decimal(j, s->peak_ratio_ppm);
		causes(j, s);
		json_key_str(j, "point", s->point < r->point_count ? r->points[s->point].name : NULL);
		json_key_uint(j, "episodes", s->episodes);
		json_object_end(j);
	}
	json_array_end(j);
}
