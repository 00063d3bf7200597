/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Names of every vocabulary, made from its list. A number outside of a list gives "unknown",
 * so that a reader of old spool files never meets NULL.
 */
#include <rocescope/engine.h>
#include <rocescope/event.h>

#include <string.h>

static const char unknown[] = "unknown";

#define COUNT(table)   (sizeof(table) / sizeof((table)[0]))
#define PICK(table, i) ((i) < COUNT(table) ? (table)[i] : unknown)

const char *rs_class_name(unsigned cls)
{
#define X(id, name) [RS_CLASS_##id] = name,
	static const char *const names[] = {RS_CLASSES(X)};
#undef X

	return PICK(names, cls);
}

const char *rs_severity_name(unsigned severity)
{
#define X(id, name, label, letter) [RS_SEV_##id] = name,
	static const char *const names[] = {RS_SEVERITIES(X)};
#undef X

	return PICK(names, severity);
}

const char *rs_severity_label(unsigned severity)
{
#define X(id, name, label, letter) [RS_SEV_##id] = label,
	static const char *const labels[] = {RS_SEVERITIES(X)};
#undef X

	return PICK(labels, severity);
}

const char *rs_event_name(unsigned kind)
{
#define X(id, name, help) [RS_EVENT_##id] = name,
	static const char *const names[] = {RS_EVENTS(X)};
#undef X

	return PICK(names, kind);
}

const char *rs_event_help(unsigned kind)
{
#define X(id, name, help) [RS_EVENT_##id] = help,
	static const char *const helps[] = {RS_EVENTS(X)};
#undef X

	return PICK(helps, kind);
}

const char *rs_cause_name(unsigned cause)
{
#define X(id, name, text) [RS_CAUSE_##id] = name,
	static const char *const names[] = {RS_CAUSES(X)};
#undef X

	return PICK(names, cause);
}

const char *rs_cause_text(unsigned cause)
{
#define X(id, name, text) [RS_CAUSE_##id] = text,
	static const char *const texts[] = {RS_CAUSES(X)};
#undef X

	return PICK(texts, cause);
}

const char *rs_side_name(unsigned side)
{
#define X(id, name, text) [RS_SIDE_##id] = name,
	static const char *const names[] = {RS_SIDES(X)};
#undef X

	return PICK(names, side);
}

const char *rs_side_text(unsigned side)
{
#define X(id, name, text) [RS_SIDE_##id] = text,
	static const char *const texts[] = {RS_SIDES(X)};
#undef X

	return PICK(texts, side);
}

const char *rs_sign_name(unsigned sign)
{
#define X(id, name) [RS_SIGN_##id] = name,
	static const char *const names[] = {RS_SIGNS(X)};
#undef X

	return PICK(names, sign);
}

const char *rs_state_name(unsigned state)
{
#define X(id, name) [RS_STATE_##id] = name,
	static const char *const names[] = {RS_STATES(X)};
#undef X

	return PICK(names, state);
}

const char *rs_mode_name(unsigned mode)
{
#define X(id, name) [RS_MODE_##id] = name,
	static const char *const names[] = {RS_MODES(X)};
#undef X

	return PICK(names, mode);
}

const char *rs_episode_flag_name(unsigned bit)
{
#define X(id, number, name) [number] = name,
	static const char *const names[] = {RS_EPISODE_FLAGS(X)};
#undef X

	return PICK(names, bit);
}

const char *rs_pairing_name(unsigned method)
{
#define X(id, name) [RS_PAIR_##id] = name,
	static const char *const names[] = {RS_PAIRINGS(X)};
#undef X

	return PICK(names, method);
}

const char *rs_pause_method_name(unsigned method)
{
#define X(id, name) [RS_PAUSE_BY_##id] = name,
	static const char *const names[] = {RS_PAUSE_METHODS(X)};
#undef X

	return PICK(names, method);
}

const char *rs_pause_end_name(unsigned end)
{
#define X(id, name) [RS_PAUSE_END_##id] = name,
	static const char *const names[] = {RS_PAUSE_ENDS(X)};
#undef X

	return PICK(names, end);
}

const char *rs_confidence_name(unsigned confidence)
{
#define X(id, name) [RS_CONF_##id] = name,
	static const char *const names[] = {RS_CONFIDENCES(X)};
#undef X

	return PICK(names, confidence);
}

const char *rs_trust_name(unsigned level)
{
#define X(id, name) [RS_TRUST_##id] = name,
	static const char *const names[] = {RS_TRUSTS(X)};
#undef X

	return PICK(names, level);
}

const char *rs_verdict_name(unsigned verdict)
{
#define X(id, name) [RS_VERDICT_##id] = name,
	static const char *const names[] = {RS_VERDICTS(X)};
#undef X

	return PICK(names, verdict);
}

int rs_finding_by_code(const char *code)
{
#define X(id, name, severity) [RS_FIND_##id] = name,
	static const char *const codes[] = {RS_FINDINGS(X)};
#undef X

	for (int i = 0; i < (int)COUNT(codes); i++)
		if (!strcmp(codes[i], code))
			return i;
	return -1;
}

const char *rs_storm_cause_name(unsigned cause)
{
#define X(id, name, words) [RS_STORM_CAUSE_##id] = name,
	static const char *const names[] = {RS_STORM_CAUSES(X)};
#undef X

	return PICK(names, cause);
}

const char *rs_storm_cause_words(unsigned cause)
{
#define X(id, name, words) [RS_STORM_CAUSE_##id] = words,
	static const char *const names[] = {RS_STORM_CAUSES(X)};
#undef X

	return PICK(names, cause);
}

const char *rs_storm_sign_name(unsigned sign)
{
#define X(id, name, words) [RS_SIGN_BIT_##id] = name,
	static const char *const names[] = {RS_STORM_SIGNS(X)};
#undef X

	return PICK(names, sign);
}

const char *rs_storm_sign_words(unsigned sign)
{
#define X(id, name, words) [RS_SIGN_BIT_##id] = words,
	static const char *const names[] = {RS_STORM_SIGNS(X)};
#undef X

	return PICK(names, sign);
}

const char *rs_storm_reason_name(unsigned reason)
{
#define X(id, name) [RS_STORM_##id] = name,
	static const char *const names[] = {RS_STORM_REASONS(X)};
#undef X

	return PICK(names, reason);
}
